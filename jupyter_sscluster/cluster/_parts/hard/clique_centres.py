"""First centres put where components that must differ are."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster._parts.hard.components import Components
from jupyter_sscluster.cluster._parts.lloyd.distances import squared_distances


def anchored(centres: Array, components: Components, rng: np.random.Generator) -> Array:
    """Centres (k, d) with the means of a clique of components in place of those next to them.

    Components that are all cannot-linked to each other lie in clusters of their own, so that
    their means are good first centres. The clique is drawn; large components come first.
    """
    clique = _drawn_clique(components, len(centres), rng)
    if not len(clique):
        return centres
    means = components.groups.sums[clique] / components.groups.sizes[clique, None]
    member, near = linear_sum_assignment(squared_distances(means, centres))
    centres = centres.copy()
    centres[near] = means[member]
    return centres


def _drawn_clique(components: Components, most: int, rng: np.random.Generator) -> IntArray:
    """At most so many components with a cannot-link between any two of them."""
    edges, sizes = components.groups.edges, components.groups.sizes
    weight = sizes * rng.uniform(0.5, 1.0, size=len(sizes))
    left = np.unique(edges)
    clique: list[int] = []
    while len(left) and len(clique) < most:
        vertex = int(left[weight[left].argmax()])
        clique.append(vertex)
        around = edges[(edges == vertex).any(axis=1)]
        left = np.intersect1d(left, around[around != vertex])
    return np.array(clique, dtype=np.int64)
