"""The annotators of a session: who answered what, agreement, disagreements, second opinions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.active.oracle_loop import check_oracle
from jupyter_sscluster.active.oracles.callable_oracle import weighed
from jupyter_sscluster.constraints.pair_checks import index_pairs
from jupyter_sscluster.constraints.row_names import row_number
from jupyter_sscluster.journal.answer import Answer, checked_annotator
from jupyter_sscluster.journal.changes import Change
from jupyter_sscluster.journal.sources import of_people
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.annotators.agreement import Agreement, agreement
from jupyter_sscluster.session.annotators.audit import Audit
from jupyter_sscluster.session.annotators.helpers import Helpers
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.engine import Engine

SECOND = "second opinion"
"""The source of answers about pairs that others had decided."""


@dataclass(frozen=True)
class Disagreement:
    """A pair about which annotators contradict each other.

    Attributes
    ----------
    i, j : int
        The rows, in ascending order.
    must, cannot : tuple of Answer
        The answers "must" and the answers "cannot".
    """

    i: int
    j: int
    must: tuple[Answer, ...]
    cannot: tuple[Answer, ...]


class Annotators:
    """The people and functions that answer; `session.annotators`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __repr__(self) -> str:
        names = ", ".join(map(repr, self.names)) or "nobody named"
        return f"Annotators({names}; current={self.current!r})"

    @property
    def current(self) -> str:
        """Who answers now; "" if nobody is named. Set it to another name to sign with that."""
        return self._engine.annotator

    @current.setter
    def current(self, name: str | None) -> None:
        before, self._engine.annotator = self._engine.annotator, checked_annotator(name)
        if before != self._engine.annotator:
            self._engine.emit("annotator", self._engine.annotator)

    @property
    def names(self) -> tuple[str, ...]:
        """Who gave the answers in force, in order of the first answer; without unnamed ones."""
        return tuple(dict.fromkeys(a.annotator for a in self._engine.answers if a.annotator))

    # ------------------------------------------------------------------ agreement

    def agreement(self, first: str, second: str = "") -> Agreement:
        """How far two annotators agree on the pairs that both have decided.

        "" is the unnamed annotator. For every two of several, loop over
        ``itertools.combinations(session.annotators.names, 2)``.

        Raises
        ------
        InputError
            If one of them has given no answer in force, or both are the same.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> from jupyter_sscluster.active import CallableOracle
        >>> X = [[0.0], [1.0], [8.0], [9.0]]
        >>> session = Session(X, n_clusters=2, annotator="Ann")
        >>> _ = session.answer_many([(0, 1, "must"), (1, 2, "cannot"), (0, 3, "must")])
        >>> near = CallableOracle(lambda a, b: abs(a - b) < 5, [0, 1, 8, 9], name="near")
        >>> [answer.kind for answer in session.annotators.second_opinion(near)]
        ['must', 'cannot', 'cannot']
        >>> session.annotators.agreement("Ann", "near").kappa
        0.4
        >>> [(each.i, each.j) for each in session.annotators.disagreements]
        [(0, 3)]
        >>> session.annotators.rank("Ann"), session.annotators.disagreements
        (1, ())
        """
        answers = self._engine.answers
        known = {answer.annotator for answer in answers}
        if first == second or not {first, second} <= known:
            raise InputError(
                f"first={first!r} and second={second!r} must be two who have answered: "
                f"{', '.join(map(repr, sorted(known))) or 'nobody has yet'}"
            )
        return agreement(answers, first, second)

    @property
    def disagreements(self) -> tuple[Disagreement, ...]:
        """The pairs about which annotators contradict each other, in order; see `settle`.

        Two hard answers never contradict, so one of the two is a soft answer. Functions that answer
        beside people are left out: what a person decides holds.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2, annotator="Ann")
        >>> first = session.answer(0, 1, "must")
        >>> session.annotators.current = "Bob"
        >>> second = session.answer(0, 1, "cannot", soft=True)
        >>> first.source, second.annotator
        ('user by Ann', 'Bob')
        >>> [(each.i, each.j) for each in session.annotators.disagreements]
        [(0, 1)]
        >>> session.annotators.settle(0, 1, "must")
        >>> session.annotators.disagreements, len(session.answers)
        ((), 1)
        """
        by_pair: dict[tuple[int, int], list[Answer]] = {}
        state = self._engine.state
        for answer in of_people(state.answers, state.sources):
            if answer.kind != "unknown":
                by_pair.setdefault(answer.pair, []).append(answer)
        found = []
        for (i, j), given in by_pair.items():
            must = tuple(answer for answer in given if answer.kind == "must")
            cannot = tuple(answer for answer in given if answer.kind == "cannot")
            if any(a.annotator != b.annotator for a in must for b in cannot):
                found.append(Disagreement(i, j, must, cannot))
        return tuple(found)

    # ------------------------------------------------------------------ settling

    def settle(self, i: int | str, j: int | str, kind: str) -> None:
        """Keep the answers of one kind about a pair and remove the contrary ones; one undo step.

        Parameters
        ----------
        i, j : int or str
            The pair.
        kind : {"must", "cannot"}
            The answer to keep.

        Raises
        ------
        InputError
            If nobody disagrees about the pair.
        """
        n, names = self._engine.n_samples, self._engine.names
        rows = [row_number(row, n, names) if isinstance(row, str) else row for row in (i, j)]
        pair = (min(rows), max(rows))
        found = next((each for each in self.disagreements if (each.i, each.j) == pair), None)
        if kind not in ("must", "cannot"):
            raise InputError(f"kind={kind!r} must be 'must' or 'cannot', the answer to keep")
        if found is None:
            raise InputError(
                f"nobody disagrees about {i!r} and {j!r}; settle a pair of "
                "session.annotators.disagreements"
            )
        gone = found.cannot if kind == "must" else found.must
        self._engine.record([], remove=[answer.number for answer in gone])

    def rank(self, *names: str) -> int:
        """Settle the disagreements by who answered, and return how many were settled.

        The answer of the annotator named first counts; the contrary answers are removed, all in one
        undo step. Pairs about which none of them answered, or the first gave both answers, stay.

        Parameters
        ----------
        *names : str
            Annotators, the most trusted first; "" is the unnamed annotator.
        """
        known = {answer.annotator for answer in self._engine.answers}
        for name in names:
            if name not in known:
                raise InputError(
                    f"{name!r} has given no answer; name those who have: "
                    f"{', '.join(map(repr, sorted(known))) or 'nobody has yet'}"
                )
        gone, settled = list[int](), 0
        for each in self.disagreements:
            must = {answer.annotator for answer in each.must}
            cannot = {answer.annotator for answer in each.cannot}
            winner = next((name for name in names if name in must | cannot), None)
            if winner is None or winner in must & cannot:
                continue
            settled += 1
            gone += [answer.number for answer in (each.cannot if winner in must else each.must)]
        if gone:
            self._engine.record([], remove=gone)
        return settled

    def take_back(self, name: str) -> int:
        """Remove all answers of one annotator in one undo step, and return how many there were.

        A function that answers beside people is stopped too.

        Parameters
        ----------
        name : str
            Who answered; "" is the unnamed annotator.

        Raises
        ------
        InputError
            If nobody of this name has answered.
        """
        numbers = [answer.number for answer in self._engine.answers if answer.annotator == name]
        if not numbers:
            known = sorted({answer.annotator for answer in self._engine.answers})
            raise InputError(
                f"{name!r} has given no answer; name one who has: "
                f"{', '.join(map(repr, known)) or 'nobody has yet'}"
            )
        helpers = self._engine.part(Helpers)
        if name in helpers.names:
            helpers[name].leave()
        else:
            self._engine.record([], remove=numbers)
        return len(numbers)

    # ------------------------------------------------------------------ checking

    def second_opinion(
        self, oracle: Any, pairs: Iterable[Sequence[int]] | None = None
    ) -> tuple[Answer, ...]:
        """Ask an oracle about pairs that others have decided, and record its answers.

        The answers are soft, so that they contradict nothing, and signed with the oracle's
        `source`; they are one undo step. Where it differs the pair is one of `disagreements`. All
        pairs are asked before any answer is recorded.

        Parameters
        ----------
        oracle : object
            Anything with ``query(i, j)``, such as `CallableOracle`.
        pairs : sequence of pairs of rows, optional
            By default those that others have decided, and this source has not.

        Raises
        ------
        InputError
            If the oracle cannot be asked, or not about these pairs. An error of the oracle is
            passed on, and nothing is recorded.
        """
        check_oracle(oracle, self._engine.n_samples)
        name = checked_annotator(getattr(oracle, "source", None) or type(oracle).__name__)
        n_samples = self._engine.n_samples
        asked = self._undecided_by(name) if pairs is None else _once_each(pairs, n_samples)
        prepare = getattr(oracle, "prepare", None)
        if callable(prepare):
            prepare(asked)
        found = {pair: weighed(oracle, *pair) for pair in asked}
        statements = [(*pair, kind) for pair, (kind, _) in found.items() if kind != "unknown"]
        weights = {frozenset(pair): weight for pair, (_, weight) in found.items()}

        def plan(now: Timeline) -> tuple[Change | None, tuple[Answer, ...]]:
            change, answers = operations.answers(
                now, statements, None, soft=True, source=SECOND, annotator=name
            )
            if change is None:
                return None, ()
            added = tuple(replace(a, weight=weights[frozenset(a.pair)]) for a in answers)
            return replace(change, add=added), added

        return self._engine.change(plan) if statements else ()

    def audit(self, source: str, n_answers: int = 20, *, random_state: int | None = None) -> Audit:
        """Have a person check a random sample of the answers of one source.

        The checks are soft answers of the person, `current`, so that `agreement` counts them among
        that person's other answers. Set `current` to a name of its own to keep them apart.

        Parameters
        ----------
        source : str
            The name that the answers are signed with.
        n_answers : int, default 20
            How many are drawn, each with the same chance; all if there are no more.
        random_state : int, optional
            By default the session's seed: the same answers give the same sample.

        Returns
        -------
        Audit

        Raises
        ------
        InputError
            If the source has decided no pair.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> from jupyter_sscluster.active import CallableOracle
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
        >>> rule = CallableOracle(lambda a, b: True, n_samples=4, name="always")
        >>> _ = session.annotators.second_opinion(rule, [(0, 1), (1, 2), (2, 3)])
        >>> audit = session.annotators.audit("always", 3)
        >>> for i, j in audit.unchecked:
        ...     audit.check(i, j, "must" if abs(i - j) == 1 and i != 1 else "cannot")
        >>> audit.text
        'always: 1 of 3 checked answers wrong, 33 % (95 % interval: 6 % to 79 %).'
        """
        check_count(n_answers, "n_answers", 1)
        answers = self._engine.answers
        last = {a.pair: a for a in answers if a.annotator == source and a.kind != "unknown"}
        if not source or not last:
            named = sorted({answer.annotator for answer in answers} - {""})
            raise InputError(
                f"source={source!r} has decided no pair; audit one of: "
                f"{', '.join(map(repr, named)) or 'no annotator is named yet'}"
            )
        seed = self._engine.state.settings.random_state if random_state is None else random_state
        rng = np.random.default_rng(check_count(seed, "random_state", 0))
        drawn = rng.permutation(len(last))[:n_answers]
        pairs = sorted(last)
        return Audit(self._engine, source, {pairs[k]: last[pairs[k]].kind for k in drawn})

    def _undecided_by(self, name: str) -> list[tuple[int, int]]:
        """The pairs that others have decided and one has not, in order."""
        answers = self._engine.answers
        own = {answer.pair for answer in answers if answer.annotator == name}
        decided = dict.fromkeys(a.pair for a in answers if a.kind != "unknown")
        return [pair for pair in decided if pair not in own]


def _once_each(pairs: Any, n_samples: int) -> list[tuple[int, int]]:
    """Pairs of rows, smaller row first, each of them once."""
    rows = np.sort(index_pairs(pairs, "pair", n_samples), axis=1)
    return list(dict.fromkeys((int(i), int(j)) for i, j in rows))
