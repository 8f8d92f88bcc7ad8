"""Adaptive PCK-means keeps what is stated, but for what is likely wrong."""

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from pair_metric_cases import long_clusters
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster.active.oracle_loop import stated
from jupyter_sscluster.cluster import AdaptivePCKMeans
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster._parts.soft.doubted_statements import (
    Judged,
    contradict,
    is_believable,
    left_out,
    log_density,
    log_probability,
    outweighed,
    without,
)
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs
from jupyter_sscluster.metrics import violations


@pytest.mark.parametrize("seed", range(4))
def test_constraints_relabel_only_connected_rows_and_move_no_mean(seed):
    X, y = long_clusters(seed)
    y = np.where(np.random.default_rng(seed).random(90) < 0.2, (y + 1) % 3, y)
    known = Constraints.from_labels(y, 25, random_state=seed)
    softly, kept = (
        AdaptivePCKMeans(3, keep_stated=keep, constraint_weight=0.1, random_state=seed).fit(
            X, constraints=known
        )
        for keep in (False, True)
    )
    assert softly.violations_.must + softly.violations_.cannot > 0
    assert kept.violations_.closure_must + kept.violations_.closure_cannot == 0
    moved_rows = np.flatnonzero(softly.labels_ != kept.labels_)
    assert set(moved_rows.tolist()) <= set(known.touched.tolist())
    for name in ("cluster_centers_", "metric_", "objective_history_", "constraint_weight_"):
        np.testing.assert_array_equal(getattr(softly, name), getattr(kept, name))


def test_soft_statements_are_only_weighed():
    """Two rows far apart: a hard must-link joins them, a soft one of the same weight does not."""
    X = np.concatenate([np.zeros((20, 2)), np.full((20, 2), 9.0)])
    X += np.random.default_rng(0).normal(size=X.shape)
    hard = Constraints(40).add(0, 20, "must", 0.1)
    soft = Constraints(40).add(0, 20, "must", 0.1, soft=True)
    together = AdaptivePCKMeans(2, random_state=0).fit(X, constraints=hard).labels_
    apart = AdaptivePCKMeans(2, random_state=0).fit(X, constraints=soft).labels_
    assert together[0] == together[20]
    assert apart[0] != apart[20]


def wrong_link(weight):
    """Three blobs and a wrong must-link of one point, which two right cannot-links contradict."""
    X, y = make_blobs(60, 2, centers=[[0, 0], [8, 0], [0, 8]], random_state=0)
    first, second, third = (np.flatnonzero(y == k) for k in range(3))
    must = [(g[0], g[i]) for g in (first, second, third) for i in range(1, 6)]
    cannot = [(first[i], g[i]) for g in (second, third) for i in range(6)]
    known = Constraints(60, must, cannot)
    wrong = int(first[9]), int(second[0])
    for row in (second[1], second[2], third[1]):
        known = known.add(first[9], row, "cannot", soft=True)
    for row in (first[0], first[2], first[3]):
        known = known.add(first[9], row, "must", soft=True)
    return X, y, known.add(*wrong, "must", weight), wrong


def test_a_wrong_statement_is_suspected_where_others_say_the_opposite():
    X, y, known, wrong = wrong_link(1.0)
    model = AdaptivePCKMeans(3, random_state=0).fit(X, constraints=known)
    assert model.suspected_.tolist() == [sorted(wrong)]
    assert adjusted_rand_score(y, model.labels_) == 1.0
    assert model.violations_.must == 1


def test_a_statement_of_great_weight_is_never_suspected_and_kept():
    X, _, known, wrong = wrong_link(100.0)
    model = AdaptivePCKMeans(3, random_state=0).fit(X, constraints=known)
    assert sorted(wrong) not in model.suspected_.tolist()
    assert model.labels_[wrong[0]] == model.labels_[wrong[1]]


@pytest.mark.parametrize("seed", range(6))
def test_suspected_constraints_are_left_out_and_all_others_satisfied(seed):
    X, y = long_clusters(seed)
    y = np.where(np.random.default_rng(seed).random(90) < 0.2, (y + 1) % 3, y)
    known = Constraints.from_labels(y, 80, random_state=seed)
    flipped = np.random.default_rng(seed).random(len(known.cannot)) < 0.2
    known = Constraints(
        90, [*known.must, *known.cannot[flipped]], known.cannot[~flipped], conflicts="soft"
    )
    model = AdaptivePCKMeans(3, random_state=seed).fit(X, constraints=known)
    doubts = model.suspicious()
    assert {*map(tuple, model.suspected_)} <= {*map(tuple, doubts.pairs[doubts.suspected])}
    assert model.suspected_.dtype == np.int64
    left_out = (doubts.pairs[:, None] == model.suspected_).all(axis=2).any(axis=1)
    trusted = without(known, left_out)
    assert not violations(model.labels_, trusted).must
    if model.n_clusters >= trusted.n_clusters_bounds()[1]:
        assert not violations(model.labels_, trusted).cannot
    softly = AdaptivePCKMeans(3, keep_stated=False, random_state=seed)
    assert softly.fit(X, constraints=known).suspected_.shape == (0, 2)


