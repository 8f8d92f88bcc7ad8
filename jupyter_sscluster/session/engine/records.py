"""What a session writes down: answers, finished fits, and the events it publishes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jupyter_sscluster.constraints.noise_rows import NO_ROWS


@dataclass(frozen=True, eq=False)
class FitRecord:
    """One finished fit.

    Attributes
    ----------
    fit : int
        Number of the fit; answers that change nothing for the clusterer share one.
    revision : int
        The session's revision when the fit was published.
    cause : str
        What led to it, such as ``"answer 6: 131 – 144, must-link"``.
    n_answers : int
        Answers in force.
    clusterer : str
        Title of the clusterer.
    n_clusters : int
    labels : (n_samples,) int array, read-only
    moved_points : int array
        Rows whose cluster differs from what was shown before (none for the first fit).
    moved_confirmed : int array
        Those of them that hard answers of before and of now name, and no answer that came or went.
    kept : float
        Share of the statements that the labels satisfy; 1.0 if there are none.
    violated : int
        Number of statements that the labels violate.
    seconds : float
    objective : float or None
        Final objective value, where the clusterer has one.
    fresh : bool
        True if the fit used the clusterer's own starts, False if it went on from the last centres.
    score : float or None
        Adjusted Rand index if true labels are known, else the silhouette; None until computed,
        and where it is not defined.
    renumbered : tuple of (int, int)
        Clusters whose number exists no more, as K has become smaller, and the numbers that they
        have now.
    numbered_after : int
        The fit that these are told by, whose clusters this one's are numbered after; 0 for the
        first.
    placed : bool
        Whether nothing was fitted: rows were added, left out or put back, and the others stayed.
    """

    fit: int
    revision: int
    cause: str
    n_answers: int
    clusterer: str
    n_clusters: int
    labels: np.ndarray = field(repr=False)
    moved_points: np.ndarray = field(repr=False)
    kept: float
    violated: int
    seconds: float
    objective: float | None
    fresh: bool
    score: float | None = None
    model: int = field(default=0, repr=False)
    renumbered: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    numbered_after: int = field(default=0, repr=False)
    placed: bool = field(default=False, repr=False)
    moved_confirmed: np.ndarray = field(default_factory=lambda: NO_ROWS, repr=False)

    @property
    def moved(self) -> int:
        """Number of points that changed cluster."""
        return len(self.moved_points)


@dataclass(frozen=True)
class Event:
    """Something happened in a session.

    ``kind`` is one of "answers", "settings", "question", "fit_started", "progress", "fitted",
    "scored", "failed", "cancelled", "closed", "annotator", "helper" (added or asked); ``detail``
    is a sentence, a record, a query, a name or a ``(step, done, total)`` triple.
    """

    kind: str
    revision: int
    detail: Any = None
