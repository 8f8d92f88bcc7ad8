"""Looking back: every moment as it was shown, branches, and the ways between them."""

import json
import re

import pytest

from ..pictures import HIDE_LAB, WIDE
from .slider import ANSWERS, SHOW, START, moments, slider

BRANCH = """
s.history.branch_from(6)
for i, j, kind in [(77, 86, "must"), (106, 118, "cannot"), (70, 127, "must"), (102, 125, "must"),
                   (56, 85, "must")]:
    s.answer(i, j, kind, source="question"); note()
"""

RANDOM = """
import random
from contextlib import suppress
draw = random.Random(7)
def act():
    pair = draw.sample(range(150), 2)
    draw.choice([
        lambda: s.answer(*pair, draw.choice(["must", "cannot", "unknown"])),
        lambda: s.answer(*pair, draw.choice(["must", "cannot"]), soft=True),
        lambda: s.set_n_clusters(draw.randint(2, 6)),
        lambda: s.set_clusterer(draw.choice(["pckmeans", "kmeans"])),
        lambda: s.clusters.rename(0, f"name {draw.randint(0, 99)}"),
        s.undo, s.undo, s.redo,
        lambda: s.history.branch_from(draw.randrange(len(s.history))),
        lambda: s.history.switch(draw.randint(1, len(s.history.branches))),
    ])()
for _ in range(200):
    with suppress(Exception):
        act()
    note()
"""


def value(page, view=0):
    return int(slider(page, view).get_attribute("aria-valuenow"))


def links(page):
    page.settle()
    return page.root().locator(".ssc-con tbody tr").count()


def open_at(page, step_keys):
    slider(page).focus()
    for key in step_keys:
        page.press(key)


@pytest.mark.parametrize("front", ["lab", "classic"])
def test_every_moment_is_shown_as_it_was(use_notebook, request, front):
    page = use_notebook(request.getfixturevalue(front), [START + ANSWERS + SHOW])
    shown, line, at, _ = moments(page)
    assert (value(page), line) == (9, list(range(10)))
    slider(page).focus()
    for step in reversed(line[:-1]):
        page.press("ArrowLeft")
        labels, answers, _ = shown[step]
        page.wait_for_colours(labels)
        assert (value(page), links(page)) == (step, len(answers))
    assert page.root().get_by_text("Viewing the state").is_visible()
    assert page.root().get_by_text("the start", exact=True).count() >= 1
    for name in ("Next question", "Parameters", "Undo"):
        assert page.button(name).is_disabled()
    page.press("m")  # no key of an answer does anything
    page.press("PageUp")
    page.wait_for_colours(shown[at][0])
    page.press("ArrowLeft")
    page.wait_for_status("Answer 8 of 9 · 8 constraints, all kept · nothing changes while you look")
    assert len(page.kernel()["must"]) + len(page.kernel()["cannot"]) == 9
    page.press("Escape")
    page.wait_for_colours(shown[at][0])
    assert page.root().get_by_text("Viewing the state").count() == 0
    assert page.button("Next question").is_enabled()
    assert page.cell_types() == ["code"]


def test_200_random_actions_with_branches(use_notebook, lab):
    page = use_notebook(lab, [START + RANDOM + SHOW])
    shown, line, at, branches = moments(page)
    assert len(branches) > 10
    seen = set()
    slider(page).focus()
    page.press("Home")
    for step in line:
        if step != at:
            page.wait_for_colours(shown[step][0])
            assert links(page) == sum(kind != "unknown" for *_, kind in shown[step][1]), step
        seen.add(step)
        page.press("ArrowRight")
    others = [branch for branch in branches if branch[2][-1] not in line]
    for number, _, steps in reversed(others):
        page.root().get_by_role("button", name="Other branches").click()
        page.root().get_by_role("menuitem").first.wait_for()
        name = re.compile(rf"^branch {number}\b")
        item = page.root().get_by_role("menuitem", name=name)
        if item.count():
            item.click()
        else:  # it is on the second lane already
            page.press("Escape")
            slider(page).focus()
            page.press("Home")
            page.press("ArrowDown")
            page.press("End")
        slider(page).focus()
        for step in reversed(steps):
            page.wait_for_colours(shown[step][0])
            seen.add(step)
            page.press("ArrowLeft")
    assert seen == set(shown)


def test_branch_switch_and_back(use_notebook, lab, picture):
    page = use_notebook(lab, [START + ANSWERS + SHOW], width=WIDE["width"], height=WIDE["height"])
    page.tab.evaluate(HIDE_LAB)
    shown, *_ = moments(page)
    slider(page).focus()
    for _ in range(3):
        page.press("ArrowLeft")
    page.wait_for_status("Answer 6 of 9")
    page.root().get_by_text("Answers 7–9 stay in the history as another branch.").wait_for()
    page.button("Continue from here").click()
    page.wait_for_status("Now at after answer 6 of 9. Your next answer starts branch 2.")
    page.wait_for(lambda state: len(state["must"]) + len(state["cannot"]) == 6)
    page.python(BRANCH.replace("s.history.branch_from(6)\n", ""))
    shown, _, _, branches = moments(page)
    assert branches[1] == [2, 6, [10, 11, 12, 13, 14]]
    page.wait_for_colours(shown[14][0])
    box = slider(page).bounding_box()
    x = box["x"] + box["width"] * (8 + 304 * 9 / 11) / 320
    page.tab.mouse.click(x, box["y"] + box["height"] * 46 / 70)
    page.wait_for_status("Branch 1, answer 9 of 9")
    page.wait_for_colours(shown[9][0])
    page.root().get_by_text("Branch 2 began at answer 6.").wait_for()
    picture(page, "branch-light")
    page.press("ArrowUp")
    page.wait_for_colours(shown[12][0])
    page.press("ArrowDown")
    page.wait_for_colours(shown[9][0])
    page.button("Switch to branch 1").click()
    page.wait_for_status("Now at the end of branch 1.")
    assert json.loads(page.python("print(s.history.step)")) == 9
    page.wait_for_colours(shown[9][0])
    page.press("Control+z")
    page.wait_for(lambda _: json.loads(page.python("print(s.history.step)")) == 8)


def test_looking_back_is_of_one_view_while_the_present_moves_on(use_notebook, lab):
    page = use_notebook(lab, [START + ANSWERS + SHOW, "explorer"], height=1600)
    page.wait_until_drawn(2)
    shown, *_ = moments(page)
    slider(page).focus()
    page.press("ArrowLeft")
    page.press("ArrowLeft")
    page.wait_for_status("Answer 7 of 9")
    page.wait_for_colours(shown[9][0], view=1)
    page.python("s.set_n_clusters(5); note()")
    shown, *_ = moments(page)
    page.wait_for_colours(shown[10][0], view=1)
    page.settle()
    assert page.colours() == shown[7][0]
    page.wait_for_status("Answer 7 of 9")
    page.button("Back to now").click()
    page.wait_for_colours(shown[10][0])


def test_pictures_of_earlier_states_in_a_narrow_page(use_notebook, lab, pictures):
    page = use_notebook(lab, [START + ANSWERS + BRANCH + SHOW], width=810, height=1300)
    page.tab.evaluate(HIDE_LAB)
    slider(page).focus()
    page.press("Home")
    page.press("ArrowDown")
    page.press("End")
    page.wait_for_status("Branch 1, answer 9 of 9")
    pictures(page, "branch-700")
    page.press("ArrowUp")
    page.press("Home")
    page.press("PageUp")
    page.press("ArrowLeft")
    page.press("ArrowLeft")
    page.wait_for_status("nothing changes while you look")
    pictures(page, "history-700")
