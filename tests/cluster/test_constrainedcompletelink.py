"""ConstrainedCompleteLink against shortest ways among all points and the method as defined."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from naive_linkage import as_partition, components, minkowski, partitions, quietly
from scipy.cluster.hierarchy import cophenet, linkage as scipy_linkage
from scipy.spatial.distance import cdist, pdist, squareform
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import ConstrainedCompleteLink
from jupyter_sscluster.cluster._parts.linkage.row_distances import shorten_paths
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.constraints import Constraints


def floyd_warshall(D):
    """Lengths of shortest ways, by way of every point in turn."""
    D = D.copy()
    for k in range(len(D)):
        D = np.minimum(D, D[:, k, None] + D[k])
    return D


def bent(X, known, metric="euclidean"):
    """Distances of all points after must-links, and after cannot-links are imposed."""
    D = squareform(pdist(X, metric))
    for i, j in known.must.tolist():
        D[i, j] = D[j, i] = 0.0
    D = floyd_warshall(D)
    imposed = D.copy()
    for a, b in known.closure().cannot.tolist():
        imposed[a, b] = imposed[b, a] = D.max() + 1.0
    return D, imposed


def case(seed, n=14):
    """Data without ties, and consistent pairs as dense as it comes."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2)) * rng.choice([1.0, 1e-3, 1e4])
    classes = rng.integers(0, rng.integers(2, 8), n)
    pairs = rng.integers(0, n, (rng.integers(0, 40), 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    same = classes[pairs[:, 0]] == classes[pairs[:, 1]]
    return X, Constraints(n, pairs[same][:5], pairs[~same][: rng.integers(0, 12)])


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 14))
def test_it_is_complete_link_on_shortest_paths_with_cannot_links(seed, k):
    X, known = case(seed)
    k = min(k, known.n_components)
    _, imposed = bent(X, known)
    limit = imposed.max() if len(known.cannot) else np.inf
    found, heights = partitions(
        components(known),
        lambda a, b: imposed[np.ix_(a, b)].max(),
        lambda a, b: imposed[np.ix_(a, b)].max() < limit,
    )
    model = quietly(ConstrainedCompleteLink(k, dead_end="stop"), X, constraints=known)
    fewest, most = model.n_clusters_range_
    assert (fewest, most) == (len(found[-1]), known.n_components)
    for clusters in found:
        assert as_partition(model.labels_at(len(clusters))) == clusters
    np.testing.assert_allclose(model.dendrogram_[14 - most :, 2], heights, rtol=1e-9, atol=1e-12)
    assert model.n_clusters_ == max(k, fewest)
    assert model.dead_end_ == (fewest > k) == (not model.converged_)
    assert model.violations_[:4] == (0, 0, 0, 0)
    assert model.imposed_ == pytest.approx(
        imposed.max() if len(known.cannot) else limit_of(X, known)
    )


OTHERS = {
    "manhattan": "cityblock",
    "chebyshev": "chebyshev",
    "minkowski": partial(minkowski, p=3.0),
    "seuclidean": "seuclidean",
    "mahalanobis": "mahalanobis",
}


@pytest.mark.parametrize("metric", OTHERS)
def test_must_links_shorten_other_distances_too(metric):
    for seed in range(50):
        X, known = case(seed)
        _, imposed = bent(X, known, OTHERS[metric])
        limit = imposed.max() if len(known.cannot) else np.inf
        found, heights = partitions(
            components(known),
            lambda a, b, D=imposed: D[np.ix_(a, b)].max(),
            lambda a, b, D=imposed, most=limit: D[np.ix_(a, b)].max() < most,
        )
        model = ConstrainedCompleteLink(1, dead_end="stop", metric=metric, p=3.0)
        quietly(model, X, constraints=known)
        most = known.n_components
        np.testing.assert_allclose(
            model.dendrogram_[14 - most :, 2], heights, rtol=1e-9, atol=1e-12
        )
        assert as_partition(model.labels_) == found[-1]


