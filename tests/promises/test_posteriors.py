"""The posterior of every clusterer with centres, and the answers that it makes doubtful."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from table import CLUSTERERS
from true_pairs import data, knowledge

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import GPKMeans, KMeans, MPCKMeans, PCKMeans
from jupyter_sscluster.cluster.fit.posterior_after_answers import believed
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs

METHODS = ("posterior_", "predict_proba", "suspicious")
WITH_CENTRES = [row for row in CLUSTERERS if not row.by_row and row.counts]
FAMILY = [row for row in WITH_CENTRES if row.gaussian]
EVERY = pytest.mark.parametrize("row", WITH_CENTRES, ids=lambda row: row.name)
GAUSSIAN = pytest.mark.parametrize("row", FAMILY, ids=lambda row: row.name)


def by_definition(model, X, rows):
    """n_k exp(-½ d²/σ²) √det A_k over their sum, row by row; d² = (x - μ)ᵀA_k(x - μ)."""
    k, d = len(model.cluster_centers_), X.shape[1]
    metric = getattr(model, "metric_", getattr(model, "feature_weights_", np.ones(d)))
    own = getattr(model, "per_cluster_metric", False)
    matrices = [np.diag(A) if A.ndim == 1 else A for A in (metric if own else [metric] * k)]

    def squared(x, c):
        apart = x - model.cluster_centers_[c]
        return apart @ matrices[c] @ apart

    n_used = sum(np.diag(matrices[0]) > 0)
    within = sum(squared(x, c) for x, c in zip(X, model.labels_, strict=True))
    variance = within / len(X) / n_used
    sizes = np.bincount(model.labels_, minlength=k)
    found = []
    for x in rows:
        dense = [
            sizes[c] * np.exp(-squared(x, c) / variance / 2) * np.sqrt(np.linalg.det(matrices[c]))
            if own
            else sizes[c] * np.exp(-squared(x, c) / variance / 2)
            for c in range(k)
        ]
        found.append(np.array(dense) / sum(dense))
    return np.array(found)


@pytest.mark.parametrize("row", CLUSTERERS, ids=lambda row: row.name)
def test_clusterers_with_centres_have_a_posterior_and_no_others(row):
    X, y, _ = data(0)
    model = row.make(n_clusters=3, random_state=0).fit(X, **knowledge(row, y, 0))
    dense = not row.by_row and row.counts
    assert [hasattr(model, name) for name in METHODS] == [dense or not row.counts, dense, dense]


@GAUSSIAN
def test_the_posterior_is_as_defined(row):
    X, y, _ = data(1, spread=4.0)
    model = row.make(n_clusters=3, random_state=0).fit(X, **knowledge(row, y, 1))
    np.testing.assert_allclose(model.posterior_, by_definition(model, X, X), atol=1e-9)
    new = np.random.default_rng(0).normal(size=(20, 3)) * 5
    np.testing.assert_allclose(model.predict_proba(new), by_definition(model, X, new), atol=1e-9)


@pytest.mark.parametrize("metric", ["full", "diagonal"])
def test_metrics_of_their_own_are_gaussians_of_their_own(metric):
    X, y, _ = data(2, spread=4.0)
    known = Constraints.from_labels(y, 25)
    model = MPCKMeans(3, metric=metric, per_cluster_metric=True, random_state=0)
    model.fit(X, constraints=known)
    np.testing.assert_allclose(model.posterior_, by_definition(model, X, X), atol=1e-9)
    base = MPCKMeans(metric=metric, per_cluster_metric=True)
    carried = GPKMeans(3, base=base, random_state=0).fit(X, constraints=known)
    carried.per_cluster_metric = True
    np.testing.assert_allclose(carried.posterior_, by_definition(carried, X, X), atol=1e-9)


@EVERY
def test_rows_of_the_fit_have_their_posterior_and_all_sum_to_one(row):
    X, y, _ = data(3)
    model = row.make(n_clusters=3, random_state=0).fit(X, **knowledge(row, y, 3))
    np.testing.assert_allclose(model.posterior_.sum(axis=1), 1.0)
    np.testing.assert_allclose(model.predict_proba(X[7:9]).sum(axis=1), 1.0)
    if row.gaussian:
        np.testing.assert_allclose(model.predict_proba(X), model.posterior_, atol=1e-12)
        np.testing.assert_allclose(model.predict_proba(X[7:9]), model.posterior_[7:9], atol=1e-12)


@EVERY
def test_before_a_fit_there_is_none(row):
    with pytest.raises(NotFittedError):
        row.make().predict_proba(np.ones((2, 2)))
    with pytest.raises(NotFittedError):
        row.make().suspicious()


@EVERY
def test_a_planted_wrong_answer_is_suspected_and_true_ones_are_not(row):
    X, y, _ = data(4, spread=1.0)
    model = row.make(n_clusters=3, random_state=0).fit(X, **knowledge(row, y, 4))
    one, two, three = (np.flatnonzero(y == c)[:6] for c in range(3))
    cannot = [(int(i), int(j)) for i in one for j in two]
    wrong = (int(one[0]), int(three[0]))
    must = [(int(g[i]), int(g[i + 1])) for g in (one, two, three) for i in range(5)]
    must += [(int(g[0]), int(g[5])) for g in (one, two, three)]
    known = Constraints(60, must, cannot)
    # A link of row one[0] to the third class, against its links to the first, and what those have.
    for i in (1, 2, 3):
        known = known.add(int(one[0]), int(three[i]), "cannot", soft=True)
    doubtful = known.add(*wrong, "must", soft=True)
    told = model.suspicious(doubtful)
    at = [tuple(pair) for pair in told.pairs.tolist()].index(tuple(sorted(wrong)))
    assert (told.kinds[at], bool(told.suspected[at])) == ("must", True)
    assert not np.delete(told.suspected, at).any()
    stated = stated_pairs(doubtful)
    np.testing.assert_array_equal(told.pairs, stated.pairs)
    np.testing.assert_array_equal(told.kinds == "must", stated.together)
    assert len(told) == len(doubtful)
    assert not model.suspicious(known).suspected.any()


@EVERY
@pytest.mark.parametrize("kind", ["must", "cannot"])
def test_one_answer_against_the_clusters_is_not_suspected(row, kind):
    X, y, _ = data(5, spread=0.5)
    model = row.make(n_clusters=3, random_state=0).fit(X, **knowledge(row, y, 5))
    same = np.flatnonzero(y == y[0])
    other = same[1] if kind == "cannot" else np.flatnonzero(y != y[0])[0]
    told = model.suspicious(Constraints(60).add(0, int(other), kind))
    assert told.error_rate < told.wrong[0] <= 0.5


def test_statements_of_the_fit_are_those_by_default():
    X, y, _ = data(6)
    known = Constraints.from_labels(y, 20).add(0, 1, "must", soft=True)
    model = PCKMeans(3, random_state=0).fit(X, constraints=known)
    mine, same = model.suspicious(), model.suspicious(known)
    np.testing.assert_array_equal(mine.wrong, same.wrong)
    assert len(mine) == 21
    assert len(KMeans(3, random_state=0).fit(X).suspicious()) == 0
    with pytest.raises(InputError, match="about 5 rows"):
        model.suspicious(Constraints(5))


def test_beliefs_move_rows_in_pairs_and_weigh_trust():
    P = np.array([[0.9, 0.1], [0.2, 0.8], [0.5, 0.5]])
    known = Constraints(3, must=[(0, 1)])
    weak, strong = (
        believed(P, Constraints(3, must=[(0, 1)], must_weights=w)).posterior for w in (0.5, 4.0)
    )
    once = believed(P, known).posterior
    assert weak[1, 0] < once[1, 0] < strong[1, 0]
    np.testing.assert_allclose(once[2], 0.5)
    half = believed(P, known, error=0.5)
    np.testing.assert_allclose(half.posterior, 0.9 * P + 0.05)
    assert half.suspicions.error_rate == 0.5
    soft = Constraints(3).add(0, 1, "must", soft=True)
    np.testing.assert_array_equal(believed(P, soft).posterior, once)


@EVERY
def test_degenerate_data_have_a_posterior(row):
    X = np.repeat(np.random.default_rng(0).normal(size=(4, 3)), 5, axis=0)
    for rows, k in [(X, 4), (X[::5], 4), (X, 1), (np.ones((6, 2)), 1), (X * 1e140, 3)]:
        model = row.make(n_clusters=k, random_state=0).fit(rows)
        assert np.isfinite(model.posterior_).all()
        np.testing.assert_allclose(model.posterior_.sum(axis=1), 1.0)
        assert len(model.suspicious()) == 0
