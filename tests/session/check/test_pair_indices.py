"""Indices over pairs of rows from drawn rows: against the metrics, a double loop, and coverage."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from jupyter_sscluster._arrays import alone
from jupyter_sscluster.metrics import adjusted_rand, pairwise_precision_recall_f
from jupyter_sscluster.session.check import pair_indices as room
from jupyter_sscluster.session.check.pair_indices import Population, pair_indices
from jupyter_sscluster.session.intervals import share_right


def indices(classes, clusters, n_rows=500, least=0.8):
    k = max(int(np.max(clusters)) + 1, 1)
    return pair_indices(
        np.asarray(classes),
        np.asarray(clusters),
        Population(n_rows, np.full(k, n_rows / k), np.arange(k), least),
    )


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 40), st.integers(1, 5), st.integers(1, 5))
def test_the_indices_are_those_of_the_metrics(seed, n, n_classes, n_clusters):
    rng = np.random.default_rng(seed)
    classes, clusters = rng.integers(0, n_classes, n), rng.integers(0, n_clusters, n)
    clusters[rng.random(n) < 0.1] = -1
    clusters = np.where(clusters == -1, -1 - np.arange(n), clusters)
    if (clusters < 0).all():
        clusters[0] = 0
    found = indices(classes, clusters)
    scores = pairwise_precision_recall_f(classes, alone(np.maximum(clusters, -1)))
    got = [found.precision.value, found.recall.value, found.f.value]
    assert got == pytest.approx([scores.precision, scores.recall, scores.f])
    expected = adjusted_rand(classes, alone(np.maximum(clusters, -1)))
    assert found.adjusted_rand.value == pytest.approx(expected)
    for each in found:
        assert -1 <= each.low <= each.value <= each.high <= 1


def by_leaving_out(classes, clusters, n_rows):
    """The jackknife of the F, row by row."""
    n = len(classes)

    def logit(f):
        f = min(max(f, 0.002), 0.998)
        return np.log(f / (1 - f))

    def f_of(rows):
        return pairwise_precision_recall_f(classes[rows], clusters[rows]).f

    whole = logit(f_of(np.arange(n)))
    u = [n * whole - (n - 1) * logit(f_of(np.delete(np.arange(n), i))) for i in range(n)]
    s = np.sqrt(np.var(u, ddof=1) / n * (1 - n / n_rows))
    half = room.student.ppf(0.975, n - 1) * s
    return [1 / (1 + np.exp(-end)) for end in (whole - half, whole + half)]


@pytest.mark.parametrize("seed", range(5))
def test_the_jackknife_leaves_out_one_row_at_a_time(seed):
    rng = np.random.default_rng(seed)
    classes = rng.integers(0, 3, 30)
    clusters = np.where(rng.random(30) < 0.7, classes, rng.integers(0, 3, 30))
    found = indices(classes, clusters, n_rows=200).f
    assert [found.low, found.high] == pytest.approx(by_leaving_out(classes, clusters, 200))


def test_without_a_wrong_row_the_share_of_rows_says_how_low_it_may_be():
    classes = np.repeat([0, 1], 20)
    found = pair_indices(classes, classes, Population(1000, np.array([500, 500]), [0, 1], 0.9))
    for each in found:
        assert (each.value, each.high) == (1.0, 1.0)
    assert found.precision.low == pytest.approx(0.9**2 + 0.1**2, abs=0.001)
    one = pair_indices(np.zeros(9, int), np.zeros(9, int), Population(20, np.array([20]), [0], 0.8))
    assert one.precision.low == pytest.approx(0.8**2 + 0.2**2, abs=0.05)
    assert one.recall.low == 1.0


def test_all_rows_drawn_leave_nothing_open():
    rng = np.random.default_rng(1)
    classes = rng.integers(0, 3, 50)
    clusters = np.where(rng.random(50) < 0.7, classes, rng.integers(0, 3, 50))
    for each in indices(classes, clusters, n_rows=50):
        assert (each.low, each.high) == (pytest.approx(each.value), pytest.approx(each.value))


@pytest.mark.parametrize(("share", "k"), [(0.1, 3), (0.3, 3), (0.05, 8)])
def test_intervals_cover_the_indices_of_all_rows(share, k):
    rng = np.random.default_rng([7, k])
    n_rows = 300
    classes = rng.integers(0, k, n_rows)
    clusters = np.where(rng.random(n_rows) < share, rng.integers(0, k, n_rows), classes)
    truth = indices(classes, clusters, n_rows)
    sizes, right = np.bincount(clusters, minlength=k), classes == clusters
    inside = []
    for _ in range(200):
        drawn = rng.choice(n_rows, 40, replace=False)
        low = share_right(int(right[drawn].sum()), 40, n_rows).low
        found = pair_indices(
            classes[drawn], clusters[drawn], Population(n_rows, sizes, np.arange(k), low)
        )
        pairs = zip(found, truth, strict=True)
        inside.append([each.low <= true.value <= each.high for each, true in pairs])
    assert np.mean(inside, axis=0).min() >= 0.86
    assert np.mean(inside) >= 0.92


def coverage(classes, clusters, stands_for, n_draws=150):
    """How often 40 drawn rows cover precision, recall, F and adjusted Rand of all rows."""
    n_rows, meant = len(classes), np.asarray(stands_for)
    sizes = np.bincount(clusters[clusters >= 0], minlength=len(meant))
    right = (clusters >= 0) & (meant[np.maximum(clusters, 0)] == classes)
    truth = pair_indices(classes, clusters, Population(n_rows, sizes, meant, right.mean()))
    rng, inside = np.random.default_rng(5), []
    for _ in range(n_draws):
        rows = rng.choice(n_rows, 40, replace=False)
        low = share_right(int(right[rows].sum()), 40, n_rows).low
        found = pair_indices(classes[rows], clusters[rows], Population(n_rows, sizes, meant, low))
        pairs = zip(found, truth, strict=True)
        inside.append([each.low - 1e-9 <= true.value <= each.high + 1e-9 for each, true in pairs])
    return np.mean(inside, axis=0)


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5])
def test_rows_in_no_cluster_are_covered(share):
    rng = np.random.default_rng(1)
    classes = np.repeat([0, 1, 2], 200)
    clusters = np.where(rng.random(600) < share, -1 - np.arange(600), classes)
    assert coverage(classes, clusters, [0, 1, 2]).min() >= 0.93
    half = np.where((classes == 0) & (rng.random(600) < 0.5), -1 - np.arange(600), classes)
    assert coverage(classes, half, [0, 1, 2]).min() >= 0.93


def test_a_class_cut_in_two_is_covered_and_its_recall_is_not_said_to_be_one():
    classes, clusters = np.repeat([0, 0, 1], [10, 10, 20]), np.repeat([0, 1, 2], [10, 10, 20])
    population = Population(300, np.array([75, 75, 150]), [0, 0, 1], 0.93)
    found = pair_indices(classes, clusters, population)
    assert 0.8 < found.recall.high < 0.9 and 0.8 < found.adjusted_rand.high < 0.9
    assert found.recall.low == pytest.approx(0.547, abs=0.001)
    assert found.precision.high == 1.0 and found.precision.low < 0.9
    whole = np.repeat([0, 1, 2], 200)
    cut = np.where(np.arange(600) < 100, 3, whole)
    assert coverage(whole, cut, [0, 1, 2, 0]).min() >= 0.93


@pytest.mark.parametrize(
    ("rows", "columns"), [((3, 3), (2, 4)), ((2, 2, 2), (1, 2, 3)), ((6,), (3, 3))]
)
def test_the_variance_by_chance_is_that_over_all_permutations(rows, columns):
    clusters, classes = np.repeat(range(len(rows)), rows), np.repeat(range(len(columns)), columns)
    orders = list(permutations(classes.tolist()))
    rand = [adjusted_rand(list(order), clusters) for order in orders]
    precision = [pairwise_precision_recall_f(list(order), clusters).precision for order in orders]
    chance = np.mean(precision)
    table = np.zeros((len(rows), len(columns)))
    np.add.at(table, (clusters, classes), 1)
    found = room.permutation_variances(table)
    assert found[3] == pytest.approx(np.var(rand))
    if 0 < chance < 1:
        by_logit = np.var(precision) / (chance * (1 - chance)) ** 2
        assert found[0] == pytest.approx(by_logit, abs=1e-9)


@pytest.mark.parametrize("k", [2, 3])
def test_clusters_that_have_nothing_to_do_with_the_classes_are_covered(k):
    classes = np.repeat(np.arange(k), 100)
    clusters = np.tile(np.arange(k), 100)
    assert coverage(classes, clusters, np.arange(k), 400)[[0, 2, 3]].min() >= 0.92
