"""Rows that the fit put into no cluster, taken into clusters that are near."""

import numpy as np
import pytest

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.metrics import adjusted_rand

NEIGHBOURS = "neighbourgraphagglomerative"


def rows():
    """Forty groups, of unequal size, among rows spread evenly."""
    rng = np.random.default_rng(1)
    centres, sizes = 3.0 * rng.normal(size=(40, 4)), rng.integers(3, 20, 40)
    X = np.repeat(centres, sizes, axis=0)
    X = X + 0.5 * rng.normal(size=X.shape)
    return np.concatenate([X, rng.uniform(X.min(axis=0), X.max(axis=0), size=(80, 4))])


@pytest.fixture(scope="module")
def fitted():
    session = Session(rows(), NEIGHBOURS)
    assert len(session.noise) > 30
    return session


@pytest.fixture
def session(fitted):
    yield fitted
    while fitted.history.can_undo:
        fitted.undo()


def test_rows_near_clusters_come_by_times_of_their_reach(session):
    near, labels, X = session.noise.near_clusters, session.labels, session.X
    assert sorted(each.row for each in near) == session.noise.found.tolist()
    assert [each.times for each in near] == sorted(each.times for each in near)
    for each in near:
        members = np.flatnonzero(labels >= 0)
        away = np.linalg.norm(X[members] - X[each.row], axis=1)
        assert each.nearest == members[away.argmin()]
        assert each.distance == pytest.approx(away.min(), rel=1e-12)
        assert each.cluster == labels[each.nearest]


@pytest.mark.parametrize("times", [0.0, 1.5, 2.5, np.inf])
def test_rows_within_reach_join_and_the_others_stay(session, times):
    before, near = session.labels.copy(), session.noise.near_clusters
    wanted = [each for each in near if each.times <= times]
    answers = session.noise.take_in(times)
    assert [answer.pair for answer in answers] == [
        tuple(sorted((each.row, each.nearest))) for each in wanted
    ]
    after, inside = session.labels, before >= 0
    assert all(after[each.row] == after[each.nearest] >= 0 for each in wanted)
    assert np.count_nonzero(after == -1) == len(near) - len(wanted)
    assert adjusted_rand(before[inside], after[inside]) > 0.98
    if wanted:
        assert session.undo() == f"Taken in: {len(wanted)} points"
    assert session.labels.tolist() == before.tolist()


def test_what_is_taken_in_twice_is_no_step(session):
    n = len(session.noise.take_in(1.5))
    steps = len(session.history)
    assert n and session.noise.take_in(0.0) == ()
    assert len(session.history) == steps


def test_rows_said_to_be_in_no_cluster_and_rows_kept_apart_are_not_taken(session):
    first, second, third = session.noise.near_clusters[:3]
    session.noise.add([first.row])
    session.answer(second.row, second.nearest, "cannot", soft=True)
    listed = {each.row for each in session.noise.near_clusters}
    assert not {first.row, second.row} & listed and third.row in listed
    session.noise.take_in(np.inf)
    assert session.noise.rows.tolist() == sorted([first.row, second.row])


def test_a_journal_keeps_what_was_taken_in(tmp_path):
    path = tmp_path / "s.jsonl"
    session = Session(rows(), NEIGHBOURS, path=path, annotator="Ann")
    answers = session.noise.take_in(2.0)
    assert {answer.source for answer in answers} == {"taken in by Ann"}
    told = session.labels.tolist()
    session.close()
    again = Session.load(path, rows())
    assert again.labels.tolist() == told
    assert again.history.undo_label == f"Taken in: {len(answers)} points"


@pytest.mark.parametrize("times", [-1.0, np.nan, "2", None, True])
def test_times_that_are_none_are_refused(session, times):
    with pytest.raises(InputError, match="times=.* must be a number >= 0, or inf"):
        session.noise.take_in(times)


def test_nothing_to_take_in():
    session = Session([[0.0], [1.0], [8.0], [9.0]], "kmeans", n_clusters=2)
    assert session.noise.near_clusters == session.noise.take_in(np.inf) == ()
    session.noise.add([0])
    assert session.noise.near_clusters == ()
