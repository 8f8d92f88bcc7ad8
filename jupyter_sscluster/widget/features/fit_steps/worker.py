"""Makes the present fit again beside the owner's thread, and tells the page of its steps."""

import logging
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.session import Session, engine_of
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.session.fit_steps.traced_fit import trace_problem
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.figure import Plot
from jupyter_sscluster.widget.core.layer import Layer
from jupyter_sscluster.widget.core.messages import Message, field, reads
from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread
from jupyter_sscluster.widget.features.fit_steps import text as words
from jupyter_sscluster.widget.features.fit_steps.traced_fit import Ground, Walk

log = logging.getLogger(__name__)


class FitStepsWorker(FeatureWorker):
    """The steps of the fit that is shown, made when a view asks for them.

    Any action that leads to another fit makes them void; a view that still shows them asks again.
    """

    def __init__(self, session: Session, plot: Plot, layer: Layer) -> None:
        self._session, self._plot, self._layer = session, plot, layer
        self._task = BackgroundTask(OwnerThread(), "ssc-steps")
        self._key: tuple[Any, ...] | None = None
        self._number = 0
        self._walk: Walk | None = None
        self._head: dict[str, Any] = {}

    def take(self, *, fresh: bool) -> None:
        """Tell of the present fit, which is made again unless it was."""
        record = self._session.history.current_fit
        key = (None if record is None else record.fit, fresh, self._plot.projection)
        if key == self._key and self._head:
            self._layer.send(self._head)
            return
        self.leave()
        try:
            problem = trace_problem(engine_of(self._session), fresh=fresh)
            ground = self._ground(fresh)
        except InputError as error:
            self._layer.send(self._none(fresh, str(error)))
            return
        self._key, number = key, self._number
        self._head = self._none(fresh, words.MAKING, making=True)
        self._layer.send(self._head)

        def watch(step: str, done: int, total: int) -> None:
            if number != self._number:
                raise FitCancelled("the steps are not wanted any more")

        def work() -> Walk | None:
            found = problem.solve(watch)
            return Walk(found, ground) if len(found) else None

        self._task.run(work, lambda outcome: self._made(outcome, number, fresh))

    def frames(self, fit: str, first: int, last: int) -> None:
        """Tell of some steps; nothing where these are not the present ones."""
        walk, number = self._walk, self._number
        if walk is None or fit != str(number):
            return

        def told(outcome: Any) -> None:
            if isinstance(outcome, BaseException):
                log.error("steps could not be shown", exc_info=outcome)
            elif number == self._number:
                reply, labels = outcome
                self._layer.send(reply, [labels])

        self._task.run(lambda: walk.frames(first, last), told)

    @property
    def holds(self) -> bool:
        """Whether there are steps to be told of."""
        return self._walk is not None

    def leave(self) -> None:
        """Give up what is under way, and forget what was made."""
        self._number += 1
        self._key, self._walk, self._head = None, None, {}

    def close(self) -> None:
        """Tell no more."""
        self.leave()
        self._task.close()

    # ------------------------------------------------------------------ inside

    def _made(self, outcome: Any, number: int, fresh: bool) -> None:
        if number != self._number or isinstance(outcome, FitCancelled):
            return
        if isinstance(outcome, BaseException):
            log.info("a fit could not be traced", exc_info=outcome)
            self._head = self._none(fresh, words.FAILED.format(why=outcome))
        elif outcome is None:
            record = self._session.history.current_fit
            title = title_of(self._session.clusterer) if record is None else record.clusterer
            self._head = self._none(fresh, f"{title} tells no steps.")
        else:
            self._walk, self._head = outcome, outcome.head()
        self._layer.send(self._head)

    def _ground(self, fresh: bool) -> Ground:
        session, plot = self._session, self._plot
        xy = np.frombuffer(plot.xy, dtype="<f4").reshape(-1, 2).astype(np.float64)
        low, high = np.array(plot.axes(session.labels)["unit"]).T
        exact = (np.asarray(plot.projection.xy, dtype=np.float64) - low) / (high - low)
        answers = {
            (min(a.i, a.j), max(a.i, a.j), a.kind == "must"): a.number
            for a in reversed(session.answers)
            if a.kind != "unknown"
        }
        return Ground(
            str(self._number),
            fresh,
            session.X,
            exact if exact.shape == xy.shape else xy,
            plot.projection.title,
            _features(session),
            answers,
        )

    def _none(self, fresh: bool, text: str, *, making: bool = False) -> dict[str, Any]:
        return {
            "type": "steps",
            "fit": "",
            "fresh": fresh,
            "making": making,
            "text": text,
            "warm": False,
            "kinds": [],
            "last": 0,
            "curve": [],
            "centre_paths": [],
            "axes_note": "",
            "tree": None,
        }


def start(context: Context) -> FitStepsWorker:
    """The steps of the fits of one widget."""
    return FitStepsWorker(context.session, context.plot, context.layer)


def _features(session: Session) -> list[str]:
    count = session.X.shape[1]
    names = [str(name) for name in session.feature_names or ()]
    return names if len(names) == count else [f"Feature {j}" for j in range(count)]


MOST = 512
"""Steps that are told of at a time."""


@reads("steps")
def take(context: Context, message: Message) -> None:
    """A view wants to step through the fit, or to know whether it still is the one shown."""
    fresh = field(message, "fresh")
    if not isinstance(fresh, bool):
        raise InputError(f"fresh={fresh!r} must be true or false")
    context.of(FitStepsWorker).take(fresh=fresh)


@reads("frames")
def frames(context: Context, message: Message) -> None:
    """A view wants to show some steps."""
    first = check_count(field(message, "first"), "first", 0)
    last = check_count(field(message, "last"), "last", first, first + MOST)
    context.of(FitStepsWorker).frames(str(field(message, "fit")), first, last)


@reads("leave_steps")
def leave(context: Context, message: Message) -> None:
    """No view steps any more."""
    context.of(FitStepsWorker).leave()
