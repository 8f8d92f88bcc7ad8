"""How unsure the strategy is of every point, what each answer moved, and whether it is enough."""

import numpy as np
import pytest
from session_parts import blobs
from sklearn.datasets import load_iris

from jupyter_sscluster import Session, _catalogue
from jupyter_sscluster.session import engine_of

X, Y = load_iris(return_X_y=True)


def asked(n, strategy="npu", **options):
    session = Session(X, strategy=strategy, n_clusters=3, **options)
    for _ in range(n):
        session.propose()
        i, j = session.question.pair
        session.answer(i, j, "must" if Y[i] == Y[j] else "cannot", source="question")
    return session


@pytest.fixture(scope="module")
def twelve():
    return asked(12)


def test_doubts_are_those_of_the_outlook_and_levels_their_steps(twelve):
    found, ahead = twelve.stopping.uncertainty, twelve.stopping.expected_changes
    assert (found.doubt >= 0).all() and (found.doubt < 1).all()
    alone = twelve.strategy.uncertainty(engine_of(twelve).now.snapshot()).doubt
    # the ten points asked about next are among those of most doubt, nearly in that order
    assert 0.8 * np.sort(alone)[-10:].sum() < ahead.moved <= np.sort(alone)[-10:].sum() + 1e-9
    steps = [np.flatnonzero(found.doubt >= low).size for low in (0.1, 0.25, 0.4)]
    assert [int((found.levels >= k).sum()) for k in (1, 2, 3)] == steps
    assert found.n_unsure == steps[1] > 0


def test_points_of_kept_links_are_sure_and_those_of_violated_ones_are_not(twelve):
    labels, doubt = twelve.labels, twelve.stopping.uncertainty.doubt
    for answer in twelve.answers:
        if (labels[answer.i] == labels[answer.j]) == (answer.kind == "must"):
            assert (doubt[list(answer.pair)] == 0).all()


def test_before_every_class_is_met_there_is_a_reason_and_no_number():
    session = asked(1)
    found = session.stopping.uncertainty
    assert (found.doubt, found.levels, found.n_unsure) == (None, None, 0)
    assert found.text == session.stopping.expected_changes.text
    assert not session.stopping.is_reached


@pytest.mark.parametrize("name", _catalogue.strategies())
def test_every_strategy_says_how_unsure_it_is_or_why_it_does_not(name):
    found = asked(4, name).stopping.uncertainty
    if found.doubt is None:
        assert found.text.endswith(".")
        return
    assert found.text == ""
    assert found.doubt.shape == (150,)
    assert ((found.levels >= 0) & (found.levels <= 3)).all()


def test_a_strategy_of_ones_own_says_nothing():
    class Plain:
        title = "Plain"

        def get_params(self, deep=True):
            return {}

        def set_params(self):
            return self

        def propose(self, snapshot, n_pairs=1):
            return []

    session = Session(blobs(), strategy=Plain(), n_clusters=3)
    assert session.stopping.uncertainty.text == "Plain does not say how sure it is; NPU does."
    assert not session.stopping.is_reached


def test_moves_are_those_of_the_fits_along_the_branch(twelve):
    moves = engine_of(twelve).ledger.points_moved
    assert [number for number, _ in moves] == list(range(1, 13))
    by_cause = {record.cause.split(":")[0]: record.moved for record in twelve.history.branch_fits}
    assert [moved for _, moved in moves] == [by_cause.get(f"answer {n}", 0) for n in range(1, 13)]
    session = asked(3)
    session.undo()
    assert [number for number, _ in engine_of(session).ledger.points_moved] == [1, 2]
    session.remove(1)
    assert [number for number, _ in engine_of(session).ledger.points_moved] == [2]


def test_it_is_enough_below_two_per_cent_and_asking_goes_on():
    session = asked(25)
    assert session.stopping.expected_changes.moved < 3
    assert session.stopping.is_reached
    assert session.propose()


def test_it_is_not_enough_while_answers_move_many_points(monkeypatch):
    """Whatever is expected: the last ten answers, and ten of them at least, say otherwise."""
    session = asked(25)
    ledger = type(engine_of(session).ledger)
    real = engine_of(session).ledger.points_moved
    assert sum(moved for _, moved in real[-10:]) < 3
    for moves, enough in (
        (real[-10:], True),
        (real[-9:], False),
        ((*real[-10:-1], (25, 3)), False),
        (((15, 99), *real[-10:]), True),
    ):
        monkeypatch.setattr(ledger, "points_moved", moves)
        assert session.stopping.is_reached == enough


def test_one_cluster_and_as_many_as_points():
    for n_clusters in (1, 60):
        session = Session(blobs(), n_clusters=n_clusters)
        found = session.stopping.uncertainty
        assert found.doubt is None or found.doubt.shape == (60,)
        assert not session.stopping.is_reached or session.stopping.expected_changes.moved < 1.2
