"""The fit that is shown, made again step by step."""

import threading

import numpy as np
import pytest
from table import CLUSTERERS
from true_pairs import data

from jupyter_sscluster import Session, cluster
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.fit_steps.traced_fit import trace_problem


def session_of(clusterer, seed=0, **params):
    X, y, _ = data(seed)
    known = Constraints.from_labels(y, 12, random_state=seed)
    return Session(X, clusterer, constraints=known, n_clusters=3, **params), y


@pytest.mark.parametrize("row", CLUSTERERS, ids=lambda row: row.name)
def test_the_last_step_has_the_labels_shown_after_cold_and_warm_fits(row):
    if row.classes:
        X, y, _ = data(0)
        session = Session(X, row.make(n_clusters=3), n_clusters=3)
        pairs = [(int(np.flatnonzero(y == 0)[k]), int(np.flatnonzero(y == 1)[k])) for k in (0, 1)]
    else:
        session, y = session_of(row.make(n_clusters=3))
        pairs = [(1, 7), (3, 11)]
    for _ in range(2):
        found = session.trace()
        assert found.same
        np.testing.assert_array_equal(found.labels(len(found) - 1), session.labels)
        i, j = pairs.pop()
        session.answer(i, j, "must" if y[i] == y[j] else "cannot")


def test_a_warm_start_says_so_and_fresh_starts_are_offered():
    session, _ = session_of("PCKMeans")
    assert not session.trace().warm
    i, j = np.flatnonzero(session.labels == 0)[[0, 5]]
    session.answer(int(i), int(j), "cannot")
    before = session.labels.copy(), engine_of(session).revision, len(session.answers)
    warm, fresh = session.trace(), session.trace(fresh=True)
    assert warm.warm and warm.same and not fresh.warm
    assert len(fresh) >= len(warm)
    np.testing.assert_array_equal(session.labels, before[0])
    assert (engine_of(session).revision, len(session.answers)) == before[1:]


def test_clusters_and_centres_have_the_numbers_shown():
    session, _ = session_of(cluster.KMeans(n_init=3))
    session.answer(0, 1, "cannot")
    found = session.trace()
    for step in range(1, len(found)):
        labels, centres = found.labels(step), found.centres(step)
        if type(found.trace[step]).__name__ == "Recentred":
            for k, centre in enumerate(centres):
                np.testing.assert_allclose(centre, session.X[labels == k].mean(axis=0))


def test_a_dendrogram_is_cut_as_the_clusterer_cuts_it():
    session, _ = session_of(cluster.ConstrainedAgglomerative())
    found = session.trace()
    assert found.merges
    np.testing.assert_array_equal(found.labels(len(found) - 1), session.labels)
    assert [len(np.unique(found.cut(k))) for k in (5, 4, 3)] == [5, 4, 3]


class Own(cluster.KMeans):
    """One of a person's own, whose fit knows nothing of steps."""

    def fit(self, X, y=None, *, constraints=None):
        return super().fit(X, constraints=constraints)


def test_a_clusterer_without_steps_says_so():
    session, _ = session_of(Own())
    with pytest.raises(InputError, match="tells no steps: its fit takes no trace="):
        session.trace()


def test_it_can_be_cancelled_and_waits_for_a_fit():
    session, _ = session_of("MPCKMeans")
    problem = trace_problem(session._engine)
    heard = []

    def stop(step, done, total):
        heard.append(done)
        raise FitCancelled("enough")

    with pytest.raises(FitCancelled):
        problem.solve(stop)
    assert heard == [1]


class Slow(cluster.KMeans):
    """Waits until it is let go."""

    gate = threading.Event()

    def fit(self, X, y=None, *, constraints=None, trace=None):
        Slow.gate.wait(20)
        return super().fit(X, constraints=constraints, trace=trace)


def test_nothing_is_traced_while_a_fit_runs():
    session = Session(data(0)[0], Slow(), n_clusters=2, background=True)
    with pytest.raises(InputError, match="renewed"):
        session.trace()
    Slow.gate.set()
    assert session.wait(20)
    assert session.trace().same
    session.close()
