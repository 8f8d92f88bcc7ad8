"""A check of the result by the keyboard alone: cards, rows by digits, the figure, twenty more."""

from ..pictures import HIDE_LAB, WIDE, faults

CELL = """
import numpy as np
from sklearn.datasets import load_digits
from jupyter_sscluster import ClusterExplorer
digits = load_digits(n_class=6)
X, images, y = digits.data[:400], digits.images[:400], digits.target[:400]

def png(row):
    import io
    from PIL import Image
    picture = Image.fromarray((255 - 15.9 * images[row]).astype(np.uint8)).resize((64, 64))
    data = io.BytesIO()
    picture.save(data, "PNG")
    return data.getvalue()

explorer = ClusterExplorer(X, "pckmeans", n_clusters=6, tooltip=png, annotator="Ann")
explorer
"""

CHECKED = """
check = explorer.session.check()
check.sort()
while check.question is not None:
    asked = check.question
    fits = [card for card in asked.representatives if y[card] == y[asked.point]]
    check.place(asked.point, fits[0] if fits else None)
"""

NEXT_KEY = """
asked = explorer.session.check().question
digits_of = {y[card]: k for k, card in enumerate(asked.representatives, 1)}
print(digits_of.get(y[asked.point], 0))
"""

N_LOOKS = "print(len(explorer.session.check()._engine.state.checks.looks))"


def opened(page):
    """The check, opened from the More menu by keys."""
    page.root().get_by_role("button", name="More", exact=True).focus()
    page.press("Enter")
    page.root().get_by_role("menuitem", name="Check the result").focus()
    page.press("Enter")
    section = page.root().get_by_role("region", name="Check the result")
    section.wait_for()
    return section


def all_placed(page):
    """Rows are placed by the digits of their true classes until none is left; how many looks."""
    n_looks = int(page.python(N_LOOKS))
    while page.python("print(explorer.session.check().question is None)").strip() == "False":
        page.press(page.python(NEXT_KEY).strip())
        n_looks += 1
        page.tab.wait_for_timeout(30)
        for _ in range(200):
            if int(page.python(N_LOOKS)) == n_looks:
                break
            page.tab.wait_for_timeout(30)
        page.rest()
    return n_looks


