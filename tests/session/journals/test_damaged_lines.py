"""A damaged line costs itself at most; a line of a later release is refused by what it says."""

import json
import re
from pathlib import Path

import pytest
from journaled import X, busy, make, refused
from session_parts import picture

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import RecordedOracle
from jupyter_sscluster.journal import changes, lines
from jupyter_sscluster.session import JournalError, engine_of


def lines_of(path):
    return path.read_bytes().splitlines(keepends=True)


def number_of(path, text):
    """The number of the first line that holds a text."""
    return next(n for n, line in enumerate(lines_of(path), 1) if text in line)


def damage(path, number, old=b":", new=b";"):
    """Change one byte of a line."""
    whole = lines_of(path)
    assert old in whole[number - 1]
    whole[number - 1] = whole[number - 1].replace(old, new, 1)
    path.write_bytes(b"".join(whole))


def answered(path, *pairs):
    session = make(path)
    for pair in pairs:
        session.answer(*pair, "must")
    session.close()
    return session


def pairs(session):
    return [answer.pair for answer in session.answers]


@pytest.mark.parametrize("at", ["in the middle", "at the end"])
def test_a_line_of_a_later_release_is_refused_by_its_number_and_what_it_says(path, at):
    answered(path, (0, 1), (2, 3))
    whole = lines_of(path)
    number = 4 if at == "in the middle" else len(whole) + 1
    whole.insert(number - 1, lines.line({"do": "later", "n": 38}))
    path.write_bytes(b"".join(whole))
    words = rf"line {number} of the journal .* says 'later', which this release does not know"
    refused(path, words)
    with pytest.raises(JournalError, match=words):
        RecordedOracle(path)
    left = Session.load(path, X, without_lines=[number])
    assert pairs(left) == [(0, 1), (2, 3)]


def test_every_kind_of_line_is_known():
    operations = changes.Operation.__args__
    assert {each.name for each in operations} == set(lines.OPERATIONS) < lines.KINDS


def test_a_line_ends_with_a_checksum_of_what_is_before_it(path):
    answered(path, (0, 1))
    for text in lines_of(path):
        assert re.fullmatch(rb'\{.*,"sum":"[0-9a-f]{8}"\}\n', text)
        assert "sum" not in lines.entry_of(text[:-1])
        for at in range(0, len(text) - 19, 7):
            changed = text[:at] + bytes([text[at] ^ 1]) + text[at + 1 : -1]
            with pytest.raises(ValueError):
                lines.entry_of(changed)


def test_another_number_of_the_same_length_is_noticed(path):
    answered(path, (0, 1))
    number = number_of(path, b'"change"')
    damage(path, number, b"[1,0,1,", b"[1,0,7,")
    refused(path, rf"line {number} of the journal .* is damaged \(its checksum .*without_lines")


def test_a_line_without_a_checksum_is_of_an_earlier_release(path):
    before = answered(path, (0, 1))
    without = [json.loads(text) for text in lines_of(path)]
    assert all(entry.pop("sum") for entry in without)
    path.write_bytes(b"".join(json.dumps(entry).encode() + b"\n" for entry in without))
    again = make(path)
    assert picture(again) == picture(before)
    again.answer(2, 3, "must")
    again.close()
    assert [b'"sum"' in text for text in lines_of(path)][: len(without) + 1] == [
        *[False] * len(without),
        True,
    ]
    assert pairs(make(path)) == [(0, 1), (2, 3)]


def test_all_damaged_lines_are_named_at_once(path):
    answered(path, (0, 1), (2, 3), (4, 5))
    first, last = number_of(path, b"[1,0,1"), number_of(path, b"[3,4,5")
    damage(path, first)
    damage(path, last)
    refused(path, f"lines {first} and {last} of the journal .* are damaged")
    left = Session.load(path, X, without_lines=[first, last])
    assert pairs(left) == [(2, 3)]


@pytest.mark.parametrize("lost", [1, 2, 3])
def test_the_rest_goes_on_without_a_damaged_answer(path, tmp_path, lost):
    every = [(0, 1), (2, 3), (4, 5)]
    answered(path, *every)
    number = number_of(path, b'"add":[[%d,' % lost)
    damage(path, number)
    before = path.read_bytes()
    left = Session.load(path, X, without_lines=[number])
    assert pairs(left) == [pair for n, pair in enumerate(every, 1) if n != lost]
    assert f"Line {number} of" in left.notes[0] and 'said "change"' in left.notes[0]
    assert path.read_bytes() == before
    left.save(tmp_path / "whole")
    again = make(tmp_path / "whole")
    assert again.notes == () and pairs(again) == pairs(left)
    assert again.labels.tobytes() == left.labels.tobytes()
    assert again.answer(10, 11, "must").number == (4 if lost < 3 else 3)


def test_undo_means_what_it_meant_without_the_line_that_was_undone(path):
    session = make(path)
    session.answer(0, 1, "must")
    session.answer(2, 3, "must")
    session.undo()
    session.answer(4, 5, "must")
    session.history.branch_from(2)
    session.close()
    number = number_of(path, b"[2,2,3")
    damage(path, number)
    left = Session.load(path, X, without_lines=[number])
    assert pairs(left) == [(0, 1)], "where answer 2 was, which is missing"
    assert left.history.undo_label == f"line {number} of the journal is missing"
    left.history.switch(2)
    assert pairs(left) == [(0, 1), (4, 5)]


