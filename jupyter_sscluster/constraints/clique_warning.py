"""Find a clique of cannot-links larger than n_clusters, and word the warning."""

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.constraints.constraints import Constraints
from jupyter_sscluster.constraints.feasibility import greedy_clique

_CANDIDATES = 100
"""Components of highest degree in which a clique is grown; takes no measurable time."""


def clique_note(known: Constraints, n_clusters: int) -> str | None:
    """A sentence where a greedy clique shows that some cannot-links stay violated; None else."""
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
    """Cannot-link clique larger than n_clusters (a row each), found greedily, or no rows."""
    edges = _k_core(known.component_edges, n_clusters)
    empty = np.empty(0, dtype=np.int64)
    if not len(edges):
        return empty
    components, ends = np.unique(edges, return_inverse=True)
    ends, size = ends.reshape(-1, 2), len(components)
    clique = np.arange(size)
    if len(ends) < size * (size - 1) // 2:
        degrees = np.bincount(ends.ravel())
        of_high_degree = np.zeros(size, dtype=bool)
        of_high_degree[np.argsort(-degrees, kind="stable")[:_CANDIDATES]] = True
        clique = greedy_clique(size, ends[of_high_degree[ends].all(axis=1)])
    if len(clique) <= n_clusters:
        return empty
    first = np.unique(known.component_ids, return_index=True)[1]
    return np.sort(first[components[clique]])


def _k_core(edges: IntArray, k: int) -> IntArray:
    """Edges of the k-core; every clique of k + 1 lies in it, as its vertices have k neighbours."""
    while len(edges):
        kept = (np.bincount(edges.ravel()) >= k)[edges].all(axis=1)
        if kept.all() or not kept.any():
            return edges[kept]
        edges = edges[kept]
    return edges
