"""Another clusterer beside the one in use: what the page is told, and what it may ask for."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Fit, Param, ParamValue, Point


class Fact(TypedDict):
    """Something about both clusterings, as text; `cluster` is whose size it is, if it is one."""

    label: str
    values: tuple[str, str]
    cluster: int | None


class Differing(TypedDict):
    """A point and the clusters that the two place it in."""

    i: Point
    name: str
    clusters: tuple[int, int]


class Both(TypedDict):
    """What the two agree on, and where they differ; the labels come beside it, as bytes."""

    title: str
    index: str
    """The adjusted Rand index between them."""
    differ: str
    n_differ: int
    names: list[str]
    """What the clusters of both are called, by number."""
    facts: list[Fact]
    points: list[Differing]
    more: int
    """So many points are not listed."""
    violated: list[int]
    """Answers that the other clustering violates."""


class OtherClusterer(TypedDict):
    """Another clusterer on the same constraints."""

    clusterer: str
    titles: tuple[str, str]
    n_clusters: int
    params: list[Param]
    same: str
    fit: Fit | None
    problem: str
    """Why there is no other clustering, as a sentence."""
    stale: bool
    """What was found is of before the last change; it is fitted again."""
    asking: bool
    """Questions are kept among the points that differ."""
    found: Both | None


class Compare(TypedDict):
    """The comparison begins, ends, is used, or asks."""

    type: Literal["compare"]
    verb: Literal["open", "leave", "cancel", "use", "ask"]


class AskAll(TypedDict):
    """Questions are about all points again; `looking` if the comparison is still to be seen."""

    type: Literal["compare"]
    verb: Literal["ask_all"]
    looking: bool


class CompareWith(TypedDict):
    """Another clusterer to compare with, or another number of its clusters."""

    type: Literal["compare"]
    verb: Literal["clusterer", "n_clusters"]
    value: str | float


class CompareParam(TypedDict):
    """Another value of a parameter of the clusterer that is compared with."""

    type: Literal["compare"]
    verb: Literal["param"]
    name: str
    value: ParamValue


class State(TypedDict):
    """Keys of the state."""

    compared: OtherClusterer | None


Message = Compare | CompareWith | CompareParam | AskAll
