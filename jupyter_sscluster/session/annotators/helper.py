"""One function that answers beside a person: what it may do, and what is known of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from jupyter_sscluster._number_text import count
from jupyter_sscluster._validation import InputError, Real, check_count
from jupyter_sscluster.active import CallableOracle
from jupyter_sscluster.active.oracles.answer_weights import (
    COMMON,
    QUANTILE,
    THIRD,
    Common,
    error_rate,
    says_one_thing,
)
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import Operation, Weigh
from jupyter_sscluster.journal.sources import Source, of_people, source_of
from jupyter_sscluster.journal.timeline import State, Timeline
from jupyter_sscluster.session.annotators.foretelling import common_pairs
from jupyter_sscluster.session.annotators.helping import Asker
from jupyter_sscluster.session.annotators.routing import in_force
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.intervals import Estimated, share_right

CHANCE = 0.5

COST = Real(0.0)

EVEN = 0.1
"""P(better than chance) up to which a function is said to be no better than chance."""


class Helper:
    """A function that answers beside a person; `session.helpers.add` makes it.

    Attributes
    ----------
    name : str
        The name that its answers are signed with.
    """

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine, self.name = engine, name
        self.asker: Asker | None = None

    def __repr__(self) -> str:
        return f"Helper({self.text})"

    def attach(self, oracle: CallableOracle) -> None:
        """Ask this function from now on."""
        states = self._engine.timeline.states
        given = {a.number for state in states for a in state.answers if a.annotator == self.name}
        self.asker = Asker(self._engine, self.name, oracle, len(given))

    # ------------------------------------------------------------------ what is known of it

    @property
    def source(self) -> Source:
        """How its answers count, as the journal has it."""
        return source_of(self._engine.state.sources, self.name)

    @property
    def asks(self) -> bool:
        """Whether it is asked: it was not stopped, did not fail, and is there."""
        return self.source.asks and not self.source.aside and self.asker is not None

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Its answers, those that do not count too."""
        return tuple(a for a in self._engine.answers if a.annotator == self.name)

    @property
    def n_asked(self) -> int:
        """How often it was asked; answers that were taken back are paid for too."""
        asked = 0 if self.asker is None else self.asker.n_asked
        return max(asked, len(self.answers))

    @property
    def most(self) -> int | None:
        """How many pairs it is asked about at most, in all; None without a limit.

        Set it to have the function asked more, or less; one undo step. Where the old limit was
        reached it goes on at once.

        Raises
        ------
        InputError
            If it is set to something else than a whole number of 0 or more, or None.
        """
        return self.source.most

    @most.setter
    def most(self, most: int | None) -> None:
        self.set_terms(self.cost, most)

    @property
    def cost(self) -> float:
        """What an answer of it costs, a person's being 1.

        Set it to another cost; one undo step. The cheaper, the more it is asked, and what was spent
        is told by the new cost.

        Raises
        ------
        InputError
            If it is set to something else than a number of 0 or more.
        """
        return self.source.cost or 0.0

    @cost.setter
    def cost(self, cost: float) -> None:
        self.set_terms(cost, self.most)

    @property
    def n_left(self) -> int | None:
        """How often it may still be asked; None without a limit."""
        most = self.source.most
        return None if most is None else max(0, most - self.n_asked)

    @property
    def condition(self) -> str:
        """What it is doing, the first that holds of these words.

        "set aside", "failed", "away" (its answers are there, the function is not), "stopped",
        "used up" (its limit is reached), "answering", "waiting" (for an answer of a person).
        """
        if self.source.aside:
            return "set aside"
        if self.failure:
            return "failed"
        if self.asker is None:
            return "away"
        if not self.source.asks:
            return "stopped"
        if self.n_left == 0:
            return "used up"
        return "answering" if self.asker.is_busy else "waiting"

    @property
    def spent(self) -> float:
        """What its answers have cost."""
        return self.n_asked * self.cost

    @property
    def counts(self) -> bool:
        """Whether its answers count now."""
        return self.source.counts and not self.source.aside

    @property
    def weight(self) -> float:
        """What an answer of it weighs, a person's being 1: the mean of must-link and cannot-link.

        That of the surest answers, if it tells how sure it is; 0 where they do not count.
        """
        weights = self.source.weights
        return sum(weights[-1][1:]) / 2 if self.counts and weights else 0.0

    @property
    def error_rate_common(self) -> Estimated:
        """How often it errs where a person was asked too, with the 95 % interval.

        These are the person's questions, so that pairs are harder than others: its weight is made
        of what is known here, while `error_rate` is what to expect.
        """
        common = self._common()
        n, w = len(common), sum(each.wrong for each in common)
        return Estimated(*(error_rate(w, n, q) for q in (0.5, 0.025, 0.975)))

    @property
    def error_rate(self) -> Estimated | None:
        """How many of its answers are wrong, by the random sample that a person has answered.

        With the 95 % interval of the share of its answers in force; None before the first.
        """
        n_wrong, n = self._audit()
        if not n:
            return None
        right = share_right(n - n_wrong, n, n + self._n_in_force())
        return Estimated(1 - right.value, 1 - right.high, 1 - right.low)

    @property
    def n_audited(self) -> int:
        """How many of its answers were drawn at random and answered by a person."""
        return self._audit()[1]

    @property
    def n_wrong(self) -> int:
        """How many of these were wrong."""
        return self._audit()[0]

    @property
    def why_not(self) -> str:
        """Why its answers do not count, as a sentence; empty if they do."""
        if self.source.aside:
            return f"The answers of {self.name} are set aside."
        if self.counts:
            return ""
        common = self._common()
        n, wrong = len(common), sum(each.wrong for each in common)
        if n < COMMON:
            more = COMMON - n
            return f"Answer {more} more question{'s' * (more > 1)}: {self.name} is asked the same."
        if says_one_thing(common):
            said = "the same" if common[0].said == "must" else "different"
            return f"{self.name} has said nothing but {said}, so its answers separate no pairs."
        return (
            _too_wrong(wrong, n)
            or _overrules(self.source.overruled)
            or "It is not yet clear that its answers help to predict yours."
        )

    @property
    def text(self) -> str:
        """What is known of it, in two sentences."""
        common = self._common()
        wrong = sum(each.wrong for each in common)
        apart = ", not counting pairs chosen by its own answers" if self.source.doubted else ""
        known = f"{self.name}: {wrong} of {len(common)} wrong on what you both answered{apart}."
        if self.counts:
            return f"{known} Its answers count as {self.weight:.1f} of one of yours."
        return f"{known} Its answers do not count. {self.why_not}"

    @property
    def failure(self) -> str:
        """Why it is not asked any more, as a sentence; empty if it did not fail."""
        return "" if self.asker is None else self.asker.failure

    # ------------------------------------------------------------------ what to do with it

    def stop(self) -> None:
        """Stop asking it; its answers stay. One undo step."""
        self.weigh(f"{self.name} stopped", asks=False)

    def resume(self) -> None:
        """Ask it again. One undo step."""
        if self.asker is not None:
            self.asker.failure = ""
        self.weigh(f"{self.name} asked again", asks=True)
        self.start()

    def leave(self) -> None:
        """Stop it and take all its answers back, in one undo step."""
        engine = self._engine
        with engine.lock:
            numbers = [answer.number for answer in self.answers]
            if numbers:
                engine.record([], remove=numbers)
            plain = Source(self.name, cost=self.source.cost, most=self.source.most)
            cause = f"{self.name} stopped, its answers taken back"
            engine.apply(lambda now: Weigh(plain, cause, joins=bool(numbers)))

    def set_terms(self, cost: float, most: int | None) -> None:
        """Change what an answer costs and how often it is asked at most, in one undo step.

        Raises
        ------
        InputError
            If a number is out of range, or the function does not answer beside people any more.
        """
        price, limit = checked_cost(cost), checked_most(most)
        if not self.source.is_helper:
            raise InputError(f"{self.name!r} is no helper now; add it with session.helpers.add")
        asked = "no limit" if limit is None else f"at most {count(limit, 'question')}"
        new = [asked] * (limit != self.most) + [f"costs {price:.3g} each"] * (price != self.cost)
        self.weigh(f"{self.name}: {', '.join(new)}", cost=price, most=limit)
        self.start()

    def start(self) -> None:
        """Have it asked what there is to ask now, and its answers weighed."""
        if self.asker is not None and not self.source.aside:
            self.asker.start()

    def weigh(self, cause: str, *, joins: bool = False, **changes: Any) -> None:
        """Change how its answers count; one undo step, or part of the step before."""

        def plan(now: Timeline) -> Operation | None:
            before = source_of(now.state.sources, self.name)
            after = replace(before, **changes)
            return None if after == before else Weigh(after, cause, joins)

        self._engine.apply(plan)

    # ------------------------------------------------------------------ inside

    def _common(self) -> Sequence[Common]:
        state = self._engine.state
        return common_pairs(state.answers, state.sources, self.name)

    def _audit(self) -> tuple[int, int]:
        """How many of the answers drawn at random are wrong, and how many were drawn."""
        state = self._engine.state
        truth = _last(of_people(state.answers, state.sources))
        said = _last(self.answers)
        drawn = [p for p in self.source.audited if p in truth and p in said]
        return sum(truth[pair] != said[pair] for pair in drawn), len(drawn)

    def _n_in_force(self) -> int:
        state: State = self._engine.state
        return sum(answer.kind != "unknown" for answer in in_force(state, self.name))


def checked_cost(cost: float) -> float:
    """What an answer costs, checked."""
    if not COST.check(cost):
        raise InputError(f"cost={cost!r} must be {COST.describe()}, in answers of a person")
    return float(cost)


def checked_most(most: int | None) -> int | None:
    """How often a function may be asked, checked."""
    return None if most is None else check_count(most, "most", 0, way_out="None means no limit")


def _last(answers: Sequence[Answer]) -> dict[tuple[int, int], str]:
    return {answer.pair: answer.kind for answer in answers if answer.kind != "unknown"}


def _overrules(n: int) -> str:
    """That people would be overruled, in a sentence; empty if not."""
    some = "one more answer" if n == 1 else f"{n} more answers"
    return f"Because of its answers the clusters violate {some} of yours." if n else ""


def _too_wrong(wrong: int, n: int) -> str:
    """That it errs too often, in a sentence; empty if that is unlikely."""
    worst = error_rate(wrong, n, QUANTILE)
    if error_rate(wrong, n, EVEN) > CHANCE:
        return f"It is wrong more often than by chance: {wrong} of {n}."
    if worst < THIRD:
        return ""
    return f"{wrong} of {n} wrong: up to {100 * worst:.0f} % of its answers may be, too many."
