"""Checks in journals and saved files: read again, damaged, cut off, and by earlier releases."""

import json

import pytest
from checking import Checker
from sklearn.datasets import make_blobs

from jupyter_sscluster import Session
from jupyter_sscluster.journal import lines
from jupyter_sscluster.journal.in_force import in_force
from jupyter_sscluster.journal.lines import JournalError

X, Y = make_blobs(80, centers=3, cluster_std=2.0, random_state=2)


def started(**more):
    return Session(X, "kmeans", "random", n_clusters=3, **more)


def with_checks(path, most=31):
    session = started(path=path, annotator="Ann")
    Checker(session.check(30), Y).all(most)
    return session


def test_a_journal_read_again_says_the_same(tmp_path, path):
    session = with_checks(path, most=25)
    session.answer(0, 1, "must")
    session.undo()
    session.undo()
    told, rows, asked = session.check().text, session.check().rows, session.check().question
    assert session.check().n_rows == 30 and session.check(40).n_rows == 40
    session.save(tmp_path / "copy.session")
    session.close()
    for again in (started(path=path), Session.load(tmp_path / "copy.session", X)):
        assert (again.check().text, again.check().rows) == (told, rows)
        assert again.check().question == asked
        assert again.check().annotators == ("Ann",)
        person = Checker(again.check(), Y).all()
        assert len(person.check.rows) == 40
        again.close()


def test_the_lines_of_a_check(path):
    session = with_checks(path, most=3)
    check = session.check()
    row = check.question.point
    check.place(row, None)
    check.place(row, "unknown")
    check.tell()
    session.close()
    entries = [json.loads(text) for text in path.read_bytes().splitlines()]
    assert entries[0]["version"] == 1
    found = [entry for entry in entries[1:] if entry["do"].startswith("check")]
    assert [entry["do"] for entry in found] == ["check", *["checked"] * 4, "checks told"]
    assert (found[0]["n_rows"], found[0]["seed"], len(found[0]["cards"])) == (30, 0, 3)
    assert [entry["said"] for entry in found[3:5]] == [None, "unknown"]
    assert {entry["source"] for entry in found[1:5]} == {"check by Ann"}
    assert all(entry["time"] > 1e9 for entry in found)
    assert len(in_force(path).answers) == len(found[-1]["add"]) > 0


def test_an_earlier_release_refuses_checks_in_a_sentence(path, monkeypatch):
    with_checks(path).close()
    monkeypatch.setattr(lines, "KINDS", lines.KINDS - {*lines.CHECKS})
    with pytest.raises(
        JournalError, match=r"line \d+ of the journal .* says 'check', which this r"
    ):
        Session.load(path, X)


ENTRIES = {
    "check": {"cards": [[3], [4]], "classes": [3, 4], "seed": 0, "n_rows": 40},
    "checked": {"row": 7, "said": 3, "source": "check"},
    "checks told": {"add": [], "cause": "told"},
}


@pytest.mark.parametrize(
    ("do", "damage"),
    [
        ("check", {"cards": []}),
        ("check", {"cards": [[3], []]}),
        ("check", {"cards": [[3], [80]]}),
        ("check", {"cards": [[3], [0.5]]}),
        ("check", {"classes": [3]}),
        ("check", {"classes": [3, -1]}),
        ("check", {"seed": -1}),
        ("check", {"n_rows": 0}),
        ("check", {"cards": 3}),
        ("checked", {"row": 80}),
        ("checked", {"said": 5}),
        ("checked", {"said": "maybe"}),
        ("checked", {"said": True}),
        ("checked", {"said": 7}),
        ("checked", {"source": None}),
        ("checks told", {"cause": 3}),
        ("checks told", {"add": [[1, 2]]}),
    ],
)
def test_a_damaged_line_of_a_check_is_refused(path, do, damage):
    started(path=path).close()
    begun = [{"do": name, **entry} for name, entry in ENTRIES.items()]
    whole = path.read_bytes()
    path.write_bytes(whole + b"".join(map(lines.line, begun)))
    Session.load(path, X)
    which = [*ENTRIES].index(do)
    wrong = [*begun[:which], begun[which] | damage]
    path.write_bytes(whole + b"".join(map(lines.line, wrong)))
    with pytest.raises(JournalError, match="is damaged"):
        Session.load(path, X)


@pytest.mark.parametrize("do", ["checked", "checks told"])
def test_a_check_that_was_not_begun_is_refused(path, do):
    started(path=path).close()
    path.write_bytes(path.read_bytes() + lines.line({"do": do, **ENTRIES[do]}))
    with pytest.raises(JournalError, match="is damaged"):
        Session.load(path, X)


def test_another_check_in_the_place_of_one_is_refused(path):
    started(path=path).close()
    first = {"do": "check", **ENTRIES["check"]}
    for other in ({"seed": 1}, {"cards": [[5], [4]]}):
        whole = path.read_bytes()
        path.write_bytes(whole + lines.line(first) + lines.line(first | other))
        with pytest.raises(JournalError, match="is damaged"):
            Session.load(path, X)
        path.write_bytes(whole)


def test_a_journal_goes_on_without_a_damaged_check(path):
    session = with_checks(path)
    rows = session.check().rows
    session.close()
    texts = path.read_bytes().splitlines(keepends=True)
    place = next(k for k, text in enumerate(texts) if json.loads(text).get("row") == rows[5])
    texts[place] = b'{"do":"checked","row":1,"sum":"00000000"}\n'
    path.write_bytes(b"".join(texts))
    again = Session.load(path, X, without_lines=[place + 1])
    assert again.check().rows == rows[:5] + rows[6:]
    assert again.labels.tolist() == session.labels.tolist()


def test_a_branch_has_its_own_checks(path):
    session = with_checks(path, most=20)
    at = session.history.step
    rows = session.check().rows
    session.history.branch_from(2)
    assert session.check().rows == rows[:1]
    session.answer(0, 1, "must")
    session.history.branch_from(at)
    assert session.check().rows == rows
