"""Journals attacked: values that look like others, flipped bits, cuts at every byte, hostile texts.

Each long test prints what came of how many tries. A few of the tries are part of `make test`.
"""

import enum
import re
import shutil
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from journaled import X, busy, make
from session_parts import picture

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal import lines
from jupyter_sscluster.journal.answer import Confirmed
from jupyter_sscluster.journal.changes import Confirm, Go, Refit
from jupyter_sscluster.journal.viewed import Viewed
from jupyter_sscluster.session import JournalError, engine_of


class Whole(int):
    """Counts like an int."""


class Member(enum.IntEnum):
    """Counts like an int and is shown as a name."""

    ONE = 1


class Text(str):
    """Reads like a str."""


class Float(float):
    """Counts like a float."""


LOOK_ALIKES = [
    *(True, False, np.True_, np.False_, 1, 2, 0, -1, 1.0, 2.0, 0.5, -0.0, float("nan"), np.inf),
    *(np.int8(1), np.uint8(2), np.int64(1), np.uint64(2), np.float32(1), np.float64(1)),
    *(Whole(1), Member.ONE, Float(1), Text("must"), np.str_("must"), "1", "must", b"1", None),
    *(Fraction(1), Decimal(1), 1 + 0j, np.array(1), np.array([1]), [1], (1,), {1}, {1: 1}),
    *(10**30, 10**5000, object, "\ud800", "a\0b", "x" * 100_000),
]


def view(session, axes):
    engine_of(session).view(Viewed(axes))


def place_check(session, choice):
    check = session.check()
    if not session._engine.state.checks:
        check.sort()
    check.place(check.question.point, choice)


METHODS = {
    "answer i": lambda s, v: s.answer(v, 9, "must"),
    "answer kind": lambda s, v: s.answer(4, 9, v),
    "answer weight": lambda s, v: s.answer(4, 9, "must", weight=v),
    "answer soft": lambda s, v: s.answer(4, 9, "must", soft=v),
    "answer source": lambda s, v: s.answer(4, 9, "must", source=v),
    "answer_many": lambda s, v: s.answer_many([(v, 9), (4, 9)], "must"),
    "remove": lambda s, v: s.remove(v),
    "replace": lambda s, v: s.replace(v, 4, 9, "must"),
    "place": lambda s, v: s.place(v, [3, 9], None),
    "place among": lambda s, v: s.place(4, [v, 9], v),
    "sort": lambda s, v: s.sort([[v, 4], [9]]),
    "sort source": lambda s, v: s.sort([[4], [9]], source=v),
    "n_clusters": lambda s, v: s.set_n_clusters(v),
    "params": lambda s, v: s.set_params(n_init=v),
    "param tol": lambda s, v: s.set_params(tol=v),
    "clusterer": lambda s, v: s.set_clusterer("kmeans", max_iter=v),
    "strategy": lambda s, v: s.set_strategy("random", entailed=v),
    "strategy seed": lambda s, v: s.set_strategy("random", random_state=v),
    "default_soft": lambda s, v: setattr(s, "default_soft", v),
    "fit": lambda s, v: s.fit(fresh=v),
    "rename which": lambda s, v: s.clusters.rename(v, "far"),
    "rename": lambda s, v: s.clusters.rename(0, v),
    "merge": lambda s, v: s.clusters.merge(0, v),
    "split": lambda s, v: s.clusters.split(0, v),
    "group": lambda s, v: s.clusters.group([v, 4]),
    "confirm": lambda s, v: s.review.confirm(v),
    "flip": lambda s, v: s.review.flip(v),
    "enforce": lambda s, v: s.review.enforce(v),
    "noise": lambda s, v: s.noise.add([v]),
    "put back": lambda s, v: s.noise.remove([v]),
    "check": lambda s, v: s.check(v),
    "check sort": lambda s, v: s.check().sort([[v]]),
    "check place": place_check,
    "branch_from": lambda s, v: s.history.branch_from(v),
    "switch": lambda s, v: s.history.switch(v),
    "axes": view,
    "two axes": lambda s, v: view(s, (v, "b")),
    "run_oracle": lambda s, v: s.run_oracle(n_questions=v),
}


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """The bytes of a journal in which each method finds something to do."""
    path = tmp_path_factory.mktemp("begun") / "answers.jsonl"
    session = start(path)
    session.answer(0, 1, "must")
    session.answer(2, 3, "cannot", soft=True)
    session.undo()
    session.answer(5, 7, "cannot")
    session.check(12).sort()
    session.close()
    return path.read_bytes()


