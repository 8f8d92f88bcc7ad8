"""Operations and answers as plain values for the journal, and back."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any

from jupyter_sscluster._validation import Real, check_count
from jupyter_sscluster.journal.answer import KINDS, Answer, confirmed_entry, confirmed_of
from jupyter_sscluster.journal.changes import (
    AddCheck,
    Change,
    ChangeNoise,
    Configure,
    Confirm,
    Go,
    Operation,
    PlanCheck,
    Redo,
    Refit,
    Rename,
    TellChecks,
    Undo,
    Weigh,
)
from jupyter_sscluster.journal.check_more import CheckMore
from jupyter_sscluster.journal.checks import checked_cards, look_of, stratum_of
from jupyter_sscluster.journal.cluster_steps import (
    naming_entry,
    naming_of,
    regrouped_entry,
    regrouped_of,
)
from jupyter_sscluster.journal.lines import DAMAGE, Entry, JournalError, entry_of, line
from jupyter_sscluster.journal.open_questions import Asked
from jupyter_sscluster.journal.row_changes import ROW_CHANGES, RowChange
from jupyter_sscluster.journal.sources import source_entry, source_read

ESTIMATORS = {"clusterer": "clusterers", "strategy": "strategies"}

ROW = attrgetter(*(field.name for field in fields(Answer)))

SHAPES = ("place", "sort")

Codec = Callable[[str, Any], Any]
"""From the kind of an estimator and the estimator to plain values, or from these back."""


def answer_rows(answers: Iterable[Answer]) -> list[list[Any]]:
    """Answers as plain values."""
    return [list(ROW(answer)) for answer in answers]


def answers_of(rows: Sequence[Sequence[Any]], n_samples: int) -> tuple[Answer, ...]:
    """Answers from plain values, each checked."""
    answers = tuple(Answer(*row) for row in rows)
    for answer in answers:
        _check_answer(answer, n_samples)
    return answers


def _check_answer(answer: Answer, n_samples: int) -> None:
    """Refuse answers that no session writes."""
    numbers = (answer.number, answer.i, answer.j)
    sound = (
        all(type(number) is int and number >= 0 for number in numbers)
        and answer.number > 0
        and answer.i != answer.j
        and max(answer.i, answer.j) < n_samples
        and answer.kind in KINDS
        and _is_number(answer.weight)
        and answer.weight > 0
        and isinstance(answer.soft, bool)
        and _is_number(answer.time)
        and isinstance(answer.source, str)
    )
    if not sound:
        raise ValueError(f"{answer} is no answer")


def rows_of(numbers: Sequence[Any], n_samples: int) -> tuple[int, ...]:
    """Row numbers from plain values, each checked."""
    return tuple(check_count(number, "row", 0, n_samples - 1) for number in numbers)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


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
    if isinstance(operation, ChangeNoise):
        rows = {"add": list(operation.add), "remove": list(operation.remove)}
        return {**rows, "cause": operation.cause}
    if isinstance(operation, PlanCheck):
        cards = [list(rows) for rows in operation.cards]
        rest = {"seed": operation.seed, "n_rows": operation.n_rows}
        return {"cards": cards, "classes": list(operation.classes), **rest}
    if isinstance(operation, AddCheck):
        look = operation.look
        return {"row": look.row, "said": look.said, "source": look.source}
    if isinstance(operation, CheckMore):
        rows = {key: list(getattr(operation.stratum, key)) for key in ("rows", "drawn")}
        return {**rows, "cause": operation.cause}
    if isinstance(operation, TellChecks):
        return {"add": answer_rows(operation.add), "cause": operation.cause}
    if isinstance(operation, Weigh):
        joins = {"joins": True} if operation.joins else {}
        return {**source_entry(operation.source), "cause": operation.cause, **joins}
    if isinstance(operation, RowChange):
        return operation.entry() | {"cause": operation.cause}
    return {"step": operation.step} if isinstance(operation, Go) else {}


def _change_entry(change: Change) -> Entry:
    entry: Entry = {
        "add": answer_rows(change.add),
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
    when, kind = time_of(entry), entry["do"]
    if kind == Change.name:
        return replace(_change_of(entry, n_samples), when=when)
    if kind == Configure.name:
        return replace(_configure_of(entry, n_samples, restore), when=when)
    if kind == Refit.name:
        return Refit(_flag(entry, "fresh"), when)
    if kind == Rename.name:
        return Rename(_text(entry, "cause"), naming_of(entry["naming"], n_samples), when)
    if kind == Confirm.name:
        return Confirm(confirmed_of(entry["confirmed"]), when)
    if kind == ChangeNoise.name:
        add, remove = (rows_of(entry[key], n_samples) for key in ("add", "remove"))
        return ChangeNoise(add, remove, _text(entry, "cause"), when)
    if kind in (PlanCheck.name, AddCheck.name, CheckMore.name, TellChecks.name, Weigh.name):
        return replace(_check_or_weight(entry, n_samples), when=when)
    if kind in ROW_CHANGES:
        return ROW_CHANGES[kind].of(entry, n_samples, when)
    if kind == Go.name:
        return Go(check_count(entry["step"], "step", 0))
    return Undo() if {Undo.name: True, Redo.name: False}[kind] else Redo()


def as_read(
    operation: Operation, n_samples: int, describe: Codec, restore: Codec
) -> tuple[Operation, bytes]:
    """The operation, of plain values, as a journal gives it back, and the line that holds it.

    Every operation passes here before it is written: what can be written can be read again.
    `JournalError` if this one cannot.
    """
    entry = operation_entry(operation, describe)
    text = line(entry)
    read = entry_of(text[:-1])
    try:
        back = operation_of(read, n_samples, restore)
        if operation_entry(back, describe) != read:
            raise ValueError("it would come back as something else")
    except DAMAGE as error:
        raise JournalError(
            f"the step {operation.name!r} could not be read again from a journal ({error}), so "
            "nothing was recorded; pass plain numbers and texts"
        ) from error
    as_it_is = _is_plain(entry) and not isinstance(operation, Configure)
    return (operation if as_it_is else back), text


def _is_plain(value: Any) -> bool:
    """Whether all in it is of Python's own types, not of others that look and count the same."""
    if isinstance(value, (dict, list)):
        return all(map(_is_plain, value.values() if isinstance(value, dict) else value))
    return value is None or type(value) in (bool, int, float, str)


