"""Long steps are reported again and again, so that a fit can be cancelled within them."""

import numpy as np
import pytest

from jupyter_sscluster.cluster import BeliefClustering, KMeans
from jupyter_sscluster.cluster._parts.graph.laplacian_solver import GraphSolver
from jupyter_sscluster.cluster._parts.graph.neighbour_graph import neighbour_graph
from jupyter_sscluster.cluster.fit.watching import FitCancelled, again, part_of, report, watching
from jupyter_sscluster.seeding import _distances


def test_again_repeats_what_was_told_last():
    heard = []
    again()
    with watching(lambda *step: heard.append(step)):
        again()
        report("iteration", 2, 5)
        again()
        with part_of("clustering", 1, 3):
            again()
        again()
    assert heard == [
        ("start", 1, 1),
        *[("iteration", 2, 5)] * 2,
        *[("clustering", 1, 3)] * 2,
        ("clustering", 1, 3),
    ]


@pytest.mark.parametrize(("init", "trials"), [("kmeans_plusplus", 5), ("farthest_first", 1)])
def test_the_choice_of_many_centres_is_reported_and_can_be_cancelled(monkeypatch, init, trials):
    monkeypatch.setattr(_distances, "_TOLD", 10_000)
    X = np.random.default_rng(0).normal(size=(1000, 2))
    model, heard = KMeans(40, init=init, n_init=1, max_iter=1, random_state=0), []
    with watching(lambda *step: heard.append(step)):
        model.fit(X)
    before = heard.index(("iteration", 1, 1))
    assert before >= 39 * trials * 1000 // 10_000 - 1

    def stop(*step):
        raise FitCancelled

    fresh = KMeans(40, init=init, random_state=0)
    with watching(stop), pytest.raises(FitCancelled):
        fresh.fit(X)
    assert not hasattr(fresh, "labels_")


def test_every_iteration_on_a_graph_and_of_a_mixture_is_reported():
    X = np.random.default_rng(0).normal(size=(300, 2))
    solver, heard = GraphSolver(neighbour_graph(X, 5).laplacian, direct=10), []
    with watching(lambda *step: heard.append(step)):
        solver.solve(np.eye(300)[:, :3])
    assert len(heard) > 3
    rounds = []
    with watching(lambda *step: rounds.append(step)):
        BeliefClustering(3, random_state=0).fit(X, must=[(0, 1)], cannot=[(1, 2)])
    assert rounds.count(("round", 1, 10)) > 5
