"""Kernels die, widgets share a page, Python drives them, names are text; nothing of it is lost."""

import numpy as np

from ..page import IRIS, KERNEL

TWO = """
import numpy as np
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
X = load_iris().data
explorer = ClusterExplorer(X, n_clusters=3)
other = ClusterExplorer(X[:60], n_clusters=2)
explorer
"""

HOSTILE = """
import pandas as pd, numpy as np
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
X = load_iris(as_frame=True).data
X = X.rename(columns={"sepal length (cm)": "<b id='column'>bold</b>"})
script = "<script>window.hacked=1</script><img src=x onerror='window.hacked=1'>"
X.index = [f"{script}{i}" for i in range(150)]
explorer = ClusterExplorer(X, n_clusters=3)
explorer
"""

KILL = """
import os, signal, threading
threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGKILL)).start()
"""

CLUSTERER_SHOWN = """name =>
  document.querySelector('select[aria-label="Clusterer"]').value === name"""


def link(page, i, j, key="m", view=0):
    page.click_point(i, view)
    page.press(key)
    page.click_point(j, view)


def test_a_killed_kernel_loses_nothing(use_notebook, lab):
    cell = IRIS.format(more="path='answers.jsonl'")
    page = use_notebook(lab, [cell])
    points = page.apart(6)
    for n, (i, j) in enumerate(zip(points[:3], points[3:], strict=True)):
        link(page, i, j, "mc"[n % 2])
        page.wait_for(lambda s, n=n: s["answers"] == n + 1)
    page.press("Control+z")
    before = page.wait_for(lambda s: s["answers"] == 2)
    page.python(KILL)
    page.root().get_by_text("Disconnected.").wait_for(timeout=30_000)
    banner = page.root().get_by_text("Your 2 answers are saved")
    assert banner.count() == 1
    assert page.button("Next question").is_disabled()
    page.tab.wait_for_function(f"() => {KERNEL}.status === 'idle'", timeout=60_000)
    page.run_all()
    page.tab.wait_for_function(
        "() => document.querySelectorAll('.ssc-root').length === 1 &&"
        " !document.querySelector('.ssc-root').innerText.includes('Disconnected')",
        timeout=60_000,
    )
    page.wait_until_drawn()
    after = page.kernel()
    assert after == before
    page.wait_for_colours(before["labels"])
    page.press("Control+Shift+z")


def test_without_a_path_the_banner_says_that_answers_were_not_saved(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    link(page, *page.apart(2))
    page.wait_for(lambda s: s["answers"] == 1)
    page.tab.evaluate(f"() => {KERNEL}.restart()")
    page.root().get_by_text("Disconnected.").wait_for(timeout=30_000)
    assert page.root().get_by_text("was not saved").count() == 1


def test_two_widgets_mind_their_own_business(use_notebook, lab):
    page = use_notebook(lab, [TWO, "other"], height=1600)
    page.wait_until_drawn(2)
    link(page, *page.apart(2, 0), "m", 0)
    page.wait_for(lambda s: s["answers"] == 1)
    link(page, *page.apart(2, 1), "c", 1)
    page.settle()
    counts = page.python(
        "other.session.wait(); print([len(w.session.constraints.must) for w in (explorer, other)],"
        " [len(w.session.constraints.cannot) for w in (explorer, other)])"
    )
    assert counts.strip() == "[1, 0] [0, 1]"


def test_two_views_of_one_widget_agree(use_notebook, lab):
    page = use_notebook(lab, [TWO, "explorer"], height=1600)
    page.wait_until_drawn(2)
    rng = np.random.default_rng(0)
    points = page.apart(8)
    for step in range(5):
        view = int(rng.integers(2))
        if rng.random() < 0.25:
            page.root(view).get_by_role("button", name="Undo", exact=True).click()
        else:
            link(page, *rng.choice(points, 2, replace=False), "mc"[step % 2], view)
            page.kernel()
            page.dismiss_conflict(view)
        state = page.kernel()
        for each in (0, 1):
            page.wait_for_colours(state["labels"], each)
    rows = [page.root(v).get_by_role("table", name="Constraints").inner_text() for v in (0, 1)]
    assert rows[0] == rows[1]


def test_the_view_follows_python(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    seen = page.python(
        "seen = []\nexplorer.observe(lambda change: seen.append(change['new']), 'labels')\n"
        "explorer.session.answer(0, 149, 'cannot'); explorer.session.answer(3, 4, 'must')"
    )
    page.wait_for_lines(2)
    page.python("explorer.session.set_clusterer('copkmeans'); explorer.session.set_n_clusters(4)")
    state = page.wait_for(lambda s: s["n_clusters"] == 4)
    assert state["clusterer"] == "COPKMeans"
    page.tab.wait_for_function(CLUSTERER_SHOWN, arg="copkmeans")
    page.wait_for_colours(state["labels"])
    assert int(page.python("print(len(seen))")) >= 1, seen


def test_colours_do_not_jump_when_the_clusterer_changes(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="clusterer='kmeans'")])
    before = page.colours()
    page.root().get_by_role("combobox", name="Clusterer").select_option("copkmeans")
    state = page.wait_for(lambda s: s["clusterer"] == "COPKMeans")
    page.wait_for_colours(state["labels"])
    assert np.mean(np.array(page.colours()) != np.array(before)) < 0.1
    page.root().get_by_role("spinbutton", name="Number of clusters").fill("900")
    page.press("Enter")
    page.root().get_by_text("900").first.wait_for()
    assert page.kernel()["n_clusters"] == 3


