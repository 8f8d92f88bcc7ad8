"""Base class of the agglomerative clusterers: dendrogram, cuts, dead ends."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster._row_metric import POWER, RowMetric
from jupyter_sscluster._validation import Choice, InputError, Int, Rule
from jupyter_sscluster.cluster._base.nearest_row import NearestRow, nearest_rows
from jupyter_sscluster.cluster._parts.linkage.dendrogram import cut, dendrogram, roots_of, whole
from jupyter_sscluster.cluster._parts.linkage.lance_williams import UPDATES_OF_ANY, InitialClusters
from jupyter_sscluster.cluster._parts.linkage.lookahead import (
    cannot_link_weights,
    least_violating_merges,
)
from jupyter_sscluster.cluster._parts.linkage.nearest_neighbour_chain import Merges
from jupyter_sscluster.cluster._parts.linkage.row_distances import directions, nearest_of
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Learned, Result, described
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import Noted, StepRecord, is_traced
from jupyter_sscluster.constraints import Constraints

MOST = 20_000
"""Components at most: their distances take 1.6 GB in single precision."""

DOUBLE = 8_000
"""Components up to which "auto" is double precision: 0.5 GB."""


class Grown(NamedTuple):
    """Merges in the unit of the data, whether there was a dead end, and the imposed distance."""

    merges: Merges
    dead_end: bool
    imposed: float = np.inf


@dataclass(frozen=True, eq=False)
class DendrogramCuts(Learned):
    """What a fit learned: the dendrogram, and the fewest and most clusters of its cuts."""

    tree: Array
    fewest: int
    most: int
    grown: Grown


class Hierarchy(NearestRow):
    """Must-link components merged two by two; a subclass says in which order.

    Its attributes are described in `ConstrainedAgglomerative`.
    """

    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": Int(1),
        "p": POWER,
        "precision": Choice("auto", "double", "single"),
    }

    metric: str
    p: float
    why_no_weights: ClassVar[str] = (
        "clusters are merged by the distances of single rows, each of which counts once"
    )
    precision: str

    def labels_at(self, n_clusters: int) -> Labels:
        """Labels with another number of clusters, from the same dendrogram.

        Clusters are nested: those for fewer are unions of those for more. They are numbered by
        their first rows.

        Raises
        ------
        InputError
            If `n_clusters` is outside `n_clusters_range_`.
        """
        check_is_fitted(self)
        fewest, most = self.n_clusters_range_
        if not Int(fewest, most).check(n_clusters):
            raise InputError(
                f"n_clusters={n_clusters!r} must be an integer from {fewest} to {most}: this "
                "dendrogram has no other cuts; fit again with that n_clusters"
            )
        labels: Labels = cut(self.dendrogram_, self._n_leaves(), n_clusters)
        return labels if self._left is None else self._left.spread(labels, -1)

    def linkage_matrix(self) -> Array:
        """The dendrogram as a tree of all rows, which `scipy.cluster.hierarchy.dendrogram` draws.

        That is `dendrogram_`, with n_samples - 1 rows, noise not counted. Where it has fewer, as
        cannot-links or the wanted number of clusters ended the merging, its trees are joined at one
        height, a tenth above the highest merge: what is drawn up there is no merge.

        >>> from jupyter_sscluster.cluster import ConstrainedAgglomerative
        >>> model = ConstrainedAgglomerative(2, linkage="single")
        >>> model.fit([[0.0], [1.0], [5.0]], cannot=[(1, 2)]).linkage_matrix().tolist()
        [[0.0, 1.0, 1.0, 2.0], [2.0, 3.0, 1.1, 3.0]]
        """
        check_is_fitted(self)
        return whole(self.dendrogram_, self._n_leaves())

    def _n_leaves(self) -> int:
        """Number of rows in the dendrogram, which are those that are no noise."""
        return len(self.labels_) - len(self.constraints_.noise)

    @abstractmethod
    def _merges(self, points: Points, known: Constraints) -> Grown:
        """Merges of the components."""

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        if known.n_components > MOST:
            raise InputError(
                f"{type(self).__name__}: X has {known.n_components} rows or must-link components, "
                f"more than {MOST}, and all their distances would not fit into memory; fit a "
                "sample of the rows and predict the others, or use COPKMeans or PCKMeans"
            )
        grown = self._merges(points, known)
        tree = dendrogram(known.component_ids, grown.merges)
        fewest = len(points) - len(tree)
        # A dead end leaves more clusters than wanted, must-links may leave fewer components.
        found = min(max(self.n_clusters, fewest), known.n_components)
        labels = cut(tree, len(points), found)
        result = described(points, labels, converged=found == self.n_clusters)
        noted = _noted(tree[: len(points) - found]) if is_traced() else ()
        cuts = DendrogramCuts(tree, fewest, known.n_components, grown)
        return result._replace(learned=cuts, noted=noted)

    def _groups(self, points: Points, labels: NDArray[np.integer]) -> InitialClusters:
        """Rows in clusters, measured by `metric`."""
        return InitialClusters(points.X, labels, self.metric, points.offset, self.p)

    def _nearest(self, X: Array) -> Index:
        if self.metric == "cosine":
            return nearest_rows(directions(X), directions(self._rows + self._offset))
        if self.metric == "euclidean":
            return super()._nearest(X)
        # Estimators of earlier versions lack it, and have no metric that is learned from rows.
        by = vars(self).get("_row_metric") or RowMetric.of(self._rows, self.metric, self.p)
        new, rows = by.mapped(X - self._offset), by.mapped(self._rows)
        return nearest_rows(new, rows) if by.power == 2.0 else nearest_of(new, rows, by)

    def _dtype(self, n_groups: int) -> Any:
        if self.precision == "auto":
            return np.float64 if n_groups <= DOUBLE else np.float32
        return np.float64 if self.precision == "double" else np.float32

    def _relaxed(self, points: Points, known: Constraints, merges: Merges, linkage: str) -> Merges:
        """The merges that violate least, from the roots that are left by the merges so far."""
        roots = roots_of(merges, known.n_components)
        n_roots = int(roots.max()) + 1
        row_root = roots[known.component_ids]
        groups = self._groups(points, row_root)
        D = groups.distances(linkage, np.float64)
        violated = cannot_link_weights(known, row_root, n_roots)
        update = UPDATES_OF_ANY[linkage]
        more = least_violating_merges(D, groups.sizes, update, violated, self.n_clusters)
        first = np.unique(roots, return_index=True)[1]
        return Merges(first[more.pairs], groups.heights(more.heights, linkage))

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        self._row_metric = RowMetric.of(points.X, self.metric, self.p, points.offset)
        cuts = result.learned_as(DendrogramCuts)
        self.dendrogram_ = cuts.tree
        self.n_clusters_range_ = (cuts.fewest, cuts.most)
        self.dead_end_ = cuts.grown.dead_end
        self.n_clusters_ = len(result.centres)

    def _warn_of_duplicates(self, centres: Array) -> None:
        """A warning where clusters share a centre, but not where must-links are the reason."""
        if len(centres) >= self.n_clusters:
            super()._warn_of_duplicates(centres)

    def _warn_of_large_cliques(self, known: Constraints) -> None:
        """A warning of another number of clusters, or where cannot-links are violated."""
        found = self.n_clusters_
        if found == self.n_clusters:
            super()._warn_of_large_cliques(known)
            return
        if found < self.n_clusters:
            note = (
                f"found {found} clusters, fewer than n_clusters={self.n_clusters}, as must-links "
                f"leave no more components; choose n_clusters <= {found}, or take back a must-link"
            )
        else:
            note = (
                f"n_clusters={self.n_clusters} is too few to keep all cannot-links {self._why()}; "
                f"stopped at {found} clusters, of which no two may be merged: choose n_clusters "
                f">= {found}, or {self._way_out()}"
            )
        warnings.warn(f"{type(self).__name__}: {note}", ConvergenceWarning, stacklevel=4)

    def _why(self) -> str:
        return "where the nearest are merged first"

    def _way_out(self) -> str:
        return "dead_end='relax', which violates as few of them as it can"


def _noted(tree: Array) -> Noted:
    """Merges as steps."""
    return tuple(
        StepRecord("merged", pair=(int(a), int(b)), weight=float(height), number=int(size))
        for a, b, height, size in tree
    )
