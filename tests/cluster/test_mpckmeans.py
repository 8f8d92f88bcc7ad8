"""MPCK-means against its definition: every pair counted one by one, other programs' figures."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st
from metric_kmeans import (
    box,
    diameters,
    log_det,
    objective,
    squared,
    violation_cost,
)
from metric_variants import EVERY_METRIC, positive_definite
from pair_costs import counted_pairs
from random_pairs import instance

from jupyter_sscluster.cluster import MPCKMeans
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster._parts.metric.diameter import BoxDiameter, ExactDiameter
from jupyter_sscluster.cluster._parts.metric.mahalanobis import euclidean
from jupyter_sscluster.cluster._parts.metric.scatter_metric import Form, MetricLearner
from jupyter_sscluster.cluster._parts.mpck.alternation import MetricAlternation
from jupyter_sscluster.cluster._parts.soft.icm_metric_aggregated import AggregatedMetricAssignment
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pairs_in_force import pairs_in_force

SEEDS = st.integers(0, 2**32 - 1)


def alternation(X, known, form, kind=ExactDiameter, k=3):
    points = centred(X)
    learner = MetricLearner(points, k, form)
    assignment = AggregatedMetricAssignment(points, pairs_in_force(known), k)
    return MetricAlternation(points, learner, assignment, kind(points.X, learner.n_metrics))


def form_of(variant, pseudo=0.0):
    return Form(variant["per_cluster_metric"], variant["metric"] == "diagonal", pseudo, 1.5)


def learned_state(loop, labels):
    """A state with these labels, their means, and the metrics after two updates."""
    k = loop.learner.n_clusters
    counts = np.bincount(labels, minlength=k).astype(float)
    X = loop.points.X
    centres = np.array([X[labels == c].mean(axis=0) if c in labels else X[0] for c in range(k)])
    state = loop.start(centres)
    for _ in range(2):
        state = loop.learned(labels.astype(np.int32), centres, counts, state.diameters)
    return state


def metrics_of(metric, k=3):
    return [metric.matrices[metric.place(c)] for c in range(k)]


def energy(loop, state, labels, centres, pairs):
    """The objective by definition, with the state's own metrics and diameters."""
    metrics = metrics_of(state.metric)
    largest = [state.diameters.squared[state.metric.place(c)] for c in range(3)]
    return objective(loop.points.X, labels, centres, metrics, pairs, largest)


# --------------------------------------------------------------------------- by hand


@pytest.mark.parametrize(
    ("must", "cannot", "weight"), [((), (), 4.0), ((), [(0, 1)], 0.16), ([(1, 2)], (), 0.4)]
)
def test_weights_worked_out_by_hand(must, cannot, weight):
    X = np.array([[0.0], [1.0], [4.0], [5.0]])
    labels = np.array([0, 0, 1, 1])
    known = Constraints(4, must, cannot).add(0, 3, "must", 1e-300, soft=True)
    loop = alternation(X, known, Form(False, True), k=2)
    assert learned_state(loop, labels).metric.matrices[0, 0] == pytest.approx(weight)


def test_a_pair_costs_by_how_far_apart_it_is():
    X = np.array([[0.0], [1.0], [4.0], [5.0]])
    labels, metrics = [0, 0, 1, 1], [np.array([2.0])] * 2
    largest = diameters(X, metrics)
    assert largest == [50.0, 50.0]
    assert violation_cost(X, labels, metrics, [(1, 2, 3.0, True)], largest) == 3 * 18.0
    assert violation_cost(X, labels, metrics, [(0, 1, 3.0, False)], largest) == 3 * 48.0


# --------------------------------------------------------------------------- by definition