def limit_of(X, known):
    return bent(X, known)[0].max() + 1.0


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 4))
def test_beyond_a_dead_end_it_goes_on_with_what_violates_least(seed, k):
    X, known = case(seed)
    weights = np.random.default_rng(seed).integers(1, 4, len(known.cannot)).astype(float)
    known = Constraints(14, known.must, known.cannot, cannot_weights=weights)
    k = min(k, known.n_components)
    _, imposed = bent(X, known)
    table = np.zeros((14, 14))
    table[tuple(known.cannot.T)] = weights
    table += table.T

    def apart(a, b):
        violated = table[np.ix_(a, b)].sum()
        if violated == 0:
            return 0.0, imposed[np.ix_(a, b)].max()
        return violated, cdist(X[list(a)], X[list(b)]).max()

    found, _ = partitions(components(known), apart, lambda a, b: True, fewest=k)
    model = quietly(ConstrainedCompleteLink(k), X, constraints=known)
    assert as_partition(model.labels_) == found[-1]
    assert model.converged_
    assert model.violations_.must == 0
    violated = model.violations_.cannot > 0
    assert model.dead_end_ == violated == (model.dendrogram_[:, 2] >= model.imposed_).any()
    if violated:
        np.testing.assert_allclose(model.dendrogram_[-1, 2], imposed.max())
    assert (np.diff(model.dendrogram_[:, 2]) >= 0).all()


def test_the_points_0_3_4_10_with_a_must_link_between_the_ends():
    D = cdist([[0.0], [3.0], [4.0], [10.0]], [[0.0], [3.0], [4.0], [10.0]])
    wanted = [[0, 3, 4, 0], [3, 0, 1, 3], [4, 1, 0, 4], [0, 3, 4, 0]]
    all_points = D.copy()
    all_points[0, 3] = all_points[3, 0] = 0.0
    shorten_paths(all_points, np.array([0, 3]))
    assert all_points.tolist() == wanted
    contracted = np.array([[0.0, 3.0, 4.0], [3.0, 0.0, 1.0], [4.0, 1.0, 0.0]])
    shorten_paths(contracted, np.array([0]))
    assert contracted.tolist() == np.array(wanted)[:3, :3].tolist()
    model = ConstrainedCompleteLink(1).fit([[0.0], [3.0], [4.0], [10.0]], ml=[(0, 3)])
    assert model.dendrogram_.tolist() == [[0, 3, 0, 2], [1, 2, 1, 2], [4, 5, 4, 4]]
    assert model.imposed_ == 5.0


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_propagated_distances_are_shorter_and_keep_the_triangle_inequality(seed):
    X, known = case(seed)
    D, _ = bent(X, known)
    first = np.unique(known.component_ids, return_index=True)[1]
    ours = np.array(
        [
            [cdist(X[list(a)], X[list(b)]).min() for b in components(known)]
            for a in components(known)
        ]
    )
    before = ours.copy()
    shorten_paths(ours, np.flatnonzero(known.component_sizes > 1))
    np.testing.assert_allclose(ours, D[np.ix_(first, first)], atol=1e-9 * D.max())
    assert (ours <= before).all()
    assert (ours[:, None, :] <= (ours[:, :, None] + ours) * (1 + 1e-12)).all()


@pytest.mark.parametrize("precision", ["double", "single"])
def test_without_constraints_it_is_ordinary_complete_link(precision):
    X = np.random.default_rng(1).normal(size=(600, 5))
    model = ConstrainedCompleteLink(5, precision=precision).fit(X)
    theirs = scipy_linkage(X, "complete")
    rtol = 1e-12 if precision == "double" else 1e-6
    np.testing.assert_allclose(cophenet(model.dendrogram_), cophenet(theirs), rtol=rtol)
    assert not model.dead_end_


def test_a_must_link_draws_its_surroundings_near():
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.2], [20.0, 0.0], [21.0, 0.1], [6.0, 9.0]])
    assert ConstrainedCompleteLink(2).fit(X).labels_.tolist() == [0, 0, 0, 1, 1, 0]
    linked = ConstrainedCompleteLink(2).fit(X, ml=[(0, 3)])
    assert linked.labels_.tolist() == [0, 0, 0, 0, 0, 1]
    kept = ConstrainedCompleteLink(2).fit(X, ml=[(0, 3)], cl=[(1, 4)])
    assert kept.labels_[1] != kept.labels_[4]


