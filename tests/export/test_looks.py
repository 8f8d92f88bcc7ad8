"""The looks of many clusters: unlike their neighbours', and kept from fit to fit."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from jupyter_sscluster.export.pictures.looks import LOOKS, PLAIN, carried_over, looks
from jupyter_sscluster.export.pictures.palette import fill_of, shape_of


def spread(n_clusters, seed=0):
    return np.random.default_rng(seed).uniform(0, 1, size=(n_clusters, 2)) * [740, 376]


def new(n_clusters):
    return np.full(n_clusters, -1)


def same_fill(found, places, n_near):
    """How many clusters have one of the fills of their nearest clusters on the plot."""
    near = np.argsort(cdist(places, places), axis=1)[:, 1 : n_near + 1]
    fills = np.array([hash(fill_of(look)) for look in found.tolist()])
    return int((fills[near] == fills[:, None]).any(axis=1).sum())


@pytest.mark.parametrize("n_clusters", [1, 8, PLAIN])
def test_few_clusters_have_their_own(n_clusters):
    assert looks(spread(n_clusters), new(n_clusters)).tolist() == [*range(n_clusters)]


@pytest.mark.parametrize("seed", range(8))
def test_150_clusters_differ_all_and_neighbours_in_their_fills(seed):
    places = spread(150, seed)
    found = looks(places, new(150))
    assert len({(fill_of(look), shape_of(look)) for look in found.tolist()}) == 150
    assert same_fill(found, places, 6) == 0 < same_fill(np.arange(150), places, 6)
    assert found[:PLAIN].tolist() == [*range(PLAIN)]


def test_a_double_of_500_clusters_is_far_away():
    places = spread(500)
    found = looks(places, new(500))
    away = cdist(places, places)
    doubles = (found[:, None] == found) & ~np.eye(500, dtype=bool)
    assert doubles.any() and away[doubles].min() > 80
    numbers = np.arange(500) % LOOKS
    assert away[(numbers[:, None] == numbers) & ~np.eye(500, dtype=bool)].min() < 80


def test_clusters_that_have_a_look_keep_it():
    places, kept = spread(60), new(60)
    kept[::2] = np.arange(30) * 5
    found = looks(places, kept)
    assert (found[::2] == kept[::2]).all()
    assert len(set(found.tolist())) == 60


def test_clusters_off_the_plot_and_equal_places_have_looks_of_their_own():
    places = np.zeros((70, 2))
    places[60:] = np.nan
    assert len(set(looks(places, new(70)).tolist())) == 70


def test_looks_follow_the_rows():
    before, worn = np.repeat(np.arange(4), 5), np.array([30, 31, 32, 33])
    labels = np.repeat([3, 0, 0, 2], 5)  # two are merged, one is renumbered, 1 is new
    labels[0] = 1
    assert carried_over(labels, before, worn, 4).tolist() == [31, -1, 33, 30]
    labels[5:] = -1
    assert carried_over(labels, before, worn, 4).tolist() == [-1, -1, -1, 30]
