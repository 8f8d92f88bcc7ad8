"""The past: its moments and branches, one of them looked at, and the way back there."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Cluster, Enough, Link, MenuEntry, Point


class Curves(TypedDict):
    """Heights from 0 to 1, each with the place of its moment on the line of all, from 0."""

    at: list[int]
    score: list[float | None]
    kept: list[float | None]


class Scale(TypedDict):
    """What a curve's first value was, and what its upper and lower ends stand for."""

    first: str
    top: str
    bottom: str


class Scales(TypedDict):
    """One for each curve; all empty where there is nothing to show yet."""

    score: Scale
    kept: Scale


class Turn(TypedDict):
    """Another clusterer, from this place on the line of moments on."""

    at: int
    clusterer: str


class Progress(TypedDict):
    """Score and share of constraints kept, at the moment shown and at all others of its line."""

    score_name: str
    score_text: str
    kept_text: str
    outlook: str
    """How many points the next answers would move, as a sentence; empty until it is known."""
    enough: Enough
    place: int
    """That of the moment shown."""
    span: int
    """The place that is drawn at the right end."""
    curve: Curves
    scales: Scales
    turns: list[Turn]


class BranchShown(TypedDict):
    """Moments that followed each other, by number, and the one before the first of them."""

    number: int
    began: int | None
    steps: list[int]


class History(TypedDict):
    """Which moment is present, where redo leads to at last, and all branches."""

    at: int
    end: int
    span: int
    """Moments on the longest way from the first, less one: the width of what is drawn."""
    branches: list[BranchShown]


class Look(TypedDict):
    """A view wants to see a moment."""

    type: Literal["look"]
    step: int
    compared: int | None
    """The moment that it is compared with; None for the present one."""


class Go(TypedDict):
    """The session goes to a moment: what is done next begins a branch."""

    type: Literal["go"]
    step: int


# ------------------------------------------------------------------ what the kernel replies


class SettingsThen(TypedDict):
    """What was set then, by the identifiers and titles of today's menus."""

    clusterer: str
    clusterers: list[MenuEntry]
    strategy: str
    strategies: list[MenuEntry]
    n_clusters: int
    uses_constraints: bool


class ProgressThen(Progress):
    """The curves of the moment's line."""

    beside: Curves | None
    """Those of the present line, if it is another."""


class ShownThen(TypedDict):
    """What the page showed then, in place of what it shows now."""

    clusters: list[Cluster]
    links: list[Link]
    progress: ProgressThen
    status: str


class OtherMoment(TypedDict):
    """The moment that another one is compared with."""

    step: int
    place: str
    """Such as "answer 6 of 9"."""


class Moment(TypedDict):
    """A moment as it was shown; the labels come beside it."""

    type: Literal["moment"]
    step: int
    labels_itemsize: int
    shows: ShownThen
    settings: SettingsThen
    where: str
    """Such as "after answer 6 of 9", for the note on the plot."""
    place: str
    """Such as "answer 6 of 9"."""
    told: tuple[str, str]
    """What was done, and the rest of the sentence."""
    left: str
    """What becomes of the others if one goes there; or where the present branch began."""
    verb: str
    differ: list[Point]
    """Points that are in another cluster now, or in the moment that it is compared with."""
    compared: OtherMoment | None


class UndoOrRedo(TypedDict):
    """One step back, or forward again."""

    type: Literal["undo", "redo"]


class State(TypedDict):
    """Keys of the state."""

    progress: Progress
    history: History


Message = Look | Go | UndoOrRedo
Reply = Moment
