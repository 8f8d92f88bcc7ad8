"""The open questions of a state, as the strategy asked them."""

from collections.abc import Iterable, Sequence

from jupyter_sscluster.active import Placement, Query, Sorting
from jupyter_sscluster.journal.open_questions import Asked, Entry, Key, OpenQuestions
from jupyter_sscluster.journal.timeline import State

Question = Query | Placement | Sorting

AUTOMATIC = "automatic"
"""The source of answers that an oracle gave in a person's stead."""

SORTED = 4
"""Points to be sorted at once, where nobody says how many."""

REOPENED = "This was asked before; its answer was undone."


def open_questions(state: State) -> tuple[Question, ...]:
    """The questions that nothing in this state answers, in the order of their proposal."""
    return _questions(state.open_questions)


def open_pairs(state: State) -> tuple[Query, ...]:
    """Those of the open questions that are about a pair."""
    return tuple(each for each in open_questions(state) if isinstance(each, Query))


def open_pair(state: State, questions: OpenQuestions | None = None) -> Query | None:
    """The first open pair from the selected one on, else the first; of `questions` if given."""
    asked = state.questions if questions is None else questions
    entries = state.open_questions if questions is None else state.still_open(asked)
    pairs = [entry for entry in entries if not isinstance(entry[0], Asked)]
    later = [entry for entry in asked.entries[asked.at :] if entry in pairs]
    found = next(iter(_questions(later or pairs)), None)
    return found if isinstance(found, Query) else None


def open_question(state: State) -> Question | None:
    """The question of whatever type that waits for an answer."""
    return open_pair(state) or next(iter(open_questions(state)), None)


def opened(questions: Sequence[Question], state: State) -> OpenQuestions:
    """These questions as open ones, from the first on.

    Points may be asked about although all is known: then only an answer of their type closes that.
    """
    entries = tuple((key_of(question), question) for question in questions)
    asked = OpenQuestions(entries)
    points = OpenQuestions(tuple(each for each in entries if isinstance(each[0], Asked)))
    known = len(state.still_open(points)) < len(points.entries)
    return OpenQuestions(entries, shown_again=True) if known else asked


def key_of(question: Question) -> Key:
    """What a question is found again by: its rows."""
    if isinstance(question, Query):
        i, j = question.pair
        return (int(min(i, j)), int(max(i, j)))
    if isinstance(question, Placement):
        return placement_key(question.point, question.representatives)
    return sorting_key(question.points, question.cards)


def placement_key(point: int, among: Sequence[int]) -> Asked:
    """What a placement is found again by."""
    return Asked("place", (int(point),), tuple(int(row) for row in among))


def sorting_key(points: Sequence[int], cards: Sequence[int]) -> Asked:
    """What a sorting is found again by."""
    return Asked("sort", tuple(int(row) for row in points), tuple(int(row) for row in cards))


def type_of(question: Question) -> str:
    """The type of a question: "pair", "place" or "sort"."""
    if isinstance(question, Query):
        return "pair"
    return "place" if isinstance(question, Placement) else "sort"


def rows_of(question: Question) -> list[int]:
    """The rows that a question is about: first those in question, then those to compare with."""
    if isinstance(question, Query):
        return [int(row) for row in question.pair]
    if isinstance(question, Placement):
        return [int(row) for row in (question.point, *question.representatives)]
    return [int(row) for row in (*question.points, *question.cards)]


def _questions(entries: Iterable[Entry]) -> tuple[Question, ...]:
    return tuple(
        _asked_again(asked or key) if asked is None or isinstance(asked, tuple) else asked
        for key, asked in entries
    )


def _asked_again(key: Key) -> Question:
    """The question that a journal tells of."""
    if not isinstance(key, Asked):
        return Query(key, 0.0, REOPENED)
    if key.shape == "place":
        return Placement(key.points[0], key.cards, 0.0, REOPENED)
    return Sorting(key.points, key.cards, 0.0, REOPENED)
