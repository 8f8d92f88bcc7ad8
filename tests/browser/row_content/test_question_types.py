"""Placements and sortings of points with images or texts, which are large enough to decide by."""

import pytest

from ..pictures import HIDE_LAB, WIDE
from ..question_types.cards import asked, in_hand, state_of, wait_for
from .cells import BOX, IMAGES, TEXTS

CELLS = {"images": IMAGES.replace("TOOLTIP", "images"), "texts": TEXTS.replace("TIMES", "3")}
WHOLE = """e => { const box = e.getBoundingClientRect();
  const x = box.x + box.width / 2;
  return [box.top + 2, box.bottom - 2].every(y =>
    e.contains(document.elementFromPoint(x, y))); }"""


def uncovered(page, part):
    """Whether nothing lies over an element once it is scrolled to."""
    part.scroll_into_view_if_needed()
    return part.evaluate(WHOLE)


@pytest.fixture(params=list(CELLS))
def kind(request):
    return request.param


@pytest.fixture
def page(use_notebook, lab, kind):
    page = use_notebook(lab, [CELLS[kind]], dark=kind == "texts", **WIDE)
    page.tab.evaluate(HIDE_LAB)
    return page


def test_where_a_point_belongs_is_seen(page, picture, kind):
    shown = page.root().locator(".ssc-shown:visible")
    asked(page, "Place")
    point = state_of(page)["placement"][0]
    if kind == "images":
        assert shown.locator("img").evaluate(BOX)[3] == 224
        faces = page.root().locator(".ssc-cards img")
        assert {face.evaluate(BOX)[3] for face in faces.all()} == {72}
        shown.get_by_role("button", name="larger").click()
        large = page.root().get_by_role("dialog", name="Image of point")
        assert large.locator("img").evaluate(BOX)[3] > 300
        page.press("Escape")
        large.wait_for(state="hidden")
        assert state_of(page)["placement"], "Escape closed the image, not the question"
    else:
        assert shown.inner_text().endswith(f"Report {point}.")
        words = page.root().locator(".ssc-cards .ssc-facetext")
        assert all(word.evaluate(BOX)[2] > 200 for word in words.all())
    picture(page, f"place-{kind}")
    first = state_of(page)["placement"]
    page.press("1")
    wait_for(page, lambda state: state["placement"] not in (None, first))
    assert page.root().locator(".ssc-place .ssc-waiting").count() == 0, "images came ahead"


def test_cards_to_be_sorted_are_seen_one_after_the_other(page, picture, kind):
    shown = page.root().locator(".ssc-shown:visible")
    asked(page, "Sort")
    assert shown.locator("b").inner_text() == f"Point {in_hand(page)}"
    other = page.root().locator(".ssc-cardgroup .ssc-card").last
    row = other.get_attribute("data-row")
    other.hover()
    shown.locator("b").filter(has_text=f"Point {row}").wait_for()
    if kind == "images":
        assert shown.locator("img").evaluate(BOX)[3] == 128
    else:
        assert shown.inner_text().endswith(f"Report {row}.")
    page.tab.mouse.move(2, 2)
    for key in "123":
        page.press(key)
        assert uncovered(page, page.root().get_by_role("button", name="New pile"))
    picture(page, f"sort-{kind}")
    page.tab.set_viewport_size({"width": 760, "height": 1200})
    picture(page, f"sort-{kind}-narrow")
