"""The rows of a session that are in no cluster: said to be, or found by the fit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._number_text import count
from jupyter_sscluster._validation import Choice, Either, InputError, Real
from jupyter_sscluster.cluster.fit.reach import joinable, nearest_in_clusters
from jupyter_sscluster.constraints.row_names import Row, row_numbers
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import Change, Operation
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.present import Present, per_moment
from jupyter_sscluster.session.engine.sample.large_data import in_memory
from jupyter_sscluster.session.engine.settings import ready_clusterer, title_of

SOURCE = "taken in"
"""The source of answers that take rows into clusters."""

WEIGHT = 0.01
"""So light that the link holds and a clusterer learns nothing from it of other rows."""

TIMES = Either(Real(0.0), Choice(np.inf))


class NearCluster(NamedTuple):
    """A row that the fit put into no cluster, and the cluster that it would join.

    Attributes
    ----------
    row : int
    cluster : int
        The number of the cluster of the nearest row that is in one.
    nearest : int
        That row; of equally near ones the lowest number.
    distance : float
        From that row.
    reach : float
        The largest distance of a row of the cluster from its nearest other row.
    """

    row: int
    cluster: int
    nearest: int
    distance: float
    reach: float

    @property
    def times(self) -> float:
        """The distance in units of the reach; 0 for equal rows, else infinite if the reach is 0.

        >>> NearCluster(4, 0, 2, 2.7, 1.8).times
        1.5
        """
        if self.distance == 0.0:
            return 0.0
        return self.distance / self.reach if self.reach else np.inf


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

    @property
    def near_clusters(self) -> tuple[NearCluster, ...]:
        """The cluster that each row found by the fit would join, those that join first at first.

        The reach of a cluster is the largest distance of one of its rows from its nearest other
        row; a row joins the cluster of its nearest row in one, as soon as that cluster reaches
        `times` as far as it does. So each cluster has a measure of its own, whatever the unit of X.
        Distances are Euclidean, between rows of `session.X`, not those of a learned metric. Rows
        that answers, soft ones too, keep apart from rows of that cluster, or from rows that join it
        before, are not listed.

        Raises
        ------
        InputError
            If the rows are not a table in memory.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [0.5], [1.0], [20.0], [20.5], [36.5]]
        >>> session = Session(X, "neighbourgraphagglomerative")
        >>> session.labels.tolist()
        [0, 0, 0, 1, 1, -1]
        >>> [near] = session.noise.near_clusters
        >>> near
        NearCluster(row=5, cluster=1, nearest=4, distance=16.0, reach=0.5)
        >>> near.times
        32.0
        """
        return self._near_clusters()

    def take_in(self, times: float) -> tuple[Answer, ...]:
        """Take rows that the fit put into no cluster into clusters near them, in one undo step.

        A row joins if its distance from its nearest row in a cluster is at most `times` the reach
        of that cluster, see `near_clusters`: a must-link with that row is recorded, a hard one of
        weight .01. It holds, but is no evidence of how far apart rows of one cluster are. Rows that
        were said to be in no cluster stay out.

        Parameters
        ----------
        times : float
            0 or more; `numpy.inf` takes all that are listed in `near_clusters`.

        Returns
        -------
        tuple of Answer
            The must-links.

        Raises
        ------
        InputError
            If `times` breaks that rule, the rows are not a table in memory, or the clusterer takes
            no notice of pairs. Nothing is changed then.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [0.5], [1.0], [20.0], [20.5], [36.5]]
        >>> session = Session(X, "neighbourgraphagglomerative")
        >>> session.noise.take_in(31), [(each.i, each.j) for each in session.noise.take_in(32)]
        ((), [(5, 4)])
        >>> session.labels.tolist(), session.undo()
        ([0, 0, 0, 1, 1, 1], 'Taken in: point 5')
        """
        if not TIMES.check(times):
            raise InputError(
                f"times={times!r} must be {TIMES.describe()}; with 2 a cluster reaches twice as far"
            )
        engine = self._engine

        def plan(now: Timeline) -> tuple[Change | None, tuple[Answer, ...]]:
            chosen = [each for each in self._near_clusters() if each.times <= times]
            clusterer = ready_clusterer(now.state.settings)
            if chosen and not getattr(clusterer, "uses_constraints", True):
                raise InputError(
                    f"{title_of(clusterer)} takes no notice of pairs, so that these rows would "
                    'stay where they are; use session.set_clusterer("neighbourgraphagglomerative")'
                )
            links = [(each.row, each.nearest, "must") for each in chosen]
            change, said = operations.answers(
                now,
                links,
                None,
                weight=WEIGHT,
                soft=False,
                source=SOURCE,
                annotator=engine.annotator,
            )
            rows = [each.row for each in chosen]
            named = f"point {engine.display_name(rows[0])}" if len(rows) == 1 else ""
            cause = f"Taken in: {named or count(len(rows), 'point')}"
            return None if change is None else replace(change, cause=cause), said

        return engine.change(plan)

    @per_moment
    def _near_clusters(self, now: Present) -> tuple[NearCluster, ...]:
        X, labels = self._engine.X, now.labels
        out = [*self._engine.data.absent, *now.constraints.noise.tolist()]
        rows = np.setdiff1d(np.flatnonzero(labels == -1), out).astype(np.int64)
        if not in_memory(X):
            raise InputError(
                "X is sparse or read in blocks, and the reach of a cluster is measured between "
                "rows in memory; link rows by session.answer"
            )
        if not len(rows) or labels.max(initial=-1) < 0:
            return ()
        found = nearest_in_clusters(X, labels, rows)
        order = np.lexsort((rows, found.times))
        clusters = labels[found.nearest]
        answers = [answer for answer in now.state.awake if answer.kind != "unknown"]
        must = [answer.pair for answer in answers if answer.kind == "must" and not answer.soft]
        cannot = [answer.pair for answer in answers if answer.kind == "cannot"]
        order = order[joinable(rows[order], clusters[order], labels, must, cannot)]
        table = zip(rows, clusters, found.nearest, found.distances, found.reaches, strict=True)
        listed = [NearCluster(*(value.item() for value in each)) for each in table]
        return tuple(listed[at] for at in order.tolist())