def time_of(entry: Entry) -> float | None:
    """Time of an entry, None in older journals."""
    when = entry.get("time")
    if not (when is None or Real().check(when)):
        raise ValueError(f"{when!r} is no time")
    return when


def _configure_of(entry: Entry, n_samples: int, restore: Codec) -> Configure:
    chosen = {key: restore(kind, entry[key]) for key, kind in ESTIMATORS.items() if key in entry}
    n_clusters, random_state = entry["n_clusters"], entry["random_state"]
    if n_clusters is not None:
        check_count(n_clusters, "n_clusters", 1, n_samples)
    if random_state is not None:
        check_count(random_state, "random_state", 0)
    return Configure(
        _text(entry, "cause"),
        **chosen,
        n_clusters=n_clusters,
        random_state=random_state,
        softly=None if entry.get("softly") is None else _flag(entry, "softly"),
        refit=_flag(entry, "refit", False),
    )


def _change_of(entry: Entry, n_samples: int) -> Change:
    n_clusters, naming, regrouped = map(entry.get, ("n_clusters", "naming", "regrouped"))
    if n_clusters is not None:
        check_count(n_clusters, "n_clusters", 1, n_samples)
    return Change(
        add=answers_of(entry["add"], n_samples),
        remove=tuple(check_count(number, "number") for number in entry["remove"]),
        cause=_text(entry, "cause"),
        n_clusters=n_clusters,
        asked=_asked_of(entry.get("asked"), n_samples),
        naming=None if naming is None else naming_of(naming, n_samples),
        regrouped=None if regrouped is None else regrouped_of(regrouped, n_samples),
        joins=_flag(entry, "joins", False),
    )


def _check_or_weight(
    entry: Entry, n_samples: int
) -> PlanCheck | AddCheck | CheckMore | TellChecks | Weigh:
    """A step of a check, or how a source counts, from plain values."""
    if entry["do"] == Weigh.name:
        source, joins = source_read(entry, n_samples), _flag(entry, "joins", False)
        return Weigh(source, _text(entry, "cause"), joins)
    if entry["do"] == AddCheck.name:
        return AddCheck(look_of(entry["row"], entry["said"], entry["source"], n_samples))
    if entry["do"] == CheckMore.name:
        stratum = stratum_of(entry["rows"], entry["drawn"], n_samples)
        return CheckMore(stratum, _text(entry, "cause"))
    if entry["do"] == TellChecks.name:
        return TellChecks(answers_of(entry["add"], n_samples), _text(entry, "cause"))
    cards, classes = checked_cards(entry["cards"], entry["classes"], n_samples)
    seed, n_rows = check_count(entry["seed"], "seed", 0), check_count(entry["n_rows"], "n_rows")
    return PlanCheck(cards, classes, seed, n_rows)


def _flag(entry: Entry, key: str, missing: bool | None = None) -> bool:
    value = entry.get(key, missing)
    if not isinstance(value, bool):
        raise ValueError(f"{key}={value!r} is neither true nor false")
    return value


def _text(entry: Entry, key: str) -> str:
    if not isinstance(value := entry[key], str):
        raise ValueError(f"{key}={value!r} is no text")
    return value


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
