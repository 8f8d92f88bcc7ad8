"""Where a point belongs, and points sorted into piles, as a person answers them on the page."""

import json
import re

import pytest

from ..page import KERNEL
from ..pictures import HIDE_LAB, WIDE
from ..server import FASTER
from .cards import (
    CELL,
    SHOW,
    TRUTH,
    asked,
    choose,
    in_hand,
    piles,
    state_of,
    title,
    wait_for,
)

LINKED = """
for i, j, kind in [(41, 57, "cannot"), (13, 25, "must"), (53, 87, "must"), (23, 64, "cannot"),
                   (87, 146, "must"), (131, 144, "must"), (50, 109, "cannot"), (118, 132, "must")]:
    explorer.session.answer(i, j, kind)
explorer.session.wait()
"""

RELATIONS = """import json as _json
print(_json.dumps([[explorer.session.constraints.relation(i, j) for i in {rows}] for j in {rows}]))
"""


def relations(page, rows):
    return json.loads(page.python(RELATIONS.format(rows=list(rows))))


def effects(sentence):
    """The statements that the sentence of a placement names."""
    found = set()
    for part in sentence.removesuffix(".").split("; "):
        kind = re.match(r"(must|cannot)-link", part, re.IGNORECASE)
        if kind:
            first, *others = [int(number) for number in re.findall(r"\d+", part)]
            found |= {(*sorted((first, other)), kind[1].lower()) for other in others}
    return found


def told(answers):
    return {(*sorted((i, j)), kind) for i, j, kind in answers}


def test_twenty_placements_by_keyboard_alone_record_what_was_announced(use_notebook, server):
    page = use_notebook(server, [CELL.format(more="") + SHOW])
    asked(page, "Place")
    before = state_of(page)
    for number in range(20):
        point, *cards = before["placement"]
        place = next((k for k, row in enumerate(cards) if TRUTH[row] == TRUTH[point]), None)
        key = "0" if place is None else str(place + 1)
        button = page.root().locator(f".ssc-place [aria-keyshortcuts='{key}']")
        announced = effects(button.get_attribute("title"))
        keys = ", ".join(str(k + 1) for k in range(len(cards)))
        assert page.status().endswith(f"belong? Press {keys}, 0 or S."), page.status()
        active = page.tab.evaluate("() => document.activeElement.className")
        assert "ssc-ans" in active, (number, active)
        page.press(key)
        after = wait_for(
            page,
            lambda state, old=before: state["placement"] not in (None, old["placement"]),
        )
        assert told(after["answers"]) - told(before["answers"]) == announced
        assert after["answers"][: len(before["answers"])] == before["answers"]
        before = after
    assert page.cell_types() == ["code"]


OPEN = """import json as _json
explorer.session.wait(20)
_q = explorer.session.question
print(_json.dumps([int(row) for row in getattr(_q, "pair", ())]))
"""


def test_after_some_pairs_the_page_turns_to_sorting_and_says_so(use_notebook, server):
    page = use_notebook(server, [FASTER.format(1.3) + CELL.format(more="") + SHOW])
    page.root().get_by_role("region", name="Clustering plot").focus()
    page.press("n")
    title(page, "belong together?").wait_for()
    for answered in range(12):
        page.settle()
        pair = json.loads(page.python(OPEN))
        if not pair:
            break
        page.tab.wait_for_timeout(300)  # quicker answers are a program's
        page.press("m" if TRUTH[pair[0]] == TRUTH[pair[1]] else "c")
        page.wait_for_status(f"Question {answered + 2}: ")
    assert 5 < answered < 11  # five are timed, from the second on
    title(page, "Sort these").wait_for()
    told = (
        r"Sorting points is expected to tell \d\.\d times as much per second as asking about pairs"
    )
    assert re.search(told, page.status()), page.status()
    page.python(FASTER.format("inf"))


def test_ten_sortings_by_keyboard_alone_record_what_was_announced(use_notebook, server):
    page = use_notebook(server, [CELL.format(more="") + SHOW])
    asked(page, "Sort")
    before = state_of(page)
    for number in range(10):
        points, cards = before["sorting"]
        rows = [*points, *cards]
        known = relations(page, rows)
        for _ in points:
            row = in_hand(page)
            assert page.tab.evaluate("() => document.activeElement.dataset.row") == str(row), number
            there = [TRUTH[pile[0]] for pile in piles(page)]
            page.press(str([*there, TRUTH[row]].index(TRUTH[row]) + 1))
        sentence = page.root().locator(".ssc-settled").inner_text()
        status = page.status()
        page.press("Enter")
        after = wait_for(
            page, lambda state, old=before: state["sorting"] not in (None, old["sorting"])
        )
        now = relations(page, rows)
        new = [
            now[a][b]
            for a in range(len(rows))
            for b in range(a)
            if known[a][b] is None and now[a][b] is not None
        ]
        must, cannot = new.count("must"), new.count("cannot")
        what = f"This answers {len(new)} pairs ({must} must-link, {cannot} cannot-link)"
        assert sentence.startswith(what if len(new) > 1 else "This answers"), sentence
        added = len(after["answers"]) - len(before["answers"])
        assert f"records {len(new)} pair" in status
        assert f"with {added} link" in status
        before = after
    assert page.cell_types() == ["code"]


