"""Transient interaction state: what the person is in the middle of. Never journalled."""

from __future__ import annotations

from dataclasses import dataclass, field

from jupyter_sscluster.constraints import ConflictError

Statement = tuple[int, int, str]


@dataclass(frozen=True)
class Conflict:
    """Statements that were refused, and the error that carries the chain which forbids them.

    `taken` are the numbers of earlier answers that the person has chosen to take back; nothing is
    taken back before no chain is left.
    """

    error: ConflictError
    statements: tuple[Statement, ...]
    source: str = "user"
    taken: tuple[int, ...] = ()

    @property
    def grouped(self) -> bool:
        """Whether several statements were made at once, by a lasso."""
        return len(self.statements) > 1


@dataclass
class Interaction:
    """A conflict that waits for a choice, a lasso's selection, the last notice and the last error.

    `asking` is true while a question is looked for, `follows` if it comes by itself, after an
    answer. `fitted` numbers the fit that was the last thing to happen. `dismissed` holds the
    sentences that the person has read.
    """

    conflict: Conflict | None = None
    selection: tuple[int, ...] = ()
    group: tuple[int, ...] = ()
    notice: str = ""
    error: str | None = None
    asking: bool = False
    exhausted: bool = False
    follows: bool = False
    fitted: int | None = None
    dismissed: set[str] = field(default_factory=set)

    def clear(self) -> None:
        """Put away what the next action makes pointless."""
        self.conflict = None
        self.selection = ()
        self.group = ()
        self.notice = ""
        self.error = None
