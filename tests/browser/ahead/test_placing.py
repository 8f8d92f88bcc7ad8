"""What a card of "Where does this point belong?" would move, shown while it is pointed at."""

import json

from ..asking.shaped import CELL, SHOW, asked, state_of
from ..pictures import HIDE_LAB, WIDE

OUTCOMES = """import json as _json
_s, _p = explorer.session, explorer.session.placement
_s.wait(20)
_all = [_s.foreseen(choice) for choice in (*map(int, _p.representatives), None)]
print(_json.dumps([[o.moved_points.tolist(), None if o.labels is None else o.labels.tolist()]
                   for o in _all]))"""

MARKED = """root => [...root.querySelectorAll('path.dot[data-keep]')]
  .map(dot => Number(dot.dataset.index)).sort((a, b) => a - b)"""


def hovering(page):
    """A placement of which some card would move points; that card, and what it would do."""
    for _ in range(20):
        point, *cards = state_of(page)["placement"]
        outcomes = json.loads(page.python(OUTCOMES))
        for place, (moved, labels) in enumerate(outcomes[:-1]):
            if len(moved) > 1:
                return point, cards[place], place, moved, labels
        page.press("1")
        page.wait_for(lambda state: state["question"] is None)
        page.settle()
    raise AssertionError("no card moves any point")


def card_at(page, place):
    return page.root().locator(f".ssc-place [aria-keyshortcuts='{place + 1}']")


def test_what_a_card_would_move_is_what_it_moves(use_notebook, lab):
    page = use_notebook(lab, [CELL.format(more="") + SHOW])
    asked(page, "Place")
    point, row, place, moved, labels = hovering(page)
    card = card_at(page, place)
    card.hover()
    note = page.root().locator(".ssc-note")
    note.get_by_text(f"If like {row}:").wait_for()
    page.wait_for_status(f"Like {row} would move")
    marked = page.root().evaluate(MARKED)
    assert marked == sorted({*moved, point})
    page.tab.mouse.move(2, 2)
    note.get_by_text(f"If like {row}:").wait_for(state="hidden")
    assert page.root().evaluate(MARKED) == []
    page.root().locator(".ssc-place .ssc-ans").focus()
    page.press("Tab")
    for _ in range(place):
        page.press("Tab")
    note.get_by_text(f"If like {row}:").wait_for()
    page.press(str(place + 1))
    page.wait_for_colours(labels)
    assert page.cell_types() == ["code"]


def test_pictures_of_a_card_that_is_pointed_at(open_notebook, lab, picture):
    for theme in ("light", "dark"):
        page = open_notebook(lab, [CELL.format(more="") + SHOW], dark=theme == "dark", **WIDE)
        page.tab.evaluate(HIDE_LAB)
        asked(page, "Place")
        _, row, place, *_ = hovering(page)
        page.root().locator(".ssc-place .ssc-ans").focus()
        for _ in range(place + 1):
            page.press("Tab")
        page.root().locator(".ssc-note").get_by_text(f"If like {row}:").wait_for()
        picture(page, f"placing-ahead-{theme}")
