"""Answers from the true labels: played, paused, undone as one, with a curve for each strategy."""

import json

import pytest

from ..pictures import HIDE_LAB, WIDE, faults

CELL = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
iris = load_iris(as_frame=True)
explorer = ClusterExplorer(iris.data, n_clusters=3, y_true=iris.target)
explorer
"""

PLAYED = """
import json
s, run = explorer.session, explorer.interaction.oracle_run
s.wait(20)
print(json.dumps(dict(
    sources=[a.source for a in s.answers], undo=s.history.undo_label, on=run.on, asked=run.asked,
    pair=list(s.answers[-1].pair) if s.answers else None, labels=s.labels.tolist(),
    curves=[[c.title, len(c.scores)] for c in (run.run.curves if run.run else ())]
    )))
"""


def played(page):
    return json.loads(page.python(PLAYED))


def until(page, holds):
    page.wait_for(lambda _: holds(played(page)), timeout=40)
    return played(page)


def part(page, view=0):
    return page.root(view).get_by_role("region", name="Simulate answers")


def take(page, view=0):
    """Open the automatic answers from the menu."""
    page.button("More", view).click()
    page.root(view).get_by_role("menuitem", name="Simulate answers").click()
    part(page, view).wait_for()
    return part(page, view)


def ask_for(page, number):
    field = part(page).get_by_role("spinbutton", name="Number of questions")
    field.fill(str(number))
    field.press("Enter")


@pytest.mark.parametrize("server", ["lab", "classic"])
def test_ten_are_played_paused_and_undone_as_one(use_notebook, request, server):
    page = use_notebook(request.getfixturevalue(server), [CELL])
    before = played(page)["labels"]
    panel = take(page)
    assert panel.get_by_role("button", name="Play").evaluate("b => b === document.activeElement")
    ask_for(page, 10)
    panel.locator("label", has_text="Max").click()
    panel.get_by_role("button", name="Play").click()
    page.wait_for_status("Question 10 of 10, answered from the true labels · Robust NPU ")
    after = until(page, lambda p: not p["on"])
    assert after["sources"] == ["automatic"] * 10
    assert after["curves"] == [["Robust NPU", 11], ["Random", 11]]
    panel.get_by_text("Question 10").wait_for()
    assert page.root().locator(".ssc-status").get_by_text("10 automatic answers").is_visible()
    assert page.root().locator(".ssc-oraclechart polyline").count() == 2
    picture = panel.get_by_role("img")
    assert "after 10 questions: Robust NPU " in picture.get_attribute("aria-label")
    tags = page.root().locator(".ssc-tag").all_text_contents()
    assert sorted(map(int, tags)) == after["pair"]
    page.wait_for_colours(after["labels"])
    page.root().get_by_role("button", name="Constraints").click()
    rows = page.root().get_by_role("table", name="Constraints").locator("tbody tr[data-answer]")
    assert all("auto" in row for row in rows.all_inner_texts())
    faults(page)
    page.button("Undo").click()
    page.wait_for_status("Undone: 10 automatic answers.")
    assert played(page)["sources"] == []
    page.wait_for_colours(before)
    panel.get_by_text("Play starts a new curve.").wait_for()
    page.button("Redo").click()
    assert until(page, lambda p: p["sources"])["labels"] == after["labels"]
    assert page.cell_types() == ["code"]


def test_it_is_played_paused_and_put_away_by_keyboard(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    page.button("More").focus()
    page.press("Enter")
    page.tab.keyboard.type("s")  # Simulate answers
    page.press("Enter")
    part(page).wait_for()
    page.press("Tab")
    page.press("ArrowRight")
    page.press("Shift+Tab")
    page.press("Space")
    until(page, lambda p: p["asked"] >= 2)
    assert page.root().get_by_role("button", name="Next question").is_disabled()
    page.press("Space")
    part(page).get_by_role("button", name="Play").wait_for()
    paused = played(page)
    page.tab.wait_for_timeout(1200)
    still = played(page)
    assert (still["sources"], still["labels"]) == (paused["sources"], paused["labels"])
    page.click_point(page.apart(1)[0])
    page.press("Space")
    until(page, lambda p: p["asked"] > paused["asked"])
    page.press("Escape")
    page.press("Escape")
    page.root().get_by_role("region", name="Question").wait_for()
    stopped = until(page, lambda p: not p["on"])
    assert stopped["undo"] == f"{stopped['asked']} automatic answers"
    assert page.cell_types() == ["code"]


def test_what_a_person_does_meanwhile_pauses_it(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    panel = take(page)
    panel.locator("label", has_text="Max").click()
    panel.get_by_role("button", name="Play").click()
    until(page, lambda p: p["asked"] >= 3)
    page.press("Control+z")
    panel.get_by_role("button", name="Play").wait_for()
    assert until(page, lambda p: not p["on"])["sources"] == []
    panel.get_by_role("button", name="Play").click()
    until(page, lambda p: p["asked"] >= 2)
    page.root().get_by_role("button", name="More clusters", exact=True).click()
    panel.get_by_text("You changed something in between.").wait_for()
    halted = until(page, lambda p: not p["on"])
    page.tab.wait_for_timeout(600)
    assert played(page)["sources"] == halted["sources"]


def test_other_strategies_wrong_answers_and_until_nothing_is_left(use_notebook, lab):
    few = CELL.replace("iris.data, ", "iris.data.iloc[::15], ").replace("iris.target)", "Y)")
    page = use_notebook(lab, [few.replace("explorer =", "Y = iris.target[::15]\nexplorer =")])
    panel = take(page)
    panel.get_by_role("button", name="Strategies to compare: Random").click()
    page.root().get_by_role("menuitemcheckbox", name="Min-Max").click()
    panel.get_by_role("button", name="Strategies to compare: Random + 1 (Min-Max)").wait_for()
    panel.get_by_role("button", name="Wrong answers: 0 %").click()
    page.root().get_by_role("menuitemradio", name="20 %").click()
    panel.get_by_label("Until no question is left").check()
    panel.locator("label", has_text="Max").click()
    panel.get_by_role("button", name="Play").click()
    panel.get_by_text("every pair that matters is answered").wait_for()
    after = until(page, lambda p: not p["on"])
    assert [title for title, _ in after["curves"]] == ["Robust NPU", "Random", "Min-Max"]
    assert panel.locator(".ssc-head").inner_text().split() == [
        "Simulate",
        "answers",
        str(after["asked"]),
    ]
    faults(page)


def test_two_views_agree_and_without_true_labels_it_says_what_is_needed(use_notebook, lab):
    plain = CELL.replace(", y_true=iris.target", "").replace("explorer", "untaught")
    page = use_notebook(lab, [CELL, "explorer", plain])
    page.wait_until_drawn(3)
    take(page)
    take(page, 1)
    page.root(1).locator("label", has_text="4×").click()
    part(page, 1).get_by_role("button", name="Play").click()
    part(page).get_by_role("button", name="Pause").wait_for()
    assert part(page).get_by_role("radio", name="4×").is_checked()
    part(page).get_by_text("Question 2").wait_for()
    part(page).get_by_role("button", name="Close simulation").click()
    part(page, 1).get_by_role("button", name="Play").wait_for()
    page.button("More", 2).click()
    item = page.root(2).get_by_role("menuitem", name="Simulate answers")
    assert item.get_attribute("aria-disabled") == "true"
    assert "needs known labels (pass y_true=)" in item.inner_text()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures_of_automatic_answers(use_notebook, lab, picture, dark):
    theme = "dark" if dark else "light"
    page = use_notebook(lab, [CELL], dark=dark, **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.settle()
    page.button("More").click()
    picture(page, f"oracle-run-menu-{theme}")
    page.press("Escape")
    panel = take(page)
    picture(page, f"oracle-run-before-{theme}")
    panel.locator("label", has_text="Max").click()
    ask_for(page, 18)
    panel.get_by_role("button", name="Play").click()
    page.wait_for_status("Question 18 of 18")
    ask_for(page, 400)  # more than are asked while pictures are taken
    panel.locator("label", has_text="1×").click()
    panel.get_by_role("button", name="Play").click()
    page.wait_for_status("Question 20 of 400")
    for width in (1350, 1080, 880):
        page.tab.set_viewport_size({**WIDE, "width": width})
        page.settle()
        picture(page, f"oracle-run-{width}-{theme}")
    panel.get_by_role("button", name="Pause").click()
    panel.get_by_role("button", name="Strategies to compare: Random").click()
    picture(page, f"oracle-run-beside-{theme}")