def test_a_dead_end_violates_a_cannot_link_or_stops_as_asked():
    X, pairs = [[0.0], [1.0], [5.0]], [(0, 1), (1, 2), (0, 2)]
    model = quietly(ConstrainedCompleteLink(2), X, cl=pairs)
    assert model.labels_.tolist() == [0, 0, 1]
    assert (model.dead_end_, model.converged_, model.violations_.cannot) == (True, True, 1)
    with pytest.warns(ConvergenceWarning, match="stopped at 3 clusters.*'relax'"):
        model = ConstrainedCompleteLink(2, dead_end="stop").fit(X, cl=pairs)
    assert model.labels_.tolist() == [0, 1, 2]
    assert (model.dead_end_, model.converged_) == (True, False)
    one = quietly(ConstrainedCompleteLink(1), X, cl=pairs[:1])
    assert (one.labels_.tolist(), one.violations_.cannot) == ([0, 0, 0], 1)


def test_contradictory_pairs_and_soft_statements_do_not_stop_it():
    X = [[0.0], [1.0], [5.0], [6.0]]
    model = ConstrainedCompleteLink(2).fit(X, ml=[(0, 1)], cl=[(0, 1), (0, 2)])
    assert model.labels_.tolist() == [0, 0, 1, 1]
    soft = Constraints(4).add_pairs([(0, 1)], "cannot", soft=True)
    assert ConstrainedCompleteLink(2).fit(X, constraints=soft).labels_.tolist() == [0, 0, 1, 1]
    with pytest.warns(ConvergenceWarning, match=r"found 3 clusters.*choose n_clusters <= 3"):
        assert ConstrainedCompleteLink(4).fit(X, ml=[(0, 1)]).n_clusters_ == 3
    linked = ConstrainedCompleteLink(1).fit(X, ml=[(0, 1), (1, 2), (2, 3)])
    assert linked.labels_.tolist() == [0, 0, 0, 0]
    assert ConstrainedCompleteLink(4).fit(X).labels_.tolist() == [0, 1, 2, 3]


def test_duplicates_ties_and_a_feature_of_huge_scale_are_taken():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, (200, 2)).astype(float)
    known = Constraints.from_labels(X[:, 0].astype(int), 60)
    for scale in (1.0, 1e12):
        model = quietly(ConstrainedCompleteLink(4), X * [1.0, scale], constraints=known)
        assert model.n_clusters_ == 4
        assert model.violations_.closure_must == 0
        assert np.isfinite(model.dendrogram_).all()
        assert model.violations_.cannot == 0 or model.dead_end_


@pytest.mark.parametrize("power", [-460, 200, 480])
@pytest.mark.parametrize("precision", ["double", "single"])
def test_a_power_of_two_changes_no_label(power, precision):
    X, y = make_blobs(80, 3, centers=3, cluster_std=3.0, random_state=0)
    model = ConstrainedCompleteLink(3, precision=precision)
    known = Constraints.from_labels(y, 30)
    labels = quietly(model, X, constraints=known).labels_
    again = quietly(model, X * 2.0**power, constraints=known)
    np.testing.assert_array_equal(again.labels_, labels)
    assert np.isfinite(again.dendrogram_).all()


def test_too_many_rows_are_refused_with_a_way_out(monkeypatch):
    monkeypatch.setattr("jupyter_sscluster.cluster._base.hierarchical.MOST", 50)
    with pytest.raises(InputError, match=r"has 60 rows .* more than 50.* predict the others"):
        ConstrainedCompleteLink(3).fit(np.arange(60.0)[:, None])


def test_partial_labels_progress_and_cancelling():
    X, y = make_blobs(200, 2, centers=3, cluster_std=3.5, random_state=5)
    partial = np.where(np.arange(200) % 10 == 0, y, -1)
    heard = []
    with watching(lambda *step: heard.append(step)):
        model = ConstrainedCompleteLink(3).fit(X, partial)
    assert {step for step, _, _ in heard} == {"block", "merge"}
    plain = ConstrainedCompleteLink(3).fit(X)
    assert adjusted_rand_score(y, model.labels_) > adjusted_rand_score(y, plain.labels_)
    near = ((X[:, None] + 0.01 - X) ** 2).sum(axis=2).argmin(axis=1)
    np.testing.assert_array_equal(model.predict(X + 0.01), model.labels_[near])

    def stop(step, done, total):
        raise FitCancelled

    fresh = ConstrainedCompleteLink(3)
    with pytest.raises(FitCancelled), watching(stop):
        fresh.fit(X, partial)
    assert not hasattr(fresh, "labels_")
