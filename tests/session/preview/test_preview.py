"""What an answer would change is what it changes: every outcome beside a fit of its own."""

import json
import warnings

import numpy as np
import pytest
from repeatable import rounds
from session_parts import Broken, Deaf, Talking, blobs, picture
from sklearn.datasets import load_iris

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.preview.previews import Previews

IRIS, CLASSES = load_iris(return_X_y=True)
X = blobs(60)
QUESTIONS = rounds(20, least=4)
SLOW = "what asks again"

SETTINGS = {
    "the default": {},
    "PCK-means": {"clusterer": PCKMeans(3, constraint_weight=5.0)},
    "COP-k-means": {"clusterer": "copkmeans"},
    "MPCK-means": {"clusterer": "mpckmeans"},
    "soft answers": {"clusterer": PCKMeans(3, constraint_weight=5.0)},
    SLOW: {"clusterer": "beliefclustering", "strategy": "robustnpu"},
}


def twin(session, path, data):
    """The same session once more, which has foreseen nothing."""
    session.save(path)
    return Session.load(path, data)


def true_kind(pair):
    i, j = pair
    return "must" if CLASSES[i] == CLASSES[j] else "cannot"


def ask(session):
    queries = session.propose()
    assert queries
    return queries[0].pair


# --------------------------------------------------------------------------- outcomes


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_an_outcome_is_what_a_fit_of_its_own_gives(settings, tmp_path):
    arguments = {"strategy": "random", **SETTINGS[settings]}
    session = Session(IRIS, n_clusters=3, **arguments)
    session.default_soft = settings == "soft answers"
    rng = np.random.default_rng(0)
    moved = told = 0
    n_questions = rounds(5, least=2) if settings == SLOW else QUESTIONS
    for _ in range(n_questions):
        i, j = ask(session)
        for kind in ("must", "cannot", "unknown"):
            outcome, other = session.preview(kind), twin(session, tmp_path / "twin", IRIS)
            other.answer(i, j, kind, source="question")
            if outcome.labels is None:
                assert outcome.reason == engine_of(other).fits.error
                continue
            told += 1
            moved += outcome.moved
            assert outcome.labels.tobytes() == other.labels.tobytes()
            differing = np.flatnonzero(session.labels != other.labels)
            assert outcome.moved_points.tolist() == differing.tolist()
            if kind != "unknown":
                assert other.history.current_fit.moved_points.tolist() == differing.tolist()
        kind = true_kind((i, j)) if rng.random() < 0.9 else "unknown"
        session.answer(i, j, kind, source="question")
    assert told >= 2 * n_questions
    assert moved > 0


@pytest.mark.thorough
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_a_session_that_looks_ahead_is_the_same_as_one_that_does_not(
    settings, tmp_path, monkeypatch
):
    monkeypatch.setattr("time.time", lambda: 1e9)
    arguments = {"strategy": "npu", **SETTINGS[settings]}
    path = {ahead: tmp_path / str(ahead) for ahead in (True, False)}
    both = {ahead: Session(IRIS, n_clusters=3, path=path[ahead], **arguments) for ahead in path}
    for step in range(12):
        for ahead, session in both.items():
            pair = ask(session)
            if ahead:
                for kind in ("must", "cannot", "unknown"):
                    _ = session.preview(kind).next_question
            session.answer(*pair, true_kind(pair) if step % 5 else "unknown", source="question")
            if step % 4 == 3:
                session.undo()
            if step == 6:
                session.set_n_clusters(4)
    assert timeless(picture(both[True])) == timeless(picture(both[False]))
    for session in both.values():
        session.close()
    assert lines(path[True]) == lines(path[False])


def timeless(seen):
    for record in seen["history"]:
        del record["seconds"]
    seen["answers"] = [(a.number, a.i, a.j, a.kind, a.soft, a.weight) for a in seen["answers"]]
    return seen


def lines(path):
    """A journal, without how long its fits have taken, and the checksums that this is part of."""
    written = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [
        {name: line[name] for name in line if name not in ("seconds", "sum")} for line in written
    ]


def test_moves_are_counted_from_cluster_to_cluster():
    session = Session(IRIS, "pckmeans", "random", n_clusters=3)
    for _ in range(30):
        pair = ask(session)
        for kind in ("must", "cannot"):
            outcome = session.preview(kind)
            moves = outcome.moves(session.labels)
            assert sum(count for *_, count in moves) == outcome.moved
            assert [count for *_, count in moves] == sorted((c for *_, c in moves), reverse=True)
            for before, after, count in moves:
                rows = (session.labels == before) & (outcome.labels == after)
                assert np.count_nonzero(rows) == count
        session.answer(*pair, true_kind(pair), source="question")


