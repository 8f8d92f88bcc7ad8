"""A check of the clustering: what the page asks, what it tells, and one step of the check."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Content, Point


class Checked(TypedDict):
    """How far the check is, and what changes where its next step may be another."""

    done: int
    total: int
    """0 where none was begun."""
    moment: str


class State(TypedDict):
    """Keys of the state."""

    check: Checked


class AskCheck(TypedDict):
    """A view shows the check: its step is wanted."""

    type: Literal["check"]


class BeginCheck(TypedDict):
    """A check begins, or so many more rows are checked."""

    type: Literal["begin_check"]
    more: int


class CheckMoreOf(TypedDict):
    """Ten further points of one cluster are checked."""

    type: Literal["check_more_of"]
    cluster_id: int


class SearchCards(TypedDict):
    """Which cards that are not shown a text finds; an empty one finds all."""

    type: Literal["search_cards"]
    key: str
    text: str


class SortCards(TypedDict):
    """Which cards are the same, by piles; all others are different."""

    type: Literal["sort_cards"]
    key: str
    piles: list[list[Point]]


class ExchangeCard(TypedDict):
    """A card does not show what its cluster is."""

    type: Literal["exchange_card"]
    key: str
    row: Point


class PlaceChecked(TypedDict):
    """The row was placed with a card, with none of them, or cannot be told."""

    type: Literal["place_checked"]
    key: str
    choice: Point | str | None
    """The row of a card, nothing for none of them, or "unknown"."""


class TellChecks(TypedDict):
    """The checks become answers."""

    type: Literal["tell_checks"]


class CheckFace(TypedDict):
    """A row on a card; nothing tells which cluster it is in."""

    i: Point
    name: str
    content: Content
    values: list[tuple[str, str]]
    """Features and values that tell the rows shown apart; none where there is content."""
    profile: list[float]
    """The same as heights from 0 to 1."""


class CheckedBar(TypedDict):
    """A share with its interval: places from 0 to 1 of the axis, and the same in words."""

    cluster_id: int
    name: str
    checks: str
    begin: float
    at: float
    end: float
    about: str


class Misplaced(TypedDict):
    """A cluster with checked rows that belong elsewhere."""

    cluster_id: int
    text: str
    rows: list[Point]


class FewChecked(TypedDict):
    """A cluster with too few checks, and what checking more of it is called."""

    cluster_id: int
    more: str


class CheckFigures(TypedDict):
    """What the check says of the clustering shown."""

    status: str
    share: str
    rest: str
    interval: str
    notes: list[str]
    bars: list[CheckedBar]
    """The first is of all rows."""
    axis: tuple[str, str]
    others: str
    """Of which clusters no figure is told, and why."""
    few: list[FewChecked]
    """Of those the ones of which more points can be checked."""
    misplaced: list[Misplaced]
    indices: list[tuple[str, str]]
    indices_of: str
    """Of which checks they are, where not of all."""
    checked: list[Point]
    wrong: list[Point]
    further: str
    """What 20 more checks are likely to lead to; empty where no row is left."""
    again: int
    """Rows to look at once more."""
    can_tell: bool


class CheckStep(TypedDict):
    """One step of the check."""

    type: Literal["check"]
    stage: Literal["intro", "cards", "row", "result"]
    key: str
    """Another for each question."""
    title: str
    text: str
    status: str
    done: int
    total: int
    point: CheckFace | None
    cards: list[CheckFace]
    """Those that may be chosen, or sorted."""
    known: list[Point]
    """Of cards to sort those that were sorted before."""
    figures: CheckFigures | None
    others: int
    """Cards that are not among these, and are searched for by name."""


class FoundCard(TypedDict):
    """A card that is not among those shown."""

    cluster: str
    """What its cluster is called."""
    face: CheckFace


class FoundCards(TypedDict):
    """The cards that a text finds, the best first."""

    type: Literal["found_cards"]
    key: str
    text: str
    cards: list[FoundCard]
    status: str
    """How many were found, and how many of them are listed."""


Message = (
    AskCheck
    | BeginCheck
    | CheckMoreOf
    | SearchCards
    | SortCards
    | ExchangeCard
    | PlaceChecked
    | TellChecks
)
Reply = CheckStep | FoundCards
