"""Lookahead: merges admissible while the contracted cannot-link graph stays k-colourable.

Greedy merging may end with more clusters than wanted, all cannot-linked to each other. Clusters can
be merged to k without violating a cannot-link exactly if the cannot-link graph between them is
k-colourable: the colours are the clusters. A merge identifies two vertices, so that it is
admissible if a k-colouring gives both one colour. Deciding that is NP-hard for k >= 3: the
colouring at hand is repaired by a Kempe-chain swap, or else searched for anew within a limit
(Davidson & Ravi 2009).
"""

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import IntArray, Matrix
from jupyter_sscluster.cluster._parts.linkage.lance_williams import Update
from jupyter_sscluster.cluster._parts.linkage.nearest_neighbour_chain import Merges, MergeState
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.feasibility import colour, dsatur

_NODE_LIMIT = 200
"""Branches of the search for a k-colouring after a merge; undecided counts as no until nothing else
is left to merge."""


class ContractedColouring:
    """A k-colouring of the contracted cannot-link graph; `count` > k if none was found."""

    def __init__(self, n_clusters_now: int, edges: IntArray, n_clusters: int) -> None:
        found = colour(n_clusters_now, edges, n_clusters).colours
        colours = dsatur(n_clusters_now, edges) if found is None else found
        self.count = n_clusters if found is not None else int(colours.max()) + 1
        self._neighbours: dict[int, set[int]] = {v: set() for v in np.unique(edges).tolist()}
        for a, b in edges.tolist():
            self._neighbours[a].add(b)
            self._neighbours[b].add(a)
        self._colour = {v: int(colours[v]) for v in self._neighbours}

    def admits(self, i: int, j: int) -> bool:
        """Whether the graph stays k-colourable once two clusters are one, of one colour then."""
        if i not in self._neighbours or j not in self._neighbours:
            return True
        if j in self._neighbours[i]:
            return False
        if self._colour[i] == self._colour[j]:
            return True
        return self._kempe_swapped(i, j) or self._recoloured(i, j)

    def merge(self, kept: int, gone: int) -> None:
        """Contract `gone` into `kept`, which takes over its cannot-links."""
        others = self._neighbours.pop(gone, None)
        if others is None:
            return
        value = self._colour.pop(gone)
        self._colour.setdefault(kept, value)
        self._neighbours.setdefault(kept, set()).update(others)
        for other in others:
            self._neighbours[other].discard(gone)
            self._neighbours[other].add(kept)

    def _kempe_swapped(self, i: int, j: int) -> bool:
        """Give `i` the colour of `j` by a Kempe-chain swap, unless `j` is in the chain of `i`."""
        both = {self._colour[i]: self._colour[j], self._colour[j]: self._colour[i]}
        chain = self._connected_to([i], set(both))
        if j in chain:
            return False
        for v in chain:
            self._colour[v] = both[self._colour[v]]
        return True

    def _recoloured(self, i: int, j: int) -> bool:
        """Search a k-colouring of their connected component in which the two share a colour."""
        component = sorted(self._connected_to([i, j], None))
        place = {v: at for at, v in enumerate(component)}
        place[j] = place[i]
        edges = [(place[v], place[u]) for v in component for u in self._neighbours[v] if v < u]
        found = colour(len(component), np.array(edges), self.count, _NODE_LIMIT).colours
        if found is None:
            return False
        self._colour.update({v: int(found[place[v]]) for v in component})
        return True

    def _connected_to(self, starts: list[int], colours: set[int] | None) -> set[int]:
        """Clusters connected to the given ones in the subgraph of these colours."""
        reached, waiting = set(starts), list(starts)
        while waiting:
            for other in self._neighbours[waiting.pop()]:
                if other not in reached and (colours is None or self._colour[other] in colours):
                    reached.add(other)
                    waiting.append(other)
        return reached


def lookahead_merges(
    D: Matrix,
    sizes: NDArray[np.integer],
    update: Update,
    edges: IntArray,
    n_clusters: int,
) -> Merges:
    """Greedy merges down to `n_clusters`, refusing those that leave the graph not k-colourable.

    So are those for which no colouring is found within the limit. If there is none from the start,
    the number of DSATUR's colours replaces `n_clusters`. Overwrites `D`.
    """
    state, colours = (
        LazyNearestNeighbours(MergeState(D, sizes, update)),
        ContractedColouring(len(D), edges, n_clusters),
    )
    while state.merging.n_left > max(n_clusters, colours.count):
        pair = state.closest()
        if pair is None:
            if not state.readmit_refused():
                break
        elif colours.admits(*pair):
            state.merge(*pair)
            colours.merge(min(pair), max(pair))
        else:
            state.refuse(*pair)
    return state.merging.merges


class LazyNearestNeighbours:
    """Nearest neighbour of every cluster, lazily updated (the generic algorithm of Müllner 2011).

    By reducibility the least distance of a row stays a lower bound when it is outdated: it is
    looked for again only where it is the least of all.
    """

    def __init__(self, merging: MergeState) -> None:
        D = merging.D
        self.merging = merging
        self._to = D.argmin(axis=1)
        self._least = D[np.arange(len(D)), self._to].copy()
        self._stale = np.zeros(len(D), dtype=bool)
        self._refused: dict[int, set[int]] = {}

    def closest(self) -> tuple[int, int] | None:
        """The closest pair that is neither cannot-linked nor refused; None if there is none."""
        while True:
            i = int(self._least.argmin())
            if not self._stale[i]:
                return None if self._least[i] == np.inf else (i, int(self._to[i]))
            self._update(i)

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
        self._update(kept)

    def refuse(self, i: int, j: int) -> None:
        """Leave this pair out from now on."""
        self.merging.report_progress()
        for one, other in ((i, j), (j, i)):
            self._refused.setdefault(one, set()).add(other)
            self._update(one)

    def readmit_refused(self) -> bool:
        """Admit all refused pairs again; False if there are none."""
        anew = any(self._refused.values())
        self._refused.clear()
        self._least[self.merging.inactive == 0.0] = 0.0
        self._stale[:] = self.merging.inactive == 0.0
        return anew

    def _update(self, i: int) -> None:
        row = self.merging.row(i)
        row[list(self._refused.get(i, ()))] = np.inf
        self._to[i] = row.argmin()
        self._least[i] = row[self._to[i]]
        self._stale[i] = False


def least_violating_merges(
    D: Matrix,
    sizes: NDArray[np.integer],
    update: Update,
    violated: Matrix,
    n_clusters: int,
) -> Merges:
    """Merges by `violated` cannot-link weight (m, m), then distance; overwrites both matrices."""
    state = MergeState(D, sizes, update)
    np.fill_diagonal(violated, np.inf)
    while state.n_left > n_clusters:
        lightest = np.where(violated == violated.min(), state.D + state.inactive, np.inf)
        i, j = np.divmod(int(lightest.argmin()), len(D))
        kept, gone = state.merge(int(i), int(j)), max(i, j)
        total = violated[kept] + violated[gone]
        violated[kept] = violated[:, kept] = total
        violated[gone] = violated[:, gone] = np.inf
        violated[kept, kept] = np.inf
    return state.merges


def cannot_link_weights(
    known: Constraints, labels: NDArray[np.integer], n_clusters_now: int
) -> Matrix:
    """Weight of the stated cannot-links between any two clusters of rows, (m, m)."""
    found = np.zeros((n_clusters_now, n_clusters_now))
    ends = labels[known.cannot]
    np.add.at(found, (ends[:, 0], ends[:, 1]), known.cannot_weights)
    return found + found.T
