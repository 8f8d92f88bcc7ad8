"""A session on a sample says of pairs and labels what one that shows all rows says."""

import re
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from session_parts import blobs

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session import JournalError, engine_of

N = 40
X = blobs(N, 3)
ROWS = [3, 8, 12, 13, 20, 21, 22, 34]
Y = np.arange(N) % 3

row = st.integers(0, N - 1)
pair = st.tuples(row, row).filter(lambda pair: pair[0] != pair[1])
step = st.one_of(
    st.tuples(st.just("answer"), pair, st.sampled_from(["must", "cannot", "unknown"])),
    st.tuples(st.just("undo")),
    st.tuples(st.just("redo")),
    st.tuples(st.just("remove"), st.integers(1, 6)),
    st.tuples(st.just("set_n_clusters"), st.integers(2, 4)),
    st.tuples(st.just("branch_from"), st.integers(0, 3)),
    st.tuples(st.just("merge"), st.integers(0, 1), st.integers(0, 2)),
    st.tuples(st.just("reopen")),
)


def made(sample=ROWS, path=None, **others):
    others = {"n_clusters": 3, "random_state": 5} | others
    return Session(X, "pckmeans", "npu", sample=sample, path=path, **others)


def done(session, step):
    """Do one step, and return the error that it ended with."""
    name, *arguments = step
    try:
        if name == "answer":
            session.answer(*arguments[0], arguments[1])
        else:
            holder = session.history if name == "branch_from" else session
            getattr(holder, name)(*arguments)
    except InputError as error:
        return str(error)
    return None


def said(session):
    return [replace(answer, time=0.0) for answer in session.answers]


@settings(max_examples=25)
@given(steps=st.lists(step, min_size=3, max_size=8))
def test_whatever_is_done_pairs_and_labels_are_those_of_all_rows(steps):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal"
        some, every, came = made(path=path), made(None), []
        for each in steps:
            if each[0] == "reopen":
                some.close()
                some = made(path=path)
                continue
            if each[0] == "merge":  # the plan is made of the points shown; its links are the answer
                shown = len(some.clusters.names)
                plan = some.clusters.plan_merge(*each[1:]) if each[2] < shown else None
                if plan is None or not plan.possible:
                    continue
                each = ("answer_many", list(plan.links))
            before = engine_of(some).timeline.next_number
            assert done(some, each) == done(every, each)
            new = [answer for answer in some.answers if answer.number >= before]
            came += [row for answer in new for row in (answer.i, answer.j)]
            assert np.array_equal(some.labels, every.labels)
            assert (
                some.constraints == every.constraints
                and engine_of(some).state.unknown == engine_of(every).state.unknown
            )
            assert said(some) == said(every) and some.history.step == every.history.step
            wanted = [*ROWS, *(row for row in dict.fromkeys(came) if row not in ROWS)]
            assert some.sample.rows.tolist() == wanted
        check_snapshot(some)
        some.close()
        assert [one.moved for one in some.history.fits[-1:]] == [
            one.moved for one in every.history.fits[-1:]
        ]


def check_snapshot(session):
    """What a strategy sees of places is what is known of the rows at these places."""
    rows, snapshot = session.sample.rows, engine_of(session).now.snapshot()
    assert np.array_equal(snapshot.X, X[rows])
    assert np.array_equal(snapshot.labels, session.labels[rows])
    assert [snapshot.name(place) for place in range(len(rows))] == list(map(str, rows))
    known, seen = session.constraints, snapshot.constraints
    places = np.array([(i, j) for i in range(len(rows)) for j in range(i)])
    assert known.relations(rows[places]).tolist() == seen.relations(places).tolist()
    pairs = {tuple(sorted(map(int, rows[list(each)]))) for each in snapshot.unknown}
    assert pairs == set(engine_of(session).state.unknown)


@pytest.mark.parametrize("shape", ["propose", "propose_placement", "propose_sorting"])
@pytest.mark.parametrize("among", [None, [13, 22, 20, 34]])
def test_questions_are_about_the_sample_and_speak_of_rows(shape, among):
    session = made()
    session.answer_many([(3, 12), (20, 8)], "must")
    session.answer_many([(3, 8), (3, 13), (8, 13)], "cannot")
    asked = getattr(session, shape)(among=among)
    first = asked[0] if shape == "propose" else asked
    rows = {
        "propose": lambda: first.pair,
        "propose_placement": lambda: (first.point, *first.representatives),
        "propose_sorting": lambda: (*first.points, *first.cards),
    }[shape]()
    assert set(rows) <= set(ROWS) and all(type(row) is int for row in rows)
    named = {int(number) for number in re.findall(r"[Pp]oints? (\d+)", first.reason)}
    assert named <= set(ROWS)
    assert first == session.question


