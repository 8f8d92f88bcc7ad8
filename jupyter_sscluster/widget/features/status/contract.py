"""The status line."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Fit, Point


class Refused(TypedDict):
    """A value that was not taken: which field of the forms it was typed in, and why not."""

    what: Literal["param", "strategy_param"]
    name: str
    text: str


class DismissError(TypedDict):
    """The error was read."""

    type: Literal["dismiss_error"]


class State(TypedDict):
    """Keys of the state."""

    status: str
    error: str | None
    is_note: bool
    """Whether the error is a note, on the data or on K, with which nothing is wrong."""
    advice: str
    """An argument for the call that mends what the error says, to be copied; empty if none."""
    advised_clusters: int
    """The number of clusters that the error advises, to be set; 0 if none."""
    refused: Refused | None
    fit: Fit | None
    moved: list[Point]
    saved: str
    first_run: bool
    """The session began here, with nothing known: a newcomer may be told how it goes on."""
    disconnected_text: str
    ended: str
    """Why nothing can be done here any more, as a sentence; empty while the session is open."""
    can_undo: bool
    can_redo: bool
    undo_label: str | None
    redo_label: str | None


Message = DismissError
