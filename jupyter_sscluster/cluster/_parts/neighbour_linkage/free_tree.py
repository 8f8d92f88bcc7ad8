"""What depends on the data alone: the graph of near rows, its tree, the cut of longest lives."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from jupyter_sscluster._arrays import Array, HashableData, Index, IntArray
from jupyter_sscluster.cluster._parts.linkage.dendrogram import topmost
from jupyter_sscluster.cluster._parts.neighbour_linkage.edges import Edges, NearestEdges
from jupyter_sscluster.cluster._parts.neighbour_linkage.growth import Grown, grow
from jupyter_sscluster.cluster._parts.neighbour_linkage.near_rows import NearRows

FARTHEST = 10.0
"""Where heights end that are compared, in spreads above or below the cut without answers."""

LONGER = 1.5
"""How many times longer clusters live at a height that is a scale of the data of its own."""

LINKAGES: dict[str, type[Edges]] = {"average": Edges, "single": NearestEdges}
"""How far from each other clusters are, by name."""

_SHORTEST = 1e-3
"""Least length of an edge, in medians: no logarithm is infinite."""


@dataclass(frozen=True, eq=False)
class FreeTree:
    """The rows that differ (their `values`), near ones, and the tree grown without any answer.

    Value v stands for `sizes[v]` rows and first stands in row `first[v]`; row i has the value
    `value_of[i]`. `distances` and `places` (n_values, k) are its neighbours, `radii` the last
    distances. Lengths are in the unit of X. `lives` (n_merges,) is how long the clusters that there
    are after each merge live, A in `lives_of`.
    """

    search: NearRows
    value_of: Index
    first: Index
    sizes: Array
    distances: Array
    places: Index
    radii: Array
    shortest: float
    linkage: str
    edges: Edges
    tree: Grown
    lives: Array
    cut: float
    spread: float

    @cached_property
    def above(self) -> Index:
        """The node of the tree that each value or node is merged into; -1 for none."""
        return parents(self.tree, len(self.tree.tops))

    @cached_property
    def clusters(self) -> Index:
        """The node that is the cluster of each value at the cut without answers; -1 if alone."""
        top = self.clusters_at(self.cut)
        found: Index = np.where((top < len(self.sizes)) & (self.sizes == 1.0), -1, top)
        return found

    def clusters_at(self, height: float) -> Index:
        """The node that is the cluster of each value at this height; the value if it is alone."""
        above = np.arange(len(self.above))
        merged = self.heights_of(self.above) <= height
        above[merged] = self.above[merged]
        found: Index = np.asarray(topmost(above)[: len(self.sizes)], dtype=np.intp)
        return found

    def has_scale_between(self, low: float, high: float) -> bool:
        """Whether clusters live longer at a scaled height between these than at a lower one.

        The lower one is above the cut without answers, at which they live longest of all.
        """
        x, lives = self.scaled(self.tree.heights), self.lives
        least = lives[(x > 0.0) & (x <= low)].min(initial=np.inf)
        there = np.append(np.flatnonzero(x <= low)[-1:], np.flatnonzero((x > low) & (x < high)))
        longest = lives[there].max(initial=0.0)
        return bool(longest > LONGER * least)

    def meeting_nodes(self, pairs: IntArray) -> Index:
        """Nodes in which rows of pairs (m, 2) meet; their value if they are equal, -1 if never."""
        return first_common_nodes(self.above, self.value_of[pairs])

    def heights_of(self, nodes: Index) -> Array:
        """Heights of such nodes; 0 of a value, infinite where there is none."""
        n = len(self.tree.tops)
        found = np.where(nodes < 0, np.inf, 0.0)
        found[nodes >= n] = self.tree.heights[nodes[nodes >= n] - n]
        return found

    def scaled(self, heights: Array) -> Array:
        """log(h / cut) / spread, between -10 and 10."""
        with np.errstate(divide="ignore", over="ignore"):
            x: Array = np.log(heights / self.cut) / self.spread
        return np.clip(x, -FARTHEST, FARTHEST)

    def apart(self, pairs: IntArray) -> Array:
        """Distances of pairs of rows (m, 2)."""
        X, v = self.search.X, self.value_of[pairs]
        difference = X[v[:, 0]] - X[v[:, 1]]
        found: Array = np.sqrt(np.einsum("ij,ij->i", difference, difference))
        return found

    def placed(self, pairs: IntArray, nodes: Index) -> Array:
        """Scaled heights of the `nodes` in which pairs meet, half corrected for nearer pairs.

        Near pairs would otherwise say too much about the groups that these are in.
        """
        met = self.scaled(self.heights_of(nodes))
        return met + 0.5 * np.minimum(self.scaled(self.apart(pairs)) - met, 0.0)


def free_tree(X: Array, n_neighbors: int, linkages: tuple[str, ...] = ("average",)) -> FreeTree:
    """The tree of these rows, which is remembered for the next fit.

    Of several `linkages` it is the one by which clusters live longest beside others: of the
    greatest A, a node of m of all n rows counting (1 - m / n) times. Otherwise all rows but an
    outlier would be a cluster of long life. Of equal ones it is the first.
    """
    return _free_tree(HashableData.of(X), n_neighbors, linkages)


@lru_cache(maxsize=3)
def _free_tree(data: HashableData, n_neighbors: int, linkages: tuple[str, ...]) -> FreeTree:
    X = np.array(data.X)
    first, value_of, counts = _values(X)
    search = NearRows(X[first])
    sizes = counts.astype(np.float64)
    k = min(n_neighbors, len(first) - 1)
    distances, places = search.others(k)
    shortest = _shortest(distances)
    distances = np.maximum(distances, shortest)
    radii = distances[:, -1] if k else np.zeros(len(first))
    near, width = _near_pairs(distances, places, radii, sizes), _width(X)
    edges_by = {name: LINKAGES[name].of(*near) for name in linkages}
    trees = {name: grow(edges, sizes) for name, edges in edges_by.items()}

    def beside_others(name: str) -> float:
        m = trees[name].sizes_of_nodes
        return float(lives_of(trees[name], m * (1.0 - m / len(X)), width).max(initial=0.0))

    linkage = max(linkages, key=beside_others)
    edges, tree = edges_by[linkage], trees[linkage]
    lives = lives_of(tree, tree.sizes_of_nodes, width)
    cut, spread = longest_lives(tree, lives, len(first), width)
    return FreeTree(
        search,
        value_of,
        first,
        sizes,
        distances,
        places,
        radii,
        shortest,
        linkage,
        edges,
        tree,
        lives,
        cut,
        spread,
    )


def _values(X: Array) -> tuple[Index, Index, Index]:
    """First row of each different one, in order, the number of each row's, and how many each is."""
    _, first, number, counts = np.unique(
        X, axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    order = np.argsort(first)
    rank = np.empty(len(order), dtype=np.intp)
    rank[order] = np.arange(len(order))
    return first[order], rank[number], counts[order]


def _shortest(distances: Array) -> float:
    positive = distances[distances > 0.0]
    return _SHORTEST * float(np.median(positive)) if len(positive) else 1.0


def _near_pairs(
    distances: Array, places: Index, radii: Array, sizes: Array
) -> tuple[Index, Index, Array, Array, Array]:
    """Each near pair u < v once: its distance, larger radius, and pairs of rows it stands for."""
    n, k = distances.shape
    row, other = np.repeat(np.arange(n), k), places.ravel()
    keys, first = np.unique(np.minimum(row, other) * n + np.maximum(row, other), return_index=True)
    u, v = np.divmod(keys, n)
    length, radius = distances.ravel()[first], np.maximum(radii[u], radii[v])
    return u, v, length, radius, sizes[u] * sizes[v]


def _width(X: Array) -> float:
    """Root of the mean squared distance of two rows."""
    return float(np.sqrt(2.0 * X.var(axis=0).sum()))


def lives_of(tree: Grown, counted: Array, width: float) -> Array:
    """How long the clusters that there are after each merge live.

    A node that is `counted` (n_merges,) m times, as often as it has rows, lives from its height h
    to that of its parent, and after a merge of height τ

        A(τ) = Σ m log(h_parent / h)   over the nodes that live at τ.

    What is never joined lives up to the `width` of the data, where there are several such.
    """
    m, n_values = len(tree.heights), len(tree.tops)
    if m == 0:
        return np.empty(0)
    above = parents(tree, n_values)[n_values:]
    logs, lives = np.log(tree.heights), above >= 0
    parent = np.where(lives, above - n_values, 0)
    ends = np.where(lives, logs[parent], np.inf)
    if np.count_nonzero(~lives) > 1 or m < n_values - 2:
        ends = np.where(lives, ends, np.maximum(logs, np.log(width)))
    gain = counted * np.where(np.isfinite(ends), ends - logs, 0.0)
    change = gain.copy()
    np.subtract.at(change, parent[lives], gain[lives])
    return np.cumsum(change)


def longest_lives(tree: Grown, lives: Array, n_values: int, width: float) -> tuple[float, float]:
    """The height at which clusters live longest, and half the width of the middle log heights.

    Between two merges it is their geometric mean. Two values are no evidence: they are left apart.
    """
    h, m = tree.heights, len(tree.heights)
    if m == 0:
        return (width or 1.0), 1.0
    if n_values == 2:
        return 0.5 * float(h[0]), 1.0
    best = int(np.argmax(lives))
    higher = float(h[best + 1]) if best + 1 < m else max(float(h[best]), width)
    cut = float(np.sqrt(h[best] * higher)) if lives[best] > 0.0 else float(h[-1])
    spread = float(np.subtract(*np.quantile(np.log(h), [0.84, 0.16])) / 2.0)
    return cut, max(spread, 1e-3)


def parents(tree: Grown, n_units: int) -> Index:
    """The node that each unit or node is merged into; -1 where it is merged into none."""
    above = np.full(n_units + len(tree.nodes), -1)
    above[tree.nodes] = np.arange(n_units, len(above))[:, None]
    return above


def first_common_nodes(above: Index, pairs: Index) -> Index:
    """The node at which the two units of each pair (m, 2) meet; the unit if one, -1 if never.

    `above` are the `parents` of units and nodes.
    """
    i, j = pairs[:, 0].copy(), pairs[:, 1].copy()
    while (climbs := (i != j) & (np.minimum(i, j) >= 0)).any():
        # The lower of two nodes is no ancestor of the other.
        lower = np.where(climbs, np.minimum(i, j), -1)
        raised = np.where(lower >= 0, above[lower], -1)
        i, j = np.where(climbs & (i <= j), raised, i), np.where(climbs & (i > j), raised, j)
    return np.where(i == j, i, -1)
