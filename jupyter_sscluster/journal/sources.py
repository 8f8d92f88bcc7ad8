"""How the answers of a source count: those of a function by its error rate, others as stated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from jupyter_sscluster._validation import Real, check_count
from jupyter_sscluster.constraints import LARGEST_WEIGHT
from jupyter_sscluster.journal.answer import Answer

HELPED = "helper"
"""The source of answers that a function gave beside a person, before its name."""

Pair = tuple[int, int]

Weight = tuple[float, float, float]
"""The least confidence for which it holds, and what a must-link and a cannot-link then weigh."""


LEADS = 4.0
"""The gain from which questions to people go by what a function said: a likelihood ratio of 55."""

LEADING = 0.47
"""What an answer weighs at least of a function that questions go by: it errs one time in five."""


@dataclass(frozen=True)
class Source:
    """How the answers of one source count.

    Attributes
    ----------
    name : str
        The name that its answers are signed with.
    aside : bool
        Whether a person has set its answers aside: they rest.
    cost : float or None
        What an answer costs, a person's being 1; None for people, whose answers count as stated.
    most : int or None
        How often the function may be asked.
    asks : bool
        Whether the function is asked.
    weights : tuple of (confidence, must, cannot)
        What its answers weigh, by rising confidence; empty as long as nothing is known of it.
    counts : bool
        Whether its answers count.
    gain : float
        How much better the person's answers are predicted with its answers than without, in nats.
    seen : int
        The number of the person's last answer that `gain` takes into account.
    audited : tuple of pairs
        Pairs that were drawn at random among those that it answered, for the person to answer.
    overruled : int
        How many answers of people the clusters would violate because of its answers.
    doubted : tuple of pairs
        Pairs that it had answered first, and people answered while questions went by its answers.
    """

    name: str
    aside: bool = False
    cost: float | None = None
    most: int | None = None
    asks: bool = False
    weights: tuple[Weight, ...] = ()
    counts: bool = False
    gain: float = 0.0
    seen: int = 0
    audited: tuple[Pair, ...] = ()
    doubted: tuple[Pair, ...] = ()
    overruled: int = 0

    @property
    def is_helper(self) -> bool:
        """Whether it is a function that answers beside people."""
        return self.cost is not None

    @property
    def is_plain(self) -> bool:
        """Whether it is as if nothing were known of it."""
        return not self.is_helper and not self.aside

    @property
    def is_heard(self) -> bool:
        """Whether its answers count: it is not set aside, and a function has earned it."""
        return not self.aside and (self.counts or not self.is_helper)

    @property
    def leads(self) -> bool:
        """Whether questions to people go by its answers too.

        Until its answers have predicted theirs, and it is unlikely that more than one in five is
        wrong, people are asked as if it were not there: its error rate is then estimated from all
        that they answer, and nothing is lost if it does not count.
        """
        errs_little = all(min(weight[1:]) >= LEADING for weight in self.weights)
        return self.counts and not self.aside and self.gain >= LEADS and errs_little

    def weight_of(self, answer: Answer) -> float:
        """What an answer weighs, by what it says and the confidence that it was given with."""
        found = 0.0
        for confidence, must, cannot in self.weights:
            if answer.weight >= confidence:
                found = must if answer.kind == "must" else cannot
        return found


def with_source(sources: Sequence[Source], source: Source) -> tuple[Source, ...]:
    """The sources with this one in place of that of its name."""
    others = [each for each in sources if each.name != source.name]
    return tuple(others) if source.is_plain else (*others, source)


def source_of(sources: Iterable[Source], name: str) -> Source:
    """The source of this name; a plain one where nothing is known of it."""
    return next((each for each in sources if each.name == name), Source(name))


def helper_names(sources: Iterable[Source]) -> frozenset[str]:
    """The names of the functions among some sources."""
    return frozenset(source.name for source in sources if source.is_helper)


def of_people(answers: Sequence[Answer], sources: Sequence[Source]) -> tuple[Answer, ...]:
    """The answers that no function gave."""
    names = helper_names(sources)
    return tuple(a for a in answers if a.annotator not in names) if names else tuple(answers)


def weighed(answers: Sequence[Answer], sources: Sequence[Source]) -> tuple[Answer, ...]:
    """The answers that count, those of functions soft and with the weight that these have earned.

    What a function says of a pair that a person has decided does not count.

    >>> said = [Answer(1, 0, 1, "must"), Answer(2, 0, 2, "cannot", source="helper by rule")]
    >>> rule = Source("rule", cost=0.05, weights=((0.0, 0.6, 0.6),), counts=True)
    >>> [(a.weight, a.soft) for a in weighed(said, [rule])]
    [(1.0, False), (0.6, True)]
    >>> len(weighed(said, [replace(rule, counts=False)]))
    1
    """
    if not sources:
        return tuple(answers)
    known = {source.name: source for source in sources}
    plain = Source("")
    resting = {each.name for each in sources if each.aside}
    people = of_people(answers, sources)
    decided = {a.pair for a in people if a.kind != "unknown" and a.annotator not in resting}
    found = []
    for answer in answers:
        source = known.get(answer.annotator, plain)
        if not source.is_heard:
            continue
        if not source.is_helper:
            found.append(answer)
        elif answer.pair not in decided and (weight := source.weight_of(answer)) > 0:
            found.append(replace(answer, weight=weight, soft=answer.kind != "unknown"))
    return tuple(found)


def source_entry(source: Source) -> dict[str, Any]:
    """A source as plain values."""
    entry: dict[str, Any] = {"name": source.name}
    if source.aside:
        entry["aside"] = True
    if source.is_helper:
        entry |= {"cost": source.cost, "most": source.most, "asks": source.asks}
        entry |= {"weights": [list(row) for row in source.weights], "counts": source.counts}
        entry |= {"gain": source.gain, "seen": source.seen}
        for key in ("audited", "doubted"):
            entry[key] = [list(pair) for pair in getattr(source, key)]
        if source.overruled:
            entry["overruled"] = source.overruled
    return entry


def source_read(entry: Any, n_samples: int) -> Source:
    """A source from plain values, checked; ValueError where they make no sense."""
    name, aside, cost = entry["name"], entry.get("aside", False), entry.get("cost")
    if not isinstance(name, str) or not isinstance(aside, bool):
        raise ValueError(f"{entry} is no source")
    if cost is None:
        return Source(name, aside)
    most, flags = entry["most"], (entry["asks"], entry["counts"])
    if not all(isinstance(flag, bool) for flag in flags):
        raise ValueError(f"{entry} does not say whether its answers count")
    return Source(
        name,
        aside,
        _number(cost, Real(0)),
        None if most is None else check_count(most, "most", 0),
        flags[0],
        tuple(_weight(row) for row in entry["weights"]),
        flags[1],
        _number(entry["gain"], Real()),
        check_count(entry["seen"], "seen", 0),
        tuple(_pair(row, n_samples) for row in entry["audited"]),
        tuple(_pair(row, n_samples) for row in entry["doubted"]),
        check_count(entry.get("overruled", 0), "overruled", 0),
    )


def _number(value: Any, rule: Real) -> float:
    if not rule.check(value):
        raise ValueError(f"{value!r} must be {rule.describe()}")
    return float(value)


def _weight(row: Any) -> Weight:
    confidence, must, cannot = (_number(value, Real(0, LARGEST_WEIGHT)) for value in row)
    return confidence, must, cannot


def _pair(row: Any, n_samples: int) -> Pair:
    i, j = (check_count(each, "row", 0, n_samples - 1) for each in row)
    return i, j
