"""EnsembleUncertainty against the definition on all pairs of points, and on hard input."""

import itertools
import re
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from shared import load

from jupyter_sscluster.active import EnsembleUncertainty, Snapshot
from jupyter_sscluster.active.ensembles import boosted_and_bagged, disagreement
from jupyter_sscluster.active.ensembles.disagreement import (
    EnsembleDisagreement,
    TopPairs,
    entropies,
    uncertainty,
)
from jupyter_sscluster.cluster import BoostedEnsemble, KMeans
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster.ensemble.adaboost import boosted
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble, compact
from jupyter_sscluster.cluster.ensemble.kernel_space import kernel_rows
from jupyter_sscluster.cluster.ensemble.weak_learner import shares
from jupyter_sscluster.constraints import Constraints

SEEDS = st.integers(0, 2**32 - 1)
CRITERIA = ("both", "entropy", "kernel")


def random_ensemble(seed, equal=False):
    rng = np.random.default_rng(seed)
    n, n_members, k = (int(rng.integers(2, high)) for high in (14, 9, 4))
    labels = rng.integers(0, k, (n_members, n))
    if rng.random() < 0.5:
        labels = labels[:, rng.integers(0, n, n)]
    return Ensemble(compact(list(labels)), np.ones(n_members) if equal else rng.random(n_members))


def dense(ensemble, criterion="both"):
    """E, K and U, or what else a criterion goes by, of all pairs of points."""
    same = ensemble.labels[:, :, None] == ensemble.labels[:, None, :]
    p = same.mean(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        E = np.where((p > 0) & (p < 1), -p * np.log(p) - (1 - p) * np.log(1 - p), 0.0)
    K = np.einsum("t,tij->ij", ensemble.weights, np.where(same, 1.0, -1.0))
    total = ensemble.weights.sum()
    by = {"both": E / (np.abs(K) + 1e-9 * total), "entropy": E, "kernel": 1 - np.abs(K) / total}
    return E, K, by[criterion]


def learned(snapshot, n_estimators=100, seed=0, k=None, max_samples=10_000):
    k = snapshot.n_clusters if k is None else k
    entropy = (seed, snapshot.n_answers)
    return boosted_and_bagged.ensemble_spec(
        snapshot.X, snapshot.constraints, k, n_estimators, max_samples, entropy
    )


def two_blobs(between=()):
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(0.0, 0.4, 20), rng.normal(6.0, 0.4, 20), between])
    return X[:, None]


def iris(n_pairs, seed=0):
    X, y = load("iris")
    return Snapshot(X, Constraints.from_labels(y, n_pairs, random_state=seed), n_clusters=3), y


def test_fixture():
    ensemble = Ensemble(compact([np.array([0, 0]), np.array([0, 1])]), np.array([0.8, 0.4]))
    [(a, b, score, together, share)], complete = EnsembleDisagreement(ensemble).top(5)
    assert (a, b, together, complete) == (0, 1, 1, True)
    assert_allclose(share, 0.8 / 1.2)
    assert_allclose(entropies(2)[1], np.log(2.0))
    assert_allclose(score, 1.732868, atol=1e-6)


def test_either_criterion_alone_may_choose_another_pair():
    """Of weights 3, 1, 1, 1 the first joins all three rows and the second joins 0 and 1.

    (0, 1): p = 2/4, E = ln 2, |K| = 4 - 2 = 2. (0, 2), (1, 2): p = 1/4, E = .562335, K = 3 - 3.
    """
    labels = [np.array(each) for each in ([0, 0, 0], [0, 0, 1], [0, 1, 2], [0, 1, 2])]
    ensemble = Ensemble(compact(labels), np.array([3.0, 1.0, 1.0, 1.0]))
    wanted = {
        "entropy": {(0, 1): np.log(2.0), (0, 2): 0.562335, (1, 2): 0.562335},
        "kernel": {(0, 2): 1.0, (1, 2): 1.0, (0, 1): 2 / 3},
        "both": {(0, 2): 0.562335 / 6e-9, (1, 2): 0.562335 / 6e-9, (0, 1): np.log(2.0) / 2},
    }
    for criterion, scores in wanted.items():
        top, complete = EnsembleDisagreement(ensemble, criterion).top(3)
        assert complete and [(each.a, each.b) for each in top] == list(scores)
        assert_allclose([each.score for each in top], list(scores.values()), rtol=1e-6)


