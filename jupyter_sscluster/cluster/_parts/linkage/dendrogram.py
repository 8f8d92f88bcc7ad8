"""Dendrogram of the rows from merges, as SciPy's linkage matrix, and its cuts."""

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray, Labels
from jupyter_sscluster.cluster._parts.linkage.nearest_neighbour_chain import Merges
from jupyter_sscluster.cluster._parts.lloyd.lloyd import in_order


def roots_of(merges: Merges, n_leaves: int) -> IntArray:
    """Tree of the forest of merges in which each leaf ends, numbered from 0 by first leaves."""
    parent = np.arange(n_leaves + len(merges.heights))
    parent[_nodes(merges.pairs, n_leaves)] = np.arange(n_leaves, len(parent))[:, None]
    return in_order(topmost(parent)[:n_leaves]).astype(np.int64)


def dendrogram(component_ids: IntArray, merges: Merges) -> Array:
    """Merge table (t, 4) as in scipy; components merge at height 0; heights never fall."""
    n_samples = len(component_ids)
    order = np.argsort(component_ids, kind="stable")
    inside = np.flatnonzero(np.diff(component_ids[order]) == 0)
    first = np.unique(component_ids, return_index=True)[1]
    within = np.stack([first[component_ids[order[inside]]], order[inside + 1]], axis=1)
    pairs = np.concatenate([within, first[merges.pairs]])
    heights = np.concatenate([np.zeros(len(within)), merges.heights])
    nodes = _nodes(pairs, n_samples)
    sizes = np.concatenate([np.ones(n_samples), np.zeros(len(pairs))])
    for t, (a, b) in enumerate(nodes.tolist()):
        sizes[n_samples + t] = sizes[a] + sizes[b]
    heights = np.maximum.accumulate(heights)
    return np.column_stack([np.sort(nodes, axis=1), heights, sizes[n_samples:]])


def whole(tree: Array, n_samples: int) -> Array:
    """The forest as one tree, its parts joined 10 % above the highest merge (at 1 if that is 0)."""
    parent = np.arange(n_samples + len(tree))
    parent[tree[:, :2].astype(np.int64)] = np.arange(n_samples, len(parent))[:, None]
    tops = topmost(parent)
    roots, sizes = np.unique(tops[:n_samples], return_counts=True)
    top = 1.1 * float(tree[:, 2].max(initial=0.0)) or 1.0
    joined = list(tree)
    node, size = int(roots[0]), int(sizes[0])
    for root, more in zip(roots[1:].tolist(), sizes[1:].tolist(), strict=True):
        size += more
        joined.append(np.array([min(node, root), max(node, root), top, size]))
        node = n_samples + len(joined) - 1
    return np.array(joined).reshape(-1, 4)


def cut(tree: Array, n_samples: int, n_clusters: int) -> Labels:
    """Labels after the first merges, as many as leave `n_clusters`; numbered by first rows."""
    n_merges = n_samples - n_clusters
    parent = np.arange(n_samples + n_merges)
    parent[tree[:n_merges, :2].astype(np.int64)] = np.arange(n_samples, len(parent))[:, None]
    return in_order(topmost(parent)[:n_samples])


def _nodes(pairs: IntArray, n_leaves: int) -> IntArray:
    """The two nodes of each merge, given a leaf under each; merge t makes node n_leaves + t."""
    above = list(range(n_leaves + len(pairs)))
    nodes = []
    for t, ends in enumerate(pairs.tolist()):
        found = []
        for node in ends:
            path = []
            while above[node] != node:
                path.append(node)
                node = above[node]
            for passed in path:
                above[passed] = n_leaves + t
            above[node] = n_leaves + t
            found.append(node)
        nodes.append(found)
    return np.array(nodes, dtype=np.int64).reshape(-1, 2)


def topmost(parent: NDArray[np.integer]) -> NDArray[np.integer]:
    """The top above each node."""
    while True:
        above = parent[parent]
        if np.array_equal(above, parent):
            return parent
        parent = above
