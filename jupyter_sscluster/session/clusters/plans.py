"""What a verb for clusters would record, and what such plans have in common."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Integers
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.cluster_steps import OF_CLUSTERS, Regrouped
from jupyter_sscluster.journal.constraints_from_answers import told, without
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine.cluster_names import clipped
from jupyter_sscluster.session.engine.fit.precomputed_fits import Ahead
from jupyter_sscluster.session.engine.group_links import LARGEST_TREE, Statement, from_mean
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.sample.sample import Sample

PLANS_KEPT = 8


@dataclass(frozen=True, eq=False)
class Promise:
    """Which rows are to be one cluster each, by place; what must come true of the fit.

    `centres` are rows that stand for the parts, one each, and `apart` rows that are in none of
    their clusters. `what` completes "the clusterer would not keep ...". A `loose` promise leaves it
    to the fit which rows are in which part, as long as most of each new cluster is from them.
    """

    parts: tuple[np.ndarray, ...]
    centres: tuple[int, ...]
    what: str
    apart: tuple[int, ...] = ()
    loose: bool = False

    def strays(self, labels: Integers) -> list[np.ndarray]:
        """The rows of each part that are not in its cluster; all if that is another part's."""
        taken = set(labels[[*self.apart]].tolist())
        found = []
        for part, centre in zip(self.parts, self.centres, strict=True):
            home = labels[centre]
            found.append(part if home in taken else part[labels[part] != home])
            taken.add(home)
        return found

    def is_kept(self, labels: Integers, before: Integers, linked: Sequence[np.ndarray]) -> bool:
        """Whether it is; where no more rows may be linked, for nine tenths of a part."""
        strays = self.strays(labels)
        if self.loose and not any(map(len, linked)):
            return self._is_kept_loosely(labels, before)
        return all(
            not len(away) or (len(held) >= LARGEST_TREE and 10 * len(away) < len(part))
            for away, held, part in zip(strays, linked, self.parts, strict=True)
        )

    def _is_kept_loosely(self, labels: Integers, before: Integers) -> bool:
        homes = labels[[*self.centres]]
        inside = np.isin(before, before[[*self.centres]])
        return len({*homes.tolist()}) == len(homes) and all(
            2 * np.count_nonzero(inside & (labels == home)) > np.count_nonzero(labels == home)
            for home in homes
        )


@dataclass(frozen=True)
class ClusterPlan:
    """What a verb for clusters would record, or why it cannot.

    Attributes
    ----------
    links : tuple of (i, j, kind)
        The links that would be recorded; those that are known are left out.
    n_clusters : int
        K afterwards.
    parts : tuple of tuple of int
        The rows of each cluster that comes of it, the one that keeps the number first; of sampled
        data, those shown.
    taken_back : tuple of int
        The numbers of answers of earlier merges and splits that would be taken back.
    labels : (n_samples,) int array, read-only, or None
        The cluster of every row afterwards; None if it is impossible.
    moved : int
        Number of other points that change cluster.
    reason : str
        Why it is impossible, and the way out, as a sentence; "" where it is possible.
    answers : tuple of int
        The numbers of the answers that stand against it.
    """

    links: tuple[Statement, ...] = ()
    n_clusters: int = 0
    parts: tuple[tuple[int, ...], ...] = ()
    reason: str = ""
    answers: tuple[int, ...] = ()
    regrouped: Regrouped | None = None
    taken_back: tuple[int, ...] = ()
    labels: Integers | None = field(default=None, repr=False, compare=False)
    moved: int = 0
    fit: Ahead | None = field(default=None, repr=False, compare=False)
    promise: Promise | None = field(default=None, repr=False, compare=False)

    @property
    def possible(self) -> bool:
        """Whether nothing stands against it."""
        return not self.reason

    def added_to(self, known: Constraints) -> Constraints:
        """What is known once the links are recorded."""
        for kind in ("must", "cannot"):
            pairs = [(i, j) for i, j, what in self.links if what == kind]
            if pairs:
                known = known.add_pairs(pairs, kind)
        return known


