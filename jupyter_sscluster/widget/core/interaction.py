"""Transient interaction state: what the person is in the middle of. Never journalled."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.active import ExpectedChanges, Uncertainty
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.session import Suspicion
from jupyter_sscluster.session.questions.question_times import QuestionTime
from jupyter_sscluster.widget.core.comparison import ComparisonState
from jupyter_sscluster.widget.core.oracle_run import OracleRunState

Statement = tuple[int, int, str]

Moment = tuple[int, int | None]
"""The revision of a session, and the fit that it shows."""


@dataclass(frozen=True)
class Conflict:
    """Statements that were refused, and the error that carries the chain which forbids them.

    `taken` are the numbers of earlier answers that the person has chosen to take back; nothing is
    taken back before no chain is left. `enforced` is the number of a soft answer that was to be
    kept and contradicts others. `repeat` gives an answer about several points, `soft` or
    `instead_of` others.
    """

    error: ConflictError
    statements: tuple[Statement, ...]
    source: str = "user"
    taken: tuple[int, ...] = ()
    enforced: int | None = None
    repeat: Callable[..., Any] | None = None

    @property
    def grouped(self) -> bool:
        """Whether several statements were made at once, by a lasso."""
        return len(self.statements) > 1


@dataclass(frozen=True)
class Findings:
    """Suspicions of one moment, by number of the answer, and the outlook, maybe an earlier one.

    `times` are those of the types of questions, as of the outlook, `times_of` whom.
    `remedies_at` is the moment whose remedies were tried, `expected_at` that of the outlook, and
    `unsure_at` that of the uncertainty.
    """

    moment: Moment = (-1, None)
    suspicions: Mapping[int, Suspicion] = field(default_factory=dict)
    expected_at: Moment = (-1, None)
    outlook: ExpectedChanges | None = None
    times: tuple[QuestionTime, ...] = ()
    times_of: str = ""
    remedies_at: Moment = (-1, None)
    unsure_at: Moment = (-1, None)
    unsure: Uncertainty | None = None


@dataclass(frozen=True)
class Refusal:
    """A value that a form was refused: whose parameter, which one, and why."""

    what: str
    name: str
    text: str


@dataclass(frozen=True, eq=False)
class RowFilter:
    """Rows that keep their colour, by number, ascending; and the two parts of its chip.

    Any feature may set one in `InteractionState.filters`, under a key of its own.
    """

    what: str
    value: str
    rows: NDArray[np.intp]


@dataclass
class InteractionState:
    """A conflict that waits for a choice, a lasso's selection, the last notice and the last error.

    `editing` is how far the fit is that a merge or a split waits for, where it takes long.
    `refused` is set besides where the error is about a field of a form. `asking` is true while a
    question is looked for, `follows` if it comes by itself, after an answer. `fitted` numbers the
    fit that was the last thing to happen. Unless the `question_type` is fixed, as by a choice, it
    may turn to one that tells more per second; `turned` then has this type, the one before, and how
    many times as much it is expected to tell. `dismissed` holds the sentences that the person has
    read. `findings` are those of the last moment that had time for any; with `shading` they hold
    the uncertainty of every point. With `first_run` the session began here, with nothing known.
    `found` is the text that was searched for last, with the rows it found.
    What all of the `filters` hold keeps its colour; questions are kept among these rows with
    `asks_filtered`.
    """

    conflict: Conflict | None = None
    selection: tuple[int, ...] = ()
    group: tuple[int, ...] = ()
    notice: str = ""
    error: str | None = None
    refused: Refusal | None = None
    asking: bool = False
    exhausted: bool = False
    follows: bool = False
    fitted: int | None = None
    editing: tuple[str, int, int] | None = None
    question_type: str | None = None
    type_is_fixed: bool = False
    turned: tuple[str, str, float] | None = None
    first_run: bool = False
    dismissed: set[str] = field(default_factory=set)
    findings: Findings = Findings()
    shading: bool = False
    oracle_run: OracleRunState = field(default_factory=OracleRunState)
    compared: ComparisonState | None = None
    found: tuple[str, list[int]] = ("", [])
    filters: dict[str, RowFilter] = field(default_factory=dict)
    asks_filtered: bool = False

    def clear(self) -> None:
        """Put away what the next action makes pointless."""
        self.conflict = None
        self.selection = ()
        self.group = ()
        self.notice = ""
        self.error = None
        self.refused = None

    @property
    def rows_asked_about(self) -> list[int] | None:
        """The rows that questions are kept among; None where they may be about all."""
        found = None if self.compared is None else self.compared.rows_asked_about
        left = self.rows_left() if self.asks_filtered else None
        if left is None:
            return found
        among: list[int] = (left if found is None else np.intersect1d(found, left)).tolist()
        return among

    def rows_left(self, without: str = "") -> NDArray[np.intp] | None:
        """The rows that are in every filter but the one of a key; None where there is none."""
        rows = [each.rows for key, each in self.filters.items() if key != without]
        if not rows:
            return None
        return np.flatnonzero(np.bincount(np.concatenate(rows)) == len(rows))
