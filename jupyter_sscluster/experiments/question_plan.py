"""What questions of an experiment look like, what they cost, and when to stop."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from jupyter_sscluster.active.question_types.cost_model import CostModel

Record = dict[str, Any]
Answer = tuple[int, int, str]


class QuestionRound(NamedTuple):
    """One question: the pairs that it told, how many points, compared with how many cards."""

    answers: list[Answer]
    n_items: int = 1
    n_cards: int = 1


class QuestionPlan(NamedTuple):
    """Shape and cost of the questions; scored after numbers of them, and of seconds."""

    question_type: str = "pair"
    size: int = 4
    cost: CostModel = CostModel()
    counted: tuple[int, ...] = (0,)
    at_seconds: tuple[float, ...] = ()

    @property
    def described(self) -> list[Any]:
        """What makes a run another one; nothing for pairs that are counted."""
        told = [self.question_type, self.size, repr(self.cost), list(self.at_seconds)]
        return told if self.question_type != "pair" or self.at_seconds else []

    def points(self, rounds: Sequence[QuestionRound]) -> Iterator[Record]:
        """Where a run is scored: questions, how many of them were asked, actions and seconds."""
        spent = [0.0, *accumulate(self._seconds(each) for each in rounds)]
        actions = [0, *accumulate(self.cost.actions(self.question_type, r.n_items) for r in rounds)]
        asked = [(n, min(n, len(rounds)), Record()) for n in self.counted]
        for limit in self.at_seconds:
            n = bisect_right(spent, limit + 1e-9) - 1
            asked.append((n, n, {"at_seconds": limit}))
        for questions, n, when in asked:
            counts = {"questions": questions, "asked": n, **when}
            yield {**counts, "actions": actions[n], "person_seconds": spent[n]}

    def completed(self, record: Record) -> Record:
        """A record with type of question and cost, also one that was kept before it had any."""
        if self.described:
            return record
        asked = record["asked"]
        cost = {"actions": asked, "person_seconds": self.cost.pair * asked}
        return {**record, "question_type": self.question_type, **cost}

    def _seconds(self, each: QuestionRound) -> float:
        return self.cost.seconds(self.question_type, each.n_items, each.n_cards)


class RecordingOracle:
    """An oracle that is asked until both the questions and the seconds are enough."""

    def __init__(self, oracle: Any, asking: QuestionPlan) -> None:
        self.oracle, self.asking = oracle, asking
        self.n_questions, self.spent = 0, 0.0

    @property
    def n_samples(self) -> int:
        """Number of points it knows about."""
        count: int = self.oracle.n_samples
        return count

    @property
    def remaining(self) -> float:
        """Infinity while a question more is wanted."""
        counted = max(self.asking.counted, default=0)
        limit = max(self.asking.at_seconds, default=0.0)
        is_enough = self.n_questions >= counted and self.spent >= limit
        return 0 if is_enough else float("inf")

    def query(self, i: int, j: int) -> Any:
        """The answer to a pair."""
        self._count(1, 1)
        return self.oracle.query(i, j)

    def place(self, point: int, representatives: Sequence[int]) -> Any:
        """The answer to a placement."""
        self._count(1, len(representatives))
        return self.oracle.place(point, representatives)

    def sort(self, points: Sequence[int], representatives: Sequence[int] = ()) -> Any:
        """The answer to a sorting."""
        self._count(len(points), len(representatives))
        return self.oracle.sort(points, representatives)

    def _count(self, n_items: int, n_cards: int) -> None:
        self.n_questions += 1
        self.spent += self.asking.cost.seconds(self.asking.question_type, n_items, n_cards)


def rounds_of(fitted: Any, rows: Any) -> list[QuestionRound]:
    """The questions that a strategy asked, about rows of all data."""
    answers = [(int(rows[q.i]), int(rows[q.j]), q.kind) for q in fitted.queries_]
    ends = [0, *accumulate(shown.told for shown in fitted.questions_)]
    return [
        QuestionRound(answers[low:high], len(shown.points), len(shown.among))
        for low, high, shown in zip(ends, ends[1:], fitted.questions_, strict=False)
    ]


def flat(rounds: Iterable[QuestionRound]) -> list[Answer]:
    """All answers, in their order."""
    return [answer for each in rounds for answer in each.answers]
