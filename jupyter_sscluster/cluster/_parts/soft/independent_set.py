"""Choose moves that do not interact, by falling gain: a greedy independent set.

Neighbours in the graph of components and pairs in force are never chosen together: gains add up.
"""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array, Index

_SHORT = 24
"""A list up to this long is gone through one by one."""


def falling_gains(gains: Array, least: float) -> Index:
    """Those that gain more than `least`, by falling gain, equal ones by their number."""
    wanting = np.flatnonzero(gains > least)
    return wanting[np.argsort(-gains[wanting], kind="stable")]


def independent(neighbours: sparse.csr_array, components: Index) -> NDArray[np.bool_]:
    """Mask of `components`, in turn, without a chosen neighbour; each is chosen at most once."""
    if len(components) <= _SHORT:
        return _one_by_one(neighbours, components)
    ends, to = neighbours.indptr, neighbours.indices
    chosen = np.zeros(len(components), dtype=bool)
    barred = np.zeros(neighbours.shape[0], dtype=bool)
    left = np.arange(len(components))
    while len(left):
        # The first of the list that wants a component, wherever it is neighbour, keeps others
        # waiting.
        mine = components[left]
        first = np.full(neighbours.shape[0], len(components))
        first[mine[::-1]] = left[::-1]
        counts = ends[mine + 1] - ends[mine]
        owner = np.repeat(np.arange(len(left)), counts)
        shift = np.repeat(ends[mine] - np.cumsum(counts) + counts, counts)
        around = to[np.arange(len(owner)) + shift]
        free = np.ones(len(left), dtype=bool)
        free[owner[first[around] < left[owner]]] = False
        chosen[left[free]] = True
        barred[around[free[owner]]] = True
        left = left[~free]
        left = left[~barred[components[left]]]
    return chosen


def _one_by_one(neighbours: sparse.csr_array, components: Index) -> NDArray[np.bool_]:
    ends, to = neighbours.indptr, neighbours.indices
    barred: set[int] = set()
    chosen = np.zeros(len(components), dtype=bool)
    for position, component in enumerate(components.tolist()):
        if component not in barred:
            chosen[position] = True
            barred.update(to[ends[component] : ends[component + 1]].tolist())
    return chosen
