"""Which of several moves can be made at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Index

_SHORT = 24
"""A list up to this long is gone through one by one."""


def uncoupled(neighbours: sparse.csr_array, blocks: Index) -> NDArray[np.bool_]:
    """Which of these blocks, one after the other, are not neighbours of one chosen before.

    `neighbours` is symmetric; a block that is its own neighbour is chosen once at most.
    """
    if len(blocks) <= _SHORT:
        return _one_by_one(neighbours, blocks)
    ends, to = neighbours.indptr, neighbours.indices
    chosen = np.zeros(len(blocks), dtype=bool)
    barred = np.zeros(neighbours.shape[0], dtype=bool)
    left = np.arange(len(blocks))
    while len(left):
        # The first of the list that wants a block, wherever it is neighbour, keeps others waiting.
        mine = blocks[left]
        first = np.full(neighbours.shape[0], len(blocks))
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
        left = left[~barred[blocks[left]]]
    return chosen


def _one_by_one(neighbours: sparse.csr_array, blocks: Index) -> NDArray[np.bool_]:
    ends, to = neighbours.indptr, neighbours.indices
    barred: set[int] = set()
    chosen = np.zeros(len(blocks), dtype=bool)
    for position, block in enumerate(blocks.tolist()):
        if block not in barred:
            chosen[position] = True
            barred.update(to[ends[block] : ends[block + 1]].tolist())
    return chosen
