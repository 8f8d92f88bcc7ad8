"""Stepping through a fit: what each step shows, by mouse and by keyboard."""

import json

import pytest

from ..pictures import HIDE_LAB, WIDE

CELL = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster.cluster import MPCKMeans
iris = load_iris(as_frame=True).data
iris.columns = [c.removesuffix(" (cm)") for c in iris.columns]
first = iris.to_numpy()[[41, 15, 118]]
model = MPCKMeans(n_clusters=3, metric="diagonal", shrinkage=0, constraint_weight=1.0, init=first)
explorer = ClusterExplorer(iris, model)
for i, j, kind in [(41, 57, "cannot"), (13, 25, "must"), (53, 87, "must"), (23, 64, "cannot"),
                   (87, 146, "must"), (131, 144, "must"), (50, 109, "cannot"), (118, 132, "must")]:
    explorer.session.answer(i, j, kind)
explorer.session.wait()
explorer.session.fit(fresh=True)
explorer.session.wait()
explorer
"""

TRACE = """
import json
import numpy as np
from jupyter_sscluster.cluster.fit.steps import MetricLearned
from jupyter_sscluster.cluster.fit.trace import Trace
t = Trace()
m = explorer.session.clusterer.fit(explorer.session.X, constraints=explorer.constraints, trace=t)
print(json.dumps(dict(n=len(t), shown=explorer.labels.tolist(), weights=[
    None if not isinstance(s, MetricLearned) else dict(zip(explorer.session.feature_names, s.after))
    for s in t])))
"""

TREE = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
explorer = ClusterExplorer(load_iris().data, "constrainedagglomerative", n_clusters=3)
explorer
"""


def begin(page):
    """Open the steps from the menu; returns their section."""
    page.button("More").click()
    page.root().get_by_role("menuitem", name="How this fit was made").click()
    steps = page.root().get_by_role("region", name="How this fit was made")
    steps.get_by_role("slider", name="Step").wait_for()
    return steps


def number(page):
    """The step that the note on the plot tells of, and of how many."""
    text = page.root().locator(".ssc-note").inner_text()
    words = text.replace(":", " ").split()
    return int(words[1]), int(words[3])


def at_step(page, wanted):
    page.root().locator(".ssc-note", has_text=f"Step {wanted} of").wait_for()


@pytest.mark.parametrize("front_end", ["lab", "classic"])
def test_a_fit_is_stepped_through_by_keyboard(use_notebook, front_end, request, picture):
    page = use_notebook(request.getfixturevalue(front_end), [CELL])
    page.tab.set_viewport_size(WIDE)
    known = json.loads(page.python(TRACE))
    steps = begin(page)
    at_step(page, 1)
    assert number(page) == (1, known["n"])
    page.press("ArrowRight")
    at_step(page, 2)
    page.root().locator(".ssc-status", has_text="Iteration 1, assign: objective").wait_for()
    assert steps.get_by_role("button", name="Assign").get_attribute("aria-pressed") == "true"
    page.press("ArrowRight")
    at_step(page, 3)
    page.press("ArrowRight")
    at_step(page, 4)
    steps.get_by_text("now weighs").wait_for()
    shown = dict(
        row.inner_text().split("\n")[::1][:2] if "\n" in row.inner_text() else (None, None)
        for row in steps.get_by_role("listitem").all()
    )
    weights = known["weights"][3]
    assert set(shown) == set(weights)
    for name, text in shown.items():
        assert abs(float(text) - weights[name]) <= 0.051 + 0.005 * weights[name]
    ellipses = page.root().locator(".ssc-ellipses path")
    assert ellipses.count() == 3
    assert page.root().locator(".ssc-centre").count() == 3
    if front_end == "lab":
        page.tab.evaluate(HIDE_LAB)
        for _ in range(8):
            page.press("ArrowRight")
        at_step(page, 12)
        picture(page, "steps")
    plays_and_ends(page, steps, known)


def plays_and_ends(page, steps, known):
    page.press("Home")
    at_step(page, 1)
    page.press(" ")
    steps.get_by_role("button", name="Pause").wait_for()
    at_step(page, 3)
    page.press(" ")
    steps.get_by_role("button", name="Play").wait_for()
    page.press("End")
    at_step(page, known["n"])
    page.root().locator(".ssc-note", has_text="the clustering shown").wait_for()
    assert page.colours() == known["shown"]
    page.press("ArrowLeft")
    at_step(page, known["n"] - 1)
    page.press("Escape")
    steps.wait_for(state="hidden")
    assert page.colours() == known["shown"]
    assert page.root().locator(".ssc-centre").count() == 0
    assert {"code"} == set(page.cell_types())


def test_a_new_fit_renews_the_steps_and_a_warm_start_offers_fresh_ones(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    steps = begin(page)
    page.python("explorer.session.answer(60, 100, 'cannot'); explorer.session.wait()")
    steps.get_by_text("started from the previous clusters").wait_for()
    steps.get_by_role("button", name="New starting points").click()
    steps.get_by_text("may end with another clustering than the one shown").wait_for()
    steps.get_by_role("button", name="Close the steps").click()
    steps.wait_for(state="hidden")


def test_a_dendrogram_is_cut_and_the_cut_used(use_notebook, lab, picture):
    page = use_notebook(lab, [TREE])
    page.tab.set_viewport_size(WIDE)
    page.tab.evaluate(HIDE_LAB)
    steps = begin(page)
    page.press("End")
    page.root().locator(".ssc-note", has_text="the clustering shown").wait_for()
    shown = page.colours()
    assert shown == page.kernel()["labels"]
    tree = steps.locator(".ssc-dendrogram")
    box = tree.bounding_box()
    page.tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + 8)
    page.root().locator(".ssc-note", has_text="Cut at 1 cluster").wait_for()
    assert set(page.colours()) == {page.colours()[0]}
    steps.get_by_role("button", name="Cut at 4 clusters").click()
    steps.get_by_role("button", name="Use K = 4").wait_for()
    assert len(set(page.colours())) == 4
    picture(page, "steps-tree")
    four = page.colours()
    steps.get_by_role("button", name="Use K = 4").click()
    page.wait_for(lambda state: len(set(state["labels"])) == 4)
    page.settle()
    pairs = set(zip(four, page.kernel()["labels"], strict=True))
    assert len(pairs) == 4
    page.press("Control+z")
    page.wait_for(lambda state: len(set(state["labels"])) == 3)


def test_steps_stay_readable_when_the_kernel_is_gone_and_on_narrow_pages(
    open_notebook, lab, picture
):
    page = open_notebook(lab, [CELL], dark=True, width=1100, height=1400)
    steps = begin(page)
    for _ in range(9):
        page.press("ArrowRight")
    at_step(page, 10)
    picture(page, "steps-dark")
    page.tab.set_viewport_size({"width": 900, "height": 1500})
    picture(page, "steps-narrow")
    page.shut_down_kernel()
    page.root().get_by_text("Disconnected").first.wait_for()
    steps.get_by_role("button", name="Close the steps").click()
    steps.wait_for(state="hidden")