@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_members_of_equal_weight_rank_pairs_alike_by_every_criterion(seed):
    ensemble = random_ensemble(seed, equal=True)
    tops = [EnsembleDisagreement(ensemble, criterion).top(500)[0] for criterion in CRITERIA]
    assert len({tuple((each.a, each.b) for each in top) for top in tops}) == 1


def test_rounding_of_the_kernel_decides_nothing():
    one, other = uncertainty(np.log(2.0), np.array([0.3 - 0.1 - 0.2, 0.0]), 0.6)
    assert one == other


@settings(max_examples=150, deadline=None)
@given(SEEDS, st.integers(1, 12), st.sampled_from([3, 16, 1 << 16]), st.sampled_from(CRITERIA))
def test_the_top_is_that_of_all_pairs_of_points(seed, count, block, criterion):
    ensemble = random_ensemble(seed)
    E, _, U = dense(ensemble, criterion)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disagreement, "BLOCK", block)
        top, complete = EnsembleDisagreement(ensemble, criterion).top(count)
    cells = ensemble.cells
    assert (E >= 0).all() and (E <= np.log(2.0) + 1e-12).all()
    pairs = itertools.combinations(range(len(cells.first)), 2)
    wanted = [(U[cells.first[a], cells.first[b]], a, b) for a, b in pairs]
    wanted = [(score, a, b) for score, a, b in wanted if score > 1e-9]
    assert complete == (len(wanted) <= count)
    assert_allclose(
        [each.score for each in top], sorted((w[0] for w in wanted), reverse=True)[:count]
    )
    assert {(each.a, each.b) for each in top} <= {(a, b) for _, a, b in wanted}
    for each in top:
        i, j = cells.first[[each.a, each.b]]
        assert_allclose(each.score, U[i, j])
        assert each.together == (ensemble.labels[:, i] == ensemble.labels[:, j]).sum()


@pytest.mark.parametrize("count", [1, 2, 5])
def test_the_top_of_many_offers_is_that_of_all_at_once(count):
    rng = np.random.default_rng(3)
    n_cells, n_offers = 12, 40
    a, b = rng.integers(0, n_cells, (2, n_offers, 6))
    score, entropy = rng.integers(-1, 30, (2, n_offers, 6)) / 10.0
    entropy += 10.0
    sizes = rng.integers(1, 4, n_cells)
    little = TopPairs(count, sizes)
    for each in zip(a, b, score, entropy, strict=True):
        little.offer(*each, np.zeros(6, dtype=int), np.zeros(6))
    wanted = (score > 0) & (a < b)
    every = zip(score[wanted], entropy[wanted], a[wanted], b[wanted], strict=True)
    best = sorted((-u, -e, -sizes[i] * sizes[j], i, j) for u, e, i, j in every)
    assert [(-each.score, each.a, each.b) for each in little.ranked()] == [
        (u, i, j) for u, _, _, i, j in best[:count]
    ]
    assert not little.complete


