"""Assignment steps: an explicit list of pairs against the same aggregated over components."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from random_pairs import instance
from scipy import sparse

from jupyter_sscluster.cluster._parts.lloyd.cluster_sums import ClusterSums
from jupyter_sscluster.cluster._parts.lloyd.distances import squared_distances
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster._parts.metric.diameter import ExactDiameter
from jupyter_sscluster.cluster._parts.metric.scatter_metric import Form, MetricLearner
from jupyter_sscluster.cluster._parts.mpck.alternation import MetricAlternation
from jupyter_sscluster.cluster._parts.soft import explicit_pairs
from jupyter_sscluster.cluster._parts.soft.choose_assignment import (
    metric_assignment,
    uniform_assignment,
)
from jupyter_sscluster.cluster._parts.soft.explicit_pairs import explicit
from jupyter_sscluster.cluster._parts.soft.icm_metric_aggregated import AggregatedMetricAssignment
from jupyter_sscluster.cluster._parts.soft.icm_metric_explicit import ExplicitMetricAssignment
from jupyter_sscluster.cluster._parts.soft.icm_uniform_aggregated import AggregatedAssignment
from jupyter_sscluster.cluster._parts.soft.icm_uniform_explicit import ExplicitAssignment
from jupyter_sscluster.cluster._parts.soft.independent_set import independent
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pairs_in_force import pairs_in_force

SEEDS = st.integers(0, 2**32 - 1)
FORMS = [Form(*kind, 1.0, 1.5) for kind in itertools.product((False, True), repeat=2)]


def pair_list(known):
    return explicit(pairs_in_force(known), known.n_samples)


def test_the_list_holds_the_closure():
    known = Constraints(9, must=[(0, 1), (1, 2), (5, 7)], cannot=[(2, 5), (7, 8)])
    pairs = pair_list(known)
    rows = pairs.rows
    found = {
        (*sorted((int(rows[a]), int(rows[b]))), bool(t))
        for a, b, t in zip(pairs.first, pairs.second, pairs.together, strict=True)
    }
    must = {(0, 1, True), (0, 2, True), (1, 2, True), (5, 7, True)}
    cannot = {(i, j, False) for i in (0, 1, 2) for j in (5, 7)} | {(5, 8, False), (7, 8, False)}
    assert found == must | cannot
    assert len(pairs) == len(found)


def test_many_pairs_are_not_written_out(monkeypatch):
    known = Constraints(200, must=[(i, i + 1) for i in range(150)])
    points = centred(np.random.default_rng(0).normal(size=(200, 2)))
    assert pair_list(known) is None
    assert isinstance(uniform_assignment(points, known, 2), AggregatedAssignment)
    assert isinstance(metric_assignment(points, known, 2), AggregatedMetricAssignment)
    monkeypatch.setattr(explicit_pairs, "FEW", 20_000)
    assert len(pair_list(known)) == 151 * 150 / 2
    assert isinstance(uniform_assignment(points, known, 2), ExplicitAssignment)
    assert isinstance(metric_assignment(points, known, 2), ExplicitMetricAssignment)
    assert uniform_assignment(points, Constraints(200), 2) is None


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_moves_by_counts_and_by_pairs_are_the_same(seed):
    X, known, rng = instance(seed, n=30)
    points, centres = centred(X), rng.normal(size=(3, 2))
    distances = squared_distances(points.X, centres)
    both = (
        AggregatedAssignment(points, pairs_in_force(known), 3),
        ExplicitAssignment(points, pair_list(known), 3),
    )
    weight, start = float(rng.choice([0.0, 0.3, 5.0])), rng.integers(0, 3, 30).astype(np.int32)
    found = []
    for assignment in both:
        assignment.weight, rows = weight, assignment.rows
        first = assignment.assign(distances[rows], None)
        labels = assignment.assign(distances[rows], start[rows])
        two = np.where(labels == 1, 0, labels)  # cluster 1 is empty and to be filled
        counts = np.bincount(np.where(start == 1, 0, start), minlength=3)
        spare = assignment.relocate_to_empty(distances[rows], two, counts, 1)
        found.append((first, labels, assignment.penalty(labels), spare))
    (first, labels, penalty, spare), other = found
    np.testing.assert_array_equal(first, other[0])
    np.testing.assert_array_equal(labels, other[1])
    assert penalty == pytest.approx(other[2], rel=1e-12)
    assert (spare is None) == (other[3] is None)
    if spare is not None:
        np.testing.assert_array_equal(spare[0], other[3][0])
        assert spare[1] == pytest.approx(other[3][1], rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("form", FORMS, ids=lambda f: f"{f.per_cluster}-{f.diagonal}")
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_iterations_by_sums_and_by_pairs_are_the_same(form, seed):
    X, known, rng = instance(seed, n=30)
    points, centres = centred(X), rng.normal(size=(3, 2))
    weight = float(rng.choice([0.0, 0.1, 1.0, 20.0]))
    found = []
    for assignment in (
        AggregatedMetricAssignment(points, pairs_in_force(known), 3),
        ExplicitMetricAssignment(points, pair_list(known), 3),
    ):
        learner = MetricLearner(points, 3, form)
        diameter = ExactDiameter(points.X, learner.n_metrics)
        loop = MetricAlternation(points, learner, assignment, diameter)
        state = loop.start(centres)
        for _ in range(4):
            state = loop.iterate(state, weight)
        counts = np.bincount(state.labels, minlength=3)
        labels = state.labels[assignment.rows]
        spare = assignment.relocate_to_empty(
            state.centres, state.metric, state.diameters, labels, counts, 1
        )
        found.append((state, spare))
    (state, spare), (other, offer) = found
    np.testing.assert_array_equal(state.labels, other.labels)
    assert state.objective == pytest.approx(other.objective, rel=1e-9)
    np.testing.assert_allclose(state.metric.matrices, other.metric.matrices, rtol=1e-8)
    np.testing.assert_array_equal(spare[0], offer[0])
    assert spare[1] == pytest.approx(offer[1], rel=1e-7, abs=1e-7)


@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_what_can_move_at_once_is_what_going_one_by_one_finds(seed):
    rng = np.random.default_rng(seed)
    size, edges = int(rng.integers(1, 60)), int(rng.integers(0, 90))
    at = rng.integers(0, size, (2, edges))
    half = sparse.coo_array((np.ones(edges), tuple(at)), shape=(size, size))
    neighbours = (half + half.T).tocsr()
    components = rng.integers(0, size, int(rng.integers(0, 120)))
    barred, expected = set(), []
    for component in components.tolist():
        expected.append(component not in barred)
        if expected[-1]:
            barred.update(neighbours[[component]].nonzero()[1].tolist())
    assert independent(neighbours, components).tolist() == expected


def test_sums_kept_up_are_those_of_all_rows():
    rng = np.random.default_rng(0)
    points = centred(rng.normal(size=(400, 3)))
    sums, labels = ClusterSums(points, 4), rng.integers(0, 4, 400).astype(np.int32)
    for step in range(40):
        rows = rng.choice(400, 300 if step % 11 == 0 else 7, replace=False)
        labels[rows] = rng.integers(0, 4, len(rows))
        expected = [points.augmented[labels == c].sum(axis=0) for c in range(4)]
        found = sums.of(labels)
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-11)
        np.testing.assert_array_equal(found[:, -1], np.bincount(labels, minlength=4))