def test_the_other_statements_stay_as_they_are_or_all_become_soft():
    known = Constraints(
        9, [(0, 1), (2, 3)], [(0, 2)], must_weights=[2.0, 3.0], names=[*"abcdefghi"]
    )
    known = known.add(4, 5, "must", 0.5, soft=True).add(6, 7, "cannot", 4.0, soft=True)
    left = without(known, np.array([False, True, False, False, True]))
    assert left.must.tolist() == [[0, 1]] and left.must_weights.tolist() == [2.0]
    assert left.cannot.tolist() == [[0, 2]] and left.soft_must_weights.tolist() == [0.5]
    assert len(left) == 3 and left.names == known.names
    soft = without(known, np.array([True, False, False, False, False]), softly=True)
    assert len(soft.must) == len(soft.cannot) == 0
    assert soft.soft_must.tolist() == [[2, 3], [4, 5]]
    assert soft.soft_must_weights.tolist() == [3.0, 0.5]
    assert soft.soft_cannot.tolist() == [[0, 2], [6, 7]]
    assert without(known, np.zeros(5, dtype=bool)) == known


def test_the_log_density_of_rows_is_that_of_gaussians_with_one_covariance():
    X, labels = long_clusters(0)
    labels = labels.astype(np.int32)
    means, shares = [X[labels == k].mean(axis=0) for k in range(3)], np.bincount(labels) / 90
    apart = X - np.array(means)[labels]
    mean = ((X - X.mean(axis=0)) ** 2).mean()
    C = apart.T @ apart / 90 / mean + 1e-3 * np.eye(3)
    logs = [np.log(shares[k]) - 0.5 * np.log(np.linalg.det(C)) for k in labels]
    np.testing.assert_allclose(log_density(centred(X), labels), np.mean(logs))
    renamed = np.array([7, 2, 4], dtype=np.int32)[labels]
    np.testing.assert_allclose(log_density(centred(X), renamed), np.mean(logs))
    turned = X @ np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))[0] * 1e3
    np.testing.assert_allclose(log_density(centred(turned), labels), np.mean(logs))
    assert log_density(centred(np.ones((5, 2))), np.zeros(5, dtype=np.int32)) == 0.0


def test_the_log_probability_of_statements_is_by_the_features_alone():
    P = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    known = Constraints(3, [(0, 1)], [(1, 2)]).add(0, 2, "must", 0.5, soft=True)
    same = 0.95**2 + 0.05**2
    right, wrong = 0.95 * same + 0.05 * (1 - same), 0.95 * (1 - same) + 0.05 * same
    expected = (2 * np.log(right) + 0.5 * np.log(wrong)) / 2.5
    np.testing.assert_allclose(log_probability(P, known), expected)


def of_labels(points, known, labels, posterior):
    """What is judged of clusters that have this posterior, whatever the rows are."""
    explained = log_probability(posterior[known.touched], known)
    return Judged(None, None, np.zeros(len(known), bool), log_density(points, labels), explained)


def test_clusters_that_fit_better_and_explain_the_statements_are_believed_and_no_others():
    X, y = make_blobs(90, 2, centers=[[0, 0], [9, 0], [0, 9]], random_state=0)
    y, points = y.astype(np.int32), centred(X)
    known = Constraints.from_labels(y, 30, random_state=0)
    merged = np.where(y == 2, 1, y).astype(np.int32)
    by_truth = of_labels(points, known, y, np.eye(3)[y])
    by_merged = of_labels(points, known, merged, np.eye(3)[merged])
    assert is_believable(by_merged, by_truth, by_merged)
    assert not is_believable(by_truth, by_merged, by_truth)
    assert not is_believable(by_truth, by_truth, by_truth)
    # Tighter by far, but of the statements they tell no more than a coin.
    blind = of_labels(points, known, y, np.full((90, 3), 1 / 3))
    assert not is_believable(by_merged._replace(density=-99.0), blind, by_truth)
    # They explain these a little worse: believed where features by themselves explain them.
    worse = by_truth._replace(density=9.0, explained=by_truth.explained - 0.01)
    assert is_believable(by_truth, worse, by_truth)
    assert not is_believable(by_truth, worse, blind)
    # A little better: believed where something looked wrong before, and not where nothing did.
    better = by_truth._replace(density=by_truth.density + 0.2)
    doubted = by_truth._replace(wrong=~by_truth.suspected)
    assert is_believable(doubted, better, by_truth)
    assert not is_believable(by_truth, better, by_truth)


