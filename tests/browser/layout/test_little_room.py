"""A page at twice its size, one that is 300 pixels wide, and paper: all can be seen and reached."""

import pytest

from ..axes.menu import choose
from ..clusters.card import CELL, take
from ..export.files import opened
from ..page import TWO_FRAMES
from ..pictures import HIDE_LAB, faults

# Controls, entries of the legend and the status line that are cut off, or of which something else
# lies over the middle once they are scrolled into sight.
OUT_OF_REACH = """root => {
  const found = [], around = root.getBoundingClientRect();
  const parts = [...root.querySelectorAll(
    'button, select, input, textarea, .ssc-leg > *, .ssc-say')];
  const used = parts.filter(part => part.checkVisibility({ visibilityProperty: true }) &&
    part.offsetWidth && !part.matches(':disabled, .ssc-sr *'));
  for (const part of used) {
    part.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, right, top, width, height } = part.getBoundingClientRect();
    const { overflowX, textOverflow } = getComputedStyle(part);
    const over = root.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
    const name = part.getAttribute('aria-label') ?? part.textContent;
    if (left < around.left - 1 || right > around.right + 1) found.push([name, 'beyond the widget']);
    if (part.scrollWidth > part.clientWidth + 2 && overflowX === 'hidden' &&
        textOverflow !== 'ellipsis') found.push([name, 'its words are cut']);
    if (!part.contains(over)) found.push([name, 'covered by', over?.outerHTML.slice(0, 120)]);
  }
  return found;
}"""

# Whether the title of the axis across, and the buttons that choose it, are clear of the zoom.
CLEAR_OF_THE_ZOOM = """root => {
  const zoom = root.querySelector('.ssc-zoom').getBoundingClientRect();
  const around = root.getBoundingClientRect();
  const all = [...root.querySelectorAll('.ssc-ticks + .ssc-axtitle, .ssc-across select')];
  const drawn = all.filter(title => title.checkVisibility({ visibilityProperty: true }));
  const boxes = drawn.map(title => title.getBoundingClientRect()).filter(box => box.width);
  return boxes.length === 1 && boxes[0].right <= zoom.left + 6 &&
    boxes[0].left >= around.left - 6;
}"""


@pytest.mark.parametrize("room", ["300 px", "200 %"])
def test_everything_is_in_reach(use_notebook, lab, room):
    """Zoomed to 200 %, a window of 1400 × 1000 has 700 × 500 pixels of its style sheet."""
    page = use_notebook(lab, [CELL], width=700, height=500 if room == "200 %" else 900)
    page.tab.evaluate(HIDE_LAB)
    if room == "300 px":
        page.widen_to(300)
    page.settle()
    assert page.root().evaluate(OUT_OF_REACH) == []
    assert page.root().evaluate(CLEAR_OF_THE_ZOOM)
    page.button("Next question").click()
    page.wait_for(lambda state: state["question"])
    page.root().get_by_role("button", name="Don't know").wait_for()
    page.settle()
    assert page.root().evaluate(OUT_OF_REACH) == []
    page.root().locator(".ssc-figure").focus()
    page.press("Escape")
    take(page, 0)
    assert page.root().evaluate(OUT_OF_REACH) == []
    choose(page, "Two features")
    page.wait_for_status("Axes: Two features.")
    page.settle()
    assert page.root().evaluate(CLEAR_OF_THE_ZOOM)
    opened(page)
    assert page.root().get_by_role("dialog", name="Export").evaluate(OUT_OF_REACH) == []
    faults(page)


def test_paper_keeps_the_colours_and_the_places(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    page.tab.evaluate(HIDE_LAB)
    page.settle()
    try:
        page.tab.emulate_media(media="print")
        page.tab.evaluate(TWO_FRAMES)
        page.settle()
        inside = page.root().bounding_box()
        dots = page.dots()
        assert len(dots) == 150
        assert all(inside["x"] < x < inside["x"] + inside["width"] for _, x, _, _ in dots)
        assert page.colours() == page.kernel()["labels"]
        entry = page.root().get_by_role("list", name="Clusters").get_by_role("button").first
        assert entry.evaluate("e => getComputedStyle(e).printColorAdjust") == "exact"
        assert page.root().get_by_role("table", name="Constraints").is_visible()
        assert page.root().evaluate(OUT_OF_REACH) == []
    finally:
        page.tab.emulate_media(media="screen")
