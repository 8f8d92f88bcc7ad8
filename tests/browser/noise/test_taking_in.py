"""Points that the fit left out, taken into clusters near them by keyboard; light and dark."""

from ..pictures import HIDE_LAB, WIDE

NEIGHBOURS = """
import numpy as np
from jupyter_sscluster import ClusterExplorer
rng = np.random.default_rng(1)
centres = np.array([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0]])
X = np.repeat(centres, [30, 25, 35], axis=0) + 0.5 * rng.normal(size=(90, 2))
X = np.concatenate([X, rng.uniform(-8, 18, size=(12, 2))])
explorer = ClusterExplorer(X, "neighbourgraphagglomerative")
explorer
"""


def test_points_near_clusters_are_taken_in_by_keyboard(use_notebook, lab, pictures):
    page = use_notebook(lab, [NEIGHBOURS], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    entry = page.root().locator(".ssc-noneleg")
    entry.focus()
    page.press("Enter")
    slider = page.root().get_by_role("slider", name="Reach of the clusters")
    slider.wait_for()
    n_out = int(page.python("print(len(explorer.session.noise))"))
    slider.focus()
    page.press("ArrowRight")
    page.press("ArrowRight")
    assert slider.input_value() == "2"
    assert "2 points would join" in slider.get_attribute("aria-valuetext")
    page.root().locator(".ssc-target-outline").first.wait_for()
    page.settle()
    pictures(page, "no-cluster-reach")
    page.press("Tab")
    page.press("Enter")
    page.wait_for_status("Taken in: 2 points · ")
    assert int(page.python("print(len(explorer.session.noise))")) == n_out - 2
    assert page.root().locator(".ssc-target-outline").count() == 0
    assert slider.input_value() == "0"
    page.press("Control+z")
    page.wait_for(lambda s: sum(label == -1 for label in s["labels"]) == n_out)


MANY = NEIGHBOURS.replace("[30, 25, 35]", "[1800, 1700, 2000]").replace("(90, 2)", "(5500, 2)")


def test_of_many_points_on_a_canvas_those_that_would_join_are_outlined(use_notebook, lab, pictures):
    page = use_notebook(lab, [MANY], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.root().locator(".ssc-noneleg").click()
    slider = page.root().get_by_role("slider", name="Reach of the clusters")
    slider.focus()
    page.press("End")
    assert slider.input_value() == slider.get_attribute("max")
    page.root().locator(".ssc-target-outline").first.wait_for()
    page.settle()
    pictures(page, "no-cluster-reach-many")
