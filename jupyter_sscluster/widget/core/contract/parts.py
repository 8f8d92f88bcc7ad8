"""Parts of the page's code, which travel when they are wanted."""

from __future__ import annotations

from typing import Literal, TypedDict

PartName = Literal["explore", "teach", "ahead", "past"]


class AskPart(TypedDict):
    """A part is wanted."""

    type: Literal["part"]
    name: PartName


class Part(TypedDict):
    """A part; its code comes beside it, as bytes."""

    type: Literal["part"]
    name: PartName
