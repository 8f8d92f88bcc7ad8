"""The tree of merges beside loops over all pairs of clusters, and SciPy's linkages."""

import numpy as np
import pytest
from scipy.cluster.hierarchy import linkage

from jupyter_sscluster.cluster._parts.neighbour_linkage.edges import Edges, added_up
from jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree import free_tree
from jupyter_sscluster.cluster._parts.neighbour_linkage.growth import grow
from jupyter_sscluster.cluster._parts.neighbour_linkage.linked_units import linked_units


def neighbours(X, k):
    """Distances from every row to all others, and the sets of pairs that are edges."""
    D = np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))
    near = [sorted((D[i, j], j) for j in range(len(X)) if j != i)[:k] for i in range(len(X))]
    radius = np.array([row[-1][0] for row in near])
    return D, radius, {frozenset((i, j)) for i, row in enumerate(near) for _, j in row}


class Loops:
    """Clusters, their groups and heights, by loops over all pairs of rows."""

    def __init__(self, X, k, must, cannot, joined, method):
        self.method = method
        self.D, self.radius, self.edges = neighbours(X, k)
        self.clusters = {i: [i] for i in range(len(X))}
        self.must, self.cannot = must, cannot
        for pair in joined:
            a, b = sorted(next(c for c, r in self.clusters.items() if i in r) for i in pair)
            if a != b:
                self.clusters[a] += self.clusters.pop(b)

    def group(self, rows):
        """All rows that must-links, and clusters, join with these."""
        found, more = set(), set(rows)
        while found != more:
            found = set(more)
            for joined in [*self.must, *self.clusters.values()]:
                more |= set(joined) if found & set(joined) else set()
        return found

    def apart(self, a, b):
        one, two = self.group(self.clusters[a]), self.group(self.clusters[b])
        return any((i in one and j in two) or (i in two and j in one) for i, j in self.cannot)

    def height(self, a, b):
        across = [(i, j) for i in self.clusters[a] for j in self.clusters[b]]
        near = [pair for pair in across if frozenset(pair) in self.edges]
        if not near or self.apart(a, b):
            return np.inf
        if self.method == "single":
            return min(self.D[i, j] for i, j in near)
        mean_radius = np.mean([max(self.radius[i], self.radius[j]) for i, j in near])
        far = len(across) - len(near)
        return (sum(self.D[i, j] for i, j in near) + far * 1.3 * mean_radius) / len(across)

    def mutual(self):
        """(height, a, b) of clusters that are each other's nearest, lowest first."""
        best = {}
        for a in self.clusters:
            both = [(min(a, b), max(a, b)) for b in self.clusters if b != a]
            found = [(self.height(*pair), *pair) for pair in both]
            best[a] = min(found, default=(np.inf, a, a))
        pairs = {pair for pair in best.values() if best[pair[1]] == best[pair[2]] == pair}
        return sorted(pair for pair in pairs if pair[0] < np.inf)


def by_hand(X, k, must=(), cannot=(), joined=(), most=np.inf, method="average"):
    """Heights of the merges and the groups, round by round."""
    loops, heights = Loops(X, k, must, cannot, joined, method), []
    clusters, top = loops.clusters, np.zeros(len(X))
    while mutual := [pair for pair in loops.mutual() if pair[0] <= most]:
        if method == "single":  # the shortest of all comes first
            mutual = mutual[:1]
        for h, a, b in mutual:
            if not loops.apart(a, b):
                top[a] = max(h, top[a], top[b])
                heights.append(top[a])
                clusters[a] += clusters.pop(b)
    groups = {tuple(sorted(loops.group(rows))) for rows in clusters.values()}
    return np.sort(heights), sorted(map(list, groups))


def grown(X, k, must=(), cannot=(), joined=(), most=np.inf, method="average"):
    tree = free_tree(X, k, (method,))
    pairs = [np.array([*p], dtype=np.int64).reshape(-1, 2) for p in ([*must, *joined], cannot)]
    parts = np.arange(len(must) + len(joined)) < len(must)
    units = linked_units(tree, *pairs, parts, np.empty(0, dtype=np.intp))
    found = grow(units.edges, units.sizes, most, units.links)
    top = units.links.sets(len(X))[found.tops[units.of_rows]]
    return found, sorted(np.flatnonzero(top == t).tolist() for t in np.unique(top))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("k", [2, 5])
