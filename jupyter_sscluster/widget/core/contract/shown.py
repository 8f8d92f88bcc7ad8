"""The parts of the state: what the page shows of each thing."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from jupyter_sscluster.widget.core.contract.kinds import Kind, ParamValue, Point
from jupyter_sscluster.widget.features.row_content.contract import Content
from jupyter_sscluster.widget.features.stopping.contract import Enough


class Cluster(TypedDict):
    """A cluster: the number that its points carry, its name and its size."""

    id: int
    name: str
    size: int


class Statement(TypedDict):
    """Two points, by number and by name, and what is said about them."""

    i: Point
    j: Point
    a: str
    b: str
    kind: Kind


class Link(Statement):
    """A statement in force."""

    answer: int
    number: int
    """Of the action that made it: all links of a lasso have the same."""
    violated: bool
    suspected: bool
    """More likely wrong than right, by what the other answers say."""
    why: str
    """Why it is violated or suspected, as a sentence; empty where nothing is known of it."""
    enforceable: bool
    soft: bool
    source: str
    who: str
    """Who answered; empty where nobody is named."""


class Feature(TypedDict):
    """One feature of two points: its values as text, and as the lengths of bars from 0 to 1."""

    name: str
    values: tuple[str, str]
    bars: tuple[float, float]


class Question(TypedDict):
    """The pair that is asked about: both points side by side, and why this pair."""

    number: int
    title: str
    i: Point
    j: Point
    a: str
    b: str
    clusters: tuple[str, str]
    cluster_ids: tuple[int, int]
    strategy: str
    reason: str
    features: list[Feature]
    extra: tuple[Content, Content]


class Step(Statement):
    """One step of the chain that forbids an answer."""

    answer: int | None
    number: int | None
    """What the page calls that answer."""
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
    """An answer that contradicts earlier ones, and the ways out."""

    title: str
    text: str
    chain: list[Step]
    new: Statement
    choices: list[Choice]


class Param(TypedDict):
    """One field of a form."""

    name: str
    label: str
    help: str
    type: Literal["int", "real", "choice", "flag", "text"]
    value: ParamValue
    options: NotRequired[list[ParamValue]]
    option_names: NotRequired[list[str]]
    """What the menu calls them."""
    low: NotRequired[float | None]
    high: NotRequired[float | None]
    nullable: NotRequired[bool]


class Settings(TypedDict):
    """What is chosen, and what else may be."""

    clusterer: str
    clusterers: list[tuple[str, str]]
    """Identifiers and titles, in the order of the menu."""
    uses_constraints: bool
    strategy: str
    strategies: list[tuple[str, str]]
    n_clusters: int
    n_clusters_low: int
    n_clusters_high: int
    softly: bool
    """Answers are recorded as soft statements."""
    softly_help: str
    params: list[Param]
    strategy_params: list[Param]


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


class Refused(TypedDict):
    """A value that was not taken: which field of the forms it was typed in, and why not."""

    what: Literal["param", "strategy_param"]
    name: str
    text: str


class Keys(TypedDict):
    """The letters of the keys."""

    must: str
    cannot: str
    unknown: str
    next: str
    lasso: str
    find: str
    help: str
    full: str
    side: str


class Fit(TypedDict):
    """A fit on its way."""

    text: str
    fraction: float


class LassoGroup(TypedDict):
    """The points that a lasso holds."""

    indices: list[Point]
    count: int
    preview_must: list[tuple[Point, Point]]
    must_links: int
    cannot_links: int | None
    """What keeping this group and the first one apart would add."""
    group: list[Point] | None
    """The first group, while a second one is drawn."""
