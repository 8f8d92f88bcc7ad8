"""Points that a person puts out of all clusters: by key, listed, put back; light and dark."""

from ..page import IRIS
from ..pictures import HIDE_LAB, WIDE

MANY = """
from sklearn.datasets import make_blobs
from jupyter_sscluster import ClusterExplorer
X, y = make_blobs(1500, 4, centers=4, random_state=3)
explorer = ClusterExplorer(X, "kmeans", n_clusters=4)
explorer.session.noise.add(range(0, 1500, 50))
explorer
"""


def test_a_point_is_put_out_and_back_by_keyboard(use_notebook, lab, pictures):
    page = use_notebook(lab, [IRIS.format(more="")], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    point, other = page.apart(2)
    entry = page.root().locator(".ssc-noneleg")
    assert entry.count() == 0 or entry.is_hidden()
    page.click_point(point)
    page.press("o")
    page.wait_for_status(f"No cluster: point {point} · O puts it back · ")
    page.wait_for(lambda s: s["labels"][point] == -1)
    mark = page.root().locator(f'path.dot[data-index="{point}"]')
    assert mark.evaluate("e => getComputedStyle(e).fill") == "none"
    assert mark.evaluate("e => getComputedStyle(e).opacity") == "1"
    page.press("Escape")
    page.click_point(other)
    page.press("o")
    page.wait_for_status(f"No cluster: point {other} · O puts it back · ")
    entry.wait_for()
    assert entry.inner_text().split() == ["No", "cluster", "2"]
    entry.click()
    section = page.root().get_by_role("region", name="No cluster")
    section.get_by_text("2 of 150 points").wait_for()
    page.settle()
    pictures(page, "no-cluster")
    section.get_by_role("button", name=f"Put point {other} back").click()
    section.get_by_text("1 of 150 points").wait_for()
    page.python("explorer.session.wait()")
    assert page.python("print(explorer.session.noise.rows.tolist())").strip() == f"[{point}]"
    page.root().get_by_role("region", name="Clustering plot").focus()
    page.press("Control+z")
    page.wait_for(lambda s: s["labels"][other] == -1)
    page.press("Control+z")
    page.press("Control+z")
    entry.wait_for(state="hidden")


def test_many_points_show_it_on_a_canvas(use_notebook, lab, pictures):
    page = use_notebook(lab, [MANY], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.root().locator(".ssc-noneleg").wait_for()
    page.settle()
    assert sum(cluster == 65_534 for *_, cluster in page.dots()) == 30
    pictures(page, "no-cluster-many")
