"""Plays automatic answers: one question after the other, at a pace, until somebody acts."""

import logging
import time
from collections.abc import Callable
from typing import Any

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.session import Event, OracleRun, Session, engine_of
from jupyter_sscluster.session.oracle_run.oracle_run import NOTHING_LEFT
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.forms import identifier
from jupyter_sscluster.widget.core.interaction import InteractionState
from jupyter_sscluster.widget.core.messages import Message, field, handles
from jupyter_sscluster.widget.core.oracle_run import PACES
from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread
from jupyter_sscluster.widget.features.oracle_run import text as words

log = logging.getLogger(__name__)

ACTS = ("answers", "settings", "closed")
MOST_BESIDE = 3


class OracleRunWorker(FeatureWorker):
    """Has a session answered automatically while the kernel's own thread stays free.

    Questions are made, answered and fitted in a thread of their own, one at a time, on the session
    and on the copies beside it; a timer of the kernel's loop paces them. Whatever else changes the
    session pauses it, and so do a fit that fails or is cancelled.
    """

    def __init__(
        self, session: Session, interaction: InteractionState, show: Callable[[], None]
    ) -> None:
        self._session, self._state, self._show = session, interaction.oracle_run, show
        self._interaction = interaction
        self._owner_thread = OwnerThread()
        self._task = BackgroundTask(self._owner_thread, "ssc-oracle-run")
        self._busy = False
        self._due = 0
        self._unsubscribe = session.subscribe(self._hear)

    def play(self) -> None:
        """Begin, or go on."""
        state = self._state
        if state.on:
            return
        if engine_of(self._session).data.truth is None:
            raise InputError(words.NO_TRUE_LABELS)
        if state.run is not None and (state.renew or state.run.overtaken):
            state.run, state.goal = None, None if state.goal is None else state.portion
        if state.goal is not None and state.is_done:
            state.goal += state.portion
        if state.run is not None:
            state.run.resume()
        state.on, state.renew, state.halted = True, False, ""
        if self._owner_thread.has_loop:
            self._next()
            return
        while state.on:
            self._next()

    def pause(self) -> None:
        """Record no more; what is being asked is dropped."""
        if self._state.run is not None:
            self._state.run.stop()
        self._state.on = False

    def close(self) -> None:
        """Play no more."""
        self._unsubscribe()
        self.pause()
        self._task.close()

    # ------------------------------------------------------------------ one after the other

    def _next(self) -> None:
        if self._busy or not self._state.on:
            return
        self._busy = True
        begun, run = time.monotonic(), self._state.run
        self._task.run(lambda: self._step(run), lambda outcome: self._took(outcome, begun))

    def _step(self, run: OracleRun | None) -> tuple[OracleRun, bool]:
        """Ask one question, in the thread beside; a run of its own begins where there is none."""
        if run is None:
            state = self._state
            own = identifier("strategies", self._session.strategy)
            beside = [name for name in state.beside if name != own]
            run = self._session.run_oracle(n_questions=0, wrong=state.wrong, beside=beside)
            state.run = run
            if not state.on:
                return run, False
        return run, run.step()

    def _took(self, outcome: Any, begun: float) -> None:
        self._busy = False
        state = self._state
        if isinstance(outcome, BaseException):
            log.info("automatic answers have stopped", exc_info=outcome)
            state.on, self._interaction.error = False, words.failed(outcome)
        elif state.on and outcome[0] is state.run:  # else it is of a run that was given up
            self._go_on(*outcome)
        self._show()
        if state.on and self._owner_thread.has_loop:
            self._due += 1
            due, rest = self._due, begun + PACES[state.speed] - time.monotonic()
            self._owner_thread.later(max(0.0, rest), lambda: self._is_due(due))

    def _go_on(self, run: OracleRun, asked: bool) -> None:
        """Halt if there is a reason to."""
        state = self._state
        if run.overtaken:
            state.on, state.halted = False, words.OVERTAKEN
        elif not asked and run.ended:
            state.on = False
            state.halted = words.NOTHING_LEFT if run.ended == NOTHING_LEFT else run.ended
        elif asked and not run.fitted:
            state.on, state.halted = False, words.NOT_FITTED
        elif state.is_done:
            state.on = False

    def _is_due(self, number: int) -> None:
        if number == self._due:
            self._next()

    # ------------------------------------------------------------------ what else happens

    def _hear(self, event: Event) -> None:
        if event.kind in ACTS:
            self._owner_thread.run(self._give_way)

    def _give_way(self) -> None:
        state = self._state
        if state.run is None or not (
            state.run.overtaken or engine_of(self._session).journal.closed
        ):
            return
        if state.on or not state.halted:
            state.halted = words.OVERTAKEN
            self.pause()
            self._show()

    # ------------------------------------------------------------------ choices

    def set_speed(self, speed: Any) -> None:
        """Another pace."""
        if speed not in PACES:
            raise InputError(f"speed={speed!r} must be one of {', '.join(map(repr, PACES))}")
        self._state.speed = speed

    def set_goal(self, goal: Any) -> None:
        """Another number of questions in this run, or None for all that there are."""
        state = self._state
        if goal is None:
            state.goal = None
            return
        goal = check_count(goal, "number of questions", 1)
        asked = 0 if state.renew or state.halted == words.OVERTAKEN else state.asked
        if goal <= asked:
            raise InputError(f"{goal} questions are not more than the {asked} that were asked")
        state.goal, state.portion = goal, goal - asked

    def set_wrong(self, per_cent: Any) -> None:
        """Another share of wrong answers, from the next run on."""
        self._state.wrong = check_count(per_cent, "share of wrong answers", 0, 100) / 100
        self._begin_anew()

    def set_beside(self, names: Any) -> None:
        """Other strategies ask beside the session's own, from the next run on."""
        known = words.strategies()
        if not isinstance(names, list) or not all(name in known for name in names):
            raise InputError(f"beside={names!r} must be strategies of the menu")
        if len(names) > MOST_BESIDE:
            raise InputError(
                f"at most {MOST_BESIDE} strategies can be compared with the session's own"
            )
        self._state.beside = tuple(dict.fromkeys(names))
        self._begin_anew()

    def _begin_anew(self) -> None:
        if self._state.asked:
            self._state.renew = True
            self.pause()
        else:
            self._state.run = None


def start(context: Context) -> OracleRunWorker:
    """The automatic answers of one widget."""
    return OracleRunWorker(context.session, context.interaction, context.event_loop.show)


@handles("oracle_play")
def play(context: Context, message: Message) -> None:
    """Begin, or go on."""
    context.interaction.clear()
    context.event_loop.next_question.leave_off()
    context.of(OracleRunWorker).play()


@handles("oracle_pause")
def pause(context: Context, message: Message) -> None:
    """Pause."""
    context.of(OracleRunWorker).pause()


@handles("oracle_speed")
def speed(context: Context, message: Message) -> None:
    """Another pace."""
    context.of(OracleRunWorker).set_speed(field(message, "value"))


@handles("oracle_goal")
def goal(context: Context, message: Message) -> None:
    """Another number of questions."""
    context.of(OracleRunWorker).set_goal(field(message, "value"))


@handles("oracle_wrong")
def wrong(context: Context, message: Message) -> None:
    """Another share of wrong answers."""
    context.of(OracleRunWorker).set_wrong(field(message, "value"))


@handles("oracle_beside")
def beside(context: Context, message: Message) -> None:
    """Other strategies beside the session's."""
    context.of(OracleRunWorker).set_beside(field(message, "value"))