def test_names_are_text(use_notebook, lab):
    page = use_notebook(lab, [HOSTILE])
    i, j = page.apart(2)
    _, x, y, _ = page.dots()[i]
    page.tab.mouse.move(x, y)
    tooltip = page.root().get_by_role("tooltip")
    tooltip.get_by_text("<script>").wait_for()
    tooltip.get_by_text("<b id='column'>").wait_for()
    link(page, i, j)
    page.press("n")
    page.wait_for(lambda s: s["question"])
    page.root().get_by_role("region", name="Question").get_by_text("<script>").first.wait_for()
    assert page.tab.evaluate("() => window.hacked === undefined")
    assert page.root().locator("#column").count() == 0


def test_a_long_fit_can_be_cancelled_and_leaves_the_kernel_free(use_notebook, lab):
    slow = (
        "import threading\nfrom jupyter_sscluster.cluster import KMeans\n"
        "may_end = threading.Event()\n"
        "class Slow(KMeans):\n"
        "    def fit(self, X, y=None, *, ml=None, cl=None, constraints=None):\n"
        "        assert not len(constraints) or may_end.wait(120)\n"
        "        return super().fit(X, constraints=constraints)\n"
    )
    page = use_notebook(lab, [slow + IRIS.format(more="clusterer=Slow(3, random_state=0)")])
    before = page.colours()
    link(page, *page.apart(2))
    page.button("Cancel").wait_for()
    assert page.python("print(sum(range(10**5)), may_end.is_set())") == "4999950000 False\n"
    page.button("Cancel").click()
    page.wait_for_status("Cancelled")
    assert page.python("print(may_end.is_set())") == "False\n"
    assert page.colours() == before
    page.python("may_end.set()")


def test_another_theme_leaves_every_mark_on_its_dot(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    i, j, k, m = page.apart(4)
    link(page, i, j, "c")
    page.wait_for(lambda s: s["answers"] == 1)
    page.paint(dark=True)
    page.rest()  # the theme's measures arrive after its name
    link(page, k, m)
    state = page.wait_for(lambda s: s["answers"] == 2)
    assert state["must"] == [sorted([k, m])]
    dots = page.dots()
    box = page.root().locator(".ssc-link .ssc-line").first.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    expected = (dots[i][1] + dots[j][1]) / 2, (dots[i][2] + dots[j][2]) / 2
    assert np.allclose(middle, expected, atol=4)
