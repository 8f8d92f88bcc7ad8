"""The nearest points: listed with images and texts, linked by one key each, light and dark."""

from ..pictures import HIDE_LAB, WIDE
from ..row_content.cells import IMAGES, TEXTS


def listed(page, point):
    page.click_point(point)
    page.press("r")
    section = page.root().get_by_role("region", name=f"Nearest to {point}")
    section.get_by_role("listitem").nth(9).wait_for()
    page.settle()
    return section


def test_neighbours_are_linked_one_after_the_other(use_notebook, lab, picture, pictures):
    page = use_notebook(lab, [TEXTS.replace("TIMES", "1")], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    point = page.apart(1)[0]
    section = listed(page, point)
    rows = section.get_by_role("listitem")
    wanted = page.python(
        f"print(*[each.row for each in explorer.session.nearest({point})])"
    ).split()
    assert [row.locator("b").inner_text() for row in rows.all()] == wanted
    assert f"nearest to {point}, at distance" in page.status()
    page.press("ArrowDown")
    page.wait_for_status(f"{wanted[1]} is second nearest to {point}")
    pictures(page, "nearest")
    page.press("m")
    linked = sorted([point, int(wanted[1])])
    page.wait_for(lambda s: [sorted(pair) for pair in s["must"]] == [linked])
    page.root().locator(".ssc-nearlist li[data-kind=must]").wait_for()
    assert rows.nth(2).get_attribute("aria-current") == "true"
    page.press("c")
    page.wait_for(lambda s: len(s["cannot"]) == 1)
    page.root().locator(".ssc-nearlist li[data-kind=cannot]").wait_for()
    section.get_by_label("Raw features").check()
    page.settle()
    page.tab.set_viewport_size({"width": 560, "height": 1300})
    picture(page, "nearest-narrow")
    page.press("Escape")
    section.wait_for(state="hidden")


def test_neighbours_with_images(use_notebook, lab, picture):
    page = use_notebook(lab, [IMAGES.replace("TOOLTIP", "images")], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    section = listed(page, page.apart(1)[0])
    section.locator("img").nth(9).wait_for()
    picture(page, "nearest-images")
