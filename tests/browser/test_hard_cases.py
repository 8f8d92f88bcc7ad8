"""What few people have and somebody will: one point, columns with gaps, very many constraints."""

from .axes.menu import open_menu
from .clusters.card import take
from .constraints.links import TWELVE, switched
from .page import IRIS

ONE = """
from jupyter_sscluster import ClusterExplorer
explorer = ClusterExplorer([[1.0, 2.0, 3.0]], n_clusters=1)
explorer
"""

GAPS = """
import numpy as np, pandas as pd
from sklearn.datasets import load_iris
from sklearn.impute import SimpleImputer
from jupyter_sscluster import ClusterExplorer
frame = load_iris(as_frame=True).data
frame.loc[::2, "petal width (cm)"] = np.nan
frame["note"] = [None if i % 3 else float("nan") if i % 2 else "seen" for i in range(150)]
explorer = ClusterExplorer(frame, n_clusters=3, tooltip=["note"], preprocess=SimpleImputer())
explorer
"""

LINKS = """
import numpy as np
from sklearn.datasets import make_blobs
from jupyter_sscluster import ClusterExplorer, Constraints
X, y = make_blobs(1200, 4, centers=4, random_state=0)
rng = np.random.default_rng(0)
pairs = np.unique(np.sort(rng.integers(0, 300, (2300, 2))), axis=0)
pairs = pairs[pairs[:, 0] < pairs[:, 1]][:2000]
same = y[pairs[:, 0]] == y[pairs[:, 1]]
known = Constraints(1200, pairs[same], pairs[~same])
explorer = ClusterExplorer(X, "pckmeans", n_clusters=4, constraints=known)
explorer
"""

TOGETHER = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
explorer = ClusterExplorer(load_iris(as_frame=True).data, "copkmeans", n_clusters=3)
label = explorer.labels[0]
rows = [i for i in range(150) if explorer.labels[i] == label]
explorer.session.answer_many([(rows[0], i) for i in rows[1:]], "must")
explorer.session.wait()
explorer
"""


def test_a_single_point_is_drawn_and_everything_says_why_not(use_notebook, lab):
    page = use_notebook(lab, [ONE])
    assert len(page.dots()) == 1
    page.click_point(0)
    page.wait_for_status("Point 0")
    page.press("Escape")
    page.button("Next question").click()
    page.root().get_by_text("No more questions: every pair that matters is answered.").wait_for()
    menu = open_menu(page)
    tsne = menu.get_by_role("menuitemradio", name="t-SNE")
    assert tsne.get_attribute("aria-disabled") == "true"
    menu.get_by_role("menuitemradio", name="Two features").click()
    page.wait_for_status("Axes: Two features.")
    assert len(page.dots()) == 1


def test_gaps_in_columns_are_told_and_no_axis(use_notebook, lab):
    page = use_notebook(lab, [GAPS])
    point = next(i for i in page.apart(30) if i % 2 == 0 and i % 3)
    page.tab.mouse.move(*page.place(point))
    tip = page.root().get_by_role("tooltip")
    tip.get_by_text(f"Point {point} ·").wait_for()
    assert "nan" not in tip.inner_text().lower()
    open_menu(page).get_by_role("menuitemradio", name="Two features").click()
    page.wait_for_status("Axes: Two features.")
    page.root().get_by_label("Horizontal axis").select_option("petal width (cm)")
    page.root().get_by_role("alert").filter(has_text="has no value in 75 of 150 rows").wait_for()


def test_two_thousand_constraints_are_listed_and_more_are_added(use_notebook, lab):
    page = use_notebook(lab, [LINKS])
    table = page.root().get_by_role("table", name="Constraints")
    table.wait_for()
    rows = page.apart(4)
    code = f"""
known, rows = explorer.session.constraints, {rows}
print(*next((i, j) for i in rows for j in rows if i < j and known.relation(i, j) is None))"""
    i, j = map(int, page.python(code).split())
    page.click_point(i)
    page.press("c")
    page.click_point(j)
    page.wait_for(lambda state: state["answers"] == 2001)
    page.wait_for_status("2,001 constraints")
    page.press("Control+z")
    page.wait_for(lambda state: state["answers"] == 2000)


def test_the_last_links_are_drawn_in_full_or_all_or_none(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="clusterer='pckmeans'"), TWELVE])
    page.wait_for(lambda state: state["answers"] == 12)
    switched(page)


def test_a_cluster_that_must_links_hold_together_is_not_split(use_notebook, lab):
    page = use_notebook(lab, [TOGETHER])
    take(page, 0)
    page.button("Split…").click()
    page.wait_for_status("Must-links hold all of Cluster")
    page.press("Escape")
    assert page.kernel()["n_clusters"] == 3
