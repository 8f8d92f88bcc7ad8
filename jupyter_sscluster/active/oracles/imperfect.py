"""Oracles around another one: some err, some cannot tell, some have little time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._validation import InputError, InputTypeError, Real, check_count
from jupyter_sscluster.active.oracle import BudgetExhausted

SHARE = Real(0.0, 1.0)
OTHER = {"must": "cannot", "cannot": "must"}


class Around:
    """An oracle that passes questions on to another one.

    Parameters
    ----------
    oracle : object
        Anything with `query(i, j)`.
    random_state : int or None, default 0
        Seed of what is done to each pair. It depends on the pair alone: asked again, or later, or
        the other way round, a pair gets the same answer. Of two oracles around each other with one
        seed, each draws for itself.
    """

    def __init__(self, oracle: Any, random_state: int | None = 0) -> None:
        if isinstance(oracle, type) or not callable(getattr(oracle, "query", None)):
            raise InputTypeError(
                f"oracle={oracle!r} cannot be asked; pass an object with query(i, j), such as "
                "Oracle(labels)"
            )
        if random_state is not None:
            check_count(random_state, "random_state", 0)
        self.oracle = oracle
        self.random_state = random_state
        fresh = int(np.random.default_rng().integers(2**63))
        self._seed = fresh if random_state is None else random_state
        self._depth = _draws_within(oracle)

    def query(self, i: int, j: int) -> str:
        """The answer to a pair: "must", "cannot" or "unknown".

        Raises
        ------
        BudgetExhausted
            If no question is left.
        """
        answer: str = self.oracle.query(i, j)
        return answer

    def place(self, point: int, representatives: Sequence[int]) -> Any:
        """The representative that a point belongs with, None or "unknown"."""
        return self.oracle.place(point, representatives)

    def sort(self, points: Sequence[int], representatives: Sequence[int] = ()) -> list[list[int]]:
        """The points in piles, the first of which start with the representatives."""
        piles: list[list[int]] = self.oracle.sort(points, representatives)
        return piles

    @property
    def remaining(self) -> float:
        """Questions left; infinity without a limit."""
        return getattr(self.oracle, "remaining", float("inf"))

    @property
    def reason(self) -> str:
        """Why the next pair is asked about, where the oracle within wants to know."""
        why: str = self.oracle.reason
        return why

    @reason.setter
    def reason(self, sentence: str) -> None:
        self.oracle.reason = sentence

    def __getattr__(self, name: str) -> Any:
        """Other attributes, such as `n_samples`, are those of the oracle within."""
        if name.startswith("_") or name == "oracle":
            raise AttributeError(name)
        return getattr(self.oracle, name)

    def _draws(self, i: int, j: int, count: int) -> list[float]:
        """Uniform numbers that belong to a pair, others for each oracle within another."""
        pair = [self._seed, min(int(i), int(j)), max(int(i), int(j))]
        rng = np.random.default_rng([*pair, self._depth])
        drawn: list[float] = rng.random(count).tolist()
        return drawn

    def _draws_shown(self, point: int, shown: Sequence[int], count: int) -> list[float]:
        """Uniform numbers that belong to a point and the rows that it is compared with."""
        with_others = [len(shown), *sorted(int(row) for row in shown)]
        rng = np.random.default_rng([self._seed, int(point), *with_others, self._depth])
        drawn: list[float] = rng.random(count).tolist()
        return drawn


def _draws_within(oracle: Any) -> int:
    """How many oracles within this one draw lots: each needs lots of its own."""
    count = 0
    while isinstance(oracle, Around):
        count += not isinstance(oracle, BudgetedOracle)
        oracle = oracle.oracle
    return count


class NoisyOracle(Around):
    """Answers of another oracle, some of them flipped.

    "must" becomes "cannot" and "cannot" becomes "must" with a fixed probability; "unknown" stays.
    With several rates there is one annotator for each: every pair is assigned to one of them at
    random and flipped with the rate of that one. In a placement or a sorting each point errs
    independently: it goes to another row or pile shown, drawn at random, or to none or a new pile
    if there is no other. With other representatives the error of a point is drawn again.

    Parameters
    ----------
    oracle : object
        Anything with `query(i, j)`.
    rate : float, or list of floats, default 0.1
        Share of wrong answers, from 0 to 1; a list has one for each annotator.
    random_state : int or None, default 0
        Seed. Which pairs are answered wrongly depends on it and on nothing else: asked again, a
        pair gets the same answer.

    >>> from jupyter_sscluster.active import Oracle
    >>> noisy = NoisyOracle(Oracle([0, 0, 1, 1], None), rate=1.0)
    >>> noisy.query(0, 1), noisy.query(1, 2)
    ('cannot', 'must')
    """

    def __init__(self, oracle: Any, rate: Any = 0.1, random_state: int | None = 0) -> None:
        super().__init__(oracle, random_state)
        self.rate = rate
        several = isinstance(rate, (list, tuple)) or np.ndim(rate) == 1
        self._rates = list(rate) if several else [rate]
        if not self._rates or not all(map(SHARE.check, self._rates)):
            raise InputError(
                f"rate={rate!r} must be a number from 0 to 1, the share of wrong answers, or a "
                "list with one for each annotator"
            )

    def annotator(self, i: int, j: int) -> int:
        """Number, from 0, of the annotator who answers a pair."""
        return int(self._draws(i, j, 1)[0] * len(self._rates))

    def query(self, i: int, j: int) -> str:
        """The answer to a pair, perhaps a wrong one."""
        answer = super().query(i, j)
        wrong = self._draws(i, j, 2)[1] < self._rates[self.annotator(i, j)]
        return OTHER.get(answer, answer) if wrong else answer

    def place(self, point: int, representatives: Sequence[int]) -> Any:
        """The answer to a placement, perhaps a wrong one."""
        answer = super().place(point, representatives)
        if isinstance(answer, str) or not self._errs(point, representatives):
            return answer
        others = sorted(row for row in representatives if row != answer)
        return self._other(point, representatives, others) if others else None

    def sort(self, points: Sequence[int], representatives: Sequence[int] = ()) -> list[list[int]]:
        """The piles, some of the points perhaps in a wrong one."""
        piles = super().sort(points, representatives)
        n_cards, found = len(representatives), [list(pile) for pile in piles]
        for number, pile in enumerate(piles):
            moving = [p for p in pile[number < n_cards :] if self._errs(p, representatives)]
            for point in moving:
                found[number].remove(point)
                others = [k for k in range(len(piles)) if k != number]
                to = self._other(point, representatives, others) if others else len(found)
                if to == len(found):
                    found.append([])
                found[to].append(point)
        return [pile for number, pile in enumerate(found) if pile or number < n_cards]

    def _errs(self, point: int, shown: Sequence[int]) -> bool:
        who, chance = self._draws_shown(point, shown, 2)
        return bool(chance < self._rates[int(who * len(self._rates))])

    def _other(self, point: int, shown: Sequence[int], others: list[int]) -> int:
        return others[int(self._draws_shown(point, shown, 3)[2] * len(others))]


class AbstainingOracle(Around):
    """Answers of another oracle, but "unknown" for some pairs.

    Without `doubt` the pairs are drawn at random. With it they are the doubtful ones: the doubt of
    a pair is that of its more doubtful point, and about the `rate` share of all pairs with most
    doubt is not answered. In a placement or a sorting each point is answered or not, independently,
    at random or by its own doubt. An abstention counts as a question.

    Parameters
    ----------
    oracle : object
        Anything with `query(i, j)`.
    rate : float, default 0.1
        Share of pairs that are not answered, from 0 to 1.
    doubt : array, shape (n_samples,), optional
        How hard each point is to tell, such as `border_doubt(X, labels)`: points between two
        classes.
    random_state : int or None, default 0
        Seed, without `doubt`.

    >>> from jupyter_sscluster.active import Oracle
    >>> unsure = AbstainingOracle(Oracle([0, 0, 1, 1], None), 0.5, doubt=[0.1, 0.9, 0.2, 0.3])
    >>> unsure.query(0, 2), unsure.query(0, 1)
    ('cannot', 'unknown')
    """

    def __init__(
        self,
        oracle: Any,
        rate: float = 0.1,
        doubt: ArrayLike | None = None,
        random_state: int | None = 0,
    ) -> None:
        super().__init__(oracle, random_state)
        if not SHARE.check(rate):
            raise InputError(f"rate={rate!r} must be a number from 0 to 1, the share of pairs")
        self.rate = rate
        self.doubt = None if doubt is None else _doubts(doubt, getattr(oracle, "n_samples", None))
        # a pair is certain when both points are, so the share of certain points is a square root
        share = np.sqrt(1.0 - rate)
        self._limit = 0.0 if self.doubt is None else _quantile(self.doubt, share)
        self._own_limit = 0.0 if self.doubt is None else _quantile(self.doubt, 1.0 - rate)

    def query(self, i: int, j: int) -> str:
        """The answer to a pair, perhaps "unknown"."""
        answer = super().query(i, j)
        if self.doubt is None:
            return "unknown" if self._draws(i, j, 1)[0] < self.rate else answer
        return "unknown" if max(self.doubt[i], self.doubt[j]) > self._limit else answer

    def place(self, point: int, representatives: Sequence[int]) -> Any:
        """The answer to a placement, perhaps "unknown"."""
        answer = super().place(point, representatives)
        return "unknown" if self._abstains(point, representatives) else answer

    def sort(self, points: Sequence[int], representatives: Sequence[int] = ()) -> list[list[int]]:
        """The piles, without the points that it cannot tell."""
        found, n_cards = list[list[int]](), len(representatives)
        for number, pile in enumerate(super().sort(points, representatives)):
            card, rest = pile[: number < n_cards], pile[number < n_cards :]
            left = [point for point in rest if not self._abstains(point, representatives)]
            if card or left:
                found.append([*card, *left])
        return found

    def _abstains(self, point: int, shown: Sequence[int]) -> bool:
        if self.doubt is None:
            return self._draws_shown(point, shown, 1)[0] < self.rate
        return bool(self.doubt[point] > self._own_limit)


class BudgetedOracle(Around):
    """Answers of another oracle, a limited number of times.

    Parameters
    ----------
    oracle : object
        Anything with `query(i, j)`; its own limit counts as well.
    max_queries_cnt : int, default 20
        How many questions may be asked; those that are refused do not count.

    Attributes
    ----------
    queries_cnt : int
        Questions asked so far.

    >>> from jupyter_sscluster.active import Oracle
    >>> hurried = BudgetedOracle(Oracle([0, 0, 1, 1], None), 2)
    >>> hurried.query(0, 1), hurried.query(1, 2), hurried.remaining
    ('must', 'cannot', 0)
    """

    def __init__(self, oracle: Any, max_queries_cnt: int = 20) -> None:
        super().__init__(oracle)
        self.max_queries_cnt = check_count(max_queries_cnt, "max_queries_cnt", 0)
        self.queries_cnt = 0

    @property
    def remaining(self) -> float:
        """Questions left."""
        return min(self.max_queries_cnt - self.queries_cnt, super().remaining)

    def query(self, i: int, j: int) -> str:
        """The answer to a pair.

        Raises
        ------
        BudgetExhausted
            If no question is left.
        """
        self._check_left()
        answer = super().query(i, j)
        self.queries_cnt += 1
        return answer

    def place(self, point: int, representatives: Sequence[int]) -> Any:
        """The answer to a placement: one question."""
        self._check_left()
        answer = super().place(point, representatives)
        self.queries_cnt += 1
        return answer

    def sort(self, points: Sequence[int], representatives: Sequence[int] = ()) -> list[list[int]]:
        """The piles: one question."""
        self._check_left()
        piles = super().sort(points, representatives)
        self.queries_cnt += 1
        return piles

    def _check_left(self) -> None:
        if self.queries_cnt >= self.max_queries_cnt:
            raise BudgetExhausted(
                f"all {self.max_queries_cnt} questions are used up; raise max_queries_cnt"
            )


def _doubts(doubt: ArrayLike, n_samples: int | None) -> NDArray[np.float64]:
    try:
        array = np.asarray(doubt, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"doubt must hold one number a point ({error}); border_doubt(X, labels) makes such an "
            "array"
        ) from error
    wanted = len(array) if n_samples is None and array.ndim == 1 else n_samples
    if array.shape != (wanted,) or np.isnan(array).any():
        raise InputError(
            f"doubt of shape {array.shape} must hold one number a point, shape ({wanted},), and no "
            "NaN; border_doubt(X, labels) makes such an array"
        )
    return array


def _quantile(values: NDArray[np.float64], share: float) -> float:
    """The value that about this share of them does not exceed; below all at 0."""
    count = round(share * len(values))
    return float(np.sort(values)[count - 1]) if count else -np.inf
