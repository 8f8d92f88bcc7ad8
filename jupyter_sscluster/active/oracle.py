"""Who answers: the only file that sees true labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from jupyter_sscluster._validation import InputError, check_count, check_data
from jupyter_sscluster.active.oracles.by_pairs import sorted_one_by_one
from jupyter_sscluster.constraints.sampling import label_codes


class BudgetExhausted(RuntimeError):
    """An oracle was asked more often than it may be."""


class Oracle:
    """Answers from known classes, a limited number of times.

    A pair is "must" when both points are of one class, "cannot" when they are of two, "unknown"
    when one of them has no label. Every call counts, whatever the answer and however many points it
    is about.

    Parameters
    ----------
    labels : array or list, shape (n_samples,)
        Classes of any kind (numbers, text); -1, NaN and None mean that a point has no label.
    max_queries_cnt : int or None, default 20
        How many questions may be asked; None for no limit.

    Attributes
    ----------
    n_samples : int
        Number of points it knows about.
    queries_cnt : int
        Questions asked so far.
    remaining : int or float
        Questions left; infinity without a limit.

    References
    ----------
    Švehla, J. (2018). Active semi-supervised clustering. MSc thesis, Czech Technical University in
    Prague, listing 4.2.

    >>> oracle = Oracle(labels=["a", "a", "b"], max_queries_cnt=2)
    >>> oracle.query(0, 1), oracle.query(0, 2), oracle.remaining
    ('must', 'cannot', 0)
    >>> oracle = Oracle(labels=["a", "a", "b", "c", "c"])
    >>> oracle.place(0, [2, 1]), oracle.place(3, [2, 1])
    (1, None)
    >>> oracle.sort([1, 3, 4], representatives=[0, 2])
    [[0, 1], [2], [3, 4]]
    """

    def __init__(self, labels: Any, max_queries_cnt: int | None = 20) -> None:
        self.labels = labels
        self._codes = label_codes(labels)
        if max_queries_cnt is not None:
            check_count(max_queries_cnt, "max_queries_cnt", 0, way_out="None means no limit")
        self.max_queries_cnt = max_queries_cnt
        self.queries_cnt = 0

    @property
    def n_samples(self) -> int:
        """Number of points it knows about."""
        return len(self._codes)

    @property
    def remaining(self) -> float:
        """Questions left; infinity without a limit."""
        if self.max_queries_cnt is None:
            return float("inf")
        return self.max_queries_cnt - self.queries_cnt

    def query(self, i: int, j: int) -> str:
        """Whether points `i` and `j` belong together: "must", "cannot" or "unknown".

        Raises
        ------
        BudgetExhausted
            If no question is left.
        InputError
            If a point does not exist, or both are the same; that costs no question.
        """
        i, j = self._different([i, j], f"query({i}, {j})")
        self._count()
        first, second = self._codes[[i, j]].tolist()
        if min(first, second) < 0:
            return "unknown"
        return "must" if first == second else "cannot"

    def place(self, point: int, representatives: Sequence[int]) -> int | str | None:
        """With which of the representatives a point belongs: one question.

        Returns
        -------
        int, None or "unknown"
            The first representative of the point's class; None if it belongs with none; "unknown"
            if it has no label, or might belong with one that has none.

        Raises
        ------
        BudgetExhausted, InputError
            As for `query`.
        """
        point, *shown = self._different([point, *representatives], "place")
        self._count()
        return self._placed(point, shown)

    def sort(self, points: Sequence[int], representatives: Sequence[int] = ()) -> list[list[int]]:
        """The points in piles: one question, however many they are.

        Parameters
        ----------
        points : sequence of int
        representatives : sequence of int, default ()
            Rows known to be apart from each other, one of each class met.

        Returns
        -------
        list of lists of int
            The first piles start with the representatives, one each, perhaps alone; others are of
            classes that none of them stands for. Points that cannot be told are in no pile.

        Raises
        ------
        BudgetExhausted, InputError
            As for `query`.
        """
        rows = self._different([*points, *representatives], "sort")
        self._count()
        return sorted_one_by_one(self._placed, rows[: len(points)], rows[len(points) :])

    def _placed(self, point: int, shown: list[int]) -> int | str | None:
        own, codes = int(self._codes[point]), self._codes[shown]
        if own >= 0 and own in codes:
            return shown[int((codes == own).argmax())]
        return "unknown" if own < 0 or (codes < 0).any() else None

    def _count(self) -> None:
        """One question more, or none is left."""
        if self.remaining < 1:
            raise BudgetExhausted(
                f"all {self.max_queries_cnt} questions are used up; "
                "raise max_queries_cnt, or make a new Oracle"
            )
        self.queries_cnt += 1

    def _different(self, rows: Sequence[Any], asked: str) -> list[int]:
        """The rows as numbers, all of them different."""
        last = len(self._codes) - 1
        found = [check_count(row, "point", 0, last) for row in rows]
        for row in found:
            if found.count(row) > 1:
                raise InputError(
                    f"{asked} asks whether point {row} belongs with itself; give different points"
                )
        return found


def border_doubt(X: Any, labels: Any) -> NDArray[np.float64]:
    """How hard the class of each point is to tell: distance to its class over that to the next.

    The distance to the mean of the own class, divided by the distance to the nearest mean of
    another one: 0 in the middle of a class, 1 on the border, above 1 beyond it.

    Parameters
    ----------
    X : array or DataFrame, shape (n_samples, n_features)
    labels : array or list, shape (n_samples,)
        Classes of any kind; -1, NaN and None mean that a point has none, and doubt is infinite.

    Returns
    -------
    array, shape (n_samples,)

    >>> border_doubt([[0.0], [1.0], [4.0], [8.0]], ["a", "a", "b", "b"]).round(2).tolist()
    [0.08, 0.1, 0.57, 0.27]
    """
    X, codes = check_data(X), label_codes(labels)
    if len(codes) != len(X):
        raise InputError(f"{len(codes)} labels were given for {len(X)} rows; give one label a row")
    doubt = np.full(len(X), np.inf)
    known = codes >= 0
    if not known.any():
        return doubt
    X = X / (np.abs(X).max() or 1.0)
    means = np.stack([X[codes == k].mean(axis=0) for k in range(codes.max() + 1)])
    distance, rows = cdist(X[known], means), np.arange(known.sum())
    own = distance[rows, codes[known]]
    distance[rows, codes[known]] = np.inf
    nearest = distance.min(axis=1)
    doubt[known] = np.divide(own, nearest, out=np.where(own > 0, np.inf, 1.0), where=nearest > 0)
    return doubt
