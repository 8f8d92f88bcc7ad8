"""What a verb for clusters would record, and what such plans have in common."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.cluster_steps import Regrouped
from jupyter_sscluster.session.engine.cluster_names import clipped
from jupyter_sscluster.session.engine.group_links import LARGEST_TREE, Statement, from_mean
from jupyter_sscluster.session.engine.sample.sample import Sample

PLANS_KEPT = 8


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
        The rows of each cluster that is to come of it, the one that keeps the number first.
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
    """A cluster to merge with: the must-links that it takes, or the answers that forbid it."""

    cluster: int
    links: int
    apart: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Situation:
    """The points, constraints and clusters that plans are made from, and the last few plans."""

    X: np.ndarray
    known: Constraints
    answers: Sequence[Answer]
    labels: np.ndarray
    names: Sequence[str]
    n_clusters: int
    _made: dict[Hashable, ClusterPlan] = field(default_factory=dict, repr=False)

    def planned(self, what: Hashable, make: Callable[[], ClusterPlan]) -> ClusterPlan:
        """The plan for `what`: an earlier one, if it was made before; None is always made anew."""
        plan = self._made.get(what)
        if plan is None:
            plan = make()
            if len(self._made) >= PLANS_KEPT:
                self._made.clear()
            if what is not None:
                self._made[what] = plan
        return plan

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
