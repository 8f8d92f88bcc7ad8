"""The clusterer where none is named, in sessions and strategies; kept by journals."""

import numpy as np
import pytest
from session_parts import blobs

from jupyter_sscluster import Session
from jupyter_sscluster.active import NPU, Oracle, Random
from jupyter_sscluster.cluster import AdaptivePCKMeans, BeliefClustering, PCKMeans
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine import constructor_arguments
from jupyter_sscluster.session.engine.constructor_arguments import default_clusterer

X, TRUTH = blobs(), np.arange(60) % 3


def test_a_session_takes_belief_clustering_and_a_loop_adaptive_pck_means():
    session = Session(X, n_clusters=3)
    assert type(session.clusterer) is BeliefClustering
    assert session.clusterer.get_params() == {
        **BeliefClustering().get_params(),
        "n_clusters": 3,
        "random_state": 0,
    }
    fitted = NPU(n_clusters=3, n_estimators=10).fit(X, Oracle(TRUTH, 8))
    model = AdaptivePCKMeans(3, random_state=0).fit(X, constraints=fitted.constraints_)
    np.testing.assert_array_equal(fitted.labels_, model.labels_)


@pytest.mark.parametrize(
    ("n_samples", "n_clusters", "expected"),
    [
        (49, 3, AdaptivePCKMeans),
        (50, 3, BeliefClustering),
        (50, None, BeliefClustering),
        (2000, 10, BeliefClustering),
        (2000, 11, AdaptivePCKMeans),
        (2001, 2, AdaptivePCKMeans),
        (400, 50, BeliefClustering),
    ],
)
def test_few_or_many_rows_are_clustered_by_adaptive_pck_means(n_samples, n_clusters, expected):
    assert default_clusterer(n_samples, n_clusters) is expected


def test_links_that_a_person_would_make_by_hand_are_kept():
    """Far must-links and near cannot-links, which the k-means objective alone would give up."""
    session = Session(X, n_clusters=3)
    near = np.argsort(((X[:, None] - X[None]) ** 2).sum(axis=2), axis=1)
    for kind, i, j in [("must", 0, int(near[0, -1])), ("cannot", 30, int(near[30, 1]))]:
        session.answer(i, j, kind)
        assert (session.labels[i] == session.labels[j]) == (kind == "must")
        assert session.history.current_fit.violated == 0
    session.set_clusterer("pckmeans")
    assert session.history.current_fit.violated == 2, "the pairs are no test of the default"


def test_a_journal_keeps_the_default_of_its_time(path, monkeypatch):
    monkeypatch.setattr(constructor_arguments, "default_clusterer", lambda *given: PCKMeans)
    session = Session(X, strategy=Random(), n_clusters=3, path=path)
    session.answer(0, 1, "must")
    labels = session.labels.tobytes()
    session.close()
    monkeypatch.undo()
    again = Session(X, strategy=Random(), n_clusters=3, path=path)
    assert type(again.clusterer) is PCKMeans
    assert again.labels.tobytes() == labels
    assert engine_of(again).revision == 1
    again.answer(2, 4, "cannot")
    expected = PCKMeans(3, random_state=0).get_params()
    assert again.clusterer.get_params() == expected
