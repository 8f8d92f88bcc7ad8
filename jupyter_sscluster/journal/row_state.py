"""Which rows are in force at a moment: those left out, and those that came last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

import numpy as np

from jupyter_sscluster._arrays import IntArray, read_only
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.noise_rows import NO_ROWS
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.constraints_from_answers import told

N_DRAWN = 10
"""Rows, at most, that are drawn at random among those added together."""

LATER = "not yet added at this step"
"""The reason for which rows are left out of moments before they were added."""


@dataclass(frozen=True, eq=False)
class RowState:
    """The rows that take no part at a moment, and those that nobody has looked at yet.

    Attributes
    ----------
    excluded : (m,) int array
        Rows that are left out, ascending.
    reasons : mapping of int to str
        Why, where a reason was given.
    noise : (m,) int array
        Those of them that had been said to be in no cluster, and are so again once they are back.
    new : (m,) int array
        Rows that were added and that nobody has looked at, ascending; those of them that are left
        out wait again once they are back.
    drawn : (m,) int array
        Rows that were drawn at random among those added, ascending: ten of each addition.
    """

    excluded: IntArray = field(default_factory=lambda: NO_ROWS)
    reasons: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    noise: IntArray = field(default_factory=lambda: NO_ROWS)
    new: IntArray = field(default_factory=lambda: NO_ROWS)
    drawn: IntArray = field(default_factory=lambda: NO_ROWS)

    @cached_property
    def _out(self) -> frozenset[int]:
        return frozenset(self.excluded.tolist())

    def __contains__(self, row: int) -> bool:
        """Whether a row is left out."""
        return row in self._out

    def rests(self, answer: Answer) -> bool:
        """Whether an answer is about a row that is left out: it counts again when that is back."""
        return bool(self._out) and (answer.i in self._out or answer.j in self._out)

    def awake(self, answers: Sequence[Answer]) -> tuple[Answer, ...]:
        """The answers that do not rest."""
        if not self._out:
            return tuple(answers)
        return tuple(answer for answer in answers if not self.rests(answer))

    def stated_noise(self, known: Constraints) -> IntArray:
        """The rows that were said to be in no cluster; `known` has those left out among its own."""
        return np.union1d(np.setdiff1d(known.noise, self.excluded), self.noise)

    def told(self, before: Constraints, answers: Sequence[Answer]) -> Constraints:
        """What answers say about the rows in force; the others are noise to whoever clusters.

        Raises
        ------
        ConflictError
            If two of the answers that do not rest contradict each other.
        """
        noise = np.union1d(before.noise, self.excluded)
        empty = Constraints(before.n_samples, names=before.names, noise=noise)
        return told(empty, self.awake(answers))

    def without(self, rows: Iterable[int], reason: str, noise: IntArray) -> RowState:
        """The same with these rows left out; `noise` are those said to be in no cluster."""
        gone = _sorted(rows)
        others = {*self.reasons} - {*gone.tolist()}
        reasons = {row: why for row, why in self.reasons.items() if row in others}
        if reason:
            reasons |= dict.fromkeys(gone.tolist(), reason)
        return RowState(
            _union(self.excluded, gone),
            MappingProxyType(reasons),
            _union(self.noise, np.intersect1d(gone, noise)),
            self.new,
            self.drawn,
        )

    def back(self, rows: Iterable[int]) -> RowState:
        """The same with these rows in force again."""
        back = _sorted(rows)
        gone = {*back.tolist()}
        reasons = {row: why for row, why in self.reasons.items() if row not in gone}
        return replace(
            self,
            excluded=_less(self.excluded, back),
            reasons=MappingProxyType(reasons),
            noise=_less(self.noise, back),
        )

    def with_new(self, rows: IntArray, seed: int, shown: Sequence[int] = ()) -> RowState:
        """The same with these rows waiting to be looked at; ten are drawn of those `shown`."""
        if not len(rows):
            return self
        rng = np.random.default_rng([seed, int(rows[0])])
        some = np.intersect1d(rows, shown) if shown else rows
        chosen = rng.choice(some, min(N_DRAWN, len(some)), replace=False)
        drawn = _union(_less(self.drawn, rows), chosen)
        return replace(self, new=_union(self.new, rows), drawn=drawn)

    def seen(self, rows: Iterable[int]) -> RowState:
        """The same with these rows waiting no more."""
        return replace(self, new=_less(self.new, _sorted(rows)))

    def later(self, rows: IntArray) -> IntArray:
        """Those of some rows that are left out as they were added later, on another way."""
        return rows[[self.reasons.get(row) == LATER for row in rows.tolist()]]

    def grown(self, n_before: int, n_samples: int, seed: int) -> RowState:
        """The same with more rows, none of them in force; they wait once they are."""
        later = np.arange(n_before, n_samples)
        return self.without(later, LATER, NO_ROWS).with_new(later, seed)


ALL_IN_FORCE = RowState()


def _sorted(rows: Iterable[int]) -> IntArray:
    given = rows if isinstance(rows, np.ndarray) else np.array([*rows], dtype=np.int64)
    return np.unique(given).astype(np.int64)


def _union(some: IntArray, others: IntArray) -> IntArray:
    return read_only(np.union1d(some, others).astype(np.int64))


def _less(some: IntArray, others: IntArray) -> IntArray:
    return read_only(np.setdiff1d(some, others).astype(np.int64))
