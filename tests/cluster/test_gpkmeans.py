"""GPK-means against its definition: every pair of rows for every constraint, one by one."""

import itertools
import pickle
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st
from metric_kmeans import box, diameters, objective
from metric_variants import EVERY_METRIC, METRICS
from pair_costs import counted_pairs, objective as plain_objective
from random_pairs import instance
from shared import load
from sklearn.datasets import make_blobs

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import (
    COPKMeans,
    GPKMeans,
    ITMLKMeans,
    KMeans,
    MPCKMeans,
    PCKMeans,
)
from jupyter_sscluster.cluster._parts.lloyd.distances import centred
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric
from jupyter_sscluster.cluster._parts.propagation.gaussians import Gaussians, metric_of
from jupyter_sscluster.cluster._parts.propagation.propagate import (
    PropagationRule,
    propagate,
    sources_of,
)
from jupyter_sscluster.cluster._parts.propagation.rounds import has_converged
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs

SEEDS = st.integers(0, 2**32 - 1)
BASES = [
    MPCKMeans(metric="diagonal", shrinkage=0),
    MPCKMeans(per_cluster_metric=True),
    PCKMeans(),
    PCKMeans(penalty="distance"),
    ITMLKMeans(),
]


def published(**params):
    return MPCKMeans(**{"metric": "diagonal", "shrinkage": 0, **params})


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


def covariances(X, labels, centres, matrices, scale):
    """Σ_h of equations 3.4 and 3.5, or the consistent form; None without extent."""
    found = []
    for h, centre in enumerate(centres):
        A, members = matrices[h % len(matrices)], X[labels == h] - centre
        within = max([0.0, *(v @ A @ v for v in members)])
        radius = max([0.0, *np.linalg.norm(members, axis=1)])
        deviation = np.sqrt(np.linalg.eigvalsh(np.linalg.inv(A)).max())
        size = within / 9 if scale == "consistent" else radius / (3 * deviation)
        found.append(size * np.linalg.inv(A) if size > 1e-12 else None)
    return found


def gaussian(v, covariance, scale=1.0):
    """Density at v, as a share of the one at 0, of the Gaussian of covariance scale · covariance.

    The scale divides the squared distance and is not multiplied into the matrix: far from a centre
    it is so small that the product could not be inverted. Where it vanishes altogether, the density
    is that of the limit, a Gaussian that reaches what lies at 0 and nothing else.
    """
    squared = v @ np.linalg.inv(covariance) @ v
    if squared == 0.0:
        return 1.0
    with np.errstate(divide="ignore", over="ignore"):
        return np.exp(-0.5 * np.divide(squared, scale))


def inferred(X, labels, centres, covariance, sources, g, *, literal, reduced):
    """{(i, j, kind): weight} by the double loop of figure 3.2."""
    found = {}
    for (a, b), w, together in zip(sources.pairs, sources.weights, sources.together, strict=True):
        narrow = []
        for end in (a, b):
            S = covariance[labels[end]]
            known = S is not None
            narrow.append((S, gaussian(X[end] - centres[labels[end]], S)) if known else None)
        if narrow[0] is None or narrow[1] is None:
            continue
        for i, j in itertools.combinations(range(len(X)), 2):
            if ({i, j} & {a, b}) if literal else ({i, j} == {a, b}):
                continue
            ways = ((i, j), (j, i))
            weight = max(
                gaussian(X[p] - X[a], *narrow[0]) * gaussian(X[q] - X[b], *narrow[1])
                for p, q in ways
            )
            if weight >= g:
                key = (i, j, bool(together))
                before = found.get(key, 0.0)
                found[key] = max(before, w * weight) if reduced else before + w * weight
    return found


def as_dict(statements):
    pairs = statements.pairs.tolist()
    kinds = statements.together.tolist()
    keys = [(i, j, kind) for (i, j), kind in zip(pairs, kinds, strict=True)]
    assert len(set(keys)) == len(keys)
    return dict(zip(keys, statements.weights.tolist(), strict=True))


def scene(seed, variant, *, scale="thesis", n=16, k=3):
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


# --------------------------------------------------------------------------- by definition


