"""ConstrainedAgglomerative against the greedy method as it is defined, and its dead ends."""

import itertools
import tracemalloc
import warnings

import numpy as np
import pytest
from hypothesis import assume, example, given, settings, strategies as st
from naive_linkage import (
    as_partition,
    case,
    components,
    linkage_of,
    none_between,
    partitions,
    quietly,
)
from scipy.cluster.hierarchy import cophenet, is_valid_linkage, linkage as scipy_linkage
from sklearn.cluster import AgglomerativeClustering
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster import ConflictError
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import ConstrainedAgglomerative
from jupyter_sscluster.cluster._parts.linkage.lookahead import (
    ContractedColouring,
    LazyNearestNeighbours,
)
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.constraints import Constraints

LINKAGES = ["single", "complete", "average", "ward"]
EVERY = pytest.mark.parametrize("linkage", LINKAGES)


@EVERY
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 14))
def test_the_merges_are_those_of_the_greedy_method(linkage, seed, k):
    X, known = case(seed)
    k = min(k, known.n_components)
    model = quietly(ConstrainedAgglomerative(k, linkage=linkage), X, constraints=known)
    found, heights = partitions(
        components(known),
        lambda a, b: linkage_of(X, list(a), list(b), linkage),
        none_between(known),
    )
    fewest, most = model.n_clusters_range_
    assert (fewest, most) == (len(found[-1]), known.n_components)
    for clusters in found:
        assert as_partition(model.labels_at(len(clusters))) == clusters
    np.testing.assert_allclose(model.dendrogram_[14 - most :, 2], heights, rtol=1e-9)
    assert not model.dendrogram_[: 14 - most, 2].any()
    np.testing.assert_array_equal(model.labels_, model.labels_at(max(k, fewest)))
    assert model.n_clusters_ == len(model.cluster_centers_) == max(k, fewest)
    assert model.dead_end_ == (fewest > k) == (not model.converged_)
    assert model.violations_[:4] == (0, 0, 0, 0)


@EVERY
@pytest.mark.parametrize("seed", range(3))
def test_without_constraints_it_is_the_dendrogram_of_scipy_and_the_labels_of_scikit_learn(
    linkage, seed
):
    X = np.random.default_rng(seed).normal(size=(700, 4))
    model = ConstrainedAgglomerative(6, linkage=linkage).fit(X)
    theirs = scipy_linkage(X, linkage)
    assert is_valid_linkage(model.dendrogram_)
    np.testing.assert_allclose(cophenet(model.dendrogram_), cophenet(theirs), rtol=1e-10)
    labels = AgglomerativeClustering(6, linkage=linkage).fit(X).labels_
    assert adjusted_rand_score(model.labels_, labels) == 1.0
    single = ConstrainedAgglomerative(6, linkage=linkage, precision="single").fit(X)
    assert adjusted_rand_score(model.labels_, single.labels_) == 1.0
    np.testing.assert_allclose(single.dendrogram_[:, 2], theirs[:, 2], rtol=2e-5)


@EVERY
def test_every_cut_is_nested_and_feasible_and_heights_rise(linkage):
    X, y = make_blobs(300, 3, centers=4, cluster_std=5.0, random_state=0)
    known = Constraints.from_labels(y, 300)
    model = quietly(ConstrainedAgglomerative(4, linkage=linkage), X, constraints=known)
    assert (np.diff(model.dendrogram_[:, 2]) >= 0).all()
    fewest, most = model.n_clusters_range_
    finer = model.labels_at(most)
    for k in range(most - 1, fewest - 1, -1):
        labels = model.labels_at(k)
        assert len(np.unique(labels)) == k
        assert not (labels[known.must[:, 0]] != labels[known.must[:, 1]]).any()
        assert not (labels[known.cannot[:, 0]] == labels[known.cannot[:, 1]]).any()
        assert len(np.unique(np.stack([finer, labels]), axis=1).T) == k + 1
        finer = labels
    for k in (fewest - 1, most + 1, 2.5):
        with pytest.raises(InputError, match=f"from {fewest} to {most}"):
            model.labels_at(k)