@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_drawn_pairs_are_measured_and_ranked_alike(seed):
    ensemble = random_ensemble(seed)
    exact, _ = EnsembleDisagreement(ensemble).top(500)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disagreement, "MAX_CELLS", 0)
        patch.setattr(disagreement, "N_DRAWN", 30)
        drawn, complete = EnsembleDisagreement(ensemble).top(500)
        again, _ = EnsembleDisagreement(ensemble).top(500)
    assert drawn == again
    assert complete
    assert drawn == [each for each in exact if each in drawn]


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_disagreement_per_point_is_the_mean_entropy(seed):
    ensemble = random_ensemble(seed)
    E, _, _ = dense(ensemble)
    n = len(E)
    found = EnsembleDisagreement(ensemble).per_point()
    assert_allclose(found, E.sum(axis=1) / max(n - 1, 1) / np.log(2.0), atol=1e-12)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disagreement, "MAX_CELLS", 0)
        patch.setattr(disagreement, "N_REFERENCES", n)
        assert_allclose(EnsembleDisagreement(ensemble).per_point(), found, atol=1e-12)


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("seed", range(4))
def test_the_question_is_the_most_uncertain_of_all_open_pairs(seed, criterion):
    snapshot, _ = iris(100, seed)
    query = EnsembleUncertainty(criterion=criterion).propose(snapshot)[0]
    ensemble = boosted_and_bagged.boosted_members(learned(snapshot))
    assert len(ensemble.weights) > 1
    U = dense(ensemble, criterion)[2]
    pairs = np.array(list(itertools.combinations(range(150), 2)))
    open_ = pairs[snapshot.constraints.relations(pairs) == 0]
    assert_allclose(U[query.pair], U[open_[:, 0], open_[:, 1]].max())
    assert_allclose(query.score, U[query.pair])


@pytest.mark.parametrize("n_pairs", [0, 5, 100])
def test_the_numbers_of_the_reason_are_true(n_pairs):
    snapshot, _ = iris(n_pairs)
    query = EnsembleUncertainty(n_estimators=30).propose(snapshot)[0]
    ensemble_spec = learned(snapshot, 30)
    boosted = boosted_and_bagged.boosted_members(ensemble_spec) if n_pairs else None
    few = boosted is None or len(boosted.weights) == 1
    ensemble = boosted_and_bagged.bagged_members(ensemble_spec) if few else boosted
    i, j = query.pair
    same = ensemble.labels[:, i] == ensemble.labels[:, j]
    said = [int(number) for number in re.findall(r"\d+", query.reason)]
    assert said[:5] == [len(same), same.sum(), i, j, (~same).sum()]
    share = f"{ensemble.weights[same].sum() / ensemble.weights.sum():.0%}"
    assert ("weight" not in query.reason) or share in query.reason
    *_, n_alike = (int(number) for number in re.findall(r"\d+", query.reason.replace(",", "")))
    columns = ensemble.labels
    alike = [(columns == columns[:, [point]]).all(axis=0).sum() for point in query.pair]
    assert "such pairs" not in query.reason or n_alike == alike[0] * alike[1]


def test_a_point_between_two_clusters_is_asked_about_and_shaded():
    X = two_blobs(between=[3.0])
    snapshot = Snapshot(X, Constraints(41, must=[(0, 1)], cannot=[(0, 20)]), n_clusters=2)
    strategy = EnsembleUncertainty(n_estimators=30)
    assert 40 in strategy.propose(snapshot)[0].pair
    scores = strategy.scores(snapshot)
    assert scores.argmax() == 40
    assert (scores[[0, 1, 20]] == 0.0).all()
    assert (scores >= 0.0).all() and (scores <= 1.0).all()


def test_alone_with_one_member_it_draws_others_or_the_pair():
    X = two_blobs(between=[2.9, 3.1])
    snapshot = Snapshot(X, Constraints(42, cannot=[(0, 20)]), n_clusters=2)
    drawn = EnsembleUncertainty(n_estimators=30).propose(snapshot)[0]
    assert {40, 41} & set(drawn.pair)
    assert drawn.score > 0.0
    at_random = EnsembleUncertainty(fallback="random").propose(snapshot)[0]
    assert at_random.score == 0.0
    assert "at random" in at_random.reason


def test_where_all_members_agree_a_pair_is_drawn():
    X = np.array([[0.0], [0.1], [50.0], [50.1]])
    query = EnsembleUncertainty(n_estimators=5).propose(Snapshot(X, Constraints(4), n_clusters=2))
    assert "drawn at random" in query[0].reason