@EVERY_METRIC
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_objective_is_that_of_all_pairs(variant, seed):
    X, known, rng = instance(seed)
    kind, weight = rng.choice(["exact", "box"]), float(rng.choice([0.0, 0.1, 1.0, 20.0]))
    model = MPCKMeans(
        3,
        **variant,
        shrinkage=float(rng.choice([0.0, 2.0])),
        constraint_weight=weight,
        diameter=str(kind),
        n_init=2,
        random_state=0,
    ).fit(X, constraints=known)
    single = not variant["per_cluster_metric"]
    metrics = [model.metric_] * 3 if single else list(model.metric_)
    positive_definite(metrics)
    largest = diameters(X, metrics) if kind == "exact" else [box(X, A) for A in metrics]
    pairs = [(i, j, weight * w, together) for i, j, w, together in counted_pairs(known)]
    prior = model.shrinkage_, model.prior_variance_
    centres = model.cluster_centers_
    expected = objective(X, model.labels_, centres, metrics, pairs, largest, prior, single)
    np.testing.assert_allclose(model.objective_, expected, rtol=1e-8, atol=1e-8)
    assert model.objective_ == model.objective_history_[-1] == model.objective_history_.min()


@EVERY_METRIC
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_labels_and_means_never_raise_the_objective(variant, seed):
    X, known, rng = instance(seed)
    loop = alternation(X, known, form_of(variant))
    loop.assignment.weight = float(rng.choice([0.1, 1.0, 10.0]))
    pairs = [(i, j, loop.assignment.weight * w, t) for i, j, w, t in counted_pairs(known)]
    state = learned_state(loop, rng.integers(0, 3, len(X)))
    before = energy(loop, state, state.labels, state.centres, pairs)
    labels = loop.assigned(state)
    between = energy(loop, state, labels, state.centres, pairs)
    assert between <= before + 1e-8 * abs(before)
    means = state.centres.copy()
    for c in np.unique(labels):
        means[c] = loop.points.X[labels == c].mean(axis=0)
    assert energy(loop, state, labels, means, pairs) <= between + 1e-8 * abs(between)


@EVERY_METRIC
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_where_labels_rest_no_row_and_no_group_would_be_cheaper_elsewhere(variant, seed):
    X, known, rng = instance(seed)
    loop = alternation(X, known, form_of(variant))
    loop.assignment.weight = float(rng.choice([0.1, 1.0]))
    pairs = [(i, j, loop.assignment.weight * w, t) for i, j, w, t in counted_pairs(known)]
    state = learned_state(loop, rng.integers(0, 3, len(X)))
    for _ in range(100):
        labels = loop.assigned(state)
        if np.array_equal(labels, state.labels):
            break
        state = state._replace(labels=labels)
    assert np.array_equal(labels, state.labels)
    least = energy(loop, state, labels, state.centres, pairs)
    groups = [np.array([i]) for i in range(len(X))] + known.neighbourhoods()
    for group, cluster in itertools.product(groups, range(3)):
        moved = labels.copy()
        moved[group] = cluster
        assert energy(loop, state, moved, state.centres, pairs) >= least - 1e-8 * abs(least)


@EVERY_METRIC
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_metrics_are_the_inverses_of_scatters_summed_pair_by_pair(variant, seed):
    X, known, rng = instance(seed, n=20)
    pseudo = float(rng.choice([0.0, 3.0]))
    loop = alternation(X, known, form_of(variant, pseudo))
    labels = rng.integers(0, 3, len(X)).astype(np.int32)
    state = learned_state(loop, labels)
    Z = loop.points.X
    single, diagonal = not variant["per_cluster_metric"], variant["metric"] == "diagonal"
    scatters = [np.zeros((2, 2)) for _ in range(3)]
    for z, c in zip(Z, labels, strict=True):
        scatters[c] += np.outer(z - state.centres[c], z - state.centres[c])
    for i, j, weight, together in counted_pairs(known):
        apart, (a, b) = Z[i] - Z[j], labels[[i, j]]
        if together and a != b:
            scatters[a] += 0.5 * weight * np.outer(apart, apart)
            scatters[b] += 0.5 * weight * np.outer(apart, apart)
        elif not together and a == b:
            A = previous(loop, labels, state, a)
            far = max((x - z for x, z in itertools.combinations(Z, 2)), key=lambda v: squared(v, A))
            scatters[a] += weight * (np.outer(far, far) - np.outer(apart, apart))
    sizes = np.bincount(labels, minlength=3)
    if single:
        scatters, sizes = [sum(scatters)], [len(Z)]
    compared = 0
    for S, size, A in zip(scatters, sizes, state.metric.matrices, strict=True):
        S = (S + pseudo * 1.5 * np.eye(2)) / (size + pseudo) if size else np.zeros((2, 2))
        if size <= 2 or np.linalg.eigvalsh(np.diag(np.diag(S)) if diagonal else S)[0] < 1e-3:
            continue
        expected = 1.0 / np.diag(S) if diagonal else np.linalg.inv(S)
        np.testing.assert_allclose(A, expected, rtol=1e-6, atol=1e-9 * np.abs(expected).max())
        compared += 1
    assume(compared)


