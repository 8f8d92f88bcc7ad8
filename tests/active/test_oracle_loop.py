"""How often the loop of `fit` clusters, from where, and the trees of NPU's forest."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.base import BaseEstimator
from sklearn.datasets import make_blobs
from sklearn.ensemble import RandomForestClassifier

from jupyter_sscluster.active import NPU, NoisyOracle, Oracle, Query, Random, Snapshot
from jupyter_sscluster.active.oracle_loop import REFIT, Loop, cluster, stated
from jupyter_sscluster.active.similarity import forest, trees
from jupyter_sscluster.cluster import Infeasible, PCKMeans
from jupyter_sscluster.constraints import Constraints


class Counting(PCKMeans):
    """Keeps the parameters and the number of constraints of every fit."""

    fits: list

    def fit(self, X, y=None, *, constraints=None):
        Counting.fits.append((self.get_params()["init"], self.n_init, len(constraints)))
        return super().fit(X, constraints=constraints)


@pytest.fixture
def fits():
    Counting.fits = []
    return Counting.fits


def blobs(seed=0, n=60, spread=4.0):
    return make_blobs(n, centers=3, cluster_std=spread, random_state=seed)


def test_the_first_and_the_last_fit_make_their_own_starts_and_others_go_on(fits):
    X, y = blobs()
    fitted = NPU(Counting(n_clusters=3, random_state=0), n_estimators=10).fit(X, Oracle(y, 40))
    first, *between, last = fits
    assert isinstance(first[0], str) and isinstance(last[0], str)
    assert first[1:] == (10, 0) and last[1:] == (10, 40)
    assert between
    assert all(np.shape(init) == (3, 2) and n_init == 1 for init, n_init, _ in between)
    fresh = PCKMeans(n_clusters=3, random_state=0).fit(X, constraints=fitted.constraints_)
    assert (fitted.labels_ == fresh.labels_).all()


def test_answers_that_agree_with_the_clusters_wait_for_ten_of_them(fits):
    X, y = blobs(spread=0.3)
    NPU(Counting(n_clusters=3, random_state=0), n_estimators=10).fit(X, Oracle(y, 35))
    counts = [n for *_, n in fits]
    assert counts[0] == 0 and counts[-1] == 35
    assert all(REFIT <= b - a <= REFIT + 2 for a, b in itertools.pairwise(counts[:-1]))


def test_clusters_before_every_point_where_asked_to(fits):
    X, y = blobs(spread=0.3)
    clusterer = Counting(n_clusters=3, random_state=0)
    fitted = NPU(clusterer, n_estimators=10, refit_every=1).fit(X, Oracle(y, 20))
    points = [asked.i for asked in fitted.queries_]
    # Once before each point, after the first answers of all before it.
    starts = [t for t in range(20) if t == 0 or points[t] != points[t - 1]]
    assert [n for *_, n in fits][:-1] == starts


def test_an_answer_against_the_clusters_brings_new_ones_once_its_point_is_placed():
    X, y = blobs()
    strategy = NPU(PCKMeans(n_clusters=3, random_state=0), n_clusters=3, n_estimators=10)
    loop = Loop(strategy, Snapshot(X, Constraints(60), n_clusters=3))
    seen = []

    class Watching(Oracle):
        def query(self, i, j):
            seen.append((loop.surprised, strategy.midway(loop.snapshot(), (i, j))))
            return super().query(i, j)

    loop.run(Watching(y, 40))
    assert any(surprised for surprised, _ in seen)
    assert all(midway for surprised, midway in seen if surprised)


def test_nothing_new_is_not_clustered_again(fits):
    X, _ = blobs()
    NPU(Counting(n_clusters=3)).fit(X, Oracle(np.full(60, -1), 3))
    NPU(Counting(n_clusters=3)).fit(X, Oracle(np.full(60, -1), 0))
    Random(Counting(n_clusters=3)).fit(X, Oracle(np.full(60, -1), 3))
    assert len(fits) == 3


class EveryPair(Random):
    """Asks every pair that was not answered, also where others entail the answer."""

    def _propose(self, snapshot, n_pairs):
        known, pairs = snapshot.constraints, itertools.combinations(range(snapshot.n_samples), 2)
        told = {*map(tuple, known.must.tolist()), *map(tuple, known.cannot.tolist())}
        return [Query(p, 1.0, "All.") for p in pairs if p not in told | snapshot.closed][:n_pairs]


def told_by(known):
    """The statements as plain sets: hard and soft must-links, hard and soft cannot-links."""
    tables = known.must, known.soft_must, known.cannot, known.soft_cannot
    return [{*map(tuple, table.tolist())} for table in tables]


@pytest.mark.parametrize("rate", [0.1, 0.5, 1.0])
def test_answers_that_contradict_others_are_all_recorded(rate):
    y, X = np.arange(9) % 3, np.arange(9.0)[:, None]
    oracle = NoisyOracle(Oracle(y, None), rate)
    fitted = EveryPair(n_clusters=3).fit(X, oracle)
    must, soft_must, cannot, soft_cannot = told_by(fitted.constraints_)
    assert fitted.n_queries_ == len(fitted.constraints_) == 36
    assert must == {(q.i, q.j) for q in fitted.queries_ if q.kind == "must"}
    assert cannot | soft_cannot == {(q.i, q.j) for q in fitted.queries_ if q.kind == "cannot"}
    assert soft_cannot and not soft_must
    assert len(fitted.labels_) == 9


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_which_of_the_contradicting_answers_are_soft_depends_on_no_order(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 9))
    pairs = [p for p in itertools.combinations(range(n), 2) if rng.random() < 0.5]
    kinds = rng.choice(["must", "cannot"], len(pairs), p=[0.3, 0.7]).tolist()
    told = list(zip(pairs, kinds, strict=True))
    known = Constraints(n).add(0, 1, "must", 2.0, soft=True)
    ways = [known, known]
    for pair, kind in told:
        ways[0] = stated(ways[0], pair, kind)
    for k in rng.permutation(len(told)):
        ways[1] = stated(ways[1], told[k][0][::-1], told[k][1])
    assert ways[0] == ways[1]
    must = [pair for pair, kind in told if kind == "must"]
    cannot = [pair for pair, kind in told if kind == "cannot"]
    at_once = told_by(Constraints(n, must, cannot, conflicts="soft"))
    found = told_by(ways[0])
    assert found[1] == ({(0, 1)} - {*must})
    assert [found[0], *found[2:]] == [at_once[0], *at_once[2:]]


class OneStart(BaseEstimator):
    """Fails from given centres."""

    def __init__(self, n_clusters=2, init="random", error=RuntimeError):
        self.n_clusters = n_clusters
        self.init = init
        self.error = error

    def fit(self, X, *, constraints):
        if not isinstance(self.init, str):
            raise self.error("no start left")
        self.labels_ = (X[:, 0] > 3).astype(int)
        return self


def test_a_start_that_fails_is_followed_by_a_fresh_one_unless_there_is_no_solution():
    X = np.arange(8.0)[:, None]
    last = np.array([0, 0, 0, 0, 0, 0, 1, 1])
    snapshot = Snapshot(X, Constraints(8), clusterer=OneStart())
    assert cluster(snapshot, last=last).tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    with pytest.raises(Infeasible):
        cluster(Snapshot(X, Constraints(8), clusterer=OneStart(error=Infeasible)), last=last)


@pytest.mark.parametrize("last", [np.zeros(8, dtype=int), np.arange(8) % 3, None])
def test_without_as_many_clusters_as_wanted_there_is_nothing_to_go_on_from(last):
    snapshot = Snapshot(np.arange(8.0)[:, None], Constraints(8), clusterer=OneStart(2))
    assert cluster(snapshot, last=last).tolist() == [0, 0, 0, 0, 1, 1, 1, 1]


def test_labels_may_be_a_list_under_any_numbers():
    class Lists(BaseEstimator):
        def __init__(self, n_clusters=2):
            self.n_clusters = n_clusters

        def fit(self, X, *, constraints):
            self.labels_ = [7 if x > 3 else -2 for x in X[:, 0]]
            return self

    X = np.arange(8.0)[:, None]
    fitted = NPU(Lists(), n_estimators=5).fit(X, Oracle(X[:, 0] > 2, 6))
    assert fitted.n_queries_ == 6
    assert fitted.labels_ == [-2] * 4 + [7] * 4


def test_crowds_are_counted_in_blocks(monkeypatch):
    rng = np.random.default_rng(0)
    leaves = rng.integers(0, 6, (40, 9)).astype(np.int32)
    members, rows = [np.arange(0, 17), np.arange(17, 20)], np.arange(20, 40)
    whole = forest.posterior(leaves, members, rows)
    monkeypatch.setattr(forest, "BLOCK", 3)
    assert (forest.posterior(leaves, members, rows) == whole).all()


def theirs(X, classes, n_trees, n_drawn, seed):
    forest = RandomForestClassifier(n_trees, max_samples=n_drawn, random_state=seed)
    return forest.fit(X, classes).apply(X)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**31 - 1))
def test_the_trees_are_those_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    n, d, k = rng.integers([4, 1, 2], [120, 20, 5])
    X = rng.normal(size=(n, d)).round(1).astype(np.float32)
    classes = np.r_[np.arange(k) % n, rng.integers(0, k, max(0, n - k))][:n]
    drawn = int(rng.integers(1, n + 1))
    assert (trees.grow(X, classes, 5, drawn, seed) == theirs(X, classes, 5, drawn, seed)).all()


@pytest.mark.parametrize("broken", ["gone", "changed"])
def test_where_scikit_learn_has_changed_its_forest_does_the_work(monkeypatch, broken):
    X, y = blobs()
    X = X.astype(np.float32)
    usual = trees.grow(X, y, 5, 60, 0)
    if broken == "gone":
        monkeypatch.setattr(trees, "Tree", None)
    else:
        monkeypatch.setattr(trees, "BestSplitter", lambda one_argument: None)
    assert (trees.grow(X, y, 5, 60, 0) == usual).all()
    assert trees.grow(X, y, 5, 60, None).shape == (60, 5)
