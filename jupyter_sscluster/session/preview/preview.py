"""What one answer to the open question would change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.session.engine.fit.scores import satisfaction
from jupyter_sscluster.session.engine.open_questions import Question


@dataclass(frozen=True, eq=False)
class Preview:
    """The clustering after an answer that was not given, or why there would be none.

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
        The constraints with this answer; None if the answer is refused.
    n_clusters : int or None
        The number of clusters, which an answer about several points may raise.
    next_action : int or None
        The number of the next action after it, as the page counts.
    """

    answer: str | int | tuple[tuple[int, ...], ...] | None
    labels: np.ndarray | None = field(repr=False)
    moved_points: np.ndarray = field(repr=False)
    reason: str = ""
    constraints: Constraints | None = field(default=None, repr=False)
    n_clusters: int | None = None
    next_action: int | None = None
    ask_next: Callable[[], Question | None] = field(default=lambda: None, repr=False)

    @property
    def moved(self) -> int | None:
        """Number of points that would change cluster; None without labels."""
        return None if self.labels is None else len(self.moved_points)

    @property
    def violated(self) -> int | None:
        """Number of constraints that the clustering would violate; None without labels."""
        if self.labels is None or self.constraints is None:
            return None
        return satisfaction(self.labels, self.constraints)[1]

    @property
    def next_question(self) -> Question | None:
        """The question that would be asked after this answer, of the type of the open one.

        The next open one of a batch, else the one that the strategy would propose; None if nothing
        would be left to ask. It is computed when first read, while the question is open; later
        it raises InputError.
        """
        return self.ask_next()

    def moves(self, shown: np.ndarray) -> list[tuple[int, int, int]]:
        """From which cluster to which, and how many points: most of them first.

        Parameters
        ----------
        shown : (n_samples,) int array
            The clustering shown, which the preview was computed for.
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


def no_clustering(answer: str | int | tuple[tuple[int, ...], ...] | None, reason: str) -> Preview:
    """The preview of an answer that leads to no clustering."""
    return Preview(answer, None, np.empty(0, dtype=np.intp), reason)
