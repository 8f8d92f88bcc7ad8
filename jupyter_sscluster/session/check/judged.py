"""What the checks say of a clustering: the class of each row that is known, and what is due."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Integers, Mask
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.checks import UNKNOWN, Checks, Look, Stratum, not_drawn, settled

NOT_KNOWN = -1
"""In the place of a class that is not known."""

MOST_SORTED = 12
"""Clusters whose cards a person sorts at most; of more each counts as a class of its own."""


@dataclass(frozen=True, eq=False)
class Judged:
    """The checks in force beside a clustering; immutable.

    A class is called by the number of a row of it. Every cluster stands for the class of most of
    the cards in it; a row is in place where it is of the class that its cluster stands for, and a
    row in no cluster where it is of none of these classes. Where there are too many clusters to ask
    (`unsorted`), of classes with equally many cards in a cluster the one that came first counts.

    Attributes
    ----------
    checks : Checks
    constraints : Constraints
    labels : (n_samples,) int array
    keys : (n_samples,) float array
        The numbers by which rows are drawn, the least first.
    corrected : mapping of int to int
        Checked rows that were out of place when a person corrected them, with their cluster then.
        They stay in the sample as they were found, and count themselves as they are now.
    shown_by : mapping of int to int
        Of clusters that their cards do not decide, a row of known class that shows what they are.
    dropped : frozenset of int
        The first rows of cards that show nothing any more; see `unused`.
    """

    checks: Checks
    constraints: Constraints
    labels: Integers
    keys: Array
    corrected: Mapping[int, int] = field(default_factory=dict)
    shown_by: Mapping[int, int] = field(default_factory=dict)
    dropped: frozenset[int] = frozenset()

    # ------------------------------------------------------------------ classes

    @cached_property
    def in_use(self) -> Checks:
        """The checks without the cards that were dropped."""
        if not self.dropped:
            return self.checks
        pairs = zip(self.checks.cards, self.checks.classes, strict=True)
        kept = [(cards, called) for cards, called in pairs if cards[0] not in self.dropped]
        cards, classes = zip(*kept, strict=True)
        return replace(self.checks, cards=cards, classes=classes)

    @cached_property
    def unused(self) -> frozenset[int]:
        """Cards, by their first rows, whose cluster stands for another class than theirs by now.

        Where nobody sorted them, and nobody placed a row with them, it is not known whether these
        are two things. Such a card is a row like any other, which can be drawn.
        """
        if not self.unsorted:
            return frozenset()
        said = {self.class_of(look.said) for look in self.checks.looks if type(look.said) is int}
        number = Counter(self.checks.classes)
        firsts = (cards[0] for cards in self.checks.cards)
        alone = (row for row in firsts if number[row] == 1 and self.class_of(row) == row)
        return frozenset(row for row in alone if row not in said and not self.in_place[row])

    @cached_property
    def _class_of_cards(self) -> dict[int, int]:
        pairs = zip(self.in_use.cards, self.in_use.classes, strict=True)
        own = [(row, called) for cards, called in pairs for row in cards]
        return dict(reversed(own))  # a row on two cards keeps its first class

    @cached_property
    def looks(self) -> dict[int, list[Look]]:
        """The looks at each checked row, in order."""
        found = defaultdict[int, list[Look]](list)
        for look in self.checks.looks:
            found[look.row].append(look)
        return dict(found)

    def class_of(self, row: int) -> int:
        """The class of a card or of a checked row; -1 if it could not be told."""
        return self._joined(self._class_of(row, ()))

    def class_by_checks(self, row: int) -> int:
        """The same by the checks alone, whatever answers join."""
        return self._class_of(row, ())

    def _joined(self, called: int) -> int:
        return self._same_class.get(called, called)

    @cached_property
    def _same_class(self) -> dict[int, int]:
        """Of classes whose cards answers join since, the one that they are counted as."""
        first, found = dict[int, int](), dict[int, int]()
        for cards in self.in_use.cards:
            called = self._class_of(cards[0], ())
            for owner in self.constraints.component_ids[[*cards]].tolist():
                one, other = (
                    found.get(each, each) for each in (first.setdefault(owner, called), called)
                )
                found |= {each: one for each in (other, *found) if found.get(each, each) == other}
        return found

    def _class_of(self, row: int, above: tuple[int, ...]) -> int:
        card = self._class_of_cards.get(row)
        if card is not None and card == row:
            return row
        if row in above:
            return min(above)
        above = (*above, row)
        if card is not None:
            return self._class_of(card, above)
        said = [self._told(look, above) for look in self.looks.get(row, ())]
        return _decided(said)

    def _told(self, look: Look, above: tuple[int, ...]) -> int:
        if look.said == UNKNOWN:
            return NOT_KNOWN
        if look.said is None:
            return look.row
        assert isinstance(look.said, int)
        known = self._class_of(look.said, above)
        return look.said if known == NOT_KNOWN else known

    def told_by(self, look: Look) -> int:
        """The class that one look gives to its row."""
        return self._joined(self._told(look, (look.row,)))

    @cached_property
    def card_of_class(self) -> dict[int, int]:
        """The classes that have been met, each with the row that shows it."""
        found = dict[int, int]()
        for cards in self.in_use.cards:
            found.setdefault(self.class_of(cards[0]), cards[0])
        for row in self.looks:
            found.setdefault(self.class_of(row), row)
        found.pop(NOT_KNOWN, None)
        return found

    @cached_property
    def classes(self) -> IntArray:
        """The class of every row, -1 where it is not known."""
        table = np.full(self.constraints.n_components, NOT_KNOWN, dtype=np.int64)
        ids = self.constraints.component_ids
        for cards in reversed(self.in_use.cards):
            table[ids[[*cards]]] = self.class_of(cards[0])
        found = table[ids]
        for row in self.looks:
            if not self.settled[row]:
                found[row] = self.class_of(row)
        return found

    @cached_property
    def stands_for(self) -> IntArray:
        """The class of each cluster by number, -1 where the person has to be asked.

        That is where most of its cards are of no one class, or it has none, and the row that shows
        it best is of no known class either.
        """
        n_clusters = int(self.labels.max(initial=-1)) + 1
        counts = defaultdict[int, Counter[int]](Counter)
        for cards in self.in_use.cards:
            for row in cards:
                counts[int(self.labels[row])][self.class_of(cards[0])] += 1
        found = np.full(n_clusters, NOT_KNOWN, dtype=np.int64)
        for cluster in range(n_clusters):
            votes = counts[cluster]
            called, number = votes.most_common(1)[0] if votes else (NOT_KNOWN, 0)
            if 2 * number > votes.total() or (number and self.unsorted):
                found[cluster] = called
            elif cluster in self.shown_by:
                found[cluster] = self.classes[self.shown_by[cluster]]
        return found

    @cached_property
    def _sizes(self) -> IntArray:
        """The number of rows of each cluster that were not put out."""
        inside = (self.labels >= 0) & ~self._rows(self.constraints.noise.tolist())
        found: IntArray = np.bincount(
            self.labels[inside], minlength=int(self.labels.max(initial=-1)) + 1
        )
        return found

    @cached_property
    def unsorted(self) -> bool:
        """Whether nobody is asked to sort: too many clusters, or cards to compare them with."""
        n_clusters, n_classes = np.count_nonzero(self._sizes), len({*self.checks.classes})
        return bool(n_clusters > MOST_SORTED or n_classes > 2 * MOST_SORTED)

    @cached_property
    def unclear(self) -> tuple[int, ...]:
        """The clusters with rows in force of which it is not known what they stand for."""
        unknown = (self.stands_for == NOT_KNOWN) & (self._sizes > 0)
        return tuple(np.flatnonzero(unknown).tolist())

    @cached_property
    def in_place(self) -> Mask:
        """Whether each row of a known class is where it belongs; False for the others."""
        inside = self.labels >= 0
        wanted = np.full(len(self.labels), NOT_KNOWN, dtype=np.int64)
        wanted[inside] = self.stands_for[self.labels[inside]]
        known = self.classes != NOT_KNOWN
        of_none = known & ~np.isin(self.classes, self.stands_for)
        found: Mask = np.where(inside, known & (wanted == self.classes), of_none)
        return found

    # ------------------------------------------------------------------ rows

    @cached_property
    def settled(self) -> Mask:
        """The rows whose class follows from the answers."""
        return settled(self.constraints, self.in_use)

    def _rows(self, rows: Iterable[int]) -> Mask:
        found = np.zeros(len(self.labels), dtype=bool)
        found[[*rows]] = True
        return found

    @cached_property
    def in_force(self) -> Mask:
        """The rows that the figure is about: all but those that a person put out."""
        found = ~self._rows(self.constraints.noise.tolist())
        if self.due.any():
            found &= ~self._newcomers & ~self.due
        return found

    @cached_property
    def found_wrong(self) -> Mask:
        """The rows of the sample that were out of place when a person corrected them."""
        found = self._rows(self.corrected)
        return found & ~self._rows(self.checks.outside) if self.due.any() else found

    @cached_property
    def labels_found(self) -> Integers:
        """The labels, but of corrected rows those that they had when they were found wrong."""
        found = self.labels.astype(np.int64)
        found[[*self.corrected]] = [*self.corrected.values()]
        return found

    @cached_property
    def _looked_at(self) -> Mask:
        return self._rows(self.looks)

    @cached_property
    def _newcomers(self) -> Mask:
        """The rows that can be drawn now, and could not when the check began."""
        return self._rows(self.checks.outside) & ~not_drawn(self.constraints, self.in_use)

    @cached_property
    def _could(self) -> Mask:
        """The rows that can be drawn, and could when the check began."""
        return ~not_drawn(self.constraints, self.in_use) & ~self._newcomers

    @cached_property
    def _drawn_more(self) -> Mask:
        """The rows that were drawn in single clusters, beyond the others."""
        return self._rows(row for each in self.checks.more for row in each.drawn)

    @cached_property
    def cut(self) -> float:
        """The largest key that was drawn among all rows; 1 if all rows were."""
        asked = self._could & self._looked_at
        if asked.sum() == self._could.sum():
            return 1.0
        return float(self.keys[asked & ~self._drawn_more].max(initial=-1.0))

    @cached_property
    def beyond(self) -> Mask:
        """The checked rows that only more checks of their cluster have reached."""
        found: Mask = self._looked_at & self._drawn_more & (self.keys > self.cut)
        return found

    @cached_property
    def strata(self) -> IntArray:
        """The number of each row's stratum: rows that were in the same clusters checked further.

        Within each the checked rows are a simple random sample. All are of one where no cluster was
        checked further, and as soon as as many rows of the others are checked.
        """
        found = np.zeros(len(self.labels), dtype=np.int64)
        for each in self.checks.more if self.beyond.any() else ():
            inside = self._rows(each.rows)
            found = np.unique(2 * found + inside, return_inverse=True)[1].astype(np.int64)
        return found

    @cached_property
    def _cuts(self) -> Array:
        """The largest key that was drawn in the stratum of each row."""
        found = np.full(len(self.labels), self.cut)
        if self.beyond.any():
            for stratum in np.unique(self.strata[self.beyond]).tolist():
                inside = self.strata == stratum
                can, asked = inside & self._could, inside & self._looked_at
                whole = can.any() and not (can & ~asked).any()
                found[inside] = 1.0 if whole else max(self.cut, self.keys[asked].max())
        return found

    @cached_property
    def due(self) -> Mask:
        """Rows that would have been drawn if they could, and were not looked at.

        They came in since the check began, or were settled or put out for a time.
        """
        can = ~not_drawn(self.constraints, self.in_use)
        found: Mask = can & (self.keys <= self._cuts) & ~self._looked_at
        return found

    @cached_property
    def frame(self) -> Mask:
        """The rows in force that can be drawn, without those that were corrected."""
        return self.in_force & ~self.settled & ~self.found_wrong

    @cached_property
    def known(self) -> Mask:
        """The rows in force of which it is known whether they are in place, whatever was drawn."""
        return self.in_force & (self.settled | self.found_wrong)

    @cached_property
    def checked(self) -> Mask:
        """The drawn rows: with those found wrong a simple random sample of both."""
        return self.frame & self._looked_at

    @cached_property
    def told(self) -> Mask:
        """Those of them of which the person could tell the class."""
        found: Mask = self.checked & (self.classes != NOT_KNOWN)
        return found

    @cached_property
    def next_row(self) -> int | None:
        """The row to look at for the first time, or None if no more are wanted."""
        can = ~not_drawn(self.constraints, self.in_use) & ~self._looked_at
        first = self.due if self.due.any() else can & self._drawn_more
        if not first.any() and len(self.looks) >= self.checks.n_rows:
            return None
        rows = np.flatnonzero(first if first.any() else can)
        if not len(rows):
            return None
        return int(rows[np.argmin(self.keys[rows])])

    @cached_property
    def left(self) -> Mask:
        """The rows that can be drawn, and neither were nor are due."""
        can = ~not_drawn(self.constraints, self.in_use)
        found: Mask = can & ~self._looked_at & ~self._drawn_more & ~self.due
        return found

    def further(self, cluster: int, n_rows: int) -> Stratum | None:
        """A cluster with so many rows that are to be drawn of it next; None if none is left."""
        inside = self.labels == cluster
        rows = np.flatnonzero(inside & self.left)
        drawn = np.sort(rows[np.argsort(self.keys[rows])][:n_rows])
        if not len(drawn):
            return None
        return Stratum(tuple(np.flatnonzero(inside).tolist()), tuple(drawn.tolist()))

    @cached_property
    def again(self) -> tuple[int, ...]:
        """The rows to look at again: those out of place once, and those that two looks differ on.

        Mistakes in checking make right rows wrong more often than wrong ones right, as most are
        right.
        """
        asked = self.in_force & ~self.settled
        return tuple(row for row in self.looks if asked[row] and self._wants_look(row))

    def _wants_look(self, row: int) -> bool:
        said = [self.told_by(look) for look in self.looks[row]]
        if len(said) == 2:
            return said[0] != said[1]
        return len(said) == 1 and said[0] != NOT_KNOWN and not self.in_place[row]


def _decided(said: list[int]) -> int:
    """The class that most looks give; two that differ wait for a third, and the first counts."""
    if not said:
        return NOT_KNOWN
    if len(said) < 3:
        return said[0]
    called, number = Counter(said).most_common(1)[0]
    return called if 2 * number > len(said) else NOT_KNOWN
