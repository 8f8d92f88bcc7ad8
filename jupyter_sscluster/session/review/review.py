"""A session that lists the answers worth a second look, each to be confirmed or changed."""

from __future__ import annotations

from dataclasses import dataclass

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.confirmed import Against, Confirmed
from jupyter_sscluster.journal.timeline import Confirm
from jupyter_sscluster.session.review.suspicions import Suspicion
from jupyter_sscluster.session.stopping.stopping import Judging

OTHER = {"must": "cannot", "cannot": "must"}


@dataclass(frozen=True)
class SecondThought:
    """An answer that the clustering, or the other answers, contradict.

    Attributes
    ----------
    answer : Answer
    why : str
        The reason, as a sentence.
    wrong : float or None
        P(wrong), where it is known.
    against : tuple of int
        The numbers of the answers that pull the other way.
    """

    answer: Answer
    why: str
    wrong: float | None
    against: tuple[int, ...]


class SecondThoughts(Judging):
    """A session whose answers can be looked at again."""

    @property
    def second_thoughts(self) -> tuple[SecondThought, ...]:
        """The answers worth another look, those contradicted most first, each with its reason.

        These are the suspected and the violated ones of `suspicions`. One that was confirmed is
        left out until something new speaks against it, and those that no clustering can keep
        with so few clusters are told by `trouble` instead.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]]
        >>> session = Session(X, "adaptive pck-means", n_clusters=2)
        >>> _ = session.answer_many([(0, 1), (1, 2), (3, 4), (4, 5)], "must")
        >>> _ = session.answer_many([(0, 3), (1, 4)], "cannot")
        >>> _ = session.answer(2, 5, "must", soft=True)
        >>> [(each.answer.number, each.why) for each in session.second_thoughts]
        [(7, '2 answers pull the other way: 2, 4.')]
        >>> session.change_answer(7).kind
        'cannot'
        >>> session.second_thoughts
        ()
        """
        return self.among_doubtful(self.suspicions.answers)

    def among_doubtful(self, found: tuple[Suspicion, ...]) -> tuple[SecondThought, ...]:
        """The second thoughts that these suspicions give, of answers that are in force."""
        answers = {answer.number: answer for answer in self.answers}
        trouble = self.trouble
        told = () if trouble is None else trouble.answers
        confirmed = {each.number: each.against for each in self._state.confirmed}
        chosen = [
            each
            for each in found
            if (each.suspected or each.violated)
            and each.number in answers
            and each.number not in told
            and confirmed.get(each.number) != _against(each)
        ]
        chosen.sort(key=lambda each: (-(each.wrong or 0.0), not each.violated, -each.number))
        return tuple(
            SecondThought(answers[each.number], each.why, each.wrong, each.against)
            for each in chosen
        )

    def confirm(self, number: int) -> None:
        """Say that an answer is right: it is not listed again until something new contradicts it.

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
                "session.second_thoughts"
            )
        known = Confirmed(number, _against(found))
        self._engine.apply(lambda now: None if known in now.state.confirmed else Confirm(known))

    def change_answer(self, number: int) -> Answer:
        """Say the contrary: a must-link in place of a cannot-link or the other way, one undo step.

        The new answer has a number of its own, and the weight and softness of the old.

        Raises
        ------
        ConflictError
            If the contrary contradicts other answers; nothing is changed.
        InputError
            If there is no such answer, or it is a don't know.
        """
        answer = next((each for each in self.answers if each.number == number), None)
        if answer is None or answer.kind not in OTHER:
            raise InputError(
                f"answer {number!r} is not in force, or is a don't know; change a must-link or "
                "cannot-link of session.answers"
            )
        return self.replace(
            number,
            answer.i,
            answer.j,
            OTHER[answer.kind],
            weight=answer.weight,
            soft=answer.soft,
            source="user",
        )


def _against(found: Suspicion) -> Against:
    """What speaks against an answer."""
    return found.violated, found.suspected, found.against
