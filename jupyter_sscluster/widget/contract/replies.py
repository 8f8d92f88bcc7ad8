"""What the kernel replies."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from jupyter_sscluster.widget.contract.out import File


class Description(TypedDict):
    """What there is to tell about one point."""

    type: Literal["describe"]
    index: int
    name: str
    title: str
    rows: list[tuple[str, str]]
    image: NotRequired[str]


Reply = Description | File
