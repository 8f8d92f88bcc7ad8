"""Merging with foresight, so that cannot-links leave a way to few clusters; or by violating some.

Merging greedily may end with more clusters than wanted, any two of them kept apart. How few are
possible is a question of colouring the graph of cannot-links.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import IntArray, Matrix
from jupyter_sscluster.cluster._parts.linkage.lance_williams import Update
from jupyter_sscluster.cluster._parts.linkage.nearest_neighbour_chain import Merges, Merging
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.feasibility import colour, dsatur

_NODES = 200
"""Branches of the search whether a merge leaves a colouring; an open question counts as no until
nothing else is left to merge."""


class Colours:
    """A colouring of the graph of cannot-links between groups, kept up as groups merge.

    Attributes
    ----------
    count : int
        Colours in use: as many as asked for, or more where no such colouring was found.
    """

    def __init__(self, n_groups: int, edges: IntArray, n_clusters: int) -> None:
        found = colour(n_groups, edges, n_clusters).colours
        colours = dsatur(n_groups, edges) if found is None else found
        self.count = n_clusters if found is not None else int(colours.max()) + 1
        self._apart: dict[int, set[int]] = {v: set() for v in np.unique(edges).tolist()}
        for a, b in edges.tolist():
            self._apart[a].add(b)
            self._apart[b].add(a)
        self._colour = {v: int(colours[v]) for v in self._apart}

    def allow(self, i: int, j: int) -> bool:
        """Whether as many colours still do once two groups are one; they then share a colour."""
        if i not in self._apart or j not in self._apart:
            return True
        if j in self._apart[i]:
            return False
        if self._colour[i] == self._colour[j]:
            return True
        return self._swapped(i, j) or self._coloured_afresh(i, j)

    def merge(self, kept: int, gone: int) -> None:
        """Give `kept` the cannot-links of `gone` too."""
        others = self._apart.pop(gone, None)
        if others is None:
            return
        value = self._colour.pop(gone)
        self._colour.setdefault(kept, value)
        self._apart.setdefault(kept, set()).update(others)
        for other in others:
            self._apart[other].discard(gone)
            self._apart[other].add(kept)

    def _swapped(self, i: int, j: int) -> bool:
        """Give `i` the colour of `j` by a swap along a chain of these two colours, if one can."""
        both = {self._colour[i]: self._colour[j], self._colour[j]: self._colour[i]}
        chain = self._reached([i], set(both))
        if j in chain:
            return False
        for v in chain:
            self._colour[v] = both[self._colour[v]]
        return True

    def _coloured_afresh(self, i: int, j: int) -> bool:
        """Look for any colouring of what is connected to the two in which they share a colour."""
        part = sorted(self._reached([i, j], None))
        place = {v: at for at, v in enumerate(part)}
        place[j] = place[i]
        edges = [(place[v], place[u]) for v in part for u in self._apart[v] if v < u]
        found = colour(len(part), np.array(edges), self.count, _NODES).colours
        if found is None:
            return False
        self._colour.update({v: int(found[place[v]]) for v in part})
        return True

    def _reached(self, starts: list[int], colours: set[int] | None) -> set[int]:
        """Groups connected to the given ones, by way of these colours only."""
        reached, waiting = set(starts), list(starts)
        while waiting:
            for other in self._apart[waiting.pop()]:
                if other not in reached and (colours is None or self._colour[other] in colours):
                    reached.add(other)
                    waiting.append(other)
        return reached


def foreseeing(
    D: Matrix,
    sizes: NDArray[np.integer],
    update: Update,
    edges: IntArray,
    n_clusters: int,
) -> Merges:
    """Greedy merges down to `n_clusters`, without those after which so few would be impossible.

    Merges that leave no colouring with that many colours, or none that is soon found, are refused;
    where none exists from the start, the fewest colours found take the place of `n_clusters`.
    `D` is overwritten.
    """
    state, colours = Nearest(Merging(D, sizes, update)), Colours(len(D), edges, n_clusters)
    while state.merging.n_left > max(n_clusters, colours.count):
        pair = state.closest()
        if pair is None:
            if not state.forgive():
                break
        elif colours.allow(*pair):
            state.merge(*pair)
            colours.merge(min(pair), max(pair))
        else:
            state.refuse(*pair)
    return state.merging.merges


class Nearest:
    """The nearest neighbour of every group, looked for again only where it may be the closest.

    What was least is a lower bound for ever, as no merge brings groups nearer.
    """

    def __init__(self, merging: Merging) -> None:
        D = merging.D
        self.merging = merging
        self._to = D.argmin(axis=1)
        self._least = D[np.arange(len(D)), self._to].copy()
        self._stale = np.zeros(len(D), dtype=bool)
        self._refused: dict[int, set[int]] = {}

    def closest(self) -> tuple[int, int] | None:
        """The closest pair that is neither kept apart nor refused; None if there is none."""
        while True:
            i = int(self._least.argmin())
            if not self._stale[i]:
                return None if self._least[i] == np.inf else (i, int(self._to[i]))
            self._look(i)

    def merge(self, i: int, j: int) -> None:
        """Make one of two; refusals of either hold for it too."""
        kept, gone = self.merging.merge(i, j), max(i, j)
        self._stale |= (self._to == i) | (self._to == j)
        self._stale[gone], self._least[gone] = False, np.inf
        others = self._refused.pop(gone, set())
        self._refused.setdefault(kept, set()).update(others)
        for other in others:
            self._refused[other].discard(gone)
            self._refused[other].add(kept)
        self._look(kept)

    def refuse(self, i: int, j: int) -> None:
        """Leave this pair out from now on."""
        self.merging.tell()
        for one, other in ((i, j), (j, i)):
            self._refused.setdefault(one, set()).add(other)
            self._look(one)

    def forgive(self) -> bool:
        """Admit all refused pairs again; False if there are none."""
        anew = any(self._refused.values())
        self._refused.clear()
        self._least[self.merging.dead == 0.0] = 0.0
        self._stale[:] = self.merging.dead == 0.0
        return anew

    def _look(self, i: int) -> None:
        row = self.merging.row(i)
        row[list(self._refused.get(i, ()))] = np.inf
        self._to[i] = row.argmin()
        self._least[i] = row[self._to[i]]
        self._stale[i] = False


def relaxed(
    D: Matrix,
    sizes: NDArray[np.integer],
    update: Update,
    violated: Matrix,
    n_clusters: int,
) -> Merges:
    """Merges down to `n_clusters` that break the least weight of cannot-links, nearest first.

    `violated` (m, m) is the weight between any two groups, and `D` knows no infinite distances but
    on the diagonal; both are overwritten.
    """
    state = Merging(D, sizes, update)
    np.fill_diagonal(violated, np.inf)
    while state.n_left > n_clusters:
        lightest = np.where(violated == violated.min(), state.D + state.dead, np.inf)
        i, j = np.divmod(int(lightest.argmin()), len(D))
        kept, gone = state.merge(int(i), int(j)), max(i, j)
        total = violated[kept] + violated[gone]
        violated[kept] = violated[:, kept] = total
        violated[gone] = violated[:, gone] = np.inf
        violated[kept, kept] = np.inf
    return state.merges


def weights_between(known: Constraints, group: NDArray[np.integer], n_groups: int) -> Matrix:
    """Weight of the stated cannot-links between any two groups of rows, (m, m)."""
    found = np.zeros((n_groups, n_groups))
    ends = group[known.cannot]
    np.add.at(found, (ends[:, 0], ends[:, 1]), known.cannot_weights)
    return found + found.T
