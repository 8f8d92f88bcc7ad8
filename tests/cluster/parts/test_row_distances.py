"""Hierarchies by other distances than Euclid's, and forests drawn as trees."""

import numpy as np
import pytest
from naive_linkage import (
    as_partition,
    case,
    components,
    linkage_of,
    none_between,
    partitions,
    quietly,
)
from scipy.cluster.hierarchy import dendrogram as scipy_dendrogram, fcluster, is_valid_linkage
from scipy.spatial.distance import cdist

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import ConstrainedAgglomerative, ConstrainedCompleteLink


@pytest.mark.parametrize("metric", ["manhattan", "chebyshev", "cosine"])
@pytest.mark.parametrize("linkage", ["single", "complete", "average"])
def test_by_other_distances_the_merges_are_those_of_the_greedy_method(linkage, metric):
    for seed in range(50):
        X, known = case(seed)
        X += 2.0 * np.abs(X).max()
        model = ConstrainedAgglomerative(1, linkage=linkage, metric=metric)
        quietly(model, X, constraints=known)
        found, heights = partitions(
            components(known),
            lambda a, b, X=X: linkage_of(X, list(a), list(b), linkage, metric),
            none_between(known),
        )
        np.testing.assert_allclose(
            model.dendrogram_[14 - known.n_components :, 2], heights, rtol=1e-9, atol=1e-14
        )
        assert as_partition(model.labels_) == found[-1]
        new = X[:5] * np.array([1.3, 0.8])
        apart = cdist(new, X, {"manhattan": "cityblock"}.get(metric, metric))
        np.testing.assert_array_equal(model.predict(new), model.labels_[apart.argmin(axis=1)])


def test_distances_that_do_not_go_with_a_linkage_or_with_a_row_are_refused():
    X = [[0.0, 0.0], [1.0, 2.0], [3.0, 1.0]]
    with pytest.raises(InputError, match="metric='manhattan' does not go with linkage='ward'"):
        ConstrainedAgglomerative(2, metric="manhattan").fit(X)
    with pytest.raises(InputError, match="row 0 of X is 0 everywhere"):
        ConstrainedAgglomerative(2, metric="cosine", linkage="average").fit(X)
    with pytest.raises(InputError, match="one of 'euclidean', 'manhattan', 'chebyshev'"):
        ConstrainedCompleteLink(2, metric="cosine").fit(X)


def test_a_forest_is_drawn_as_one_tree():
    for seed in range(50):
        X, known = case(seed)
        model = quietly(ConstrainedAgglomerative(3, dead_end="lookahead"), X, constraints=known)
        tree, forest = model.linkage_matrix(), model.dendrogram_
        assert is_valid_linkage(tree) and len(tree) == 13
        np.testing.assert_array_equal(tree[: len(forest)], forest)
        rest = tree[len(forest) :, 2]
        if len(rest):
            assert np.ptp(rest) == 0.0 and rest[0] > forest[:, 2].max(initial=0.0)
        clusters = fcluster(tree, 14 - len(forest), "maxclust")
        assert as_partition(clusters) == as_partition(model.labels_at(14 - len(forest)))
        leaves = scipy_dendrogram(tree, no_plot=True)["leaves"]
        assert sorted(leaves) == list(range(14))