@EVERY_METRIC
@pytest.mark.parametrize("scale", ["thesis", "consistent"])
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
    found = as_dict(propagate(s.sources, s.gaussians, rule))
    assert found.keys() == expected.keys()
    for key, weight in expected.items():
        np.testing.assert_allclose(found[key], weight, rtol=1e-8)


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_weights_stay_within_bounds_fall_with_the_threshold_and_know_no_direction(seed):
    s = scene(seed, METRICS[seed % 4])
    one = s.sources.take(np.arange(1))
    w, previous = float(one.weights[0]), {}
    for g in (1.0, 0.6, 0.2, 0.01):
        found = as_dict(propagate(one, s.gaussians, PropagationRule(g)))
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


# --------------------------------------------------------------------------- limits


def line(labels, X, scale="thesis"):
    points = centred(np.asarray(X, dtype=float).reshape(len(labels), -1))
    labels = np.asarray(labels, dtype=np.int32)
    centres = means(points.X, labels, labels.max() + 1)
    metric = metric_of(None, points, labels, centres)
    return Gaussians(points, labels, centres, metric, scale=scale)


def said(*pairs, together=False):
    return WeightedPairs(np.array(pairs), np.ones(len(pairs)), np.full(len(pairs), together))


def test_at_threshold_one_a_duplicate_of_an_end_gets_a_pair_and_nothing_else_does():
    gaussians = line([0, 0, 0, 1, 1], [0.0, 0.0, 1.0, 7.0, 8.0])
    found = propagate(said((0, 3)), gaussians, PropagationRule(1.0))
    assert as_dict(found) == {(1, 3, False): 1.0}
    assert not as_dict(propagate(said((0, 3)), gaussians, PropagationRule(1.0, shared_ends=False)))


def test_a_cluster_without_extent_infers_nothing():
    gaussians = line([0, 1, 1, 1], [0.0, 5.0, 6.0, 7.0])
    assert not as_dict(propagate(said((0, 2)), gaussians, PropagationRule(1e-6)))
    equal = line([0, 0, 0], [3.0, 3.0, 3.0])
    assert not as_dict(propagate(said((0, 1)), equal, PropagationRule(1e-6)))


def test_an_end_whose_density_vanishes_reaches_its_duplicates_only():
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
        assert len(found.weights) == expected


def test_many_rows_close_together_are_not_written_out():
    X, labels = make_blobs(30_000, 2, centers=[[0, 0], [30, 0]], random_state=0)
    known = Constraints.from_labels(labels, 20)
    model = GPKMeans(2, max_pairs=5000, threshold=0.1, n_init=1, random_state=0)
    model.fit(X, constraints=known)
    assert (model.n_propagated_[1:] > 3000).all()
    assert (model.n_propagated_ <= 5000).all()


# --------------------------------------------------------------------------- the clusterer


@pytest.mark.parametrize("base", BASES, ids=lambda base: repr(base))
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS)
@example(seed=221232)  # a contradiction made soft weighs less than all that is hard
def test_what_was_stated_stays_and_the_rest_is_soft(base, seed):
    X, known, rng = instance(seed)
    g, kind = float(rng.choice([0.2, 0.6])), str(rng.choice(["full", "reduced"]))
    model = GPKMeans(3, base=base, threshold=g, propagation=kind, n_init=2, random_state=0)
    model.fit(X, constraints=known)
    all_of_it = model.propagated_
    tables = (known.must_weights, known.cannot_weights)
    lightest = np.concatenate([*tables, known.soft_must_weights, known.soft_cannot_weights]).min()
    for kind in ("must", "cannot"):
        for name in (kind, f"{kind}_weights"):
            np.testing.assert_array_equal(getattr(all_of_it, name), getattr(known, name))
        soft, stated = getattr(all_of_it, f"soft_{kind}"), getattr(known, f"soft_{kind}")
        np.testing.assert_array_equal(soft[: len(stated)], stated)
        weights = getattr(all_of_it, f"soft_{kind}_weights")[len(stated) :]
        assert (weights >= g * lightest * (1 - 1e-9)).all()
    assert len(all_of_it) - len(known) == model.n_propagated_[-1]
    assert model.n_iter_ == len(model.n_propagated_) == len(model.objective_history_)
    assert model.n_propagated_[0] == 0
    assert model.base_.constraints_ == all_of_it
    assert model.constraints_ == known
    np.testing.assert_array_equal(model.predict(X), model.base_.predict(X))