def test_a_result_is_checked_without_a_hand_on_the_mouse(use_notebook, lab, pictures):
    page = use_notebook(lab, [CELL], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    section = opened(page)
    section.get_by_text("How right is this clustering?").wait_for()
    pictures(page, "check-begin")
    page.press("Enter")
    section.get_by_text("Which of these are the same?").wait_for()
    for key in "23m2":  # joined, and taken apart again
        page.press(key)
    page.settle()
    pictures(page, "check-cards")
    page.press("Enter")
    page.wait_for_status("Check 1 of 40: where does point ")
    page.settle()
    pictures(page, "check-row")
    page.press("s")
    page.wait_for_status("Check 2 of 40")
    page.press("Control+z")
    page.wait_for_status("Check 1 of 40")
    page.press("Escape")
    section.wait_for(state="hidden")
    opened(page)
    page.wait_for_status("Check 1 of 40")
    assert all_placed(page) >= 40
    section.get_by_text("% with 95 % confidence, 40 checks by Ann").wait_for()
    page.wait_for_status("40 checks: ")
    page.settle()
    pictures(page, "check-result")
    faults(page)


def test_the_figure_follows_the_clustering_and_twenty_more_are_checked(use_notebook, lab, pictures):
    page = use_notebook(lab, [CELL, CHECKED], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    section = opened(page)
    page.wait_for_status("40 checks: ")
    assert "40 checks by Ann" in page.python("print(explorer.session.check().summary)")
    page.python("explorer.session.answer(0, 1, 'cannot'); explorer.session.set_n_clusters(7)")
    section.get_by_text("What do the new clusters stand for?").wait_for()
    section.get_by_role("group").last.focus()
    page.settle()
    pictures(page, "check-new-cluster")
    page.press("Enter")
    section.get_by_text("changed cluster since").wait_for()
    page.widen_to(360)
    pictures(page, "check-result-360")
    section.get_by_role("button", name="Check 20 more").focus()
    page.press("Enter")
    page.wait_for_status("Check 41 of 60")
    page.settle()
    pictures(page, "check-row-360")
    assert all_placed(page) >= 60
    assert page.python("print(len(explorer.session.answers))").strip() == "1"
    faults(page)


TEN_MORE = """
few = [each for each in check.result.clusters if each.in_place is None and each.n_left]
print(len(check.rows), min(10, few[0].n_left), few[0].name)
"""


def test_ten_more_of_a_cluster_are_checked_by_keyboard(use_notebook, lab, pictures):
    page = use_notebook(lab, [CELL, CHECKED], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    section = opened(page)
    page.wait_for_status("40 checks: ")
    page.settle()
    pictures(page, "check-few")
    done, more, name = page.python(TEN_MORE).strip().split(maxsplit=2)
    section.get_by_role("button", name=f"{more} more in {name}").focus()
    page.press("Enter")
    page.wait_for_status(f"Check {int(done) + 1} of {int(done) + int(more)}")
    all_placed(page)
    section.get_by_text("of single clusters, which are weighed by their size").wait_for()
    page.settle()
    pictures(page, "check-more")
    faults(page)


MANY = """
import io
import numpy as np
from PIL import Image, ImageDraw
from jupyter_sscluster import ClusterExplorer
rng = np.random.default_rng(3)
y = np.concatenate([np.arange(40), rng.integers(0, 40, 280)])
X = rng.uniform(-40, 40, (40, 3))[y] + rng.normal(size=(320, 3))

def png(row):
    picture = Image.new("RGB", (64, 64), f"hsl({9 * y[row]}, 60%, 75%)")
    ImageDraw.Draw(picture).text((22, 26), f"N{y[row]:02}", fill="black")
    data = io.BytesIO()
    picture.save(data, "PNG")
    return data.getvalue()

explorer = ClusterExplorer(X, "kmeans", n_clusters=40, tooltip=png, annotator="Ann")
explorer
"""

ANOTHER = """
check = explorer.session.check()
card, name = [*check.search().items()][3]
print(name)
"""

SAID = "print(check._engine.state.checks.looks[-1].said == card)"
N_CLASSES = "print(len({*check._engine.state.checks.classes}))"


def test_a_point_of_a_cluster_that_is_not_shown_is_placed_by_name(use_notebook, lab, pictures):
    page = use_notebook(lab, [MANY], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    section = opened(page)
    section.get_by_text("How right is this clustering?").wait_for()
    page.press("Enter")
    page.wait_for_status("Check 1 of 40: where does point ")
    page.settle()
    pictures(page, "check-many-row")
    name = page.python(ANOTHER).strip()
    page.press("a")
    section.get_by_role("option").first.wait_for()
    page.settle()
    pictures(page, "check-many-nearest")
    page.press("Escape")
    section.get_by_role("listbox").wait_for(state="hidden")
    page.press("a")
    page.tab.keyboard.type(name)
    section.get_by_role("option", name=name).first.wait_for()
    page.wait_for_status("other cluster")
    page.settle()
    pictures(page, "check-many-name")
    page.press("Enter")
    page.wait_for_status("Check 2 of 40")
    assert page.python(SAID).strip() == "True"
    for key in "m12m":
        page.press(key)
    page.settle()
    pictures(page, "check-many-same")
    page.press("Enter")
    page.rest()
    assert page.python(N_CLASSES).strip() == "39"
    page.press("Control+z")
    page.rest()
    assert page.python(N_CLASSES).strip() == "40"
    assert all_placed(page) >= 40
    section.get_by_text("% with 95 % confidence, 40 checks by Ann").wait_for()
    section.get_by_text("Each cluster counts as a class of its own").wait_for()
    page.settle()
    pictures(page, "check-many-result")
    faults(page)
