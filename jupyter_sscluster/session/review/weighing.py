"""How far the answers of a session are to be trusted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import ExpectedChanges
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.fitting import FitProblem, solve
from jupyter_sscluster.session.engine.inferred_constraints import inferring
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import ready_clusterer, title_of
from jupyter_sscluster.session.read_access import Reading
from jupyter_sscluster.session.review.suspicions import AnswerSuspicions, suspicions

ENFORCED = 100.0
"""The weight of an answer that is never suspected, and kept wherever that is possible."""


class Weighing(Reading):
    """Which answers may be wrong, and what a person can do about it."""

    _weighed: tuple[State, FitRecord | None, AnswerSuspicions] | None = None
    _looked_ahead: tuple[State, FitRecord | None, ExpectedChanges] | None = None

    @property
    def suspicions(self) -> AnswerSuspicions:
        """Which answers may be wrong, which the clustering violates, and why.

        P(wrong) of each answer is beside the others and what the features say, by the clusterer's
        `suspicious`; no answer is suspected for the sake of the features alone. A sentence for each
        answer that is violated or suspected tells why, with the answers that pull the other way:
        those without which the odds of its being wrong were lower by a third or more. Without a
        clusterer that has a posterior there is no P(wrong), and `reason` says so.

        It is worked out when asked for, after every change anew; where the shown clustering comes
        from a file, or is older than the last three, that takes a fit.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]]
        >>> session = Session(X, "adaptive pck-means", n_clusters=2)
        >>> _ = session.answer_many([(0, 1), (1, 2), (3, 4), (4, 5)], "must")
        >>> _ = session.answer_many([(0, 3), (1, 4)], "cannot")
        >>> _ = session.answer(2, 5, "must", soft=True)
        >>> seventh = session.suspicions.of(7)
        >>> seventh.violated, seventh.why
        (True, '2 answers pull the other way: 2, 4.')
        >>> session.suspicions.of(1).wrong < 0.01
        True
        >>> session.enforce(7).number  # said once more, to be trusted
        Traceback (most recent call last):
        ...
        jupyter_sscluster.constraints.conflict.ConflictError: must-link (2, 5) contradicts the ...
        """
        with self._engine.lock:
            state, shown = self._state, self._engine.ledger.shown
            known = self._weighed
        if known is not None and known[0] is state and known[1] is shown:
            return known[2]
        found = self._suspicions(state, shown)
        self._weighed = (state, shown, found)
        return found

    def _suspicions(self, state: State, shown: FitRecord | None) -> AnswerSuspicions:
        if shown is None:
            return AnswerSuspicions(reason="Nothing has been clustered yet.")
        clusterer, reason = ready_clusterer(state.settings), ""
        if not hasattr(clusterer, "suspicious"):
            reason = (
                f"{title_of(clusterer)} has no posterior, so that nothing tells which answers may "
                "be wrong; Adaptive PCK-means has one."
            )
        else:
            fitted = self._fitted(clusterer, state, shown)
            if fitted is None:
                reason = "The clustering is not that of these answers yet."
            else:
                clusterer = fitted
        return suspicions(
            state.answers, state.constraints, shown.labels, clusterer, shown.n_clusters, reason
        )

    def _fitted(self, clusterer: Any, state: State, shown: FitRecord) -> Any:
        """The clusterer of the shown fit; None if it is lost and the shown fit is an old one."""
        fitted = self._engine.fits.model(shown.fit)
        if fitted is not None and hasattr(fitted, "suspicious"):
            return fitted
        if shown.fit != state.fit:
            return None
        problem = FitProblem(
            shown.fit,
            self.X,
            state.constraints,
            clusterer,
            shown.n_clusters,
            shown.labels,
            inferring(state.settings),
        )
        return solve(problem).clusterer

    @property
    def outlook(self) -> ExpectedChanges:
        """How many points the next ten answers should move, by the strategy: is it time to stop?

        `moved` is that number, to be believed up to 4, and `text` says it in a sentence: "10 or
        more" above that. Where the strategy cannot tell, `moved` is None and `text` says why. It
        is about what answers would change, not about how right the clusters are.

        It is worked out when asked for, after every change anew.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], strategy="random", n_clusters=2)
        >>> session.outlook.moved is None
        True
        """
        with self._engine.lock:
            state, shown = self._state, self._engine.ledger.shown
            known = self._looked_ahead
            if known is not None and known[0] is state and known[1] is shown:
                return known[2]
            snapshot, strategy, some = self.snapshot(), self.strategy, self.shown
        tell = getattr(strategy, "expected_changes", None)
        if tell is None:
            found = ExpectedChanges(
                None, f"{title_of(strategy)} does not say what is left; NPU does."
            )
        else:
            found = tell(snapshot)
            if not some.all and found.moved is not None:
                found = replace(found, text=f"{found.text} That counts the points shown.")
        self._looked_ahead = (state, shown, found)
        return found

    def enforce(self, number: int) -> Answer:
        """State an answer again with weight 100, as a hard one: trusted, and kept if that can be.

        It takes the place of the answer of this number, in one undo step.

        Raises
        ------
        ConflictError
            If it was soft and contradicts hard answers; nothing is changed.
        InputError
            If there is no such answer, or it is a don't know.
        """
        answer = next((each for each in self.answers if each.number == number), None)
        if answer is None or answer.kind == "unknown":
            what = "is not in force" if answer is None else "is a don't know"
            raise InputError(
                f"answer {number!r} {what}; enforce a must-link or cannot-link of session.answers"
            )
        if answer.weight >= ENFORCED and not answer.soft:
            return answer
        source = answer.manner if answer.manner.startswith("label:") else "user"
        weight = max(answer.weight, ENFORCED)
        return self.replace(
            number, answer.i, answer.j, answer.kind, weight=weight, soft=False, source=source
        )

    def set_softly(self, on: bool) -> None:
        """Record answers from now on as soft ones, or as hard ones again; an undo step.

        A soft answer entails nothing and never contradicts, so that single wrong answers do less
        harm; but right ones carry less far, which where answers are right costs much. Answers given
        before stay as they are, and one that is said to be hard or soft is recorded as that.
        """
        self._engine.apply(lambda now: operations.softly(now, on))
