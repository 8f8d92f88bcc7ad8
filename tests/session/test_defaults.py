"""The clusterer where none is named, in sessions and strategies; kept by journals."""

from contextlib import closing

import numpy as np
import pytest
from session_parts import blobs

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import NPU, MergeOrSplit, Oracle, Random, RobustNPU
from jupyter_sscluster.cluster import (
    AdaptivePCKMeans,
    BeliefClustering,
    COPKMeans,
    NeighbourGraphAgglomerative,
    PCKMeans,
)
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine import constructor_arguments
from jupyter_sscluster.session.engine.constructor_arguments import default_clusterer
from jupyter_sscluster.session.engine.settings import heeds_soft

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
        (2001, 10, BeliefClustering),
        (100_000, 10, BeliefClustering),
        (100_000, 11, AdaptivePCKMeans),
        (100_001, 2, AdaptivePCKMeans),
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


def small_groups():
    rng = np.random.default_rng(0)
    centres = np.repeat(rng.normal(size=(60, 8)), rng.integers(2, 21, 60), axis=0)
    return centres + 0.15 * rng.normal(size=centres.shape)


def test_many_small_groups_have_a_clusterer_that_counts_them(path):
    X = small_groups()
    with closing(Session(X, path=path)) as session:
        found = session.n_clusters
        assert isinstance(session.clusterer, NeighbourGraphAgglomerative) and found > 50
        assert found == session.labels.max() + 1 == len(session.clusters)
        assert isinstance(session.strategy, MergeOrSplit) and session.default_soft
        assert f"{found} small groups of near points" in session.notes[0]
        i, j = np.flatnonzero(session.labels == 0)[:2].tolist()
        session.answer(i, j, "cannot")
        assert session.n_clusters == session.labels.max() + 1
        assert session.problem is None
    with closing(Session(X, path=path)) as again:
        assert isinstance(again.clusterer, NeighbourGraphAgglomerative) and len(again.answers) == 1
        assert isinstance(again.strategy, MergeOrSplit) and again.default_soft
        again.set_clusterer("kmeans")
        assert again.n_clusters == found, "what was estimated is the number for others"
    for given in ({"n_clusters": 60}, {"clusterer": "pckmeans"}):
        assert not isinstance(Session(X, **given).clusterer, NeighbourGraphAgglomerative)
    assert not Session(X, n_clusters=60).notes
    assert isinstance(Session(X, strategy="random").strategy, Random)


def test_the_strategy_goes_with_a_clusterer_that_was_chosen():
    X = small_groups()
    with closing(Session(X, "neighbourgraphagglomerative")) as session:
        assert isinstance(session.strategy, MergeOrSplit)
        assert session.propose()
    with closing(Session(X, "neighbourgraphagglomerative", strategy="random")) as session:
        assert isinstance(session.strategy, Random)
    with closing(Session(X, "pckmeans", n_clusters=4)) as session:
        assert isinstance(session.strategy, RobustNPU)


def test_hard_clusterers_that_weigh_soft_answers_say_so():
    assert heeds_soft(NeighbourGraphAgglomerative()) and heeds_soft(BeliefClustering())
    assert not heeds_soft(COPKMeans())


def test_who_finds_the_number_of_clusters_keeps_any_number_of_points_apart():
    with closing(Session(small_groups(), "neighbourgraphagglomerative", n_clusters=3)) as session:
        rows = [int(np.flatnonzero(session.labels == c)[0]) for c in range(5)]
        session.answer_many([(i, j) for i in rows for j in rows if i < j], "cannot")
        assert session.problem is None and not session.notes
        assert len({*session.labels[rows].tolist()}) == 5


def test_a_number_of_clusters_is_refused_where_it_is_found(path):
    X = small_groups()
    with closing(Session(X, path=path)) as session:
        with pytest.raises(InputError, match="finds the number of clusters"):
            session.set_n_clusters(5)
        session.noise.add(range(len(X) - 10))
        found = session.n_clusters
        assert found == len({*session.labels[-10:].tolist()} - {-1}) == len(session.clusters)
        assert session.history.current_fit.n_clusters == found
        session.noise.remove(range(10))
        session.set_clusterer("copkmeans")
        assert session.n_clusters <= 20 and session.problem is None
        assert not session.default_soft, "copkmeans would give up soft answers"
        session.undo()
        assert session.default_soft
    with closing(Session(X, n_clusters=5, path=path)) as again:
        assert isinstance(again.clusterer, BeliefClustering) and again.n_clusters == 5


def test_clusters_are_numbered_without_gaps_where_their_number_falls():
    session = Session(small_groups())
    before = session.labels
    session.set_params(min_cluster_size=12)
    used = np.unique(session.labels[session.labels >= 0])
    assert used.tolist() == list(range(session.n_clusters)) and session.n_clusters < 40
    kept = session.labels >= 0
    assert (session.labels[kept] == before[kept]).any(), "numbers in use stay"


def test_a_journal_keeps_the_default_of_its_time(path, monkeypatch):
    monkeypatch.setattr(constructor_arguments, "default_clusterer", lambda *_, **__: PCKMeans)
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
