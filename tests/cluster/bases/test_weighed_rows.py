"""Weights of rows: as so many rows each, as scikit-learn's k-means has them, and by definition."""

import itertools

import numpy as np
import pytest
import sklearn.cluster
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_validate
from table import CLUSTERERS

from jupyter_sscluster import Constraints
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import (
    ConstrainedKMeans,
    COPKMeans,
    KMeans,
    MPCKMeans,
    PCKMeans,
    SeededKMeans,
)
from jupyter_sscluster.cluster.fitting.trace import Trace

X, Y = load_iris(return_X_y=True)
START = X[[10, 60, 110]]


def weights_and_repeats(seed, n, heavy=None):
    """Whole weights, 1 but for the `heavy` rows, and the rows that say the same, one copy each."""
    weights = np.random.default_rng(seed).integers(1, 5, n)
    if heavy is not None:
        weights[~heavy] = 1
    return weights, np.repeat(np.arange(n), weights)


def assert_same(weighed, repeated, rows):
    np.testing.assert_array_equal(weighed.labels_[rows], repeated.labels_)
    np.testing.assert_allclose(weighed.cluster_centers_, repeated.cluster_centers_, atol=1e-10)
    assert weighed.objective_ == pytest.approx(repeated.objective_, rel=1e-10)
    np.testing.assert_allclose(weighed.objective_history_, repeated.objective_history_, rtol=1e-9)
    np.testing.assert_allclose(weighed.posterior_[rows], repeated.posterior_, atol=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_plain_k_means_is_that_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    weights = rng.exponential(size=150) + 0.01
    start = X[rng.choice(150, 4, replace=False)]
    ours = KMeans(4, init=start).fit(X, sample_weight=weights)
    theirs = sklearn.cluster.KMeans(4, init=start, n_init=1, tol=0, algorithm="lloyd")
    theirs.fit(X, sample_weight=weights)
    np.testing.assert_array_equal(ours.labels_, theirs.labels_)
    np.testing.assert_allclose(ours.cluster_centers_, theirs.cluster_centers_, atol=1e-10)
    assert ours.objective_ == pytest.approx(theirs.inertia_, rel=1e-10)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("cls", [KMeans, SeededKMeans, ConstrainedKMeans])
def test_whole_weights_are_repeated_rows(cls, seed):
    weights, rows = weights_and_repeats(seed, 150)
    partial = np.where(np.random.default_rng(seed).random(150) < 0.1, Y, -1)
    model = cls(3, init=START)
    labels = {} if cls is KMeans else {"y": partial}
    again = {} if cls is KMeans else {"y": partial[rows]}
    weighed = model.fit(X, sample_weight=weights, **labels)
    assert_same(weighed, cls(3, init=START).fit(X[rows], **again), rows)


@pytest.mark.parametrize("seed", range(8))
def test_hard_pairs_hold_copies_that_are_must_linked(seed):
    weights, rows = weights_and_repeats(seed, 150)
    known = Constraints.from_labels(Y, 60, random_state=seed)
    weighed = COPKMeans(3, init=START).fit(X, constraints=known, sample_weight=weights)
    # Taking a row several times links its copies; those of rows without pairs need no links, and
    # with them would be components, which swaps try to move.
    first = np.searchsorted(rows, np.arange(150))
    paired = np.isin(rows, known.touched)
    links = known[rows].must[paired[known[rows].must].all(axis=1)]
    repeated = Constraints(len(rows), links, first[known.cannot])
    assert_same(weighed, COPKMeans(3, init=START).fit(X[rows], constraints=repeated), rows)
    small = COPKMeans(3, init=START).fit(X, constraints=known, sample_weight=weights / 1000)
    np.testing.assert_array_equal(small.labels_, weighed.labels_)
    assert small.objective_ == pytest.approx(weighed.objective_ / 1000, rel=1e-9)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("weight", [0.5, "auto"])
@pytest.mark.parametrize("n_pairs", [20, 200])
def test_soft_pairs_beside_repeated_rows(n_pairs, weight, seed):
    known = Constraints.from_labels(Y, n_pairs, random_state=seed)
    free = np.ones(150, dtype=bool)
    free[known.touched] = False
    weights, rows = weights_and_repeats(seed, 150, free)
    first = np.searchsorted(rows, np.arange(150))
    repeated = Constraints(len(rows), first[known.must], first[known.cannot])
    model = PCKMeans(3, init=START, constraint_weight=weight)
    weighed = model.fit(X, constraints=known, sample_weight=weights)
    again = PCKMeans(3, init=START, constraint_weight=weight).fit(X[rows], constraints=repeated)
    assert_same(weighed, again, rows)
    assert weighed.constraint_weight_ == pytest.approx(again.constraint_weight_, rel=1e-10)


def pck_objective(points, weights, labels, known, price):
    """½ Σ w ‖x - μ‖² + the price of every violated pair of the closure, about the means."""
    total = 0.0
    for k in set(labels.tolist()):
        own = labels == k
        mean = np.average(points[own], axis=0, weights=weights[own])
        total += 0.5 * weights[own] @ ((points[own] - mean) ** 2).sum(axis=1)
    closure = known.closure()
    same = [labels[pairs[:, 0]] == labels[pairs[:, 1]] for pairs in (closure.must, closure.cannot)]
    return total + price * ((~same[0]).sum() + same[1].sum())


def test_soft_pairs_of_weighed_rows_reach_the_least_of_all_labellings():
    reached = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        points, weights = rng.normal(size=(8, 2)), rng.exponential(size=8) + 0.05
        known = Constraints.from_labels(rng.integers(0, 2, 8), 6, random_state=seed)
        model = PCKMeans(2, constraint_weight=0.3, n_init=20, random_state=0)
        model.fit(points, constraints=known, sample_weight=weights)
        found = pck_objective(points, weights, model.labels_, known, 0.3)
        assert model.objective_ == pytest.approx(found, rel=1e-9)
        least = min(
            pck_objective(points, weights, np.array(labels), known, 0.3)
            for labels in itertools.product(range(2), repeat=8)
        )
        assert found >= least - 1e-12
        reached += found <= least * (1 + 1e-9)
    # A local search: without weights it is as many.
    assert reached >= 25


@pytest.mark.parametrize("cls", [KMeans, COPKMeans, PCKMeans])
def test_equal_weights_change_nothing_and_the_objective_tells_of_them(cls):
    known = Constraints.from_labels(Y, 50)
    price = {"constraint_weight": 1.5} if cls is PCKMeans else {}
    twice = {"constraint_weight": 3.0} if cls is PCKMeans else {}
    plain = cls(3, init=START, **price).fit(X, constraints=known)
    trace = Trace()
    model = cls(3, init=START, **twice)
    model.fit(X, constraints=known, sample_weight=np.full(150, 2.0), trace=trace)
    np.testing.assert_array_equal(model.labels_, plain.labels_)
    assert model.objective_ == pytest.approx(2 * plain.objective_, rel=1e-10)
    told = [step.objective for step in trace if getattr(step, "objective", None) is not None]
    assert told[-1] == pytest.approx(model.objective_, rel=1e-9)


def test_folds_get_the_weights_of_their_rows():
    weights = np.random.default_rng(0).exponential(size=150) + 0.1
    seen = []

    def score(model, rows, y=None):
        seen.append(model.objective_)
        return 0.0

    folds = [(np.arange(0, 150, 2), np.arange(1, 150, 2))]
    cross_validate(
        KMeans(3, init=START), X, cv=folds, scoring=score, params={"sample_weight": weights}
    )
    expected = KMeans(3, init=START).fit(X[::2], sample_weight=weights[::2]).objective_
    assert seen == [expected]


@pytest.mark.parametrize(
    ("weights", "why"),
    [
        (np.ones(3), "one number for each of the 4 rows"),
        (np.ones((4, 1)), "shape"),
        ([1, 1, 0, 1], "0.0 in row 2"),
        ([1, -1, 1, 1], "-1.0 in row 1"),
        ([1, np.nan, 1, 1], "nan in row 1"),
        (["a"] * 4, "type"),
    ],
)
def test_weights_that_are_none_are_refused(weights, why):
    with pytest.raises(InputError, match=why):
        KMeans(2).fit(np.eye(4), sample_weight=weights)


def test_what_takes_no_weights_says_so():
    ones = np.ones(4)
    with pytest.raises(InputError, match='set penalty="constant"'):
        PCKMeans(2, penalty="distance").fit(np.eye(4), sample_weight=ones)
    with pytest.raises(InputError, match="set as_printed=False"):
        COPKMeans(2, as_printed=True).fit(np.eye(4), sample_weight=ones)
    with pytest.raises(TypeError, match="sample_weight"):
        MPCKMeans(2).fit(np.eye(4), sample_weight=ones)
    weighed = {
        row.name for row in CLUSTERERS if "sample_weight" in row.cls.fit.__code__.co_varnames
    }
    assert weighed == {"kmeans", "seededkmeans", "constrainedkmeans", "copkmeans", "pckmeans"}
