"""Any moment of a session as it was shown: what was done, what was known, the labels, the names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.open_questions import Pair
from jupyter_sscluster.journal.timeline import Settings
from jupyter_sscluster.session.engine.cluster_names import all_names
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import title_of


@dataclass(frozen=True, eq=False)
class Moment:
    """One moment of a session, after something was done. It never changes.

    Attributes
    ----------
    step : int
        Its number: moments count from 0 in the order in which they were made, on all branches.
    branch : int
        The branch that it is on.
    cause : str
        What was done, such as ``"answer 6: 131 – 144, must-link"``; "start" for the first.
    when : float or None
        When that was done, in seconds from 1970; None where an older journal does not say.
    answers : tuple of Answer
        Those in force, in order.
    constraints : Constraints
    unknown : tuple of pairs
        Pairs that were answered "don't know".
    settings : Settings
        What clusters and what asks.
    record : FitRecord or None
        The fit that is shown: the moment's own, or the last one on the way to it; at present also
        one from elsewhere, if there is none on the way.
    own : bool
        Whether it is the moment's own, which one that was overtaken, cancelled or failed has not.
    labels : (n_samples,) int array, read-only
        All 0 where there is no fit; -1 for rows in no cluster, and those in `excluded`.
    cluster_names : tuple of str
        What the clusters were called then, by number in `labels`.
    excluded : int array
        The rows that were left out, and those that were not there yet, ascending.
    """

    step: int
    branch: int
    cause: str
    when: float | None
    answers: tuple[Answer, ...]
    constraints: Constraints = field(repr=False)
    unknown: tuple[Pair, ...]
    settings: Settings = field(repr=False)
    record: FitRecord | None
    own: bool
    labels: np.ndarray = field(repr=False)
    cluster_names: tuple[str, ...]
    excluded: IntArray = field(repr=False)

    @property
    def clusterer(self) -> str:
        """Title of the clusterer that was set."""
        return title_of(self.settings.clusterer)

    @property
    def strategy(self) -> str:
        """Title of the strategy that was set."""
        return title_of(self.settings.strategy)

    @property
    def n_clusters(self) -> int:
        """Number of clusters that was set."""
        return self.settings.n_clusters

    @property
    def score(self) -> float | None:
        """The score of the fit that is shown."""
        return None if self.record is None else self.record.score


@dataclass(frozen=True)
class Branch:
    """Moments that followed each other, from where they began to where they ended.

    Attributes
    ----------
    number : int
        Branches count from 1 in the order in which they began; numbers stay.
    began : int or None
        The moment that it began at, which is on another branch; None for the first.
    steps : tuple of int
        Its own moments.
    present : bool
        Whether the present moment is on the way to its end, and redo would lead there.
    """

    number: int
    began: int | None
    steps: tuple[int, ...]
    present: bool

    @property
    def end(self) -> int:
        """The last of its moments."""
        return self.steps[-1]


class Stop(NamedTuple):
    """A moment on a line: its step, the number of the last answer by then, the fit shown.

    `stated` tells whether there were constraints, so that a share of them can be kept.
    """

    step: int
    number: int
    record: FitRecord | None
    stated: bool = True


def line(engine: Engine, step: int) -> tuple[Stop, ...]:
    """The steps from the first to the end of this one's branch: the line of undo and redo."""
    stops: list[Stop] = []
    number, shown = 0, None
    with engine.lock:
        timeline, records = engine.timeline, engine.ledger.records
        for each in timeline.tree.line(step):
            state = timeline.states[each]
            number = max(number, state.answers[-1].number if state.answers else 0)
            shown = records.get(state.fit, shown)
            stops.append(Stop(each, number, shown, len(state.constraints) > 0))
    return tuple(stops)


def moment(ledger: Ledger, step: int) -> Moment:
    """One moment."""
    present = step == ledger.timeline.tree.at
    return _moment(ledger, step, ledger.shown if present else ledger.shown_at(step))


def way(ledger: Ledger) -> Iterator[Moment]:
    """The moments that led to the present one, each as `moment` gives it."""
    shown: FitRecord | None = None
    present = ledger.timeline.tree.at
    for step in ledger.timeline.tree.path(present):
        shown = ledger.records.get(ledger.timeline.states[step].fit, shown)
        yield _moment(ledger, step, ledger.shown if step == present else shown)


def branches(ledger: Ledger) -> tuple[Branch, ...]:
    """All branches, in the order in which they began."""
    tree = ledger.timeline.tree
    own: dict[int, list[int]] = {}
    for step, number in enumerate(tree.branches):
        own.setdefault(number, []).append(step)
    here = tree.branches[tree.end]
    return tuple(
        Branch(
            number,
            tree.parents[steps[0]] if steps[0] else None,
            tuple(steps),
            number == here,
        )
        for number, steps in own.items()
    )


def _moment(ledger: Ledger, step: int, shown: FitRecord | None) -> Moment:
    state, tree = ledger.timeline.states[step], ledger.timeline.tree
    labels = np.zeros(state.constraints.n_samples, dtype=np.int32)
    labels.setflags(write=False)
    if shown is not None:
        labels = shown.labels
    most = max(state.settings.n_clusters, int(labels.max(initial=0)) + 1 if shown else 0)
    return Moment(
        step,
        tree.branches[step],
        state.cause,
        state.when,
        state.answers,
        state.constraints,
        state.unknown,
        state.settings,
        shown,
        state.fit in ledger.records,
        labels,
        all_names(ledger.names_at(state, shown), most),
        state.rows.excluded,
    )
