"""The search in names and texts: by keyboard, light and dark, and with little room."""

from ..pictures import HIDE_LAB, WIDE
from ..row_content.cells import TEXTS


def search(page, text):
    page.root().get_by_role("region", name="Clustering plot").focus()
    page.press("/")
    page.root().get_by_role("combobox", name="Search in names and texts").fill(text)
    section = page.root().get_by_role("region", name="Search")
    section.locator(".ssc-counts").filter(visible=True).wait_for()
    page.settle()
    return section


def test_hits_are_listed_ringed_stepped_through_and_picked(use_notebook, lab, picture, pictures):
    page = use_notebook(lab, [TEXTS.replace("TIMES", "1")], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    section = search(page, "wat")
    section.get_by_text("50 texts").first.wait_for()
    hits = section.get_by_role("option")
    assert hits.count() == 20
    assert hits.first.locator("mark").first.inner_text() == "water"
    assert section.get_by_text("and 30 more").count() == 1
    rings = page.root().locator(".ssc-hits .ssc-ring").first
    assert rings.get_attribute("d").count("M") == 49, "the chosen hit has a ring of its own"
    for _ in range(20):
        page.press("ArrowDown")
    said = page.wait_for_status("Hit 21 of 50")
    assert "Enter picks it, Esc ends the search." in said
    page.press("ArrowUp")
    page.wait_for_status("Hit 20 of 50")
    pictures(page, "search")
    page.press("Enter")
    page.root().locator(".ssc-note", has_text="selected").wait_for()
    assert section.is_visible()
    page.press("Escape")
    page.press("Escape")
    section.wait_for(state="hidden")
    assert page.root().locator(".ssc-hits path").count() == 0

    section = search(page, "pothoel")
    section.get_by_text("Nothing found for “pothoel”.").wait_for()
    pictures(page, "search-none")
    section.get_by_role("button", name="Did you mean pothole?").click()
    section.get_by_text("50 texts").first.wait_for()
    section.get_by_role("button", name="Select all 50").click()
    page.root().get_by_role("menu").filter(visible=True).first.wait_for()
    assert page.python("print(len(explorer.selection))").strip() == "50"
    page.python("explorer.selection = ()")
    page.tab.set_viewport_size({"width": 560, "height": 1300})
    picture(page, "search-narrow")