# The nearest merges close the way to two clusters: 0 and 1 are nearest, but kept from 2 and 3.
TRAP = [[0.0], [1.0], [2.5], [4.5]]
APART = [(0, 2), (1, 3), (2, 3)]


def test_a_dead_end_stops_with_more_clusters_and_says_so():
    model = ConstrainedAgglomerative(2, linkage="single")
    with pytest.warns(ConvergenceWarning, match=r"stopped at 3 clusters.*'lookahead'"):
        model.fit(TRAP, cl=APART)
    assert model.labels_.tolist() == [0, 0, 1, 2]
    assert (model.dead_end_, model.converged_, model.n_clusters_) == (True, False, 3)
    assert model.cluster_centers_.shape == (3, 1)
    assert model.dendrogram_.tolist() == [[0, 1, 1, 2]]


def test_foresight_avoids_the_dead_end_without_a_warning():
    model = ConstrainedAgglomerative(2, linkage="single", dead_end="lookahead")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.fit(TRAP, cl=APART)
    assert model.labels_.tolist() == [0, 1, 1, 0]
    assert (model.dead_end_, model.converged_) == (False, True)


def test_relaxing_violates_the_lightest_cannot_link():
    known = Constraints(4, cannot=APART, cannot_weights=[5.0, 1.0, 3.0])
    model = ConstrainedAgglomerative(2, linkage="single", dead_end="relax")
    model.fit(TRAP, constraints=known)
    assert model.labels_.tolist() == [0, 0, 1, 0]
    assert (model.violations_.cannot, model.violations_.weight) == (1, 1.0)
    assert (model.dead_end_, model.converged_) == (True, True)
    assert model.dendrogram_[:, 2].tolist() == [1.0, 3.5]


@EVERY
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 4))
def test_foresight_reaches_every_possible_number_of_clusters(linkage, seed, k):
    X, known = case(seed)
    k = min(k, known.n_components)
    model = ConstrainedAgglomerative(k, linkage=linkage, dead_end="lookahead")
    quietly(model, X, constraints=known)
    edges = known.component_edges
    apart = np.zeros((known.n_components, known.n_components), dtype=bool)
    apart[edges[:, 0], edges[:, 1]] = apart[edges[:, 1], edges[:, 0]] = True
    possible = colourable(apart, k)
    assert model.converged_ == possible == (not model.dead_end_)
    assert model.violations_[:4] == (0, 0, 0, 0)
    assert (np.diff(model.dendrogram_[:, 2]) >= 0).all()
    greedy = quietly(ConstrainedAgglomerative(k, linkage=linkage), X, constraints=known)
    assert model.n_clusters_ <= greedy.n_clusters_ or not possible


def colourable(apart, k, colours=()):
    """Whether vertices that are apart can get different ones of k colours, by trying all."""
    at = len(colours)
    if at == len(apart):
        return True
    return any(
        colourable(apart, k, (*colours, c))
        for c in range(min(k, max(colours, default=-1) + 2))
        if not any(apart[at][v] and colours[v] == c for v in range(at))
    )


@pytest.mark.parametrize("linkage", ["single", "ward"])
def test_foresight_gets_there_even_if_its_search_gives_up_now_and_then(linkage, monkeypatch):
    admitted, rng = [], np.random.default_rng(0)
    search, swap, readmit_refused = (
        ContractedColouring._recoloured,
        ContractedColouring._kempe_swapped,
        LazyNearestNeighbours.readmit_refused,
    )

    def forgiven(self):
        admitted.append(readmit_refused(self))
        return admitted[-1]

    monkeypatch.setattr(LazyNearestNeighbours, "readmit_refused", forgiven)
    monkeypatch.setattr(
        ContractedColouring, "_kempe_swapped", lambda *of: rng.random() < 0.5 and swap(*of)
    )
    monkeypatch.setattr(
        ContractedColouring, "_recoloured", lambda *of: rng.random() < 0.2 and search(*of)
    )
    for seed in range(80):
        X, known = case(seed)
        k = min(known.n_clusters_bounds()[1], known.n_components)
        model = ConstrainedAgglomerative(k, linkage=linkage, dead_end="lookahead")
        assert quietly(model, X, constraints=known).converged_
        assert model.violations_[:4] == (0, 0, 0, 0)
        assert (np.diff(model.dendrogram_[:, 2]) >= 0).all()
    assert any(admitted)