def previous(loop, labels, state, cluster):
    """The metric of the update before the last, under which the farthest pair was found."""
    counts = np.bincount(labels, minlength=3).astype(float)
    first = loop.learned(labels, state.centres, counts, loop.start(state.centres).diameters)
    return first.metric.matrices[first.metric.place(cluster)]


@pytest.mark.parametrize("d", [1, 3, 12])
@pytest.mark.parametrize("diagonal", [False, True])
def test_diameters_are_those_of_all_pairs_also_as_metrics_change(d, diagonal):
    rng = np.random.default_rng(d)
    X = rng.standard_t(4, size=(200, d))
    X = np.vstack([X, X[:20]]) - X.mean(axis=0)
    points = centred(X)
    exact, boxes = ExactDiameter(points.X, 1), BoxDiameter(points.X, 1)
    learner = MetricLearner(points, 1, Form(False, diagonal))
    for _ in range(8):
        root = rng.normal(size=(d, d)) * rng.exponential(size=d)
        scatter = np.diag(root @ root.T) if diagonal else root @ root.T
        metric = learner.learned(scatter[None], np.array([220.0]))
        A = metric.matrices[0]
        positive_definite([A])
        np.testing.assert_allclose(metric.log_dets[0], log_det(A))
        found = exact.measure(metric)
        np.testing.assert_allclose(found.squared, diameters(points.X, [A]))
        np.testing.assert_allclose((found.moments[0] * A).sum(), found.squared[0])
        around = boxes.measure(metric)
        np.testing.assert_allclose(around.squared, box(points.X, A))
        np.testing.assert_allclose((around.moments[0] * A).sum(), around.squared[0])
        assert around.squared[0] >= found.squared[0] * (1 - 1e-9)


def test_the_farthest_pair_among_rows_that_are_alike_or_far_from_zero():
    rng = np.random.default_rng(3)
    metric = euclidean(3, diagonal=True)
    for n in (1, 2, 40, 300, 900):
        on_grid = rng.integers(0, 3, (n, 3)).astype(float)
        for X in (np.full((n, 3), 0.1), on_grid, on_grid + 100.0, on_grid - on_grid.mean(axis=0)):
            found = ExactDiameter(X, 1).measure(metric).squared
            np.testing.assert_allclose(found, diameters(X, [np.eye(3)]), atol=1e-12)


@EVERY_METRIC
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_components_give_what_their_pairs_written_out_give(variant, seed):
    X, known, rng = instance(seed)
    plain = Constraints(len(X), known.must, known.cannot)
    closed = plain.closure()
    weights = [np.ones(len(closed.must)), np.ones(len(closed.cannot))]
    for uneven in weights:
        uneven[:1] += 1e-13  # differing weights: pairs are then counted one by one
    written = Constraints(
        len(X), closed.must, closed.cannot, must_weights=weights[0], cannot_weights=weights[1]
    )
    start = X[rng.choice(len(X), 3, replace=False)]
    model = MPCKMeans(3, **variant, shrinkage=2.0, constraint_weight=0.3, init=start)
    first = model.fit(X, constraints=plain)
    labels, history = first.labels_, first.objective_history_
    second = model.fit(X, constraints=written)
    np.testing.assert_array_equal(labels, second.labels_)
    np.testing.assert_allclose(history, second.objective_history_, rtol=1e-7, atol=1e-7)
