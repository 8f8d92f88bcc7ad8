"""A conflict between answers, and the ways to resolve it."""

from typing import Literal, NotRequired, TypedDict

from jupyter_sscluster.widget.core.contract import Statement


class Step(Statement):
    """One step of the chain that forbids an answer."""

    answer: int | None
    number: int | None
    """What the page calls that answer."""
    who: str
    """Somebody else who answered that; empty if it was nobody else."""
    given: bool
    """Not answered, but known from the start."""


class Choice(TypedDict):
    """A way out of a conflict."""

    id: str
    title: str
    text: str
    answer: NotRequired[int]
    """The answer that it takes back."""


class Conflict(TypedDict):
    """An answer that contradicts earlier ones, and the choices to resolve it."""

    title: str
    text: str
    chain: list[Step]
    new: Statement
    choices: list[Choice]


class Resolve(TypedDict):
    """A way out of a conflict was chosen."""

    type: Literal["resolve"]
    choice: str


class State(TypedDict):
    """Keys of the state."""

    conflict: Conflict | None


Message = Resolve
