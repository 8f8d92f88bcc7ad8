"""PCSK-means against its definition, its authors' program, and sparse k-means without pairs."""

import itertools
import tracemalloc
import warnings

import numpy as np
import pytest
from hard_input import KNOWLEDGE, hard_data
from hypothesis import assume, given, settings, strategies as st
from random_pairs import instance
from shared import golden, load
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sparse_kmeans import bisected, brodinova, explained, farthest, separated, violation_cost

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans, MPCKMeans, PCKMeans, PCSKMeans, SparseKMeans
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster._parts.metric.diameter import Diameters
from jupyter_sscluster.cluster._parts.mpck.feature_gains import Gains
from jupyter_sscluster.constraints import Constraints

SEEDS = st.integers(0, 2**32 - 1)
GOLDEN = [
    f"pcskm_{data}_c{pairs}"
    for data in ("fisheriris_raw", "fisheriris_z", "synth3_20d_raw")
    for pairs in (0, 40, 200)
]
REFERENCE = {
    "weight_penalty": False,
    "diameter": "box",
    "algorithm": "reference",
    "constraint_weight": 1.0,
    "max_iter": 25,
}

# --------------------------------------------------------------------------- by definition


def far_of(X, kind, weights):
    return farthest(X, weights) if kind == "exact" else np.ptp(X, axis=0) ** 2


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_objective_and_weights_are_those_of_all_pairs(seed):
    X, known, rng = instance(seed, n=16, d=3)
    kind = str(rng.choice(["exact", "box"]))
    weight, bound = float(rng.choice([0.0, 0.01, 0.1, 1.0])), float(rng.uniform(1.0, 1.7))
    priced, clip = bool(rng.integers(2)), bool(rng.integers(2))
    model = PCSKMeans(
        3,
        sparsity=bound,
        constraint_weight=weight,
        weight_penalty=priced,
        clip=clip,
        diameter=kind,
        n_init=2,
        random_state=0,
    ).fit(X, constraints=known)
    w, labels = model.feature_weights_, model.labels_
    assert (w >= 0).all()
    assert np.linalg.norm(w) == pytest.approx(1.0)
    gains, far = explained(X, labels), far_of(X, kind, w)
    cost = violation_cost(X, labels, known, weight, far, clipped=False)
    assert model.objective_ == pytest.approx(w @ cost - w @ gains)
    assert model.objective_ == model.objective_history_[-1]
    assume(model.sparse_ and model.converged_)
    assert w.sum() <= bound + 1e-9
    if not priced:
        np.testing.assert_allclose(w, bisected(gains, bound), atol=1e-8)
        return
    fars = [far] if kind == "box" else [(a - b) ** 2 for a, b in itertools.combinations(X, 2)]
    costs = (violation_cost(X, labels, known, weight, f, clipped=clip) for f in fars)
    after = [bisected(gains - c, bound) for c in costs if (gains > c).any()]
    assert np.abs(np.array(after) - w).max(axis=1).min() < 1e-8


@pytest.mark.parametrize("clip", [True, False])
def test_the_same_where_pairs_are_too_many_to_list(clip):
    X, y = load("iris")
    known = Constraints.from_partial_labels(np.where(np.arange(150) % 8 > 0, y, -1))
    assert len(known.closure()) > 4096
    model = PCSKMeans(
        2, sparsity=1.5, constraint_weight=0.001, clip=clip, diameter="box", random_state=0
    )
    with pytest.warns(ConvergenceWarning, match="too few to keep all cannot-links"):
        model.fit(X, constraints=known)
    w, labels = model.feature_weights_, model.labels_
    gains, far = explained(X, labels), np.ptp(X, axis=0) ** 2
    cost = violation_cost(X, labels, known, 0.001, far, clipped=clip)
    assert cost.sum() > 0
    assert model.objective_ == pytest.approx(w @ cost - w @ gains)
    np.testing.assert_allclose(w, bisected(gains - cost, 1.5), atol=1e-8)


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_no_row_and_no_group_would_be_cheaper_elsewhere(seed):
    X, known, rng = instance(seed, d=3)
    weight = float(rng.choice([0.02, 0.2]))
    model = PCSKMeans(3, constraint_weight=weight, n_init=1, random_state=0)
    model.fit(X, constraints=known)
    assume(model.converged_)
    w, far = model.feature_weights_, farthest(X, model.feature_weights_)

    def cost(labels):
        spread = ((X - model.cluster_centers_[labels]) ** 2).sum(axis=0)
        return w @ (spread + violation_cost(X, labels, known, weight, far, clipped=False))

    least = cost(model.labels_)
    groups = [np.array([i]) for i in range(len(X))] + known.neighbourhoods()
    for group, cluster in itertools.product(groups, range(3)):
        moved = model.labels_.copy()
        moved[group] = cluster
        assert cost(moved) >= least - 1e-9 * abs(least)


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_with_a_box_and_no_clipping_the_objective_never_rises(seed):
    X, known, rng = instance(seed, n=20, d=4)
    weight = float(rng.choice([0.01, 0.1, 1.0]))
    model = PCSKMeans(
        3, constraint_weight=weight, clip=False, diameter="box", n_init=1, random_state=0
    ).fit(X, constraints=known)
    history = model.objective_history_
    assert (np.diff(history) <= 1e-9 * np.abs(history).max()).all()
    assert model.converged_


