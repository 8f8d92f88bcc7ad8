"""Agreement of two annotators, corrected for chance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jupyter_sscluster.journal.answer import Answer

Pair = tuple[int, int]


@dataclass(frozen=True, repr=False)
class Agreement:
    """The answers of two annotators about the pairs that both have decided.

    Attributes
    ----------
    both_must, both_cannot : int
        Pairs that both answered in the same way.
    only_first_must, only_second_must : int
        Pairs that only one of them answered with "must".

    References
    ----------
    Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational and Psychological
    Measurement 20, 37-46, equation 1.

    >>> Agreement(20, 15, 5, 10).kappa
    0.4
    """

    both_must: int
    both_cannot: int
    only_first_must: int
    only_second_must: int

    def __repr__(self) -> str:
        share = "none" if self.share is None else f"{self.share:.2f}"
        kappa = "none" if self.kappa is None else f"{self.kappa:.2f}"
        return f"Agreement(n_pairs={self.n_pairs}, share={share}, kappa={kappa})"

    @property
    def n_pairs(self) -> int:
        """Pairs that both have decided."""
        return self.both_must + self.both_cannot + self.only_first_must + self.only_second_must

    @property
    def share(self) -> float | None:
        """Share of these pairs that both answered in the same way; None without any."""
        return (self.both_must + self.both_cannot) / self.n_pairs if self.n_pairs else None

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa: 1 where they always agree, 0 where as often as by chance.

        None if it is not defined: without pairs, and if both gave the same one answer to all.
        """
        n = self.n_pairs
        first = self.both_must + self.only_first_must
        second = self.both_must + self.only_second_must
        by_chance = first * second + (n - first) * (n - second)
        if n * n == by_chance:
            return None
        return (n * (self.both_must + self.both_cannot) - by_chance) / (n * n - by_chance)


def agreement(answers: Iterable[Answer], first: str, second: str) -> Agreement:
    """Agreement of two annotators by name, from the last answer of each about each pair."""
    last: dict[str, dict[Pair, str]] = {first: {}, second: {}}
    for answer in answers:
        if answer.annotator in last and answer.kind != "unknown":
            last[answer.annotator][answer.pair] = answer.kind
    counts = {("must", "must"): 0, ("cannot", "cannot"): 0, ("must", "cannot"): 0}
    counts["cannot", "must"] = 0
    for pair in last[first].keys() & last[second].keys():
        counts[last[first][pair], last[second][pair]] += 1
    return Agreement(
        counts["must", "must"],
        counts["cannot", "cannot"],
        counts["must", "cannot"],
        counts["cannot", "must"],
    )
