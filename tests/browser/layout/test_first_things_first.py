"""What a person needs to decide is whole and in sight at 853, 968 and 1,108 pixels."""

from ..pictures import HIDE_LAB
from ..question_types.cards import choose
from ..row_content.cells import IMAGES

WIDTHS = (853, 968, 1108)
COLUMNS = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
frame = load_iris(as_frame=True).data
frame["channel"] = ["web shop", "telephone", "branch office"] * 50
frame["town"] = ["Brno", "Hradec Kralove", "Usti nad Labem"] * 50
frame["segment"] = ["small business customers", "private"] * 75
explorer = ClusterExplorer(frame, n_clusters=3, tooltip=["channel", "town", "segment"])
for i, j in [(53, 87), (87, 146), (13, 25), (131, 144), (118, 132), (0, 5), (60, 70)]:
    explorer.session.answer(i, j, "must")
for i, j in [(41, 57), (23, 64), (50, 109), (106, 119), (3, 80)]:
    explorer.session.answer(i, j, "cannot")
explorer.session.wait()
explorer
"""
DIGITS = IMAGES.replace("TOOLTIP", "images")

# Of these selectors, those of which an element is missing, cut by a box around it, or covered.
NOT_WHOLE = """(root, selectors) => selectors.filter(selector => {
  const drawn = [...root.querySelectorAll(selector)].filter(e => e.checkVisibility());
  const cut = element => {
    const box = element.getBoundingClientRect();
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (box.height < 12 || element.scrollWidth > element.clientWidth + 1) return true;
    if (!element.contains(over)) return true;
    for (let p = element.parentElement; p && root.contains(p); p = p.parentElement) {
      if (getComputedStyle(p).overflow === 'visible') continue;
      const f = p.getBoundingClientRect();
      if (box.top < f.top - 1 || box.bottom > f.bottom + 1 || box.right > f.right + 1) return true;
    }
    return false;
  };
  return !drawn.length || drawn.some(cut);
})"""

RESTING = [f".ssc-con tbody tr:nth-child({k}) .ssc-pairbtn" for k in range(1, 6)]
ASKED = [".ssc-qtitle", ".ssc-pair > div", ".ssc-why", ".ssc-asked .ssc-ans button"]
STOPPED = [".ssc-dlg", ".ssc-when", ".ssc-step span:not(:empty)", ".ssc-choices button"]
SHOWN = [".ssc-im img", ".ssc-why", ".ssc-asked .ssc-ans button", ".ssc-pairs [aria-current]"]


def at_every_width(page, parts):
    for width in WIDTHS:
        page.widen_to(width)
        page.root().evaluate("e => e.scrollIntoView({block: 'start', behavior: 'instant'})")
        page.rest()
        assert page.root().evaluate(NOT_WHOLE, parts) == [], width


def test_rest_question_and_conflict_are_whole(use_notebook, lab):
    page = use_notebook(lab, [COLUMNS])
    page.tab.evaluate(HIDE_LAB)
    at_every_width(page, RESTING)

    page.button("Next question").click()
    page.shown_question()
    at_every_width(page, ASKED)
    page.button("Close question").click()

    page.click_point(53)
    page.press("c")
    page.click_point(146)
    page.root().get_by_role("alertdialog").wait_for()
    at_every_width(page, STOPPED)
    page.press("Escape")


def test_images_beside_a_list_of_pairs_are_whole(use_notebook, lab):
    page = use_notebook(lab, [DIGITS])
    page.tab.evaluate(HIDE_LAB)
    choose(page, "List")
    page.button("Next question").click()
    page.root().locator(".ssc-im img").first.wait_for()
    at_every_width(page, SHOWN)