@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_components_give_what_their_pairs_written_out_give(seed):
    X, known, rng = instance(seed, d=3)
    plain = Constraints(len(X), known.must, known.cannot)
    closed = plain.closure()
    uneven = [np.ones(len(closed.must)), np.ones(len(closed.cannot))]
    for weights in uneven:
        weights[:1] += 1e-13  # differing weights: pairs are then counted one by one
    written = Constraints(
        len(X), closed.must, closed.cannot, must_weights=uneven[0], cannot_weights=uneven[1]
    )
    model = PCSKMeans(3, constraint_weight=0.1, init=X[rng.choice(len(X), 3, replace=False)])
    first = model.fit(X, constraints=plain)
    labels, weights = first.labels_, first.feature_weights_
    second = model.fit(X, constraints=written)
    np.testing.assert_array_equal(labels, second.labels_)
    np.testing.assert_allclose(weights, second.feature_weights_, atol=1e-8)


@pytest.mark.parametrize("sparsity", [1.0, 1.3, None, 1.9])
def test_without_pairs_it_is_sparse_k_means(sparsity):
    X, _ = load("iris", standardised=True)
    for init in (X[[0, 60, 120]], "kmeans_plusplus"):
        given = {"sparsity": sparsity, "init": init, "random_state": 3}
        base = SparseKMeans(3, **given).fit(X)
        for options in ({}, {"weight_penalty": False}, {"diameter": "box", "clip": False}):
            model = PCSKMeans(3, **given, **options).fit(X)
            np.testing.assert_array_equal(model.labels_, base.labels_)
            np.testing.assert_array_equal(model.feature_weights_, base.feature_weights_)
            np.testing.assert_array_equal(model.objective_history_, base.objective_history_)


# --------------------------------------------------------------------------- the program


@pytest.mark.parametrize("name", GOLDEN)
def test_the_released_program(name):
    given = golden(name)
    rows = zip(given["sparsity"], given["pcsk_labels"], given["pcsk_weights"], strict=True)
    for sparsity, labels, weights in rows:
        model = PCSKMeans(
            int(given["n_clusters"]), sparsity=sparsity, init=given["init"], **REFERENCE
        ).fit(given["X"], ml=given["ml"], cl=given["cl"])
        np.testing.assert_array_equal(model.labels_, labels)
        np.testing.assert_allclose(model.feature_weights_, weights, atol=2e-3)
        assert model.converged_


def test_the_reference_algorithm_sets_weights_without_penalties():
    X, y = load("iris")
    known = Constraints.from_labels(y, 20).add(0, 60, "must", 2.0, soft=True)
    model = PCSKMeans(3, random_state=0, **REFERENCE).fit(X, constraints=known)
    gains = explained(X, model.labels_)
    assert model.objective_ == pytest.approx(-model.feature_weights_ @ gains)
    for other in ({"weight_penalty": True}, {"diameter": "exact"}):
        with pytest.raises(InputError, match='algorithm="reference" sets weights without'):
            PCSKMeans(3, **{**REFERENCE, **other}).fit(X)


# --------------------------------------------------------------------------- noise


@pytest.mark.parametrize("seed", range(2))
def test_noise_weighs_nothing_where_clusters_are_far_apart(seed):
    X, y = separated(seed)
    known = Constraints.from_labels(y, 60, random_state=seed)
    wrong = Constraints.from_labels(np.random.default_rng(seed).permutation(y), 12)
    for bound, value in itertools.product(np.arange(1.1, np.sqrt(12), 0.4), (known, wrong)):
        model = PCSKMeans(3, sparsity=bound, n_init=3, random_state=seed)
        weights = model.fit(X, constraints=value).feature_weights_
        assert weights[4:].max() < 1e-3 * weights.max()


