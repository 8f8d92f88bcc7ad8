"""Belief clustering of more rows than its models are fitted to."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs, make_moons
from sklearn.metrics import adjusted_rand_score
from work import fits_made

from jupyter_sscluster._arrays import HashableData
from jupyter_sscluster.cluster import BeliefClustering
from jupyter_sscluster.cluster._base import belief_fit
from jupyter_sscluster.cluster._base.belief_fit import LEAST
from jupyter_sscluster.cluster._parts.belief.other_rows import drawn_rows
from jupyter_sscluster.cluster.fit.trace import Trace
from jupyter_sscluster.constraints import Constraints

EVERY = 10**6


def moons(n=1500, *, skewed=False):
    X, y = make_moons(n, noise=0.08, random_state=0)
    return (np.exp(1.5 * X) if skewed else X), y


def compared(y, n_rows=24, seed=1):
    """Each of some rows with the first of each class."""
    rows = np.random.default_rng(seed).choice(len(y), n_rows, replace=False)
    first = [int(rows[y[rows] == c][0]) for c in np.unique(y[rows])]
    pairs = [
        (int(i), j, "must" if y[i] == y[j] else "cannot") for i in rows for j in first if i != j
    ]
    known = Constraints(len(y))
    for kind in ("must", "cannot"):
        known = known.add_pairs([pair[:2] for pair in pairs if pair[2] == kind], kind)
    return known


def fitted(X, known, size=200, **params):
    return BeliefClustering(2, max_samples=size, random_state=0, **params).fit(X, constraints=known)


def test_drawn_rows_and_those_in_pairs_are_clustered_as_if_there_were_no_others(monkeypatch):
    monkeypatch.setattr(belief_fit, "UNTOLD", -100.0)  # a start with anchors is kept
    X, y = moons()
    known = compared(y)
    model = fitted(X, known)
    rows = model._learned.numbers
    assert 200 < len(rows) <= 200 + len(known.touched)
    assert np.isin(known.touched, rows).all()
    alone = fitted(X[rows], known[rows], EVERY)
    assert np.array_equal(model.labels_[rows], alone.labels_)
    # Other means are taken off, so that iterations which end by a tolerance differ a little.
    np.testing.assert_allclose(model.posterior_[rows], alone.posterior_, atol=1e-4)
    assert model.objective_ == pytest.approx(alone.objective_, abs=1e-3)
    assert model.error_rate_ == pytest.approx(alone.error_rate_, abs=1e-4)
    assert model.candidate_weights_ == pytest.approx(alone.candidate_weights_, abs=1e-3)
    assert len(alone.anchors_) == 2
    assert np.array_equal(model.anchors_, rows[alone.anchors_])
    doubtful = model.suspicious()
    assert np.array_equal(doubtful.pairs, rows[alone.suspicious().pairs])
    np.testing.assert_allclose(doubtful.wrong, alone.suspicious().wrong, atol=1e-4)


def test_others_get_the_mean_of_the_models_and_along_graphs_of_the_drawn_rows_near_to_them():
    X, y = moons()
    known = compared(y)
    model = fitted(X, known)
    drawn = drawn_rows(HashableData.of(X), every(len(X)), 200, drawn_seed(), 10).numbers
    rows, learned = model._learned.numbers, model._learned
    assert np.isin(drawn, rows).all()
    features = np.zeros((len(X), 2))
    D = np.sqrt(((X[:, None] - X[drawn]) ** 2).sum(axis=2))
    own = np.sort(np.sqrt(((X[drawn][:, None] - X[drawn]) ** 2).sum(axis=2)), axis=1)[:, 7]
    for w, candidate in zip(learned.last.weights, learned.last.candidates, strict=True):
        if candidate.model is not None:
            features += w * candidate.model.posterior((X - learned.offset) / learned.unit)
            continue
        P = candidate.posterior[np.searchsorted(rows, drawn)]
        for i in range(len(X)):
            near = np.argsort(D[i])[:10]
            weights = np.exp(-(D[i, near] ** 2) / (D[i, near[6]] * own[near]))
            features[i] += w * weights @ P[near] / weights.sum()
    others = np.setdiff1d(np.arange(len(X)), rows)
    assert len(others) > 1200
    np.testing.assert_allclose(model.posterior_[others], 0.9 * features[others] + 0.05, atol=1e-6)
    assert np.array_equal(model.labels_[others], features[others].argmax(axis=1))


def every(n):
    """The numbers of all rows, as a cache has them."""
    return np.arange(n, dtype=np.int64).tobytes()


def drawn_seed():
    """What a fit with `random_state=0` draws its rows with."""
    return int(np.random.default_rng(0).integers(1 << 32))


@pytest.mark.parametrize("skewed", [False, True])
def test_few_answers_reach_all_of_many_rows(skewed):
    X, y = moons(6000, skewed=skewed)
    model = fitted(X, compared(y, 60), 1000)
    assert adjusted_rand_score(y, model.labels_) > 0.9
    assert ("ranked_graph" in model.candidate_weights_) == skewed
    np.testing.assert_allclose(model.predict_proba(X), model.posterior_, atol=1e-9)
    assert np.array_equal(model.predict(X), model.labels_)


def test_hard_statements_about_any_row_are_kept():
    X, y = moons()
    known = compared(y, 40)
    labels = fitted(X, known).labels_
    assert (labels[known.must[:, 0]] == labels[known.must[:, 1]]).all()
    assert (labels[known.cannot[:, 0]] != labels[known.cannot[:, 1]]).all()


def test_more_statements_add_rows_and_take_none_away():
    X, y = moons()
    few, more = (fitted(X, compared(y, n))._learned.numbers for n in (10, 60))
    nobody = fitted(X, Constraints(len(X)))._learned.numbers
    assert len(nobody) == 200 and np.isin(nobody, few).all() and np.isin(nobody, more).all()


def test_without_statements_and_as_many_as_there_are_rows_it_is_the_same_as_ever():
    X, y = moons()
    none = fitted(X, Constraints(len(X)))
    np.testing.assert_allclose(none.predict_proba(X), none.posterior_, atol=1e-9)
    known = compared(y)
    all_rows, exactly = fitted(X, known, EVERY), fitted(X, known, len(X))
    assert np.array_equal(all_rows.posterior_, exactly.posterior_)
    assert exactly._learned.numbers is None
    everything = Constraints(300, [(0, i) for i in range(1, 300)])
    assert len(set(fitted(X[:300], everything, 100).labels_.tolist())) == 1


def test_there_are_fifty_rows_for_each_cluster():
    X, y = make_blobs(2000, 4, centers=12, cluster_std=0.3, random_state=0)
    model = BeliefClustering(12, max_samples=1, random_state=0).fit(X)
    assert len(model._learned.numbers) == 12 * LEAST == 600
    assert adjusted_rand_score(y, model.labels_) > 0.99


def test_noise_given_labels_and_a_trace():
    X, y = moons()
    known = compared(y)
    noise = [int(i) for i in np.setdiff1d(np.arange(len(X)), known.touched)[:30]]
    without = known.with_noise(noise)
    model = fitted(X, without)
    assert (model.labels_[noise] == -1).all() and (model.labels_ == -1).sum() == 30
    others = np.setdiff1d(np.arange(len(X)), noise)
    direct = fitted(X[others], without[others])
    assert np.mean(model.labels_[others] == direct.labels_) > 0.97
    np.testing.assert_allclose(model.predict_proba(X[others]), model.posterior_[others], atol=1e-9)
    assert (model.posterior_[noise] == 0.0).all()
    assert np.isin(model._learned.numbers, np.arange(1470)).all()
    for labels in (y, direct.labels_):
        rows = slice(None) if labels is y else others
        again = fitted(X[rows], known[np.arange(len(X))[rows]], labels_init=labels)
        assert adjusted_rand_score(y[rows], again.labels_) > 0.8
    trace = Trace()
    traced = BeliefClustering(2, max_samples=200, random_state=0)
    traced.fit(X, constraints=known, trace=trace)
    assert np.array_equal(trace.labels(len(trace) - 1), traced.labels_)
    np.testing.assert_allclose(trace.centres(len(trace) - 1), traced.cluster_centers_)


@pytest.mark.parametrize("remembered", [False, True])
def test_most_drawn_rows_stay_where_rows_become_noise_or_are_added(monkeypatch, remembered):
    if remembered:
        fits_made(monkeypatch)
    X, y = moons(1500)
    known = compared(y)
    before = fitted(X, known)._learned.numbers
    noise = [int(i) for i in np.setdiff1d(np.arange(len(X)), known.touched)[:3]]
    model = fitted(X, known.with_noise(noise))
    others = np.setdiff1d(np.arange(len(X)), noise)
    assert len(np.intersect1d(before, others[model._learned.numbers])) >= len(before) - 3
    fewer = fitted(X[:1450], Constraints(1450))._learned.numbers
    drawn = fitted(X, Constraints(1500))._learned.numbers
    assert len(np.intersect1d(drawn, fewer)) > 180


def test_a_given_cluster_without_drawn_rows_is_gone_on_from():
    X, y = make_blobs([800, 800, 3], 2, centers=[[0, 0], [9, 0], [0, 9]], random_state=0)
    model = BeliefClustering(3, max_samples=200, labels_init=y, random_state=0).fit(X)
    assert adjusted_rand_score(y, model.labels_) == 1.0
    assert np.isin([0, 1, 2], y[model._learned.numbers]).all()


class Renamed(BeliefClustering):
    """One parameter more."""

    def __init__(self, n_clusters=8, *, extra=1, max_samples=200, random_state=0):
        super().__init__(n_clusters, max_samples=max_samples, random_state=random_state)
        self.extra = extra


def test_a_subclass_may_have_other_parameters():
    X, y = moons(600)
    known = compared(y)
    assert np.array_equal(Renamed(2).fit(X, constraints=known).labels_, fitted(X, known).labels_)


@pytest.mark.parametrize("seed", [3, np.random.RandomState(3), None])
def test_any_seed_draws(seed):
    X, y = moons(600)
    model = BeliefClustering(2, max_samples=150, random_state=seed)
    assert adjusted_rand_score(y, model.fit(X, constraints=compared(y, 40)).labels_) > 0.8
