"""Sessions of their own that start where another one stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from jupyter_sscluster.journal.journal import Log
from jupyter_sscluster.journal.tree import Tree
from jupyter_sscluster.session.engine.data import Data
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.session.engine.opening import Opening
from jupyter_sscluster.session.engine.settings import build
from jupyter_sscluster.session.read_access import Reading


class Copied(Reading):
    """A session that copies are made of."""

    def _copy(self, strategy: Any) -> Self:
        """A session in memory with the same answers, labels and settings, and another strategy.

        What is done to it is not written down, and changes nothing of this one. It fits in the
        thread of who calls it.
        """
        asking = build("strategies", strategy, {})
        with self._engine.lock:
            timeline, shown = self._engine.ledger.timeline, self._engine.ledger.shown
        settings = replace(timeline.state.settings, strategy=asking)
        state = replace(timeline.state, settings=settings, joined=False)
        ledger = Ledger(replace(timeline, states=(state,), tree=Tree()))
        if shown is not None:
            ledger.records[shown.fit] = ledger.shown = shown
        copy = type(self).__new__(type(self))
        opening = Opening(ledger, Log(), False, self.shown)
        copy._set_up(replace(self._engine.data, given_truth=None), opening)
        return copy

    def _set_up(
        self, data: Data, start: Opening, *, annotator: str = "", background: bool = False
    ) -> None:
        raise NotImplementedError
