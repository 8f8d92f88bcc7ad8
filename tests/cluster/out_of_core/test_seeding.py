"""First centres from blocks."""

from __future__ import annotations

import numpy as np
import pytest

from jupyter_sscluster import Constraints, seeding
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans, PCKMeans

da = pytest.importorskip("dask.array", reason="the extra dask is not installed")


@pytest.fixture(scope="module")
def blobs():
    rng = np.random.default_rng(1)
    y = np.arange(3000) % 5
    return rng.normal(size=(3000, 3)) + 20.0 * rng.normal(size=(5, 3))[y], y


def firsts(X, init, known=None, cut=700):
    """The first centres of a fit, as a watcher of none: one iteration from them gives means."""
    model = PCKMeans(5, init=init, n_init=1, max_iter=1, random_state=3)
    return model.fit(da.from_array(X, chunks=(cut, -1)), constraints=known).cluster_centers_


@pytest.mark.parametrize("init", ["random", "farthest_first", "neighbourhoods"])
def test_seedings_that_are_exact_start_where_they_start_in_memory(blobs, init):
    X, y = blobs
    known = Constraints.from_labels(y, 30, random_state=0)
    reference = PCKMeans(5, init=init, n_init=1, max_iter=1, random_state=3)
    reference.fit(X, constraints=known)
    assert np.allclose(firsts(X, init, known), reference.cluster_centers_)


def test_candidates_find_all_blobs_and_are_drawn_alike_every_time(blobs):
    X, _ = blobs
    model = KMeans(5, n_init=2, random_state=0).fit(da.from_array(X, chunks=(700, -1)))
    again = KMeans(5, n_init=2, random_state=0).fit(da.from_array(X, chunks=(700, -1)))
    assert np.array_equal(model.cluster_centers_, again.cluster_centers_)
    assert model.objective_ == pytest.approx(KMeans(5, random_state=0).fit(X).objective_)


def test_rows_all_alike_give_centres_all_alike():
    X = da.ones((50, 2), chunks=(7, 2))
    for init in ("kmeans_plusplus", "farthest_first", "random"):
        with pytest.warns(UserWarning, match="only 1 centres differ"):
            model = KMeans(3, init=init, random_state=0).fit(X)
        assert model.objective_ == 0.0


def test_a_seeding_that_needs_all_rows_says_so(blobs):
    X = da.from_array(blobs[0], chunks=(700, -1))
    with pytest.raises(InputError, match="'dkm' needs all 3,000 rows in memory"):
        KMeans(5, init="dkm").fit(X)
    with pytest.raises(InputError, match="needs all 3,000 rows in memory"):
        KMeans(5, init=lambda X, k, **_: seeding.random(X, k)).fit(X)
