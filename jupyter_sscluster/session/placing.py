"""Answers about several points at once: where one belongs, and how some are sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Sorting
from jupyter_sscluster.constraints import ConflictError, Constraints
from jupyter_sscluster.constraints.placement_and_sorting import (
    UNKNOWN,
    Told,
    placement_statements,
    sorting_statements,
)
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.constraints_from_answers import told, without
from jupyter_sscluster.journal.timeline import Asked, Change, Operation, Timeline
from jupyter_sscluster.session.answering import Answering
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.new_clusters import apart_from_each_other, clusters_needed
from jupyter_sscluster.session.engine.open_questions import ASKED, placement_key, sorting_key
from jupyter_sscluster.session.preview.outcome import Outcome


@dataclass(frozen=True)
class Said:
    """What an answer states, the rows it is about, and how many clusters it tells apart."""

    statements: list[Told]
    rows: list[int]
    named: int = 0


class Placing(Answering):
    """Answers of other shapes than pairs: one undo step and one line of the journal each."""

    def place(
        self,
        point: int,
        among: Sequence[int],
        choice: int | str | None,
        *,
        soft: bool | None = None,
        instead_of: Sequence[int] = (),
        source: str = ASKED,
    ) -> tuple[Answer, ...]:
        """Record with which of some rows a point belongs.

        A must-link to the row chosen, and cannot-links to the others where they do not follow. None
        is none of these: cannot-links to all of them, and where they stand for all K clusters a new
        cluster, K + 1, in the same step. "unknown" is don't know, recorded for the pairs with all
        of them.

        Parameters
        ----------
        point : int
            The row in question.
        among : sequence of int
            Rows of different clusters, such as the representatives of `placement`.
        choice : int, None or "unknown"
            A row of `among`; None for none of these; "unknown" for don't know.
        soft : bool, optional
            Whether it is stated softly; by default as `softly` says.
        instead_of : sequence of int, default ()
            Numbers of answers to take back in the same step, such as those of a contradiction.
        source : str, default "question"
            Who answered. After an undo a question is open again, others are not.

        Returns
        -------
        tuple of Answer
            The answers that say so, earlier ones among them; empty if all of it was known.

        Raises
        ------
        ConflictError
            If it contradicts earlier answers; its `witness` is the chain, and nothing is recorded.
            To a question of a strategy that asks again, what contradicts is recorded softly.
        InputError
            If a row does not exist or occurs twice, or `choice` is not among them.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [5.0], [6.0], [10.0], [11.0]]
        >>> session = Session(X, n_clusters=2)
        >>> [(a.i, a.j, a.kind) for a in session.place(0, [1, 3], 1)]
        [(0, 1, 'must'), (0, 3, 'cannot')]
        >>> _ = session.place(5, [1, 3], None)  # it belongs to neither of the two clusters
        >>> session.n_clusters
        3
        >>> session.undo(), session.n_clusters
        ('answers 3–4: 2 cannot-links, 3 clusters', 2)
        """
        rows = list(among)
        manner = {"soft": soft, "source": source, "remove": tuple(instead_of)}
        say = self._placed(point, rows, choice)
        return self._tell(say, lambda: placement_key(point, rows), manner)

    def sort(
        self,
        piles: Iterable[Iterable[int]] | str,
        *,
        unsure: Iterable[int] = (),
        soft: bool | None = None,
        instead_of: Sequence[int] = (),
        source: str = ASKED,
    ) -> tuple[Answer, ...]:
        """Record piles: the rows of one belong together, those of two do not.

        A must-link of each row with the first of its pile, and one cannot-link for each two piles
        where it does not follow. Rows in no pile say nothing. Where there are more piles than
        clusters K becomes their number, in the same step.

        Parameters
        ----------
        piles : iterable of iterables of int, or "unknown"
            Rows, each in one pile. A pile that a card stands for begins with the card; a card with
            no other row counts as a pile. "unknown" is don't know, for all points of the open
            `sorting`.
        unsure : iterable of int, default ()
            Rows that cannot be told: don't know, for their pairs with the first row of every pile,
            or among themselves if there are no piles.
        soft : bool, optional
            Whether it is stated softly; by default as `softly` says.
        instead_of : sequence of int, default ()
            Numbers of answers to take back in the same step, such as those of a contradiction.
        source : str, default "question"
            Who answered. After an undo a question is open again, others are not.

        Returns
        -------
        tuple of Answer
            The answers that say so, earlier ones among them; empty if nothing was said.

        Raises
        ------
        ConflictError
            If it contradicts earlier answers; its `witness` is the chain, and nothing is recorded.
            To a question of a strategy that asks again, what contradicts is recorded softly.
        InputError
            If a row does not exist or occurs twice, or "unknown" is said where no sorting is open.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [5.0], [6.0], [10.0], [11.0]], n_clusters=2)
        >>> [(a.i, a.j, a.kind) for a in session.sort([[0, 1], [3]], unsure=[5])]
        [(1, 0, 'must'), (0, 3, 'cannot'), (5, 0, 'unknown'), (5, 3, 'unknown')]
        >>> session.undo()
        "answers 1–4: 1 must-link and 1 cannot-link and 2 × don't know"
        """
        say, asked = self._sorted(piles, list(unsure))
        manner = {"soft": soft, "source": source, "remove": tuple(instead_of)}
        return self._tell(say, asked, manner)

    def n_clusters_if_none(
        self, point: int, among: Sequence[int], *, after: Outcome | None = None
    ) -> int:
        """The number of clusters once a point belongs with none of some rows: K, or one more.

        Now, or `after` an answer that was `foreseen`.

        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [5.0], [6.0], [10.0], [11.0]], n_clusters=2)
        >>> session.n_clusters_if_none(5, [1, 3]), session.n_clusters_if_none(5, [1])
        (3, 2)
        """
        rows, before, k, labels = list(among), self.constraints, self.n_clusters, self.labels
        if after is not None and after.constraints is not None and after.labels is not None:
            before, k, labels = after.constraints, after.n_clusters or k, after.labels
        pairs = [(i, j) for i, j, _ in placement_statements(before, point, rows, None)]
        try:
            then = before if self.softly else before.add_pairs(pairs, "cannot")
        except ConflictError:
            then = before
        named = _named_by_none(before, rows, labels, k)
        return clusters_needed(k, before, then, [point, *rows], named)

    def _placed(
        self, point: int, rows: Sequence[int], choice: int | str | None
    ) -> Callable[[Constraints], Said]:
        """What an answer to a placement says, where something is known."""

        def say(known: Constraints) -> Said:
            statements = placement_statements(known, point, rows, choice)
            named = 0
            if choice is None:
                named = _named_by_none(known, rows, self.labels, self.n_clusters)
            return Said(statements, [point, *rows], named)

        return say

    def _sorted(
        self, piles: Iterable[Iterable[int]] | str, left: list[int]
    ) -> tuple[Callable[[Constraints], Said], Callable[[], Asked]]:
        """What piles say, where something is known, and the question that they answer."""
        question, skipped = self.sorting, isinstance(piles, str)
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

        def say(known: Constraints) -> Said:
            statements = sorting_statements(known, listed, left)
            if skipped:
                return Said([each for each in statements if each[2] == UNKNOWN], [])
            return Said(statements, [pile[0] for pile in listed], len(listed))

        return say, lambda: sorting_key(points, cards)

    def _tell(
        self, say: Callable[[Constraints], Said], key: Callable[[], Asked], manner: dict[str, Any]
    ) -> tuple[Answer, ...]:
        """Record what an answer states, in one step, with the clusters that it has found."""
        answers: list[Answer] = []

        def plan(now: Timeline) -> Operation | None:
            asked = key() if manner["source"] == ASKED else None
            change, known = self._planned(now, say, asked, manner)
            answers.extend(known)
            self._answered(asked)
            return change

        with self._opened_again_if_refused():
            self._engine.apply(plan)
        return tuple(answers)

    def _planned(
        self,
        now: Timeline,
        say: Callable[[Constraints], Said],
        asked: Asked | None,
        manner: dict[str, Any],
    ) -> tuple[Change | None, tuple[Answer, ...]]:
        """The step that an answer leads to, and the answers that then say what it says."""
        before = _left(now, manner["remove"])
        said = say(before)
        change, known = operations.answers(
            now,
            said.statements,
            None,
            grouped=True,
            annotator=self._engine.annotator,
            **manner,
        )
        after = before if change is None else told(before, change.add)
        wanted = clusters_needed(self.n_clusters, before, after, said.rows, said.named)
        return (
            operations.found_clusters(now, change, wanted, asked, self._n_features),
            known,
        )


def _named_by_none(
    known: Constraints, among: Sequence[int], labels: np.ndarray, n_clusters: int
) -> int:
    """The clusters that none of these tells apart: those the rows stand for, and a new one.

    Rows stand for different clusters if they are known to be apart, and for all of them if there
    is one in each cluster that is shown.
    """
    found, shown = apart_from_each_other(known, among), len(np.unique(labels[list(among)]))
    return 1 + max(found, n_clusters if shown >= n_clusters else 0)


def _left(now: Timeline, taken_back: Sequence[int]) -> Constraints:
    """What is known without some answers."""
    known = now.state.constraints
    if not taken_back:
        return known
    answers = without(now.state.answers, taken_back)
    return told(Constraints(known.n_samples, names=known.names), answers)


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
