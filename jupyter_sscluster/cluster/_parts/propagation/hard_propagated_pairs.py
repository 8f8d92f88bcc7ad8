"""Select propagated pairs that can all be satisfied, for a base with hard constraints."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Index
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs


def compatible(known: Constraints, propagated: WeightedPairs) -> Index:
    """Numbers of the propagated pairs that contradict neither what is known nor heavier ones.

    Heavier ones come first, of equal ones those of lower rows, must-links before cannot-links.
    What follows from others is left out.
    """
    low, high = propagated.pairs.min(axis=1), propagated.pairs.max(axis=1)
    order = np.lexsort((~propagated.together, high, low, -propagated.weights))
    groups, kept = _Groups(known), list[int]()
    ends = zip(order.tolist(), low[order].tolist(), high[order].tolist(), strict=True)
    for number, i, j in ends:
        add = groups.join if propagated.together[number] else groups.separate
        if add(i, j):
            kept.append(number)
    return np.array(kept, dtype=np.intp)


def with_hard(known: Constraints, propagated: WeightedPairs, chosen: Index) -> Constraints:
    """What is known, with the chosen pairs stated besides."""
    for kind, together in (("must", True), ("cannot", False)):
        own = chosen[propagated.together[chosen] == together]
        known = known.add_pairs(propagated.pairs[own], kind, propagated.weights[own])
    return known


class _Groups:
    """Components that grow: a union-find, and which of its roots are apart."""

    def __init__(self, known: Constraints) -> None:
        self._above: list[int] = known.component_ids.tolist()
        self._apart: list[set[int]] = [set() for _ in range(known.n_components)]
        self._parent = list(range(known.n_components))
        for a, b in known.component_edges.tolist():
            self._apart[a].add(b)
            self._apart[b].add(a)

    def join(self, i: int, j: int) -> bool:
        """State a must-link; False where it is known, or contradicts something."""
        a, b = self._root(i), self._root(j)
        if a == b or b in self._apart[a]:
            return False
        if len(self._apart[a]) < len(self._apart[b]):
            a, b = b, a
        self._parent[b] = a
        for other in self._apart[b]:
            self._apart[other].discard(b)
            self._apart[other].add(a)
            self._apart[a].add(other)
        self._apart[b] = set()
        return True

    def separate(self, i: int, j: int) -> bool:
        """State a cannot-link; False where it is known, or contradicts something."""
        a, b = self._root(i), self._root(j)
        if a == b or b in self._apart[a]:
            return False
        self._apart[a].add(b)
        self._apart[b].add(a)
        return True

    def _root(self, row: int) -> int:
        at, parent = self._above[row], self._parent
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at