def start(path):
    return make(path, clusterer="pckmeans", n_clusters=3, y_true=np.arange(30) % 3)


def outcome(path, begun, act, value):
    """What comes of one call; a journal that cannot be opened, or opens as another, is an error."""
    path.write_bytes(begun)
    session = start(path)
    before = picture(session)
    found = "accepted"
    try:
        act(session, value)
    except InputError:
        found = "refused"
    except Exception:
        found = "foreign error"
    after = picture(session)
    session.close()
    if found != "accepted":
        assert after == before
    again = Session.load(path, X, y_true=np.arange(30) % 3)
    assert picture(again) == after
    assert engine_of(again).ledger.viewed == engine_of(session).ledger.viewed
    assert repr(again.answers) == repr(session.answers), "of Python's own types"
    assert repr(engine_of(again).state.confirmed) == repr(engine_of(session).state.confirmed)
    return found


def told(capsys, what, counts):
    with capsys.disabled():
        print(f"\n{what}: {sum(counts.values())} tries: {dict(counts)}")


@pytest.mark.thorough
def test_no_value_that_looks_like_another_makes_a_journal_unreadable(path, begun, capsys):
    counts = Counter(
        outcome(path, begun, act, value) for act in METHODS.values() for value in LOOK_ALIKES
    )
    told(capsys, "look-alike values", counts)
    assert counts["accepted"] > 100 and counts["refused"] > 400


POISON = [
    *(("confirm", value) for value in (True, 1.0, np.float64(1), np.int64(1), Whole(1))),
    *(("two axes", value) for value in (0, None)),
    *(("remove", value) for value in (True, np.True_, 1.0, np.int64(1))),
    *(("flip", value) for value in (True, np.uint8(1))),
    *(("enforce", value) for value in (True, 1.0)),
    *(("answer source", value) for value in (Text("must"), "\ud800")),
    *(("strategy seed", value) for value in (10**30, 10**5000, np.int64(1))),
]


@pytest.mark.parametrize(
    ("method", "value"),
    POISON,
    ids=[f"{method}, {type(value).__name__}" for method, value in POISON],
)
def test_values_that_did_or_might(path, begun, method, value):
    found = outcome(path, begun, METHODS[method], value)
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    accepted = (whole and method != "two axes" and value != 10**5000) or isinstance(value, str)
    assert found == ("accepted" if accepted else "refused")


@pytest.mark.parametrize(
    "operation",
    [
        Confirm(Confirmed(True, (False, False, ()))),
        Confirm(Confirmed(1, (np.True_, False, ()))),
        Refit(1),
        Go(1.0),
        Go(np.int64(0)),
    ],
)
def test_what_could_not_be_read_again_is_not_written(path, operation):
    session = make(path)
    session.answer(0, 1, "must")
    before, data = picture(session), path.read_bytes()
    with pytest.raises(JournalError, match="nothing was recorded"):
        engine_of(session).apply(lambda now: operation)
    assert picture(session) == before and path.read_bytes() == data


# --------------------------------------------------------------------------- damage


def flipped(path, whole, bit):
    """What comes of a journal with one bit flipped; one that opens as another is an error."""
    data = bytearray(whole)
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)
    try:
        session = Session.load(path, X)
    except InputError as error:
        assert path.read_bytes() == data
        return rescued(path, str(error))
    assert everything(session) == everything(original(path, whole))
    return "torn, and told" if session.notes else "opened as it was"


def rescued(path, sentence):
    numbers = re.search(r"without_lines=(\[[\d, ]+\])", sentence)
    if numbers is None:
        return "refused as a whole"
    wanted = [int(number) for number in re.findall(r"\d+", numbers[1])]
    left = Session.load(path, X, without_lines=wanted)
    assert len(wanted) <= 2 and left.notes
    left.save(path.with_name("left"))
    assert everything(Session.load(path.with_name("left"), X)) == everything(left)
    return "refused, the rest opened"


def original(path, whole, known={}):  # noqa: B006
    if whole not in known:
        path.with_name("whole").write_bytes(whole)
        known[whole] = Session.load(path.with_name("whole"), X)
    return known[whole]


