"""The weight of pairs: `constraint_weight="auto"`, limits, and the ramp of a cold start.

Default weight of costs by distance: the mean violation cost of a stated pair equals the mean
squared distance within clusters, so that a violated pair costs as much as a point on average.
"""

from collections.abc import Iterator

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.restarts import StartParameters, starts
from jupyter_sscluster.cluster._parts.metric.diameter import diameter_of
from jupyter_sscluster.cluster._parts.metric.mahalanobis import euclidean
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import heaviest, stated_pairs

SHORT = 5
"""Iterations of plain k-means that tell what a point costs."""


def mean_cost(points: Points, centres: Array) -> float:
    """Mean squared distance to the nearest centre after a short run of k-means from these."""
    loop = Alternation(points, len(centres))
    for _ in range(SHORT):
        _, centres, inertia = loop.iterate(centres, None)
    mean = inertia / points.size
    spread = points.total / points.size
    return mean if mean > 1e-9 * spread else spread or 1.0


def mean_violation_weight(points: Points, known: Constraints, mean: float) -> float:
    """W with w (Σ_must ‖x_i - x_j‖² + Σ_cannot (D - ‖x_i - x_j‖²)) / |stated pairs| = `mean`."""
    stated = stated_pairs(known)
    apart = points.X[stated.pairs[:, 0]] - points.X[stated.pairs[:, 1]]
    cost = np.einsum("ij,ij->i", apart, apart)
    if not stated.together.all():
        flat = euclidean(points.X.shape[1], diagonal=True)
        largest = diameter_of(points, 1, exact=True).measure(flat).squared[0]
        cost[~stated.together] = largest - cost[~stated.together]
    total = float(cost.sum())
    return mean * len(stated) / total if total > 1e-9 * mean * len(stated) else 1.0


def auto_violation_weight(estimator: StartParameters, points: Points, known: Constraints) -> float:
    """The same for the mean cost of a point from the first start; 1 without constraints."""
    if not len(known):
        return 1.0
    mean = mean_cost(points, next(starts(estimator, points, known)))
    return mean_violation_weight(points, known, mean)


def check_sums(points: Points, known: Constraints, weight: float = 1.0) -> None:
    """Raise `InputError` if pairs times `weight`, at costs by distance, could overflow a sum."""
    most = max(weight, 1.0) * heaviest(known)
    norms = max(float(points.squared_norms.max()), points.unheld_reach())
    far = 4.0 * max(norms, float(np.abs(points.offset).max()) ** 2)
    if far and most * len(known.touched) ** 2 > 1e306 / far:
        raise InputError(
            f"weights of up to {most:.3g} on pairs whose squared distances may be {far:.3g} can "
            "add up to more than a number can hold; use smaller weights, or divide X by a constant"
        )


RAMP = 10
"""Iterations over which a cold start brings the weight in."""


def ramp_length(max_iter: int, *, cold: bool) -> int:
    """How many iterations bring the weight in: none but in a `cold` start; one is left after."""
    return min(RAMP, max_iter - 1) if cold else 0


def ramped_weights(weight: float, ramp: int) -> Iterator[tuple[int, float]]:
    """The iterations 1 to `ramp` and their weights, in equal steps up to `weight`."""
    for iteration in range(1, ramp + 1):
        yield iteration, weight * iteration / (ramp + 1)
