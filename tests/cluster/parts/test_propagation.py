"""Pairs carried over by Gaussians: by the definition, pair for pair, and at their limits."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from double_loop import covariances, inferred
from hypothesis import example, given, settings, strategies as st
from metric_variants import EVERY_METRIC, METRICS
from random_pairs import instance
from sklearn.datasets import make_blobs

from jupyter_sscluster.cluster import GPKMeans, PCKMeans
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric
from jupyter_sscluster.cluster._parts.propagation.gaussians import Gaussians, metric_of
from jupyter_sscluster.cluster._parts.propagation.propagate import (
    PropagationRule,
    propagate,
    sources_of,
)
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs

SEEDS = st.integers(0, 2**32 - 1)


def metric_from(matrices, *, diagonal):
    """Metrics (g, d, d) as the package holds them."""
    if diagonal:
        weights = matrices.diagonal(axis1=1, axis2=2)
        return Metric(weights, np.sqrt(weights), np.log(weights).sum(axis=1))
    roots = np.linalg.cholesky(matrices).transpose(0, 2, 1)
    return Metric(matrices, roots, np.linalg.slogdet(matrices)[1])


def matrices_like(rng, g, d, *, diagonal):
    factors = rng.normal(size=(g, d, d)) + 2.0 * np.eye(d)
    found = np.einsum("gij,gkj->gik", factors, factors)
    return found * np.eye(d) if diagonal else found


def means(X, labels, k):
    return np.array([X[labels == c].mean(axis=0) if c in labels else X[0] for c in range(k)])


def as_dict(statements):
    statements = getattr(statements, "statements", statements)
    pairs = statements.pairs.tolist()
    kinds = statements.together.tolist()
    keys = [(i, j, kind) for (i, j), kind in zip(pairs, kinds, strict=True)]
    assert len(set(keys)) == len(keys)
    return dict(zip(keys, statements.weights.tolist(), strict=True))


def scene(seed, variant, *, scale="euclidean", n=16, k=3):
    """Random data, clusters, metrics and statements."""
    X, known, rng = instance(seed, n=n, k=k)
    X[rng.integers(n)] = X[rng.integers(n)]
    points = centred(X)
    labels = rng.integers(0, k, n).astype(np.int32)
    centres = means(points.X, labels, k)
    diagonal = variant["metric"] == "diagonal"
    matrices = matrices_like(rng, k if variant["per_cluster_metric"] else 1, 2, diagonal=diagonal)
    metric = metric_from(matrices, diagonal=diagonal)
    gaussians = Gaussians(points, labels, centres, metric, scale=scale)
    return SimpleNamespace(
        X=points.X,
        labels=labels,
        centres=centres,
        matrices=matrices,
        gaussians=gaussians,
        sources=sources_of(known),
        rng=rng,
    )


@EVERY_METRIC
@pytest.mark.parametrize("scale", ["euclidean", "mahalanobis", "consistent"])
@settings(max_examples=12, deadline=None)
@given(seed=SEEDS)
@example(seed=111)  # a cluster's narrowest Gaussian is too narrow to be a regular matrix
@example(seed=1768)
def test_weights_are_those_of_the_double_loop(variant, scale, seed):
    s = scene(seed, variant, scale=scale)
    literal, reduced = s.rng.random(2) < 0.5
    g = float(s.rng.choice([1.0, 0.7, 0.3, 0.05, 1e-3]))
    covariance = covariances(s.X, s.labels, s.centres, s.matrices, scale)
    expected = inferred(
        s.X, s.labels, s.centres, covariance, s.sources, g, literal=literal, reduced=reduced
    )
    rule = PropagationRule(g, reduced=bool(reduced), shared_ends=not literal)
    found = as_dict(propagate(s.sources, s.gaussians, rule).statements)
    assert found.keys() == expected.keys()
    for key, weight in expected.items():
        np.testing.assert_allclose(found[key], weight, rtol=1e-8)


@settings(max_examples=12, deadline=None)
@given(seed=SEEDS)
def test_each_statement_that_reaches_a_pair_counts_and_may_count_in_full(seed):
    s = scene(seed, METRICS[seed % 4])
    rule = PropagationRule(0.2, constant=True)
    covariance = covariances(s.X, s.labels, s.centres, s.matrices, "euclidean")
    times, weights = Counter(), Counter()
    for number in range(len(s.sources.weights)):
        one = s.sources.take(np.array([number]))
        brute = (s.X, s.labels, s.centres, covariance, one, 0.2)
        for key in inferred(*brute, literal=False, reduced=False):
            times[key] += 1
            weights[key] += float(one.weights[0])
    found, reached = propagate(s.sources, s.gaussians, rule)
    assert as_dict(found) == pytest.approx(dict(weights))
    assert as_dict(replace(found, weights=reached)) == dict(times)


def test_full_propagation_counts_a_pair_for_each_statement_and_weights_may_be_constant():
    disc = np.array([[0, 0], [1, 0], [0, 1], [9, 0], [0, 9], [-9, 0], [0, -9], [-1, 0], [1, 1]])
    X = np.vstack([disc, disc + 60.0])
    known = Constraints(18, [(0, 1), (0, 2)], [(0, 9)])

    def soft(**params):
        model = GPKMeans(
            2,
            base=PCKMeans(constraint_weight=1.0),
            threshold=0.05,
            scale="consistent",
            init=X[[0, 9]],
            max_rounds=1,
            **params,
        ).fit(X, constraints=known)
        table = model.propagated_
        pairs = map(tuple, table.soft_must.tolist())
        found = dict(zip(pairs, table.soft_must_weights.tolist(), strict=True))
        return found, int(model.n_inferred_[-1]), int(model.n_propagated_[-1])

    without, times, pairs = soft()
    assert (0, 1) not in without and (0, 2) not in without
    assert times > pairs == soft(propagation="reduced")[1]
    assert all(1.0 < weight < 2.0 for weight in without.values())
    assert set(soft(weights="constant")[0].values()) == {2.0}


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_weights_stay_within_bounds_fall_with_the_threshold_and_know_no_direction(seed):
    s = scene(seed, METRICS[seed % 4])
    one = s.sources.take(np.arange(1))
    w, previous = float(one.weights[0]), {}
    for g in (1.0, 0.6, 0.2, 0.01):
        found = as_dict(propagate(one, s.gaussians, PropagationRule(g)).statements)
        assert all(g * w * (1 - 1e-12) <= weight <= w for weight in found.values())
        assert all(found[key] == weight for key, weight in previous.items())
        previous = found
    turned = replace(one, pairs=one.pairs[:, ::-1])
    assert as_dict(propagate(turned, s.gaussians, PropagationRule(0.01))) == pytest.approx(previous)


def test_a_threshold_is_a_squared_distance():
    assert PropagationRule(0.5).limit == pytest.approx(1.386294, abs=5e-7)
    assert PropagationRule(0.7).limit == pytest.approx(0.713350, abs=5e-7)
    assert PropagationRule(1.0).limit == 0.0


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_full_adds_up_and_reduced_takes_the_largest(seed):
    s = scene(seed, METRICS[seed % 4])
    full = as_dict(propagate(s.sources, s.gaussians, PropagationRule(0.05)))
    reduced = as_dict(propagate(s.sources, s.gaussians, PropagationRule(0.05, reduced=True)))
    n = len(s.X)
    assert full.keys() == reduced.keys()
    assert len(reduced) <= n * n - n
    assert all(reduced[key] <= full[key] for key in full)
    assert all(weight <= s.sources.weights.max() for weight in reduced.values())
    several = propagate(
        s.sources.take(np.repeat(np.arange(len(s.sources)), 3)), s.gaussians, PropagationRule(0.05)
    )
    assert as_dict(several) == pytest.approx({key: 3 * weight for key, weight in full.items()})


def line(labels, X, scale="euclidean"):
    points = centred(np.asarray(X, dtype=float).reshape(len(labels), -1))
    labels = np.asarray(labels, dtype=np.int32)
    centres = means(points.X, labels, labels.max() + 1)
    metric = metric_of(None, points, labels, centres)
    return Gaussians(points, labels, centres, metric, scale=scale)


def test_the_radius_of_the_thesis_is_the_mahalanobis_distance_of_the_farthest_row():
    X = np.array([[6.0, 0.0], [-6.0, 0.0], [0.0, 2.0], [0.0, -2.0]])
    metric = metric_from(np.array([[[0.25, 0.0], [0.0, 1.0]]]), diagonal=True)
    labels = np.zeros(4, dtype=np.int32)
    # A⁻¹ = diag(4, 1), so that σ = 2; the farthest row is 6 away, and 6 / 2 = 3 by A
    for scale, factor in (("mahalanobis", 3 / 6), ("euclidean", 6 / 6), ("consistent", 9 / 9)):
        found = Gaussians(centred(X), labels, np.zeros((1, 2)), metric, scale=scale)
        assert found._scale_factors.tolist() == [factor]


def said(*pairs, together=False):
    return WeightedPairs(np.array(pairs), np.ones(len(pairs)), np.full(len(pairs), together))


def test_threshold_one_propagates_only_to_duplicates():
    gaussians = line([0, 0, 0, 1, 1], [0.0, 0.0, 1.0, 7.0, 8.0])
    found = propagate(said((0, 3)), gaussians, PropagationRule(1.0))
    assert as_dict(found) == {(1, 3, False): 1.0}
    assert not as_dict(propagate(said((0, 3)), gaussians, PropagationRule(1.0, shared_ends=False)))


def test_a_cluster_without_extent_infers_nothing():
    gaussians = line([0, 1, 1, 1], [0.0, 5.0, 6.0, 7.0])
    assert not as_dict(propagate(said((0, 2)), gaussians, PropagationRule(1e-6)))
    equal = line([0, 0, 0], [3.0, 3.0, 3.0])
    assert not as_dict(propagate(said((0, 1)), equal, PropagationRule(1e-6)))


def test_zero_density_propagates_only_to_duplicates():
    rows = [*np.linspace(-1e-3, 1e-3, 40_000), 1e3, 1e3, 5e3, 5e3 + 1e-6, 5e3 + 1e-6]
    gaussians = line([0] * 40_002 + [1] * 3, rows)
    assert gaussians.near(40_000, 1.0).rows.tolist() == [40_000, 40_001]
    found = propagate(said((40_000, 40_003)), gaussians, PropagationRule(0.5))
    assert {key[:2] for key in as_dict(found)} >= {(40_001, 40_003), (40_001, 40_004)}


def test_too_many_pairs_leave_those_of_the_largest_weights():
    rng = np.random.default_rng(0)
    gaussians = line([0] * 60 + [1] * 60, np.r_[rng.normal(size=60), 9 + rng.normal(size=60)])
    sources = said((3, 70), (10, 100), (3, 64))
    everything = as_dict(propagate(sources, gaussians, PropagationRule(0.01, reduced=True)))
    for most in (1, 7, 50, 500, len(everything)):
        few = as_dict(
            propagate(sources, gaussians, PropagationRule(0.01, reduced=True, max_pairs=most))
        )
        assert len(few) <= most
        assert all(weight == everything[key] for key, weight in few.items())
        left_out = [weight for key, weight in everything.items() if key not in few]
        assert max(left_out, default=0.0) <= min(few.values(), default=1.0)
        assert len(few) >= 0.5 * min(most, len(everything)) or most == 1
    assert not as_dict(propagate(sources, gaussians, PropagationRule(0.01, max_pairs=0)))


def test_equal_pairs_are_all_taken_or_none():
    gaussians = line([0, 0, 0, 0, 1, 1], [0.0, 0.0, 0.0, 4.0, 9.0, 10.0])
    for most, expected in ((1, 0), (2, 2), (3, 2)):
        found = propagate(said((0, 4)), gaussians, PropagationRule(0.999, max_pairs=most))
        assert len(found.statements.weights) == expected


def test_many_rows_close_together_are_not_written_out():
    X, labels = make_blobs(30_000, 2, centers=[[0, 0], [30, 0]], random_state=0)
    known = Constraints.from_labels(labels, 20)
    model = GPKMeans(2, max_pairs=5000, threshold=0.1, n_init=1, random_state=0)
    model.fit(X, constraints=known)
    assert (model.n_propagated_[1:] > 3000).all()
    assert (model.n_propagated_ <= 5000).all()
