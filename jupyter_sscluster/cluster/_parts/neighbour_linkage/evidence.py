"""How much answers tell of the height at which merging stops."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from jupyter_sscluster._arrays import Array, Index, IntArray, Mask
from jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree import FreeTree

MOST = 20
"""So many answers "same" of one component count in full; more of them add nothing."""

STEP = 0.6
"""How far from each other, in spreads, answers are that tell of one height."""


def evidence(
    pairs: IntArray,
    x: Array,
    different: Mask,
    clusters: Index,
    picked: Mask,
    tree: FreeTree,
) -> Array:
    """What each answer (m,) about `pairs` (m, 2) of rows that meet at `x` counts in a calibration.

    That is r / s, how well it is `reached` from h₀ by the `divisor` of its component; or what is
    `agreed`, if that is more. A "same" of a row in none of the `clusters` (m, 2) without
    answers, -1, is no step to others, and agrees with others only if it tells `of_clusters`. A pair
    that a person `picked` (m,) since these clusters have it wrong is no step either, and agrees
    with others only if the `tree` of all rows has a scale between these and all that are different.
    """
    n_rows = len(tree.value_of)
    inside = (clusters >= 0).all(axis=1)
    exceptions = picked & (different == (inside & (clusters[:, 0] == clusters[:, 1])))
    steps = ~exceptions & (different | inside)
    of_steps = x[steps], different[steps]
    found = np.zeros(len(x))
    found[steps] = reached(*of_steps) / divisor(pairs[steps], *of_steps, n_rows)
    tells = of_clusters(pairs, different, clusters, n_rows)
    between = agreed(x, different)
    if (exceptions & (between > 0.0)).any():
        highest, lowest = x[between > 0.0].max(), x[different & (x > 0.0)].min()
        tells &= ~exceptions | tree.has_scale_between(highest, lowest)
    return np.maximum(found, np.where(tells, between, 0.0))


def of_clusters(pairs: IntArray, different: Mask, clusters: Index, n_rows: int) -> Mask:
    """Whether each answer tells of clusters: all but "same" of rows that are in none, -1.

    A row alone, noise perhaps, may be linked to any cluster, however far these are from each other.
    A "same" of such a row tells of clusters where its component of must-links has rows of two.
    """
    same = ~different
    component = components(pairs[same], n_rows)
    inside = clusters[same].ravel() >= 0
    rows, own = pairs[same].ravel()[inside], clusters[same].ravel()[inside]
    joined = np.unique(np.column_stack([component[rows], own]), axis=0)[:, 0]
    many = np.bincount(joined, minlength=n_rows)[component[pairs[:, 0]]] > 1
    return different | many | (clusters >= 0).all(axis=1)


def agreed(x: Array, different: Mask) -> Array:
    """What "same" counts between h₀ and all m "different" above h₀: m / (m + 1); 0 for others.

    If one height between the two kinds explains all answers, they are no exceptions from h₀: so it
    is where labels or pairs drawn at random are given of long groups in fragments.
    """
    above = x[different & (x > 0.0)]
    counts = ~different & (x > 0.0) & (x < above.min(initial=np.inf))
    return np.where(counts, len(above) / (len(above) + 1.0), 0.0)


def reached(x: Array, different: Mask) -> Array:
    """exp(-Σ g² / (2 · .6²)), over the steps g that lead from h₀ to an answer.

    A cut above a "same" at x takes all merges below x for right, hundreds perhaps, of which nobody
    has said so. That this one is an exception, two groups that are one for a reason of their own,
    is the likelier the farther it is from what is known. Steps lead from h₀, at 0, up to the
    lowest "same" above it, from there to the next, and so on: each is taken with the likelihood of
    a normal of mean 0. In the same way they lead down from h₀ over each "different" below it.
    All other answers agree with h₀ and count in full.
    """
    found = np.ones(len(x))
    for sign, said in ((1.0, False), (-1.0, True)):
        at = np.flatnonzero((different == said) & (sign * x > 0.0))
        far, place = np.unique(sign * x[at], return_inverse=True)
        steps = np.diff(far, prepend=0.0) / STEP
        found[at] = np.exp(-0.5 * np.cumsum(steps**2))[place]
    return found


def divisor(pairs: IntArray, x: Array, different: Mask, n_rows: int) -> Array:
    """What each answer is divided by: m / `MOST` if that is above 1, for a "same" above h₀; else 1.

    m is the number of "same" above h₀ in its component of must-links. If one group holds together
    for a reason of its own, all answers about its rows are "same": however many hundreds there are,
    they tell no more of the height than `MOST` of them.
    """
    found = np.ones(len(x))
    component = components(pairs[~different], n_rows)[pairs[:, 0]]
    counts = ~different & (x > 0.0)
    found[counts] = np.maximum(np.bincount(component[counts])[component[counts]] / MOST, 1.0)
    return found


def components(same: IntArray, n_rows: int) -> Index:
    """The component of each row by these pairs (m, 2)."""
    entries = (np.ones(len(same)), (same[:, 0], same[:, 1]))
    graph = sparse.coo_array(entries, shape=(n_rows, n_rows))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.intp)
