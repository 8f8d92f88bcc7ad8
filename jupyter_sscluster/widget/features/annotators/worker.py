"""Finds what people should know of sources, and does what they decide about one."""

import time
from typing import Any, NamedTuple

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.session import LeftToPeople, SourceSuspicion, engine_of
from jupyter_sscluster.widget.core.background_diagnostics import REST, moment_of
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.messages import Message, MessageError, field, handles
from jupyter_sscluster.widget.core.threads import BackgroundTask
from jupyter_sscluster.widget.features.annotators import text as words

CONTRADICTS = (
    "These answers contradict what was answered since, so that they stay aside: take one of the "
    "others back first."
)
ACTS = ("stop", "resume", "ask_more", "set_aside", "count_again", "take_back")

MORE = 100
"""Questions by which a limit that is reached is raised."""


class Known(NamedTuple):
    """What is known of the sources at some moment, the suspected ones by name."""

    suspected: dict[str, SourceSuspicion]
    left: LeftToPeople


class SourcesWorker(FeatureWorker):
    """Works out beside the page which sources are worse than chance, and what is in doubt.

    Both take belief propagation, so that it waits until nothing else is to be done. A function that
    has failed and a source that is suspected are shown once, as an error.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._task = BackgroundTask(context.owner_thread, "ssc-sources")
        self._busy = False
        self._moment: Any = None
        self._told: dict[str, str] = {}
        self.known = Known({}, LeftToPeople())

    def before_show(self) -> None:
        """Show that a function has failed."""
        for helper in self._context.session.helpers:
            failure = helper.failure
            if failure and failure != self._told.get(helper.name):
                self._context.interaction.error = failure
            self._told[helper.name] = failure

    def tell_again(self, name: str) -> None:
        """Show its next failure though it is the same as the last one."""
        self._told.pop(name, None)

    def look(self) -> None:
        """Work out what is not known of the present moment, if nothing else is to be done."""
        context = self._context
        session, interaction = context.session, context.interaction
        moment = moment_of(session)
        if self._busy or moment == self._moment or session.is_fitting or interaction.asking:
            return
        if len({answer.annotator for answer in session.answers}) < 2:
            self.known, self._moment = Known({}, LeftToPeople()), moment
            return
        self._busy = True
        rest = REST if context.owner_thread.has_loop and context.owner_thread.has_threads else 0.0

        def work() -> tuple[Any, Known | None]:
            time.sleep(rest)
            return moment, self._found() if moment_of(session) == moment else None

        self._task.run(work, self._take)

    def close(self) -> None:
        """Look no more."""
        self._task.close()

    def _found(self) -> Known:
        session = self._context.session
        aside = {each.name for each in engine_of(session).state.sources if each.aside}
        suspected = {name: each for name, each in self.known.suspected.items() if name in aside}
        suspected |= {each.name: each for each in session.review.sources if each.suspected}
        return Known(suspected, session.helpers.left_to_people)

    def _take(self, outcome: Any) -> None:
        self._busy = False
        if isinstance(outcome, BaseException):
            self._moment = moment_of(self._context.session)
            raise outcome
        moment, found = outcome
        if found is None or moment != moment_of(self._context.session):
            self.look()
            return
        before, self.known, self._moment = self.known, found, moment
        new = [each for name, each in found.suspected.items() if name not in before.suspected]
        if new:
            self._context.interaction.error = words.WORSE.format(new[0].text)
        if before != found:
            self._context.event_loop.show()


def start(context: Context) -> SourcesWorker:
    """What knows the sources of one widget."""
    return SourcesWorker(context)


@handles("who_answers")
def choose(context: Context, message: Message) -> None:
    """Others are to answer."""
    context.session.helpers.who_answers = field(message, "value")


@handles("source")
def turn(context: Context, message: Message) -> None:
    """One function or person is stopped, resumed, asked more, set aside, counted or taken back."""
    name, act = field(message, "name"), field(message, "act")
    if not isinstance(name, str) or act not in ACTS:
        raise MessageError(f"act={act!r} of name={name!r} must be one of {', '.join(ACTS)}")
    session = context.session
    if act == "resume":
        for worker in context.workers:
            if isinstance(worker, SourcesWorker):
                worker.tell_again(name)
    if act in ("stop", "resume"):
        getattr(session.helpers[name], act)()
    elif act == "ask_more":
        helper = session.helpers[name]
        helper.most = helper.n_asked + MORE
    elif act == "take_back":
        session.annotators.take_back(name)
    else:
        try:
            getattr(session.review, act)(name)
        except ConflictError as error:
            raise InputError(CONTRADICTS) from error


@handles("source_terms")
def set_terms(context: Context, message: Message) -> None:
    """An answer of a function costs something else, or it may be asked more or less."""
    name, cost, most = (field(message, key) for key in ("name", "cost", "most"))
    context.session.helpers[name].set_terms(cost, most)
