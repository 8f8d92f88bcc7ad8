from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Assignment
from jupyter_sscluster.cluster.seededkmeans import SeededKMeans


class ConstrainedKMeans(SeededKMeans):
    """Starts k-means from the means of rows whose groups are known, and keeps these groups.

    Minimises the inertia Σ ‖x_i - μ_{c_i}‖² over the labellings that agree with all known labels.
    Prefer it where labels are certain; `SeededKMeans` only starts from them, at the same cost, that
    of a single start of k-means. Cluster c is the class that comes c-th in sorted order.

    Classes come from partial labels `y`. Pairs are accepted where they say as much: when every
    two must-link components are cannot-linked.

    Parameters
    ----------
    Those of `SeededKMeans`.

    Attributes
    ----------
    Those of `ConstrainedClusterer`. A cluster without a known row may stay empty where all rows
    are known; its centre is then where it started.

    Raises
    ------
    InputError
        If more classes are known than `n_clusters`, pairs do not settle the classes, or contradict
        each other.

    References
    ----------
    Basu, S., Banerjee, A. & Mooney, R. J. (2002). Semi-supervised clustering by seeding.
    Proc. ICML, 27-34.

    Examples
    --------
    >>> from jupyter_sscluster.cluster import ConstrainedKMeans
    >>> X = [[0.0], [1.0], [4.0], [10.0], [11.0]]
    >>> ConstrainedKMeans(n_clusters=2).fit(X, [1, -1, 0, -1, 0]).labels_.tolist()
    [1, 1, 0, 0, 0]
    """

    title: ClassVar[str] = "Constrained k-means"
    menu_group: ClassVar[str] = "Start from constraints"
    hard: ClassVar[bool] = True

    def _assignment(self, seeds: Labels) -> Assignment | None:
        return Clamp(seeds) if (seeds >= 0).any() else None


class Clamp:
    """Keeps labelled rows in their class."""

    def __init__(self, seeds: Labels) -> None:
        self.rows = np.flatnonzero(seeds >= 0)
        self.classes = seeds[self.rows]

    def assign(self, near: Array, labels: Labels | None) -> Labels:
        """The class of each known row, wherever the centres are."""
        return self.classes

    def penalty(self, labels: Labels) -> float:
        """Nothing: no label is ever violated."""
        return 0.0

    def relocate_to_empty(
        self, near: Array, labels: Labels, counts: Array, empty: int
    ) -> tuple[NDArray[np.intp], float] | None:
        """None: known rows fill no other cluster."""
        return None