@EVERY_METRIC
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS)
def test_the_objective_is_that_of_the_stated_pairs(variant, seed):
    X, known, rng = instance(seed)
    base = MPCKMeans(
        **variant,
        shrinkage=float(rng.choice([0.0, 2.0])),
        constraint_weight=float(rng.choice([0.3, 1.0])),
        diameter=str(rng.choice(["exact", "box"])),
    )
    model = GPKMeans(3, base=base, threshold=0.2, n_init=1, random_state=0)
    model.fit(X, constraints=known)
    single = not variant["per_cluster_metric"]
    metrics = [model.metric_] * 3 if single else list(model.metric_)
    largest = diameters(X, metrics) if base.diameter == "exact" else [box(X, A) for A in metrics]
    pairs = [(i, j, base.constraint_weight * w, t) for i, j, w, t in counted_pairs(known)]
    prior = (model.base_.shrinkage_, model.base_.prior_variance_)
    expected = objective(
        X, model.labels_, model.cluster_centers_, metrics, pairs, largest, prior, single
    )
    assert model.objective_ == pytest.approx(expected, rel=1e-8, abs=1e-8)


@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_the_objective_over_pck_means_is_that_of_the_stated_pairs(seed):
    X, known, _ = instance(seed)
    base = PCKMeans(constraint_weight=0.8)
    model = GPKMeans(3, base=base, threshold=0.2, n_init=1, random_state=0)
    model.fit(X, constraints=known)
    pairs = counted_pairs(known)
    expected = plain_objective(X, model.labels_, model.cluster_centers_, pairs, 0.8)
    assert model.objective_ == pytest.approx(expected, rel=1e-8)


def test_prices_by_distance_are_taken_off_as_they_were_paid():
    X, known, _ = instance(5, n=30)
    for penalty in ("distance", "released"):
        base = PCKMeans(penalty=penalty, constraint_weight=0.5)
        model = GPKMeans(3, base=base, threshold=1.0, n_init=2, random_state=0)
        model.fit(X, constraints=known)
        assert model.n_propagated_[-1] == 0
        assert model.objective_ == model.base_.objective_
        more = model.set_params(threshold=0.1).fit(X, constraints=known)
        labels, prop = more.labels_, more.propagated_
        stretch = np.maximum(X.max(axis=0), 0) - np.minimum(X.min(axis=0), 0)
        far = max(diameters(X, [np.ones(2)])) if penalty == "distance" else (stretch**2).sum()
        paid = 0.0
        for i, j, w, together in counted_pairs(prop)[len(counted_pairs(known)) :]:
            if (labels[i] == labels[j]) != together:
                apart = ((X[i] - X[j]) ** 2).sum()
                paid += 0.5 * w * (apart if together else far - apart)
        assert more.n_propagated_[-1] > 0
        assert more.objective_ == pytest.approx(more.base_.objective_ - paid)


@pytest.mark.parametrize("m", [10, 60])
def test_at_threshold_one_it_is_its_base(m):
    X, y = load("wine", standardised=True)
    known = Constraints.from_labels(y, m)
    for base in (published(), MPCKMeans(), PCKMeans()):
        alone = base.set_params(n_clusters=3, random_state=0).fit(X, constraints=known)
        model = GPKMeans(3, base=base, threshold=1.0, random_state=0).fit(X, constraints=known)
        np.testing.assert_array_equal(model.labels_, alone.labels_)
        assert model.objective_ == pytest.approx(alone.objective_)
        assert model.n_iter_ == 2


def test_carried_to_untouched_points_it_helps_pck_means_on_iris():
    X, y = load("iris")
    gains = []
    for seed in range(20):
        known = Constraints.from_labels(y, 50, random_state=seed)
        base = PCKMeans(3, n_init=3, random_state=seed).fit(X, constraints=known)
        model = GPKMeans(3, base=base, n_init=3, random_state=seed).fit(X, constraints=known)
        gains.append(np.mean(_agreement(model, y)) - np.mean(_agreement(base, y)))
    assert np.mean(gains) > 2 * np.std(gains) / np.sqrt(len(gains))


