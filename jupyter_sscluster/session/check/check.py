"""A check of a clustering: rows drawn at random, placed by a person, held out from learning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from jupyter_sscluster._number_text import count
from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.active import Placement, Sorting
from jupyter_sscluster.constraints.files.origins import BY
from jupyter_sscluster.constraints.row_names import Row, row_number
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import AddCheck, Operation, PlanCheck, TellChecks
from jupyter_sscluster.journal.check_more import CheckMore
from jupyter_sscluster.journal.checks import UNKNOWN, Checks, Look, Said
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.check import sentences
from jupyter_sscluster.session.check.asking import Asking
from jupyter_sscluster.session.check.judged import MOST_SORTED, Judged
from jupyter_sscluster.session.check.many_clusters import (
    found_cards,
    joined,
)
from jupyter_sscluster.session.check.piles import checked_piles, classes_of_piles
from jupyter_sscluster.session.check.result import CheckResult, result
from jupyter_sscluster.session.check.telling import told_answers
from jupyter_sscluster.session.engine.cluster_names import all_names, cluster_number
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.present import Present, per_moment

SOURCE = "check"

SAY_FIRST = "say first what the clusters stand for: see question, and sort()"

N_ROWS = 40
"""Rows that are checked where nobody says how many."""

N_MORE = 10
"""Rows of one cluster that are checked further where nobody says how many."""


class Check:
    """A check of the clustering shown; `session.check` begins it or goes on with it.

    First one sorting of the cards says which clusters stand for the same thing. Then rows are
    placed among the cards, in an order that is drawn once: those out of place a second time at the
    end. The rows stay the same whatever becomes of the clustering, and the figures are those of the
    clustering shown. Each check is one undo step; none leads to a fit, and no strategy, clusterer
    or suspicion reads them.

    Of more than twelve clusters nobody sorts the cards. Each counts as a class of its own, and a
    placement shows nine cards: the eight nearest and that of the row's cluster; `search` finds the
    others. Where one class is cut into several clusters, a row of it is in place only if it was
    placed with the card of its own cluster; one that was placed before the cut waits for a second
    look. So the share of rows in place and the precision only come out lower than after a sorting,
    and the recall may differ either way, as pairs between the parts count as different. `sort` says
    at any time that some are the same.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[k % 2 * 9.0 + k / 50] for k in range(40)], n_clusters=2)
    >>> check = session.check(n_rows=20)
    >>> check.sort()  # the cards are all different
    >>> while check.question is not None:
    ...     point, cards = check.question.point, check.question.representatives
    ...     check.place(point, next(card for card in cards if card % 2 == point % 2))
    >>> print(check.result.in_place)
    100 % (92 % to 100 %)
    >>> check.result.wrong.tolist(), len(session.answers)
    ([], 0)
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._wanted = 0
        self._asking = Asking(engine)

    def __repr__(self) -> str:
        return f"Check({self.text})"

    # ------------------------------------------------------------------ asking

    @property
    def question(self) -> Placement | Sorting | None:
        """What to ask next: a sorting of cards, or where a row belongs; None if nothing is left."""
        asked = self._open()
        if asked is not None:
            rows = asked.points if isinstance(asked, Sorting) else (asked.point,)
            others = asked.cards if isinstance(asked, Sorting) else asked.representatives
            self._engine.show((*rows, *others))
        return asked

    def _open(self) -> Placement | Sorting | None:
        return self._asking.question(bool(self._wanted))

    def _judged(self) -> Judged | None:
        return self._asking.judged()

    # ------------------------------------------------------------------ answering

    def begin(self, n_rows: int | None) -> None:
        """Have so many rows checked, or more; of one cluster, or very many, no card is sorted."""
        wanted = 0 if n_rows is None else check_count(n_rows, "n_rows")

        def plan(timeline: Timeline) -> Operation | None:
            now, checks = self._engine.now, timeline.state.checks
            if now.fit is None:
                raise InputError("nothing is clustered yet; wait for the first clustering")
            if checks is not None:
                return _planned(checks, wanted) if wanted > checks.n_rows else None
            self._wanted = wanted or self._wanted or N_ROWS
            cards = self._asking.new_cards(now, None)
            if not cards:
                raise InputError("no row is in a cluster, so there is nothing to check")
            if 1 < len(cards) <= MOST_SORTED:
                return None
            return self._first(timeline, cards, [rows[0] for rows in cards])

        self._engine.apply(plan)

    def _first(
        self, timeline: Timeline, cards: list[tuple[int, ...]], classes: list[int]
    ) -> PlanCheck:
        seed = timeline.state.settings.random_state + timeline.state.told_checks
        return PlanCheck(tuple(cards), tuple(classes), seed, self._wanted)

    def more(self, cluster: int | str, n_rows: int = N_MORE) -> None:
        """Check further rows of one cluster, of which there are too few to say; one undo step.

        They are asked next. The figure of all rows then weighs the clusters, as they are now, by
        their sizes; the indices stay those of the rows that were drawn among all.

        Parameters
        ----------
        cluster : int or str
            By its number in `session.labels`, or its name.
        n_rows : int, default 10
            How many; fewer where the cluster has no more.

        Raises
        ------
        InputError
            If no check was begun, the cluster does not exist or all its rows were drawn.
        """
        wanted = check_count(n_rows, "n_rows")

        def plan(timeline: Timeline) -> Operation:
            judged = self._judged()
            if judged is None or judged.unclear:
                raise InputError(SAY_FIRST)
            names = self._names(self._engine.now)
            number = cluster_number(cluster, names)
            found = judged.further(number, wanted)
            if found is None:
                rows = f"all rows of {names[number]} that can be drawn"
                raise InputError(f"{rows} were drawn already; check another cluster")
            cause = f"{count(len(found.drawn), 'more check')} in {names[number]}"
            return CheckMore(found, cause)

        self._engine.apply(plan)

    def sort(self, piles: Iterable[Iterable[Row]] | None = None) -> None:
        """Say which cards of the open sorting are the same thing; one undo step.

        Of more than twelve clusters no sorting is ever open, and any cards can be said to be the
        same at any time; rows that were placed with them count accordingly.

        Parameters
        ----------
        piles : iterable of iterables of rows, optional
            The cards that are the same, by number or name; those left out are each different.

        Raises
        ------
        InputError
            If no sorting is open, a row is not on a card, or cards that were told apart before are
            in one pile.
        """
        listed = [[self._number(row) for row in pile] for pile in checked_piles(piles)]

        def plan(timeline: Timeline) -> Operation | None:
            now, judged, asked = self._engine.now, self._judged(), self._open()
            if judged is not None and judged.unsorted:
                return _planned(joined(judged, listed), judged.checks.n_rows) if listed else None
            if not isinstance(asked, Sorting):
                raise InputError("no sorting of cards is open in this check; see its question")
            cards = self._asking.new_cards(now, judged)
            of_card = {} if judged is None else {c: k for k, c in judged.card_of_class.items()}
            classes = classes_of_piles(asked.points, of_card, listed)
            checks = timeline.state.checks
            if checks is None:
                return self._first(timeline, cards, classes)
            grown = replace(checks, cards=checks.cards + tuple(cards))
            return _planned(replace(grown, classes=(*checks.classes, *classes)), checks.n_rows)

        self._engine.apply(plan)

    def exchange(self, card: Row) -> None:
        """Have another card for a cluster in the open sorting: this one does not show what it is.

        Raises
        ------
        InputError
            If the row is on no new card.
        """
        row, asked = self._number(card), self._open()
        if not isinstance(asked, Sorting) or row not in asked.points:
            raise InputError(f"{self._engine.display_name(row)} is on no new card; see question")
        self._asking.exchanged[row] = None

    def place(self, row: Row, choice: Row | None) -> None:
        """Say with which card a row belongs; one undo step, which the clustering is not told.

        Parameters
        ----------
        row : int or str
            The row of `question`, or one that was looked at before, which then gets a second look.
        choice : int, str or None
            A row on a card, shown or found by `search`, None for none of these, or "unknown".

        Raises
        ------
        InputError
            If the row was not drawn, or the choice is on no card.
        """
        point = self._number(row)
        said: Said = None
        if choice is not None:
            unknown = isinstance(choice, str) and choice == UNKNOWN
            said = UNKNOWN if unknown else self._number(choice)

        def plan(timeline: Timeline) -> Operation:
            judged = self._judged()
            if judged is None or judged.unclear:
                raise InputError(SAY_FIRST)
            if point != judged.next_row and point not in judged.looks:
                raise InputError(
                    f"{self._engine.display_name(point)} was not drawn: only rows that are drawn "
                    "at random count; place the one of question"
                )
            name = self._engine.annotator
            source = f"{SOURCE}{BY}{name}" if name else SOURCE
            return AddCheck(Look(point, self._card(judged, point, said), source))

        engine = self._engine
        with engine.lock:
            plan(engine.timeline)  # refused before anything is recorded
            engine.apply(self._with_new_cards)
            engine.apply(plan)

    def _with_new_cards(self, timeline: Timeline) -> Operation | None:
        """What clusters that came since stand for, where nobody sorts them: a step of its own."""
        judged, checks = self._judged(), timeline.state.checks
        if judged is None or checks is None or judged.checks.cards == checks.cards:
            return None
        return _planned(judged.checks, checks.n_rows)

    def search(self, text: str = "") -> dict[int, str]:
        """The cards that the open placement does not show, by what their clusters are called.

        Parameters
        ----------
        text : str, default ""
            Part of a cluster's name, or of the text of a row that shows a cluster; "" finds all.

        Returns
        -------
        dict of int to str
            Rows that `place` takes, each with the name of its cluster, the best first and of
            equally good ones the nearest; empty while no placement is open.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[k % 20 * 9.0 + k / 99] for k in range(60)], n_clusters=20)
        >>> check = session.check()
        >>> len(check.question.representatives), len(check.search())
        (9, 11)
        >>> card, name = next(iter(check.search("cluster").items()))
        >>> check.place(check.question.point, card)
        """
        judged, asked = self._judged(), self._open()
        if judged is None or not isinstance(asked, Placement):
            return {}
        return found_cards(self._engine, judged, asked, self._names(self._engine.now), text)

    def _card(self, judged: Judged, point: int, said: Said) -> Said:
        """The choice, by the row that shows its class."""
        if not isinstance(said, int):
            return said
        known = {*judged.checks.card_rows, *judged.looks}
        card = judged.card_of_class.get(judged.class_of(said)) if said in known else None
        if card is None or card == point:
            raise InputError(
                f"{self._engine.display_name(said)} is on no card; choose one of the rows that "
                f'question shows, None for none of them, or "{UNKNOWN}"'
            )
        return card

    def tell(self) -> tuple[Answer, ...]:
        """Make the checks answers, in one undo step; they no longer count as checks.

        A row is must-linked with the card that it belongs with, and, where it was out of place,
        cannot-linked with that of its cluster. What contradicts an answer is left out.

        Returns
        -------
        tuple of Answer
            The new answers; a later check draws other rows.
        """
        engine = self._engine

        def plan(timeline: Timeline) -> tuple[Operation, tuple[Answer, ...]]:
            judged = self._judged()
            if judged is None or not judged.looks:
                raise InputError("there is no check to tell; place some rows first")
            self._wanted = 0
            answers, cause = told_answers(timeline, judged)
            return TellChecks(answers, cause), answers

        return engine.change(plan)

    def _number(self, row: Row) -> int:
        return row_number(row, self._engine.n_samples, self._engine.names)

    # ------------------------------------------------------------------ what came of it

    @property
    @per_moment
    def result(self, now: Present) -> CheckResult | None:
        """The figures of the clustering shown; None before ten checks."""
        judged = self._judged()
        return None if judged is None else result(judged, self._names(now), self._engine.data.truth)

    def _names(self, now: Present) -> tuple[str, ...]:
        given = self._engine.ledger.names_at(now.state, now.fit)
        return all_names(given, max(now.n_clusters, int(now.labels.max(initial=-1)) + 1))

    @property
    def n_rows(self) -> int:
        """How many rows are to be checked; 0 while no check was begun."""
        checks = self._engine.state.checks
        return self._wanted if checks is None else checks.n_rows

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows that were checked, in order."""
        checks = self._engine.state.checks
        return () if checks is None else checks.rows

    @property
    def again(self) -> tuple[int, ...]:
        """The rows to look at once more, as they were out of place or two looks differ."""
        judged = self._judged()
        return () if judged is None else judged.again

    @property
    def due(self) -> tuple[int, ...]:
        """Rows that could not be drawn when the check began, and have to be checked first now."""
        judged = self._judged()
        return () if judged is None else tuple(np.flatnonzero(judged.due).tolist())

    @property
    def annotators(self) -> tuple[str, ...]:
        """Who checked, in order; without those who are not named."""
        checks = self._engine.state.checks
        looks = () if checks is None else checks.looks
        names = [look.source.partition(BY)[2] for look in looks]
        return tuple(dict.fromkeys(name for name in names if name))

    @property
    def since(self) -> sentences.Since | None:
        """What happened since the last check; None before the first."""
        with self._engine.lock:
            return sentences.since_last_check(self._engine)

    @property
    def text(self) -> str:
        """The result in a few sentences, or what is missing."""
        judged, found = self._judged(), self.result
        if judged is None:
            return sentences.not_begun(self.question is not None)
        return sentences.report(judged, found, self.since)

    @property
    def summary(self) -> str:
        """The result in a line for files, with who checked and when; empty without one."""
        found, since = self.result, self.since
        if found is None or since is None:
            return ""
        return sentences.summary(found, self.annotators, since, len(self.again))


def _planned(checks: Checks, n_rows: int) -> PlanCheck:
    return PlanCheck(checks.cards, checks.classes, checks.seed, n_rows)
