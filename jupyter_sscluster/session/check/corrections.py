"""Which checked rows a person corrected after the check had found them out of place."""

from __future__ import annotations

from collections.abc import Set
from itertools import pairwise

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.journal.checks import not_drawn
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session.check.judged import Judged
from jupyter_sscluster.session.engine.ledger import Ledger


def corrected_rows(ledger: Ledger, step: int, keys: Array) -> dict[int, int]:
    """The checked rows that were out of place when they were corrected, each with its cluster then.

    A row is corrected by an answer about it that is in force, by answers that settle it, or by
    being put out. Such a row is no sign that the rows that were not drawn are right as well.
    """
    states = ledger.timeline.states
    now = states[step]
    if now.checks is None:
        return {}
    concerned = {*now.checks.rows} & _concerned(now)
    found = dict[int, int]()
    if not concerned:
        return found
    for before, after in pairwise(ledger.timeline.tree.path(step)):
        then, shown = states[before], ledger.shown_at(before)
        if then.checks is None or then.checks.seed != now.checks.seed or shown is None:
            continue
        rows = _corrected_by(then, states[after], concerned & {*then.checks.rows})
        if rows:
            judged = Judged(then.checks, then.constraints, shown.labels, keys)
            wrong = judged.told & ~judged.in_place
            found |= {row: int(shown.labels[row]) for row in rows if wrong[row]}
    return found


def _corrected_by(then: State, after: State, looked_at: Set[int]) -> list[int]:
    """The rows that a step says something about."""
    if then.constraints is after.constraints and then.answers is after.answers:
        return []
    newest = then.answers[-1].number if then.answers else 0
    new = {row for each in after.answers if each.number > newest for row in (each.i, each.j)}
    assert then.checks is not None
    gone = not_drawn(after.constraints, then.checks) & ~not_drawn(then.constraints, then.checks)
    return sorted(looked_at & (new | {*np.flatnonzero(gone).tolist()}))


def _concerned(now: State) -> set[int]:
    """The rows that answers name or settle, and those put out."""
    assert now.checks is not None
    named = {row for each in now.answers for row in (each.i, each.j)}
    return named | {*np.flatnonzero(not_drawn(now.constraints, now.checks)).tolist()}
