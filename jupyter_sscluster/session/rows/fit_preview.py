"""What the next fit would move, found before anybody asks for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._number_text import count
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal.changes import Refit
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.fit.fitting import Watch, unheard
from jupyter_sscluster.session.engine.fit.precomputed_fits import Ahead, numbered, problem_of
from jupyter_sscluster.session.engine.ledger import confirmed_rows

AHEAD = 0.02
"""A fresh fit is ahead if its objective is lower by more than this share."""


@dataclass(frozen=True, eq=False)
class FitPreview:
    """A fit that was made and is not shown.

    Attributes
    ----------
    labels : (n_samples,) int array
        Numbered after the clusters shown.
    moved : int array
        The rows that would change cluster, new ones included.
    moved_confirmed : int array
        Those of them that hard answers name.
    objective : float or None
    fresh : bool
        Whether it uses the clusterer's own starts.
    text : str
        The same in a sentence.
    """

    labels: IntArray = field(repr=False)
    moved: IntArray
    moved_confirmed: IntArray
    objective: float | None
    fresh: bool
    text: str
    _engine: Engine = field(repr=False)
    _ahead: Ahead = field(repr=False)

    def adopt(self) -> None:
        """Show this fit, as `Session.fit` would: one undo step, and no fit anew.

        If the session has changed since, it is fitted as it is now.
        """
        self._engine.apply(lambda now: Refit(self.fresh), self._ahead)


@dataclass(frozen=True, eq=False)
class FitPreviews:
    """The next fit from the clusters as they are, and one from the clusterer's own starts.

    Attributes
    ----------
    warm, fresh : FitPreview
    """

    warm: FitPreview
    fresh: FitPreview

    @property
    def fresh_is_ahead(self) -> bool:
        """Whether the fresh fit is another, of an objective lower by more than 2 %."""
        warm, fresh = self.warm.objective, self.fresh.objective
        if warm is None or fresh is None or np.array_equal(self.warm.labels, self.fresh.labels):
            return False
        return bool(warm - fresh > AHEAD * abs(warm))

    @property
    def text(self) -> str:
        """What both would move, in a sentence each; a fresh fit that is not ahead is left out."""
        if not self.fresh_is_ahead:
            return self.warm.text
        fresh = self.fresh
        n, named = len(fresh.moved), len(fresh.moved_confirmed)
        words = f"{named:,} of them" if named else "none of them"
        return (
            f"{self.warm.text} From scratch {n:,} would move, {words} named by answers; it "
            "describes the rows better."
        )


def fit_preview(engine: Engine, *, fresh: bool, watch: Watch = unheard) -> FitPreview:
    """What a fit would move; it is made aside."""
    engine.fits.wait()
    with engine.lock:
        shown, timeline, X = engine.ledger.shown, engine.timeline, engine.X
        if shown is None:
            raise InputError("nothing has been clustered yet; call session.fit() first")
        state = Refit(fresh).apply(timeline).state
        problem = problem_of(X, state, shown)
    solution = engine.fits.solve_aside(problem, watch)
    labels = numbered(X, solution, state, shown)
    labels.setflags(write=False)
    moved = np.flatnonzero(labels != shown.labels)
    confirmed = np.intersect1d(moved, confirmed_rows(state.constraints))
    text = _text(moved, confirmed, state.rows.new, int((labels >= 0).sum()))
    ahead = Ahead(problem, state.settings, solution)
    return FitPreview(
        labels, moved, confirmed, solution.objective, solution.fresh, text, engine, ahead
    )


def _text(moved: IntArray, confirmed: IntArray, new: Any, n: int) -> str:
    """`A fit moves 12 of 300 rows, none of them named by answers.`."""
    if not len(moved):
        return f"A fit moves none of {count(n, 'row')}."
    named = f"{len(confirmed):,} of them" if len(confirmed) else "none of them"
    waiting = int(np.isin(moved, new).sum())
    some = f", {waiting:,} of them new" if waiting else ""
    return f"A fit moves {len(moved):,} of {count(n, 'row')}{some}, {named} named by answers."
