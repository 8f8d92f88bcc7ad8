"""With many clusters: what a fit of the default draws and measures, and what it holds."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster.cluster import AdaptivePCKMeans, BeliefClustering, PCKMeans
from jupyter_sscluster.cluster._base.belief_fit import BeliefFit
from jupyter_sscluster.cluster._parts.belief.gaussian_clusters import GaussianClusters
from jupyter_sscluster.cluster._parts.lloyd.distances import lowest, products
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster._parts.lloyd.restarts import starts
from jupyter_sscluster.cluster.fit.expected_cost import cost_note
from jupyter_sscluster.seeding import _distances, kmeans_plusplus

K = 20
X, y = make_blobs(400, 3, centers=K, random_state=0)
KNOWN = Constraints.from_labels(y, 12, random_state=0)


@pytest.fixture
def drawn(monkeypatch):
    """The numbers of rows in each block of distances of k-means++."""
    sizes = []
    measure = _distances.SquaredDistances.least_with

    def counting(self, rows, nearest, weights):
        sizes.append(len(rows) * len(nearest))
        return measure(self, rows, nearest, weights)

    monkeypatch.setattr(_distances.SquaredDistances, "least_with", counting)
    return sizes


@pytest.mark.parametrize("k", [1, 2, 16, 17, 60])
def test_the_nearest_are_the_first_of_the_least_however_many_there_are(k):
    rng = np.random.default_rng(k)
    form, rows = rng.integers(-2, 3, (k, 3)).astype(float), rng.integers(-2, 3, (50, 3)) * 1.0
    expected = [[sum(a * b for a, b in zip(f, r, strict=True)) for r in rows] for f in form]
    scores = products(form, rows)
    np.testing.assert_array_equal(scores, expected)
    assert lowest(scores).tolist() == [min(range(k), key=list(c).__getitem__) for c in scores.T]
    # Where there are many, the scores of a row stand side by side.
    assert (scores if k <= 16 else scores.T).flags.c_contiguous


def test_each_metric_draws_its_starts_once(drawn):
    model = AdaptivePCKMeans(K, random_state=0).fit(X, constraints=KNOWN)
    a_start = [(2 + int(np.log(K))) * len(X)] * (K - 1)
    # The first start is by neighbourhoods. The first metric keeps all pairs: no other is tried.
    # There are its clusters, those of each metric learned from clusters, and plain ones.
    assert drawn == a_start * 9 * (2 + model.n_metric_steps_)


def test_a_generator_is_asked_as_often_as_ever(drawn):
    rng, beside = np.random.default_rng(3), np.random.default_rng(3)
    model = AdaptivePCKMeans(K, random_state=rng, n_init=2).fit(X, constraints=KNOWN)
    # Three first metrics, the weight and the clustering under each metric, and plain k-means.
    n_times = 3 + 2 * (1 + model.n_metric_steps_) + 1
    beside.spawn(2 * n_times)
    assert rng.spawn(1)[0].random() == beside.spawn(1)[0].random()


def test_starts_that_were_drawn_are_those_that_would_be():
    points = centred(X)
    model = PCKMeans(K, random_state=5)
    first, again, fresh = (list(starts(model, p, KNOWN)) for p in (points, points, centred(X)))
    np.testing.assert_array_equal(first, again)
    np.testing.assert_array_equal(first, fresh)
    own = np.random.default_rng(5).spawn(10)[4]
    alone = kmeans_plusplus(X, K, random_state=own) - points.offset
    np.testing.assert_array_equal(first[4], alone)
    other = list(starts(PCKMeans(K, random_state=6), points, KNOWN))
    assert not np.array_equal(other[4], first[4])


def test_kmeans_plusplus_in_chunks_draws_the_same_rows(monkeypatch):
    whole = kmeans_plusplus(X, K, random_state=0)
    weighed = kmeans_plusplus(X, K, random_state=0, sample_weight=1.0 + y)
    monkeypatch.setattr(_distances, "_PRODUCT", 1)  # the fewest rows at a time
    np.testing.assert_array_equal(kmeans_plusplus(X, K, random_state=0), whole)
    again = kmeans_plusplus(X, K, random_state=0, sample_weight=1.0 + y)
    np.testing.assert_array_equal(again, weighed)


def test_a_posterior_of_all_rows_is_made_once(monkeypatch):
    sizes, posterior = [], GaussianClusters.posterior

    def counting(self, rows):
        sizes.append(len(rows))
        return posterior(self, rows)

    monkeypatch.setattr(GaussianClusters, "posterior", counting)
    AdaptivePCKMeans(K, random_state=0).fit(X, constraints=KNOWN)
    assert sizes[-1] == len(X)
    assert set(sizes[:-1]) == {len(KNOWN.touched)}


def test_a_fit_that_takes_long_says_so_before_it_starts(monkeypatch):
    assert cost_note(BeliefClustering(200), 10**6, 200) is None  # it draws rows
    clusterer = BeliefClustering(200, max_samples=10**6)
    assert cost_note(clusterer, 200_000, 200) == (
        "Belief clustering of 200,000 rows in 200 clusters is expected to take about 11 minutes on "
        "one processor core and 15.2 GB of memory; Adaptive PCK-means takes far less: "
        "choose it, fewer rows or fewer clusters"
    )
    assert "85 seconds" in cost_note(clusterer, 25_000, 200)
    assert cost_note(clusterer, 10_000, 200) is None
    assert cost_note(PCKMeans(200), 10**9, 200) is None
    assert cost_note(AdaptivePCKMeans(200), 200_000, 200) == (
        "Adaptive PCK-means of 200,000 rows in 200 clusters is expected to take about 100 seconds "
        "on one processor core and 0.6 GB of memory; PCK-means takes far less: choose "
        "it, fewer rows or fewer clusters"
    )
    assert cost_note(AdaptivePCKMeans(200), 100_000, 200) is None
    monkeypatch.setattr(BeliefClustering, "_cost_of_an_entry", (1.0, 1.0))

    def never(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(BeliefFit, "_starts", never)
    with (
        pytest.warns(UserWarning, match="BeliefClustering: .* takes far less") as warned,
        pytest.raises(KeyboardInterrupt),
    ):
        BeliefClustering(3).fit(X)
    assert warned[0].filename == __file__


@pytest.mark.filterwarnings("ignore:.*takes far less")
def test_a_session_says_so_while_that_clusterer_is_chosen(monkeypatch):
    monkeypatch.setattr(BeliefClustering, "_cost_of_an_entry", (0.06, 1.0))
    session = Session(X[:60], "AdaptivePCKMeans", n_clusters=20)
    assert session.notes == ()
    session.set_clusterer("BeliefClustering")
    assert session.notes[0].startswith(
        "Belief clustering of 60 rows in 20 clusters is expected to take"
    )
    assert len([note for note in session.notes if "takes far less" in note]) == 1
    session.set_clusterer("PCKMeans")
    assert session.notes == ()
