"""Class probabilities of all points: the input of placements, sortings and expected changes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Mask
from jupyter_sscluster.active.question_types.answer_evidence import doubts_of, entropy, times_shown
from jupyter_sscluster.active.snapshot import Snapshot

SURE = 0.9
"""A placed point whose likeliest class is less likely than this is shown again."""

MOST_SHOWINGS = 3
"""How often a point is shown at most."""

ALIKE = 0.02
"""Points that differ by less are equally reliable."""

MOST_DRAWN = 64
"""Targets that are looked at for one among some points; after that, these come in row order."""


def most_reliable(rows: IntArray, of_class: Array) -> IntArray:
    """The points whose reliability is that of the best of them, or nearly so."""
    if not len(rows):
        return rows
    reliable: IntArray = rows[of_class[rows] >= of_class[rows].max() - ALIKE]
    return reliable


@dataclass(frozen=True, eq=False)
class ClassProbabilities:
    """A posterior over the classes found so far, and points that represent each of them.

    A strategy offers placements and sortings if its `_class_probabilities` returns one; the points
    shown and the reasons given follow from it.

    Parameters
    ----------
    snapshot : Snapshot
    members : tuple of arrays of row numbers
        Points of every class that has been met; empty where none is certain.
    posterior : array, shape (n_samples, n_classes_met)
        Probability of every class for every point, the answers about it counted in.
    placed : array of bool, shape (n_samples,)
        Points whose class an answer has told: only shown again in doubt.
    targets : callable
        Rows to explore, best first, each time it is called; rows that are placed may be among them.
    n_clusters : int or None
        Number of classes, if known.
    usable : bool, default True
        Whether the posterior knows anything; else the points to explore come first.
    looks : array, shape (n_samples, n_classes_met), default None
        Probabilities by the features alone, for the expected changes; by default the posterior.
    among : array of bool, shape (n_samples,), default None
        The only points to be asked about, where not all are.
    reliability : callable, default None
        Gives the probability (n_samples,), by the answers alone, that a member is in its class:
        those that are nearly as sure as the best stand for the class, so that a wrong answer does
        not spread. By default all are equally sure.
    """

    snapshot: Snapshot
    members: tuple[IntArray, ...]
    posterior: Array
    placed: Mask
    targets: Callable[[], Iterator[int]]
    n_clusters: int | None
    usable: bool = True
    looks: Array | None = None
    among: Mask | None = None
    reliability: Callable[[], Array] | None = None

    @property
    def n_met(self) -> int:
        """Number of classes that have been met."""
        return len(self.members)

    def surest(self, rows: IntArray) -> IntArray:
        """Those of some members of one class that the answers are surest of."""
        return rows if self._of_class is None else most_reliable(rows, self._of_class)

    @cached_property
    def _of_class(self) -> Array | None:
        return None if self.reliability is None else self.reliability()

    @property
    def by_looks(self) -> Array:
        """What the features alone say of every point."""
        return self.posterior if self.looks is None else self.looks

    @cached_property
    def entropy(self) -> Array:
        """H of the posterior of every point, in bits; 0 where fewer than two classes are met."""
        if self.n_met < 2:
            return np.zeros(self.snapshot.n_samples)
        return entropy(self.posterior)

    @property
    def explores(self) -> bool:
        """Whether the next points are to find classes rather than borders.

        True while fewer than two classes are known, or some are missing and fewer than
        2K + 2 points are placed.
        """
        if self.n_met < 2 or not self.usable:
            return True
        return self.is_short and int(self.placed.sum()) < 2 * (self.n_clusters or 0) + 2

    @property
    def is_short(self) -> bool:
        """Whether classes are, or may be, missing: their number may be unknown."""
        return self.n_clusters is None or self.n_met < self.n_clusters

    @cached_property
    def askable(self) -> Mask:
        """Points that may be shown: not placed and not left alone, or placed and in doubt."""
        left_alone = doubts_of(self.snapshot) >= max(1, self.n_met)
        found: Mask = (~self.placed & ~left_alone) | self.doubtful
        return found if self.among is None else found & self.among

    @cached_property
    def doubtful(self) -> Mask:
        """Placed points whose class the posterior doubts, shown less than three times."""
        if self.n_met < 2 or not self.usable:
            return np.zeros(self.snapshot.n_samples, dtype=bool)
        in_doubt = self.placed & (self.posterior.max(axis=1) < SURE)
        found: Mask = in_doubt & (times_shown(self.snapshot, self.placed) < MOST_SHOWINGS)
        return found

    def exploring(self) -> Iterator[int]:
        """Askable points that are not placed, in the order of `targets`, then the others.

        Targets are drawn one by one, as each may cost a look at all rows, and 64 at most where
        only some points are asked about, which may come last of all.
        """
        fresh = self.askable & ~self.placed
        for row in islice(self.targets(), None if self.among is None else MOST_DRAWN):
            if fresh[row]:
                fresh[row] = False
                yield row
        yield from np.flatnonzero(fresh).tolist()

    def uncertain(self) -> Iterator[int]:
        """Askable points by falling entropy times what they stand for, then to be explored."""
        sizes = self.snapshot.constraints.component_sizes[self.snapshot.constraints.component_ids]
        worth = self.entropy * np.where(self.placed, 1, sizes) * self.askable
        order = np.argsort(-worth, kind="stable")
        yield from order[worth[order] > 0].tolist()
        yield from (row for row in self.exploring() if worth[row] <= 0)
