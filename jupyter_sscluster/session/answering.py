"""What a session is told about pairs, and how that is taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.timeline import Operation, Redo, Timeline, Undo
from jupyter_sscluster.session.batches import Batches
from jupyter_sscluster.session.engine.open_questions import Question


class Answering(Batches):
    """Answers to single pairs, undo and redo."""

    def answer(
        self,
        i: int | str,
        j: int | str,
        kind: str,
        *,
        weight: float = 1.0,
        soft: bool | None = None,
        source: str = "user",
    ) -> Answer:
        """Record what is known of a pair: "must", "cannot" or "unknown".

        `i` and `j` are row numbers from 0, or names where rows have some: a text is always a name.
        `weight` is above 0 and at most 1e12. A link that was stated before, with the same weight
        or more, is known: its answer is returned and nothing changes. (One that only follows from
        others is recorded.) Where `soft` is left out, `softly` says whether it is.

        Raises
        ------
        ConflictError
            If it contradicts earlier answers; nothing is recorded. A soft answer never does, nor
            does one with the source "question" where the strategy asks about what follows from
            other answers, such as `RobustNPU`: what contradicts is then soft, see `accommodated`.
        """
        manner = {"weight": weight, "soft": soft, "source": source}
        return self._record([(i, j, kind)], None, manner)[0]

    def answer_many(
        self,
        pairs: Iterable[Sequence[Any]],
        kind: str | None = None,
        *,
        weight: float = 1.0,
        soft: bool | None = None,
        source: str = "lasso",
    ) -> tuple[Answer, ...]:
        """Record several answers in one undo step, all or none.

        An item is a pair, for which ``kind`` holds, or a triple (i, j, kind); rows are given as to
        `answer`. The result has the answer to each; links stated before keep the one they have.
        """
        manner = {"weight": weight, "soft": soft, "source": source}
        return self._record(list(pairs), kind, manner)

    def take_back(self, number: int | Sequence[int]) -> None:
        """Take back one answer, or those of several numbers, whenever given; one undo step."""
        self._record([], None, {}, remove=_numbers(number))

    def replace(
        self,
        number: int | Sequence[int],
        i: int | str,
        j: int | str,
        kind: str,
        *,
        weight: float = 1.0,
        soft: bool | None = None,
        source: str = "user",
    ) -> Answer:
        """Take back one answer, or those of several numbers, and record another: one undo step."""
        manner = {"weight": weight, "soft": soft, "source": source}
        return self._record([(i, j, kind)], None, manner, remove=_numbers(number))[0]

    def _record(
        self,
        statements: list[Any],
        kind: str | None,
        manner: dict[str, Any],
        remove: Sequence[int] = (),
    ) -> tuple[Answer, ...]:
        return self._engine.record(statements, kind, remove=remove, **manner)

    # ------------------------------------------------------------------ undo and redo

    def undo(self) -> str | None:
        """Take back the last change; labels come back as they were. Says what it was.

        If that was an answer with the source "question", what was asked is open again.
        """
        labels: list[str | None] = []
        reopened = list[Question]()

        def plan(now: Timeline) -> Operation | None:
            labels.append(now.undo_label)
            if now.undo_label is None:
                return None
            reopened.extend(self._reopened(now))
            if reopened:
                first = self._last_answered(now)
                self._open(tuple(reopened), now.states[now.before], first)
            return Undo()

        with self._opened_again_if_refused():
            self._engine.apply(plan)
        if reopened:
            self._engine.emit("question", self.open_question)
        return labels[0]

    def redo(self) -> str | None:
        """Bring back what was undone last. Says what it was."""
        labels: list[str | None] = []

        def plan(now: Timeline) -> Operation | None:
            labels.append(now.redo_label)
            if now.redo_label is None:
                return None
            self._answered(now.states[now.after].asked)
            return Redo()

        with self._opened_again_if_refused():
            self._engine.apply(plan)
        return labels[0]


def _numbers(number: Any) -> tuple[Any, ...]:
    return tuple(number) if isinstance(number, (list, tuple)) else (number,)