def everything(session):
    """What is in the file: a fit that is made anew takes another time."""
    states = engine_of(session).timeline.states
    return [(s.answers, s.cause, s.when, s.naming, s.settings.n_clusters) for s in states], [
        session.answers,
        session.labels.tobytes(),
        repr(session.clusterer.get_params()),
        repr(session.strategy.get_params()),
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a journal in which a bit of everything has happened."""
    path = tmp_path_factory.mktemp("whole") / "answers.jsonl"
    session = busy(path)
    session.clusters.rename(0, "Ä “far”")
    view(session, ("a", "b"))
    session.close()
    return path.read_bytes()


@pytest.mark.thorough
def test_no_flipped_bit_opens_as_something_else(path, whole, capsys):
    bits = np.random.default_rng(0).choice(8 * len(whole), 700, replace=False).tolist()
    counts = Counter(flipped(path, whole, bit) for bit in bits)
    told(capsys, "flipped bits", counts)
    assert counts["refused, the rest opened"] > 600


@pytest.mark.parametrize("part", range(8))
def test_some_flipped_bits(path, whole, part):
    rng = np.random.default_rng([1, part])
    for bit in rng.integers(0, 8 * len(whole), 4).tolist():
        flipped(path, whole, bit)


@pytest.mark.thorough
def test_a_journal_cut_at_every_byte_is_read_to_the_last_whole_line(path, whole, capsys):
    path.write_bytes(whole)
    every, counts = lines.read(path).entries, Counter()
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        found = lines.read(path)
        assert found.entries == every[: whole[:length].count(b"\n")]
        assert found.torn == (length > 0 and whole[length - 1 : length] != b"\n")
        counts["read"] += 1
        if length > whole.index(b"\n") and length % 37 == 0:
            assert set(Session.load(path, X).answers) <= answers_ever(path, whole)
            counts["opened"] += 1
    told(capsys, "cut at every byte", counts)


def answers_ever(path, whole):
    states = engine_of(original(path, whole)).timeline.states
    return {answer for state in states for answer in state.answers}


# --------------------------------------------------------------------------- texts

HOSTILE = [
    *("<script>alert(1)</script>", "</script>", "<!--", "]]>", "&lt;", "'\"`", "\\", "\\u0000"),
    *('","sum":"00000000"}', '"}\n{"do":"undo"}', "\n", "\r\n", "\t", "\v", "\x00", "\x1b[2J"),
    *("\u2028", "\u2029", "\ufeff", "\u202e", "\ud800", "\udfff", "\ud83d\ude00", "😀", "ﬁ"),
    *("constructor", "__proto__", "toString", "NaN", "null", "true", "-0", "1e999", "=1+1", "%s"),
    *("{0}", "{x!r}", "${7*7}", "../../etc", "a" * 100_000, "é", "e\u0301", "ß", "İ", " ", "\xa0"),
]


@pytest.mark.thorough
def test_hostile_texts_come_back_as_they_were(path, capsys):
    counts = Counter()
    for text in HOSTILE:
        for act in hostile_acts(text):
            path.unlink(missing_ok=True)
            names = [f"{i}{text}" for i in range(30)]
            session = make(path, names=names)
            session.answer(0, 1, "must")
            try:
                act(session)
                counts["accepted"] += 1
            except InputError:
                counts["refused"] += 1
            before = picture(session)
            session.close()
            assert path.read_bytes().count(b"\n") == len(lines.read(path).entries)
            assert picture(Session.load(path, X, names=names)) == before
    told(capsys, "hostile texts", counts)
    assert counts["accepted"] > 100


def hostile_acts(text):
    yield lambda session: session.answer(2, 3, "must", source=text)
    yield lambda session: session.clusters.rename(0, text)
    yield lambda session: session.sort([[4], [5]], source=text)
    yield lambda session: view(session, (text, text))
    yield lambda session: session.set_params(init=text)
    yield lambda session: setattr(session.annotators, "annotator", text)


def test_a_text_that_ends_like_a_line_is_a_text(path):
    session = make(path)
    for text in HOSTILE[8:16]:
        session.answer(2, 3, "unknown", source=text)
    before = picture(session)
    session.close()
    shutil.copy(path, path.with_name("copy"))
    assert picture(Session.load(path.with_name("copy"), X)) == before
