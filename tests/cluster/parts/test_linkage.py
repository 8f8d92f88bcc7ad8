"""Distances between groups from their definition, and the chain against the greedy method."""

import numpy as np
import pytest
from naive_linkage import linkage_of

from jupyter_sscluster.cluster._parts.linkage import lance_williams, nearest_neighbour_chain
from jupyter_sscluster.cluster._parts.linkage.dendrogram import roots_of
from jupyter_sscluster.cluster._parts.linkage.lance_williams import (
    LINKAGES,
    UPDATES,
    InitialClusters,
)
from jupyter_sscluster.cluster._parts.linkage.lookahead import lookahead_merges
from jupyter_sscluster.cluster._parts.linkage.nearest_neighbour_chain import nn_chain_merges

EVERY = pytest.mark.parametrize("kind", LINKAGES)


def grouped(seed, n=40, m=11):
    rng = np.random.default_rng(seed)
    group = np.concatenate([np.arange(m), rng.integers(0, m, n - m)])
    return 100.0 * rng.normal(size=(n, 3)), rng.permutation(group)


@EVERY
@pytest.mark.parametrize("entries", [1, 100, 500, 1 << 18])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_distances_between_groups_however_many_rows_are_looked_at_at_a_time(
    kind, entries, dtype, monkeypatch
):
    monkeypatch.setattr(lance_williams, "_ENTRIES", entries)
    X, group = grouped(entries)
    groups = InitialClusters(X, group)
    D = groups.distances(kind, dtype)
    assert D.dtype == dtype
    np.testing.assert_array_equal(D, D.T)
    assert (np.diag(D) == np.inf).all()
    rows = [np.flatnonzero(group == g) for g in range(11)]
    wanted = [[linkage_of(X, a, b, kind) for b in rows] for a in rows]
    off = ~np.eye(11, dtype=bool)
    rtol = 1e-12 if dtype == np.float64 else 1e-6
    np.testing.assert_allclose(groups.heights(D, kind)[off], np.array(wanted)[off], rtol=rtol)


@EVERY
def test_the_distance_of_a_union_is_that_of_its_definition(kind):
    X, group = grouped(3)
    groups = InitialClusters(X, group)
    D = groups.distances(kind, np.float64)
    sizes = groups.sizes
    pair = lance_williams.ClosestPair(D[2], D[7], D[2, 7], float(sizes[2]), float(sizes[7]))
    found = groups.heights(UPDATES[kind](pair, sizes.astype(float)), kind)
    union = np.flatnonzero((group == 2) | (group == 7))
    for g in set(range(11)) - {2, 7}:
        wanted = linkage_of(X, union, np.flatnonzero(group == g), kind)
        assert found[g] == pytest.approx(wanted, rel=1e-12)


@EVERY
def test_what_is_kept_apart_stays_apart_in_every_union(kind):
    D = InitialClusters(*grouped(4)).distances(kind, np.float64)
    D[2, 5] = D[5, 2] = np.inf
    pair = lance_williams.ClosestPair(D[2], D[7], D[2, 7], 3.0, 4.0)
    found = UPDATES[kind](pair, np.ones(11))
    assert found[5] == np.inf
    assert np.isfinite(np.delete(found, [2, 5, 7])).all()


@EVERY
@pytest.mark.parametrize("seed", range(3))
def test_the_chain_merges_what_the_greedy_method_does_and_smaller_matrices_change_nothing(
    kind, seed, monkeypatch
):
    X, group = grouped(seed, 900, 600)
    rng = np.random.default_rng(seed)
    groups = InitialClusters(X, group)
    D = groups.distances(kind, np.float64)
    a, b = rng.integers(0, 600, (2, 300))
    D[a, b] = D[b, a] = np.inf
    sizes, update = groups.sizes, UPDATES[kind]
    chain = nn_chain_merges(D.copy(), sizes, update)
    greedy = lookahead_merges(D.copy(), sizes, update, np.empty((0, 2), dtype=np.int64), 1)
    np.testing.assert_allclose(chain.heights, greedy.heights, rtol=1e-10)
    assert (np.diff(chain.heights) >= 0).all()
    assert (np.diff(greedy.heights) >= 0).all()
    for cut in (100, 300, 500, len(chain.heights)):
        some = [type(m)(m.pairs[:cut], m.heights[:cut]) for m in (chain, greedy)]
        np.testing.assert_array_equal(roots_of(some[0], 600), roots_of(some[1], 600))
    monkeypatch.setattr(nearest_neighbour_chain, "_SMALL", 10_000)
    whole = nn_chain_merges(D.copy(), sizes, update)
    np.testing.assert_array_equal(whole.pairs, chain.pairs)
    np.testing.assert_array_equal(whole.heights, chain.heights)
