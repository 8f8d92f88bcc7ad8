"""Weights of rows: as so many rows each, as scikit-learn's k-means has them, and by definition."""

import itertools

import numpy as np
import pytest
import sklearn
import sklearn.cluster
from repeatable import rounds
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.validation import has_fit_parameter
from table import CLUSTERERS

from jupyter_sscluster import Constraints
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import (
    PCCC,
    AdaptivePCKMeans,
    ConstrainedKMeans,
    COPKMeans,
    GPKMeans,
    ITMLKMeans,
    KMeans,
    MKMeans,
    MPCKMeans,
    PCKMeans,
    PCSKMeans,
    RCAKMeans,
    SCOPKMeans,
    SeededKMeans,
    SparseKMeans,
)
from jupyter_sscluster.cluster._base.weighed_rows import WeighedRows
from jupyter_sscluster.cluster._parts.lloyd.cluster_sums import ClusterSums
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster.fit.trace import Trace
from jupyter_sscluster.seeding import kmeans_plusplus

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
    number = rounds(30)
    for seed in range(number):
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
    assert reached >= number * 5 // 6


@pytest.mark.parametrize("cls", [KMeans, COPKMeans, PCKMeans])
def test_equal_weights_scale_only_the_objective(cls):
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


WAYS = [
    KMeans(),
    COPKMeans(),
    SCOPKMeans(),
    PCKMeans(),
    PCKMeans(penalty="distance"),
    MKMeans(),
    RCAKMeans(),
    ITMLKMeans(),
    AdaptivePCKMeans(),
    MPCKMeans(),
    MPCKMeans(metric="diagonal", shrinkage=0),
    MPCKMeans(per_cluster_metric=True),
    SparseKMeans(),
    PCSKMeans(),
    PCCC(time_limit=None),
    PCCC(soft=True, time_limit=None),
    GPKMeans(),
]


@pytest.mark.parametrize("model", WAYS, ids=repr)
def test_whole_weights_of_rows_without_pairs_are_repeated_rows(model):
    model = clone(model).set_params(n_clusters=3, init=START)
    known = Constraints.from_labels(Y, 40, random_state=0)
    free = np.ones(150, dtype=bool)
    free[known.touched] = False
    weights, rows = weights_and_repeats(0, 150, free)
    first = np.searchsorted(rows, np.arange(150))
    repeated = Constraints(len(rows), first[known.must], first[known.cannot])
    weighed = clone(model).fit(X, constraints=known, sample_weight=weights)
    assert_same(weighed, clone(model).fit(X[rows], constraints=repeated), rows)
    # Weights of 1 are none, to the last bit.
    ones = clone(model).fit(X, constraints=known, sample_weight=np.ones(150))
    plain = clone(model).fit(X, constraints=known)
    assert ones.cluster_centers_.tobytes() == plain.cluster_centers_.tobytes()
    assert ones.objective_ == plain.objective_
    assert np.abs(weighed.cluster_centers_ - plain.cluster_centers_).max() > 0.01


@pytest.mark.parametrize("seed", range(4))
def test_rows_in_chunklets_count_as_their_copies_do(seed):
    weights, _ = weights_and_repeats(seed, 150)
    known = Constraints.from_labels(Y, 60, random_state=seed)
    paired = np.zeros(150, dtype=bool)
    paired[known.must] = True
    weights[~paired] = 1
    rows = np.repeat(np.arange(150), weights)
    model = RCAKMeans(3, init=START, n_directions=3)
    weighed = clone(model).fit(X, constraints=known, sample_weight=weights)
    again = clone(model).fit(X[rows], constraints=known[rows])
    np.testing.assert_allclose(weighed.metric_, again.metric_, rtol=1e-9, atol=1e-9)
    assert_same(weighed, again, rows)


def test_a_soft_must_link_of_weighed_rows_is_a_chunklet_of_two():
    weights = np.random.default_rng(0).exponential(size=150) + 0.1
    model = RCAKMeans(3, init=START)
    hard = Constraints(150, must=[(3, 70), (4, 90)], must_weights=[2.0, 2.0])
    soft = Constraints(150).add(3, 70, "must", 2.0, soft=True).add(4, 90, "must", 2.0, soft=True)
    one, other = (
        clone(model).fit(X, constraints=known, sample_weight=weights).metric_
        for known in (hard, soft)
    )
    np.testing.assert_allclose(one, other, rtol=1e-10)


BY_DISTANCE = (MPCKMeans, PCSKMeans, GPKMeans)
"""Whose violated cannot-links cost by the two rows farthest apart, of all rows."""
IDLE = [m for m in WAYS if not isinstance(m, BY_DISTANCE) and "distance" not in repr(m)]


@pytest.mark.parametrize("model", IDLE, ids=repr)
@pytest.mark.parametrize("init", ["start", "kmeans_plusplus"])
def test_zero_weight_rows_get_labels_and_move_no_centre(model, init):
    # One start: of several that end alike, rounding decides which is kept.
    model = clone(model).set_params(n_clusters=3, n_init=1, random_state=0)
    model.set_params(init=START if init == "start" else init)
    known = Constraints.from_labels(Y, 40, random_state=0)
    weights = np.random.default_rng(0).exponential(size=150) + 0.1
    idle = np.setdiff1d(np.arange(0, 150, 3), known.touched)
    weights[idle] = 0.0
    keep = np.flatnonzero(weights)
    moved = X.copy()
    moved[idle] += np.random.default_rng(1).normal(scale=3.0, size=(len(idle), 4))
    some = clone(model).fit(moved, constraints=known, sample_weight=weights)
    left = clone(model).fit(X[keep], constraints=known[keep], sample_weight=weights[keep])
    np.testing.assert_array_equal(some.labels_[keep], left.labels_)
    np.testing.assert_allclose(some.cluster_centers_, left.cluster_centers_, atol=1e-10)
    np.testing.assert_array_equal(some.labels_[idle], some.predict(moved[idle]))
    assert some.objective_ == pytest.approx(left.objective_, rel=1e-9)


