"""How unsure the strategy is of every point, what each answer moved, and whether it is enough."""

import numpy as np
import pytest
from session_parts import blobs
from sklearn.datasets import load_iris

from jupyter_sscluster import Session, _catalogue
from jupyter_sscluster.active import ExpectedChanges
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine.fit import fits
from jupyter_sscluster.session.stopping.stopping import Stopping

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


def test_a_removal_is_no_answer_and_leaves_the_moves_of_the_last_one():
    session = asked(8, "random")
    before = dict(engine_of(session).ledger.points_moved)
    session.remove(1)
    after = dict(engine_of(session).ledger.points_moved)
    assert session.history.current_fit.cause.startswith("answer 1 taken back")
    assert after == {number: before[number] for number in range(2, 9)}


def test_dont_knows_are_no_evidence(monkeypatch):
    monkeypatch.setattr(Stopping, "expected_changes", ExpectedChanges(0.0, ""))
    session = asked(9, "random")
    moves = engine_of(session).ledger.points_moved
    monkeypatch.setattr("jupyter_sscluster.session.stopping.stopping.FEW", 1.0)
    for row in range(10):
        session.answer(row, 100 + row, "unknown")
    assert engine_of(session).ledger.points_moved == moves
    assert not session.stopping.is_reached
    session.propose()
    i, j = session.question.pair
    session.answer(i, j, "must" if Y[i] == Y[j] else "cannot")
    assert session.stopping.is_reached, "the tenth answer with a link"


def test_answers_that_were_not_clustered_are_no_evidence(monkeypatch):
    """Their zeros say nothing; the fit that comes after some overtaken ones stands for all."""
    monkeypatch.setattr(Stopping, "expected_changes", ExpectedChanges(0.0, ""))
    session, solve = asked(10, "random"), fits.solve
    monkeypatch.setattr("jupyter_sscluster.session.stopping.stopping.FEW", 1.0)
    assert session.stopping.is_reached
    before = engine_of(session).ledger.points_moved

    def cancelled(problem, watch):
        raise FitCancelled

    monkeypatch.setattr(fits, "solve", cancelled)
    for row in (0, 1, 2):
        session.answer(row, 90 + row, "cannot")
    assert not session.stopping.is_reached, "what these answers move is not known"
    assert engine_of(session).ledger.points_moved == before
    session.answer(3, 93, "unknown")
    assert not session.stopping.is_reached
    monkeypatch.setattr(fits, "solve", solve)
    session.answer(4, 94, "cannot")
    moved = session.history.current_fit.moved
    assert engine_of(session).ledger.points_moved == (*before, (15, moved))


def test_nothing_is_enough_while_no_fit_is_possible(monkeypatch):
    monkeypatch.setattr(Stopping, "expected_changes", ExpectedChanges(0.0, ""))
    session = Session(X, "copkmeans", n_clusters=2)
    for pair in ((0, 50), (0, 100), (50, 100)):
        session.answer(*pair, "cannot")
    for row in range(1, 12):
        session.answer(0, row, "must")
    assert session.problem is not None
    assert [number for number, _ in engine_of(session).ledger.points_moved] == [1, 2]
    assert not session.stopping.is_reached
    session.set_n_clusters(3)
    assert session.problem is None
    assert not session.stopping.is_reached, "no answer has shown yet what it moves"


def test_it_is_enough_below_two_per_cent_and_asking_goes_on():
    session = asked(26)
    assert session.stopping.expected_changes.moved < 3
    assert session.stopping.is_reached
    assert session.propose()


def test_it_is_not_enough_while_answers_move_many_points(monkeypatch):
    """Whatever is expected: the last ten answers, and ten of them at least, say otherwise."""
    session = asked(26)
    ledger = type(engine_of(session).ledger)
    real = engine_of(session).ledger.points_moved
    assert sum(moved for _, moved in real[-10:]) < 3
    for moves, enough in (
        (real[-10:], True),
        (real[-9:], False),
        ((*real[-10:-1], (26, 3)), False),
        (((16, 99), *real[-10:]), True),
    ):
        monkeypatch.setattr(ledger, "points_moved", moves)
        assert session.stopping.is_reached == enough


@pytest.mark.parametrize(("moved", "enough"), [(11, True), (12, False)])
def test_moves_are_a_share_of_all_rows_where_a_sample_is_shown(monkeypatch, moved, enough):
    session = Session(blobs(600), "pckmeans", "random", n_clusters=3, sample=100)
    monkeypatch.setattr(Stopping, "expected_changes", ExpectedChanges(0.5, ""))
    moves = [(number, 0) for number in range(1, 10)] + [(10, moved)]
    monkeypatch.setattr(type(engine_of(session).ledger), "points_moved", moves)
    assert session.stopping.is_reached == enough
    monkeypatch.setattr(Stopping, "expected_changes", ExpectedChanges(2.5, ""))
    assert not session.stopping.is_reached, "what is expected is a share of the points shown"


def test_one_cluster_and_as_many_as_points():
    for n_clusters in (1, 60):
        session = Session(blobs(), n_clusters=n_clusters)
        found = session.stopping.uncertainty
        assert found.doubt is None or found.doubt.shape == (60,)
        assert not session.stopping.is_reached or session.stopping.expected_changes.moved < 1.2
