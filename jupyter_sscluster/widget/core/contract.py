"""The contract between the kernel and the page: what features share, and the core's own part.

Each `features/<name>/contract.py` adds its own: the keys of its `State`, its `Message`s and its
`Reply`s. `registry.declared` puts them together for Python, `js/contract.py` for TypeScript. The
tests compare every state and reply that the kernel sends, and every message, with these types.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

Kind = Literal["must", "cannot"]
AnswerKind = Literal["must", "cannot", "unknown"]
ParamValue = str | int | float | bool | None
MenuEntry = tuple[str, str, str, str]
"""Identifier, title, group and a line of help."""
PartName = Literal[
    "interaction",
    "session_tools",
    "preview",
    "history",
    "cluster_names",
    "many_clusters",
    "first_run",
    "check",
    "rows",
    "helpers",
    "reach",
]
Point = Annotated[int, "point"]
"""A point by its place among those shown; `core/row_places.py` makes it of a row's number."""


class AskPart(TypedDict):
    """A part is wanted."""

    type: Literal["part"]
    name: PartName


class Part(TypedDict):
    """A part; its code comes beside it, as bytes."""

    type: Literal["part"]
    name: PartName


class Statement(TypedDict):
    """Two points, by number and by name, and the kind of link between them."""

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
    """The name of the annotator; empty if none was given."""


class Content(TypedDict):
    """What the person wants shown about a point; its image travels once, by the row's number."""

    image: bool
    text: str
    """To be read: long, or of a column of long texts."""
    rows: list[tuple[str, str]]
    """Names and values as text."""
    problem: str
    """Why something is missing, as a sentence."""
    pending: bool
    """The person's function has not returned yet; the rest follows."""


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


class Cluster(TypedDict):
    """A cluster: the number that its points carry, its name and its size."""

    id: int
    name: str
    size: int
    look: NotRequired[int]
    """The number of its colour and shape, where that is not its own."""
    about: NotRequired[str]
    """The words below its name, once a view is near enough."""


class Bar(TypedDict):
    """How many points an answer has moved, and that as a height from 0 to 1."""

    answer: int
    moved: int
    height: float


class Enough(TypedDict):
    """What each answer has moved, and whether the next ten are likely to move much."""

    reached: bool
    last: str
    """What the last ten have moved, as a sentence; empty of fewer."""
    bars: list[Bar]
    expected: float | None
    """Points that the next ten answers are expected to move, as a height; None if unknown."""
    unsure: str
    """The moment whose doubts can be asked for; empty where none are known."""


class Fit(TypedDict):
    """A fit on its way."""

    text: str
    fraction: float


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


class State(TypedDict):
    """Keys of the state that belong to no feature."""

    revision: int
    n: int
    """How many points are shown."""
    n_rows: int
    """How many rows there are, which labels and files are of."""
    labels_itemsize: int
    names: bool
    pictures: bool
    """Points have images, which may be drawn in their place."""
    keys: Keys


Message = AskPart
Reply = Part