def test_a_zero_weight_row_satisfies_its_constraints():
    rows = np.array([[0.0], [1.0], [10.0], [11.0], [20.0], [21.0], [10.6]])
    weights = [1, 1, 1, 1, 1, 1, 0]
    start = [[0.0], [10.0], [20.0]]
    for model in (COPKMeans(3, init=start), PCKMeans(3, init=start, constraint_weight=50.0)):
        found = model.fit(rows, cl=[(2, 6)], sample_weight=weights)
        assert found.labels_.tolist() == [0, 0, 1, 1, 2, 2, 2]
        assert found.cluster_centers_.ravel().tolist() == [0.5, 10.5, 20.5]


def test_a_cluster_that_weights_come_to_and_go_from_is_empty_without_a_rest():
    # .1 + .2 - .3 is no 0 in floating-point numbers, and would make a mean of nothing.
    rows = np.vstack([np.zeros((40, 1)), [[1.0], [2.0], [3.0]]])
    weights = np.r_[np.ones(40), 0.1, 0.2, 0.3]
    sums = ClusterSums(centred(rows, weights=weights), 2)
    labels = np.zeros(43, dtype=np.int32)
    for members in ([40, 41, 42], [41, 42], [42], []):
        labels[:] = 0
        labels[members] = 1
        found = sums.of(labels)
    assert found[1].tolist() == [0.0, 0.0]


def test_seeds_are_drawn_by_weight():
    weights = np.r_[np.zeros(2), np.full(3, 1e6), 1e-6]
    rows = np.arange(6.0)[:, None]
    drawn = [kmeans_plusplus(rows, 3, random_state=s, sample_weight=weights) for s in range(20)]
    assert all(sorted(start.ravel()) == [2.0, 3.0, 4.0] for start in drawn)
    with pytest.raises(InputError, match="one finite number from 0 for each of the 6 rows"):
        kmeans_plusplus(rows, 2, sample_weight=[1.0, np.nan])


def test_a_pipeline_routes_weights_and_constraints():
    weights = np.random.default_rng(0).exponential(size=150) + 0.1
    known = Constraints.from_labels(Y, 60, random_state=0)
    train = np.arange(0, 150, 2)
    with sklearn.config_context(enable_metadata_routing=True):
        scaler = StandardScaler().set_fit_request(sample_weight=True)
        last = MPCKMeans(3, random_state=0).set_fit_request(sample_weight=True)
        last.set_score_request(sample_weight=True)
        found = cross_validate(
            make_pipeline(scaler, last),
            X,
            cv=[(train, train + 1)],
            params={"constraints": known, "sample_weight": weights},
            return_estimator=True,
        )
    moved = StandardScaler().fit(X[train], sample_weight=weights[train])
    by_hand = MPCKMeans(3, random_state=0).fit(
        moved.transform(X[train]), constraints=known[train], sample_weight=weights[train]
    )
    assert found["estimator"][0][-1].objective_ == by_hand.objective_
    score = by_hand.score(moved.transform(X[train + 1]), sample_weight=weights[train + 1])
    assert found["test_score"].tolist() == [score]


@pytest.mark.parametrize(
    ("weights", "why"),
    [
        (np.ones(3), "one number for each of the 4 rows"),
        (np.ones((4, 1)), "shape"),
        ([0, 0, 0, 0], "zero for all 4 rows"),
        ([1, 0, 0, 0], "1 rows of a sample_weight above 0"),
        ([1, -1, 1, 1], "-1.0 in row 1"),
        ([1, np.nan, 1, 1], "nan in row 1"),
        (["a"] * 4, "type"),
    ],
)
def test_invalid_sample_weights_are_refused(weights, why):
    with pytest.raises(InputError, match=why):
        KMeans(2).fit(np.eye(4), sample_weight=weights)


@pytest.mark.parametrize(
    ("model", "way_out"),
    [
        (PCKMeans(2, penalty="distance", algorithm="reference"), 'algorithm="fast"'),
        (COPKMeans(2, algorithm="paper"), 'set algorithm="fast"'),
        (MPCKMeans(2, algorithm="paper"), 'algorithm="fast"'),
        (SparseKMeans(2, sparsity="gap"), "set sparsity to a number"),
        (
            PCSKMeans(2, algorithm="reference", weight_penalty=False, diameter="box"),
            'algorithm="fast"',
        ),
    ],
    ids=repr,
)
def test_algorithms_without_sample_weight_refuse_it(model, way_out):
    with pytest.raises(InputError, match=way_out):
        model.fit(np.eye(4), sample_weight=[1, 2, 1, 1])


def test_what_takes_no_weights_says_so():
    for row in CLUSTERERS:
        model = row.make()
        if issubclass(row.cls, WeighedRows):
            assert has_fit_parameter(model, "sample_weight")
        else:
            assert not has_fit_parameter(model, "sample_weight")
            with pytest.raises(TypeError, match=f"{row.cls.__name__}: sample_weight=.* as .*; rep"):
                model.fit(X, sample_weight=np.ones(150))
            model.fit(X, sample_weight=None)
        with pytest.raises(TypeError, match="unexpected keyword argument 'weights'"):
            model.fit(X, weights=np.ones(150))
    weighed = {row.cls for row in CLUSTERERS if issubclass(row.cls, WeighedRows)}
    assert {type(model) for model in WAYS} | {SeededKMeans, ConstrainedKMeans} == weighed
