"""What an answer about several points states, as an operation on the timeline."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Placement, Query, Sorting
from jupyter_sscluster.constraints import ConflictError, Constraints
from jupyter_sscluster.constraints.placement_and_sorting import (
    UNKNOWN,
    Told,
    placement_statements,
    sorting_statements,
)
from jupyter_sscluster.journal.answer import ASKED, Answer
from jupyter_sscluster.journal.changes import Change
from jupyter_sscluster.journal.constraints_from_answers import told, without
from jupyter_sscluster.journal.open_questions import Asked
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.new_clusters import apart_from_each_other, clusters_needed
from jupyter_sscluster.session.engine.open_questions import Question, placement_key, sorting_key
from jupyter_sscluster.session.engine.present import Present


@dataclass(frozen=True)
class Statements:
    """The statements of an answer, the rows it is about, and how many clusters it tells apart."""

    links: list[Told]
    rows: list[int]
    n_apart: int = 0


StatementsOf = Callable[[Constraints], Statements]
"""From the constraints that are known to the statements that an answer adds to them."""


def placed(
    now: Present, point: int, among: Iterable[int], choice: int | str | None
) -> tuple[StatementsOf, Callable[[], Asked]]:
    """What an answer to a placement states, and the question that it answers."""
    rows = list(among)

    def statements(known: Constraints) -> Statements:
        links = placement_statements(known, point, rows, choice)
        n_apart = 0
        if choice is None:
            n_apart = _apart_by_none(known, rows, now.labels, now.n_clusters)
        return Statements(links, [point, *rows], n_apart)

    return statements, lambda: placement_key(point, rows)


def sorted_into(
    question: Question | None, piles: Iterable[Iterable[int]] | str, unsure: Iterable[int] = ()
) -> tuple[StatementsOf, Callable[[], Asked]]:
    """What piles state, and the question that they answer; ``question`` is the open sorting."""
    left, skipped = list(unsure), isinstance(piles, str)
    question = question if isinstance(question, Sorting) else None
    if skipped:
        question = _skipped(piles, question)
        listed, left = [[card] for card in question.cards], list(question.points)
    else:
        listed = _listed(piles)
    rows = [row for pile in listed for row in pile] + left
    if question is not None and {*rows} <= {*question.points, *question.cards}:
        points, cards = question.points, question.cards
    else:
        points, cards = tuple(rows), ()

    def statements(known: Constraints) -> Statements:
        links = sorting_statements(known, listed, left)
        if skipped:
            return Statements([each for each in links if each[2] == UNKNOWN], [])
        return Statements(links, [pile[0] for pile in listed], len(listed))

    return statements, lambda: sorting_key(points, cards)


def planned(
    timeline: Timeline,
    n_features: int,
    statements: StatementsOf,
    asked: Asked | None,
    *,
    remove: Sequence[int] = (),
    **manner: Any,
) -> tuple[Change | None, tuple[Answer, ...]]:
    """The step that an answer leads to, and the answers that then say what it says."""
    before = _without(timeline, remove)
    found = statements(before)
    change, said = operations.answers(
        timeline, found.links, None, grouped=True, remove=remove, **manner
    )
    after = before if change is None else told(before, change.add)
    n_clusters = timeline.state.settings.n_clusters
    wanted = clusters_needed(n_clusters, before, after, found.rows, found.n_apart)
    return operations.found_clusters(timeline, change, wanted, asked, n_features), said


def after_answer(
    timeline: Timeline,
    now: Present,
    n_features: int,
    question: Question,
    answer: Any,
    annotator: str,
) -> Timeline:
    """The timeline if a question were answered so; raises ConflictError."""
    manner: dict[str, Any] = {"soft": None, "source": ASKED, "annotator": annotator}
    change: Change | None
    if isinstance(question, Query):
        i, j = question.pair
        change, _ = operations.answers(timeline, [(int(i), int(j), answer)], None, **manner)
    else:
        if isinstance(question, Placement):
            statements, asked = placed(now, question.point, question.representatives, answer)
        else:
            statements, asked = sorted_into(question, answer)
        change, _ = planned(timeline, n_features, statements, asked(), **manner)
    return timeline if change is None else change.apply(timeline)


def n_clusters_if_none(
    known: Constraints,
    n_clusters: int,
    labels: np.ndarray,
    point: int,
    among: Sequence[int],
    *,
    softly: bool,
) -> int:
    """The number of clusters once a point belongs with none of some rows: K, or one more."""
    rows = list(among)
    pairs = [(i, j) for i, j, _ in placement_statements(known, point, rows, None)]
    try:
        then = known if softly else known.add_pairs(pairs, "cannot")
    except ConflictError:
        then = known
    n_apart = _apart_by_none(known, rows, labels, n_clusters)
    return clusters_needed(n_clusters, known, then, [point, *rows], n_apart)


def _apart_by_none(
    known: Constraints, among: Sequence[int], labels: np.ndarray, n_clusters: int
) -> int:
    """The clusters that "none of these" tells apart: those of the rows, and a new one.

    Rows are of different clusters if they are known to be apart, and of all of them if there is
    one in each cluster that is shown.
    """
    found, shown = apart_from_each_other(known, among), len(np.unique(labels[list(among)]))
    return 1 + max(found, n_clusters if shown >= n_clusters else 0)


def _without(timeline: Timeline, removed: Sequence[int]) -> Constraints:
    """The constraints without some answers."""
    known = timeline.state.constraints
    if not removed:
        return known
    answers = without(timeline.state.answers, removed)
    return timeline.state.rows.told(known, answers)


def _listed(piles: Any) -> list[list[int]]:
    """The piles that have rows, as lists."""
    try:
        return [rows for pile in piles if (rows := list(pile))]
    except TypeError:
        raise InputError(
            f"piles={piles!r} must be a list of lists of rows, such as [[0, 3], [5]]"
        ) from None


def _skipped(piles: Any, question: Sorting | None) -> Sorting:
    """The open sorting, to which a person said that they don't know."""
    if piles != UNKNOWN:
        raise InputError(
            f"piles={piles!r} must be a list of lists of rows, such as [[0, 3], [5]], or "
            f'"{UNKNOWN}"'
        )
    if question is None:
        raise InputError(
            f'no sorting is open, so that "{UNKNOWN}" says nothing; call propose_sorting first, or '
            "give the rows that cannot be told as unsure="
        )
    return question
