"""The review of a session: answers that are worth a second look."""

from __future__ import annotations

from dataclasses import dataclass, replace

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal.answer import Against, Answer, Confirmed, numbered
from jupyter_sscluster.journal.changes import Confirm, Operation, Weigh
from jupyter_sscluster.journal.sources import source_of
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.operations import ENFORCED
from jupyter_sscluster.session.engine.present import Present, per_moment
from jupyter_sscluster.session.engine.settings import infeasible_answers, ready_clusterer, title_of
from jupyter_sscluster.session.review.sources import SourceSuspicion, sources_of
from jupyter_sscluster.session.review.suspicions import AnswerSuspicions, Suspicion, suspicions

OTHER = {"must": "cannot", "cannot": "must"}


@dataclass(frozen=True)
class DoubtfulAnswer:
    """An answer that the clustering or the other answers contradict.

    Attributes
    ----------
    answer : Answer
    why : str
        The reason, as a sentence.
    wrong : float or None
        P(wrong), if it is known.
    against : tuple of int
        The numbers of the answers that contradict it.
    """

    answer: Answer
    why: str
    wrong: float | None
    against: tuple[int, ...]


class Review:
    """Answers worth a second look, each to be confirmed, flipped or enforced; `session.review`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __repr__(self) -> str:
        return f"Review({len(self._engine.answers)} answers)"

    @property
    def doubtful(self) -> tuple[DoubtfulAnswer, ...]:
        """The answers worth a second look, those contradicted most first, each with its reason.

        These are the suspected and the violated ones of `suspicions`. A confirmed answer is left
        out until something new contradicts it. Answers that no clustering can satisfy with so few
        clusters are part of `session.problem` instead. A clusterer that ignores constraints casts
        no doubt on an answer.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]]
        >>> session = Session(X, "adaptive pck-means", n_clusters=2)
        >>> _ = session.answer_many([(0, 1), (1, 2), (3, 4), (4, 5)], "must")
        >>> _ = session.answer_many([(0, 3), (1, 4)], "cannot")
        >>> _ = session.answer(2, 5, "must", soft=True)
        >>> [(each.answer.number, each.why) for each in session.review.doubtful]
        [(7, 'Contradicted by answers 2 and 4.')]
        >>> session.review.flip(7).kind
        'cannot'
        >>> session.review.doubtful
        ()
        """
        return self.doubtful_among(self.suspicions.answers)

    def doubtful_among(self, found: tuple[Suspicion, ...]) -> tuple[DoubtfulAnswer, ...]:
        """The doubtful answers among these suspicions, those in force only."""
        state, infeasible = self._engine.state, self._infeasible()
        answers = {answer.number: answer for answer in state.answers}
        confirmed = {each.number: each.against for each in state.confirmed}
        heard = getattr(state.settings.clusterer, "uses_constraints", True)
        chosen = [
            each
            for each in found
            if (each.suspected or (each.violated and heard))
            and each.number in answers
            and each.number not in infeasible
            and confirmed.get(each.number) != _against(each)
        ]
        chosen.sort(key=lambda each: (-(each.wrong or 0.0), not each.violated, -each.number))
        return tuple(
            DoubtfulAnswer(answers[each.number], each.why, each.wrong, each.against)
            for each in chosen
        )

    @per_moment
    def _infeasible(self, now: Present) -> frozenset[int]:
        return infeasible_answers(now.state)

    @property
    @per_moment
    def suspicions(self, now: Present) -> AnswerSuspicions:
        """For each answer P(wrong), whether the clustering violates it, and why.

        P(wrong) follows from the other answers and the features, by the clusterer's `suspicious`;
        the features alone make it suspect only an answer that places a point of which nothing else
        is known. A violated or suspected answer has a sentence that says why, with the answers that
        contradict it: those without which the odds of its being wrong would be lower by a third or
        more. Without a clusterer that has a posterior there is no P(wrong), and `reason` says so.

        It is computed when asked for, once after every change. If the clustering shown comes from a
        file, or is older than the last three, that takes a fit.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]]
        >>> session = Session(X, "adaptive pck-means", n_clusters=2)
        >>> _ = session.answer_many([(0, 1), (1, 2), (3, 4), (4, 5)], "must")
        >>> _ = session.answer_many([(0, 3), (1, 4)], "cannot")
        >>> _ = session.answer(2, 5, "must", soft=True)
        >>> seventh = session.review.suspicions.of(7)
        >>> seventh.violated, seventh.why
        (True, 'Contradicted by answers 2 and 4.')
        >>> session.review.suspicions.of(1).wrong < 0.01
        True
        >>> session.review.enforce(7).number  # as a hard answer it contradicts the others
        Traceback (most recent call last):
        ...
        jupyter_sscluster.constraints.conflict.ConflictError: must-link (2, 5) contradicts the ...
        """
        state, shown = now.state, now.fit
        if shown is None:
            return AnswerSuspicions(reason="Nothing has been clustered yet.")
        clusterer, reason = ready_clusterer(state.settings), ""
        if not hasattr(clusterer, "suspicious"):
            reason = (
                f"{title_of(clusterer)} has no posterior, so that nothing tells which answers may "
                "be wrong; Adaptive PCK-means has one."
            )
        else:
            fitted = self._engine.fits.model_shown(state, shown)
            if not hasattr(fitted, "suspicious"):
                reason = "The clustering is not that of these answers yet."
            else:
                clusterer = fitted
        return suspicions(
            state.awake, state.constraints, shown.labels, clusterer, shown.n_clusters, reason
        )

    @property
    @per_moment
    def sources(self, now: Present) -> tuple[SourceSuspicion, ...]:
        """How often each source of answers errs, as the answers of the others have it.

        Empty where fewer than two have answered. It takes a fit or belief propagation for each.

        Examples
        --------
        >>> import numpy as np
        >>> from jupyter_sscluster import Session
        >>> X = np.repeat([0.0, 9.0], 10)[:, None] + np.arange(20)[:, None] / 10
        >>> session = Session(X, n_clusters=2, annotator="Ann")
        >>> _ = session.answer_many([(i, i + 1) for i in range(9)], "must")
        >>> session.annotators.current = "Bob"
        >>> _ = session.answer_many([(i, i + 2) for i in range(8)], "cannot", soft=True)
        >>> [(each.name, each.suspected) for each in session.review.sources]
        [('Ann', False), ('Bob', True)]
        >>> session.review.set_aside("Bob")
        >>> len(session.constraints), len(session.answers), session.undo()
        (9, 17, 'the answers of Bob set aside')
        """
        return sources_of(self._engine, now)

    def set_aside(self, name: str) -> None:
        """Set all answers of a source aside: they stay, but do not count. One undo step.

        Raises
        ------
        InputError
            If nobody of this name has answered.
        """
        self._weigh(name, True, f"the answers of {name or 'an unnamed annotator'} set aside")

    def count_again(self, name: str) -> None:
        """Have the answers of a source that was set aside count again; one undo step.

        Raises
        ------
        ConflictError
            If they contradict what was answered since; nothing is changed.
        InputError
            If nobody of this name has answered.
        """
        self._weigh(name, False, f"the answers of {name or 'an unnamed annotator'} count again")

    def _weigh(self, name: str, aside: bool, cause: str) -> None:
        def plan(now: Timeline) -> Operation | None:
            names = sorted({answer.annotator for answer in now.state.answers})
            before = source_of(now.state.sources, name)
            if name not in names and not before.is_helper:
                raise InputError(
                    f"nobody named {name!r} has answered; name one of: "
                    f"{', '.join(map(repr, names)) or 'nobody has yet'}"
                )
            return None if before.aside == aside else Weigh(replace(before, aside=aside), cause)

        self._engine.apply(plan)

    def confirm(self, number: int) -> None:
        """Confirm an answer: it is not listed again until something new contradicts it.

        Nothing else changes: no answer and no label. It is one undo step, and in the journal.

        Raises
        ------
        InputError
            If there is no such answer.
        """
        found = self.suspicions.of(number)
        if found is None:
            raise InputError(
                f"answer {number!r} is not in force, or says nothing; confirm one of those in "
                "session.review.doubtful"
            )
        known = Confirmed(found.number, _against(found))
        self._engine.apply(lambda now: None if known in now.state.confirmed else Confirm(known))

    def flip(self, number: int) -> Answer:
        """Replace a must-link by a cannot-link or the other way round, in one undo step.

        The new answer has a number of its own, and the weight and softness of the old one.

        Raises
        ------
        ConflictError
            If the contrary contradicts other answers; nothing is changed.
        InputError
            If there is no such answer, or it is "unknown".
        """
        answer: Answer | None = numbered(self._engine.answers, number)
        if answer is None or answer.kind not in OTHER:
            raise InputError(
                f"answer {number!r} is not in force, or is a don't know; change a must-link or "
                "cannot-link of session.answers"
            )
        return self._engine.record(
            [(answer.i, answer.j, OTHER[answer.kind])],
            weight=answer.weight,
            soft=answer.soft,
            remove=(answer.number,),
        )[0]

    def enforce(self, number: int) -> Answer:
        """Repeat an answer as a hard one of weight 100: never suspected, satisfied if possible.

        It takes the place of the answer of this number, in one undo step.

        Raises
        ------
        ConflictError
            If it was soft and contradicts hard answers; nothing is changed.
        InputError
            If there is no such answer, or it is "unknown".
        """
        answer: Answer | None = numbered(self._engine.answers, number)
        if answer is None or answer.kind == "unknown":
            what = "is not in force" if answer is None else "is a don't know"
            raise InputError(
                f"answer {number!r} {what}; enforce a must-link or cannot-link of session.answers"
            )
        if answer.weight >= ENFORCED and not answer.soft:
            return answer
        return self._engine.record(
            [(answer.i, answer.j, answer.kind)],
            weight=max(answer.weight, ENFORCED),
            soft=False,
            source=answer.manner if answer.manner.startswith("label:") else "user",
            remove=(answer.number,),
        )[0]


def _against(found: Suspicion) -> Against:
    """What contradicts an answer."""
    return found.violated, found.suspected, found.against
