"""A value of a form that was refused: which field it was, so that the page can say it there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.widget.core.interaction import Refusal
from jupyter_sscluster.widget.core.message_fields import Message


class RefusedValue(InputError):
    """A parameter's value that cannot be used; `refusal` names the field."""

    def __init__(self, text: str, refusal: Refusal) -> None:
        super().__init__(text)
        self.refusal = refusal


@contextmanager
def at_its_field(message: Message) -> Iterator[None]:
    """What is refused within is said at the field that the message sets."""
    try:
        yield
    except InputError as error:
        refusal = Refusal(str(message.get("what")), str(message.get("name")), str(error))
        raise RefusedValue(str(error), refusal) from error
