"""Belief clustering: skewed features by ranks, placements that leave a link unsaid, kept links."""

import numpy as np
import pytest
from scipy.stats import norm, rankdata
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score
from true_pairs import placed

from jupyter_sscluster.cluster import BeliefClustering
from jupyter_sscluster.cluster._parts.belief import normal_scores as module
from jupyter_sscluster.cluster._parts.belief.normal_scores import normal_scores

RANKED = {"ranked_mixture", "ranked_graph"}


def amounts(seed=0):
    """Four classes by five log-normal amounts."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(scale=1.2, size=(4, 5))
    y = np.repeat(np.arange(4), 90)
    X = np.exp(1.3 * (0.5 * rng.normal(size=(360, 5)) + centres[y]))
    order = rng.permutation(360)
    return (X / X.std(axis=0))[order], y[order]


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