def _agreement(model, y):
    free = np.setdiff1d(np.arange(len(y)), model.constraints_.touched)
    same = model.labels_[free, None] == model.labels_[free]
    return same == (y[free, None] == y[free])


@pytest.mark.parametrize("learned", [None, [4.0, 0.25, 1.0], np.diag([9.0, 1.0, 2.0]) + 0.5])
def test_a_metric_without_a_scale_gets_that_of_the_rows(learned):
    X = np.random.default_rng(0).normal(size=(30, 3)) * 7.0
    points, labels = centred(X), np.arange(30, dtype=np.int32) % 2
    centres = np.stack([points.X[labels == k].mean(axis=0) for k in (0, 1)])
    A = metric_of(learned, points, labels, centres).matrices[0]
    apart = points.X - centres[labels]
    lengths = (apart @ (np.diag(A) if A.ndim == 1 else A) * apart).sum(axis=1)
    assert lengths.mean() == pytest.approx(3.0)


def test_the_unit_of_the_data_changes_nothing():
    X, known, _ = instance(3, n=40)
    for base in (published(), PCKMeans()):
        for scale in ("thesis", "consistent"):
            model = GPKMeans(3, base=base, scale=scale, threshold=0.3, n_init=2, random_state=0)
            first = model.fit(X, constraints=known).propagated_
            second = model.fit(1000.0 * X, constraints=known).propagated_
            np.testing.assert_array_equal(first.soft_must, second.soft_must)
            np.testing.assert_allclose(first.soft_must_weights, second.soft_must_weights)
            assert len(first) > len(known)


def run_of(value, labels, stated=0.0):
    found = SimpleNamespace(objective=value, labels=np.array(labels))
    return SimpleNamespace(found=found, objective=stated)


def test_rounds_end_where_it_rests_or_comes_round_or_only_gets_worse():
    start, a, b = run_of(9.0, [0, 1], 1.0), run_of(5.0, [0, 0], 3.0), run_of(6.0, [1, 1], 2.0)
    assert not has_converged([start, a])
    assert not has_converged([start, a, b])
    assert has_converged([start, a, run_of(5.0 * (1 + 1e-6), [0, 1])])
    assert has_converged([start, a, b, run_of(5.0, [0, 0])])
    assert not has_converged([start, a, b, run_of(5.5, [0, 0])])
    assert not has_converged([start, a, b, run_of(9.0, [0, 1])])
    worse = [run_of(7.0 + r, [1, 0], 2.0 + r) for r in range(1, 4)]
    assert not has_converged([start, a, b, *worse[:2]])
    assert has_converged([start, a, b, *worse])


@settings(max_examples=8, deadline=None)
@given(seed=SEEDS)
def test_the_later_run_of_the_lowest_objective_is_kept(seed):
    X, known, _ = instance(seed, n=40)
    params = {"base": PCKMeans(), "threshold": 0.05, "random_state": 0, "n_init": 1}
    values = []
    for most in (1, 2, 3, 6):
        model = GPKMeans(3, max_rounds=most, **params).fit(X, constraints=known)
        values.append(model.objective_)
        assert model.objective_ == model.objective_history_[-1]
        assert 2 <= model.n_iter_ <= most + 1
        assert model.objective_ == pytest.approx(model.objective_history_[1:].min())
    assert (np.diff(values) <= 1e-9 * abs(values[0])).all()


