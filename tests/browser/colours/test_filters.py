"""Points filtered by columns: what is left keeps its colour, and the clustering stays."""

from ..pictures import HIDE_LAB, WIDE
from .table import CUSTOMERS, choose, legend

CELL = CUSTOMERS.format(n=420, more="")

OUT = "root => root.querySelectorAll('path.dot[data-out]').length"


def test_pictures_of_filters_by_brush_keys_and_kinds(use_notebook, lab, picture):
    page = use_notebook(lab, [CELL], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    labels = page.kernel()["labels"]
    choose(page, "age")
    part = legend(page, "age")
    histogram = part.get_by_role("img", name="age: 411 values")
    # hovering waits until the panel, which is scrolled into view, is at rest
    width = histogram.bounding_box()["width"]
    histogram.hover(position={"x": width * 12 / 62, "y": 40})
    box = histogram.bounding_box()
    page.tab.mouse.down()
    page.tab.mouse.move(box["x"] + width * 34 / 62, box["y"] + 40, steps=4)
    page.tab.mouse.up()
    part.get_by_text("30 to 52 · ").wait_for()
    part.get_by_role("slider", name="age to").focus()
    page.press("ArrowRight")
    part.get_by_text("30 to 53 · ").wait_for()
    choose(page, "town")
    legend(page, "town").get_by_role("checkbox").first.click()
    chips = page.root().get_by_role("group", name="Filters")
    chips.get_by_text("town = ").wait_for()
    page.settle()
    left = int(chips.inner_text().split(" of 420")[0].split()[-1])
    assert page.root().evaluate(OUT) == 420 - left
    assert page.kernel()["labels"] == labels
    choose(page, "age")
    part.get_by_text("30 to 53 · ").wait_for()
    part.get_by_role("switch", name="Ask only about these points").click()
    picture(page, "filters")
    page.widen_to(360, 1400)
    picture(page, "filters-360")
    page.tab.set_viewport_size(WIDE)
    chips.get_by_role("button", name="Clear all").click()
    chips.wait_for(state="hidden")
    assert page.root().evaluate(OUT) == 0