def test_a_sorting_is_taken_back_card_by_card_and_then_the_question_before(use_notebook, lab):
    page = use_notebook(lab, [CELL.format(more="") + SHOW])
    asked(page, "Sort")
    first = state_of(page)["sorting"]
    page.press("1")
    page.press("1")
    page.press("2")
    assert [len(pile) for pile in piles(page)] == [2, 1]
    page.press("Control+z")
    page.press("Backspace")
    assert [len(pile) for pile in piles(page)] == [1]
    page.press("1")
    page.press("2")
    sorted_so = piles(page)
    page.press("Enter")
    wait_for(page, lambda state: state["answers"] and state["sorting"] not in (None, first))
    page.press("Control+z")
    state = wait_for(page, lambda state: state["sorting"] == first)
    assert state["answers"] == []
    assert piles(page) == sorted_so


def test_cards_are_sorted_by_hand(use_notebook, lab):
    page = use_notebook(lab, [CELL.format(more=", height=800") + SHOW])
    asked(page, "Sort")
    points, _ = state_of(page)["sorting"]

    def drag(row, target):
        card = page.root().locator(f".ssc-card[data-row='{row}']")
        box, end = card.bounding_box(), target.bounding_box()
        page.tab.mouse.move(box["x"] + 20, box["y"] + 20)
        page.tab.mouse.down()
        page.tab.mouse.move(end["x"] + 30, end["y"] + 20, steps=8)
        assert page.root().locator(".ssc-target").count() == 1
        page.tab.mouse.up()

    new_pile = page.root().get_by_role("button", name="New pile")
    drag(points[2], new_pile)
    drag(points[0], page.root().get_by_role("group", name="Pile 1"))
    page.root().get_by_role("button", name="Pile 1").click()
    assert [len(pile) for pile in piles(page)] == [3]
    drag(points[2], new_pile)
    assert sorted(map(len, piles(page))) == [1, 2]
    groups = piles(page)
    page.root().get_by_role("button", name="Record").click()
    wait_for(page, lambda state: len(state["answers"]) == 2)
    (one, other), (single,) = sorted(groups, key=len, reverse=True)
    assert relations(page, [one, other, single]) == [
        ["must", "must", "cannot"],
        ["must", "must", "cannot"],
        ["cannot", "cannot", "must"],
    ]


def test_a_pile_that_contradicts_is_stopped_and_lies_as_before(use_notebook, lab):
    page = use_notebook(lab, [CELL.format(more=", strategy='npu'") + SHOW])
    asked(page, "Sort")
    (i, j, *_), _ = state_of(page)["sorting"]
    page.python(f"explorer.session.answer({i}, {j}, 'cannot')")
    page.settle()
    for key in "11":
        page.press(key)
    page.press("Enter")
    dialog = page.root().get_by_role("alertdialog")
    dialog.wait_for()
    assert "answer 1" in dialog.inner_text()
    page.press("Escape")
    dialog.wait_for(state="detached")
    assert len(state_of(page)["answers"]) == 1
    assert piles(page) == [[i, j]]
    page.root().locator(".ssc-card[aria-current]").focus()
    page.press("Enter")
    dialog.get_by_role("button", name="Take back answer 1").click()
    wait_for(page, lambda state: [kind for *_, kind in state["answers"]] == ["must"])


def test_a_kernel_killed_while_sorting_loses_nothing_that_was_recorded(use_notebook, lab):
    page = use_notebook(lab, [CELL.format(more=", path='sorting.jsonl'") + SHOW])
    asked(page, "Sort")
    first = state_of(page)["sorting"]
    for key in "1122":
        page.press(key)
    page.press("Enter")
    answers = wait_for(page, lambda s: s["sorting"] not in (None, first))["answers"]
    page.press("1")
    lying = piles(page)
    page.tab.evaluate(f"() => {KERNEL}.restart()")
    page.root().get_by_text("Disconnected.").wait_for(timeout=30_000)
    assert piles(page) == lying
    page.run_all()
    page.root().locator(".ssc-qtitle:visible").wait_for(state="detached")
    page.wait_until_drawn()
    assert state_of(page)["answers"] == answers
    page.root().get_by_role("button", name="Ask for: Sort").wait_for()
    page.button("Next question").click()
    title(page, "Sort").wait_for()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures_of_both_forms(use_notebook, lab, picture, dark):
    theme = "dark" if dark else "light"
    page = use_notebook(lab, [CELL.format(more="") + LINKED + SHOW], dark=dark, **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.root().get_by_role("button", name="Ask for:").click()
    picture(page, f"forms-{theme}")
    page.press("Escape")
    asked(page, "Place")
    for _ in range(2):
        before = state_of(page)["placement"]
        page.press("0")
        wait_for(page, lambda state, old=before: state["placement"] not in (None, old))
    picture(page, f"place-{theme}")
    page.root().locator(".ssc-cards button").nth(1).focus()
    picture(page, f"place-preview-{theme}")
    widths = {"900": (1080, 760), "700": (860, 1300)}
    for name, (width, height) in widths.items():
        page.tab.set_viewport_size({"width": width, "height": height})
        picture(page, f"place-{name}-{theme}")
    page.tab.set_viewport_size(WIDE)
    choose(page, "Sort")
    title(page, "Sort").wait_for()
    picture(page, f"sort-start-{theme}")
    for key in "12":
        page.press(key)
    picture(page, f"sort-{theme}")
    for name, (width, height) in widths.items():
        page.tab.set_viewport_size({"width": width, "height": height})
        picture(page, f"sort-{name}-{theme}")
    page.python("explorer.layout.width = '300px'")
    picture(page, f"sort-300-{theme}")
    page.press("Escape")
    choose(page, "Place")
    page.press("n")
    title(page, "Where does point").wait_for()
    picture(page, f"place-300-{theme}")
