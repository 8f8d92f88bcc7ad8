"""What a question computes: targets that are drawn, clusters of k-means, rows of the trees."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import make_blobs
from strategy_runs import forget

from jupyter_sscluster.active import NPU, RobustNPU, Snapshot, Sorting, robustnpu
from jupyter_sscluster.active.noisy_answers import medoids
from jupyter_sscluster.active.question_types.choosing_points import placement, sorting
from jupyter_sscluster.active.question_types.class_probabilities import ClassProbabilities
from jupyter_sscluster.active.similarity import forest, point_distances, trees
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.constraints import Constraints

ASK = pytest.mark.parametrize("ask", ["propose_placement", "propose_sorting"])


def drawing(drawn, among=None):
    """300 points of which the answers say nothing, and a note of each target that is drawn."""

    def targets():
        for row in range(299, -1, -1):
            drawn.append(row)
            yield row

    snapshot = Snapshot(np.arange(300.0)[:, None], Constraints(300), n_clusters=3)
    nobody, some = np.zeros(300, dtype=bool), None if among is None else np.isin(range(300), among)
    return ClassProbabilities(snapshot, (), np.ones((300, 0)), nobody, targets, 3, among=some)


@pytest.mark.parametrize(
    ("ask", "asked"),
    [(placement, (298,)), (lambda at: sorting(at, 4), (299, 298, 297, 296))],
    ids=["place", "sort"],
)
def test_no_more_targets_are_drawn_than_are_asked_about(ask, asked):
    # each may cost the distances of all points to the last one: all 5,000 of them took 22 s
    drawn = []
    found = ask(drawing(drawn))
    assert (found.points if isinstance(found, Sorting) else (found.point,)) == asked
    assert drawn == list(range(299, min(asked) - 1, -1))


def test_the_first_of_some_points_is_looked_for_among_the_first_targets_only():
    drawn = []
    assert sorting(drawing(drawn, among=[7, 280, 5]), 3).points == (280, 5, 7)
    assert drawn == list(range(299, 299 - 64, -1))


def test_each_point_is_explored_once_and_those_without_a_target_come_last():
    at = drawing([])
    few = replace(at, targets=lambda: iter([4, 2, 4]), placed=np.arange(300) == 2)
    assert [*few.exploring()] == [4, *(row for row in range(300) if row not in (2, 4))]


@ASK
def test_the_first_question_looks_at_few_distances_and_needs_no_clusters_of_its_own(
    ask, monkeypatch
):
    X, y = make_blobs(400, 3, centers=4, random_state=0)
    calls, cdist = [], point_distances.cdist
    monkeypatch.setattr(
        point_distances, "cdist", lambda *of: calls.append(len(of[0])) or cdist(*of)
    )
    monkeypatch.setattr(medoids, "_kmeans", lambda *_: pytest.fail("clusters were made"))
    snapshot = Snapshot(X, Constraints(400), y, n_clusters=4)
    assert getattr(RobustNPU(), ask)(snapshot) == getattr(NPU(), ask)(snapshot)
    assert sum(calls) < 3 * len(X), "each row is compared with the centre of its cluster"


@ASK
@pytest.mark.parametrize(("d", "rows"), [(30, 100), (200, 60), (1, 150)])
def test_trees_are_grown_on_fewer_rows_of_many_features(ask, d, rows, monkeypatch):
    monkeypatch.setattr(robustnpu, "VALUES", 3_000)
    drawn = []

    def leaves(X, classes, n_trees, n_drawn, seed):
        drawn.append((n_drawn, seed))
        return np.zeros((len(X), n_trees), dtype=np.int32)

    monkeypatch.setattr(forest, "grow", leaves)
    y = np.repeat([0, 1, 2], 50)
    X = np.random.default_rng(0).normal(size=(150, d)) + y[:, None]
    known = Constraints(150, cannot=[(0, 50)])
    forget()
    assert getattr(RobustNPU(random_state=7), ask)(Snapshot(X, known, y, n_clusters=3)) is not None
    assert drawn == [(rows, 7)]


class _Pool(ThreadPoolExecutor):
    """Trees go on only once those that wait have been dropped."""

    dropped = threading.Event()

    def shutdown(self, wait=True, *, cancel_futures=False):
        super().shutdown(wait=wait and self.dropped.is_set(), cancel_futures=cancel_futures)
        if cancel_futures:
            self.dropped.set()


def test_trees_that_are_grown_side_by_side_are_heard_of_and_can_be_cancelled(monkeypatch):
    X, y = np.arange(40.0, dtype=np.float32)[:, None], np.repeat([0, 1], 20)
    alone, told = trees.grow(X, y, 20, 40, 0), []
    monkeypatch.setattr(trees, "LARGE", 1)
    with watching(lambda *step: told.append(step)):
        assert (trees.grow(X, y, 20, 40, 0) == alone).all()
    assert told == [("tree", place, 20) for place in range(20)]

    grown, build = [], trees.DepthFirstTreeBuilder

    def waiting(*of):
        grown.append(_Pool.dropped.wait(60))
        return build(*of)

    def stop(*step):
        raise FitCancelled

    monkeypatch.setattr(trees, "ThreadPoolExecutor", _Pool)
    monkeypatch.setattr(trees, "DepthFirstTreeBuilder", waiting)
    with pytest.raises(FitCancelled), watching(stop):
        trees.grow(X, y, 20, 40, 0)
    assert len(grown) <= trees.MOST_THREADS
