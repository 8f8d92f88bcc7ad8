"""MMDBatch against every subset, the programme's optimality, and the batch that is never stored."""

import itertools
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.spatial.distance import cdist, pdist
from sklearn.datasets import make_blobs
from work import lines_run

from jupyter_sscluster.active import MMDBatch, Oracle, Snapshot
from jupyter_sscluster.active.similarity.batches import PointBatches
from jupyter_sscluster.active.similarity.gaussian_kernel import GaussianKernel
from jupyter_sscluster.active.similarity.mmd import linear_term, relaxed
from jupyter_sscluster.constraints import Constraints

SEEDS = st.integers(0, 2**32 - 1)
LINE = np.arange(5.0)[:, None]


def problem(seed, n=9, n_labelled=None):
    """Similarities of n points, and which are labelled."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    labelled = rng.permutation(n)[: rng.integers(0, 4) if n_labelled is None else n_labelled]
    return np.exp(-0.5 * cdist(X, X, "sqeuclidean")), np.sort(labelled)


def discrepancy(K, labelled, chosen):
    """f(S), from the similarities of all pairs."""
    inside = np.zeros(len(K))
    inside[labelled] = inside[chosen] = 1.0
    difference = inside / inside.sum() - (1.0 - inside) / (1.0 - inside).sum()
    return float(difference @ K @ difference)


def greedy(q, column, b):
    """Points that lower ½ αᵀKα + qᵀα most, one after another, q staying as it is."""
    chosen, increments = [], q.copy()
    for _ in range(b):
        chosen.append(int(increments.argmin()))
        increments += column(chosen[-1])
        increments[chosen[-1]] = np.inf
    return chosen


def by_features(K, labelled, chosen):
    """f(S) by the means of features that give K."""
    values, vectors = np.linalg.eigh(K)
    features = vectors * np.sqrt(np.maximum(values, 0.0))
    inside = np.zeros(len(K), dtype=bool)
    inside[labelled] = inside[list(chosen)] = True
    return ((features[inside].mean(axis=0) - features[~inside].mean(axis=0)) ** 2).sum()


def objective(K, q, chosen):
    return 0.5 * K[np.ix_(chosen, chosen)].sum() + q[chosen].sum()


# ------------------------------------------------------------------ the worked example


def test_the_worked_example():
    K = np.exp(-0.5 * np.subtract.outer(np.arange(5), np.arange(5)) ** 2)
    wanted = [1.136324, 0.412871, 0.309350, 0.631161]
    values = [discrepancy(K, np.array([0]), np.array([i])) for i in range(1, 5)]
    assert values == pytest.approx(wanted, abs=1e-6)
    q = linear_term(K.sum(axis=0), K[0], 2)
    assert greedy(np.r_[np.inf, q[1:]], lambda i: K[i], 1) == [3]


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, b=st.integers(1, 4))
def test_the_quadratic_programme_is_the_discrepancy_up_to_a_constant(seed, b):
    K, labelled = problem(seed)
    unlabelled = np.setdiff1d(np.arange(9), labelled)
    n, u, goal = 9, len(unlabelled), len(labelled) + b
    q = linear_term(K.sum(axis=0), K[labelled].sum(axis=0), goal)
    factor = 2.0 * (n / (goal * (u - b))) ** 2
    rests = []
    for subset in itertools.combinations(unlabelled.tolist(), b):
        f = discrepancy(K, labelled, np.array(subset))
        assert f == pytest.approx(by_features(K, labelled, subset), abs=1e-9)
        rests.append(f - factor * objective(K, q, list(subset)))
    assert np.ptp(rests) < 1e-9


# ------------------------------------------------------------------ solvers


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, b=st.integers(1, 4))
def test_the_relaxed_optimum_is_below_every_subset_and_its_gap_is_true(seed, b):
    K, labelled = problem(seed)
    rows = np.setdiff1d(np.arange(9), labelled)
    q = linear_term(K.sum(axis=0), K[labelled].sum(axis=0), len(labelled) + b)
    values, vectors = np.linalg.eigh(K[np.ix_(rows, rows)])
    F = vectors * np.sqrt(np.maximum(values, 0.0))
    found = relaxed(F, q[rows], b)
    assert found.alpha.sum() == pytest.approx(b)
    best = min(objective(K, q, list(s)) for s in itertools.combinations(rows.tolist(), b))
    assert found.value <= best + 1e-9
    assert found.gap <= 1e-9
    gradient = F @ (F.T @ found.alpha) + q[rows]
    inner = (found.alpha > 1e-3) & (found.alpha < 1 - 1e-3)
    if inner.sum() > 1:
        assert np.ptp(gradient[inner]) < 1e-6


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_greedy_is_exact_for_one_point_and_lowers_f_most_each_time(seed):
    K, labelled = problem(seed)
    q = linear_term(K.sum(axis=0), K[labelled].sum(axis=0), len(labelled) + 3)
    open_ = q.copy()
    open_[labelled] = np.inf
    chosen = list[int]()
    for point in greedy(open_, lambda i: K[i], 3):
        left = [i for i in range(9) if i not in {*labelled.tolist(), *chosen}]
        values = {i: objective(K, q, [*chosen, i]) for i in left}
        assert values[point] <= min(values.values()) + 1e-12
        chosen.append(point)
    q = linear_term(K.sum(axis=0), K[labelled].sum(axis=0), len(labelled) + 1)
    q[labelled] = np.inf
    (first,) = greedy(q, lambda i: K[i], 1)
    f = [discrepancy(K, labelled, np.array([i])) for i in range(9) if i not in labelled]
    assert discrepancy(K, labelled, np.array([first])) <= min(f) + 1e-12


# ------------------------------------------------------------------ the kernel


def test_the_kernel_has_the_median_distance_as_its_width():
    X = np.random.default_rng(0).normal(size=(60, 3)) * [1.0, 100.0, 1e-3]
    kernel = GaussianKernel(X, 10, 0)
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    K = np.exp(-0.5 * (cdist(Z, Z) / np.median(pdist(Z))) ** 2)
    np.testing.assert_allclose(kernel.columns(np.arange(60)), K, atol=1e-12)
    np.testing.assert_allclose(kernel.total, K.sum(axis=0), atol=1e-10)
    F = kernel.features(np.arange(60))
    np.testing.assert_allclose(F @ F.T, K, atol=1e-6)
    groups = [np.arange(4), np.arange(4, 60)]
    wanted = np.log([K[7, group].mean() for group in groups])
    np.testing.assert_allclose(kernel.log_means(7, groups), wanted, atol=1e-10)


def test_landmarks_stand_for_all_points_of_large_data():
    X, _ = make_blobs(3000, centers=4, n_features=5, random_state=0)
    kernel = GaussianKernel(X, 200, 0)
    exact = kernel.columns(np.arange(3000)).sum(axis=0)
    assert np.abs(kernel.total - exact).max() < 1e-3 * exact.max()


def test_duplicates_and_constant_features_are_no_obstacle():
    kernel = GaussianKernel(np.zeros((6, 2)), 10, 0)
    np.testing.assert_allclose(kernel.total, np.full(6, 6.0))
    F = kernel.features(np.arange(6))
    np.testing.assert_allclose(F @ F.T, np.ones((6, 6)), atol=1e-9)


# ------------------------------------------------------------------ the strategy


def test_the_example_on_a_line_by_the_strategy():
    snapshot = Snapshot(LINE, Constraints(5), n_clusters=2)
    anchor = MMDBatch(batch_size=1).propose(snapshot)[0].pair[1]
    kernel = GaussianKernel(LINE, 10, 0)
    K = kernel.columns(np.arange(5))
    f = {i: discrepancy(K, np.array([anchor]), np.array([i])) for i in range(5) if i != anchor}
    assert MMDBatch(batch_size=1).propose(snapshot)[0].pair[0] == min(f, key=f.get)


def test_points_that_are_surely_in_a_relaxed_batch_come_by_what_they_add():
    ordered = 0
    for seed in range(30):
        X, _ = make_blobs(12, centers=4, cluster_std=5.0, random_state=seed)
        queries = MMDBatch(method="relaxed", batch_size=9).propose(Snapshot(X, Constraints(12)), 9)
        asked, anchor = [q.pair[0] for q in queries], queries[0].pair[1]
        kernel, rest = GaussianKernel(X, 256, 0), np.delete(np.arange(12), anchor)
        q = linear_term(kernel.total, kernel.sums(np.array([anchor])), 10)[rest]
        K = kernel.columns(rest)[rest]
        alpha = relaxed(kernel.features(rest), q, 9).alpha
        sure = rest[alpha.round(6) == 1]
        added = dict(zip(rest.tolist(), (K @ alpha + q).tolist(), strict=True))
        assert asked[: len(sure)] == sorted(sure.tolist(), key=added.get)
        ordered += len(sure) > 1
    assert ordered > 4


def frozen_batches(X, anchor, size, count):
    """Batches chosen once and kept until they are done."""
    kernel = GaussianKernel(X, 256, 0)
    K = kernel.columns(np.arange(len(X)))
    placed, order = [anchor], []
    for _ in range(count):
        q = linear_term(K.sum(axis=0), K[placed].sum(axis=0), len(placed) + size)
        q[placed] = np.inf
        batch = greedy(q, lambda i: K[i], size)
        placed, order = placed + batch, order + batch
    return order


@pytest.mark.parametrize("seed", range(3))
def test_a_batch_is_kept_until_it_is_done_though_it_is_never_stored(seed):
    X, y = make_blobs(60, centers=3, random_state=seed)
    strategy = MMDBatch(batch_size=5, n_clusters=3, infer_last=False)
    fitted = strategy.fit(X, Oracle(y, None))
    anchor = fitted.queries_[0].j
    targets = list(dict.fromkeys(asked.i for asked in fitted.queries_))
    assert targets[:20] == frozen_batches(X, anchor, 5, 4)
    queries = strategy.propose(Snapshot(X, Constraints(60), n_clusters=3), 12)
    assert [q.pair[0] for q in queries] == targets[:12]


def relaxed_batches(X, anchor, size, count):
    """Batches by the relaxed programme, each solved once for all that was placed before it."""
    kernel = GaussianKernel(X, 256, 0)
    K = kernel.columns(np.arange(len(X)))
    placed, found = [anchor], []
    for _ in range(count):
        rest = np.setdiff1d(np.arange(len(X)), placed)
        q = K[np.ix_(rest, placed)].sum(axis=1)
        q -= (len(placed) + size) / len(X) * K[rest].sum(axis=1)
        alpha = relaxed(kernel.features(rest), q, size).alpha.round(6)
        found.append(set(rest[np.argsort(-alpha, kind="stable")[:size]].tolist()))
        placed += sorted(found[-1])
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("infer_last", [True, False])
def test_relaxed_points_chosen_together_are_placed_together(seed, infer_last):
    X, y = make_blobs(60, centers=3, random_state=seed)
    strategy = MMDBatch(batch_size=6, method="relaxed", n_clusters=3, infer_last=infer_last)
    fitted = strategy.fit(X, Oracle(y, None))
    anchor = fitted.queries_[0].j
    targets = [i for i in dict.fromkeys(asked.i for asked in fitted.queries_) if i != anchor]
    wanted = relaxed_batches(X, anchor, 6, 5)
    assert [set(targets[6 * t : 6 * t + 6]) for t in range(5)] == wanted


def test_a_batch_of_automatic_size_ends_where_points_add_little():
    sizes = []
    for seed in range(3):
        X, _ = make_blobs(80, centers=4, random_state=seed)
        kernel = GaussianKernel(X, 256, 0)
        K = kernel.columns(np.arange(80))
        for method in ("greedy", "relaxed"):
            placed = [5]
            for batch in itertools.islice(PointBatches(kernel, 5, "auto", method), 4):
                count, trial, before = 0, list(placed), discrepancy(K, np.array(placed), [])
                while True:
                    rest = [i for i in range(80) if i not in trial]
                    f = {i: discrepancy(K, np.array(trial), [i]) for i in rest}
                    best = min(f, key=f.get)
                    if before - f[best] < 0.1 * before:
                        break
                    trial, before, count = [*trial, best], f[best], count + 1
                assert len(batch) == max(count, 1)
                placed += batch.tolist()
                sizes.append(len(batch))
    assert len(set(sizes)) > 2
    fitted = MMDBatch(batch_size="auto", n_clusters=4).fit(X, Oracle(np.arange(80) % 4, 40))
    assert "of this batch" in fitted.queries_[0].reason


def test_points_placed_by_a_person_count_and_are_not_asked_about():
    X, _ = make_blobs(60, centers=3, random_state=0)
    start = Snapshot(X, Constraints(60), n_clusters=3)
    first, second = (q.pair for q in MMDBatch().propose(start, 2))
    own = Snapshot(X, Constraints(60, must=[first, second]), n_clusters=3)
    asked = {q.pair[0] for q in MMDBatch().propose(own, 10)}
    assert not {first[0], second[0], first[1]} & asked


def test_a_point_nobody_knows_gives_way_to_another():
    X, _ = make_blobs(40, centers=3, random_state=1)
    constraints, unknown = Constraints(40, cannot=[(0, 1)]), []
    first = MMDBatch().propose(Snapshot(X, constraints))[0].pair[0]
    while (pair := MMDBatch().propose(Snapshot(X, constraints, unknown=unknown))[0].pair)[
        0
    ] == first:
        unknown.append(pair)
    assert len(unknown) == 2
    assert pair[0] != first


@pytest.mark.parametrize("method", ["greedy", "relaxed"])
@pytest.mark.parametrize("size", [1, 3, 50])
def test_every_size_of_batch_ends_with_all_points_placed(method, size):
    X, y = make_blobs(14, centers=3, random_state=2)
    fitted = MMDBatch(method=method, batch_size=size, n_clusters=3).fit(X, Oracle(y, None))
    assert fitted.constraints_.n_components == len(np.unique(y))
    queries = MMDBatch(method=method, batch_size=size).propose(Snapshot(X, Constraints(14)), 50)
    assert len({q.pair[0] for q in queries}) == 13


def test_first_greedy_batches_have_a_smaller_f_than_relaxed_and_random_ones():
    rng = np.random.default_rng(0)
    found = {"greedy": [], "relaxed": []}
    for seed in range(5):
        X, _ = make_blobs(150, centers=4, random_state=seed)
        snapshot = Snapshot(X, Constraints(150))
        K = GaussianKernel(X, 256, 0).columns(np.arange(150))
        f = {}
        for method in ("greedy", "relaxed"):
            queries = MMDBatch(method=method).propose(snapshot, 10)
            anchor = np.array([queries[0].pair[1]])
            f[method] = discrepancy(K, anchor, np.array([q.pair[0] for q in queries]))
        others = np.setdiff1d(np.arange(150), anchor)
        chance = [discrepancy(K, anchor, rng.choice(others, 10, False)) for _ in range(50)]
        assert f["greedy"] < np.percentile(chance, 20)
        for method, values in found.items():
            values.append(f[method])
    assert np.mean(found["greedy"]) < 0.5 * np.mean(found["relaxed"])


def test_scores_tell_where_the_placed_points_are_too_thin():
    X = np.r_[np.zeros((5, 1)), np.full((20, 1), 10.0)] + np.linspace(0, 0.1, 25)[:, None]
    scores = MMDBatch().scores(Snapshot(X, Constraints(25, must=[(0, 1)])))
    assert (scores[:5] == 0).all()
    assert scores[5:].min() > 0.7
    assert scores.max() == 1.0


def test_reasons_have_numbers():
    snapshot = Snapshot(LINE, Constraints(5, must=[(0, 1)]), n_clusters=2)
    first = MMDBatch(batch_size=2).propose(snapshot)[0]
    assert first.reason.startswith(f"Point {first.pair[0]} stands for many: its likeness to all")
    assert "it ends this batch" in first.reason
    longer = MMDBatch(batch_size=4).propose(snapshot)[0].reason
    assert "one of 3 points left of this batch" in longer


def test_sums_over_all_points_take_no_table_of_landmarks():
    X = np.random.default_rng(0).normal(size=(60_000, 3))
    kernel = GaussianKernel(X, 256, 0)
    tracemalloc.start()
    total = kernel.total
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1000 * len(X)
    rows = np.arange(0, 60_000, 6000)
    exact = np.exp(-0.5 * cdist(kernel.Z[rows], kernel.Z, "sqeuclidean") / kernel.width**2)
    assert total[rows] == pytest.approx(exact.sum(axis=1), rel=0.02)


def test_magic_sized_data_take_little_work():
    X, y = make_blobs(19_020, centers=2, n_features=10, random_state=0)
    assert lines_run(lambda: MMDBatch(n_clusters=2).fit(X, Oracle(y, 3))) < 25 * len(X)
