"""The selection, one for the page and for Python: set, read, listed; and points found by name."""

import pytest

from ..page import IRIS
from ..pictures import HIDE_LAB, WIDE
from .selected import ringed, selection


@pytest.fixture
def page(use_notebook, lab):
    return use_notebook(lab, [IRIS.format(more="")])


def test_python_reads_what_the_lasso_holds_and_sets_it(page):
    page.root().get_by_role("radio", name="Lasso").check(force=True)
    ten = sorted(page.dots(), key=lambda d: d[1])[:10]
    page.lasso([d[0] for d in ten])
    page.root().get_by_role("menuitem").first.wait_for()
    held = selection(page)
    assert {d[0] for d in ten} <= set(held)
    assert ringed(page) == len(held)
    assert page.python("print(len(explorer.selected), list(explorer.selected.columns)[0])").split(
        " ", 1
    ) == [str(len(held)), "sepal length (cm)\n"]
    page.python("explorer.selection = explorer.labels == 1")
    count = page.kernel()["labels"].count(1)
    page.root().get_by_text(f"{count} points selected").first.wait_for()
    assert ringed(page) == count
    page.python("explorer.selection = ()")
    page.root().get_by_role("menu").wait_for(state="hidden")
    assert ringed(page) == 0


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_selected_points_as_a_table_and_a_point_by_its_number(use_notebook, lab, picture, dark):
    page = use_notebook(lab, [IRIS.format(more="")], dark=dark, **WIDE)
    page.tab.evaluate(HIDE_LAB)
    theme = "dark" if dark else "light"
    page.python("explorer.selection = range(120)")
    page.root().get_by_role("menuitem", name="Show as a table").click()
    table = page.root().get_by_role("table", name="Selected")
    table.wait_for()
    assert table.locator("tbody tr").count() == 100
    page.root().get_by_text("and 20 more").wait_for()
    page.press("ArrowDown")
    page.press("ArrowDown")
    focused = page.tab.evaluate("() => document.activeElement.textContent")
    assert focused == "2"
    page.root().get_by_role("tooltip").get_by_text("Point 2 ·").wait_for()
    assert page.root().locator(".ssc-cursor rect").count() > 0
    picture(page, f"selected-{theme}")

    page.press("/")
    field = page.root().get_by_role("combobox", name="Search in names")
    field.fill("14")
    options = page.root().get_by_role("listbox", name="Found").get_by_role("option")
    options.first.wait_for()
    names = [option.locator("b").inner_text() for option in options.all()]
    assert names == ["14", *map(str, range(140, 150))]
    picture(page, f"find-{theme}")
    page.press("ArrowDown")
    page.press("Enter")
    page.wait_for_status("Point 140")
    assert page.cell_types() == ["code"]