def test_where_statements_contradict_each_other_clusters_need_not_explain_all_of_them():
    before = Judged(None, None, np.array([False]), 1.0, -0.8)
    better = before._replace(density=1.2, explained=-0.7)
    assert not is_believable(before, better, before)
    assert is_believable(before, better, before, True)
    assert not is_believable(before, better._replace(explained=-0.81), before, True)
    assert not is_believable(before, better._replace(density=0.94), before, True)


def test_statements_contradict_each_other_where_a_soft_one_is_against_hard_ones():
    hard = Constraints(5, must=[(0, 1), (1, 2)], cannot=[(2, 3)])
    assert not contradict(hard)
    assert not contradict(hard.add(0, 4, "cannot", soft=True).add(3, 4, "must", soft=True))
    assert contradict(hard.add(0, 2, "cannot", soft=True))
    assert not contradict(hard.add(0, 2, "cannot", 0.9, soft=True))
    assert contradict(hard.add(0, 3, "must", soft=True))


def at_odds(seed, weight=1.0, softly=1.0):
    """Two classes, points at their border linked in chains, one wrong link between these.

    The cannot-links between the classes have become soft: hard must-links join their points.
    """
    rng, y = np.random.default_rng(seed), np.repeat([0, 1], 100)
    X = rng.normal(size=(200, 3))
    X[:, 0] += 3.5 * y
    X[:, 1] *= 3
    border = np.abs(X[:, 0] - 1.75)
    own = [np.flatnonzero(y == k)[np.argsort(border[y == k])[:20]] for k in range(2)]
    known = Constraints(200, [pair for rows in own for pair in itertools.pairwise(rows)])
    wrong = int(own[0][3]), int(own[1][7])
    known = known.add(*wrong, "must", weight)
    for i, j in zip(*own, strict=True):
        if i != wrong[0] and j != wrong[1]:
            known = known.add(i, j, "cannot", softly, soft=True)
    return X, y, known, wrong


@pytest.mark.parametrize("seed", [2, 7])
def test_a_wrong_must_link_that_makes_two_classes_one_does_not_drag_them_together(seed):
    X, y, known, _ = at_odds(seed)
    model = AdaptivePCKMeans(2, random_state=0).fit(X, constraints=known)
    assert adjusted_rand_score(y, model.labels_) > 0.8


def test_an_enforced_link_is_kept_whatever_contradicts_it():
    X, _, known, (i, j) = at_odds(7, weight=100.0)
    model = AdaptivePCKMeans(2, random_state=0).fit(X, constraints=known)
    assert [i, j] not in model.suspected_.tolist()
    assert model.labels_[i] == model.labels_[j]


def test_a_tiny_weight_overrules_no_hard_statement():
    X, _, known, _ = at_odds(7, softly=0.01)
    model = AdaptivePCKMeans(2, random_state=0).fit(X, constraints=known)
    hard = {*map(tuple, known.must.tolist())}
    assert not hard & {*map(tuple, model.suspected_.tolist())}
    assert model.violations_.must == 0


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_outweighed_constraints_contradict_likelier_ones(seed):
    rng, n = np.random.default_rng(seed), 7
    known, pairs = Constraints(n), [*itertools.combinations(range(n), 2)]
    for at in rng.permutation(len(pairs))[: rng.integers(1, 15)]:
        kind = str(rng.choice(["must", "cannot"]))
        known = stated(known, pairs[at], kind, float(rng.choice([0.5, 1.0])))
    wrong = rng.choice([0.1, 0.2, 0.3, 0.4, 0.6], len(known))
    said = stated_pairs(known)
    hard = {*map(tuple, known.must.tolist()), *map(tuple, known.cannot.tolist())}
    rank = []
    for number, (i, j) in enumerate(said.pairs.tolist()):
        first, is_hard = wrong[number], (i, j) in hard
        if is_hard and first <= 0.25:
            first = 0.0
        if not is_hard and said.weights[number] < 1.0:
            first = 1.0
        rank.append((first, not is_hard, said.together[number], j, i))
    taken, left = Constraints(n), np.zeros(len(known), dtype=bool)
    for number in sorted(range(len(known)), key=lambda number: rank[number]):
        i, j = said.pairs[number]
        kind = "must" if said.together[number] else "cannot"
        left[number] = taken.relation(i, j) not in (kind, None)
        if not left[number]:
            taken = taken.add(i, j, kind)
    assert outweighed(known, wrong).tolist() == left.tolist()