@pytest.mark.parametrize("method", ["average", "single"])
def test_merges_are_those_of_loops_over_all_pairs(seed, k, method):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rng.integers(5, 26), 2))
    y = rng.integers(3, size=len(X))
    pairs = rng.permutation(len(X))[: len(X) // 2 * 2].reshape(-1, 2).tolist()
    must = [tuple(p) for p in pairs[:5] if y[p[0]] == y[p[1]]]
    cannot = [tuple(p) for p in pairs if y[p[0]] != y[p[1]]]
    kinds = [{"must": must}, {"joined": must}, {"must": must[:1], "joined": must[1:]}]
    for links in [{}, *(kind | {"cannot": cannot} for kind in kinds)]:
        for most in (np.inf, 1.0, 0.4):
            heights, clusters = by_hand(X, k, **links, most=most, method=method)
            found, groups = grown(X, k, **links, most=most, method=method)
            np.testing.assert_allclose(found.heights, heights, rtol=1e-10)
            assert groups == clusters


def test_two_merges_of_a_round_that_contradict_each_other_are_not_both_made():
    # 0-1 and 2-3 are nearest; 1 and 2 must, 0 and 3 cannot be together: the nearer pair is merged.
    X = np.array([[0.0], [1.0], [50.0], [51.5]])
    heights, clusters = by_hand(X, 1, [(1, 2)], [(0, 3)])
    found, groups = grown(X, 1, [(1, 2)], [(0, 3)])
    assert groups == clusters == [[0, 1, 2], [3]]
    assert found.heights.tolist() == heights.tolist() == [1.0]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("method", ["average", "single"])
def test_with_all_pairs_as_edges_it_is_the_linkage_of_that_name(seed, method):
    X = np.random.default_rng(seed).normal(size=(40, 3))
    found, expected = grown(X, 39, method=method)[0], linkage(X, method)
    np.testing.assert_allclose(found.heights, expected[:, 2], rtol=1e-10)


def test_nodes_are_numbered_and_sized_as_scipy_does():
    X = np.random.default_rng(0).normal(size=(30, 2))
    found, _ = grown(X, 29)
    expected = linkage(X, "average")
    np.testing.assert_array_equal(np.sort(found.nodes, axis=1), expected[:, :2])
    np.testing.assert_array_equal(found.sizes_of_nodes, expected[:, 3])


def test_what_is_left_adds_up_the_edges_between_the_clusters():
    X = np.random.default_rng(1).normal(size=(40, 2))
    D, radius, edges = neighbours(X, 6)
    found, groups = grown(X, 6, most=0.6)
    lowest = {rows[0]: rows for rows in groups}
    expected = {}
    for i, j in map(sorted, edges):
        a, b = sorted(next(c for c, rows in lowest.items() if r in rows) for r in (i, j))
        if a != b:
            s, c, g = expected.get((a, b), (0.0, 0, 0.0))
            expected[a, b] = (s + D[i, j], c + 1, g + max(radius[i], radius[j]))
    left = found.left
    assert sorted(zip(left.u.tolist(), left.v.tolist(), strict=True)) == sorted(expected)
    for u, v, *sums in zip(left.u, left.v, left.total, left.number, left.radii, strict=True):
        np.testing.assert_allclose(sums, expected[u, v])


def test_keys_too_large_to_be_packed_give_the_same(monkeypatch):
    rng = np.random.default_rng(0)
    u, v = np.sort(rng.integers(50, size=(2, 400)), axis=0)
    edges = Edges(u, v, *rng.random((3, 400)))
    packed = added_up(edges, np.arange(400), np.arange(50))
    monkeypatch.setattr("jupyter_sscluster.cluster._parts.neighbour_linkage.edges._BITS", 0)
    for one, two in zip(packed, added_up(edges, np.arange(400), np.arange(50)), strict=True):
        np.testing.assert_array_equal(one, two)
    assert (packed.u < packed.v).all()


def test_of_equally_near_clusters_the_lowest_are_merged_first():
    X = np.arange(4.0)[:, None]
    _, groups = grown(X, 1, most=1.0)
    assert groups == [[0, 1], [2, 3]]


@pytest.mark.parametrize("most", [0.25, 0.0, 1.1])
def test_written_in_place_or_anew_the_tree_is_the_same(most, monkeypatch):
    module = "jupyter_sscluster.cluster._parts.neighbour_linkage.growth._MANY"
    X = np.random.default_rng(3).normal(size=(300, 4))
    edges, sizes = free_tree(X, 8).edges, np.ones(300)
    expected = grow(edges, sizes)
    monkeypatch.setattr(module, most)
    for one, two in zip(grow(edges, sizes), expected, strict=True):
        if not isinstance(one, Edges):
            np.testing.assert_allclose(one, two, rtol=1e-12)
