"""Pairs, placements and sortings in one session, by keyboard alone, in each front end."""

import json
import re
from itertools import combinations

import pytest

from ..question_types.cards import CELL, SHOW, TRUTH, asked, in_hand, piles, state_of, wait_for

ANSWERS = """import json as _json
_s = explorer.session
_s.wait(20)
print(_json.dumps([[[int(a.i), int(a.j), a.kind] for a in _s.answers],
                   _s._engine.timeline.next_action,
                   [[_s.constraints.relation(i, j) for i, j in pairs] for pairs in {pairs}]]))"""

NUMBER = """n => document.querySelector('.ssc-question .ssc-title').textContent === `Question ${n}`
  && !document.querySelector('.ssc-ans [aria-disabled]')"""


def pair_typed(page, number):
    """The pair that the page asks about, answered by the truth."""
    page.tab.wait_for_function(NUMBER, arg=number)
    title = page.root().locator(".ssc-qtitle:visible").inner_text()
    i, j = map(int, re.fullmatch(r"Do (\d+) and (\d+) belong together\?", title).groups())
    page.press("m" if TRUTH[i] == TRUTH[j] else "c")
    return [i, j, "must" if TRUTH[i] == TRUTH[j] else "cannot"]


def placement_typed(page):
    """Where the point belongs by the truth; the pairs that this tells."""
    point, *cards = (before := state_of(page)["placement"])
    place = next((k for k, row in enumerate(cards) if TRUTH[row] == TRUTH[point]), None)
    page.press("0" if place is None else str(place + 1))
    wait_for(page, lambda state: state["placement"] not in (None, before))
    return [[point, row] for row in cards]


def sorting_typed(page):
    """The points on piles by the truth; all their pairs."""
    points, _ = before = state_of(page)["sorting"]
    for _ in points:
        row = in_hand(page)
        there = [TRUTH[pile[0]] for pile in piles(page)]
        page.press(str([*there, TRUTH[row]].index(TRUTH[row]) + 1))
    rows = [row for pile in piles(page) for row in pile]
    page.press("Enter")
    wait_for(page, lambda state: state["sorting"] not in (None, before))
    return [list(pair) for pair in combinations(rows, 2)]


@pytest.mark.parametrize(
    ("server", "pairs", "places", "sorts"),
    [("lab", 50, 20, 10), ("lab", 5, 2, 1), ("classic", 5, 2, 1)],
)
def test_a_whole_session_by_keyboard_alone(use_notebook, request, server, pairs, places, sorts):
    page = use_notebook(request.getfixturevalue(server), [CELL.format(more="") + SHOW])
    page.root().locator(".ssc-figure").focus()
    page.press("n")
    typed = [pair_typed(page, number) for number in range(1, pairs + 1)]
    page.wait_for(lambda state: state["answers"] == pairs)
    asked(page, "Place")
    told = [placement_typed(page) for _ in range(places)]
    asked(page, "Sort")
    told += [sorting_typed(page) for _ in range(sorts)]
    answers, next_action, found = json.loads(page.python(ANSWERS.format(pairs=told)))
    assert answers[:pairs] == typed
    assert next_action == pairs + places + sorts + 1, "one action each"
    for rows, relations in zip(told, found, strict=True):
        right = ["must" if TRUTH[i] == TRUTH[j] else "cannot" for i, j in rows]
        assert relations == right
    assert all((TRUTH[i] == TRUTH[j]) == (kind == "must") for i, j, kind in answers)
    assert page.cell_types() == ["code"]
