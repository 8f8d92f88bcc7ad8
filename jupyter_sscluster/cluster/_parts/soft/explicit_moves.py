"""Moves of single rows and of whole must-link components, from pairs written out one by one.

Costs are (k, m): what each of the touched rows costs in each cluster, one cluster after the other
in memory, so that comparing clusters is a pass over long rows.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.soft.explicit_pairs import ListedPairs, tally
from jupyter_sscluster.cluster._parts.soft.independent_set import uncoupled


class ListedMoves:
    """Moves that lower the sum of `base` over the rows and of `weight` x `prices` over the pairs.

    `prices` is what a pair costs in a cluster that holds both its rows, beyond what it costs
    elsewhere: (p,), or (k, p) where clusters differ.
    """

    def __init__(self, pairs: ListedPairs, n_clusters: int) -> None:
        self.pairs = pairs
        self.n_clusters = n_clusters
        self.each = np.arange(len(pairs.rows))
        self.groups = Groups(pairs)
        n_blocks = int(pairs.block.max()) + 1
        at = pairs.block[pairs.ends], pairs.block[pairs.others]
        ones = np.ones(len(pairs.ends), dtype=bool)
        self.neighbours = sparse.coo_array((ones, at), shape=(n_blocks, n_blocks)).tocsr()

    def total(self, base: Array, prices: Array, weight: float, labels: Labels) -> Array:
        """What each row costs in each cluster, all other rows staying where they are."""
        found = self.pairs.gathered(labels, prices, self.n_clusters)
        found *= weight
        found += base
        return found

    def nearest(self, base: Array) -> Labels:
        """Every component to the cluster it is nearest to as a whole."""
        labels = base.argmin(axis=0).astype(np.int32)
        if len(self.groups.blocks):
            whole = self.groups.summed(base[:, self.groups.rows]).argmin(axis=0)
            labels[self.groups.rows] = whole[self.groups.block]
        return labels

    def move(self, base: Array, prices: Array, weight: float, labels: Labels, least: float) -> None:
        """One round of row moves and one of component moves, each gaining more than `least`."""
        self._move_rows(base, prices, weight, labels, least)
        if not len(self.groups.blocks):
            return
        now, together = self.whole(base, prices, weight, labels)
        gains = now - together.min(axis=0)
        wanting = np.flatnonzero(gains > least)
        if len(wanting):
            wanting = wanting[np.argsort(-gains[wanting], kind="stable")]
            alone = wanting[uncoupled(self.neighbours, self.groups.blocks[wanting])]
            self.groups.put(alone, together[:, alone].argmin(axis=0), labels)

    def whole(
        self, base: Array, prices: Array, weight: float, labels: Labels
    ) -> tuple[Array, Array]:
        """What each component costs as it is, (b,), and as a whole in each cluster, (k, b)."""
        groups, inner = self.groups, self.pairs.within
        outside = groups.outside(labels, prices, len(base))
        outside *= weight
        outside += base.take(groups.rows, axis=1)
        prices = weight * prices[..., inner]
        a, b = labels[self.pairs.first[inner]], labels[self.pairs.second[inner]]
        place = np.arange(len(inner))
        paid = prices if prices.ndim == 1 else prices[a, place]
        now = groups.summed(outside[labels[groups.rows], groups.each])
        now += groups.of_pairs(paid * (a == b))
        together = groups.summed(outside)
        if prices.ndim == 1:
            together += groups.of_pairs(prices)
        else:
            together += np.stack([groups.of_pairs(row) for row in prices])
        return now, together

    def _move_rows(
        self,
        base: Array,
        prices: Array,
        weight: float,
        labels: Labels,
        least: float,
    ) -> None:
        """Move rows to where they cost least.

        Rows that no pair joins move at once. The others follow one by one, each facing the moves
        before its own.
        """
        total = self.total(base, prices, weight, labels)
        own = total.ravel().take(labels * np.intp(len(labels)) + self.each)
        gains = own - np.minimum.reduce(total)
        wanting = np.flatnonzero(gains > least)
        if not len(wanting):
            return
        wanting = wanting[np.argsort(-gains[wanting], kind="stable")]
        alone = uncoupled(self.neighbours, self.pairs.block[wanting])
        first, later = wanting[alone], wanting[~alone]
        labels[first] = total[:, first].argmin(axis=0)
        del total
        if len(later):
            self._one_by_one(later, base, prices, weight, labels, least)

    def _one_by_one(
        self,
        rows: Index,
        base: Array,
        prices: Array,
        weight: float,
        labels: Labels,
        least: float,
    ) -> None:
        fields = self.pairs.gathered(labels, prices, self.n_clusters).take(rows, axis=1).T.tolist()
        near = base.take(rows, axis=1).T.tolist()
        place = {row: at for at, row in enumerate(rows.tolist())}
        starts, entries = self.pairs.by_row
        for at, row in enumerate(rows.tolist()):
            costs = [own + weight * paid for own, paid in zip(near[at], fields[at], strict=True)]
            here, there = int(labels[row]), costs.index(min(costs))
            if not costs[here] - costs[there] > least:
                continue
            labels[row] = there
            for entry in entries[starts[row] : starts[row + 1]].tolist():
                other = place.get(int(self.pairs.others[entry]))
                if other is not None and other > at:
                    price = prices[..., entry % len(self.pairs)]
                    leaving, joining = (price, price) if price.ndim == 0 else price[[here, there]]
                    fields[other][here] -= float(leaving)
                    fields[other][there] += float(joining)


class Groups:
    """The components of two rows or more among the touched rows, and the pairs at them.

    `rows` are positions among the touched rows, component by component; `block` is the component
    of each of them, numbered among `blocks`.
    """

    def __init__(self, pairs: ListedPairs) -> None:
        sizes = np.bincount(pairs.block)
        self.blocks = np.flatnonzero(sizes > 1)
        self.sizes = sizes[self.blocks]
        order = np.argsort(pairs.block, kind="stable")
        self.rows = order[(sizes > 1)[pairs.block[order]]]
        self.each = np.arange(len(self.rows))
        self.block = np.repeat(np.arange(len(self.blocks)), self.sizes)
        self._starts = np.cumsum(self.sizes) - self.sizes
        place = np.zeros(len(pairs.rows), dtype=np.intp)
        place[self.rows] = self.each
        self._of_pair = self.block[place[pairs.first[pairs.within]]]
        a, b = pairs.block[pairs.ends], pairs.block[pairs.others]
        outer = np.flatnonzero((a != b) & (sizes > 1)[a])
        self._ends, self._others = place[pairs.ends[outer]], pairs.others[outer]
        self._pair = outer % max(len(pairs), 1)

    def members(self, number: int) -> Index:
        """Positions of the rows of one component among the touched rows."""
        start = self._starts[number]
        return self.rows[start : start + self.sizes[number]]

    def summed(self, values: Array) -> Array:
        """Sums over each component, along the last axis."""
        return np.add.reduceat(values, self._starts, axis=-1)

    def of_pairs(self, values: Array) -> Array:
        """Values of the pairs within, summed for each component."""
        return np.asarray(np.bincount(self._of_pair, values, len(self.blocks)), dtype=np.float64)

    def outside(self, labels: Labels, prices: Array, n_clusters: int) -> Array:
        """What pairs with other components weigh on each row in each cluster, (k, rows)."""
        there = labels[self._others]
        weights = prices[self._pair] if prices.ndim == 1 else prices[there, self._pair]
        return tally(there, self._ends, weights, (n_clusters, len(self.rows)))

    def put(self, numbers: Index, clusters: Index, labels: Labels) -> None:
        """Write the clusters of these components into the labels of the touched rows."""
        of_block = np.full(len(self.blocks), -1)
        of_block[numbers] = clusters
        of_row = of_block[self.block]
        moved = np.flatnonzero(of_row >= 0)
        labels[self.rows[moved]] = of_row[moved]

    def filling(self, labels: Labels, counts: Array) -> np.ndarray:
        """Which components are all that some cluster holds; `counts` are the clusters' sizes."""
        flat = self.block * len(counts) + labels[self.rows]
        held = np.bincount(flat, minlength=len(self.blocks) * len(counts))
        held = held.reshape(-1, len(counts))
        return ((held > 0) & (held == counts)).any(axis=1)
