"""Where the probabilities of RobustNPU come from: the clusters there are, or belief clustering."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator

from jupyter_sscluster.active import RobustNPU, Snapshot
from jupyter_sscluster.active.noisy_answers.class_probabilities_given_answers import beliefs
from jupyter_sscluster.cluster import BeliefClustering
from jupyter_sscluster.cluster.fit.posterior_after_answers import believed, posterior_of_clusters
from jupyter_sscluster.constraints import Constraints


class Halves(BaseEstimator):
    """Two clusters, the rows before a border and those after it, whatever was said."""

    def __init__(self, border=4, n_clusters=2):
        self.border, self.n_clusters = border, n_clusters

    def fit(self, X, y=None, *, constraints=None):
        self.labels_ = np.repeat([0, 1], [self.border, len(X) - self.border])
        return self


def test_points_are_as_likely_of_a_class_as_the_clusters_of_the_snapshot_say():
    X = np.r_[np.arange(6.0), np.arange(9.0, 15.0)][:, None]
    known = Constraints(12, must=[(0, 5)], cannot=[(5, 11)])
    for border in (4, 7):
        labels = np.repeat([0, 1], [border, 12 - border])
        snapshot = Snapshot(X, known, labels, Halves(border))
        expected = believed(posterior_of_clusters(X, labels), known).posterior
        np.testing.assert_allclose(beliefs(snapshot, None, 2, 0), expected)
        scores = RobustNPU().scores(snapshot)
        assert scores == pytest.approx(-(expected * np.log2(expected)).sum(axis=1), abs=1e-9)


@pytest.mark.parametrize("labels", [None, np.arange(12) % 3, np.zeros(12, int)])
def test_without_a_cluster_for_each_class_belief_clustering_says(labels):
    X = np.r_[np.arange(6.0), np.arange(9.0, 15.0)][:, None]
    snapshot = Snapshot(X, Constraints(12, must=[(0, 5)], cannot=[(5, 11)]), labels)
    own = BeliefClustering(2, random_state=0).fit(X, constraints=snapshot.constraints)
    np.testing.assert_allclose(beliefs(snapshot, None, 2, 0), own.posterior_)


def test_a_cluster_that_has_emptied_is_as_likely_as_what_is_taken_without_looking():
    X = np.r_[np.arange(6.0), np.arange(9.0, 15.0)][:, None]
    known, labels = Constraints(12, cannot=[(5, 6)]), np.repeat([0, 2], 6)
    q = beliefs(Snapshot(X, known, labels, n_clusters=3), None, 3, 0)
    by_two = posterior_of_clusters(X, np.repeat([0, 1], 6))
    np.testing.assert_allclose(q, believed(np.c_[by_two, np.zeros(12)], known).posterior)
    assert q[0].round(3).tolist() == [0.933, 0.033, 0.033]


def test_a_clusterer_that_makes_beliefs_of_its_own_is_believed_and_not_clustered_with():
    y = np.repeat([0, 1, 2], 8)
    X = np.random.default_rng(0).normal(size=(24, 2)) + 6.0 * np.eye(3)[y][:, :2]
    belief = BeliefClustering(3, random_state=0)
    snapshot = Snapshot(X, Constraints.from_labels(y, 9), np.arange(24) % 3, belief)
    own = BeliefClustering(3, random_state=0).fit(X, constraints=snapshot.constraints)
    np.testing.assert_allclose(beliefs(snapshot, None, 3, 0), own.posterior_)
    assert RobustNPU().uses_labels and RobustNPU(Halves()).uses_labels
    assert not RobustNPU(belief).uses_labels
