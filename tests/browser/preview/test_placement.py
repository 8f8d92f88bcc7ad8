"""What a card of "Where does this point belong?" would move, shown while it is pointed at."""

import json

from ..pictures import HIDE_LAB, WIDE
from ..question_types.cards import CELL, SHOW, asked, in_hand, state_of

OUTCOMES = """import json as _json
_s, _p = explorer.session, explorer.session.question
_s.wait(20)
_all = [_s.preview(choice) for choice in (*map(int, _p.representatives), None)]
print(_json.dumps([[o.moved_points.tolist(), None if o.labels is None else o.labels.tolist()]
                   for o in _all]))"""

MARKED = """root => [...root.querySelectorAll('path.dot[data-keep]')]
  .map(dot => Number(dot.dataset.index)).sort((a, b) => a - b)"""


# What is asked in the very turn in which a key is pressed.
PRESSED = """([root, key]) => {
  const [card, group] = ['.ssc-card[aria-current]', '.ssc-place .ssc-ans']
    .map(selector => root.querySelector(selector));
  const held = card?.checkVisibility() ? card : group;
  held.focus();
  held.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  const shown = [...root.querySelectorAll('.ssc-qtitle')].find(each => each.checkVisibility());
  const cards = [...root.querySelectorAll('.ssc-tray .ssc-card')].map(each => +each.dataset.row);
  return [shown.textContent, cards];
}"""

NEXT = """import json as _json
_f = next(w for w in explorer.event_loop.workers if hasattr(w, "done"))
_q = explorer.session.preview({answer}).next_question if _f.done and {ready} else None
print(_json.dumps(_q and [int(v) for v in getattr(_q, "points", [getattr(_q, "point", 0)])]))"""


def preview_of(page, answer, ready="True"):
    """The points of the question after an answer, once the page was told of it."""
    for _ in range(400):
        found = json.loads(page.python(NEXT.format(answer=answer, ready=ready)))
        if found:
            page.settle()
            return found
        page.tab.wait_for_timeout(25)
    raise AssertionError("it was not previewed")


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


def test_what_a_card_would_move_is_what_it_moves(use_notebook, server):
    page = use_notebook(server, [CELL.format(more="") + SHOW])
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
    following = preview_of(page, row)
    title, _ = page.root().evaluate(f"root => ({PRESSED})([root, '{place + 1}'])")
    assert title == f"Where does point {following[0]} belong?", "in the frame of the key"
    page.wait_for_colours(labels)
    assert state_of(page)["placement"][0] == following[0]
    assert page.cell_types() == ["code"]


PLACED = """import json as _json
_s = explorer.session
_s.wait(20)
_all = [state.asked for state in _s._engine.ledger.timeline.past if state.asked is not None]
print(_json.dumps([asked.points[0] for asked in _all]))"""

# What stands there in the very moment of the key.
TYPED = """([root, key]) => {
  const title = root.querySelector('.ssc-place .ssc-qtitle').textContent;
  root.querySelector('.ssc-place .ssc-ans')
    .dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  return title;
}"""


def test_keys_faster_than_fits_place_the_points_that_were_read(use_notebook, lab):
    page = use_notebook(lab, [CELL.format(more="") + SHOW, "explorer"])
    page.wait_until_drawn(2)
    asked(page, "Place")
    page.root().locator(".ssc-place .ssc-ans").focus()
    read = []
    for k in range(20):
        title = page.root().evaluate(f"root => ({TYPED})([root, '{'1s0'[k % 3]}'])")
        read.append(title) if title not in read[-1:] else None
        page.tab.wait_for_timeout(60)
    page.wait_for_status("where does point")
    placed = json.loads(page.python(PLACED))
    assert len(placed) >= 2
    rest = iter(read)  # a question that was previewed and then not asked was read in vain
    assert all(f"Where does point {point} belong?" in rest for point in placed), (placed, read)
    now = state_of(page)["placement"]
    titles = [view.locator(".ssc-place .ssc-qtitle") for view in (page.root(0), page.root(1))]
    for each in titles:
        each.get_by_text(f"Where does point {now[0]} belong?").wait_for()


def test_the_next_sorting_is_there_when_piles_are_recorded(use_notebook, server):
    page = use_notebook(server, [CELL.format(more="") + SHOW])
    asked(page, "Sort")
    (points, cards) = state_of(page)["sorting"]
    for row in points:
        assert in_hand(page) == row
        page.press("1")
    pile = [[*cards[:1], *points], *([card] for card in cards[1:])]
    pointed = f"_f._pointed and _f._pointed[0].kind == {tuple(map(tuple, pile))}"
    following = preview_of(page, pile, pointed)
    _, tray = page.root().evaluate(f"root => ({PRESSED})([root, 'Enter'])")
    assert tray == following, "in the frame of the key"
    page.wait_for(lambda state: state["answers"] > 0)
    assert state_of(page)["sorting"][0] == following


def test_pictures_of_a_card_that_is_pointed_at(use_notebook, lab, pictures):
    page = use_notebook(lab, [CELL.format(more="") + SHOW], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    asked(page, "Place")
    _, row, place, *_ = hovering(page)
    page.root().locator(".ssc-place .ssc-ans").focus()
    for _ in range(place + 1):
        page.press("Tab")
    page.root().locator(".ssc-note").get_by_text(f"If like {row}:").wait_for()
    pictures(page, "placing-preview")
