"""Messages about another clusterer beside the one in use."""

from contextlib import suppress
from dataclasses import replace

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session.comparison.comparison import NotYetError
from jupyter_sscluster.widget.core.comparison import ComparisonState, Wish
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.forms import parsed, parsed_param
from jupyter_sscluster.widget.core.messages import Handler, Message, field, handler_for, handles
from jupyter_sscluster.widget.features.comparison import text as words
from jupyter_sscluster.widget.features.comparison.worker import ComparisonWorker


@handles("compare")
def compare(context: Context, message: Message) -> None:
    """What is done about the comparison."""
    handler_for(field(message, "verb"), VERBS, "verb")(context, message)


def _clusterer(context: Context, message: Message) -> None:
    _wish(context, Wish(str(field(message, "value")), n_clusters=_now(context).wish.n_clusters))


def _n_clusters(context: Context, message: Message) -> None:
    value = parsed(context.session.clusterer, "n_clusters", field(message, "value"))
    _wish(context, replace(_now(context).wish, n_clusters=value))


def _param(context: Context, message: Message) -> None:
    now, name = _now(context), str(field(message, "name"))
    value = parsed_param(now.estimator, name, field(message, "value"))
    _wish(context, replace(now.wish, params={**now.wish.params, name: value}))


def _wish(context: Context, wish: Wish) -> None:
    with suppress(NotYetError):
        wish.problem(context.session)
    context.of(ComparisonWorker).wish(wish)


def _use(context: Context, message: Message) -> None:
    context.of(ComparisonWorker).use()
    context.interaction.clear()


def _ask(context: Context, message: Message) -> None:
    """Suggest among the points that differ."""
    if _now(context).found is None:
        raise InputError(words.NOT_YET)
    context.interaction.clear()
    context.session.questions.dismiss()
    context.of(ComparisonWorker).ask_among(True)
    context.event_loop.next_question.ask()


def _ask_all(context: Context, message: Message) -> None:
    """Questions may be about all points again."""
    context.of(ComparisonWorker).ask_among(False)
    if not message.get("looking"):
        context.of(ComparisonWorker).leave()


def _now(context: Context) -> ComparisonState:
    """What is compared; by default what would be."""
    context.of(ComparisonWorker).open()
    compared = context.interaction.compared
    assert compared is not None
    return compared


VERBS: dict[str, Handler] = {
    "open": lambda context, _: context.of(ComparisonWorker).open(),
    "clusterer": _clusterer,
    "n_clusters": _n_clusters,
    "param": _param,
    "cancel": lambda context, _: context.of(ComparisonWorker).cancel(),
    "use": _use,
    "ask": _ask,
    "ask_all": _ask_all,
    "leave": lambda context, _: context.of(ComparisonWorker).leave(),
}
