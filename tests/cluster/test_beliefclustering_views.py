"""Belief clustering: skewed features by ranks, placements that leave a link unsaid, kept links."""

import numpy as np
import pytest
from scipy.stats import norm, rankdata
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster.cluster import BeliefClustering
from jupyter_sscluster.cluster._parts.belief import fit_inputs, normal_scores as module
from jupyter_sscluster.cluster._parts.belief.fit_inputs import PairStatements
from jupyter_sscluster.cluster._parts.belief.normal_scores import normal_scores
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.placement_and_sorting import placement_statements

RANKED = {"ranked_mixture", "ranked_graph"}


def amounts(seed=0):
    """Four classes by five log-normal amounts."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(scale=1.2, size=(4, 5))
    y = np.repeat(np.arange(4), 90)
    X = np.exp(1.3 * (0.5 * rng.normal(size=(360, 5)) + centres[y]))
    order = rng.permutation(360)
    return (X / X.std(axis=0))[order], y[order]


def placed(y, rows):
    """Each of `rows` placed among the first of each class met."""
    known, first = Constraints(len(y)), list[int]()
    for row in map(int, rows):
        same = [other for other in first if y[other] == y[row]]
        if first:
            for i, j, kind in placement_statements(known, row, first, (same or [None])[0]):
                known = known.add(i, j, kind)
        if not same:
            first.append(row)
    return known


# ------------------------------------------------------------------ ranks


def test_normal_scores_are_those_of_the_mean_ranks():
    X = np.random.default_rng(0).exponential(size=(80, 3)).round(1) ** 2
    found = normal_scores(X)
    wanted = norm.ppf((np.apply_along_axis(rankdata, 0, X) - 0.5) / 80)
    wanted = (wanted - wanted.mean(axis=0)) / wanted.std(axis=0)
    np.testing.assert_allclose(found.of(X), wanted, atol=1e-12)
    low, middle, high = found.of(np.array([[-9.0] * 3, np.median(X, axis=0), [99.0] * 3]))
    assert (low <= found.of(X).min(axis=0)).all() and (high >= found.of(X).max(axis=0)).all()
    assert (np.abs(middle) < 0.2).all()
    constant = np.column_stack([X, np.full(80, 7.0)])
    assert np.isfinite(normal_scores(constant).of(constant)).all()


def test_normal_scores_do_not_depend_on_the_scale_of_a_feature():
    X = np.random.default_rng(0).exponential(size=(50, 2)) ** 2
    np.testing.assert_array_equal(normal_scores(X).of(X), normal_scores(X**3).of(X**3))


def test_amounts_are_told_apart_by_their_ranks(monkeypatch):
    X, y = amounts()
    known = placed(y, np.random.default_rng(1).choice(360, 40, replace=False))
    model = BeliefClustering(4, random_state=0).fit(X, constraints=known)
    assert RANKED < set(model.candidate_weights_)
    assert sum(model.candidate_weights_[name] for name in RANKED) > 0.5
    again = BeliefClustering(4, random_state=0).fit(X, constraints=known)
    np.testing.assert_array_equal(again.labels_, model.labels_)
    with_ranks = adjusted_rand_score(y, model.labels_)
    moved = X[::3] * (1.0 + 1e-9)  # no rows of the fit
    assert (model.predict(moved) == model.labels_[::3]).mean() > 0.95
    monkeypatch.setattr(module, "SKEWED", np.inf)
    plain = BeliefClustering(4, random_state=0).fit(X, constraints=known)
    assert not RANKED & set(plain.candidate_weights_)
    assert with_ranks > adjusted_rand_score(y, plain.labels_) + 0.05


def test_ranks_are_not_looked_at_where_features_are_not_skewed():
    X, y = make_blobs(90, 3, centers=3, random_state=0)
    model = BeliefClustering(3, random_state=0).fit(X, constraints=placed(y, range(12)))
    names = {"mixture", "isotropic", "linear", "graph", "metric_graph"}
    assert set(model.candidate_weights_) == names


# ------------------------------------------------------------------ placements


def test_must_links_support_the_cannot_link_between_their_rows():
    known = Constraints(12, must=[(0, 2), (0, 3), (0, 4), (1, 5), (1, 6), (9, 10)])
    known = known.add(0, 1, "cannot").add(0, 9, "cannot").add(7, 8, "cannot", soft=True)
    stated = PairStatements.of(known)
    found = stated.supported(known)
    added = {
        tuple(sorted(pair)): w - before
        for pair, w, before in zip(
            stated.pairs_of_rows.pairs.tolist(), found.weights, stated.weights, strict=True
        )
    }
    assert added.pop((0, 1)) == 1.0  # of three and two must-links: one more than one
    assert set(added.values()) == {0.0}
    many = Constraints(50, must=[(k % 2, k) for k in range(2, 50)], cannot=[(0, 1)])
    assert PairStatements.of(many).supported(many).weights.max() == 21.0


def stripes(seed):
    """Two classes along a narrow direction, and two clusters that mean nothing along a wide one."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, 300)
    X = rng.normal(size=(300, 2))
    X[:, 0] += np.where(y, 1.4, -1.4)
    X[:, 1] += rng.choice([-3.0, 3.0], 300)
    return X, y


