"""What colours the points, and which keep their colour: what travels between kernel and page."""

from typing import Literal, TypedDict


class Colour(TypedDict):
    """What the fill of a point tells; the codes of the points come beside it, as bytes."""

    name: str
    """"cluster", "doubt", "labels" or the name of a column."""
    title: str
    ends: tuple[str, str] | None
    """The ends of the scale, of numbers and dates."""
    why_not: str
    """Why no point has a colour yet."""


class ColourOption(TypedDict):
    """An entry of the menu."""

    name: str
    title: str
    about: str
    available: bool


class ColourBar(TypedDict):
    """A bar of the histogram: its height from 0 to 1, and the step of the scale."""

    height: float
    step: int


class ColourRange(TypedDict):
    """How a cluster lies on the scale: 5, 25, 50, 75 and 95 % of its points, 0 to 1."""

    id: int
    name: str
    places: list[float]
    median: str
    about: str


class ColourScale(TypedDict):
    """A column of numbers or dates."""

    ends: tuple[str, str]
    positions: int
    """The steps of a slider; 0 where there is one value."""
    chosen: tuple[int, int] | None
    """The positions of the range that is let through."""
    chosen_texts: tuple[str, str]
    """That range, or the ends."""
    said: str
    """The range and how many points are in it, as a sentence."""
    bars: list[ColourBar]
    about: str
    clusters: list[ColourRange]


class Chip(TypedDict):
    """A filter: what it is about, and what it lets through."""

    key: str
    what: str
    value: str


class Filters(TypedDict):
    """The filters, and what they leave of the points shown."""

    chips: list[Chip]
    left: int
    count: str
    nothing: str
    """That no point is left, as a sentence."""
    asking: bool
    """Questions are kept among the points that are left."""
    sizes: list[int] | None
    """Points left in each cluster."""


class ColourKind(TypedDict):
    """A kind: its number, −1 of all others together, and its colour from 8 to 15."""

    kind: int
    name: str
    code: int
    count: int
    share: float
    on: bool


class Agreement(TypedDict):
    """How well the kinds go with the clusters."""

    value: str
    text: str


class AskColours(TypedDict):
    """The menu is opened."""

    type: Literal["colour_options"]


class AskLegend(TypedDict):
    """The legend is shown; `find` is what is looked for among the kinds."""

    type: Literal["colour_legend"]
    find: str


class SetColour(TypedDict):
    """The points are coloured by something else."""

    type: Literal["colour"]
    name: str


class FilterRange(TypedDict):
    """Only values in a range of positions are let through."""

    type: Literal["filter"]
    verb: Literal["range"]
    name: str
    low: int
    high: int


class FilterKind(TypedDict):
    """A kind is let through or not."""

    type: Literal["filter"]
    verb: Literal["kind"]
    name: str
    kind: int
    on: bool


class DropFilter(TypedDict):
    """A filter is taken away."""

    type: Literal["filter"]
    verb: Literal["drop"]
    key: str


class Filter(TypedDict):
    """All filters are taken away; the selection is one, or what a search found; questions are kept
    among what is left.
    """

    type: Literal["filter"]
    verb: Literal["clear", "selection", "search", "ask", "ask_all"]


class ColourOptions(TypedDict):
    """The menu: the page's own entries, then the columns."""

    type: Literal["colour_options"]
    own: list[ColourOption]
    columns: list[ColourOption]


class ColourLegend(TypedDict):
    """The legend of what colours the points."""

    type: Literal["colour_legend"]
    name: str
    scale: ColourScale | None
    kinds: list[ColourKind]
    agreement: Agreement | None
    note: str


class State(TypedDict):
    """Keys of the state."""

    colour: Colour
    filters: Filters


Message = AskColours | AskLegend | SetColour | FilterRange | FilterKind | DropFilter | Filter
Reply = ColourOptions | ColourLegend
