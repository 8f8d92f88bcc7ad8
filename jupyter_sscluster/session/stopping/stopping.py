"""A session that says what it is unsure of, what each answer has moved, and when it is enough."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from jupyter_sscluster.active import ExpectedChanges, Uncertainty
from jupyter_sscluster.active.question_types.expected_changes import ANSWERS, CALIBRATED
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.session.feasibility.feasibility import WaysOut

FEW = 0.02
"""Share of the points that the next ten answers move at most where it is enough."""


@dataclass(frozen=True)
class Enough:
    """Whether the next ten answers are likely to change much.

    Attributes
    ----------
    reached : bool
        They should move fewer than 2 % of the points, by an estimate that can be believed.
    moves : tuple of (int, int)
        For each action that recorded answers, its number and how many points its fit moved.
    last : int or None
        How many points the last ten of them moved together; None of fewer than ten.
    """

    reached: bool
    moves: tuple[tuple[int, int], ...] = ()
    last: int | None = None


class Judging(WaysOut):
    """A session that tells how sure it is."""

    _unsure: tuple[State, FitRecord | None, Uncertainty] | None = None

    @property
    def uncertainty(self) -> Uncertainty:
        """How unsure the strategy is of every point; those of links that are kept are sure.

        `doubt` runs from 0 to 1 and `levels` from 0 to 3; both are None where the strategy has
        nothing to go by, or too little, and `text` says why. It is worked out when asked for,
        after every change anew. Rows that are not shown, of a session with a `sample`, have 0.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], strategy="random", n_clusters=2)
        >>> session.uncertainty.doubt is None, session.uncertainty.text
        (True, 'Random does not say how sure it is; NPU does.')
        """
        with self._engine.lock:
            state, shown = self._state, self._engine.ledger.shown
            known = self._unsure
            if known is not None and known[0] is state and known[1] is shown:
                return known[2]
            snapshot, strategy, some = self.snapshot(), self.strategy, self.shown
        tell = getattr(strategy, "uncertainty", None)
        if tell is None:
            found = Uncertainty(
                None, f"{title_of(strategy)} does not say how sure it is; NPU does."
            )
        else:
            told: Uncertainty = tell(snapshot)
            doubt = None if told.doubt is None else some.spread(told.doubt)
            found = _kept_are_sure(replace(told, doubt=doubt), state, self.labels)
        self._unsure = (state, shown, found)
        return found

    @property
    def enough(self) -> Enough:
        """Whether the next ten answers are likely to move fewer than 2 % of the points.

        It stops nothing, and asks the strategy, by `outlook`. What each answer has moved so far is
        counted along the branch of the history that led here.
        """
        ahead = self.outlook
        moves = self.moves
        last = [moved for _, moved in moves[-ANSWERS:]]
        return Enough(
            reached=is_enough(ahead, len(self.shown)),
            moves=moves,
            last=sum(last) if len(last) == ANSWERS else None,
        )

    @property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """The number of each action that is in force, and how many points its fit moved."""
        with self._engine.lock:
            past, records = self._engine.ledger.timeline.past, self._engine.ledger.records
        found: dict[int, int] = {}
        fits = {past[0].fit}
        for state in past[1:]:
            record = None if state.fit in fits else records.get(state.fit)
            fits.add(state.fit)
            if state.kind == "answers" and state.answers:
                found[self.action_of(state.answers[-1].number)] = (
                    0 if record is None else record.moved
                )
        present = {self.action_of(answer.number) for answer in self.answers}
        return tuple(each for each in sorted(found.items()) if each[0] in present)


def is_enough(ahead: ExpectedChanges, n_samples: int) -> bool:
    """Whether the next ten answers should move fewer than 2 % of the points, if that is believed.

    >>> [is_enough(ExpectedChanges(moved, ""), 150) for moved in (None, 2.0, 3.5, 4.5)]
    [False, True, False, False]
    """
    moved = ahead.moved
    return moved is not None and moved <= CALIBRATED and moved < FEW * n_samples


def _kept_are_sure(found: Uncertainty, state: State, labels: np.ndarray) -> Uncertainty:
    """The same, with the points of links that are kept as sure ones."""
    links = [answer for answer in state.answers if answer.kind != "unknown"]
    rows = [row for answer in links if not answer.is_violated_by(labels) for row in answer.pair]
    if found.doubt is None or not rows:
        return found
    doubt = found.doubt.copy()
    doubt[rows] = 0.0
    return replace(found, doubt=doubt)
