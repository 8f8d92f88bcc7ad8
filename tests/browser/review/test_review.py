"""Answers looked at again, people who disagree, and whose answers the table lists: by keyboard."""

import json

from ..page import IRIS
from ..pictures import HIDE_LAB, WIDE

DOUBTED = """
explorer.session.answer_many([(0, 1), (1, 2), (50, 51), (51, 52)], 'must', soft=True)
explorer.session.answer_many([(0, 50), (1, 51), (2, 50)], 'cannot', soft=True)
explorer.session.answer_many([(2, 52), (0, 51)], 'must', soft=True)
explorer.session.wait(20)"""

LEFT = """import json as _json
print(_json.dumps([each.answer.number for each in {session}.review.doubtful]))"""

ONE = """a = next(a for a in explorer.session.answers if a.number == {number})
print(min(a.pair), max(a.pair), a.kind)"""

DISPUTED = """
explorer.session.answer_many([(0, 1), (50, 51), (100, 101)], 'must')
explorer.session.annotators.current = 'Bob'
explorer.session.answer_many([(0, 1), (50, 51)], 'cannot', soft=True)
explorer.session.wait(20)"""

SAID = """import json as _json
print(_json.dumps([[a.i, a.j, a.kind, a.annotator] for a in explorer.session.answers]))"""


def told(page, code, session="explorer.session"):
    return json.loads(page.python(code.replace("{session}", session)))


def card(page, name):
    return page.root().get_by_role("region", name=name)


def opened(page, name):
    """The button that opens a list, by keyboard."""
    button = page.root().get_by_role("button", name=name)
    button.wait_for()
    button.focus()
    page.press("Enter")


def test_answers_are_kept_or_changed_by_one_key_and_stay_so(use_notebook, server):
    name = "again.jsonl"
    page = use_notebook(server, [IRIS.format(more=f"path='{name}'")])
    page.python(DOUBTED)
    first = told(page, LEFT)
    assert len(first) >= 2
    opened(page, f"Review {len(first)} answers")
    region = card(page, "Review answers")
    region.get_by_text("Contradicted by answer").wait_for()
    page.press("k")
    region.get_by_text(f"{len(first) - 1} left").wait_for()
    assert told(page, LEFT) == first[1:]
    loaded = f"__import__('jupyter_sscluster').Session.load('{name}', iris.data)"
    assert told(page, LEFT, loaded) == first[1:], "a reload knows it"
    page.press("Control+z")
    page.wait_for_status("confirmed")
    assert told(page, LEFT) == first
    region.get_by_text(f"{len(first)} left").wait_for()
    i, j, kind = page.python(ONE.format(number=first[0])).split()
    page.press("c" if kind == "must" else "m")
    contrary = {"must": "cannot", "cannot": "must"}[kind]
    page.wait_for(lambda state: [int(i), int(j)] in state[f"soft_{contrary}"])
    assert first[0] not in told(page, LEFT)
    assert page.cell_types() == ["code"]


def test_where_two_disagree_one_key_says_what_stands(use_notebook, server):
    page = use_notebook(server, [IRIS.format(more="annotator='Ann'")])
    page.python(DISPUTED)
    before = told(page, SAID)
    opened(page, "Resolve 2 disagreements")
    region = card(page, "Disagreement")
    region.get_by_text("Do 0 and 1 belong together?").wait_for()
    region.get_by_text(
        "Ann said: same cluster (answer 1). Bob said: different clusters (answer 2)."
    ).wait_for()
    page.press("c")
    region.get_by_text("Do 50 and 51 belong together?").wait_for()
    page.press("m")
    region.wait_for(state="hidden")
    page.wait_for(lambda state: state["answers"] == 3)
    assert [[0, 1, "cannot", "Bob"], [50, 51, "must", "Ann"]] == sorted(
        each for each in told(page, SAID) if each[0] < 100
    )
    page.press("Control+z")
    page.press("Control+z")
    page.wait_for(lambda state: state["answers"] == 5)
    assert told(page, SAID) == before, "each was one undo step"


def test_the_table_lists_the_answers_of_one_person(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="annotator='Ann'")])
    page.python(DISPUTED)
    who = page.root().get_by_role("combobox", name="Answers of")
    table = page.root().get_by_role("table", name="Constraints")
    who.wait_for()
    assert who.locator("option").all_inner_texts() == ["all people", "Ann", "Bob"]
    for name, kinds in (("Bob", {"Cannot-link"}), ("Ann", {"Must-link"})):
        who.select_option(name)
        for row in table.locator("tbody tr[data-answer]:not(.ssc-because)").all():
            assert any(kind in row.inner_text() for kind in kinds), (name, row.inner_text())
        assert table.locator("tbody tr").count()
    who.select_option("all people")
    text = table.inner_text()
    assert "Must-link" in text and "Cannot-link" in text


def test_pictures_of_what_is_to_be_settled(use_notebook, lab, pictures):
    more = "annotator='Ann'"
    page = use_notebook(lab, [IRIS.format(more=more)], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.python(DISPUTED)
    page.root().get_by_role("combobox", name="Answers of").wait_for()
    pictures(page, "people")
    opened(page, "Resolve 2 disagreements")
    card(page, "Disagreement").wait_for()
    pictures(page, "settle")