def test_outweighed_statements_do_not_depend_on_their_order():
    orders = [[(0, 1), (1, 2)], [(1, 2), (0, 1)]]
    left = []
    for order in orders:
        known = Constraints(3, must=order).add(0, 2, "cannot", soft=True)
        out = stated_pairs(known).pairs[outweighed(known, np.array([0.3, 0.3, 0.0]))]
        left.append(out.tolist())
    assert left == [[[1, 2]], [[1, 2]]]


def test_a_soft_statement_of_little_weight_puts_no_hard_one_out():
    known = Constraints(3, must=[(0, 1), (1, 2)]).add(0, 2, "cannot", 0.01, soft=True)
    assert outweighed(known, np.array([0.3, 0.4, 0.0])).tolist() == [False, False, True]


def test_clusters_that_suspect_nothing_and_are_as_tight_as_without_statements_are_left_alone():
    first = Judged(None, None, np.array([False, False]), 1.0, -0.2)
    plain = first._replace(density=1.04)
    assert left_out(first, plain) == []
    assert [each.tolist() for each in left_out(first, first._replace(density=1.06))] == [
        [False, False]
    ]
    doubting = first._replace(wrong=np.array([True, False]))
    assert [each.tolist() for each in left_out(doubting, plain)] == [[False, False], [True, False]]
    assert [each.tolist() for each in left_out(first, plain, True)] == [[False, False]]


@pytest.mark.parametrize("seed", [0, 2])
def test_a_wrong_must_link_that_bends_the_clusters_until_they_bear_it_out_is_found(seed):
    """It joins two chains of eight: by the clusters it makes, everything stated is right."""
    X, y = make_blobs(90, 2, centers=[[0, 0], [8, 0], [0, 8]], cluster_std=1.5, random_state=seed)
    chains = [np.flatnonzero(y == k)[:8] for k in range(3)]
    must = [pair for chain in chains for pair in itertools.pairwise(chain)]
    wrong = int(chains[0][-1]), int(chains[1][-1])
    cannot = [(chains[0][0], chains[2][0]), (chains[1][0], chains[2][0])]
    known = Constraints(90, [*must, wrong], cannot)
    model = AdaptivePCKMeans(3, random_state=0).fit(X, constraints=known)
    assert model.suspected_.tolist() == [sorted(wrong)]
    assert adjusted_rand_score(y, model.labels_) == 1.0


def test_contradictions_and_too_few_clusters_raise_nothing_and_are_reported():
    X, _ = long_clusters(0)
    clique = [(i, j) for i in range(5) for j in range(i)]
    with pytest.warns(ConvergenceWarning, match="rows"):
        model = AdaptivePCKMeans(3, random_state=0).fit(X, ml=[(9, 10), (8, 9)], cl=clique)
    # Five rows in three clusters: two pairs share one, and nothing else is violated.
    assert (model.violations_.must, model.violations_.cannot) == (0, 2)
    labels = model.fit(X, ml=[(0, 1), (1, 2)], cl=[(0, 2), (2, 3)]).labels_
    kept = [labels[0] == labels[1], labels[1] == labels[2], labels[0] != labels[2]]
    assert sum(kept) == 2 and labels[2] != labels[3]
    assert model.converged_


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 9999), st.sampled_from(["plain", "duplicates", "wide", "together"]))
def test_hard_input_ends_with_labels_the_same_every_time(seed, kind):
    """K from 1 to n, contradictions, more features than rows, must-links of everything."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 12))
    X = rng.normal(size=(n, 15 if kind == "wide" else 2))
    if kind == "duplicates":
        X = X[rng.integers(0, max(n // 3, 1), n)]
    k = int(rng.choice([1, 2, 3, n, n]))
    k = min(k, n)
    must, cannot = (
        [(int(i), int(j)) for i, j in rng.integers(0, n, (rng.integers(0, 2 * n), 2)) if i != j]
        for _ in range(2)
    )
    if kind == "together":
        must = [(i, i + 1) for i in range(n - 1)]
    known = Constraints(n, must, cannot, conflicts="soft")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        first, second, softly = (
            AdaptivePCKMeans(k, keep_stated=keep, n_init=2, random_state=0).fit(
                X, constraints=known
            )
            for keep in (True, True, False)
        )
    np.testing.assert_array_equal(first.labels_, second.labels_)
    assert first.labels_.dtype == np.int32
    assert first.labels_.min() >= 0 and first.labels_.max() < k
    assert np.isfinite(first.cluster_centers_).all() and np.isfinite(first.posterior_).all()
    if known.n_components >= k and len(set(softly.labels_.tolist())) == k:
        assert len(set(first.labels_.tolist())) == k
