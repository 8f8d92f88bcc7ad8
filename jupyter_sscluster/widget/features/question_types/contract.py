"""Questions about several points, and their answers."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Kind, Point

QuestionType = Literal["pair", "list", "place", "sort"]


class TypeChoice(TypedDict):
    """A question type that may be chosen."""

    id: QuestionType
    title: str
    about: str
    reason: str
    """Why it cannot be had now; empty where it can."""


class TypeMenu(TypedDict):
    """The type of the open question, else of the next one, and the types on offer."""

    current: QuestionType
    choices: list[TypeChoice]


class Face(TypedDict):
    """A point on a card."""

    i: Point
    name: str
    cluster_id: int
    image: bool
    """Whether there is one: it travels once, and the page keeps it."""
    text: str
    profile: list[float]
    """The features that set the shown points apart, as heights from 0 to 1."""
    about: str
    """The same features as a sentence."""


class Way(TypedDict):
    """One answer to where a point belongs: what it states, as links and as a sentence."""

    title: str
    links: list[tuple[Point, Point, Kind]]
    effect: str


class Card(TypedDict):
    """A representative that the point may be placed with."""

    face: Face
    way: Way


class Strip(TypedDict):
    """One feature of a point and of those it is compared with, from 0 to 1 of its range."""

    name: str
    value: str
    mine: float
    theirs: list[float]
    about: str


class Placement(TypedDict):
    """A point, and representatives of the clusters that it may belong to."""

    number: int
    title: str
    point: Face
    reason: str
    cards: list[Card]
    none: Way
    strips: list[Strip]


class Sorting(TypedDict):
    """Points to be sorted, on piles of which some begin with a card."""

    number: int
    title: str
    reason: str
    points: list[Face]
    cards: list[Face]
    open: list[tuple[Point, Point]]
    """The pairs of these rows of which nothing is known."""


class PlacePoint(TypedDict):
    """A point was placed with one of its representatives, none of them, or cannot be told."""

    type: Literal["place"]
    number: int
    point: Point
    choice: Point | str | None
    """The row of a representative, nothing for none of them, or "unknown"."""


class SortPoints(TypedDict):
    """Points were sorted into piles; those left over say nothing."""

    type: Literal["sort"]
    number: int
    piles: list[list[Point]]


class SkipSorting(TypedDict):
    """Nothing can be told of the points to be sorted."""

    type: Literal["skip"]
    number: int


class ChooseQuestionType(TypedDict):
    """Another question type was chosen."""

    type: Literal["question_type"]
    question_type: QuestionType


Answer = Point | str | list[list[Point]] | None
"""Any answer: the kind of a pair, the card that a point belongs with, or piles."""


class NextCards(TypedDict):
    """The same of a question about several points, by its number and its rows."""

    type: Literal["next_cards"]
    number: int
    rows: list[Point]
    answer: Answer
    placement: Placement | None
    sorting: Sorting | None


class State(TypedDict):
    """Keys of the state."""

    placement: Placement | None
    sorting: Sorting | None
    question_types: TypeMenu


Message = PlacePoint | SortPoints | SkipSorting | ChooseQuestionType
Reply = NextCards
