"""Answers that may be wrong: why one is violated, what can be done, and answers that are soft."""

from ..page import IRIS
from ..pictures import HIDE_LAB, WIDE, faults

PULLED = "Contradicted by answer 1."


def state_two_groups_and_join_them(page):
    """Softly, by hand: the last answer joins what the others keep apart."""
    page.button("Allow exceptions").click()
    page.root().get_by_role("button", name="Allow exceptions", pressed=True).wait_for()
    page.python(
        "explorer.session.answer_many([(0, 1), (1, 2), (50, 51), (51, 52)], 'must')\n"
        "explorer.session.answer_many([(0, 50), (1, 51)], 'cannot')\n"
        "explorer.session.answer(2, 52, 'must')"
    )
    state = page.wait_for(lambda s: s["answers"] == 7)
    assert len(state["soft_must"]) == 5 and state["must"] == []
    return state["labels"]


def test_a_violated_answer_says_why_and_enter_enforces_it(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    labels = state_two_groups_and_join_them(page)
    assert labels[2] != labels[52]
    table = page.root().get_by_role("table", name="Constraints")
    table.get_by_text(PULLED).wait_for()
    table.locator(".ssc-softrow .ssc-badge").first.wait_for()  # the word has no room here
    page.wait_for_status("answer 3: contradicted by answer 1")
    page.root().get_by_role("button", name="Remove answer 3").focus()
    page.press("Tab")
    enforce = page.root().get_by_role("button", name="Always keep answer 3")
    assert enforce.evaluate("button => button === document.activeElement")
    assert enforce.bounding_box()["height"] == 28
    page.press("Enter")
    state = page.wait_for(lambda s: s["must"] == [[2, 52]])
    assert state["labels"][2] == state["labels"][52]
    page.wait_for_colours(state["labels"])
    page.press("Control+z")
    page.wait_for(lambda s: s["must"] == [])
    table.get_by_text(PULLED).wait_for()
    assert page.cell_types() == ["code"]


def test_the_switch_for_soft_answers_is_undone_like_an_answer(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    switch = page.button("Allow exceptions")
    about = switch.evaluate(
        "button => document.getElementById(button.getAttribute('aria-describedby')).textContent"
    )
    assert "preferences" in about
    switch.click()
    page.wait_for_status("New answers are soft from now on")
    page.root().get_by_text("New answers are preferences").wait_for()
    page.press("Control+z")
    page.root().get_by_role("button", name="Allow exceptions", pressed=False).wait_for()
    page.click_point(page.apart(2)[0])
    page.press("m")
    page.click_point(page.apart(2)[1])
    state = page.wait_for(lambda s: s["answers"] == 1)
    assert (len(state["must"]), state["soft_must"]) == (1, [])


def test_the_default_keeps_a_far_link_and_progress_tells_what_is_left(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    clusterer = page.root().get_by_role("combobox", name="Clusterer")
    assert clusterer.input_value() == "beliefclustering"
    left, right = min(page.dots(), key=lambda d: d[1]), max(page.dots(), key=lambda d: d[1])
    page.click_point(left[0])
    page.press("m")
    page.click_point(right[0])
    state = page.wait_for(lambda s: s["must"])
    assert state["labels"][left[0]] == state["labels"][right[0]]
    page.wait_for_status("1 constraint, all kept")
    page.press("Control+z")
    page.wait_for(lambda s: not s["must"])
    page.python(
        "explorer.session.answer_many([(0, 1), (50, 51), (100, 101)], 'must')\n"
        "explorer.session.answer_many([(0, 50), (50, 100), (0, 100)], 'cannot')"
    )
    progress = page.root().get_by_role("region", name="Progress")
    told = progress.get_by_text("The next ten answers are expected to move")
    told.locator("visible=true").wait_for()
    assert "of 150 points." in progress.inner_text()
    clusterer.select_option("pckmeans")
    page.wait_for(lambda s: s["clusterer"] == "PCKMeans")


def test_pictures_of_doubts(use_notebook, lab, pictures):
    page = use_notebook(lab, [IRIS.format(more="")], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.rest()
    state_two_groups_and_join_them(page)
    page.root().get_by_text(PULLED).wait_for()
    pictures(page, "doubts")
    page.tab.set_viewport_size({"width": 1080, "height": 760})
    pictures(page, "doubts-900")
    page.tab.set_viewport_size({"width": 940, "height": 1300})
    page.rest()
    faults(page)
