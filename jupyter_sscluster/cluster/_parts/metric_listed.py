"""Moves of rows and of must-link components under learned metrics, from the pairs one by one.

The same moves as in `metric_moves`, for pairs that are few enough to be written out.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from jupyter_sscluster.cluster._parts.diameter import Diameters
from jupyter_sscluster.cluster._parts.distances import Array, Points
from jupyter_sscluster.cluster._parts.greedy import uncoupled
from jupyter_sscluster.cluster._parts.listed import Index, Labels, ListedPairs
from jupyter_sscluster.cluster._parts.metric import Metric, mapped, product_sum


class ListedSteering:
    """Assigns touched rows to clusters; `weight` multiplies the cost of every broken pair.

    The rows that would gain most go first, so that their order in the data plays no part; Python
    visits only rows that want to move.
    """

    def __init__(self, points: Points, pairs: ListedPairs, n_clusters: int) -> None:
        self.pairs, self.rows, self.block = pairs, pairs.rows, pairs.block
        self.n_clusters = n_clusters
        self.weight = 1.0
        self._far = (~pairs.together).astype(np.float64)
        self.separates = bool((self._far * pairs.weights).any())
        self._augmented = np.ascontiguousarray(points.augmented[pairs.rows].T)
        self.X = np.ascontiguousarray(self._augmented[:-1].T)
        self._apart = self.X[pairs.first] - self.X[pairs.second]
        self._squares = self._apart**2
        self._each = np.arange(len(pairs.rows))
        self._sizes = np.bincount(pairs.block)
        self._order = np.argsort(pairs.block, kind="stable")
        self._starts = np.cumsum(self._sizes) - self._sizes
        self._groups = _Groups(pairs, self._sizes)
        self._neighbours = _neighbours(pairs, len(self._sizes))

    def assign(
        self, centres: Array, metric: Metric, largest: Array, labels: Labels | None
    ) -> Labels:
        """Labels after one round of row moves and one of component moves."""
        base = self._base(centres, metric)
        if labels is None:
            sums = np.add.reduceat(base[:, self._order], self._starts, axis=1)
            labels = sums.argmin(axis=0)[self.block]
        labels = labels.astype(np.int32)
        if not self.weight:
            return base.argmin(axis=0).astype(np.int32)
        distances = self._distances(metric)
        prices = self._prices(distances, largest)
        base += self._half(distances)
        total = base + self.pairs.gathered(labels, prices, self.n_clusters)
        if self._move_rows(base, total, prices, labels):
            total = base + self.pairs.gathered(labels, prices, self.n_clusters)
        if len(self._groups.blocks):
            self._move_blocks(total, distances, prices, largest, labels)
        return labels

    def scatter(self, labels: Labels, *, diagonal: bool, single: bool) -> tuple[Array, Array]:
        """Weighted scatter of the broken pairs and weight of broken cannot-links per metric."""
        pairs = self.pairs
        a, b = labels[pairs.first], labels[pairs.second]
        weights = self.weight * pairs.weights
        weights[(a == b) == pairs.together] = 0.0
        broken = np.flatnonzero(weights)
        a, b, weights = a[broken], b[broken], weights[broken]
        signed = np.where(pairs.together[broken], 0.5, -0.5) * weights
        far = self._far[broken] * weights
        g = 1 if single else self.n_clusters
        if single:
            a = b = np.zeros(len(broken), dtype=np.intp)
        place = np.arange(len(broken))
        table = np.zeros((g, len(broken)))
        np.add.at(table, (a, place), signed)
        np.add.at(table, (b, place), signed)
        weight = np.bincount(a, far, g)
        if diagonal:
            return table @ self._squares[broken], weight
        apart = self._apart[broken]
        return np.stack([product_sum(apart * row[:, None], apart) for row in table]), weight

    def spare(
        self,
        centres: Array,
        metric: Metric,
        diameters: Diameters,
        labels: Labels,
        counts: Array,
        empty: int,
    ) -> tuple[Index, float]:
        """Positions of the row, or the component, whose own cluster would save most, and how much.

        `empty` is the cluster to be filled, `counts` are the sizes of all clusters.
        """
        alone = self._base(centres, metric)
        distances = self._distances(metric)
        prices = self._prices(distances, diameters.squared)
        base = alone + self._half(distances)
        total = base + self.pairs.gathered(labels, prices, self.n_clusters)
        volume = metric.volumes[metric.place(empty)]
        gains = total[labels, self._each] - (total[empty] - alone[empty] - volume)
        gains[counts[labels] <= 1] = -np.inf
        row = int(gains.argmax())
        groups = self._groups
        if not len(groups.blocks):
            return np.array([row]), float(gains[row])
        now, together = self._blocks(total, distances, prices, diameters.squared, labels)
        apart = (
            self.X[groups.rows]
            - groups.summed(self.X[groups.rows].T).T[groups.block]
            / (groups.sizes[groups.block, None])
        )
        moved = mapped(apart, metric.roots[metric.place(empty)])
        inside = np.einsum("ij,ij->i", moved, moved) - volume
        saved = now - together[empty] + groups.summed(alone[empty, groups.rows] - inside)
        held = groups.held(labels, self.n_clusters)
        saved[((held > 0) & (held == counts)).any(axis=1)] = -np.inf
        block = int(saved.argmax())
        if gains[row] >= saved[block]:
            return np.array([row]), float(gains[row])
        return np.flatnonzero(self.block == groups.blocks[block]), float(saved[block])

    def _base(self, centres: Array, metric: Metric) -> Array:
        """‖x - μ_k‖² under A_k less log det A_k, (k, m)."""
        moved = metric.of_centres(centres)
        constants = np.einsum("ij,ij->i", moved, centres) - metric.volumes
        found = np.column_stack([-2.0 * moved, constants]) @ self._augmented
        found += metric.squared_norms(self.X).T
        return found

    def _distances(self, metric: Metric) -> Array:
        """Squared distance of each pair under each metric, (g, p)."""
        if metric.diagonal:
            return metric.matrices @ self._squares.T
        moved = (mapped(self._apart, root) for root in metric.roots)
        return np.stack([np.einsum("ij,ij->i", Z, Z) for Z in moved])

    def _prices(self, distances: Array, largest: Array) -> Array:
        """What a pair costs in a cluster that holds both rows, up to what it costs elsewhere.

        Shape (p,) under one metric, (k, p) under several.
        """
        found = largest[:, None] * self._far - distances
        found *= self.weight * self.pairs.weights
        return found[0] if len(found) == 1 else found

    def _half(self, distances: Array) -> Array | float:
        """Half of what each row's must-links cost under each metric; one metric's are constant."""
        if len(distances) == 1:
            return 0.0
        pairs = self.pairs
        weights = 0.5 * self.weight * pairs.weights * pairs.together * distances
        both = np.concatenate([weights, weights], axis=1)
        return np.stack([np.bincount(pairs.ends, row, len(self.rows)) for row in both])

    def _move_rows(self, base: Array, total: Array, prices: Array, labels: Labels) -> bool:
        """Move rows to where they cost least; whether any moved.

        Rows that no pair joins move at once. The others follow one by one, each facing the moves
        before its own.
        """
        least = _least(total)
        gains = total[labels, self._each] - total.min(axis=0)
        wanting = np.flatnonzero(gains > least)
        if not len(wanting):
            return False
        wanting = wanting[np.argsort(-gains[wanting], kind="stable")]
        alone = uncoupled(self._neighbours, self.block[wanting])
        first, later = wanting[alone], wanting[~alone]
        labels[first] = total[:, first].argmin(axis=0)
        if len(later):
            total = base + self.pairs.gathered(labels, prices, self.n_clusters)
            self._one_by_one(later, total[:, later], prices, labels, least)
        return True

    def _one_by_one(
        self, rows: Index, total: Array, prices: Array, labels: Labels, least: float
    ) -> None:
        costs = total.T.tolist()
        place = {row: at for at, row in enumerate(rows.tolist())}
        starts, order = self.pairs.by_row
        several = prices.ndim == 2
        for row, cost in zip(rows.tolist(), costs, strict=True):
            here, there = int(labels[row]), cost.index(min(cost))
            if not cost[here] - cost[there] > least:
                continue
            labels[row] = there
            for entry in order[starts[row] : starts[row + 1]].tolist():
                other = place.get(int(self.pairs.others[entry]))
                if other is not None:
                    pair = entry % len(self.pairs)
                    near = prices[:, pair] if several else None
                    costs[other][here] -= float(prices[pair] if near is None else near[here])
                    costs[other][there] += float(prices[pair] if near is None else near[there])

    def _move_blocks(
        self, total: Array, distances: Array, prices: Array, largest: Array, labels: Labels
    ) -> None:
        """Move whole components, none bound to another, to where they cost least."""
        now, together = self._blocks(total, distances, prices, largest, labels)
        gains = now - together.min(axis=0)
        wanting = np.flatnonzero(gains > _least(total))
        if not len(wanting):
            return
        wanting = wanting[np.argsort(-gains[wanting], kind="stable")]
        blocks = self._groups.blocks[wanting]
        for at in wanting[uncoupled(self._neighbours, blocks)]:
            labels[self.block == self._groups.blocks[at]] = together[:, at].argmin()

    def _blocks(
        self, total: Array, distances: Array, prices: Array, largest: Array, labels: Labels
    ) -> tuple[Array, Array]:
        """What each component costs as it is, (b,), and as a whole in each cluster, (k, b)."""
        groups, pairs = self._groups, self.pairs
        inner = pairs.within
        weights, together = self.weight * pairs.weights[inner], pairs.together[inner]
        a, b = labels[pairs.first[inner]], labels[pairs.second[inner]]
        apart, far = distances[:, inner], largest[:, None] - distances[:, inner]
        one = len(distances) == 1
        of_a, of_b = (0, 0) if one else (a, b)
        place = np.arange(len(inner))
        broken = np.where(
            together,
            (a != b) * 0.5 * (apart[of_a, place] + apart[of_b, place]),
            (a == b) * far[of_a, place],
        )
        outside = total[:, groups.rows] - groups.gathered(labels, prices[..., inner], len(total))
        if not one:
            half = 0.5 * weights * together * apart
            outside -= np.stack([groups.on_rows(row) for row in half])
        now = groups.summed(outside[labels[groups.rows], groups.each])
        now += np.bincount(groups.of_pair, weights * broken, len(now))
        whole = groups.summed(outside)
        if not together.all():
            costs = np.broadcast_to(far * (weights * ~together), (len(total), len(inner)))
            whole += np.stack([np.bincount(groups.of_pair, row, len(now)) for row in costs])
        return now, whole


class _Groups:
    """The components of two rows or more among the touched rows, and the pairs within them.

    `rows` are positions among the touched rows, component by component; `block` is the component
    of each of them, numbered among `blocks`.
    """

    def __init__(self, pairs: ListedPairs, sizes: Index) -> None:
        self.blocks = np.flatnonzero(sizes > 1)
        self.sizes = sizes[self.blocks]
        order = np.argsort(pairs.block, kind="stable")
        self.rows = order[(sizes > 1)[pairs.block[order]]]
        self.each = np.arange(len(self.rows))
        self.block = np.repeat(np.arange(len(self.blocks)), self.sizes)
        self._starts = np.cumsum(self.sizes) - self.sizes
        number = np.zeros(len(sizes), dtype=np.intp)
        number[self.blocks] = np.arange(len(self.blocks))
        place = np.zeros(len(pairs.rows), dtype=np.intp)
        place[self.rows] = self.each
        inner = pairs.within
        self.of_pair = number[pairs.block[pairs.first[inner]]]
        self._inside = ListedPairs(
            pairs.rows[self.rows],
            self.block,
            place[pairs.first[inner]],
            place[pairs.second[inner]],
            pairs.weights[inner],
            pairs.together[inner],
        )

    def summed(self, values: Array) -> Array:
        """Sums over each component, along the last axis."""
        return np.add.reduceat(values, self._starts, axis=-1)

    def gathered(self, labels: Labels, prices: Array, n_clusters: int) -> Array:
        """What the pairs within weigh on each row in each cluster, (k, rows)."""
        return self._inside.gathered(labels[self.rows], prices, n_clusters)

    def on_rows(self, values: Array) -> Array:
        """Values of the pairs within, summed for each row."""
        return np.bincount(self._inside.ends, np.tile(values, 2), len(self.rows))

    def held(self, labels: Labels, n_clusters: int) -> Array:
        """Number of rows of each component in each cluster, (b, k)."""
        flat = self.block * n_clusters + labels[self.rows]
        return np.bincount(flat, minlength=len(self.blocks) * n_clusters).reshape(-1, n_clusters)


def _neighbours(pairs: ListedPairs, n_blocks: int) -> sparse.csr_array:
    """Which components have a pair with which, or within them."""
    at = pairs.block[pairs.ends], pairs.block[pairs.others]
    found = sparse.coo_array((np.ones(len(pairs.ends)), at), shape=(n_blocks, n_blocks))
    return found.tocsr()


def _least(total: Array) -> float:
    """Gains up to this may be rounding."""
    return 1e-11 * float(np.abs(total).mean())
