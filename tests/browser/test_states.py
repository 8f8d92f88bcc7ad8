"""Every state of the widget, light and dark, wide and narrow: pictures, no accessibility faults."""

import pytest

from .page import KERNEL
from .pictures import HIDE_LAB, WIDE

CELL = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
iris = load_iris(as_frame=True).data
iris.columns = [c.removesuffix(" (cm)") for c in iris.columns]
explorer = ClusterExplorer(iris, n_clusters=3, path="PATH")
for i, j, kind in [(41, 57, "cannot"), (13, 25, "must"), (53, 87, "must"), (23, 64, "cannot"),
                   (87, 146, "must"), (131, 144, "must"), (50, 109, "cannot"), (118, 132, "must")]:
    explorer.session.answer(i, j, kind)
explorer.session.wait()
explorer
"""


def contradict(page):
    """Keep two points apart that must-links join."""
    page.click_point(53)
    page.press("c")
    page.click_point(146)
    page.root().get_by_role("alertdialog").wait_for()


def use_the_form(page):
    """Have a value refused, which is said at its field, and set one of the strategy's."""
    page.python("explorer.session.set_strategy('npu')")
    page.button("Parameters").click()
    limit = page.root().get_by_label("Max. iterations")
    limit.fill("0")
    limit.press("Enter")
    form = page.root().get_by_role("dialog", name="Parameters")
    form.get_by_text("0 must be a whole number, 1 or more.", exact=True).wait_for()
    assert (limit.input_value(), limit.get_attribute("aria-invalid")) == ("0", "true")
    members = form.get_by_role("group", name="NPU").get_by_label("Ensemble size")
    members.fill("30")
    members.press("Enter")
    form.get_by_text("Number of trees. A whole number, 1 or more.").wait_for()


def meet_a_dead_end(page):
    """More clusters than were asked for, with the form put away."""
    page.press("Escape")
    page.python(
        "explorer.session.set_clusterer('constrainedagglomerative')\n"
        "rows = [0, 30, 60, 90, 120]\n"
        "apart = [(i, j) for i in rows for j in rows if i < j]\n"
        "explorer.session.answer_many(apart, 'cannot')"
    )
    page.root().get_by_text("cannot keep 5 points apart: 0").wait_for()
    assert page.python("print(explorer.session.strategy.n_estimators)").strip() == "30"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures_of_every_state(use_notebook, lab, picture, dark):
    theme = "dark" if dark else "light"
    cell = CELL.replace("PATH", f"states-{theme}.jsonl")
    page = use_notebook(lab, [cell], dark=dark, **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.tab.wait_for_timeout(800)
    page.click_point(60)
    page.press("c")
    page.click_point(106)
    page.wait_for(lambda s: s["answers"] == 9)
    picture(page, f"resting-{theme}")

    page.press("n")
    page.wait_for(lambda s: s["question"])
    picture(page, f"question-{theme}")
    page.tab.set_viewport_size({"width": 1080, "height": 760})
    picture(page, f"question-900-{theme}")
    page.tab.set_viewport_size({"width": 940, "height": 1300})
    picture(page, f"question-narrow-{theme}")
    page.tab.set_viewport_size(WIDE)
    page.tab.wait_for_timeout(400)
    page.press("s")
    page.press("Escape")

    page.root().get_by_role("radio", name="Lasso").check(force=True)
    left = sorted(page.dots(), key=lambda d: (d[1], d[2]))[5:14]
    page.lasso([d[0] for d in left])
    page.root().get_by_role("menuitem").first.wait_for()
    picture(page, f"lasso-{theme}")
    page.press("Escape")
    page.root().get_by_role("radio", name="Select").check(force=True)

    contradict(page)
    picture(page, f"conflict-{theme}")
    page.press("Escape")
    page.root().get_by_role("alertdialog").wait_for(state="detached")
    page.kernel()

    use_the_form(page)
    picture(page, f"form-{theme}")
    meet_a_dead_end(page)
    picture(page, f"dead-end-{theme}")

    page.tab.evaluate(f"() => {KERNEL}.restart()")
    page.root().get_by_text("Disconnected.").wait_for(timeout=30_000)
    picture(page, f"disconnected-{theme}")
