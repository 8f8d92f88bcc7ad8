"""Initial centres from a clique of cannot-linked components."""

import numpy as np
from scipy.optimize import linear_sum_assignment

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.lloyd.distances import squared_distances


def with_clique_centres(centres: Array, components: Components, rng: np.random.Generator) -> Array:
    """Centres (k, d) with the means of a clique of components replacing the nearest ones.

    Components of a clique lie in different clusters. A linear sum assignment matches them to
    centres. The clique is grown greedily by size times a random factor, so that starts differ.
    """
    clique = _random_clique(components, len(centres), rng)
    if not len(clique):
        return centres
    means = components.vertices.sums[clique] / components.vertices.sizes[clique, None]
    member, nearest = linear_sum_assignment(squared_distances(means, centres))
    centres = centres.copy()
    centres[nearest] = means[member]
    return centres


def _random_clique(components: Components, most: int, rng: np.random.Generator) -> IntArray:
    """A clique of at most `most` components, grown greedily by size times a random factor."""
    edges, sizes = components.vertices.edges, components.vertices.sizes
    weight = sizes * rng.uniform(0.5, 1.0, size=len(sizes))
    candidates = np.unique(edges)
    clique: list[int] = []
    while len(candidates) and len(clique) < most:
        vertex = int(candidates[weight[candidates].argmax()])
        clique.append(vertex)
        around = edges[(edges == vertex).any(axis=1)]
        candidates = np.intersect1d(candidates, around[around != vertex])
    return np.array(clique, dtype=np.int64)
