"""Searches names and texts beside the kernel's thread, and tells the page what is found."""

import threading
import time
from functools import partial
from typing import Any

import numpy as np

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.session.engine.text_index import folded
from jupyter_sscluster.session.search.name_search import find_rows
from jupyter_sscluster.session.search.text_search import TextSearch
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.messages import Message, MessageError, field, handles, reads
from jupyter_sscluster.widget.core.row_content.lazy import OFTEN
from jupyter_sscluster.widget.core.threads import BackgroundTask
from jupyter_sscluster.widget.features.search import state
from jupyter_sscluster.widget.features.search.state import Outcome

PIECE = 1000
"""Rows that are put into the index at a time."""


@reads("find")
def find(context: Context, message: Message) -> None:
    """Names and texts are searched; an empty text ends that."""
    text = field(message, "text")
    if not isinstance(text, str):
        raise MessageError(f"text={text!r} must be a text: a name, a number or a word")
    context.of(Searcher).find(text, check_count(field(message, "start"), "start", 0))


@handles("select_found")
def select_found(context: Context, message: Message) -> None:
    """What was found last is selected."""
    context.interaction.selection = tuple(sorted(context.interaction.found[1]))


class Searcher(FeatureWorker):
    """Searches for the text that was typed last.

    The index of the texts is filled as soon as something is searched for, piece by piece; what is
    found meanwhile is told now and then. A function given as `tooltip=` is called for all rows
    meanwhile. Names are folded once.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._task = BackgroundTask(context.owner_thread, "ssc-search")
        self._index = TextSearch(context.tips.searched)
        self._filling = threading.Lock()
        self._names: list[str] | None = None
        self._wanted: object = None

    def find(self, text: str, start: int) -> None:
        """Search for a text in place of the one before; the hits from `start` on are told."""
        tips, numbers = self._context.tips, self._context.session.sample.numbers
        unread = tips.unread(numbers) if text.strip() else []
        tips.read(unread, partial(self._begin, text, start))
        if text.strip():
            self._begin(text, start)
        else:
            self._wanted = None
            self._task.give_up()
            self._tell(Outcome(text, [], np.empty(0, dtype=np.int64), "", 0), 0)

    def close(self) -> None:
        """Search no more."""
        self._wanted = None
        self._task.close()

    def _begin(self, text: str, start: int) -> None:
        self._wanted = wanted = object()
        view = self._context.view()
        named = None if view.session.names is None else view.shown.names
        work = partial(self._search, wanted, text, start, view.shown.numbers, named)
        self._task.run_instead(work, partial(self._heard, start))

    def _search(
        self, wanted: object, text: str, start: int, numbers: Any, names: Any
    ) -> Outcome | None:
        """Beside the kernel's thread: what is found once all that is known is in the index."""
        if names is not None and (self._names is None or len(self._names) != len(names)):
            self._names = [folded(name) for name in names]
        named = find_rows(text, None if names is None else self._names, numbers)
        told = time.monotonic()
        while self._wanted is wanted:
            with self._filling:
                unread = set(self._context.tips.unread(numbers))
                missing = self._index.missing(numbers)
                known = [row for row in missing if row not in unread]
                full = len(known) > PIECE or (known and not unread)
                if full:
                    self._index.add(known[:PIECE])
            if not full or time.monotonic() > told + OFTEN:
                rows = self._index.find(text, () if full else known)
                left = len(missing) - PIECE if full else len(unread)
                outcome = Outcome(text, named, rows, "", max(0, left))
                if not full:
                    return self._completed(outcome)
                told = time.monotonic()
                self._context.owner_thread.run(partial(self._partly, wanted, outcome, start))
        return None

    def _completed(self, outcome: Outcome) -> Outcome:
        """With what may have been meant, where nothing was found."""
        if outcome.unread or outcome.named or len(outcome.told):
            return outcome
        return outcome._replace(instead=self._index.similar(outcome.text))

    def _partly(self, wanted: object, outcome: Outcome, start: int) -> None:
        if self._wanted is wanted:
            self._tell(outcome, start)

    def _heard(self, start: int, outcome: Any) -> None:
        if isinstance(outcome, BaseException):
            raise outcome
        if outcome is not None:
            self._tell(outcome, start)

    def _tell(self, outcome: Outcome, start: int) -> None:
        self._context.interaction.found = outcome.text.strip(), outcome.rows
        self._context.layer.send(state.found(self._context.view(), outcome, start))


def start(context: Context) -> Searcher:
    """What searches the rows of one widget."""
    return Searcher(context)
