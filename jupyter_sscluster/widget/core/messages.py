"""What the page may ask for: one handler for each type of message.

A handler takes the context and the message, calls the session, and returns nothing. Whatever
goes wrong becomes a sentence in the page; nothing is half done, since the session checks first.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.widget.core import code_parts as parts, text as wording
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.message_fields import Handler, Message, field, handler_for
from jupyter_sscluster.widget.core.parameter_text import refused
from jupyter_sscluster.widget.core.row_places import message_by_row
from jupyter_sscluster.widget.features.axes import handlers as axes
from jupyter_sscluster.widget.features.clusters import handlers as hand
from jupyter_sscluster.widget.features.comparison import handlers as compare
from jupyter_sscluster.widget.features.export import handlers as exports
from jupyter_sscluster.widget.features.feasibility import handlers as ways
from jupyter_sscluster.widget.features.fit_steps import handlers as steps
from jupyter_sscluster.widget.features.history import handlers as past
from jupyter_sscluster.widget.features.oracle_run import handlers as auto
from jupyter_sscluster.widget.features.question import handlers as answers
from jupyter_sscluster.widget.features.question_types import handlers as shapes
from jupyter_sscluster.widget.features.review import handlers as again
from jupyter_sscluster.widget.features.row_content import handlers as asking
from jupyter_sscluster.widget.features.selection import handlers as groups
from jupyter_sscluster.widget.features.settings.refusals import RefusedValue, at_its_field
from jupyter_sscluster.widget.features.settings.state import parsed
from jupyter_sscluster.widget.features.status.state import trouble
from jupyter_sscluster.widget.features.stopping import handlers as enough

log = logging.getLogger(__name__)


def handle(context: Context, message: Any) -> bool:
    """Do what a message asks for, or have the page say why not."""
    kind = message.get("type") if isinstance(message, Mapping) else message
    try:
        handler = handler_for(kind, HANDLERS, "message")
        if handler not in KEEPING:
            context.interaction.error = None
            context.interaction.refused = None
            context.interaction.notice = ""
        handler(context, message_by_row(context.session.shown, message))
        return True
    except InputError as error:
        context.interaction.error = str(error)
        if isinstance(error, RefusedValue):
            context.interaction.refused = error.refusal
    except Exception as error:
        log.exception("a message of type %r failed", kind)
        context.interaction.error = f"That did not work: {error or type(error).__name__}."
    return False


def is_quiet(message: Any) -> bool:
    """Whether a message only asks, so that nothing has to be shown anew."""
    return isinstance(message, Mapping) and message.get("type") in [
        *asking.ASKING,
        *hand.ASKING,
        *enough.ASKING,
        *past.ASKING,
        *steps.ASKING,
        *parts.ASKING,
        "export",
    ]


def _softly(context: Context, message: Message) -> None:
    context.session.set_softly(field(message, "value"))
    context.interaction.clear()
    context.interaction.notice = wording.softly(context.session.softly)


def _suggest(context: Context, message: Message) -> None:
    context.player.pause()
    context.interaction.clear()
    context.dispatcher.ask()


def _cancel(context: Context, message: Message) -> None:
    if not context.session.cancel():
        context.projector.cancel()


def _set(context: Context, message: Message) -> None:
    handler_for(field(message, "what"), SETTINGS, "setting")(context, message)
    context.interaction.clear()


def _set_clusterer(context: Context, message: Message) -> None:
    context.session.set_clusterer(field(message, "value"))


def _set_strategy(context: Context, message: Message) -> None:
    context.session.set_strategy(field(message, "value"))


def _set_n_clusters(context: Context, message: Message) -> None:
    session = context.session
    session.set_n_clusters(parsed(session.clusterer, "n_clusters", field(message, "value")))


def _set_param(context: Context, message: Message) -> None:
    session = context.session
    with at_its_field(message):
        session.set_params(**_checked(session.clusterer, message))


def _set_strategy_param(context: Context, message: Message) -> None:
    session = context.session
    with at_its_field(message):
        session.set_strategy_params(**_checked(session.strategy, message))


def _checked(estimator: Any, message: Message) -> dict[str, Any]:
    """The parameter that a message sets, refused in the words of the form."""
    name = str(field(message, "name"))
    value = parsed(estimator, name, field(message, "value"))
    rule = getattr(type(estimator), "parameter_ranges", {}).get(name)
    if rule is not None and not rule.check(value):
        raise InputError(refused(name, value, rule))
    return {name: value}


def _refit(context: Context, message: Message) -> None:
    context.session.refit(fresh=True)


def _dismiss(context: Context, message: Message) -> None:
    interaction, text = context.interaction, trouble(context.view())
    if text is not None and text != interaction.error:
        interaction.dismissed.add(text)
    interaction.error = None
    interaction.refused = None


SETTINGS: dict[str, Handler] = {
    "clusterer": _set_clusterer,
    "strategy": _set_strategy,
    "n_clusters": _set_n_clusters,
    "param": _set_param,
    "strategy_param": _set_strategy_param,
}

HANDLERS: dict[str, Handler] = {
    "link": answers.link,
    "answer": answers.answer,
    "turn": shapes.turn,
    "place": shapes.place,
    "sort": shapes.sort,
    "skip": shapes.skip,
    "shape": shapes.choose,
    "resolve": answers.resolve,
    "dismiss_question": answers.dismiss,
    "remove": answers.remove,
    "remove_action": answers.remove_action,
    "enforce": answers.enforce,
    "undo": answers.undo,
    "redo": answers.redo,
    "select": groups.select,
    "group": groups.group,
    "suggest": _suggest,
    "cancel": _cancel,
    "axes": axes.choose,
    "set": _set,
    "softly": _softly,
    "refit": _refit,
    "compare": compare.compare,
    "export": exports.export,
    **hand.ASKING,
    **enough.ASKING,
    **past.ASKING,
    "go": past.go,
    **steps.ASKING,
    "merge": hand.merge,
    "split": hand.split,
    "split_off": hand.split_off,
    "rename": hand.rename,
    **again.HANDLERS,
    **ways.HANDLERS,
    "dismiss_error": _dismiss,
    **auto.AUTO,
    **asking.ASKING,
    **parts.ASKING,
}

KEEPING = (
    *asking.ASKING.values(),
    *hand.ASKING.values(),
    *enough.ASKING.values(),
    *past.ASKING.values(),
    *steps.ASKING.values(),
    parts.part,
    _dismiss,
    exports.export,
)
"""Handlers that leave what was said last where it is."""
