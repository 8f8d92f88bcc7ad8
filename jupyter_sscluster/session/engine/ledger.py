"""All that a session holds in memory: the tree of states, and what was computed for them."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.noise_rows import NO_ROWS
from jupyter_sscluster.journal.changes import Operation
from jupyter_sscluster.journal.row_changes import Placing
from jupyter_sscluster.journal.timeline import State, Timeline
from jupyter_sscluster.journal.viewed import Viewed
from jupyter_sscluster.session.engine.fit.scores import satisfaction
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import n_clusters_now, title_of
from jupyter_sscluster.session.engine.stable_labels import renumbered


class Ledger:
    """The timeline, the finished fits by number, the fit shown and its axes.

    Until the present state is fitted, the nearest earlier fit on its path is shown,
    else the previous one.
    """

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.records: dict[int, FitRecord] = {}
        self.shown: FitRecord | None = None
        self.viewed: Viewed | None = None

    @property
    def state(self) -> State:
        """The present state."""
        return self.timeline.state

    @property
    def fitted(self) -> bool:
        """Whether the present state has its labels."""
        return self.state.fit in self.records

    @property
    def branch(self) -> tuple[FitRecord, ...]:
        """The fits of the states up to the present one, each once."""
        fits = dict.fromkeys(state.fit for state in self.timeline.past)
        return tuple(self.records[fit] for fit in fits if fit in self.records)

    @property
    def points_moved(self) -> tuple[tuple[int, int], ...]:
        """For each action in force that led to a fit, its number and how many points that moved.

        A don't-know leads to none. Nothing is known of an action whose fit failed or was overtaken;
        what the next fit moved is told from the labels before both.
        """
        past, found = self.timeline.past, dict[int, int]()
        fits, last = {past[0].fit}, 0
        for state in past:
            record = None if state.fit in fits else self.records.get(state.fit)
            fits.add(state.fit)
            newest = state.answers[-1].number if state.answers else 0
            if record is not None and newest > last:  # else answers were taken back
                found[self.timeline.action_of(newest)] = record.moved
            last = max(last, newest)
        present = {self.timeline.action_of(answer.number) for answer in past[-1].answers}
        return tuple(each for each in sorted(found.items()) if each[0] in present)

    @property
    def cluster_names(self) -> dict[int, str]:
        """The names given to clusters, by number in the fit shown; those of lost clusters stay."""
        return self.names_at(self.state, self.shown)

    def names_at(self, state: State, shown: FitRecord | None) -> dict[int, str]:
        """The same at any moment, by the fit that was shown then."""
        names = dict(state.naming.names)
        for record in reversed([*self._since(state.naming.fit, shown)]):
            moved = {after: names.pop(before, None) for before, after in record.renumbered}
            names |= {after: name for after, name in moved.items() if name is not None}
        return names

    def shown_at(self, step: int) -> FitRecord | None:
        """The fit that is shown at a moment: its own, or the last one on the way to it."""
        timeline = self.timeline
        way = (timeline.states[each].fit for each in reversed(timeline.tree.path(step)))
        return next((self.records[fit] for fit in way if fit in self.records), None)

    def _since(self, fit: int, record: FitRecord | None) -> Iterator[FitRecord]:
        """From a fit back to another: each was numbered after the next."""
        while record is not None and record.fit != fit:
            yield record
            record = self.records.get(record.numbered_after)

    def commit(self, timeline: Timeline, operation: Operation | None = None) -> None:
        """Go to another moment; its labels come back if it has some, or `operation` says them."""
        self._grow(timeline.state.constraints.n_samples)
        before = self.shown
        self.timeline = timeline
        self.shown = self.shown_at(timeline.tree.at) or self.shown
        if isinstance(operation, Placing) and before is not None and not self.fitted:
            labels = operation.placed(before.labels, timeline.state.constraints.n_samples)
            self._adopt(labels, fresh=before.fresh)

    def _adopt(self, labels: np.ndarray, *, fresh: bool) -> None:
        """Show labels that no fit has given: rows were added, left out or put back."""
        kept, violated = satisfaction(labels, self.state.constraints)
        self.attach(
            labels,
            kept=kept,
            violated=violated,
            seconds=0.0,
            objective=None,
            fresh=fresh,
            placed=True,
        )

    def _grow(self, n_samples: int) -> None:
        """Give all fits labels for rows that were added: -1, as they knew none of them."""
        if self.shown is None or len(self.shown.labels) == n_samples:
            return
        shown = self.shown.fit
        for fit, record in self.records.items():
            labels = np.full(n_samples, -1, dtype=record.labels.dtype)
            labels[: len(record.labels)] = record.labels
            labels.setflags(write=False)
            self.records[fit] = replace(record, labels=labels)
        self.shown = self.records[shown]

    def attach(
        self,
        labels: np.ndarray,
        *,
        kept: float,
        violated: int,
        seconds: float,
        objective: float | None,
        fresh: bool,
        score: float | None = None,
        placed: bool = False,
    ) -> FitRecord:
        """Record the labels of the present state's fit, and show them."""
        state = self.state
        labels.setflags(write=False)
        moved = np.empty(0, dtype=np.intp) if placed else self._moved(labels)
        record = FitRecord(
            fit=state.fit,
            revision=self.timeline.revision,
            cause=next(past.cause for past in self.timeline.past if past.fit == state.fit),
            n_answers=len(state.answers),
            clusterer=title_of(state.settings.clusterer),
            n_clusters=n_clusters_now(state.settings, labels),
            labels=labels,
            moved_points=moved,
            kept=kept,
            violated=violated,
            seconds=seconds,
            objective=objective,
            fresh=fresh,
            score=score,
            model=state.settings.model,
            renumbered=() if self.shown is None else renumbered(labels, self.shown.labels),
            numbered_after=0 if self.shown is None else self.shown.fit,
            placed=placed,
            moved_confirmed=self._confirmed(moved),
        )
        self.records[state.fit] = self.shown = record
        return record

    def score(self, fit: int, score: float | None) -> FitRecord:
        """Add the score to a fit's record."""
        record = replace(self.records[fit], score=score)
        self.records[fit] = record
        if self.shown is not None and self.shown.fit == fit:
            self.shown = record
        return record

    def _moved(self, labels: np.ndarray) -> np.ndarray:
        if self.shown is None:
            return np.empty(0, dtype=np.intp)
        return np.flatnonzero(labels != self.shown.labels)

    def _confirmed(self, moved: np.ndarray) -> IntArray:
        """The rows that moved although answers, which all stay, told where they belong."""
        state, shown = self.state, self.shown
        if not len(moved) or shown is None:
            return NO_ROWS
        before = next((past for past in self.timeline.past if past.fit == shown.fit), None)
        # another branch has other answers, and another K moves rows that answers name
        if before is None or before.settings.n_clusters != state.settings.n_clusters:
            return NO_ROWS
        if not getattr(state.settings.clusterer, "uses_constraints", True):
            return NO_ROWS
        rows: IntArray = moved
        for each in (before, state):
            rows = np.intersect1d(rows, confirmed_rows(each.constraints))
        old, now = ({a.number: a for a in each.answers} for each in (before, state))
        changed = [(old | now)[number].pair for number in {*old} ^ {*now}]
        for known in (before.constraints, state.constraints):
            ids = known.component_ids
            said = np.array(changed, dtype=np.int64).ravel()
            rows = rows[~np.isin(ids[rows], ids[said])]
        return rows


def confirmed_rows(known: Constraints) -> IntArray:
    """The rows that hard statements name, ascending."""
    ends = np.concatenate([known.must.ravel(), known.cannot.ravel()])
    return np.unique(ends).astype(np.int64)