class Partner(NamedTuple):
    """A cluster to merge with: the points that would be joined, or the answers that forbid it."""

    cluster: int
    size: int
    apart: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Situation:
    """The points, constraints and clusters that plans are made from, and the last few plans.

    All is by place among the rows shown, but for the `fit` shown and the `timeline`.
    """

    X: np.ndarray
    known: Constraints
    answers: Sequence[Answer]
    labels: np.ndarray
    names: Sequence[str]
    n_clusters: int
    sample: Sample
    fit: FitRecord
    timeline: Timeline
    _made: dict[Hashable, ClusterPlan] = field(default_factory=dict, repr=False)
    _turns: defaultdict[Hashable, threading.RLock] = field(
        default_factory=lambda: defaultdict(threading.RLock), repr=False
    )

    def planned(self, what: Hashable, make: Callable[[], ClusterPlan]) -> ClusterPlan:
        """The plan for `what`: an earlier one, if it was made before or is made in a thread."""
        with self._turns[what]:
            plan = self._made.get(what)
            if plan is None:
                plan = make()
                if len(self._made) >= PLANS_KEPT:
                    self._made.clear()
                self._made[what] = plan
            return plan

    def without(self, numbers: Sequence[int]) -> Situation:
        """The same if these answers were taken back."""
        if not numbers:
            return self
        answers = without(self.answers, numbers)
        known = told(Constraints(len(self.X)), answers)
        return replace(self, answers=answers, known=known)

    def giving_way(self, rows: np.ndarray) -> tuple[int, ...]:
        """The must-links of merges and splits that touch rows: they give way where one is cut."""
        return tuple(each.number for each in self._giving_way(rows))

    def cut(self, rows: np.ndarray, parts: np.ndarray) -> tuple[int, ...]:
        """The same of the merges and splits that join parts; `parts` has one a place, or -1."""
        touching = self._giving_way(rows)
        action = self.timeline.action_of
        ends = {each.number: (parts[each.i], parts[each.j]) for each in touching}
        cut = {action(number) for number, (i, j) in ends.items() if i != j and min(i, j) >= 0}
        return tuple(number for number in ends if action(number) in cut)

    def _giving_way(self, rows: np.ndarray) -> list[Answer]:
        inside = np.zeros(len(self.X), dtype=bool)
        inside[rows] = True
        return [
            each
            for each in self.answers
            if each.manner in OF_CLUSTERS
            and each.kind == "must"
            and (inside[each.i] or inside[each.j])
        ]

    def called(self, cluster: int) -> str:
        """The name of a cluster, for a sentence."""
        return clipped(self.names[cluster])

    def rows(self, *clusters: int) -> np.ndarray:
        """The rows of some clusters, ascending."""
        return np.flatnonzero(np.isin(self.labels, clusters))

    def components(self, rows: np.ndarray) -> np.ndarray:
        """Which rows must-links join, as numbers from 0 in order of first rows."""
        _, first, inverse = np.unique(
            self.known.component_ids[rows], return_index=True, return_inverse=True
        )
        order = np.argsort(np.argsort(first))
        return order[inverse]

    def stated(self, kind: str, rows: np.ndarray) -> tuple[int, ...]:
        """The numbers of the hard answers of a kind between rows, or between what they join."""
        ids = self.known.component_ids
        inside = np.zeros(int(ids.max()) + 1, dtype=bool)
        inside[ids[rows]] = True
        numbers, pairs = self._hard[kind]
        return tuple(numbers[inside[ids[pairs]].all(axis=1)].tolist())

    @cached_property
    def _hard(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """Numbers and pairs of the hard answers of each kind."""
        found = {}
        for kind in ("must", "cannot"):
            chosen = [each for each in self.answers if each.kind == kind and not each.soft]
            numbers = np.array([each.number for each in chosen], dtype=np.int64)
            pairs = np.array([each.pair for each in chosen], dtype=np.intp).reshape(-1, 2)
            found[kind] = (numbers, pairs)
        return found


def by_row(plan: ClusterPlan, sample: Sample) -> ClusterPlan:
    """A plan made of places among the rows that are shown, about the rows themselves."""
    if sample.all:
        return plan
    regrouped = plan.regrouped
    if regrouped is not None:
        regrouped = replace(regrouped, rows=tuple(map(sample.row, regrouped.rows)))
    return replace(
        plan,
        links=tuple((sample.row(i), sample.row(j), kind) for i, j, kind in plan.links),
        parts=tuple(tuple(map(sample.row, part)) for part in plan.parts),
        regrouped=regrouped,
    )


def medoid(X: np.ndarray, rows: np.ndarray) -> int:
    """The row nearest to the mean of all: least in the sum of squared distances to the others.

    >>> medoid(np.array([[0.0], [1.0], [5.0]]), np.array([0, 1, 2]))
    1
    """
    return int(rows[np.argmin(from_mean(X[rows]))])


def at_most(X: np.ndarray, rows: np.ndarray, most: int = LARGEST_TREE) -> np.ndarray:
    """The rows, or so many of them: at even steps from their mean to the farthest.

    >>> at_most(np.array([[0.0], [4.0], [5.0], [6.0], [11.0]]), np.arange(5), 3)
    array([2, 1, 4])
    """
    if len(rows) <= most:
        return rows
    return evenly(rows[np.argsort(from_mean(X[rows]), kind="stable")], most)


def evenly(rows: np.ndarray, most: int) -> np.ndarray:
    """So many of the rows, at even steps; all where there are no more."""
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).round().astype(np.intp)]
