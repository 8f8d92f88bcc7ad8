"""Every state of the widget, light and dark, wide and narrow: pictures, no accessibility faults."""

from .axes.menu import choose as choose_axes, open_menu
from .clusters.card import take
from .page import KERNEL
from .pictures import HIDE_LAB, WIDE
from .question_types.cards import asked, choose, title

CELL = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
iris = load_iris(as_frame=True).data
iris.columns = [c.removesuffix(" (cm)") for c in iris.columns]
explorer = ClusterExplorer(iris, n_clusters=3, MORE)
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
    limit = page.root().get_by_label("Max. rounds")
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


def fail(page):
    """A clusterer that keeps every constraint, with too few clusters for them."""
    page.python("explorer.session.set_clusterer('copkmeans')")
    page.root().get_by_role("region", name="Not fitted").get_by_text("Keeps all").first.wait_for()


def test_pictures_of_every_state(use_notebook, lab, picture, pictures):
    page = use_notebook(lab, [CELL.replace("MORE", "path='states.jsonl'")], **WIDE)
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
    picture(page, "question-900")
    page.tab.set_viewport_size({"width": 940, "height": 1300})
    picture(page, "question-narrow")
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
    fail(page)
    pictures(page, "too-few")

    page.tab.evaluate(f"() => {KERNEL}.restart()")
    page.root().get_by_text("Disconnected.").wait_for(timeout=30_000)
    pictures(page, "disconnected")


def more(page, name):
    """Choose an entry of the menu at the end of the toolbar; returns what it opens."""
    page.button("More").click()
    page.root().get_by_role("menuitem", name=name).click()


def section(page, name):
    return page.root().get_by_role("region", name=name)


def test_pictures_of_every_feature(use_notebook, lab, picture, pictures):
    truth = "y_true=load_iris().target, annotator='Ann'"
    cell = CELL.replace("MORE", truth).replace("n_clusters=3", "'pckmeans', n_clusters=4")
    page = use_notebook(lab, [cell], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.rest()
    choose_axes(page, "Two features")
    page.wait_for_status("Axes: Two features.")
    open_menu(page)
    pictures(page, "axes")
    page.press("Escape")
    choose_axes(page, "PCA")
    page.wait_for_status("Axes: PCA.")
    take(page, 57)
    page.button("Merge with…").click()
    page.root().get_by_text("If merged:").wait_for()
    pictures(page, "merge")
    page.press("Escape")
    page.press("Escape")
    several_points(page, pictures)
    beside(page, picture, pictures)
    answered(page, pictures)
    two_people(page, pictures)


def several_points(page, pictures):
    """Questions about several points."""
    asked(page, "Place")
    page.root().locator(".ssc-cards button").nth(1).focus()
    pictures(page, "place")
    choose(page, "Sort")
    title(page, "Sort").wait_for()
    for key in "12":
        page.press(key)
    pictures(page, "sort")
    choose(page, "List")
    page.root().locator(".ssc-pairs").wait_for()
    page.wait_for_status("pair 1 of 10")
    pictures(page, "list")
    choose(page, "Pair")
    page.button("Close question").click()


def beside(page, picture, pictures):
    """Another clusterer, the steps of a fit, and an earlier state."""
    more(page, "Compare with another clusterer")
    section(page, "Compare").get_by_text("They agree on").wait_for()
    page.settle()
    pictures(page, "compare")
    page.tab.set_viewport_size({"width": 810, "height": 1300})
    picture(page, "compare-narrow")
    page.tab.set_viewport_size(WIDE)
    page.button("Close comparison").click()
    more(page, "How this fit was made")
    section(page, "How this fit was made").get_by_role("slider", name="Step").wait_for()
    for _ in range(3):
        page.press("ArrowRight")
    page.root().locator(".ssc-note", has_text="Step 4 of").wait_for()
    pictures(page, "steps")
    page.button("Close the steps").click()
    page.root().get_by_role("slider", name="History").focus()
    for _ in range(3):
        page.press("ArrowLeft")
    page.wait_for_status("Answer 5 of 8")
    pictures(page, "history")
    page.button("Back to now").click()


def answered(page, pictures):
    """Answers from the true labels, and then whether they are enough."""
    page.python("explorer.session.set_n_clusters(3); explorer.session.wait()")
    more(page, "Simulate answers")
    panel = section(page, "Simulate answers")
    number = panel.get_by_role("spinbutton", name="Number of questions")
    number.fill("12")
    number.press("Enter")
    panel.locator("label", has_text="Max").click()
    panel.get_by_role("button", name="Play").click()
    page.wait_for_status("Question 12 of 12")
    pictures(page, "oracle-run")
    page.button("Close simulation").click()
    page.root().get_by_role("switch", name="Show doubtful points").click()
    page.tab.wait_for_function("() => document.querySelector('.ssc-root[data-ssc-shade]')")
    page.settle()
    pictures(page, "enough")


def two_people(page, pictures):
    """What they disagree about."""
    page.python(
        "explorer.session.annotators.current = 'Bob'\n"
        "explorer.session.answer(13, 25, 'cannot', soft=True)\n"
        "explorer.session.wait(20)"
    )
    page.root().get_by_role("button", name="Resolve 1 disagreement").click()
    section(page, "Disagreement").wait_for()
    pictures(page, "settle")
