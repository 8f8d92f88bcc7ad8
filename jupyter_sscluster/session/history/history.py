"""The past of a session: every moment as it was, branches, and the ways from one to another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.journal.changes import Go
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.history import moments
from jupyter_sscluster.session.history.moments import Branch, Moment, Stop
from jupyter_sscluster.session.read_access import Reading


class Past(Reading):
    """Moments and branches. Nothing that was done is ever lost: what is undone stays to look at."""

    @property
    def step(self) -> int:
        """The number of the present moment, see `at`."""
        return self._engine.ledger.timeline.tree.at

    @property
    def n_steps(self) -> int:
        """How many moments there are, those that were undone included."""
        return self._engine.ledger.timeline.tree.size

    @property
    def steps(self) -> tuple[Moment, ...]:
        """The moments that led to the present one, the first and the present one among them."""
        with self._engine.lock:
            return tuple(moments.way(self._engine.ledger))

    @property
    def branches(self) -> tuple[Branch, ...]:
        """All branches, in the order in which they began.

        Whatever is done after an undo, or after `branch_from`, begins another branch; what was
        undone stays on the one before.

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
        >>> [(branch.number, branch.began, branch.steps) for branch in session.branches]
        [(1, None, (0, 1, 2)), (2, 1, (3,))]
        >>> session.switch(1)
        'answer 2: 2 – 3, must-link'
        >>> [answer.number for answer in session.answers]
        [1, 2]
        """
        with self._engine.lock:
            return moments.branches(self._engine.ledger)

    @property
    def points_moved(self) -> tuple[tuple[int, int], ...]:
        """For each action in force, its number and how many points its fit moved."""
        with self._engine.lock:
            ledger = self._engine.ledger
            past, records = ledger.timeline.past, ledger.records
        found: dict[int, int] = {}
        fits = {past[0].fit}
        for state in past[1:]:
            record = None if state.fit in fits else records.get(state.fit)
            fits.add(state.fit)
            if state.kind == "answers" and state.answers:
                action = self._engine.timeline.action_of(state.answers[-1].number)
                found[action] = 0 if record is None else record.moved
        present = {self._engine.timeline.action_of(answer.number) for answer in past[-1].answers}
        return tuple(each for each in sorted(found.items()) if each[0] in present)

    def at(self, step: int) -> Moment:
        """One moment as it was shown; looking at it changes nothing and fits nothing.

        Moments are numbered from 0 in the order in which they were made, on all branches, and keep
        their numbers: every answer, setting, refit and name makes one, undo and redo make none.

        Raises
        ------
        InputError
            If there is no such moment.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
        >>> answer = session.answer(0, 1, "must")
        >>> before = session.at(0)
        >>> before.cause, len(before.answers), before.labels.tolist(), before.score == 1
        ('start', 0, [1, 1, 0, 0], False)
        """
        with self._engine.lock:
            return moments.moment(self._engine.ledger, self._checked_step(step))

    def differing(self, step: int, other: int | None = None) -> NDArray[np.intp]:
        """Rows that were in another cluster at one moment than at another, ascending.

        Compared are the clusters by number, as they were shown: a fit keeps the numbers of the one
        that was shown before it, as far as it can.

        Parameters
        ----------
        step : int
            One moment, see `at`.
        other : int, optional
            The other one; the present moment if it is not given.

        Raises
        ------
        InputError
            If there is no such moment.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
        >>> answer = session.answer(1, 2, "must")
        >>> session.set_n_clusters(1)
        >>> session.at(0).labels.tolist(), session.at(2).labels.tolist()
        ([1, 1, 0, 0], [0, 0, 0, 0])
        >>> session.differing(0, 2).tolist()
        [0, 1]
        """
        with self._engine.lock:
            ledger = self._engine.ledger
            last = self.step if other is None else self._checked_step(other, "other")
            one, two = (
                moments.moment(ledger, each).labels for each in (self._checked_step(step), last)
            )
            return np.flatnonzero(one != two)

    def line(self, step: int) -> tuple[Stop, ...]:
        """The moments from the first through one to the end of its line, in short.

        That is the line which undo and redo walk along, or that of the moment's branch.
        """
        with self._engine.lock:
            return moments.line(self._engine.ledger, self._checked_step(step))

    def branch_from(self, step: int) -> str | None:
        """Go to a moment, to do something else from there on. Says what led to it.

        Like undo and redo this is a move and no change: it makes no moment, labels come back
        without a fit, and what is done next begins a branch. Until then redo leads on along what
        came after, so that a move made by mistake is taken back by `redo`, or by `switch` to the
        branch that was left. Open questions are dropped. None if it is the present moment.
        Inside a run of automatic answers, which are one step, undo leads to its start and redo to
        its end, wherever in it one stood.

        Raises
        ------
        InputError
            If there is no such moment.
        """
        said: list[str] = []

        def plan(now: Timeline) -> Go | None:
            wanted = self._checked_step(step)
            if wanted == now.tree.at:
                return None
            said.append(now.states[wanted].cause)
            return Go(wanted)

        self._engine.apply(plan)
        return next(iter(said), None)

    def switch(self, branch: int) -> str | None:
        """Go to the end of a branch, by its number in `branches`, as `branch_from` does."""
        there = self.branches
        way_out = f"session.branches has 1 to {len(there)}"
        return self.branch_from(
            there[check_count(branch, "branch", 1, len(there), way_out) - 1].end
        )

    def _checked_step(self, step: int, name: str = "step") -> int:
        last = self.n_steps - 1
        return check_count(step, name, 0, last, f"the moments of this session are 0 to {last}")
