"""Points that are all cannot-linked to each other, more of them than there are clusters."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.constraints.constraints import Constraints
from jupyter_sscluster.constraints.feasibility import greedy_clique

_LOOKED_AT = 100
"""Components among which a clique is looked for: a bound found in no measurable time."""


def clique_note(known: Constraints, n_clusters: int) -> str | None:
    """A sentence where a greedy look finds that some cannot-links have to break; None else."""
    clique = clique_larger_than(known, n_clusters)
    if not len(clique):
        return None
    shown = [str(row) if known.names is None else known.names[row] for row in clique]
    if len(shown) > 8:
        shown = [*shown[:6], f"… ({len(shown) - 7} more)", shown[-1]]
    return (
        f"n_clusters={n_clusters} is too few to keep all cannot-links: rows "
        f"{', '.join(shown[:-1])} and {shown[-1]} are all cannot-linked to each other, so some "
        f"stay violated; choose n_clusters >= {len(clique)}, or take back some of these "
        "cannot-links"
    )


def clique_larger_than(known: Constraints, n_clusters: int) -> IntArray:
    """Rows, more than `n_clusters`, that are all apart from each other; none if none are found."""
    edges = _core(known.component_edges, n_clusters)
    nobody = np.empty(0, dtype=np.int64)
    if not len(edges):
        return nobody
    components, ends = np.unique(edges, return_inverse=True)
    ends, size = ends.reshape(-1, 2), len(components)
    clique = np.arange(size)
    if len(ends) < size * (size - 1) // 2:
        degree = np.bincount(ends.ravel())
        near = np.zeros(size, dtype=bool)
        near[np.argsort(-degree, kind="stable")[:_LOOKED_AT]] = True
        clique = greedy_clique(size, ends[near[ends].all(axis=1)])
    if len(clique) <= n_clusters:
        return nobody
    first = np.unique(known.component_ids, return_index=True)[1]
    return np.sort(first[components[clique]])


def _core(edges: IntArray, degree: int) -> IntArray:
    """The edges left when vertices with fewer than `degree` neighbours go, again and again."""
    while len(edges):
        kept = (np.bincount(edges.ravel()) >= degree)[edges].all(axis=1)
        if kept.all() or not kept.any():
            return edges[kept]
        edges = edges[kept]
    return edges
