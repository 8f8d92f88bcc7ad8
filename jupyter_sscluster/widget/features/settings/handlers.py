"""Messages about settings: clusterer, strategy, number of clusters, and their parameters."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.forms import parsed, parsed_param
from jupyter_sscluster.widget.core.interaction import Refusal
from jupyter_sscluster.widget.core.messages import (
    Handler,
    Message,
    RefusedValue,
    field,
    handler_for,
    handles,
)
from jupyter_sscluster.widget.features.settings.state import SOFT_OFF, SOFT_ON


@handles("softly")
def softly(context: Context, message: Message) -> None:
    """Whether answers are soft from now on."""
    context.session.default_soft = field(message, "value")
    context.interaction.clear()
    context.interaction.notice = SOFT_ON if context.session.default_soft else SOFT_OFF


@handles("set")
def change(context: Context, message: Message) -> None:
    """Another clusterer, strategy, number of clusters or parameter."""
    handler_for(field(message, "what"), SETTINGS, "setting")(context, message)
    context.interaction.clear()


def _set_n_clusters(context: Context, message: Message) -> None:
    session = context.session
    session.set_n_clusters(parsed(session.clusterer, "n_clusters", field(message, "value")))


def _set_param(context: Context, message: Message) -> None:
    with at_its_field(message):
        context.session.set_params(**_param(context.session.clusterer, message))


def _set_strategy_param(context: Context, message: Message) -> None:
    with at_its_field(message):
        context.session.set_strategy(**_param(context.session.strategy, message))


def _param(estimator: Any, message: Message) -> dict[str, Any]:
    name = str(field(message, "name"))
    return {name: parsed_param(estimator, name, field(message, "value"))}


@handles("refit")
def refit(context: Context, message: Message) -> None:
    """Fit afresh, without the last result as a start."""
    context.session.fit(fresh=True)


@contextmanager
def at_its_field(message: Message) -> Iterator[None]:
    """What is refused within is said at the field that the message sets."""
    try:
        yield
    except InputError as error:
        refusal = Refusal(str(message.get("what")), str(message.get("name")), str(error))
        raise RefusedValue(str(error), refusal) from error


SETTINGS: dict[str, Handler] = {
    "clusterer": lambda context, message: context.session.set_clusterer(field(message, "value")),
    "strategy": lambda context, message: context.session.set_strategy(field(message, "value")),
    "n_clusters": _set_n_clusters,
    "param": _set_param,
    "strategy_param": _set_strategy_param,
}
