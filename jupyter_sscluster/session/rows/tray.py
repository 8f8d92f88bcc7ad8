"""The new rows of a session that nobody has looked at yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster._number_text import count
from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.cluster.fit.placing import Placed, nearer_than_clusters
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.noise_rows import NO_ROWS
from jupyter_sscluster.constraints.row_names import Row, row_number, row_numbers
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import Change
from jupyter_sscluster.journal.cluster_steps import OF_CLUSTERS, Regrouped
from jupyter_sscluster.journal.row_changes import Settle
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.placements_and_sortings import (
    Statements,
    placed as placed_among,
    planned,
)
from jupyter_sscluster.session.engine.present import Present, per_moment
from jupyter_sscluster.session.engine.rows.extending import placed_by
from jupyter_sscluster.session.engine.rows.fingerprints import equal_rows
from jupyter_sscluster.session.engine.sample.drawing import taken
from jupyter_sscluster.session.engine.sample.large_data import in_memory
from jupyter_sscluster.session.intervals import Estimated, share_right

SOURCE = "new row"
"""The source of answers about new rows."""


class Tray:
    """The new rows that wait to be looked at; `session.rows.tray`.

    A row waits until an answer names it, it is said to be in no cluster, or accepted; one that is
    left out waits again once it is back. It lies *clearly* in a cluster if that has at least .9 of
    its probability, by Gaussian clusters with one covariance, those of the rows that do not wait;
    it is *far* if it is farther from all clusters than 99 % of their own rows. Neither says that it
    belongs there: rows of a class that is new often lie clearly in a cluster of another. Only rows
    `drawn` at random and placed by a person show that.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"Tray({self.text or 'empty'})"

    @property
    def rows(self) -> IntArray:
        """All that wait, ascending."""
        return self._waiting()

    @property
    def clear(self) -> IntArray:
        """Those that lie clearly in one cluster, ascending."""
        found = self._placed()
        return self.rows[found.clear] if found is not None else self.rows

    @property
    def far(self) -> IntArray:
        """Those far from all clusters, ascending."""
        found = self._placed()
        return self.rows[found.far] if found is not None else self.rows[:0]

    @property
    def to_look_at(self) -> IntArray:
        """Those that do not lie clearly in one: far ones first, then the least sure first."""
        found = self._placed()
        rows: IntArray = self.rows
        if found is None:
            return rows[:0]
        order = np.lexsort((found.posterior.max(axis=1), ~found.far))
        return rows[order[~found.clear[order]]]

    @property
    def drawn(self) -> IntArray:
        """Those of ten rows, drawn at random when rows were added, that still wait."""
        return np.intersect1d(self._engine.state.rows.drawn, self.rows)

    @property
    @per_moment
    def equal(self, now: Present) -> IntArray:
        """Those that have the values of a row that does not wait, ascending; in memory only."""
        rows = self._waiting()
        if not len(rows):
            return rows
        others = np.setdiff1d(np.flatnonzero(now.labels >= 0), rows)
        return equal_rows(self._engine.data.row_fingerprints, rows, others)

    @property
    def outside(self) -> Estimated | None:
        """The share of the rows added last that belong to no cluster that was there, estimated.

        From those of the ten `drawn` that were said to be in a cluster, in a new one or in none;
        None as long as none was, and where one was accepted or named in another way: those that
        are left are no random ones then. The interval has 95 %, as for rows drawn without
        replacement.
        """
        tree, states = self._engine.timeline.tree, self._engine.timeline.states
        path = [states[step].rows for step in tree.path(tree.at)]
        out = path[-1].excluded
        batches = (np.setdiff1d(each.later(each.excluded), out) for each in reversed(path))
        added = next((rows for rows in batches if len(rows)), NO_ROWS)
        drawn = np.intersect1d(path[-1].drawn, added)
        checked, n_outside = self._checked(drawn)
        if not len(checked) or len(checked) + len(np.intersect1d(drawn, self.rows)) < len(drawn):
            return None
        return share_right(n_outside, len(checked), len(added))

    def _checked(self, drawn: IntArray) -> tuple[IntArray, int]:
        """Those of some rows that a person placed, and how many in no cluster that was there."""
        now = self._engine.now
        known, noise = now.constraints, now.constraints.noise
        said = [answer for answer in now.state.awake if answer.manner == SOURCE]
        placed = [row for answer in said for row in answer.pair]
        checked = np.intersect1d(drawn, np.union1d(noise, placed).astype(np.int64))
        apart = [answer.i for answer in said if answer.kind == "cannot"]
        ids = known.component_ids
        outside = np.isin(ids[checked], ids[apart]) | np.isin(checked, noise)
        return checked, int(outside.sum())

    @property
    def text(self) -> str:
        """How many there are and how they lie, as a sentence; empty if there are none."""
        n, n_look = len(self.rows), len(self.to_look_at)
        if not n:
            return ""
        return f"{count(n, 'new row')}: {n - n_look:,} placed, {n_look:,} to look at"

    def likely(self, row: Row, most: int = 2) -> list[tuple[int, float]]:
        """The likeliest clusters of a row that waits, by number, and how likely they are.

        Raises
        ------
        InputError
            If the row does not wait.
        """
        found, at = self._placed(), self._place(row)
        if found is None:
            return []
        order = np.argsort(-found.posterior[at], kind="stable")[:most]
        return [(int(found.clusters[k]), float(found.posterior[at, k])) for k in order]

    def accept(self, rows: Iterable[Row] | None = None) -> None:
        """Take rows as they stand, by default all that lie clearly in one cluster.

        They wait no more. One undo step; nothing is recorded about pairs, and nothing is fitted.
        """
        wanted = self.clear.tolist() if rows is None else self._numbers(rows)
        seen = np.unique(self.rows[[self._place(row) for row in wanted]])
        if len(seen):
            cause = f"{count(len(seen), 'new row')} accepted"
            self._engine.apply(lambda now: Settle(tuple(seen.tolist()), cause))

    def place(self, row: Row, cluster: int, soft: bool | None = None) -> tuple[Answer, ...]:
        """Say that a row belongs to a cluster, by its number from 0: a must-link with a member.

        It is the nearest member that does not wait itself. The clusters are fitted, as after every
        answer.

        Raises
        ------
        InputError
            If the row does not wait, or there is no such cluster.
        """
        row, now = int(self.rows[self._place(row)]), self._engine.now
        check_count(cluster, "cluster", 0, max(0, int(now.labels.max(initial=0))))
        others = self._others(now)
        others = others[now.labels[others] == cluster]
        if not len(others):
            raise InputError(f"cluster={cluster} has no rows to link with; choose another")
        X = self._engine.X
        away = np.square(taken(X, others) - taken(X, np.array([row]))).sum(axis=1)
        near = others[away.argmin()]
        return self._engine.record([(row, int(near), "must")], soft=soft, source=SOURCE)

    def new_cluster(self, rows: Iterable[Row], soft: bool | None = None) -> tuple[Answer, ...]:
        """Say that rows are of one cluster that is not there yet, in one undo step.

        The first is cannot-linked with a typical row of each cluster, the others are must-linked
        with it, and the number of clusters grows by one. The next fit starts from the clusters as
        they are, and from one of these rows and of the far ones that are nearer to them than to
        every centre.

        Raises
        ------
        InputError
            If no row is given, one does not wait, or nothing has been clustered yet.
        """
        listed = list(
            dict.fromkeys(int(self.rows[self._place(row)]) for row in self._numbers(rows))
        )
        if not listed:
            raise InputError("rows=[] names no rows; give one or more of session.rows.tray.rows")
        engine = self._engine
        if engine.now.fit is None:
            raise InputError("nothing has been clustered yet; call session.fit() first")

        def plan(timeline: Timeline) -> tuple[Change | None, tuple[Answer, ...]]:
            return self._apart(timeline, listed, soft)

        return engine.change(plan)

    def _apart(
        self, timeline: Timeline, listed: list[int], soft: bool | None
    ) -> tuple[Change | None, tuple[Answer, ...]]:
        """The step of rows that are a cluster of their own."""
        engine, now = self._engine, self._engine.now
        members = self._others(now)
        cards = _typical_rows(taken(engine.X, members), members, now.labels)
        none_of_these, _ = placed_among(now, listed[0], cards, None)

        def statements(known: Constraints) -> Statements:
            found = none_of_these(known)
            links = [(listed[0], row, "must") for row in listed[1:]]
            return replace(found, links=[*links, *found.links])

        manner: dict[str, Any] = {
            "soft": soft,
            "source": SOURCE,
            "annotator": engine.annotator,
        }
        change, said = planned(timeline, engine.n_features, statements, None, **manner)
        if change is not None and change.n_clusters is not None:
            change = replace(change, regrouped=Regrouped((), self._heap(now, listed)))
        return change, said

    def _heap(self, now: Present, listed: list[int]) -> tuple[int, ...]:
        """The rows that a fit takes for a new cluster at first."""
        far, rows, others = self.far, np.array(listed), self._others(now)
        values = np.concatenate([taken(self._engine.X, each) for each in (others, far, rows)])
        by, which, points = np.split(np.arange(len(values)), np.cumsum([len(others), len(far)]))
        near = nearer_than_clusters(values, now.labels[others], which, points, by)
        return tuple(np.union1d(far[near], rows).tolist())

    def _others(self, now: Present) -> IntArray:
        """The rows that clusters are told by: those that a fit has put there, and that do not wait.

        Rows that were accepted as they stand are not among them until a fit: far rows would lie
        clearly in a cluster once nearer ones had widened it. Of rows that are read in blocks those
        shown are taken.
        """
        fits = reversed(self._engine.ledger.branch)
        fitted = next((fit.labels for fit in fits if not fit.placed), now.labels)
        rows = np.flatnonzero((now.labels >= 0) & (fitted >= 0))
        some = rows if in_memory(self._engine.X) else np.sort(self._engine.sample.among(rows))
        return np.setdiff1d(some, self._waiting())

    def _numbers(self, rows: Iterable[Row]) -> list[int]:
        return row_numbers(rows, self._engine.n_samples, self._engine.names)

    def _place(self, row: Row) -> int:
        """The place of a row among those that wait."""
        row = int(row_number(row, self._engine.n_samples, self._engine.names, "row"))
        at = int(np.searchsorted(self.rows, row))
        if at == len(self.rows) or self.rows[at] != row:
            raise InputError(f"row {row} does not wait; session.rows.tray.rows are those that do")
        return at

    @per_moment
    def _waiting(self, now: Present) -> IntArray:
        new = now.state.rows.new  # those left out are noise to the constraints
        if not len(new):
            return new
        said = [
            row
            for answer in now.state.awake
            if answer.kind != "unknown" and answer.manner not in OF_CLUSTERS
            for row in answer.pair
        ]
        return np.setdiff1d(new, np.union1d(now.constraints.noise, said).astype(np.int64))

    @per_moment
    def _placed(self, now: Present) -> Placed | None:
        """Where they lie among the clusters of the others; None where there are none of these."""
        rows = self._waiting()
        others = self._others(now)
        if now.fit is None or not len(rows) or not len(others):
            return None
        found = placed_by(self._engine.X, now.labels, rows, others)
        # noise that a fit has found is in no cluster, however it lies
        return replace(found, far=found.far | (now.labels[rows] < 0))


def _typical_rows(X: Array, rows: IntArray, labels: IntArray) -> list[int]:
    """Of each cluster the row nearest to its mean, of these rows with values `X`."""
    found = []
    for cluster in np.unique(labels[rows]):
        members = labels[rows] == cluster
        away = np.square(X[members] - X[members].mean(axis=0)).sum(axis=1)
        found.append(int(rows[members][away.argmin()]))
    return found
