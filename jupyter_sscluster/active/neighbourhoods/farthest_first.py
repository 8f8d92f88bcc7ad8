"""Farthest-first exploration: the plan of Explore-Consolidate and Min-Max."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import pdist

from jupyter_sscluster._number_text import number_text
from jupyter_sscluster.active.neighbourhoods.points_to_place import Neighbourhoods
from jupyter_sscluster.active.question_types.probability_text import clusters_found
from jupyter_sscluster.active.similarity.point_distances import (
    distance_to_nearest,
    distances_between,
    representative,
    scale_of,
)
from jupyter_sscluster.active.snapshot import Pair

SAMPLE = 1000
PERCENTILE = 20


class FarthestFirstExploration:
    """Targets in farthest-first order from the skeleton; neighbourhoods by rising distance.

    The skeleton is the union of the certified neighbourhoods. Min-Max takes the point whose largest
    similarity to it is least; as exp(−d² / 2σ²) falls with d, that is the farthest point whatever
    σ. `rng` orders the points that distance does not: all of them unless `exploring`, or duplicates
    of placed ones.
    """

    def __init__(
        self, ground: Neighbourhoods, rng: np.random.Generator, exploring: bool = True
    ) -> None:
        self.ground, self.rng, self.exploring = ground, rng, exploring
        self.snapshot = ground.snapshot
        self.distances: dict[int, float] = {}

    def fresh(self) -> Iterator[int]:
        """Farthest-first order, then at random what distance does not order."""
        if self.exploring:
            for target, distance in self.ground.farthest():
                self.distances[target] = distance
                yield target
        ids = self.ground.component_ids
        points = np.flatnonzero(np.isin(ids, self.ground.fresh))
        yield from dict.fromkeys(ids[self.rng.permutation(points)].tolist())

    def score(self, target: int) -> float:
        """The distance, where it is why the target is asked about."""
        return self.distances.get(target, 0.0)

    def preference(self, target: int) -> NDArray[np.float64]:
        """The nearer the nearest member, the likelier the neighbourhood."""
        X, ground = self.snapshot.X, self.ground
        point = X[representative(X, ground.points(target))][None]
        return np.array([-distances_between(point, X[members]).min() for members in ground.members])

    def why(self, target: int, pair: Pair) -> str:
        """The distance, and what it may mean."""
        point, member = map(self.snapshot.name, pair)
        if target in self.ground.half_resolved | self.ground.doubtful:
            return why_on(self.ground, target, pair)
        if target not in self.distances:
            return (
                f"Point {point} was drawn at random, to be placed in one of the groups found so "
                f"far; {member} is the nearest point of the likeliest."
            )
        found, wanted = len(self.ground.ids), self.ground.n_clusters
        return (
            f"Point {point} is the farthest from everything answered so far "
            f"(distance {number_text(self.distances[target], 3)}), "
            + (
                f"so its group is open; {member} is the nearest point of the likeliest group."
                if found == wanted
                else f"so it may be a new cluster; {clusters_found(found, wanted)}."
            )
        )

    def unknown(self) -> NDArray[np.float64]:
        """How far every point is from what is placed."""
        return skeleton_dissimilarity(self.ground)


def why_on(ground: Neighbourhoods, target: int, pair: Pair) -> str:
    """Why a point that has been asked about is asked about again: what is known of it."""
    point, member = map(ground.snapshot.name, pair)
    apart = len(ground.apart(target))
    if apart == 0:
        return f"Point {point} is still to be placed; {member} is the next to compare it with."
    return (
        f"Point {point} is apart from {apart} of the {len(ground.ids)} groups found so far; "
        f"{member} is in the likeliest of the others."
    )


def skeleton_dissimilarity(ground: Neighbourhoods) -> NDArray[np.float64]:
    """Dissimilarity (n_samples,) to the skeleton: 1 − max_y s(x, y), s = exp(−‖x − y‖² / 2σ²).

    σ is the 20th percentile of the distances between points, estimated from 1000 of them where
    there are more. Where some neighbourhoods are ruled out, it shrinks by their share. The
    criterion of Mallapragada, Jin & Jain (2008), doi:10.1109/ICPR.2008.4761792.
    """
    placed = np.concatenate(ground.members)
    distance = distance_to_nearest(ground.snapshot.X, placed)
    width = _kernel_width(ground.snapshot.X)
    with np.errstate(over="ignore"):
        unlike = -np.expm1(-0.5 * (distance / width) ** 2)
    return unlike * open_neighbourhood_share(ground)


def open_neighbourhood_share(ground: Neighbourhoods) -> NDArray[np.float64]:
    """Share of the neighbourhoods that each point may still belong to, shape (n_samples,)."""
    ruled_out = np.bincount(ground.edges_outward[0], minlength=len(ground.place))
    return (1.0 - ruled_out / len(ground.ids))[ground.component_ids]


def _kernel_width(X: NDArray[np.float64]) -> float:
    """σ, the 20th percentile of the distances; the least positive one where that is 0; else 1."""
    rows = np.linspace(0, len(X) - 1, min(len(X), SAMPLE)).astype(np.int64)
    scale = scale_of(X)
    distances = pdist(X[rows] / scale) * scale
    width = float(np.percentile(distances, PERCENTILE))
    apart = distances[distances > 0]
    return width or (float(apart.min()) if len(apart) else 1.0)
