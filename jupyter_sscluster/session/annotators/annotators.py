"""A session with several sources of answers: how far they agree, and who wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.active.oracle_loop import check_oracle
from jupyter_sscluster.active.oracles.callable_oracle import weighed
from jupyter_sscluster.constraints.pair_checks import index_pairs
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.timeline import Change, Timeline
from jupyter_sscluster.session.annotators.agreement import Agreement, agreement
from jupyter_sscluster.session.annotators.audit import Audit
from jupyter_sscluster.session.annotators.disagreements import Disagreeing, checked_annotator
from jupyter_sscluster.session.engine import operations

SECOND = "second opinion"
"""The source of what was asked about pairs that others had decided."""


class Agreeing(Disagreeing):
    """People and functions that answer the same questions."""

    def agreement(self, first: str, second: str = "") -> Agreement:
        """How far two agree on the pairs that both have decided; "" is who was not named.

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
        >>> [answer.kind for answer in session.second_opinions(near)]
        ['must', 'cannot', 'cannot']
        >>> session.agreement("Ann", "near").kappa
        0.4
        >>> [(each.i, each.j) for each in session.disagreements]
        [(0, 3)]
        >>> session.settle_by("Ann"), session.disagreements
        (1, ())
        """
        answers = self.answers
        known = {answer.annotator for answer in answers}
        if first == second or not {first, second} <= known:
            raise InputError(
                f"first={first!r} and second={second!r} must be two who have answered: "
                f"{', '.join(map(repr, sorted(known))) or 'nobody has yet'}"
            )
        return agreement(answers, first, second)

    def second_opinions(
        self, oracle: Any, pairs: Iterable[Sequence[int]] | None = None
    ) -> tuple[Answer, ...]:
        """Ask an oracle about pairs that others have decided, and record what it says.

        Its answers are soft, so that they contradict nothing, and signed with its `source`; they
        are one undo step. `disagreements` then lists where it differs, and `settle` or `settle_by`
        decides. All are asked before any is recorded.

        Parameters
        ----------
        oracle : object
            Anything with ``query(i, j)``, such as `CallableOracle`.
        pairs : sequence of pairs of rows, optional
            By default those that others have decided, and this source has not.

        Raises
        ------
        InputError
            If the oracle cannot be asked, or not about these pairs. What it raises itself is passed
            on, and nothing recorded.
        """
        check_oracle(oracle, self.n_samples)
        name = checked_annotator(getattr(oracle, "source", None) or type(oracle).__name__)
        asked = self._undecided_by(name) if pairs is None else _once_each(pairs, self.n_samples)
        prepare = getattr(oracle, "prepare", None)
        if callable(prepare):
            prepare(asked)
        found = {pair: weighed(oracle, *pair) for pair in asked}
        statements = [(*pair, kind) for pair, (kind, _) in found.items() if kind != "unknown"]
        said: list[Answer] = []

        def plan(now: Timeline) -> Change | None:
            change, answers = operations.answers(
                now, statements, None, soft=True, source=SECOND, annotator=name
            )
            if change is None:
                return None
            weights = {frozenset(pair): weight for pair, (_, weight) in found.items()}
            said.extend(replace(a, weight=weights[frozenset(a.pair)]) for a in answers)
            return replace(change, add=tuple(said))

        if statements:
            self._engine.apply(plan)
        return tuple(said)

    def settle_by(self, *ranking: str) -> int:
        """Settle all disagreements by who says it, the first named before the next; how many.

        What others say to the contrary is taken back, all in one undo step. Pairs about which
        none of them says anything, or one says both things, stay for a person to `settle`.

        Parameters
        ----------
        *ranking : str
            Names of annotators, the most trusted first; "" is who was not named.
        """
        known = {answer.annotator for answer in self.answers}
        for name in ranking:
            if name not in known:
                raise InputError(
                    f"{name!r} has given no answer; name those who have: "
                    f"{', '.join(map(repr, sorted(known))) or 'nobody has yet'}"
                )
        gone, settled = list[int](), 0
        for each in self.disagreements:
            must = {answer.annotator for answer in each.must}
            cannot = {answer.annotator for answer in each.cannot}
            winner = next((name for name in ranking if name in must | cannot), None)
            if winner is None or winner in must & cannot:
                continue
            settled += 1
            gone += [answer.number for answer in (each.cannot if winner in must else each.must)]
        if gone:
            self.take_back(gone)
        return settled

    def audit(self, source: str, n_answers: int = 20, *, random_state: int | None = None) -> Audit:
        """Have a person check a random sample of what one source has answered.

        Parameters
        ----------
        source : str
            Whose answers: the name that they are signed with.
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
        >>> _ = session.second_opinions(rule, [(0, 1), (1, 2), (2, 3)])
        >>> audit = session.audit("always", 3)
        >>> for i, j in audit.pairs:
        ...     audit.check(i, j, "must" if abs(i - j) == 1 and i != 1 else "cannot")
        >>> audit.text
        'always: 1 of 3 checked answers wrong, 33 % (95 % interval: 6 % to 79 %).'
        """
        check_count(n_answers, "n_answers", 1)
        last = {a.pair: a for a in self.answers if a.annotator == source and a.kind != "unknown"}
        if not source or not last:
            named = sorted({answer.annotator for answer in self.answers} - {""})
            raise InputError(
                f"source={source!r} has decided no pair; audit one of: "
                f"{', '.join(map(repr, named)) or 'nobody is named yet'}"
            )
        seed = self._state.settings.random_state if random_state is None else random_state
        rng = np.random.default_rng(check_count(seed, "random_state", 0))
        drawn = rng.permutation(len(last))[:n_answers]
        pairs = sorted(last)
        return Audit(self, source, {pairs[k]: last[pairs[k]].kind for k in drawn})

    def _undecided_by(self, name: str) -> list[tuple[int, int]]:
        """Pairs that others have decided and one has not, in order."""
        own = {answer.pair for answer in self.answers if answer.annotator == name}
        decided = dict.fromkeys(a.pair for a in self.answers if a.kind != "unknown")
        return [pair for pair in decided if pair not in own]


def _once_each(pairs: Any, n_samples: int) -> list[tuple[int, int]]:
    """Pairs of rows, smaller row first, each of them once."""
    rows = np.sort(index_pairs(pairs, "pair", n_samples), axis=1)
    return list(dict.fromkeys((int(i), int(j)) for i, j in rows))
