"""What depends on the data alone: neighbours, the cut of longest lives, where rows meet."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from jupyter_sscluster.cluster._parts.neighbour_linkage import near_rows
from jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree import (
    free_tree,
    longest_lives,
    parents,
)
from jupyter_sscluster.cluster._parts.neighbour_linkage.near_rows import NearRows


@pytest.mark.parametrize("d", [2, 40])
@pytest.mark.parametrize("shift", [0.0, 1e4])
def test_neighbours_are_the_nearest(d, shift, monkeypatch):
    monkeypatch.setattr(near_rows, "_ENTRIES", 5000)
    X = np.random.default_rng(0).normal(size=(300, d)) + shift
    search = NearRows(X)
    assert search.how == ("tree" if d == 2 else "blocks")
    distances, places = search.others(7)
    D = cdist(X, X)
    np.fill_diagonal(D, np.inf)
    np.testing.assert_array_equal(places, np.argsort(D, axis=1)[:, :7])
    np.testing.assert_allclose(distances, np.sort(D, axis=1)[:, :7])
    new = np.random.default_rng(1).normal(size=(20, d)) + shift
    np.testing.assert_array_equal(search.of(new, 3)[1], np.argsort(cdist(new, X), axis=1)[:, :3])


def test_single_precision_that_cannot_tell_leaves_no_nearer_row_out():
    # Differences of 1e-6 beside norms of 1: squares in single precision are all the same.
    rng = np.random.default_rng(0)
    X = np.ones((200, 20)) + 1e-6 * rng.normal(size=(200, 20))
    X[0] = 0.0
    D = cdist(X, X)
    np.fill_diagonal(D, np.inf)
    np.testing.assert_array_equal(NearRows(X).others(5)[1], np.argsort(D, axis=1)[:, :5])


def by_definition(tree, n, width, tau):
    """A(τ): a loop over the nodes."""
    above, total = parents(tree, n)[n:], 0.0
    several = (above < 0).sum() > 1 or len(tree.heights) < n - 2
    for t, h in enumerate(tree.heights):
        end = tree.heights[above[t] - n] if above[t] >= 0 else max(h, width) if several else h
        if h <= tau < end:
            total += tree.sizes_of_nodes[t] * np.log(end / h)
    return total


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("far", [0.0, 100.0])
def test_the_cut_is_where_clusters_live_longest(seed, far):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 2)) + far * rng.integers(3, size=(40, 1))
    found = free_tree(X, 4)
    width = np.sqrt((cdist(X, X) ** 2).mean())
    cuts = np.sqrt(found.tree.heights[:-1] * found.tree.heights[1:])
    best = max(by_definition(found.tree, 40, width, tau) for tau in [*cuts, found.cut])
    assert by_definition(found.tree, 40, width, found.cut) == pytest.approx(best)
    logs = np.log(found.tree.heights)
    assert found.spread == pytest.approx(np.subtract(*np.quantile(logs, [0.84, 0.16])) / 2)


def test_groups_that_no_edge_joins_live_up_to_the_width_of_the_data():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 2)) + 1e3 * np.repeat(np.eye(3, 2), 30, axis=0)
    found = free_tree(X, 5)
    assert found.tree.heights[-1] < found.cut < 1e3


def test_equal_rows_are_one_value_that_counts_as_many():
    X = np.array([[0.0], [5.0], [0.0], [1.0], [5.0], [0.0]])
    found = free_tree(X, 2)
    assert found.value_of.tolist() == [0, 1, 0, 2, 1, 0]
    assert found.sizes.tolist() == [3.0, 2.0, 1.0]
    edges = {(u, v): n for u, v, n in zip(*found.edges[:2], found.edges.number, strict=True)}
    assert edges == {(0, 1): 6.0, (0, 2): 3.0, (1, 2): 2.0}


def lives_beside_others(tree, n, width):
    """The greatest Σ m (1 - m / n) log(end / h) of all heights: loops over nodes and heights."""
    above, totals = parents(tree, n)[n:], [0.0]
    several = (above < 0).sum() > 1 or len(tree.heights) < n - 2
    for tau in tree.heights:
        total = 0.0
        for t, h in enumerate(tree.heights):
            m = tree.sizes_of_nodes[t]
            end = tree.heights[above[t] - n] if above[t] >= 0 else max(h, width) if several else h
            total += m * (1.0 - m / n) * np.log(end / h) if h <= tau < end else 0.0
        totals.append(total)
    return max(totals)


@pytest.mark.parametrize("seed", range(12))
def test_the_linkage_is_that_by_which_clusters_live_longest_beside_others(seed):
    rng = np.random.default_rng(seed)
    if seed % 2:
        t = np.tile(np.linspace(0.0, 3.0, 20), 2)
        X = np.column_stack([t, 1.5 * np.repeat([0, 1], 20)]) + 0.01 * rng.normal(size=(40, 2))
    else:
        X = np.repeat(rng.normal(size=(8, 8)), 5, axis=0) + 0.5 * rng.normal(size=(40, 8))
    width = np.sqrt((cdist(X, X) ** 2).mean())
    lives = {
        name: lives_beside_others(free_tree(X, 6, (name,)).tree, 40, width)
        for name in ("average", "single")
    }
    found = free_tree(X, 6, ("average", "single"))
    assert found.linkage == max(lives, key=lives.get)
    # Two long lines, side by side; and small groups that nearly touch.
    assert found.linkage == ("single" if seed % 2 else "average")


def test_all_rows_but_one_are_no_long_lived_cluster():
    X = np.random.default_rng(0).normal(size=(200, 2))
    far = np.concatenate([X, [[1e6, 0.0]]])
    assert free_tree(far, 10, ("average", "single")).linkage == "average"


@pytest.mark.parametrize("X", [[[1.0]], [[1.0], [4.0]], [[2.0]] * 5])
def test_one_or_two_values_are_no_evidence(X):
    found = free_tree(np.array(X), 15)
    assert found.cut > 0.0
    assert found.spread > 0.0
    assert (found.tree.heights > found.cut).all()


def test_all_heights_equal_merge_all():
    corners = np.eye(5) / np.sqrt(2.0)
    found = free_tree(corners, 4)
    assert found.cut == pytest.approx(1.0)
    assert found.cut >= found.tree.heights.max()
    assert longest_lives(found.tree, found.lives, 5, 1.0)[1] == 1e-3


def test_rows_meet_where_their_first_common_node_is():
    X = np.concatenate([np.random.default_rng(0).normal(size=(30, 2)), np.full((2, 2), 99.0)])
    X[-1] = [99.0, 98.0]
    found = free_tree(X, 1)
    pairs = np.array([(i, j) for i in range(32) for j in range(32)])
    members = {v: {v} for v in range(32)}
    expected = np.where(pairs[:, 0] == pairs[:, 1], 0.0, np.inf)
    for t, (a, b) in enumerate(found.tree.nodes.tolist()):
        members[32 + t] = members[a] | members[b]
        together = np.array([i in members[32 + t] and j in members[32 + t] for i, j in pairs])
        expected[together & np.isinf(expected)] = found.tree.heights[t]
    np.testing.assert_array_equal(found.heights_of(found.meeting_nodes(pairs)), expected)
    assert np.isinf(expected).any()


def test_a_pair_is_placed_between_its_distance_and_where_it_meets():
    X = np.random.default_rng(4).normal(size=(50, 2))
    found = free_tree(X, 4)
    pairs = np.array([(0, 1), (3, 17), (20, 40)])
    met = np.log(found.heights_of(found.meeting_nodes(pairs)) / found.cut) / found.spread
    own = np.log(np.linalg.norm(X[pairs[:, 0]] - X[pairs[:, 1]], axis=1) / found.cut) / found.spread
    expected = met + np.minimum(own.clip(-10, 10) - met.clip(-10, 10), 0.0) / 2.0
    np.testing.assert_allclose(
        found.placed(pairs, found.meeting_nodes(pairs)), expected.clip(-10, 10)
    )


def test_clusters_are_the_highest_nodes_below_the_cut_and_rows_alone_in_none():
    rng = np.random.default_rng(0)
    X = np.repeat(10.0 * rng.normal(size=(12, 2)), 4, axis=0) + 0.1 * rng.normal(size=(48, 2))
    X = np.concatenate([X, [[60.0, 0.0], [90.0, 0.0], [90.0, 0.0]]])
    found = free_tree(X, 4)
    expected = np.arange(50)
    for t, (a, b) in enumerate(found.tree.nodes.tolist()):
        if found.tree.heights[t] <= found.cut:
            expected[np.isin(expected, [a, b])] = 50 + t
    assert len({*expected.tolist()}) > 10
    assert expected[-2:].tolist() == [48, 49]
    expected[-2] = -1
    np.testing.assert_array_equal(found.clusters, expected, "two equal rows are a cluster")


@pytest.mark.parametrize("seed", range(5))
def test_a_scale_is_where_clusters_live_longer_than_at_a_lower_height_above_the_cut(seed):
    rng = np.random.default_rng(seed)
    X = np.repeat(np.repeat([[0.0], [40.0]], 5, axis=0) + 4.0 * np.arange(10.0)[:, None], 6, axis=0)
    X = X + 0.2 * rng.normal(size=X.shape)
    found = free_tree(X, 10)
    tree, n = found.tree, len(found.sizes)
    assert len(tree.heights) == n - 2, "two clusters are never joined: they live up to the width"
    width = np.sqrt(2.0 * X.var(axis=0).sum())
    ends = dict(zip(tree.nodes.ravel().tolist(), np.repeat(tree.heights, 2), strict=True))
    alive = [
        sum(
            tree.sizes_of_nodes[node] * np.log(ends.get(n + node, width) / tree.heights[node])
            for node in range(merge + 1)
            if ends.get(n + node, width) > tree.heights[merge]
        )
        for merge in range(len(tree.heights))
    ]
    np.testing.assert_allclose(found.lives, alive, atol=1e-9)
    x = found.scaled(tree.heights)
    for low, high in rng.uniform(x.min(), x.max() + 0.1, size=(200, 2)):
        lower = [life for life, at in zip(alive, x, strict=True) if 0.0 < at <= low]
        there = [life for life, at in zip(alive, x, strict=True) if at <= low][-1:]
        there += [life for life, at in zip(alive, x, strict=True) if low < at < high]
        longer = max(there, default=0.0) > 1.5 * min(lower, default=np.inf)
        assert found.has_scale_between(low, high) == longer
