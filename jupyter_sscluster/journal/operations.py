"""Operations and answers as plain values for the journal, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple
from typing import Any

from jupyter_sscluster._validation import Real, check_count
from jupyter_sscluster.journal.answer import KINDS, Answer
from jupyter_sscluster.journal.lines import Entry
from jupyter_sscluster.journal.timeline import Change, Configure, Operation, Redo, Refit, Undo

ESTIMATORS = {"clusterer": "clusterers", "strategy": "strategies"}

Codec = Callable[[str, Any], Any]
"""From the kind of an estimator and the estimator to plain values, or from these back."""


def answers_of(rows: Sequence[Sequence[Any]], n_samples: int) -> tuple[Answer, ...]:
    """Answers from plain values, each checked."""
    answers = tuple(Answer(*row) for row in rows)
    for answer in answers:
        _check_answer(answer, n_samples)
    return answers


def _check_answer(answer: Answer, n_samples: int) -> None:
    """Refuse what no session writes, before it can do harm further on."""
    check_count(answer.number, "number")
    for row in (answer.i, answer.j):
        check_count(row, "row", 0, n_samples - 1)
    sound = (
        answer.i != answer.j
        and answer.kind in KINDS
        and Real(0, low_open=True).check(answer.weight)
        and isinstance(answer.soft, bool)
        and Real().check(answer.time)
        and isinstance(answer.source, str)
    )
    if not sound:
        raise ValueError(f"{answer} is no answer")


def operation_entry(operation: Operation, describe: Codec) -> Entry:
    """An operation as plain values."""
    entry: Entry = {"do": operation.name}
    if isinstance(operation, Change):
        entry["add"] = [list(astuple(answer)) for answer in operation.add]
        entry["remove"] = list(operation.remove)
        entry["cause"] = operation.cause
    elif isinstance(operation, Configure):
        entry["cause"] = operation.cause
        for key, kind in ESTIMATORS.items():
            if (estimator := getattr(operation, key)) is not None:
                entry[key] = describe(kind, estimator)
        entry["n_clusters"] = operation.n_clusters
        entry["random_state"] = operation.random_state
    elif isinstance(operation, Refit):
        entry["fresh"] = operation.fresh
    return entry


def operation_of(entry: Entry, n_samples: int, restore: Codec) -> Operation:
    """An operation from plain values."""
    if entry["do"] == Change.name:
        add = answers_of(entry["add"], n_samples)
        return Change(add, tuple(entry["remove"]), entry["cause"])
    if entry["do"] == Configure.name:
        chosen = {
            key: restore(kind, entry[key]) for key, kind in ESTIMATORS.items() if key in entry
        }
        numbers = {key: entry[key] for key in ("n_clusters", "random_state")}
        return Configure(entry["cause"], **chosen, **numbers)
    if entry["do"] == Refit.name:
        return Refit(entry["fresh"])
    return Undo() if {Undo.name: True, Redo.name: False}[entry["do"]] else Redo()
