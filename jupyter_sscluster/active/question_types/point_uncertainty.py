"""How unsure a strategy is of every point, to shade a plot with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.active.question_types.class_probabilities import ClassProbabilities
from jupyter_sscluster.active.question_types.expected_changes import MIX, expected_changes

STEPS = (0.1, 0.25, 0.4)
"""Where each level of doubt begins but the first."""

UNSURE = 2
"""The level from which on a point counts as unsure: one chance in four of being elsewhere."""


@dataclass(frozen=True, eq=False)
class Uncertainty:
    """How unsure a strategy is of every point.

    Parameters
    ----------
    doubt : array, shape (n_samples,), or None
        0 where a point's place is known. With a posterior it is the chance that the point belongs
        to another class than its likeliest; None where nothing is known that could be believed.
    text : str
        Why there is none, else "".
    """

    doubt: Array | None
    text: str = ""

    @property
    def levels(self) -> IntArray | None:
        """The doubt in four levels, from 0, sure, to 3.

        >>> Uncertainty(np.array([0.0, 0.1, 0.3, 0.5])).levels.tolist()
        [0, 1, 2, 3]
        """
        if self.doubt is None:
            return None
        found: IntArray = np.searchsorted(STEPS, self.doubt, side="right").astype(np.int64)
        return found

    @property
    def n_unsure(self) -> int:
        """How many points are unsure: of level 2 or 3."""
        levels = self.levels
        return 0 if levels is None else int(np.count_nonzero(levels >= UNSURE))


def uncertainty(standing: ClassProbabilities) -> Uncertainty:
    """The doubt of a posterior: 1 − max p of what the features say, as in the expected changes.

    So the doubts of the ten points asked about next add up to the expected number of moves.
    """
    ahead = expected_changes(standing)
    if ahead.moved is None:
        return Uncertainty(None, ahead.text)
    looks = standing.by_looks
    doubt = 1.0 - ((1.0 - MIX) * looks.max(axis=1) + MIX / looks.shape[1])
    doubt[standing.placed] = 0.0
    return Uncertainty(doubt)
