"""Intervals of a check hold what is true as often as they say, by simulation."""

import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, load_wine, make_blobs

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.session.intervals import StratumRows, share_of_strata

sys.path.append(str(Path(__file__).parents[3] / "benchmarks" / "check"))

from check_coverage import Clustering, simulated


def clustering(X, y, n_clusters):
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    labels = KMeans(n_clusters, random_state=0).fit(X).labels_
    return Clustering(str(n_clusters), X, y, labels, Constraints(len(X)))


def eight():
    """Clusterings of four sets, from nearly right to poor."""
    sets = [load(return_X_y=True) for load in (load_iris, load_wine, load_breast_cancer)]
    sets.append(make_blobs(500, centers=6, cluster_std=2.2, random_state=1))
    for X, y in sets:
        k = len(np.unique(y))
        yield from (clustering(X, y, number) for number in (k, k + 2))


def figures(clusterings, n_draws, **more):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [
            simulated(each, 40, n_draws, np.random.default_rng(place), **more)
            for place, each in enumerate(clusterings)
        ]


@pytest.mark.thorough
def test_forty_checks_cover_the_truth_of_eight_clusterings(record_property):
    cells = figures(eight(), 400)
    cover = np.array([cell.cover for cell in cells])
    record_property("measured", f"coverage, 8 clusterings, 400 draws: {cover.mean(axis=0)}")
    assert cover[:, 0].min() >= 0.92
    some = [cell.cover[0] for cell in cells if 40 * (1 - cell.true[0]) >= 2.5]
    assert 0.94 <= np.mean(some) <= 0.97
    assert cover[:, 1:].mean() >= 0.94
    assert cover[:, [1, 3, 4]].min() >= 0.86 and cover[:, 2].min() >= 0.80


@pytest.mark.thorough
def test_a_checker_who_slips_is_covered_by_second_looks():
    cells = figures(eight(), 400, slips=0.03)
    assert np.mean([cell.cover[0] for cell in cells]) >= 0.94


@pytest.mark.thorough
@pytest.mark.parametrize("more", ["few", "wrong"])
def test_ten_more_of_one_cluster_cover_the_truth_of_eight_clusterings(record_property, more):
    cells = figures(eight(), 400, more=more)
    cover = np.array([cell.cover for cell in cells])
    record_property("measured", f"coverage, ten more, {more}: {cover.mean(axis=0)}")
    assert cover[:, 0].min() >= 0.92 and cover[:, 0].mean() >= 0.94
    assert cover[:, 1:].mean() >= 0.94


STRATA = [  # rows and right rows of each stratum, and how many of them are checked
    ((30, 120), (15, 114), (13, 37)),
    ((60, 400), (57, 380), (18, 36)),
    ((12, 90, 300), (6, 80, 290), (10, 15, 35)),
    ((40, 200), (20, 100), (14, 36)),
]


@pytest.mark.parametrize(("rows", "right", "n_checked"), STRATA)
def test_strata_sampled_at_different_rates_cover_the_truth(rows, right, n_checked):
    rng = np.random.default_rng(0)
    rows, right, n_checked = map(np.array, (rows, right, n_checked))
    covered = []
    for _ in range(400):
        x = rng.hypergeometric(right, rows - right, n_checked)
        found = share_of_strata([*map(StratumRows, x, n_checked, rows)], 9, 10)
        covered.append(found.low <= (right.sum() + 9) / (rows.sum() + 10) <= found.high)
    assert np.mean(covered) >= 0.92


def test_one_clustering_is_covered():
    (cell,) = figures([clustering(*load_iris(return_X_y=True), 3)], 60)
    assert cell.cover.min() >= 0.85
    assert 0.5 < cell.true[0] < 1 and 0.1 < cell.width[0] < 0.4
