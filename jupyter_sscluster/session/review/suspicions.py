"""Which answers may be wrong, which are violated, and why; which others contradict them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.clique_warning import clique_larger_than
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs
from jupyter_sscluster.journal.answer import Answer, numbered
from jupyter_sscluster.session.engine.settings import may_violate, title_of
from jupyter_sscluster.session.engine.step_names import clusters_text

SUSPECTED = 0.5
"""P(wrong) above which an answer is suspected."""

MOST_NAMED = 5
"""Answers named at most as contradicting one."""

PULL = float(np.log(1.5))
"""What an answer must add to the log-odds of another's being wrong, to be named."""

NEIGHBOURS = 50
"""Answers, the nearest, that an answer is weighed among to find those."""

_TINY = 1e-12

Known = tuple[int, int, str]


@dataclass(frozen=True)
class Suspicion:
    """What is thought of one answer.

    Attributes
    ----------
    number : int
        Of the answer.
    wrong : float or None
        P(wrong), beside the other answers and what the features say; None where the clusterer has
        no posterior.
    violated : bool
        Whether the clustering that is shown violates it.
    against : tuple of int
        The numbers of the answers that contradict it, five at most.
    why : str
        A sentence for the person, "" where the answer is kept and not suspected.
    """

    number: int
    wrong: float | None
    violated: bool
    against: tuple[int, ...] = ()
    why: str = ""

    @property
    def suspected(self) -> bool:
        """Whether it is more likely wrong than right."""
        return self.wrong is not None and self.wrong > SUSPECTED


@dataclass(frozen=True)
class AnswerSuspicions:
    """What is thought of the answers in force, in their order; a don't-know says nothing.

    Attributes
    ----------
    answers : tuple of Suspicion
    error_rate : float or None
        How often answers are wrong, as estimated from all of them.
    reason : str
        Why nothing is known of P(wrong), "" where it is.
    """

    answers: tuple[Suspicion, ...] = ()
    error_rate: float | None = None
    reason: str = ""

    def __iter__(self) -> Iterator[Suspicion]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    def of(self, number: int) -> Suspicion | None:
        """What is thought of the answer with this number, None if it is not in force."""
        found: Suspicion | None = numbered(self.answers, number)
        return found

    @property
    def suspected(self) -> tuple[Suspicion, ...]:
        """Those more likely wrong than right, the likeliest first."""
        found = [each for each in self.answers if each.suspected]
        return tuple(sorted(found, key=lambda each: -(each.wrong or 0.0)))

    @property
    def violated(self) -> tuple[Suspicion, ...]:
        """Those that the clustering violates."""
        return tuple(each for each in self.answers if each.violated)


def suspicions(
    answers: Sequence[Answer],
    known: Constraints,
    labels: np.ndarray,
    clusterer: Any,
    n_clusters: int,
    reason: str = "",
) -> AnswerSuspicions:
    """What is thought of the answers by a clusterer that was fitted to them.

    With a `reason` why P(wrong) cannot be told, the clusterer need not be fitted.
    """
    stated = [answer for answer in answers if answer.kind != "unknown"]
    violated = {answer.number for answer in stated if answer.is_violated_by(labels)}
    wrong, rate = _weighed(known, clusterer) if stated and not reason else ({}, None)
    too_many = clique_larger_than(known, n_clusters) if violated else np.empty(0, dtype=np.intp)
    left_out = {(i, j) for i, j in getattr(clusterer, "suspected_", ())}
    told = []
    for answer in stated:
        each = Suspicion(answer.number, wrong.get(_said(answer)), answer.number in violated)
        doubted = each.suspected or (each.violated and answer.pair in left_out)
        if rate is not None and (doubted or (each.violated and answer.soft)):
            against = pulling(answer, stated, clusterer, known.n_samples, rate)
            each = replace(each, against=against)
        if each.violated and _separates(answer, known, too_many):
            each = replace(each, why=_impossible(len(too_many), n_clusters))
        elif each.violated or each.suspected:
            each = replace(each, why=_why(answer, each.against, doubted, clusterer))
        told.append(each)
    return AnswerSuspicions(tuple(told), rate, reason)


def _weighed(known: Constraints, clusterer: Any) -> tuple[dict[Known, float], float]:
    """P(wrong) of what is stated, and how often answers are wrong."""
    of_the_fit = getattr(clusterer, "constraints_", None) == known
    found = clusterer.suspicious(None if of_the_fit else known)
    rows = zip(found.pairs.tolist(), found.kinds.tolist(), found.wrong.tolist(), strict=True)
    return {(i, j, kind): wrong for (i, j), kind, wrong in rows}, found.error_rate


