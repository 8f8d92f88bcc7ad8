"""All clusters at a glance: the doubts of the cards, counted at once."""

import numpy as np
import pytest

from jupyter_sscluster.session.clusters import overview as module
from jupyter_sscluster.session.clusters.examples import examples
from jupyter_sscluster.session.clusters.overview import doubtful_counts, ordered, overview


@pytest.mark.parametrize("block", [1, 1000, 1 << 22])
def test_doubts_are_those_of_each_card(monkeypatch, block):
    monkeypatch.setattr(module, "BLOCK", block)
    rng = np.random.default_rng(3)
    X, labels = rng.normal(size=(300, 3)), rng.integers(0, 20, 300)
    X[:20], labels[:20] = X[0], np.arange(20) // 4  # five clusters of equal rows and others
    labels[labels == 7] = 8  # an empty one
    labels[20:23] = [20, 21, 21]  # of one row, and of two
    wanted = [examples(X, labels, cluster).n_doubtful for cluster in range(22)]
    assert max(wanted) > 3
    assert doubtful_counts(X, labels, 22).tolist() == wanted


def test_rows_of_no_cluster_count_nowhere():
    X = np.array([[0.0], [0.1], [5.0], [5.1], [2.5]])
    found = overview(X, np.array([0, 0, 1, 1, -1]), 2, [(0, 4), (2, 3), (0, 2)])
    assert found.sizes.tolist() == [2, 2]
    assert found.doubt.tolist() == [0.0, 0.0]
    assert found.links.tolist() == [2, 2]


def test_one_cluster_is_never_in_doubt():
    assert doubtful_counts(np.zeros((4, 2)), np.zeros(4, dtype=int), 1).tolist() == [0]


def test_names_are_found_and_sorted_as_people_do():
    found = overview(np.arange(4.0)[:, None], np.array([0, 1, 2, 3]), 4, [])
    names = ["Cluster 10", "Cluster 9", "šárka", "Sarah"]
    assert ordered(found, names, "name") == [1, 0, 3, 2]
    assert ordered(found, names, "size", "  SAR ") == [2, 3]
    assert ordered(found, names, "doubt", "nobody") == []
