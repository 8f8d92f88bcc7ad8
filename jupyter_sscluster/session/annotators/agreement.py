"""How far two who answer agree, beyond what chance would have them agree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jupyter_sscluster.journal.answer import Answer

Pair = tuple[int, int]


@dataclass(frozen=True)
class Agreement:
    """What two say about the pairs that both have decided.

    Attributes
    ----------
    both_must, both_cannot : int
        Pairs about which they say the same.
    first_must, second_must : int
        Pairs of which one alone says that they belong together.

    References
    ----------
    Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational and Psychological
    Measurement 20, 37-46, equation 1.

    >>> Agreement(20, 15, 5, 10).kappa
    0.4
    """

    both_must: int
    both_cannot: int
    first_must: int
    second_must: int

    @property
    def n_pairs(self) -> int:
        """Pairs that both have decided."""
        return self.both_must + self.both_cannot + self.first_must + self.second_must

    @property
    def share(self) -> float | None:
        """Share of them about which they say the same; None without any."""
        return (self.both_must + self.both_cannot) / self.n_pairs if self.n_pairs else None

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa: 1 where they always agree, 0 where as often as by chance.

        None where it is not defined: without pairs, and where both say the same one thing of all.
        """
        n = self.n_pairs
        first = self.both_must + self.first_must
        second = self.both_must + self.second_must
        by_chance = first * second + (n - first) * (n - second)
        if n * n == by_chance:
            return None
        return (n * (self.both_must + self.both_cannot) - by_chance) / (n * n - by_chance)


def agreement(answers: Iterable[Answer], first: str, second: str) -> Agreement:
    """Of two by their names, from the last that each said about each pair."""
    said: dict[str, dict[Pair, str]] = {first: {}, second: {}}
    for answer in answers:
        if answer.annotator in said and answer.kind != "unknown":
            said[answer.annotator][answer.pair] = answer.kind
    counts = {("must", "must"): 0, ("cannot", "cannot"): 0, ("must", "cannot"): 0}
    counts["cannot", "must"] = 0
    for pair in said[first].keys() & said[second].keys():
        counts[said[first][pair], said[second][pair]] += 1
    return Agreement(
        counts["must", "must"],
        counts["cannot", "cannot"],
        counts["must", "cannot"],
        counts["cannot", "must"],
    )
