"""Operations and answers as plain values for the journal, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, replace
from typing import Any

from jupyter_sscluster._validation import Real, check_count
from jupyter_sscluster.journal.answer import KINDS, Answer, confirmed_entry, confirmed_of
from jupyter_sscluster.journal.changes import (
    Change,
    Configure,
    Confirm,
    Go,
    Operation,
    Redo,
    Refit,
    Rename,
    Undo,
)
from jupyter_sscluster.journal.cluster_steps import (
    naming_entry,
    naming_of,
    regrouped_entry,
    regrouped_of,
)
from jupyter_sscluster.journal.lines import Entry
from jupyter_sscluster.journal.open_questions import Asked

ESTIMATORS = {"clusterer": "clusterers", "strategy": "strategies"}

SHAPES = ("place", "sort")

Codec = Callable[[str, Any], Any]
"""From the kind of an estimator and the estimator to plain values, or from these back."""


def answers_of(rows: Sequence[Sequence[Any]], n_samples: int) -> tuple[Answer, ...]:
    """Answers from plain values, each checked."""
    answers = tuple(Answer(*row) for row in rows)
    for answer in answers:
        _check_answer(answer, n_samples)
    return answers


def _check_answer(answer: Answer, n_samples: int) -> None:
    """Refuse answers that no session writes."""
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
        entry |= _change_entry(operation)
    elif isinstance(operation, Configure):
        entry["cause"] = operation.cause
        for key, kind in ESTIMATORS.items():
            if (estimator := getattr(operation, key)) is not None:
                entry[key] = describe(kind, estimator)
        entry["n_clusters"] = operation.n_clusters
        entry["random_state"] = operation.random_state
        if operation.softly is not None:
            entry["softly"] = operation.softly
        if operation.refit:
            entry["refit"] = True
    elif isinstance(operation, Refit):
        entry["fresh"] = operation.fresh
    else:
        entry |= _other_entry(operation)
    if (when := getattr(operation, "when", None)) is not None:
        entry["time"] = when
    return entry


def _other_entry(operation: Operation) -> Entry:
    """The entry of an operation that changes neither answers nor settings."""
    if isinstance(operation, Rename):
        return {"cause": operation.cause, "naming": naming_entry(operation.naming)}
    if isinstance(operation, Confirm):
        return {"confirmed": confirmed_entry(operation.confirmed)}
    return {"step": operation.step} if isinstance(operation, Go) else {}


def _change_entry(change: Change) -> Entry:
    entry: Entry = {
        "add": [list(astuple(answer)) for answer in change.add],
        "remove": list(change.remove),
        "cause": change.cause,
    }
    if change.n_clusters is not None:
        entry["n_clusters"] = change.n_clusters
    if change.asked is not None:
        asked = change.asked
        entry["asked"] = [asked.shape, list(asked.points), list(asked.cards)]
    if change.naming is not None:
        entry["naming"] = naming_entry(change.naming)
    if change.regrouped is not None:
        entry["regrouped"] = regrouped_entry(change.regrouped)
    if change.joins:
        entry["joins"] = True
    return entry


def operation_of(entry: Entry, n_samples: int, restore: Codec) -> Operation:
    """An operation from plain values."""
    when = time_of(entry)
    if entry["do"] == Change.name:
        return replace(_change_of(entry, n_samples), when=when)
    if entry["do"] == Configure.name:
        chosen = {
            key: restore(kind, entry[key]) for key, kind in ESTIMATORS.items() if key in entry
        }
        numbers = {key: entry[key] for key in ("n_clusters", "random_state")}
        softly, refit = entry.get("softly"), entry.get("refit", False)
        if not (softly is None or isinstance(softly, bool)):
            raise ValueError(f"softly={softly!r} is neither true nor false")
        if not isinstance(refit, bool):
            raise ValueError(f"refit={refit!r} is neither true nor false")
        return Configure(entry["cause"], **chosen, **numbers, softly=softly, when=when, refit=refit)
    if entry["do"] == Refit.name:
        return Refit(entry["fresh"], when)
    if entry["do"] == Rename.name:
        return Rename(entry["cause"], naming_of(entry["naming"], n_samples), when)
    if entry["do"] == Confirm.name:
        return Confirm(confirmed_of(entry["confirmed"]), when)
    if entry["do"] == Go.name:
        return Go(check_count(entry["step"], "step", 0))
    return Undo() if {Undo.name: True, Redo.name: False}[entry["do"]] else Redo()


def time_of(entry: Entry) -> float | None:
    """Time of an entry, None in older journals."""
    when = entry.get("time")
    if not (when is None or Real().check(when)):
        raise ValueError(f"{when!r} is no time")
    return when


def _change_of(entry: Entry, n_samples: int) -> Change:
    n_clusters, naming, regrouped = map(entry.get, ("n_clusters", "naming", "regrouped"))
    if n_clusters is not None:
        check_count(n_clusters, "n_clusters", 1, n_samples)
    if not isinstance(joins := entry.get("joins", False), bool):
        raise ValueError(f"joins={joins!r} is neither true nor false")
    return Change(
        add=answers_of(entry["add"], n_samples),
        remove=tuple(entry["remove"]),
        cause=entry["cause"],
        n_clusters=n_clusters,
        asked=_asked_of(entry.get("asked"), n_samples),
        naming=None if naming is None else naming_of(naming, n_samples),
        regrouped=None if regrouped is None else regrouped_of(regrouped, n_samples),
        joins=joins,
    )


def _asked_of(row: Any, n_samples: int) -> Asked | None:
    """A question of another shape than a pair from plain values, checked."""
    if row is None:
        return None
    shape, points, cards = row
    for point in (*points, *cards):
        check_count(point, "row", 0, n_samples - 1)
    if shape not in SHAPES or (shape == "place" and len(points) != 1):
        raise ValueError(f"{row} is no question")
    return Asked(shape, tuple(points), tuple(cards))