@pytest.mark.parametrize("n_pairs", [0, 60])
def test_a_batch_is_a_matching_of_points_and_components(n_pairs):
    snapshot, _ = iris(n_pairs)
    queries = EnsembleUncertainty(n_estimators=30).propose(snapshot, 12)
    disputed = [query for query in queries if query.score > 0]
    assert len(disputed) > (5 if n_pairs else 0)
    points = [point for query in disputed for point in query.pair]
    assert len(set(points)) == len(points)
    ids = snapshot.constraints.component_ids
    components = [frozenset(ids[list(query.pair)].tolist()) for query in disputed]
    assert len(set(components)) == len(components)


def test_after_dont_know_another_pair_of_the_same_kind_is_asked():
    X = two_blobs(between=[3.0])
    constraints, unknown = Constraints(41, cannot=[(0, 20)]), []
    strategy = EnsembleUncertainty(n_estimators=30)
    for _ in range(4):
        snapshot = Snapshot(X, constraints, unknown=unknown, n_clusters=2)
        pair = tuple(sorted(strategy.propose(snapshot)[0].pair))
        assert pair not in unknown
        assert 40 in pair
        unknown.append(pair)


def test_caches_change_no_answer():
    first, second = iris(40, 0)[0], iris(41, 1)[0]
    strategy = EnsembleUncertainty(n_estimators=20)
    wanted = [strategy.propose(snapshot, 3) for snapshot in (first, second, first)]
    for cached in (boosted_and_bagged._boosted, boosted_and_bagged._bagged):
        cached.cache_clear()
    assert strategy.propose(second, 3) == wanted[1]
    assert strategy.propose(first, 3) == wanted[0] == wanted[2]
    other = EnsembleUncertainty(n_estimators=20, random_state=1)
    assert other.propose(first, 3) != wanted[0]


