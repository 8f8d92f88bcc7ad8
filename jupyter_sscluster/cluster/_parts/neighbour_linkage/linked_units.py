"""What the growth starts from: units of equal rows, edges between them, and links."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from jupyter_sscluster._arrays import Array, Index, IntArray, Mask
from jupyter_sscluster.cluster._parts.neighbour_linkage.believed_links import Believed
from jupyter_sscluster.cluster._parts.neighbour_linkage.edges import Edges, added_up, concatenated
from jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree import FreeTree
from jupyter_sscluster.cluster._parts.neighbour_linkage.growth import Grown, grow
from jupyter_sscluster.cluster._parts.neighbour_linkage.links import Links


class Units(NamedTuple):
    """The unit of each row (n,), edges between units, their sizes, and links between them."""

    of_rows: Index
    edges: Edges
    sizes: Array
    links: Links


def grown_with(
    links: Believed, tree: FreeTree, cut: float, misplaced: Index
) -> tuple[Units, Grown]:
    """Merge up to a cut with these links; those that are not needed only if they would be broken.

    A cluster that holds together without a link shows better where it may be two. Misplaced rows
    are merged with no others: links alone say where they are.
    """
    # Clusters that are two without this link, however near its rows are.
    across = tree.heights_of(tree.meeting_nodes(links.must)) > min(cut, tree.cut)
    needed = links.needed
    while True:
        parts = (links.sure & across) | np.isin(links.must, misplaced).any(axis=1)
        units = linked_units(tree, links.must[needed], links.cannot, parts[needed], misplaced)
        grown = grow(units.edges, units.sizes, cut, units.links if len(units.links) else None)
        groups = units.links.sets(len(units.sizes))[grown.tops[units.of_rows]]
        broken = np.not_equal(*groups[links.must].T) & ~needed
        if not broken.any():
            return units, grown
        needed = needed | broken if needed is links.needed else np.ones_like(needed)


def linked_units(
    tree: FreeTree, must: IntArray, cannot: IntArray, parts: Mask, misplaced: Index
) -> Units:
    """Equal and must-linked rows as one unit, with the edges between units, barred by cannot-links.

    Of must-links that are between `parts` (m,) the ends stay units of their own, joined in `links`.
    Equal rows that cannot-links keep apart, by whatever chain of must-links, are units of their
    own: each that is in a link, and the others together. Misplaced rows have no edges.
    """
    of_rows, edges, sizes = tree.value_of, tree.edges, tree.sizes
    torn = _torn(tree, must, cannot)
    if torn.any():
        of_rows, edges, sizes = _torn_apart(tree, torn, np.union1d(must, cannot))
    if len(misplaced):
        gone = np.zeros(len(sizes), dtype=bool)
        gone[of_rows[misplaced]] = True
        edges = edges.take(np.flatnonzero(~(gone[edges.u] | gone[edges.v])))
    if not parts.all():
        onto = _lowest(of_rows[must[~parts]], len(sizes))
        moved = np.zeros(len(sizes), dtype=bool)
        moved[of_rows[must[~parts]]] = True
        touched = moved.take(edges.u) | moved.take(edges.v)
        again = added_up(edges, np.flatnonzero(touched), onto)
        edges = concatenated(edges.take(np.flatnonzero(~touched)), again)
        of_rows, sizes = onto[of_rows], np.bincount(onto, sizes, len(sizes)).astype(np.float64)
    links = Links(of_rows[must[parts]], of_rows[cannot])
    if len(cannot):
        item, apart = links.sets(len(sizes)), links.kept_apart()
        kept = np.zeros(len(sizes), dtype=bool)
        kept[apart] = True
        kept = kept[item]
        at = np.flatnonzero(kept.take(edges.u) & kept.take(edges.v))
        keys = item[edges.u[at]] * len(sizes) + item[edges.v[at]]
        edges = edges.barred(at[np.isin(keys, apart @ np.array([len(sizes), 1]))])
    return Units(of_rows, edges, sizes, links)


def _torn(tree: FreeTree, must: IntArray, cannot: IntArray) -> Mask:
    """Values whose rows cannot all be together, as equality would join cannot-linked rows."""
    components = _lowest(tree.value_of[must], len(tree.sizes))
    ends = components[tree.value_of[cannot]]
    return np.isin(components, ends[ends[:, 0] == ends[:, 1], 0]) & (tree.sizes > 1.0)


def _torn_apart(tree: FreeTree, torn: Mask, linked: IntArray) -> tuple[Index, Edges, Array]:
    """Each linked row of a torn value as a unit, its other rows as one, with the value's edges."""
    n_values = len(tree.sizes)
    of_rows = tree.value_of.copy()
    alone = linked[torn[tree.value_of[linked]]]
    of_rows[alone] = n_values + np.arange(len(alone))
    sizes = np.bincount(of_rows, minlength=n_values + len(alone)).astype(np.float64)
    value = np.append(np.arange(n_values), tree.value_of[alone])
    value, kept = value[sizes > 0.0], np.flatnonzero(sizes > 0.0)
    touched = torn.take(tree.edges.u) | torn.take(tree.edges.v)
    edges = tree.edges.take(np.flatnonzero(touched))
    length, radius = edges.total / edges.number, edges.radii / edges.number
    own = np.flatnonzero(torn)
    # A torn value is near itself, too.
    u, v = np.append(edges.u, own), np.append(edges.v, own)
    length = np.append(length, np.full(len(own), tree.shortest))
    radius = np.append(radius, tree.radii[own])
    units_of = sparse.csr_array((np.ones(len(kept)), (value, kept)), shape=(n_values, len(sizes)))
    at, x, y = _products(units_of, u, v)
    new = edges.of(x, y, length[at], radius[at], sizes[x] * sizes[y])
    return of_rows, concatenated(tree.edges.take(np.flatnonzero(~touched)), new), sizes


def _products(units_of: sparse.csr_array, u: Index, v: Index) -> tuple[Index, Index, Index]:
    """For every edge of values all pairs x < y of their units: number of the edge, x, y."""
    counts = np.diff(units_of.indptr)
    n_u, n_v = counts[u], counts[v]
    at = np.repeat(np.arange(len(u)), n_u * n_v)
    place = np.arange(len(at)) - np.repeat(np.cumsum(n_u * n_v) - n_u * n_v, n_u * n_v)
    x = units_of.indices[units_of.indptr[u[at]] + place // n_v[at]].astype(np.intp)
    y = units_of.indices[units_of.indptr[v[at]] + place % n_v[at]].astype(np.intp)
    once = (u[at] != v[at]) | (x < y)
    at, x, y = at[once], x[once], y[once]
    return at, np.minimum(x, y), np.maximum(x, y)


def _lowest(pairs: Index, n: int) -> Index:
    """The lowest number that each of n is connected to by these pairs (m, 2)."""
    graph = sparse.coo_array((np.ones(len(pairs), bool), (pairs[:, 0], pairs[:, 1])), shape=(n, n))
    _, component = connected_components(graph, directed=False)
    first = np.unique(component, return_index=True)[1]
    found: Index = first[component]
    return found
