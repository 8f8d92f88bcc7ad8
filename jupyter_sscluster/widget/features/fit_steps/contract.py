"""Steps of one fit: what is asked about them, and what the kernel replies."""

from typing import Literal, TypedDict


class TakeSteps(TypedDict):
    """A view wants to step through the fit that is shown, or to know whether it still is."""

    type: Literal["steps"]
    fresh: bool
    """From the clusterer's own starts, rather than from where that fit began."""


class AskFrames(TypedDict):
    """A view wants to show these steps."""

    type: Literal["frames"]
    fit: str
    first: int
    last: int


class LeaveSteps(TypedDict):
    """No view needs the steps any more; what is under way is given up."""

    type: Literal["leave_steps"]


# ------------------------------------------------------------------ what the kernel replies


class Cut(TypedDict):
    """A number of clusters that the dendrogram can be cut to, where, and the step that shows it."""

    clusters: int
    height: float
    step: int


class Tree(TypedDict):
    """The upper part of a dendrogram, its places as shares of width and height."""

    merges: list[tuple[float, float, float, float, float]]
    """Of each merge the two places below it, their heights, and its own."""
    cuts: list[Cut]


class StepsHead(TypedDict):
    """A fit as its steps, or why there are none."""

    type: Literal["steps"]
    fit: str
    """What its frames are asked for by; empty where there are none."""
    fresh: bool
    making: bool
    text: str
    """That it is made, or why it cannot be; else what there is to know of it."""
    warm: bool
    """Whether other starts would show more."""
    kinds: list[str]
    """What each step does, in a word."""
    last: int
    """The step that is the clustering shown; beyond it are cuts of a dendrogram."""
    curve: list[float | None]
    """The objective after each step, as a share of the height."""
    centre_paths: list[list[tuple[float, float]]]
    """Where the centres have been, one after the other, on the plane."""
    axes_note: str
    """Why centres or the metric are not drawn."""
    tree: Tree | None


class WeightBar(TypedDict):
    """What a feature weighs, now and before, as text and as shares of the longest bar."""

    name: str
    text: str
    now: float
    before: float


class Frame(TypedDict):
    """One step; the labels come beside it, as bytes."""

    step: int
    kind: str
    lead: str
    text: str
    """A sentence, with what it begins with in bold."""
    iteration: str
    note: tuple[str, str]
    status: str
    objective: str
    centres: int
    """How many times the centres have moved up to here; -1 where there are none."""
    ellipses: list[tuple[int, list[tuple[float, float]]]]
    bars: list[WeightBar]
    pulls: list[tuple[int, str]]
    """Answers that are violated, and what they add to the objective; those with most first."""
    pulling: str
    sizes: list[int]
    clusters: int


class Frames(TypedDict):
    """Some steps, one after the other, and the labels of all of them."""

    type: Literal["frames"]
    fit: str
    itemsize: int
    frames: list[Frame]


Message = TakeSteps | AskFrames | LeaveSteps
Reply = Frames | StepsHead
