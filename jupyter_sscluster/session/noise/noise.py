"""The rows of a session that are in no cluster: said to be, or found by the fit."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints.row_names import Row, row_numbers
from jupyter_sscluster.journal.changes import Operation
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.engine import Engine


class Noise:
    """The rows that are in no cluster, called "No cluster" on the page; `session.noise`.

    A row that was said to be noise stays out of every fit until it is put back: it has the label
    -1, no question is about it, and profiles and the silhouette leave it out. Some clusterers also
    find noise; such rows stay candidates for questions, and a later fit may cluster them.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[0.0], [1.0], [40.0], [8.0], [9.0]], n_clusters=2)
    >>> session.noise.add([2])
    >>> session.labels.tolist(), session.noise.rows.tolist(), session.history.steps[-1].cause
    ([1, 1, -1, 0, 0], [2], 'No cluster: point 2')
    >>> session.undo(), session.noise.stated.tolist()
    ('No cluster: point 2', [])
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"Noise({len(self.stated)} rows stated, {len(self.found)} found by the fit)"

    @property
    def stated(self) -> IntArray:
        """The rows that were said to be in no cluster, ascending; without those left out."""
        state = self._engine.state
        return np.setdiff1d(state.constraints.noise, state.rows.excluded)

    @property
    def found(self) -> IntArray:
        """The other rows that the fit shown has put into no cluster, ascending."""
        now = self._engine.now
        return np.setdiff1d(np.flatnonzero(now.labels == -1), now.constraints.noise)

    @property
    def rows(self) -> IntArray:
        """All rows that are in no cluster, stated or found, ascending."""
        return np.union1d(self.stated, self.found)

    def add(self, rows: Iterable[Row]) -> None:
        """Say that these rows, by number or name, are in no cluster, in one undo step.

        Raises
        ------
        InputError
            If there is no such row, one is must-linked by an answer, or fewer rows than clusters
            would be left. Nothing is changed then.
        """
        chosen = row_numbers(rows, self._engine.n_samples, self._engine.names)
        self._engine.apply(lambda now: operations.noise(now, chosen, ()))

    def remove(self, rows: Iterable[Row]) -> None:
        """Take that back for these rows, in one undo step: they are clustered again.

        Raises
        ------
        InputError
            If there is no such row, or that was not said of one. Nothing is changed then.
        """
        chosen = row_numbers(rows, self._engine.n_samples, self._engine.names)

        def plan(now: Timeline) -> Operation | None:
            other = sorted({*chosen} - {*now.state.constraints.noise.tolist()})
            if other:
                raise InputError(
                    f"{self._engine.display_name(other[0])} was not said to be in no cluster; a "
                    "row that the fit left out joins a cluster by a must-link with one of its rows"
                )
            return operations.noise(now, (), chosen)

        self._engine.apply(plan)
