"""What stands in a message of the page, checked before anything is done with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.widget.core.context import Context

Message = Mapping[str, Any]
Handler = Callable[[Context, Message], None]


class MessageError(InputError):
    """The page sent something that this version does not understand."""


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
