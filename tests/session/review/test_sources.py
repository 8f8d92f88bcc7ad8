"""A source that is worse than chance is found, set aside and brought back."""

import numpy as np
import pytest
from session_parts import blobs

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.session.engine.fit import without_source
from jupyter_sscluster.session.engine.fit.fitting import solve
from jupyter_sscluster.session.review.sources import sources_of

X = blobs(60)
TRUTH = np.arange(60) % 3


@pytest.fixture
def session():
    made = Session(X, "adaptivepckmeans", n_clusters=3, annotator="Ann")
    rng = np.random.default_rng(0)
    pairs = [tuple(map(int, rng.choice(60, 2, replace=False))) for _ in range(30)]
    for i, j in pairs:
        made.answer(i, j, "must" if TRUTH[i] == TRUTH[j] else "cannot", soft=True)
    yield made
    made.close()


def says(session, name, right, n=15):
    session.annotators.current = name
    rng = np.random.default_rng(1)
    for k in range(n):
        i, j = map(int, rng.choice(60, 2, replace=False))
        same = (TRUTH[i] == TRUTH[j]) == right[k % len(right)]
        session.answer(i, j, "must" if same else "cannot", soft=True)


@pytest.mark.parametrize(
    ("right", "suspected"), [([True], False), ([False], True), ([True, False], False)]
)
def test_only_a_source_that_is_worse_than_chance_is_suspected(session, right, suspected):
    says(session, "Bob", right)
    ann, bob = session.review.sources
    assert (ann.name, bob.name, bob.n_answers) == ("Ann", "Bob", 15)
    assert bob.suspected is suspected
    assert not ann.suspected or suspected
    assert ("by chance" in bob.text) is suspected
    assert bob.low <= bob.error_rate <= bob.high


def test_answers_set_aside_rest_until_they_count_again(session):
    before, labels = session.constraints, session.labels
    says(session, "Bob", [False])
    with_bob, answers = session.constraints, session.answers
    session.review.set_aside("Bob")
    assert session.constraints == before
    assert session.answers == answers
    assert session.review.sources == ()
    assert session.review.suspicions.of(answers[-1].number) is None
    session.undo()
    assert session.constraints == with_bob
    session.redo()
    session.review.count_again("Bob")
    assert session.constraints == with_bob
    assert labels.shape == session.labels.shape


def test_hard_answers_that_contradict_what_was_said_since_stay_aside(session):
    session.annotators.current = "Bob"
    session.answer(0, 1, "must")
    session.review.set_aside("Bob")
    session.annotators.current = "Ann"
    session.answer(0, 1, "cannot")
    now = session.answers, session.constraints
    with pytest.raises(ConflictError):
        session.review.count_again("Bob")
    assert (session.answers, session.constraints) == now


def test_it_is_kept_in_the_journal(tmp_path, session):
    says(session, "Bob", [False])
    session.review.set_aside("Bob")
    session.save(tmp_path / "a.session")
    again = Session.load(tmp_path / "a.session", X)
    assert again.constraints == session.constraints
    np.testing.assert_array_equal(again.labels, session.labels)


def test_one_source_alone_is_not_judged_and_names_are_checked(session):
    assert session.review.sources == ()
    with pytest.raises(InputError, match="'Ann'"):
        session.review.set_aside("Bob")


def test_a_fit_is_kept_while_what_it_was_made_of_stays_and_the_figures_are_the_same(
    session, monkeypatch
):
    says(session, "Bob", [True, False])
    solved = []

    def slowly(problem):
        solved.append(problem)
        return solve(problem)

    monkeypatch.setattr(without_source, "solve", slowly)
    without_source._last.clear()
    first = session.review.sources
    assert len(first) == len(solved) == 2
    session.answer(0, 1, "cannot", soft=True)  # by Bob: only what Ann is told of changes
    kept = session.review.sources
    assert len(solved) == 3
    without_source._last.clear()
    state = session._engine.state
    again = sources_of(session._engine, session._engine.now)
    assert len(solved) == 5 and again == kept != first and state is session._engine.state
    session.set_n_clusters(4)
    assert len(session.review.sources) == 2 and len(solved) == 7