def pulling(
    answer: Answer, stated: Sequence[Answer], clusterer: Any, n_samples: int, error_rate: float
) -> tuple[int, ...]:
    """Numbers of the answers that contradict this one most, in order.

    An answer counts if it raises the odds that this one is wrong by a factor of at
    least 1½; the 50 nearest answers in the graph of pairs are tried.
    """
    if not hasattr(clusterer, "wrong_without_each"):
        return ()
    others = [each for each in stated if _said(each) != _said(answer)]
    near = [answer, *nearest_answers(answer, others)[:NEIGHBOURS]]
    known = _softly(n_samples, near)
    pairs = stated_pairs(known)
    kinds = np.where(pairs.together, "must", "cannot").tolist()
    order = [(i, j, kind) for (i, j), kind in zip(pairs.pairs.tolist(), kinds, strict=True)]
    wrong = clusterer.wrong_without_each(order.index(_said(answer)), known, error_rate=error_rate)
    odds = np.log(wrong + _TINY) - np.log(1.0 - wrong + _TINY)
    pulls = dict(zip(order, odds[order.index(_said(answer))] - odds, strict=True))
    found = [(pulls[_said(each)], -each.number) for each in near[1:] if pulls[_said(each)] >= PULL]
    return tuple(sorted(-number for _, number in sorted(found, reverse=True)[:MOST_NAMED]))


def _said(answer: Answer) -> Known:
    return (*answer.pair, answer.kind)


def _softly(n_samples: int, answers: Sequence[Answer]) -> Constraints:
    """The answers as soft statements: beliefs are the same, and nothing can contradict."""
    known = Constraints(n_samples)
    for kind in ("must", "cannot"):
        chosen = [answer for answer in answers if answer.kind == kind]
        if chosen:
            weights = [answer.weight for answer in chosen]
            known = known.add_pairs([a.pair for a in chosen], kind, weights, soft=True)
    return known


def nearest_answers(answer: Answer, others: Sequence[Answer]) -> list[Answer]:
    """The other answers that share information with this one, the nearest first.

    By the length of a cycle of pairs through both (else their distance plus two), then by number.
    """
    beside: dict[int, list[int]] = {}
    for other in others:
        beside.setdefault(other.i, []).append(other.j)
        beside.setdefault(other.j, []).append(other.i)
    from_i, from_j = _distances(answer.i, beside), _distances(answer.j, beside)
    far = float("inf")

    def distance(other: Answer) -> float:
        i, j = other.pair
        ends = [from_i.get(i, far), from_i.get(j, far), from_j.get(i, far), from_j.get(j, far)]
        return min(ends[0] + ends[3], ends[1] + ends[2], min(ends) + 2)

    reached = [(distance(other), other.number, other) for other in others]
    return [other for away, _, other in sorted(reached, key=lambda each: each[:2]) if away < far]


def _distances(start: int, beside: dict[int, list[int]]) -> dict[int, int]:
    """How many pairs lead from a row to each that can be reached."""
    found, waiting = {start: 0}, deque([start])
    while waiting:
        row = waiting.popleft()
        for other in beside.get(row, ()):
            if other not in found:
                found[other] = found[row] + 1
                waiting.append(other)
    return found


def _separates(answer: Answer, known: Constraints, rows: np.ndarray) -> bool:
    """Whether it is one of the cannot-links that keep these rows apart from each other."""
    if answer.kind != "cannot" or answer.soft or not len(rows):
        return False
    ids = known.component_ids
    return bool(np.isin(ids[list(answer.pair)], ids[rows]).all())


def _impossible(n_apart: int, n_clusters: int) -> str:
    return f"Impossible: {n_apart} points all apart from each other, {clusters_text(n_clusters)}."


def _why(answer: Answer, against: tuple[int, ...], doubted: bool, clusterer: Any) -> str:
    """Why an answer is violated that could be kept, or suspected, in a sentence."""
    if against:
        return f"Contradicted by {_named(against)}."
    if doubted:
        return "The data and the other answers together make it unlikely."
    if answer.soft:
        return "Recorded as soft, so it may be violated."
    title = title_of(clusterer)
    if not getattr(clusterer, "uses_constraints", True):
        return f"{title} ignores constraints; Adaptive PCK-means keeps them."
    if may_violate(clusterer) and not getattr(clusterer, "keep_stated", False):
        return f"{title} weighs pairs against distances; Adaptive PCK-means keeps them."
    return f"{title} found no clusters that keep it beside the other answers."


def _named(answers: Sequence[int]) -> str:
    """``answer 2``, ``answers 2, 4 and 5``: each by its number."""
    *first, last = map(str, answers)
    return f"answers {', '.join(first)} and {last}" if first else f"answer {last}"