@pytest.mark.parametrize("settings", ["the default", "soft answers"])
def test_where_a_point_would_go_is_where_it_goes(settings, tmp_path):
    session = Session(IRIS, n_clusters=2, strategy="npu", **SETTINGS[settings])
    session.default_soft = settings == "soft answers"
    moved = grown = 0
    for step in range(4):
        asked = session.propose_placement()
        assert engine_of(session).part(Previews).is_quick
        for choice in (*asked.representatives, None, "unknown"):
            outcome, other = session.preview(choice), twin(session, tmp_path / "twin", IRIS)
            other.place(asked.point, asked.representatives, choice)
            if outcome.labels is None:
                assert outcome.reason == engine_of(other).fits.error
                continue
            assert outcome.labels.tobytes() == other.labels.tobytes()
            rows = np.flatnonzero(session.labels != other.labels)
            assert outcome.moved_points.tolist() == rows.tolist()
            moved, grown = moved + outcome.moved, grown + (other.n_clusters > session.n_clusters)
        true = [row for row in asked.representatives if CLASSES[row] == CLASSES[asked.point]]
        choice = true[0] if true else None
        foreseen = session.preview(choice if step < 3 else "unknown")
        fits = session.history.current_fit.fit
        session.place(asked.point, asked.representatives, choice if step < 3 else "unknown")
        assert session.labels.tobytes() == foreseen.labels.tobytes()
        assert step == 3 or session.history.current_fit.fit != fits
    assert moved and grown


def test_where_a_point_belongs_is_answered_as_a_placement():
    session = Session(X, Talking(n_steps=3), "npu", n_clusters=2)
    asked = session.propose_placement()
    row = asked.representatives[0]
    session.preview(row)
    for answer in ("must", asked.point, True, len(X)):
        with pytest.raises(InputError, match=f"answer={answer!r} must be one of {row}"):
            session.preview(answer)
    with pytest.raises(InputError, match="must be one of"):
        session.preview("must")
    before = Talking.steps
    session.place(asked.point, asked.representatives, row)
    assert Talking.steps == before, "its fit was made ahead"


# --------------------------------------------------------------------------- taken over


def test_an_answer_that_was_foreseen_is_not_fitted_again():
    session = Session(X, Talking(n_steps=3), "random", n_clusters=2)
    i, j = ask(session)
    session.preview("must")
    session.preview("cannot")
    before = Talking.steps
    session.answer(i, j, "cannot", source="question")
    assert Talking.steps == before
    assert session.history.current_fit.n_answers == 1


@pytest.mark.parametrize("change", ["clusterer", "seed", "weight", "softly", "other pair"])
def test_another_problem_is_fitted(change):
    session = Session(X, Talking(n_steps=3), "random", n_clusters=2)
    i, j = ask(session)
    session.preview("must")
    if change == "clusterer":
        session.set_params(n_steps=4)
    if change == "seed":
        session.fit(fresh=True)
    if change == "softly":
        session.default_soft = True
    before, weight = Talking.steps, 2.0 if change == "weight" else 1.0
    other = next(k for k in range(60) if k not in (i, j)) if change == "other pair" else j
    session.answer(i, other, "must", weight=weight, source="question")
    # Talking has no first centres to go on from, so that after a refit the problem is the same
    assert (Talking.steps > before) == (change != "seed")


def test_an_outcome_is_foreseen_again_after_undo():
    session = Session(IRIS, "pckmeans", "random", n_clusters=3)
    pair = ask(session)
    first = session.preview("must")
    session.answer(*pair, "must", source="question")
    session.undo()
    assert session.question.pair == pair
    again = session.preview("must")
    assert again.labels.tobytes() == first.labels.tobytes()
    session.redo()
    assert session.labels.tobytes() == first.labels.tobytes()


# --------------------------------------------------------------------------- the next question


@pytest.mark.parametrize("strategy", ["npu", "random", "robustnpu", "minmax"])
def test_the_question_made_ahead_is_the_one_that_is_asked(strategy, tmp_path):
    session = Session(IRIS, "pckmeans", strategy, n_clusters=3)
    for step in range(8):
        pair = ask(session)
        for kind in ("must", "cannot", "unknown"):
            after, other = (
                session.preview(kind).next_question,
                twin(session, tmp_path / "twin", IRIS),
            )
            other.answer(*pair, kind, source="question")
            if engine_of(other).fits.error is None:
                assert [after] == (other.propose() or [None])
        session.answer(*pair, true_kind(pair) if step % 3 else "unknown", source="question")


def test_a_question_made_ahead_is_not_looked_for_again(monkeypatch):
    session = Session(IRIS, "pckmeans", "random", n_clusters=3)
    pair = ask(session)
    after = session.preview("must").next_question
    session.answer(*pair, "must", source="question")
    strategy = type(session.strategy)
    monkeypatch.setattr(strategy, "propose", lambda *_, **__: pytest.fail("asked again"))
    assert session.propose() == [after]
    assert session.question == after


