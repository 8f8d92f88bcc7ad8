"""Columns of kinds as colours: the most frequent have one each, the others share one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from sklearn.metrics import adjusted_mutual_info_score

from jupyter_sscluster._arrays import IntArray, Mask
from jupyter_sscluster.session.colours.scale import NO_VALUE, STEPS

COLOURED = 7
OTHERS = -1
EMPTY = "(empty)"
"""What the empty text is called."""

MOST_COMPARED = 50
"""Of more kinds the agreement with the clusters is not worked out: it takes too long."""


@dataclass(frozen=True, eq=False)
class Kinds:
    """The values of a column as kinds, the most frequent first; of equally many the first seen.

    Parameters
    ----------
    names : sequence of str
    rows : array, shape (n_samples,)
        The kind of every row, −1 where it has none.
    """

    names: Sequence[str]
    rows: IntArray

    @cached_property
    def codes(self) -> IntArray:
        """The colour of every row: 8 to 14, 15 of all other kinds, `NO_VALUE` where it has none.

        >>> kinds_of(["a", "b", "b", None]).codes.tolist()
        [9, 8, 8, 16]
        """
        found = np.minimum(self.rows, COLOURED) + STEPS
        found[self.rows < 0] = NO_VALUE
        return found

    @property
    def n_missing(self) -> int:
        """How many rows have no value."""
        return int((self.rows < 0).sum())

    @property
    def n_others(self) -> int:
        """How many kinds share a colour."""
        return max(0, len(self.names) - COLOURED)

    @property
    def all_differ(self) -> bool:
        """Whether no kind has two rows, as of names."""
        return len(self.names) > COLOURED and len(self.names) == len(self.rows) - self.n_missing

    def counts(self, among: Mask | None = None) -> IntArray:
        """How many rows each kind has, of some."""
        rows = self.rows if among is None else self.rows[among]
        found: IntArray = np.bincount(rows[rows >= 0], minlength=len(self.names))
        return found

    def of(self, kinds: Iterable[int]) -> Mask:
        """Which rows are of one of these kinds; `OTHERS` are all that share a colour."""
        wanted = np.zeros(len(self.names) + 1, dtype=bool)  # the last is for rows without a value
        for kind in kinds:
            wanted[slice(COLOURED, -1) if kind == OTHERS else kind] = True
        return wanted[self.rows]

    def agreement(self, labels: IntArray) -> float | None:
        """The adjusted mutual information of kinds and clusters, of rows that have both.

        0 where knowing one says no more about the other than chance would, 1 where it says all
        (Vinh, Epps & Bailey 2010, JMLR 11, AMI with the arithmetic mean). None of more than 50
        kinds, and where there is nothing to compare.
        """
        there = (self.rows >= 0) & (labels != -1)
        if len(self.names) > MOST_COMPARED or not there.any():
            return None
        return max(0.0, float(adjusted_mutual_info_score(labels[there], self.rows[there])))


def kinds_of(
    values: Sequence[Any],
    text: Callable[[Any], str] = str,
    is_missing: Callable[[Any], bool] = lambda value: value is None,
) -> Kinds:
    """The kinds of any values, told apart by their texts.

    >>> kinds_of([3, "3", True]).names
    ['3', 'True']
    """
    known = dict[Any, int]()
    named = dict[str, int]()

    def kind(value: Any) -> int:
        if is_missing(value):
            return OTHERS
        return named.setdefault(text(value) or EMPTY, len(named))

    def look_up(value: Any) -> int:
        key = (type(value), value)
        try:
            found = known.get(key)
        except TypeError:  # no key of a dict, such as a list
            return kind(value)
        if found is None:
            found = known[key] = kind(value)
        return found

    rows = np.fromiter(map(look_up, values), dtype=np.int64, count=len(values))
    counts = np.bincount(rows[rows >= 0], minlength=len(named))
    order = np.argsort(-counts, kind="stable")
    places = np.append(np.argsort(order), OTHERS)
    names = list(named)
    return Kinds([names[kind] for kind in order], places[rows])
