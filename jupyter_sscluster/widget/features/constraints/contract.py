"""Links that are made, and answers that are taken back or enforced."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Kind, Link, Point


class MakeLink(TypedDict):
    """Two points were linked on the plot."""

    type: Literal["link"]
    i: Point
    j: Point
    kind: Kind


class OneAnswer(TypedDict):
    """One answer is taken back, or kept wherever that is possible."""

    type: Literal["remove", "enforce"]
    answer: int


class RemoveAction(TypedDict):
    """All answers that one action recorded are taken back, in one step."""

    type: Literal["remove_action"]
    number: int


class State(TypedDict):
    """Keys of the state."""

    links: list[Link]


Message = MakeLink | OneAnswer | RemoveAction