@EVERY
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_without_dead_ends_foresight_changes_nothing(linkage, seed):
    X, known = case(seed)
    few = Constraints(14, known.must, known.cannot[:1])
    greedy = ConstrainedAgglomerative(2, linkage=linkage).fit(X, constraints=few)
    foresight = ConstrainedAgglomerative(2, linkage=linkage, dead_end="lookahead")
    assume(not greedy.dead_end_)
    foresight.fit(X, constraints=few)
    np.testing.assert_array_equal(foresight.labels_, greedy.labels_)
    np.testing.assert_allclose(foresight.dendrogram_, greedy.dendrogram_[:12], rtol=1e-12)


@EVERY
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 4))
@example(38712467, 2)  # Ward's union of two that are not the nearest comes nearer to a third
def test_relaxing_merges_what_violates_least_and_of_equals_the_nearest(linkage, seed, k):
    X, known = case(seed)
    rng = np.random.default_rng(seed)
    weights = rng.integers(1, 4, len(known.cannot)).astype(float)
    known = Constraints(14, known.must, known.cannot, cannot_weights=weights)
    k = min(k, known.n_components)
    model = ConstrainedAgglomerative(k, linkage=linkage, dead_end="relax")
    quietly(model, X, constraints=known)
    table = np.zeros((14, 14))
    table[tuple(known.cannot.T)] = known.cannot_weights
    table += table.T

    def apart(a, b):
        return table[np.ix_(a, b)].sum(), linkage_of(X, list(a), list(b), linkage)

    found, _ = partitions(components(known), apart, lambda a, b: True, fewest=k)
    assert as_partition(model.labels_) == found[-1]
    assert model.n_clusters_ == k
    assert (np.diff(model.dendrogram_[:, 2]) >= 0).all()


def test_many_cannot_links_leave_foresight_quick_enough():
    X, y = make_blobs(500, 4, centers=5, cluster_std=6.0, random_state=1)
    known = Constraints.from_labels(y, 600)
    heard = []
    with watching(lambda *step: heard.append(step)):
        model = ConstrainedAgglomerative(5, dead_end="lookahead").fit(X, constraints=known)
    assert model.converged_
    assert model.violations_[:4] == (0, 0, 0, 0)
    assert {step for step, _, _ in heard} == {"block", "merge"}


def test_hard_and_degenerate_input_is_explained_or_taken():
    X = [[0.0], [0.0], [0.0], [5.0]]
    with pytest.raises(ConflictError, match=r"0.*1"):
        ConstrainedAgglomerative(2).fit(X, ml=[(0, 1), (1, 2)], cl=[(0, 2)])
    with pytest.warns(ConvergenceWarning, match=r"found 2 .* n_clusters=3, as must-links") as heard:
        model = ConstrainedAgglomerative(3).fit(X, ml=[(0, 1), (1, 2)])
    assert len(heard) == 1
    assert (model.labels_.tolist(), model.converged_) == ([0, 0, 0, 1], False)
    with pytest.warns(ConvergenceWarning, match="stopped at 2 clusters"):
        model = ConstrainedAgglomerative(1).fit(X, cl=[(0, 3)])
    assert model.n_clusters_ == 2
    pairs = list(itertools.combinations(range(4), 2))
    everyone = quietly(ConstrainedAgglomerative(4), X, cl=pairs)
    assert everyone.labels_.tolist() == [0, 1, 2, 3]
    assert everyone.dendrogram_.shape == (0, 4)
    linked = ConstrainedAgglomerative(1).fit(X, ml=[(0, 1), (1, 2), (2, 3)])
    assert linked.labels_.tolist() == [0, 0, 0, 0]
    np.testing.assert_array_equal(linked.dendrogram_[:, 3], [2, 3, 4])
    soft = Constraints(4).add_pairs([(0, 1)], "cannot", soft=True)
    assert ConstrainedAgglomerative(2).fit(X, constraints=soft).labels_.tolist() == [0, 0, 0, 1]