def test_the_given_base_is_not_touched_and_a_fit_pickles():
    X, known, _ = instance(1)
    base = PCKMeans(n_clusters=5, constraint_weight=2.0)
    model = GPKMeans(3, base=base, random_state=0).fit(X, constraints=known)
    assert not hasattr(base, "labels_")
    assert base.n_clusters == 5
    assert model.base_.constraint_weight_ == 2.0
    assert not hasattr(model, "metric_")
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    assert type(GPKMeans(3).fit(X, constraints=known).base_) is MPCKMeans


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"base": KMeans()}, "a clusterer that weighs constraints"),
        ({"base": COPKMeans()}, "a clusterer that weighs constraints"),
        ({"base": PCKMeans}, "a clusterer that weighs constraints"),
        ({"threshold": 0.0}, "a number > 0 and <= 1"),
        ({"threshold": 1.5}, "a number > 0 and <= 1"),
        ({"propagation": "some"}, "one of 'full', 'reduced'"),
        ({"scale": "other"}, "one of 'thesis', 'consistent'"),
        ({"exclude": "none"}, "one of 'source', 'literal'"),
        ({"max_pairs": -1}, "an integer >= 0"),
        ({"max_rounds": 0}, "an integer >= 1"),
    ],
)
def test_parameters_outside_their_ranges_are_named(params, words):
    with pytest.raises(InputError, match=f"GPKMeans: {next(iter(params))}=") as caught:
        GPKMeans(2, **params).fit([[0.0], [1.0], [2.0]])
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("base", "words"),
    [
        (PCKMeans(constraint_weight=-1.0), "PCKMeans: constraint_weight=-1.0 must be a number"),
        (PCKMeans(penalty="none"), "PCKMeans: penalty='none' must be one of"),
        (GPKMeans(threshold=2.0), "GPKMeans: threshold=2.0 must be a number"),
    ],
)
def test_parameters_of_the_base_are_looked_at_too(base, words):
    with pytest.raises(InputError, match=words):
        GPKMeans(2, base=base).fit([[0.0], [1.0], [2.0]], ml=[(0, 1)])


# --------------------------------------------------------------------------- hard input


def hard_cases():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(24, 3)) + 4.0 * rng.integers(0, 2, size=(24, 1))
    constant, huge = X.copy(), X * [1.0, 1.0, 1e12]
    constant[:, 1] = 7.0
    twice = np.repeat(X[:8], 3, axis=0)
    line_ = np.column_stack([X[:, 0], 2 * X[:, 0], -X[:, 0]])
    pairs = [(0, 1), (2, 3), (4, 5), (6, 7), (1, 9)]
    some = Constraints(24, pairs[:2], pairs[2:])
    every = Constraints.from_labels(rng.integers(0, 2, 24), 200)
    contradictory = some.add_pairs([(0, 1), (2, 3)], "cannot", soft=True)
    weighed = Constraints(
        24, pairs[:2], pairs[2:], must_weights=1e-300, cannot_weights=[1e-6, 1, 9]
    )
    yield from (
        ("contradictory", X, 2, contradictory),
        ("contradictory equal rows", twice, 2, contradictory),
        ("constant feature", constant, 2, some),
        ("huge feature", huge, 2, some),
        ("equal rows", twice, 3, some),
        ("all rows equal", np.ones((24, 2)), 2, some),
        ("singular", line_, 2, some),
        ("more features than rows", rng.normal(size=(24, 60)), 2, some),
        ("no cannot-links", X, 2, Constraints(24, pairs)),
        ("no must-links", X, 2, Constraints(24, (), pairs)),
        ("everything constrained", X, 2, every),
        ("one cluster", X, 1, some),
        ("as many clusters as rows", X, 24, some),
        ("weights far apart", X, 2, weighed),
        ("tiny weights", X, 2, Constraints(24, pairs, must_weights=1e-300)),
        ("small numbers", 1e-100 * X, 2, some),
        ("large numbers", 1e100 * X, 2, some),
    )


@pytest.mark.parametrize("base", BASES, ids=lambda base: repr(base))
@pytest.mark.parametrize("case", list(hard_cases()), ids=lambda case: case[0])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.filterwarnings("error")
def test_hard_input_gives_finite_numbers_and_no_warning(base, case):
    _, X, k, known = case
    params = {"threshold": 0.05, "max_rounds": 3, "init": "kmeans_plusplus", "n_init": 1}
    scale = "consistent" if isinstance(base, PCKMeans) else "thesis"
    model = GPKMeans(k, base=base, scale=scale, random_state=0, **params)
    model.fit(X, constraints=known)
    assert set(model.labels_.tolist()) <= set(range(k))
    assert np.isfinite(model.cluster_centers_).all()
    assert np.isfinite(model.objective_history_).all()
    assert np.isfinite(model.propagated_.soft_must_weights).all()
    assert model.predict(X[:3]).shape == (3,)