@pytest.mark.parametrize("seed", range(5))
def test_placed_rows_do_not_fall_into_one_cluster(seed, monkeypatch):
    """Two rows are apart by one answer; all else says that rows are with one or the other."""
    X, y = stripes(seed)
    doubtful = np.argsort(np.abs(X[:, 0]))[:100]
    rows = np.random.default_rng(seed).permutation(doubtful)[:48]
    known = placed(y, rows)
    assert (len(known.must), len(known.cannot)) == (46, 1)
    model = BeliefClustering(2, keep_stated=False, random_state=0).fit(X, constraints=known)
    assert adjusted_rand_score(y[rows], model.labels_[rows]) == 1.0
    assert adjusted_rand_score(y, model.labels_) > 0.7
    if seed in (0, 1, 4):
        monkeypatch.setattr(fit_inputs, "SUPPORT", 0.0)
        model.fit(X, constraints=known)
        assert adjusted_rand_score(y[rows], model.labels_[rows]) < 0.1


# ------------------------------------------------------------------ kept links


@pytest.mark.parametrize("kind", ["must", "cannot"])
def test_hard_statements_are_kept_whatever_the_features_say(kind):
    X, y = make_blobs(120, 2, centers=[[0, 0], [7, 0], [0, 7]], random_state=0)
    rng = np.random.default_rng(0)
    known = placed(y, rng.choice(120, 15, replace=False))
    free = np.setdiff1d(np.arange(120), known.touched)
    i = int(rng.choice(free))
    j = int(rng.choice([k for k in free if k != i and (y[k] == y[i]) == (kind == "cannot")]))
    model = BeliefClustering(3, random_state=0).fit(X, constraints=known.add(i, j, kind))
    assert (model.labels_[i] == model.labels_[j]) == (kind == "must")
    loose = BeliefClustering(3, keep_stated=False, random_state=0)
    loose.fit(X, constraints=known.add(i, j, kind))
    others = np.setdiff1d(np.arange(120), [i, j])
    assert adjusted_rand_score(model.labels_[others], loose.labels_[others]) > 0.95


def test_a_statement_that_others_contradict_is_not_kept():
    X, y = make_blobs(120, 2, centers=[[0, 0], [7, 0], [0, 7]], random_state=0)
    known = placed(y, np.random.default_rng(0).choice(120, 30, replace=False))
    first = [int(np.flatnonzero(y == k)[0]) for k in range(3)]
    known = known.add(first[0], first[1], "must", soft=True)
    model = BeliefClustering(3, random_state=0).fit(X, constraints=known)
    assert model.labels_[first[0]] != model.labels_[first[1]]