def test_a_conflict_leaves_a_fitted_model_as_it_was():
    X = np.arange(6.0)[:, None]
    model = ConstrainedAgglomerative(2).fit(X)
    before = dict(vars(model))
    with pytest.raises(ConflictError):
        model.fit(X, ml=[(0, 1)], cl=[(0, 1)])
    assert all(vars(model)[name] is value for name, value in before.items())


@EVERY
def test_duplicates_and_grids_full_of_ties_are_taken(linkage):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, (200, 2)).astype(float)
    y = X[:, 0].astype(int)
    known = Constraints.from_labels(y, 60)
    for policy in ("stop", "lookahead", "relax"):
        model = ConstrainedAgglomerative(3, linkage=linkage, dead_end=policy)
        quietly(model, X, constraints=known)
        assert policy == "relax" or model.violations_.closure_cannot == 0
        assert (np.diff(model.dendrogram_[:, 2]) >= 0).all()
        assert policy == "stop" or model.n_clusters_ == 3


@EVERY
@pytest.mark.parametrize("power", [-460, -1, 200, 480])
def test_a_power_of_two_scales_the_heights_alone(linkage, power):
    X, y = make_blobs(80, 3, centers=3, cluster_std=3.0, random_state=0)
    known = Constraints.from_labels(y, 30)
    for precision in ("double", "single"):
        model = ConstrainedAgglomerative(3, linkage=linkage, precision=precision)
        first = quietly(model, X, constraints=known)
        labels, heights = first.labels_, first.dendrogram_[:, 2]
        again = quietly(model, X * 2.0**power, constraints=known)
        np.testing.assert_array_equal(again.labels_, labels)
        np.testing.assert_array_equal(again.dendrogram_[:, 2], heights * 2.0**power)


def test_single_precision_is_used_for_many_groups_and_too_many_are_refused(monkeypatch):
    X = np.random.default_rng(0).normal(size=(1500, 3))

    def peak(**params):
        tracemalloc.start()
        try:
            ConstrainedAgglomerative(3, **params).fit(X)
            return tracemalloc.get_traced_memory()[1] / len(X) ** 2
        finally:
            tracemalloc.stop()

    peak()
    assert 8 < peak() < 11
    module = "jupyter_sscluster.cluster._base.hierarchical"
    monkeypatch.setattr(f"{module}.DOUBLE", 1499)
    assert 4 < peak() < 7
    monkeypatch.setattr(f"{module}.MOST", 1400)
    with pytest.raises(InputError, match=r"has 1500 rows .* more than 1400.* fit a sample"):
        ConstrainedAgglomerative(3).fit(X)
    linked = [(0, i) for i in range(1, 101)]
    assert ConstrainedAgglomerative(3).fit(X, ml=linked).n_clusters_ == 3


def test_merging_is_reported_and_can_be_cancelled():
    X = np.random.default_rng(0).normal(size=(1000, 2))
    heard = []
    with watching(lambda *step: heard.append(step)):
        ConstrainedAgglomerative(2).fit(X)
    merges = [done for step, done, total in heard if step == "merge" and total == 999]
    assert 100 < len(merges) < 400
    assert merges == sorted(merges)
    assert merges[-1] == 999

    def stop(step, done, total):
        if step == "merge" and done > 500:
            raise FitCancelled

    model = ConstrainedAgglomerative(2)
    with pytest.raises(FitCancelled), watching(stop):
        model.fit(X)
    assert not hasattr(model, "labels_")


def test_partial_labels_are_kept_and_new_rows_go_with_the_nearest_row():
    X, y = make_blobs(120, 2, centers=3, cluster_std=4.0, random_state=3)
    partial = np.where(np.arange(120) % 3 == 0, y, -1)
    model = ConstrainedAgglomerative(3, linkage="average", dead_end="lookahead").fit(X, partial)
    assert adjusted_rand_score(model.labels_[::3], y[::3]) == 1.0
    new = np.random.default_rng(0).normal(size=(50, 2)) * 8
    near = ((new[:, None] - X) ** 2).sum(axis=2).argmin(axis=1)
    np.testing.assert_array_equal(model.predict(new), model.labels_[near])
    apart = X - model.cluster_centers_[model.labels_]
    assert model.objective_ == pytest.approx((apart**2).sum())
