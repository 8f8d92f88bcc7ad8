"""Cost of violated pairs with one weight each, from label counts per component.

With S_ij = -w_ij for a must-link and +w_ij for a cannot-link, the cost of the violated pairs is,
up to a constant, Σ_{i<j} S_ij [c_i = c_j]: must-links pay less where they agree, cannot-links more
(Basu, Banerjee & Mooney 2004, equation 2.1, as the energy of a Potts model with couplings S). So a
row i that goes to cluster k changes the cost by Σ_j S_ij [c_j = k], and with H_gk the number of
rows of aggregate g in cluster k, that is (S H)_gk less the coupling of the row with itself.
"""

from functools import cached_property

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.soft.aggregated_pairs import AggregatedPairs
from jupyter_sscluster.constraints.pairs_in_force import EntailedPairs, PairsInForce


class Couplings:
    """Couplings S between aggregates (the diagonal within one); `inner` within components."""

    def __init__(self, pairs: AggregatedPairs) -> None:
        signed = pairs.cannot - pairs.must
        self.aggregate = pairs.aggregate
        self.sizes = np.bincount(pairs.aggregate, minlength=pairs.n_aggregates).astype(np.float64)
        self.matrix = pairs.matrix(signed)
        self.inner = pairs.matrix(np.where(pairs.within, signed, 0.0))

    @cached_property
    def own(self) -> Array:
        """Coupling of each row with itself, as `matrix` has it: to be taken off."""
        return np.asarray(self.matrix.diagonal()[self.aggregate])

    @cached_property
    def own_within(self) -> Array:
        """The same, as `inner` has it."""
        return np.asarray(self.inner.diagonal()[self.aggregate])

    @cached_property
    def strength(self) -> Array:
        """For each row, the sizes of all its couplings added up."""
        return np.asarray((abs(self.matrix) @ self.sizes)[self.aggregate])

    def counts(self, labels: Labels, n_clusters: int) -> Array:
        """H (n_aggregates, k): number of rows of each aggregate in each cluster."""
        return label_counts(self.aggregate, len(self.sizes), labels, n_clusters)

    def own_inner(self, labels: Labels, n_clusters: int) -> Array:
        """For each row, its couplings within its component and its cluster."""
        held = self.inner @ self.counts(labels, n_clusters)
        return np.asarray(held[self.aggregate, labels] - self.own_within)

    def all_inner(self) -> Array:
        """For each row, its couplings within its component."""
        return np.asarray((self.inner @ self.sizes)[self.aggregate] - self.own_within)


class RunningCouplings:
    """For every aggregate, its couplings with the rows now in each cluster, kept up as rows move.

    This is S H: what ICM calls the local field of a row, but for the row's coupling with itself.
    """

    def __init__(self, couplings: Couplings, labels: Labels, n_clusters: int) -> None:
        matrix = couplings.matrix
        self._aggregate, self._own = couplings.aggregate, couplings.own
        self._ends, self._to, self._by = matrix.indptr, matrix.indices, matrix.data
        self.values = matrix @ couplings.counts(labels, n_clusters)

    def of_all(self, labels: Labels) -> Array:
        """Shape (m, k): the coupling of each row with each cluster, itself left out."""
        values = self.values[self._aggregate]
        values[np.arange(len(labels)), labels] -= self._own
        return np.asarray(values)

    def of_row(self, row: int, label: int) -> Array:
        """Shape (k,): the same for one row."""
        values = self.values[self._aggregate[row]].copy()
        values[label] -= self._own[row]
        return np.asarray(values)

    def move(self, row: int, here: int, there: int) -> None:
        """Take note that a row changed its cluster."""
        aggregate = self._aggregate[row]
        span = slice(self._ends[aggregate], self._ends[aggregate + 1])
        self.values[self._to[span], here] -= self._by[span]
        self.values[self._to[span], there] += self._by[span]


def violated_weight(force: PairsInForce, labels: Labels, n_clusters: int) -> float:
    """Σ w_ij over the violated pairs, from these alone: no large sums cancel out."""
    total = 0.0
    if force.entailed is not None:
        total += _of_closure(force, force.entailed, labels, n_clusters)
    return total + sum(float(t.weights[t.violated(labels)].sum()) for t in force.listed)


def label_counts(aggregate: Index, n_aggregates: int, labels: Labels, n_clusters: int) -> Array:
    """Number of rows of each aggregate in each cluster, (n_aggregates, k)."""
    held = np.bincount(aggregate * n_clusters + labels, minlength=n_aggregates * n_clusters)
    return held.reshape(n_aggregates, n_clusters).astype(np.float64)


def _of_closure(
    force: PairsInForce, entailed: EntailedPairs, labels: Labels, n_clusters: int
) -> float:
    """Of m rows of a component, H_k in cluster k: C(m, 2) - Σ C(H_k, 2) must-links; and Σ H_k H'_k
    cannot-links between two components that are apart.
    """
    held = label_counts(force.component, len(force.sizes), labels, n_clusters)
    sizes = force.sizes.astype(np.float64)
    pairs = (sizes * (sizes - 1)).sum() - (held * (held - 1)).sum()
    touching = np.einsum("ek,ek->", held[entailed.apart[:, 0]], held[entailed.apart[:, 1]])
    return entailed.must * float(pairs) / 2 + entailed.cannot * float(touching)
