"""How many points the next ten answers are expected to move: whether it is time to stop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Mask
from jupyter_sscluster.active.question_types.answer_evidence import expected_questions
from jupyter_sscluster.active.question_types.class_probabilities import ClassProbabilities

ANSWERS = 10
MIX = 0.02
"""Share of what the features say that is spread evenly."""

UNKNOWN_NUMBER = "The number of clusters is not set, so changes cannot be estimated."

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
    n_pairs : float or None, default None
        Questions about pairs that are expected to tell as much as to place one of the ten least
        certain points that may be asked about: the mean of √E[q], of the E[q] that place the point
        if asked in order of likelihood. None where the strategy has no posterior.
    """

    moved: float | None
    text: str
    n_pairs: float | None = None


def expected_changes(standing: ClassProbabilities) -> ExpectedChanges:
    """The expected changes of a posterior; no number before every class has been met.

    M₁₀ = Σ (1 − max p) over the ten points of largest H that are not placed, p being what the
    features alone say of a point, .98 P + .02/K.
    """
    met, wanted = standing.n_met, standing.n_clusters
    if met < 2 or not standing.usable:
        text = "Too few answers to estimate. Expect larger changes."
        return ExpectedChanges(None, text if wanted is not None else UNKNOWN_NUMBER)
    n_pairs = _pairs_to_place(standing)
    if wanted is None:
        return ExpectedChanges(None, UNKNOWN_NUMBER, n_pairs)
    if met < wanted:
        text = f"Answers cover {met} of {wanted} clusters so far; expect larger changes."
        return ExpectedChanges(None, text, n_pairs)
    looks = standing.by_looks
    moved = expected_number_of_moves(looks, standing.entropy, standing.placed)
    return ExpectedChanges(moved, _sentence(moved), n_pairs)


def expected_number_of_moves(p: Array, bits: Array, placed: Mask) -> float:
    """M₁₀ of what the features say; the points are those of most `bits` of entropy.

    >>> p = np.array([[0.9, 0.1], [0.5, 0.5], [0.6, 0.4]])
    >>> placed = np.array([False, True, False])
    >>> expected_number_of_moves(p, np.array([0.5, 1.0, 0.9]), placed).__round__(3)
    0.51
    """
    first = _least_certain(bits, placed)
    if not len(first):
        return 0.0
    mixed = (1.0 - MIX) * p[first] + MIX / p.shape[1]
    return float((1.0 - mixed.max(axis=1)).sum())


def _least_certain(bits: Array, placed: Mask) -> IntArray:
    """The ten points of most entropy that are not placed."""
    free = np.flatnonzero(~placed)
    least: IntArray = free[np.argsort(-bits[free], kind="stable")[:ANSWERS]]
    return least


def _pairs_to_place(standing: ClassProbabilities) -> float | None:
    """The mean of √E[q] over the ten least certain points; the last of all classes follows.

    To place a point takes E[q] pairs. The root was chosen after measuring: strategies spend as many
    pairs on other points, of which the first tells most. With it placements are expected to be .87
    to 1.33 times as fast as pairs, with 2 to 15 clusters; they were .91 to 1.33 times as fast
    (`benchmarks/question_types.py`).
    """
    rows = _least_certain(standing.entropy, standing.placed | ~standing.askable)
    if not len(rows):
        return None
    known = standing.n_met == standing.n_clusters
    expected = expected_questions(standing.posterior[rows], last_follows=known)
    return float(np.sqrt(expected).mean())


def _sentence(moved: float) -> str:
    if moved > CALIBRATED:
        return "The next ten answers are expected to move 10 or more points."
    if moved < 1.0:
        return "The next ten answers are expected to move at most one point."
    count = "one point" if round(moved) == 1 else f"{round(moved)} points"
    return f"The next ten answers are expected to move about {count}."