def test_rows_not_learned_from_join_the_nearest_mean():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 2)) + 4.0 * rng.integers(0, 3, 400)[:, None]
    constraints = Constraints(400, must=[(0, 399)], cannot=[(0, 200)])
    snapshot = Snapshot(X, constraints, n_clusters=3)
    ensemble = boosted_and_bagged.bagged_members(learned(snapshot, 5, max_samples=100))
    assert ensemble.labels.shape == (5, 400)
    for labels in ensemble.labels:
        means = np.stack([X[labels == c].mean(axis=0) for c in range(3)])
        near = ((X[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)
        assert np.mean(near == labels) > 0.9
    queries = EnsembleUncertainty(n_estimators=5, max_samples=100).propose(snapshot, 3)
    assert len(queries) == 3


def test_members_keep_what_they_learned_of_the_rows_they_learned_from():
    X = np.repeat([[0.0], [9.0]], 200, axis=0) + np.linspace(0.0, 1.0, 400)[:, None]
    snapshot = Snapshot(X, Constraints(400, must=[(0, 399)]), n_clusters=2)
    ensemble = boosted_and_bagged.bagged_members(learned(snapshot, 5, max_samples=50))
    assert (ensemble.labels[:, 0] == ensemble.labels[:, 399]).all()
    assert (ensemble.labels[:, 1] != ensemble.labels[:, 398]).all()


def test_members_go_by_the_kernel_of_the_clusterer_or_by_their_own():
    rng = np.random.default_rng(0)
    angle = 2.0 * np.pi * rng.random(60)
    X = np.column_stack([np.cos(angle), np.sin(angle)]) * (1.0 + 2.0 * (np.arange(60) % 2))[:, None]
    y = np.arange(60) % 2
    known = Constraints.from_labels(y, 40, random_state=0)
    snapshot = Snapshot(X, known, n_clusters=2)
    model = BoostedEnsemble(2, kernel="local_rbf", n_neighbors=5)
    wanted = {
        "linear": EnsembleUncertainty(n_estimators=20),
        "as it": EnsembleUncertainty(model, n_estimators=20),
        "own": EnsembleUncertainty(n_estimators=20, kernel="local_rbf"),
        "other": EnsembleUncertainty(model, n_estimators=20, kernel="linear"),
    }
    assert [each._reach() for each in wanted.values()] == [0, 5, 8, 0]
    asked = {name: each.propose(snapshot, 5) for name, each in wanted.items()}
    assert asked["linear"] == asked["other"] != asked["as it"]
    spec = replace(learned(snapshot, 20), n_neighbors=5)
    members = boosted_and_bagged.boosted_members(spec)
    points = kernel_rows(centred(X), 5)
    alike = boosted(points, shares(known), 2, 20, boosted_and_bagged._generator(spec, "boosted"))
    assert_array_equal(members.labels, alike.ensemble.labels)
    few = boosted_and_bagged.boosted_members(replace(spec, max_samples=50))
    assert few.labels.shape[1] == 60


@pytest.mark.parametrize("largest", [1e-200, 1.0, 1e6, 1e300])
def test_scale_and_outliers_do_no_harm(largest):
    X = two_blobs() / 7.0
    X[3] = 1.0
    snapshot = Snapshot(X * largest, Constraints(40, cannot=[(0, 20)]), n_clusters=3)
    strategy = EnsembleUncertainty(n_estimators=10)
    queries = strategy.propose(snapshot, 4)
    assert len(queries) == 4
    assert all(np.isfinite(query.score) for query in queries)
    assert np.isfinite(strategy.scores(snapshot)).all()


def test_conflicting_answers_are_taken_as_they_are():
    X = two_blobs()
    constraints = Constraints(40, must=[(0, 1), (1, 2)])
    constraints = constraints.add(0, 2, "cannot", soft=True).add(3, 4, "cannot", soft=True)
    snapshot = Snapshot(X, constraints.add(3, 4, "must", soft=True), n_clusters=2)
    for query in EnsembleUncertainty(n_estimators=20).propose(snapshot, 5):
        i, j = sorted(query.pair)
        assert (i, j) not in {(0, 2), (3, 4)}
        assert constraints.relation(i, j) is None


def test_the_number_of_clusters_comes_from_what_is_known():
    X = np.arange(12.0)[:, None]
    apart = Constraints(12, cannot=[(0, 5), (5, 11), (0, 11)])
    labels = np.repeat([0, 1, 2, 3], 3)
    strategy = EnsembleUncertainty(n_estimators=5)
    assert strategy._enough(Snapshot(X, Constraints(12))) == 2
    assert strategy._enough(Snapshot(X, apart)) == 3
    assert strategy._enough(Snapshot(X, apart, labels)) == 4
    assert strategy._enough(Snapshot(X, apart, clusterer=KMeans(5))) == 5
    assert EnsembleUncertainty(n_clusters=6)._enough(Snapshot(X, apart, labels)) == 6
    for k in (1, 12, 30):
        assert strategy.propose(Snapshot(X, Constraints(12), n_clusters=k))


def test_three_points_and_nothing_left():
    X = [[0.0], [1.0], [5.0]]
    strategy = EnsembleUncertainty(n_estimators=5)
    constraints = Constraints(3, must=[(0, 1)])
    query = strategy.propose(Snapshot(X, constraints, n_clusters=2))[0]
    assert 2 in query.pair
    constraints = constraints.add(1, 2, "cannot")
    snapshot = Snapshot(X, constraints, n_clusters=2)
    assert strategy.propose(snapshot) == []
    assert_array_equal(strategy.scores(snapshot), 0.0)


def test_many_points_cost_memory_in_proportion():
    rng = np.random.default_rng(0)
    n = 100_000
    X = rng.normal(size=(n, 3)) + 2.0 * rng.integers(0, 4, n)[:, None]
    constraints = Constraints(n, cannot=[(0, 1), (0, 2), (3, 4)], must=[(5, 6)])
    snapshot = Snapshot(X, constraints, n_clusters=4)
    strategy = EnsembleUncertainty(n_estimators=20, max_samples=3000)
    tracemalloc.start()
    try:
        queries = strategy.propose(snapshot, 5)
        scores = strategy.scores(snapshot)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(queries) == 5
    assert scores.shape == (n,)
    assert peak < n * 600 + 120e6
