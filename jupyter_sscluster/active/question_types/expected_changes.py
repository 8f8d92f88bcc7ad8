"""How many points the next ten answers are expected to move: whether it is time to stop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jupyter_sscluster._arrays import Array, Mask
from jupyter_sscluster.active.question_types.class_probabilities import ClassProbabilities

ANSWERS = 10
MIX = 0.02
"""Share of what the features say that is spread evenly."""

CALIBRATED = 4.0
"""Above this the expected number is too low: say ten points or more."""


@dataclass(frozen=True)
class ExpectedChanges:
    """How many points the next ten answers are expected to move to another cluster.

    It says whether the clustering is stable, not whether it is right: wrong answers make it no less
    stable.

    Parameters
    ----------
    moved : float or None
        Expected number of points, to be believed up to 4; None where it cannot be told.
    text : str
        One sentence: the number, "10 or more", or why there is none.
    """

    moved: float | None
    text: str


def expected_changes(standing: ClassProbabilities) -> ExpectedChanges:
    """The expected changes of a posterior; no number before every class has been met.

    M₁₀ = Σ (1 − max p) over the ten points of largest H that are not placed, p being what the
    features alone say of a point, .98 P + .02/K.
    """
    met, wanted = standing.n_met, standing.n_clusters
    if wanted is None:
        return ExpectedChanges(
            None, "The number of clusters is not set, so changes cannot be estimated."
        )
    if met < 2 or not standing.usable:
        return ExpectedChanges(None, "Too few answers to estimate. Expect larger changes.")
    if met < wanted:
        return ExpectedChanges(
            None, f"Answers cover {met} of {wanted} clusters so far; expect larger changes."
        )
    looks = standing.by_looks
    moved = expected_number_of_moves(looks, standing.entropy, standing.placed)
    return ExpectedChanges(moved, _sentence(moved))


def expected_number_of_moves(p: Array, bits: Array, placed: Mask) -> float:
    """M₁₀ of what the features say; the points are those of most `bits` of entropy.

    >>> p = np.array([[0.9, 0.1], [0.5, 0.5], [0.6, 0.4]])
    >>> placed = np.array([False, True, False])
    >>> expected_number_of_moves(p, np.array([0.5, 1.0, 0.9]), placed).__round__(3)
    0.51
    """
    free = np.flatnonzero(~placed)
    first = free[np.argsort(-bits[free], kind="stable")[:ANSWERS]]
    if not len(first):
        return 0.0
    mixed = (1.0 - MIX) * p[first] + MIX / p.shape[1]
    return float((1.0 - mixed.max(axis=1)).sum())


def _sentence(moved: float) -> str:
    if moved > CALIBRATED:
        return "The next ten answers are expected to move 10 or more points."
    if moved < 1.0:
        return "The next ten answers are expected to move at most one point."
    count = "one point" if round(moved) == 1 else f"{round(moved)} points"
    return f"The next ten answers are expected to move about {count}."
