"""Moves of rows and must-link components from an explicit list of pairs, costs (k, m)."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.soft.component_sums import fill_clusters
from jupyter_sscluster.cluster._parts.soft.explicit_pairs import ExplicitPairs, tally
from jupyter_sscluster.cluster._parts.soft.independent_set import falling_gains, independent


class ExplicitMoves:
    """Moves that lower the sum of `base` over the rows and of `weight` x `couplings` over pairs.

    `couplings` (p,) or (k, p) are what a pair costs in a cluster that holds both its rows, beyond
    what it costs elsewhere: with uniform costs -w for a must-link and +w for a cannot-link.
    """

    def __init__(self, pairs: ExplicitPairs, n_clusters: int) -> None:
        self.pairs = pairs
        self.n_clusters = n_clusters
        self.each = np.arange(len(pairs.rows))
        self.large = LargeComponents(pairs)
        size = int(pairs.component.max()) + 1
        at = pairs.component[pairs.ends], pairs.component[pairs.others]
        ones = np.ones(len(pairs.ends), dtype=bool)
        self.neighbours = sparse.coo_array((ones, at), shape=(size, size)).tocsr()

    def total(self, base: Array, couplings: Array, weight: float, labels: Labels) -> Array:
        """What each row costs in each cluster, all other rows staying where they are."""
        found = self.pairs.gathered(labels, couplings, self.n_clusters)
        found *= weight
        found += base
        return found

    def nearest(self, base: Array) -> Labels:
        """Every component to the cluster it is nearest to as a whole."""
        labels: Labels = base.argmin(axis=0).astype(np.int32)
        large = self.large
        if len(large.components):
            whole = large.summed(base[:, large.rows]).argmin(axis=0)
            labels[large.rows] = whole[large.component]
        return labels

    def move(
        self, base: Array, couplings: Array, weight: float, labels: Labels, least: float
    ) -> None:
        """One round of row moves and one of component moves, each gaining more than `least`."""
        self._move_rows(base, couplings, weight, labels, least)
        large = self.large
        if not len(large.components):
            return
        now, together = self.whole(base, couplings, weight, labels)
        wanting = falling_gains(now - together.min(axis=0), least)
        if len(wanting):
            alone = wanting[independent(self.neighbours, large.components[wanting])]
            large.put(alone, together[:, alone].argmin(axis=0), labels)

    def whole(
        self, base: Array, couplings: Array, weight: float, labels: Labels
    ) -> tuple[Array, Array]:
        """What each large component costs as it is, (b,), and whole in each cluster, (k, b)."""
        large, inner = self.large, self.pairs.within
        outside = large.outside(labels, couplings, len(base))
        outside *= weight
        outside += base.take(large.rows, axis=1)
        couplings = weight * couplings[..., inner]
        a, b = labels[self.pairs.first[inner]], labels[self.pairs.second[inner]]
        place = np.arange(len(inner))
        paid = couplings if couplings.ndim == 1 else couplings[a, place]
        now = large.summed(outside[labels[large.rows], large.each])
        now += large.of_pairs(paid * (a == b))
        together = large.summed(outside)
        if couplings.ndim == 1:
            together += large.of_pairs(couplings)
        else:
            together += np.stack([large.of_pairs(row) for row in couplings])
        return now, together

    def _move_rows(
        self,
        base: Array,
        couplings: Array,
        weight: float,
        labels: Labels,
        least: float,
    ) -> None:
        """Move rows to where they cost least: uncoupled rows at once, the others in turn."""
        total = self.total(base, couplings, weight, labels)
        own = total.ravel().take(labels * np.intp(len(labels)) + self.each)
        wanting = falling_gains(own - np.minimum.reduce(total), least)
        if not len(wanting):
            return
        alone = independent(self.neighbours, self.pairs.component[wanting])
        first, later = wanting[alone], wanting[~alone]
        labels[first] = total[:, first].argmin(axis=0)
        del total
        if len(later):
            self._one_by_one(later, base, couplings, weight, labels, least)

    def _one_by_one(
        self,
        rows: Index,
        base: Array,
        couplings: Array,
        weight: float,
        labels: Labels,
        least: float,
    ) -> None:
        sums = self.pairs.gathered(labels, couplings, self.n_clusters)
        coupled = sums.take(rows, axis=1).T.tolist()
        alone = base.take(rows, axis=1).T.tolist()
        place = {row: at for at, row in enumerate(rows.tolist())}
        starts, entries = self.pairs.by_row
        for at, row in enumerate(rows.tolist()):
            costs = [own + weight * paid for own, paid in zip(alone[at], coupled[at], strict=True)]
            here, there = int(labels[row]), costs.index(min(costs))
            if not costs[here] - costs[there] > least:
                continue
            labels[row] = there
            for entry in entries[starts[row] : starts[row + 1]].tolist():
                other = place.get(int(self.pairs.others[entry]))
                if other is not None and other > at:
                    by = couplings[..., entry % len(self.pairs)]
                    leaving, joining = (by, by) if by.ndim == 0 else by[[here, there]]
                    coupled[other][here] -= float(leaving)
                    coupled[other][there] += float(joining)


class LargeComponents:
    """Components of two or more constrained rows, their positions `rows`, and their pairs."""

    def __init__(self, pairs: ExplicitPairs) -> None:
        sizes = np.bincount(pairs.component)
        self.components = np.flatnonzero(sizes > 1)
        self.sizes = sizes[self.components]
        order = np.argsort(pairs.component, kind="stable")
        self.rows = order[(sizes > 1)[pairs.component[order]]]
        self.each = np.arange(len(self.rows))
        self.component = np.repeat(np.arange(len(self.components)), self.sizes)
        self._starts = np.cumsum(self.sizes) - self.sizes
        place = np.zeros(len(pairs.rows), dtype=np.intp)
        place[self.rows] = self.each
        self._of_pair = self.component[place[pairs.first[pairs.within]]]
        a, b = pairs.component[pairs.ends], pairs.component[pairs.others]
        outer = np.flatnonzero((a != b) & (sizes > 1)[a])
        self._ends, self._others = place[pairs.ends[outer]], pairs.others[outer]
        self._pair = outer % max(len(pairs), 1)

    def members(self, number: int) -> Index:
        """Positions of the rows of one component among the constrained rows."""
        start = self._starts[number]
        return self.rows[start : start + self.sizes[number]]

    def summed(self, values: Array) -> Array:
        """Sums over each component, along the last axis."""
        return np.add.reduceat(values, self._starts, axis=-1)

    def deviations(self, values: Array, weights: Array | None = None) -> Array:
        """Deviations (d, rows) from the mean of each component."""
        if weights is None:
            means = self.summed(values) / self.sizes
        else:
            means = self.summed(values * weights) / self.summed(weights)
        return values - means[:, self.component]

    def of_pairs(self, values: Array) -> Array:
        """Values of the pairs within, summed for each component."""
        return np.asarray(
            np.bincount(self._of_pair, values, len(self.components)), dtype=np.float64
        )

    def outside(self, labels: Labels, couplings: Array, n_clusters: int) -> Array:
        """What pairs with other components cost each row in each cluster, (k, rows)."""
        there = labels[self._others]
        weights = couplings[self._pair] if couplings.ndim == 1 else couplings[there, self._pair]
        return tally(there, self._ends, weights, (n_clusters, len(self.rows)))

    def put(self, numbers: Index, clusters: Index, labels: Labels) -> None:
        """Write the clusters of these components into the labels of the constrained rows."""
        of_component = np.full(len(self.components), -1)
        of_component[numbers] = clusters
        of_row = of_component[self.component]
        moved = np.flatnonzero(of_row >= 0)
        labels[self.rows[moved]] = of_row[moved]

    def filling(self, labels: Labels, counts: Array) -> NDArray[np.bool_]:
        """Which components are all that some cluster holds; `counts` are the clusters' sizes."""
        return fill_clusters(self.component, len(self.components), labels[self.rows], counts)
