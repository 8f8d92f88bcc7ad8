"""The history of a session: its steps, branches and fits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.journal.changes import Go, Redo, Undo
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine.engine import Engine, HasEngine
from jupyter_sscluster.session.engine.open_questions import Question, open_question
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.history import moments
from jupyter_sscluster.session.history.moments import Branch, Moment


class History:
    """Steps, branches and fits of a session; `session.history`.

    Nothing is ever lost: what was undone can still be viewed and returned to.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __len__(self) -> int:
        return self._engine.ledger.timeline.tree.size

    def __repr__(self) -> str:
        return f"History({len(self)} steps, {len(self.branches)} branches, {len(self.fits)} fits)"

    # ------------------------------------------------------------------ steps

    @property
    def step(self) -> int:
        """The number of the present step, see `at`."""
        return self._engine.ledger.timeline.tree.at

    @property
    def steps(self) -> tuple[Moment, ...]:
        """The steps from the first to the present one."""
        with self._engine.lock:
            return tuple(moments.way(self._engine.ledger))

    def at(self, step: int) -> Moment:
        """One step as it was shown. Nothing is changed and nothing is fitted.

        Steps are numbered from 0 in the order in which they were made, on all branches, and keep
        their numbers. Every answer, setting, refit and name makes one; undo and redo make none.

        Raises
        ------
        InputError
            If there is no such step.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
        >>> answer = session.answer(0, 1, "must")
        >>> before = session.history.at(0)
        >>> before.cause, len(before.answers), before.labels.tolist(), before.score == 1
        ('start', 0, [1, 1, 0, 0], False)
        """
        with self._engine.lock:
            return moments.moment(self._engine.ledger, self._checked_step(step))

    def changed(self, step: int, other: int | None = None) -> NDArray[np.intp]:
        """The rows whose cluster differs between two steps, ascending.

        Clusters are compared by number, as they were shown; each fit keeps the numbers of the one
        shown before it as far as it can. Rows that are left out of one of the two are none of them.

        Parameters
        ----------
        step : int
            One step, see `at`.
        other : int, optional
            The other one, by default the present step.

        Raises
        ------
        InputError
            If there is no such step.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
        >>> answer = session.answer(1, 2, "must")
        >>> session.set_n_clusters(1)
        >>> session.history.at(0).labels.tolist(), session.history.at(2).labels.tolist()
        ([1, 1, 0, 0], [0, 0, 0, 0])
        >>> session.history.changed(0, 2).tolist()
        [0, 1]
        """
        with self._engine.lock:
            ledger = self._engine.ledger
            last = self.step if other is None else self._checked_step(other, "other")
            one, two = (moments.moment(ledger, each) for each in (self._checked_step(step), last))
            found = np.flatnonzero(one.labels != two.labels)
            return np.setdiff1d(found, np.union1d(one.excluded, two.excluded))

    # ------------------------------------------------------------------ branches

    @property
    def branches(self) -> tuple[Branch, ...]:
        """All branches, in the order in which they began.

        A change after an undo, or after `branch_from`, begins another branch; what was undone
        stays on the branch before.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
        >>> for pair in (0, 1), (2, 3):
        ...     session.answer(*pair, "must").number
        1
        2
        >>> session.undo()
        'answer 2: 2 – 3, must-link'
        >>> session.answer(1, 2, "cannot").number
        3
        >>> [(branch.number, branch.began, branch.steps) for branch in session.history.branches]
        [(1, None, (0, 1, 2)), (2, 1, (3,))]
        >>> session.history.switch(1)
        'answer 2: 2 – 3, must-link'
        >>> [answer.number for answer in session.answers]
        [1, 2]
        """
        with self._engine.lock:
            return moments.branches(self._engine.ledger)

    def branch_from(self, step: int) -> str | None:
        """Go to a step in order to continue from it, and return what led to it.

        Like undo and redo this moves and changes nothing: it makes no step, labels come back
        without a fit, and the next change begins a branch. Until then `redo` leads on along what
        came after, so that a wrong move is undone by `redo`, or by `switch` to the branch before.
        Open questions are dropped. None if it is the present step. A run of automatic answers is
        one step for undo and redo: from inside it undo leads to its start and redo to its end.

        Raises
        ------
        InputError
            If there is no such step.
        """

        def plan(now: Timeline) -> tuple[Go | None, str | None]:
            wanted = self._checked_step(step)
            if wanted == now.tree.at:
                return None, None
            return Go(wanted), now.states[wanted].cause

        return self._engine.change(plan)

    def switch(self, branch: int) -> str | None:
        """Go to the end of a branch, by its number in `branches`, as `branch_from` does."""
        there = self.branches
        way_out = f"session.history.branches has 1 to {len(there)}"
        return self.branch_from(
            there[check_count(branch, "branch", 1, len(there), way_out) - 1].end
        )

    # ------------------------------------------------------------------ fits

    @property
    def fits(self) -> tuple[FitRecord, ...]:
        """One record for every finished fit, in order of time; undo removes none."""
        return tuple(self._engine.ledger.records.values())

    @property
    def branch_fits(self) -> tuple[FitRecord, ...]:
        """The fits that led to the present step, without those undone."""
        return self._engine.ledger.branch

    @property
    def current_fit(self) -> FitRecord | None:
        """The fit that is shown, None before the first."""
        return self._engine.ledger.shown

    # ------------------------------------------------------------------ undo and redo

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo, and the rows in force before it are in X."""
        engine = self._engine
        with engine.lock:
            timeline, absent = engine.ledger.timeline, engine.data.absent
        if timeline.undo_label is None:
            return False
        return absent <= {*Undo().apply(timeline).state.rows.excluded.tolist()}

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return self.redo_label is not None

    @property
    def undo_label(self) -> str | None:
        """What `session.undo` would take back."""
        return self._engine.ledger.timeline.undo_label

    @property
    def redo_label(self) -> str | None:
        """What `session.redo` would bring back."""
        return self._engine.ledger.timeline.redo_label

    def _checked_step(self, step: int, name: str = "step") -> int:
        last = len(self) - 1
        return check_count(step, name, 0, last, f"the steps of this session are 0 to {last}")


def undo(session: HasEngine) -> str | None:
    """Take back the last change, labels and open question too; return what it was."""
    return _moved(session._engine, Undo(), lambda now: now.undo_label)


def redo(session: HasEngine) -> str | None:
    """Bring back what was undone last; return what it was."""
    return _moved(session._engine, Redo(), lambda now: now.redo_label)


def _moved(
    engine: Engine, move: Undo | Redo, label_of: Callable[[Timeline], str | None]
) -> str | None:
    def plan(now: Timeline) -> tuple[Undo | Redo | None, tuple[str | None, Question | None]]:
        label = label_of(now)
        return (None if label is None else move), (label, open_question(now.state))

    label, before = engine.change(plan)
    after = open_question(engine.state)
    if after is not None and after is not before:
        engine.emit("question", after)
    return label