def test_what_was_foreseen_comes_to_pass():
    session = made()
    session.propose()
    i, j = session.question.pair
    ahead, following = session.preview("must"), session.preview("must").next_question
    session.answer(i, j, "must", source="question")
    assert np.array_equal(session.labels, ahead.labels) and len(ahead.labels) == N
    assert session.propose()[0] == following and set(following.pair) <= set(ROWS)


def test_rows_outside_the_sample_cannot_be_asked_about():
    with pytest.raises(InputError, match="row 0 is not among the 8 points shown"):
        made().propose(among=[0, 3])


def test_true_labels_answer_and_other_strategies_ask_beside():
    session = made(y_true=Y)
    run = session.run_oracle(n_questions=6, beside=["random"])
    assert {row for answer in session.answers for row in (answer.i, answer.j)} <= set(ROWS)
    assert all(
        (Y[a.i] == Y[a.j]) == (a.kind == "must") for a in session.answers if a.kind != "unknown"
    )
    assert len(run.curves) == 2 and session.sample.rows.tolist() == ROWS


def test_verbs_for_clusters_use_the_sample():
    session = made()
    profile = session.clusters.describe(0)
    assert profile.size == np.count_nonzero(session.labels == 0)
    assert {*profile.typical, *profile.doubtful} <= set(ROWS)
    assert all(session.labels[row] == 0 for row in profile.typical)
    largest = int(np.bincount(session.labels[ROWS]).argmax())
    answers = session.clusters.split(largest, 2)
    assert {row for answer in answers for row in answer.pair} <= set(ROWS)
    assert session.n_clusters == 4
    i, j = next(answer.pair for answer in answers if answer.kind == "cannot")
    assert session.labels[i] != session.labels[j]


def test_how_unsure_the_strategy_is_is_told_of_the_sample():
    session = made()
    rng = np.random.default_rng(0)
    for i, j in rng.permutation(np.array(ROWS * 4)).reshape(-1, 2).tolist():
        if i != j:
            session.answer(i, j, "must" if Y[i] == Y[j] else "cannot")
    others = np.setdiff1d(np.arange(N), ROWS)
    for values in (session.questions.scores(), session.stopping.uncertainty.doubt):
        assert values.shape == (N,) and not values[others].any()
    assert session.stopping.expected_changes.text.endswith("That counts the points shown.")


def test_a_journal_holds_the_sample(path, tmp_path):
    drawn = made(10, path)
    drawn.answer(0, 1, "must")
    rows = drawn.sample.rows.tolist()
    drawn.save(tmp_path / "kept")
    drawn.close()
    again = made(10, path)
    assert again.sample.rows.tolist() == rows and engine_of(again).timeline.next_number == 2
    again.close()
    other = made(12, path)
    assert other.sample.rows.tolist() != rows and {0, 1} <= set(other.sample.rows.tolist())
    other.close()
    last = made(12, path)
    assert last.sample.rows.tolist() == other.sample.rows.tolist()
    last.close()
    loaded = Session.load(tmp_path / "kept", X)
    assert loaded.sample.rows.tolist() == rows and np.array_equal(loaded.labels, again.labels)
    with_all = made(None, path)
    assert with_all.sample.rows is None and len(with_all.answers) == 1
    with_all.close()


def test_a_journal_of_a_sample_that_makes_no_sense(path):
    made(10, path).close()
    text = path.read_text()
    path.write_text(re.sub('"rows": ?"', '"rows":"AAAA', text, count=1))
    with pytest.raises(JournalError, match="line 1"):
        made(10, path)


def test_pairs_given_at_the_start_are_in_the_sample():
    known = Constraints(N, must=[(30, 31)], cannot=[(30, 5)])
    session = made(6, constraints=known)
    assert len(session.sample.rows) == 6 and {5, 30, 31} <= set(session.sample.rows.tolist())
    assert session.sample.rows.tolist() == made(6, constraints=known).sample.rows.tolist()


def test_names_are_those_of_all_rows():
    names = [f"p{row}" for row in range(N)]
    session = made([4, 5, 6, 7], names=names)
    assert session.answer("p0", "p5", "must").pair == (0, 5)
    assert engine_of(session).now.snapshot().names == ["p4", "p5", "p6", "p7", "p0"]


def test_a_memory_map_is_not_copied(tmp_path):
    mapped = np.memmap(tmp_path / "X", float, "w+", shape=X.shape)
    mapped[:] = X
    session = Session(mapped, "pckmeans", n_clusters=3, random_state=5, sample=ROWS)
    assert np.shares_memory(session.X, mapped) and not session.X.flags.writeable
    assert np.array_equal(session.labels, made().labels)
    assert mapped.flags.writeable


def test_what_needs_all_rows_shown_says_so():
    with pytest.raises(InputError, match=re.escape("Session(X[session.sample.rows])")):
        made().trace()
