"""Every state of the widget, light and dark, wide and narrow: pictures, no accessibility faults."""

from .page import KERNEL
from .pictures import HIDE_LAB, WIDE

CELL = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
iris = load_iris(as_frame=True).data
iris.columns = [c.removesuffix(" (cm)") for c in iris.columns]
explorer = ClusterExplorer(iris, n_clusters=3, path="states.jsonl")
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


def test_pictures_of_every_state(use_notebook, lab, pictures):
    page = use_notebook(lab, [CELL], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.rest()
    page.click_point(60)
    page.press("c")
    page.click_point(106)
    page.wait_for(lambda s: s["answers"] == 9)
    pictures(page, "resting")

    page.press("n")
    page.wait_for(lambda s: s["question"])
    pictures(page, "question")
    page.tab.set_viewport_size({"width": 1080, "height": 760})
    pictures(page, "question-900")
    page.tab.set_viewport_size({"width": 940, "height": 1300})
    pictures(page, "question-narrow")
    page.tab.set_viewport_size(WIDE)
    page.rest()
    page.press("s")
    page.press("Escape")

    page.root().get_by_role("radio", name="Lasso").check(force=True)
    left = sorted(page.dots(), key=lambda d: (d[1], d[2]))[5:14]
    page.lasso([d[0] for d in left])
    page.root().get_by_role("menuitem").first.wait_for()
    pictures(page, "lasso")
    page.press("Escape")
    page.root().get_by_role("radio", name="Select").check(force=True)

    contradict(page)
    pictures(page, "conflict")
    page.press("Escape")
    page.root().get_by_role("alertdialog").wait_for(state="detached")
    page.kernel()

    use_the_form(page)
    pictures(page, "form")
    meet_a_dead_end(page)
    pictures(page, "dead-end")

    page.tab.evaluate(f"() => {KERNEL}.restart()")
    page.root().get_by_text("Disconnected.").wait_for(timeout=30_000)
    pictures(page, "disconnected")
