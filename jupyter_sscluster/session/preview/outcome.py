"""What one answer to the open question would change."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from jupyter_sscluster.constraints import Constraints


@dataclass(frozen=True, eq=False)
class Outcome:
    """What would be shown after an answer, or why that cannot be told.

    Attributes
    ----------
    answer : str, int, None or tuple of tuples of int
        "must", "cannot" or "unknown" of a pair; else what `Session.place` or `sort` is given.
    labels : (n_samples,) int array, read-only, or None
        The cluster of every point; None if the answer contradicts others or its fit fails.
    moved_points : int array
        Rows whose cluster would differ from the one shown.
    reason : str
        Why there are no labels; empty if there are.
    constraints : Constraints or None
        What would be known then; None if the answer is refused.
    n_clusters : int or None
        The number of clusters then, which an answer about several points may raise.
    next_action : int or None
        What `Session.next_action` would be then.
    """

    answer: str | int | tuple[tuple[int, ...], ...] | None
    labels: np.ndarray | None = field(repr=False)
    moved_points: np.ndarray = field(repr=False)
    reason: str = ""
    constraints: Constraints | None = field(default=None, repr=False)
    n_clusters: int | None = None
    next_action: int | None = None

    @property
    def moved(self) -> int | None:
        """Number of points that would change cluster; None if that cannot be told."""
        return None if self.labels is None else len(self.moved_points)

    def moves(self, shown: np.ndarray) -> list[tuple[int, int, int]]:
        """From which cluster to which, and how many points: most of them first.

        Parameters
        ----------
        shown : (n_samples,) int array
            The clustering shown, which the outcome was worked out for.
        """
        if self.labels is None or not len(self.moved_points):
            return []
        ways = np.stack([shown[self.moved_points], self.labels[self.moved_points]], axis=1)
        pairs, counts = np.unique(ways, axis=0, return_counts=True)
        order = np.argsort(-counts, kind="stable")
        return [
            (int(before), int(after), int(count))
            for (before, after), count in zip(pairs[order], counts[order], strict=True)
        ]


def nothing_told(answer: str | int | tuple[tuple[int, ...], ...] | None, reason: str) -> Outcome:
    """The outcome of an answer that leads to no clustering."""
    return Outcome(answer, None, np.empty(0, dtype=np.intp), reason)
