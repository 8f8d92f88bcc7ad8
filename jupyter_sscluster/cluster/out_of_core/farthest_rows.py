"""For each cluster, the rows in blocks that are farthest from its centre."""

import numpy as np

from jupyter_sscluster._arrays import Array, Block
from jupyter_sscluster.cluster._parts.lloyd.points import FarRow
from jupyter_sscluster.cluster._parts.metric.mahalanobis import mapped
from jupyter_sscluster.cluster.out_of_core.block_computations import Space, costs_of
from jupyter_sscluster.cluster.out_of_core.blocks import Own


def far_rows(
    block: Block,
    own: Own,
    space: Space,
    form: Array,
    centres: Array,
    root: Array | None,
    most: int,
    to: int | None = None,
) -> list[list[FarRow]]:
    """Of each cluster the `most` rows that cost most, less their cost in a cluster `to`."""
    found: list[list[FarRow]] = [[] for _ in centres]
    for rows, labels, costs, X in costs_of(block, own, space, form, centres, root):
        if to is not None:
            apart = X - centres[to]
            apart = apart if root is None else mapped(apart, root)
            costs = costs - np.einsum("ij,ij->i", apart, apart)
        for cluster in np.unique(labels).tolist():
            inside = np.flatnonzero(labels == cluster)
            # A stable sort: of equals the first rows.
            top = inside[np.argsort(-costs[inside], kind="stable")[:most]]
            new = [
                FarRow(float(costs[i]), own.start + int(rows[i]), cluster, X[i].copy()) for i in top
            ]
            found[cluster] = _first(found[cluster] + new, most)
    return found


def far_together(parts: list[list[list[FarRow]]]) -> list[list[FarRow]]:
    """Those of several blocks."""
    most = max(len(rows) for part in parts for rows in part)
    return [_first([far for rows in of for far in rows], most) for of in zip(*parts, strict=True)]


def _first(rows: list[FarRow], most: int) -> list[FarRow]:
    return sorted(rows, key=lambda far: (-far.cost, far.row))[:most]


class FarRows:
    """The rows of blocks that may fill an empty cluster."""

    def __init__(self, of_cluster: list[list[FarRow]]) -> None:
        self._of_cluster = of_cluster

    def best(self, counts: Array) -> FarRow | None:
        """The first of the costliest, of clusters of more than one row; None if there is none."""
        offered = [rows[0] for k, rows in enumerate(self._of_cluster) if rows and counts[k] > 1]
        return min(offered, key=lambda far: (-far.cost, far.row), default=None)

    def take(self, far: FarRow) -> None:
        """Offer this row no more."""
        rows = self._of_cluster[far.cluster]
        del rows[[one.row for one in rows].index(far.row)]
