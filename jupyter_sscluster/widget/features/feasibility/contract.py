"""A problem that prevents a clustering, and its remedies."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Point


class Remedy(TypedDict):
    """Something that can be done about it."""

    id: str
    """Tells it from the others."""
    text: str
    detail: str


class InfeasiblePoint(TypedDict):
    """A point that is to be apart from others."""

    i: Point
    name: str


class Problem(TypedDict):
    """Why the clustering shown is not what was asked for."""

    fitted: bool
    """There is a clustering all the same: the notice over the plot lists the remedies."""
    key: str
    """Another problem has another one."""
    about: str
    """The answer that it came with, or nothing."""
    title: str
    text: str
    said: str
    """What the clusterer said, where that tells more."""
    note: tuple[str, str]
    """Which clustering is shown, for a note on the plot."""
    field: Literal["n_clusters", ""]
    """The field that has to do with it."""
    points: list[InfeasiblePoint]
    answers: list[int]
    """Answers that cannot all be kept."""
    one_of: str
    """What the table says of each of them."""
    cannot_all: str
    """What its heading says of them."""
    remedies: list[Remedy]


class ApplyRemedy(TypedDict):
    """A remedy was chosen."""

    type: Literal["remedy"]
    remedy: str


class State(TypedDict):
    """Keys of the state."""

    problem: Problem | None


Message = ApplyRemedy