def test_lines_that_build_on_a_missing_one_are_told(path):
    session = make(path)
    session.answer(0, 1, "must")
    session.answer(2, 3, "must")
    session.replace(1, 4, 5, "cannot")
    session.answer(6, 7, "must")
    session.close()
    number, after = number_of(path, b"[1,0,1"), number_of(path, b"[3,4,5")
    damage(path, number)
    left = Session.load(path, X, without_lines=[number])
    assert pairs(left) == [(2, 3), (6, 7)]
    told = f"Line {after} builds on what is missing and was left out too: answer 1 is not in force"
    assert any(note.startswith(told) for note in left.notes)
    said = [each.cause for each in left.history.steps]
    for missing in (number, after):
        assert f"line {missing} of the journal is missing" in said


def test_what_was_clustered_with_a_missing_answer_is_clustered_anew(path):
    answered(path, (0, 1), (2, 3))
    number = number_of(path, b"[1,0,1")
    damage(path, number)
    left = Session.load(path, X, without_lines=[number])
    assert any("2 later fits were left out" in note for note in left.notes)
    fresh = make()
    fresh.answer(2, 3, "must")
    assert left.labels.tobytes() == fresh.labels.tobytes()


def test_the_labels_of_a_lost_fit_are_made_again(path):
    before = answered(path, (0, 1), (2, 3))
    numbers = [n for n, text in enumerate(lines_of(path), 1) if b'"do":"fit"' in text]
    damage(path, numbers[-1])
    left = Session.load(path, X, without_lines=[numbers[-1]])
    assert left.labels.tobytes() == before.labels.tobytes()
    assert left.answers == before.answers


def test_an_undo_that_is_missing_is_told(path):
    session = make(path)
    session.answer(0, 1, "must")
    session.undo()
    session.close()
    number = number_of(path, b'"undo"')
    damage(path, number, b'"sum":"', b'"sum":"f')
    path.write_bytes(path.read_bytes().replace(b"undo", b"und\x00"))
    refused(path, f"line {number} of")
    left = Session.load(path, X, without_lines=[number])
    assert pairs(left) == [(0, 1)]
    assert any("may have been an undo" in note for note in left.notes)


def test_a_session_goes_on_without_its_first_line(path, tmp_path):
    answered(path, (0, 1), (2, 3))
    damage(path, 1, b'"data"', b'"dbta"')
    refused(path, "line 1 of the journal .* is damaged")
    left = Session.load(path, X, without_lines=[1])
    assert pairs(left) == [(0, 1), (2, 3)]
    assert any("nobody can tell whether X is the same data" in note for note in left.notes)
    left.save(tmp_path / "whole")
    assert pairs(Session.load(tmp_path / "whole", X)) == pairs(left)


def test_a_run_of_automatic_answers_loses_one(path):
    session = make(path, y_true=[i % 3 for i in range(30)])
    session.run_oracle(n_questions=4)
    session.close()
    every = pairs(session)
    number = number_of(path, b'"add":[[2,')
    damage(path, number)
    left = Session.load(path, X, without_lines=[number])
    assert pairs(left) == [every[0], *every[2:]]


def test_a_last_line_with_another_end_is_damaged_and_not_torn(path):
    answered(path, (0, 1))
    whole = path.read_bytes()
    last = len(lines_of(path))
    path.write_bytes(whole[:-1] + b"K")
    refused(path, f"line {last} of the journal .* has another end")
    assert pairs(Session.load(path, X, without_lines=[last])) == [(0, 1)]


def test_other_data_are_refused_with_or_without_a_line(path):
    constraints = Constraints(30, must=[(0, 29)])
    make(path, constraints=constraints).close()
    for without in ((), [2]):
        with pytest.raises(JournalError, match="1 answer is about is not in X \\(29\\)"):
            Session.load(path, X[:20], without_lines=without)


def test_numbers_of_lines_that_there_are_not(path):
    answered(path, (0, 1))
    last = len(lines_of(path))
    for number in (0, last + 1, True, 1.0, "2"):
        with pytest.raises(InputError, match=f"without_lines=.*{last} lines"):
            Session.load(path, X, without_lines=[number])


def test_any_one_line_may_be_lost_of_a_session_with_a_bit_of_everything(path, tmp_path):
    busy(path).close()
    whole = lines_of(path)
    for number in range(2, len(whole) + 1):
        left = Session.load(path, X, without_lines=[number])
        left.save(tmp_path / "kept")
        again = Session.load(tmp_path / "kept", X)
        assert picture(again)["answers"] == left.answers
        kept = {answer.number for text in whole for answer in recorded(text)}
        gone = {answer.number for answer in recorded(whole[number - 1])}
        assert recorded_numbers(again) <= kept
        assert kept - recorded_numbers(again) <= gone | dependents(whole, gone)


def recorded(text):
    rows = json.loads(text).get("add", [])
    return [changes.Answer(*row) for row in rows]


def recorded_numbers(session):
    states = engine_of(session).timeline.states
    return {answer.number for state in states for answer in state.answers}


def dependents(whole, gone):
    """The numbers of answers in lines that take one of these back."""
    taken = [text for text in whole if gone & set(json.loads(text).get("remove", []))]
    return {answer.number for text in taken for answer in recorded(text)}


def test_the_sentence_names_file_and_way_out(path):
    answered(path, (0, 1))
    number = number_of(path, b'"change"')
    damage(path, number)
    with pytest.raises(JournalError) as caught:
        make(path)
    sentence = str(caught.value)
    assert Path(path).name in sentence
    assert f"Session.load(path, X, without_lines=[{number}])" in sentence
