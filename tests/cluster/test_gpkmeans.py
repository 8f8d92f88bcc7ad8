"""GPK-means: its objective, its rounds over each base, and hard input."""

import pickle
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st
from metric_kmeans import box, diameters, objective
from metric_variants import EVERY_METRIC
from pair_costs import counted_pairs, objective as plain_objective
from random_pairs import instance
from shared import load

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import (
    ConstrainedAgglomerative,
    GPKMeans,
    ITMLKMeans,
    KMeans,
    MPCKMeans,
    PCKMeans,
)
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster._parts.propagation.gaussians import metric_of
from jupyter_sscluster.cluster._parts.propagation.gpk_outer_loop import has_converged
from jupyter_sscluster.constraints import Constraints

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


def test_distance_penalties_of_propagated_pairs_are_subtracted():
    X, known, _ = instance(5, n=30)
    for algorithm in ("fast", "reference"):
        base = PCKMeans(penalty="distance", algorithm=algorithm, constraint_weight=0.5)
        model = GPKMeans(3, base=base, threshold=1.0, n_init=2, random_state=0)
        model.fit(X, constraints=known)
        assert model.n_propagated_[-1] == 0
        assert model.objective_ == model.base_.objective_
        more = model.set_params(threshold=0.1).fit(X, constraints=known)
        labels, prop = more.labels_, more.propagated_
        stretch = np.maximum(X.max(axis=0), 0) - np.minimum(X.min(axis=0), 0)
        far = max(diameters(X, [np.ones(2)])) if algorithm == "fast" else (stretch**2).sum()
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
        for scale in ("euclidean", "consistent"):
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
        ({"base": KMeans()}, "a clusterer that uses constraints"),
        ({"base": ConstrainedAgglomerative()}, "a clusterer that uses constraints"),
        ({"base": PCKMeans}, "a clusterer that uses constraints"),
        ({"n_directions": 0}, "an integer >= 1"),
        ({"keep": "first"}, "one of 'best', 'last'"),
        ({"threshold": 0.0}, "a number > 0 and <= 1"),
        ({"threshold": 1.5}, "a number > 0 and <= 1"),
        ({"propagation": "some"}, "one of 'full', 'reduced'"),
        ({"scale": "other"}, "one of 'euclidean', 'mahalanobis'"),
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
    scale = "consistent" if isinstance(base, PCKMeans) else "euclidean"
    model = GPKMeans(k, base=base, scale=scale, random_state=0, **params)
    model.fit(X, constraints=known)
    assert set(model.labels_.tolist()) <= set(range(k))
    assert np.isfinite(model.cluster_centers_).all()
    assert np.isfinite(model.objective_history_).all()
    assert np.isfinite(model.propagated_.soft_must_weights).all()
    assert model.predict(X[:3]).shape == (3,)


@pytest.mark.parametrize("m", [10, 50])
def test_by_the_radius_of_the_thesis_as_many_pairs_are_inferred_on_iris_as_there(m):
    X, y = load("iris")
    variant = {"metric": "diagonal", "algorithm": "reference", "diameter": "box", "max_iter": 25}
    known = Constraints.from_labels(y, m, random_state=0)
    counts = {}
    for scale in ("euclidean", "mahalanobis"):
        model = GPKMeans(
            3, base=MPCKMeans(**variant, shrinkage=0), scale=scale, n_init=1, random_state=0
        ).fit(X, constraints=known)
        counts[scale] = model.n_inferred_[-1] / m
    assert 30 < counts["mahalanobis"] < 500 < counts["euclidean"]
