"""The weight of pairs brought in over the first iterations of a cold start.

Centres that no iteration has moved say little about which pairs can be kept: distances order
things first, and pairs weigh more and more, as in annealing.
"""

from __future__ import annotations

from collections.abc import Iterator

RAMP = 10
"""Iterations over which a cold start brings the weight in."""


def ramp_length(max_iter: int, *, cold: bool) -> int:
    """How many iterations bring the weight in: none but in a `cold` start; one is left after."""
    return min(RAMP, max_iter - 1) if cold else 0


def ramped_weights(weight: float, ramp: int) -> Iterator[tuple[int, float]]:
    """The iterations 1 to `ramp` and their weights, in equal steps up to `weight`."""
    for iteration in range(1, ramp + 1):
        yield iteration, weight * iteration / (ramp + 1)
