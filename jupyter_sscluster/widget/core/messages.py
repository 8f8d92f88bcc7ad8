"""Messages of the page: one handler for each type, and checks of what a message holds.

A handler takes the context and the message, calls the session, and returns nothing. Whatever
goes wrong becomes a sentence on the page; nothing is half done, since the session checks first.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.interaction import Refusal, Statement
from jupyter_sscluster.widget.core.layer import PARTS
from jupyter_sscluster.widget.core.row_places import message_by_row

log = logging.getLogger(__name__)

Message = Mapping[str, Any]
Handler = Callable[[Context, Message], None]

HANDLERS: dict[str, Handler] = {}
"""By the type of the message; the modules of the features add theirs."""

READS: set[str] = set()
"""Types of messages that only ask, so that nothing has to be shown anew."""

KEEPS_NOTICE: set[str] = set()
"""Types of messages that leave the last notice and the last error where they are."""


def handles(kind: str, *, keeps_notice: bool = False) -> Callable[[Handler], Handler]:
    """The decorated function handles messages of this type."""

    def add(handler: Handler) -> Handler:
        HANDLERS[kind] = handler
        if keeps_notice:
            KEEPS_NOTICE.add(kind)
        return handler

    return add


def reads(kind: str) -> Callable[[Handler], Handler]:
    """The decorated function handles messages of this type, which change nothing."""
    READS.add(kind)
    return handles(kind, keeps_notice=True)


class MessageError(InputError):
    """The page sent something that this version does not understand."""


class RefusedValue(InputError):
    """A parameter's value that cannot be used; `refusal` names the field."""

    def __init__(self, text: str, refusal: Refusal) -> None:
        super().__init__(text)
        self.refusal = refusal


def handle(context: Context, message: Any) -> bool:
    """Do what a message asks for, or have the page say why not."""
    kind = message.get("type") if isinstance(message, Mapping) else message

    def do() -> None:
        handler = handler_for(kind, HANDLERS, "message")
        if kind not in KEEPS_NOTICE:
            context.interaction.error = None
            context.interaction.refused = None
            context.interaction.notice = ""
        handler(context, message_by_row(context.session.sample, message))

    return succeeds(context, kind, do)


def succeeds(context: Context, kind: Any, do: Callable[[], None]) -> bool:
    """Do what a message of this type asks for; False, with a sentence on the page, if it fails."""
    try:
        do()
        return True
    except InputError as error:
        context.interaction.error = str(error)
        if isinstance(error, RefusedValue):
            context.interaction.refused = error.refusal
    except Exception as error:
        log.exception("a message of type %r failed", kind)
        said = f"{type(error).__name__}: {str(error).rstrip('.') or 'no message'}"
        context.interaction.error = f"The kernel raised {said}. Try again, or run the cell again."
    return False


def is_quiet(message: Any) -> bool:
    """Whether a message only asks, so that nothing has to be shown anew."""
    kind = message.get("type") if isinstance(message, Mapping) else None
    return isinstance(kind, str) and kind in READS


def handler_for(name: Any, table: Mapping[str, Handler], what: str) -> Handler:
    """The table's entry of that name, which may be anything that a page can send."""
    if isinstance(name, str) and name in table:
        return table[name]
    raise MessageError(
        f"the page sent the {what} {name!r}, which is none of {', '.join(table)}; "
        "reload the page and run the cell again"
    )


def field(message: Message, name: str) -> Any:
    """A field that has to be there."""
    if name not in message:
        raise MessageError(
            f"the page sent a message {message.get('type')!r} without {name!r}; "
            "reload the page and run the cell again"
        )
    return message[name]


def kind_of(message: Message, allowed: Sequence[str]) -> str:
    """The kind of a statement."""
    kind = field(message, "kind")
    if kind not in allowed:
        raise MessageError(f"kind={kind!r} must be one of {', '.join(map(repr, allowed))}")
    return str(kind)


def point(context: Context, message: Message, name: str) -> int:
    """A row number."""
    return _row(context, field(message, name), name)


def statement(context: Context, message: Message, kinds: Sequence[str]) -> Statement:
    """The pair of a message, and what is said about it."""
    kind = kind_of(message, kinds)
    return point(context, message, "i"), point(context, message, "j"), kind


def is_next(context: Context, message: Message) -> bool:
    """Whether a message is about the open question, by its number."""
    return bool(field(message, "number") == engine_of(context.session).timeline.next_action)


def points(context: Context, message: Message) -> tuple[int, ...]:
    """The row numbers of a lasso, ascending, each once."""
    indices = field(message, "indices")
    if not isinstance(indices, list):
        raise MessageError(f"indices={indices!r} must be a list of row numbers")
    return tuple(sorted({_row(context, index, "indices") for index in indices}))


def row_lists(message: Message, name: str) -> list[list[int]]:
    """Lists of row numbers, which the session checks."""
    lists = field(message, name)
    if not isinstance(lists, list) or not all(isinstance(rows, list) for rows in lists):
        raise MessageError(f"{name}={lists!r} must be a list of lists of row numbers")
    if not all(type(row) is int for rows in lists for row in rows):
        raise MessageError(f"{name}={lists!r} must hold row numbers")
    return lists


def _row(context: Context, value: Any, name: str) -> int:
    return check_count(value, name, 0, context.session.n_samples - 1)


@reads("part")
def part(context: Context, message: Message) -> None:
    """Send a part of the page's code."""
    name = field(message, "name")
    if name not in PARTS:
        raise MessageError(
            f"the page asked for the part {name!r}, which is none of {', '.join(PARTS)}; "
            "reload the page and run the cell again"
        )
    context.layer.send_part(name)
