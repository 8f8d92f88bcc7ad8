"""Files that leave the widget."""

from typing import Literal, TypedDict


class Export(TypedDict):
    """A file is wanted, of what and in which form, by the view that calls itself `to`."""

    type: Literal["export"]
    file: Literal["constraints", "labels", "session", "replay", "code"]
    form: Literal["csv", "json", "jsonl", "html", "py"]
    to: str


class File(TypedDict):
    """A file for one view; what it holds comes beside it, as bytes."""

    type: Literal["file"]
    file: Literal["constraints", "labels", "session", "replay", "code"]
    to: str
    name: str
    mime: str


class State(TypedDict):
    """Keys of the state."""

    file_name: str
    """What the names of files begin with."""


Message = Export
Reply = File
