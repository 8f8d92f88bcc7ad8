"""The loop that has an oracle place points, or sort them."""

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from jupyter_sscluster._validation import InputError, InputTypeError
from jupyter_sscluster.active.oracle import BudgetExhausted
from jupyter_sscluster.active.oracle_loop import AskedPair, AskingStrategy, Loop
from jupyter_sscluster.active.question_types.placement_and_sorting import (
    QUESTION_TYPES,
    Placement,
    Sorting,
)
from jupyter_sscluster.active.snapshot import Snapshot
from jupyter_sscluster.constraints import ConflictError, Constraints
from jupyter_sscluster.constraints.placement_and_sorting import (
    UNKNOWN,
    Told,
    placement_statements,
    sorting_statements,
)


class PlacingAndSorting(AskingStrategy, Protocol):
    """What this loop needs of a strategy."""

    def propose_placement(self, snapshot: Snapshot) -> Placement | None:
        """The point to place next."""
        ...

    def propose_sorting(self, snapshot: Snapshot, size: int = 4) -> Sorting | None:
        """The points to sort next."""
        ...


class AskedQuestion(NamedTuple):
    """A question that `fit` asked: its points, what they were compared with, and what that told.

    `told` is the number of its entries in `queries_`, which are in the order of the questions.
    """

    question_type: str
    points: tuple[int, ...]
    among: tuple[int, ...]
    told: int


class PlaceOrSortLoop(Loop):
    """A loop of questions about several points.

    An answer is recorded as the pairs that it states, see `recorded`.
    """

    strategy: PlacingAndSorting

    def __init__(
        self, strategy: PlacingAndSorting, start: Snapshot, question_type: str, size: int
    ) -> None:
        super().__init__(strategy, start)
        self.question_type, self.size = question_type, size
        self.shown = list[AskedQuestion]()

    def ask_next(self, oracle: Any) -> bool:
        """Ask the next question; False if none is left, or the oracle gives no more."""
        snapshot = self.snapshot()
        question = (
            self.strategy.propose_placement(snapshot)
            if self.question_type == "place"
            else self.strategy.propose_sorting(snapshot, self.size)
        )
        if question is None:
            return False
        if hasattr(oracle, "reason"):
            oracle.reason = question.reason
        try:
            told = _told(oracle, question, self.constraints)
        except BudgetExhausted:
            return False
        self._record(told, question.reason)
        points, among = _rows(question)
        self.shown.append(AskedQuestion(self.question_type, points, among, len(told)))
        return True

    def _record(self, told: list[Told], reason: str) -> None:
        for i, j, kind in told:
            self.asked.append(AskedPair(i, j, kind, reason))
            if kind == UNKNOWN:
                self.unknown.append((i, j))
            else:
                self.news += 1
                self.surprised |= self.contradicts((i, j), kind)
        self.constraints = recorded(self.constraints, told)


def recorded(known: Constraints, told: Iterable[Told]) -> Constraints:
    """State what answers told; what contradicts all before it, softly.

    A point that is shown again may go to another class: were its second must-link hard, and the
    cannot-link between the classes soft, two classes would become one.

    >>> known = Constraints(3, must=[(0, 1)], cannot=[(1, 2)])
    >>> known = recorded(known, [(0, 2, "must")])
    >>> known.must.tolist(), known.soft_must.tolist(), known.cannot.tolist()
    ([[0, 1]], [[0, 2]], [[1, 2]])
    """
    for i, j, kind in told:
        if kind == UNKNOWN:
            continue
        try:
            known = known.add(i, j, kind)
        except ConflictError:
            known = known.add(i, j, kind, soft=True)
    return known


def keep_results(strategy: Any, loop: Loop) -> None:
    """Set the attributes of a fitted strategy, also after an error or an interruption."""
    strategy.constraints_ = loop.constraints
    strategy.pairwise_constraints_ = (
        [(int(i), int(j)) for i, j in loop.constraints.must],
        [(int(i), int(j)) for i, j in loop.constraints.cannot],
    )
    strategy.unknown_ = list(loop.unknown)
    strategy.queries_ = loop.asked
    strategy.questions_ = (
        loop.shown
        if isinstance(loop, PlaceOrSortLoop)
        else [AskedQuestion("pair", (asked.i,), (asked.j,), 1) for asked in loop.asked]
    )
    strategy.n_queries_ = len(strategy.questions_)
    strategy.labels_ = loop.labels


def check_question_type(question_type: Any, strategy: Any, oracle: Any) -> None:
    """Raise `InputError` if the strategy or oracle does not offer this type of question."""
    if question_type not in QUESTION_TYPES:
        raise InputError(
            f"question_type={question_type!r} must be one of {', '.join(map(repr, QUESTION_TYPES))}"
        )
    if question_type not in strategy.question_types:
        raise InputError(
            f"{type(strategy).__name__} does not offer question_type={question_type!r}; it offers "
            f"{', '.join(map(repr, strategy.question_types))}"
        )
    if question_type != "pair" and not callable(getattr(oracle, question_type, None)):
        raise InputTypeError(
            f"the oracle of type {type(oracle).__name__} has no {question_type}(points, "
            f"representatives), which question_type={question_type!r} needs; pass one such as "
            'Oracle(labels), or question_type="pair"'
        )


def _told(oracle: Any, question: Placement | Sorting, known: Constraints) -> list[Told]:
    """What the oracle's answer states."""
    if isinstance(question, Placement):
        choice = oracle.place(question.point, question.representatives)
        return placement_statements(known, question.point, question.representatives, choice)
    piles = [list(pile) for pile in oracle.sort(question.points, question.cards)]
    inside = {row for pile in piles for row in pile}
    foreign = inside - {*question.points, *question.cards}
    if foreign:
        raise InputError(
            f"the oracle sorted {min(foreign)}, which was not shown; sort(points, representatives) "
            "must return piles of these rows"
        )
    unsure = [point for point in question.points if point not in inside]
    return sorting_statements(known, piles, unsure)


def _rows(question: Placement | Sorting) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The points in question, and what they are compared with."""
    if isinstance(question, Placement):
        return (question.point,), question.representatives
    return question.points, question.cards