def test_an_old_preview_does_not_answer_for_the_question_of_now():
    session = Session(IRIS, "pckmeans", "random", n_clusters=3)
    first = ask(session)
    old = session.preview("must")
    session.answer(*first, "must", source="question")
    ask(session)
    with pytest.raises(InputError, match="call preview again"):
        _ = old.next_question
    assert session.preview("must").next_question is not None


def test_another_strategy_asks_for_itself():
    session = Session(IRIS, "pckmeans", "random", n_clusters=3)
    pair = ask(session)
    _ = session.preview("must").next_question
    session.answer(*pair, "must", source="question")
    session.set_strategy("npu")
    fresh = Session(IRIS, "pckmeans", "npu", n_clusters=3)
    fresh.answer(*pair, "must", source="question")
    assert session.propose() == fresh.propose()


# --------------------------------------------------------------------------- refused, cancelled


def test_what_cannot_be_foreseen_is_refused():
    session = Session(X, "pckmeans", "random", n_clusters=3)
    assert not engine_of(session).part(Previews).is_quick
    with pytest.raises(InputError, match="call propose first"):
        session.preview("must")
    ask(session)
    assert engine_of(session).part(Previews).is_quick
    with pytest.raises(InputError, match="must be one of"):
        session.preview("maybe")
    session.close()
    assert not engine_of(session).part(Previews).is_quick


def test_a_fit_that_is_cancelled_leaves_nothing_behind():
    session = Session(X, Talking(n_steps=5), "random", n_clusters=2)
    ask(session)
    before = timeless(picture(session))

    def stop(step, done, total):
        raise FitCancelled("no longer wanted")

    with pytest.raises(FitCancelled):
        engine_of(session).part(Previews).preview("must", stop)
    assert timeless(picture(session)) == before
    assert session.preview("must").labels is not None


def test_a_question_that_is_looked_for_ahead_can_be_cancelled_within_a_forest():
    session = Session(IRIS, "pckmeans", "npu", n_clusters=3)
    for _ in range(3):
        pair = ask(session)
        session.answer(*pair, true_kind(pair), source="question")
    ask(session)
    heard = []

    def stop(step, done, total):
        heard.append(step)
        if heard.count("tree") == 7:
            raise FitCancelled("no longer wanted")

    def look():
        return [
            engine_of(session).part(Previews).next_question(kind, stop)
            for kind in ("must", "cannot", "unknown")
        ]

    with pytest.raises(FitCancelled):
        look()
    assert heard[-7:] == ["tree"] * 7


def test_a_fit_that_fails_says_why_and_the_answer_says_the_same():
    session = Session(X, Broken(), "random", n_clusters=2)
    i, j = ask(session)
    session.set_clusterer(Broken(always=True))
    assert engine_of(session).fits.error is not None
    with pytest.raises(InputError, match="fit where the last fit failed"):
        session.preview("must")
    session.undo()
    session.set_clusterer(TwiceOnly())
    if session.question is None:
        i, j = ask(session)
    outcome = session.preview("cannot")
    assert outcome.labels is None and outcome.moved is None
    assert outcome.moves(session.labels) == []
    session.answer(i, j, "cannot", source="question")
    assert engine_of(session).fits.error == outcome.reason


class TwiceOnly(Broken):
    """Fails where anything is known."""

    def fit(self, X, y=None, *, constraints=None):
        if len(constraints):
            raise RuntimeError("no luck today")
        self.labels_ = np.arange(len(X)) % self.n_clusters
        return self


def test_a_clusterer_that_hears_nothing_and_takes_long_is_left_alone():
    session = Session(X, Deaf(0.4), "random")
    ask(session)
    assert not engine_of(session).part(Previews).is_quick
    quick = Session(X, Deaf(0.0), "random")
    ask(quick)
    assert engine_of(quick).part(Previews).is_quick


class Warner(Broken):
    """Warns of something in each fit in which anything is known."""

    def fit(self, X, y=None, *, constraints=None):
        if len(constraints):
            warnings.warn("two rows are alike", UserWarning, stacklevel=1)
        self.labels_ = np.arange(len(X)) % self.n_clusters
        return self


def test_what_a_fit_warned_of_is_told_once_the_answer_is_given():
    session = Session(X, Warner(), "random", n_clusters=2, background=True)
    session.wait(10)
    pair = ask(session)
    session.preview("must")
    assert not [note for note in session.notes if "alike" in note]
    session.answer(*pair, "must", source="question")
    session.wait(10)
    assert [note for note in session.notes if "alike" in note] == ["two rows are alike"]
    session.close()