@pytest.mark.parametrize(("informative", "noise"), [(5, 5), (3, 7)])
def test_all_methods_do_as_well_on_simulated_sets(informative, noise):
    scores = []
    for seed in range(4):
        X, y = brodinova(seed, informative, noise)
        known = Constraints.from_labels(y, 60, random_state=seed)
        row = []
        for cls in (PCSKMeans, SparseKMeans, KMeans, PCKMeans, MPCKMeans):
            model = cls(3, n_init=3, random_state=0).fit(X, constraints=known)
            row.append(adjusted_rand_score(y, model.labels_))
            if cls is PCSKMeans:
                weights = model.feature_weights_
                assert weights[informative:].max() < 0.05 * weights.max()
        scores.append(row)
    means = np.mean(scores, axis=0)
    assert np.ptp(means) < 0.02
    assert means[0] > 0.97


def test_pairs_find_features_that_distances_alone_do_not():
    rng = np.random.default_rng(0)
    y, other = np.repeat([0, 1], 60), rng.integers(0, 2, 120)
    X = rng.normal(size=(120, 6))
    X[:, 0] += 4.0 * y
    X[:, 1:3] += 5.0 * other[:, None]
    known = Constraints.from_labels(y, 200, random_state=0)
    blind = SparseKMeans(2, random_state=0).fit(X)
    model = PCSKMeans(2, random_state=0).fit(X, constraints=known)
    assert blind.feature_weights_.argmax() in (1, 2)
    assert model.feature_weights_.argmax() == 0
    assert adjusted_rand_score(y, model.labels_) > 0.85


# --------------------------------------------------------------------------- hard input


@pytest.mark.parametrize("name", hard_data())
def test_hard_input_gives_numbers_and_no_warning(name):
    X, sizes = hard_data()[name], itertools.cycle((3, 24, 1))
    ways = itertools.cycle(
        ({}, {"weight_penalty": False}, {"diameter": "box", "clip": False}, REFERENCE)
    )
    for known, k, way in zip(KNOWLEDGE.values(), sizes, ways, strict=False):
        model = PCSKMeans(k, n_init=1, random_state=0, **{"max_iter": 12, **way})
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", ConvergenceWarning)
            labels = model.fit(X, **known).predict(X)
        assert np.linalg.norm(model.feature_weights_) == pytest.approx(1.0)
        assert np.isfinite(model.cluster_centers_).all()
        assert np.isfinite(model.objective_history_).all()
        assert labels.min() >= 0 and labels.max() < k


@pytest.mark.parametrize("weight", [0.0, 1e-12, 1e9])
def test_weights_tiny_and_huge(weight):
    X, y = load("iris")
    known = Constraints.from_labels(y, 60, random_state=0)
    heavy = Constraints(150, known.must, known.cannot, must_weights=1e12, cannot_weights=1e-12)
    for value, priced in itertools.product((known, heavy), (True, False)):
        model = PCSKMeans(
            3, constraint_weight=weight, weight_penalty=priced, init=X[[0, 60, 120]]
        ).fit(X, constraints=value)
        assert np.isfinite(model.objective_)
        assert np.linalg.norm(model.feature_weights_) == pytest.approx(1.0)
    with pytest.raises(InputError, match="constraint_weight=-1"):
        PCSKMeans(3, constraint_weight=-1).fit(X)


def test_where_violated_pairs_cost_more_than_clusters_explain_the_weights_before_are_kept():
    X, _ = load("iris")
    crowd = list(itertools.combinations(range(20), 2))
    model = PCSKMeans(3, constraint_weight=1e6, diameter="box", random_state=0)
    with pytest.warns(ConvergenceWarning, match="too few to keep all cannot-links"):
        model.fit(X, cl=crowd)
    assert not model.sparse_
    np.testing.assert_allclose(model.feature_weights_, [0.5] * 4)


def test_no_table_of_all_pairs_is_made():
    rng = np.random.default_rng(0)
    y = np.arange(200_000) % 3
    X = rng.normal(size=(200_000, 4))
    X[:, 0] += 6.0 * y
    known = Constraints.from_labels(y, 1000, random_state=0)
    tracemalloc.start()
    model = PCSKMeans(3, init=X[:3], max_iter=12).fit(X, constraints=known)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * X.nbytes
    assert model.feature_weights_[0] > 0.99


@pytest.mark.parametrize(("clipped", "least"), [(True, 0.0), (False, -36.0)])
def test_what_a_violated_pair_says_for_a_feature_is_clipped(clipped, least):
    X = np.array([[0.0, 0.0], [10.0, 0.0], [5.0, 4.0], [5.0, -2.0]])
    points, labels = centred(X), np.array([0, 1, 0, 0], dtype=np.int32)
    centres = np.stack([points.X[labels == k].mean(axis=0) for k in (0, 1)])
    farthest = Diameters(np.array([100.0]), np.array([[100.0, 0.0]]))
    known = Constraints(4, cannot=[(2, 3)])
    found = Gains(points, known, 0.5, clipped=clipped).of(labels, centres, farthest)
    np.testing.assert_allclose(found, explained(X, labels) - 0.5 * np.array([100.0, least]))
