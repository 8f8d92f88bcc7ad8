"""Operations and fits as plain values for the journal, and back."""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import astuple
from typing import Any

import numpy as np

from jupyter_sscluster._validation import Real, check_count
from jupyter_sscluster.session.history.ledger import Ledger
from jupyter_sscluster.session.history.records import Answer, FitRecord
from jupyter_sscluster.session.history.states import (
    Change,
    Configure,
    Operation,
    Redo,
    Refit,
    Settings,
    Undo,
)
from jupyter_sscluster.session.history.step_names import KIND_TEXTS
from jupyter_sscluster.session.journal.lines import MAGIC, VERSION, Entry
from jupyter_sscluster.session.settings import describe, restore

KINDS = {"clusterer": "clusterers", "strategy": "strategies"}


def fingerprint(X: np.ndarray) -> str:
    """SHA-256 of shape, type and bytes of the data as float64; -0.0 counts as 0.0."""
    data = np.ascontiguousarray(X, dtype="<f8") + 0.0
    digest = hashlib.sha256(f"{data.shape} {data.dtype.str} ".encode())
    digest.update(data.data)
    return digest.hexdigest()


def header(X: np.ndarray, given: Entry, settings: Settings, answers: Sequence[Answer]) -> Entry:
    """The first line: what the data are, what the constructor was given, how it began."""
    return {
        "journal": MAGIC,
        "version": VERSION,
        "data": {"shape": list(X.shape), "fingerprint": fingerprint(X)},
        "given": given,
        "settings": settings_entry(settings),
        "answers": [list(astuple(answer)) for answer in answers],
    }


def settings_entry(settings: Settings) -> Entry:
    """Settings as plain values."""
    return {
        "clusterer": describe("clusterers", settings.clusterer),
        "strategy": describe("strategies", settings.strategy),
        "n_clusters": settings.n_clusters,
        "random_state": settings.random_state,
    }


def settings_of(entry: Entry, given: Sequence[Any]) -> Settings:
    """Settings from plain values; ``given`` are the estimators that a file cannot hold."""
    return Settings(
        clusterer=restore("clusterers", entry["clusterer"], given),
        strategy=restore("strategies", entry["strategy"], given),
        n_clusters=entry["n_clusters"],
        random_state=entry["random_state"],
    )


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
        and answer.kind in KIND_TEXTS
        and Real(0, low_open=True).check(answer.weight)
        and isinstance(answer.soft, bool)
        and Real().check(answer.time)
        and isinstance(answer.source, str)
    )
    if not sound:
        raise ValueError(f"{answer} is no answer")


def operation_entry(operation: Operation) -> Entry:
    """An operation as plain values."""
    entry: Entry = {"do": operation.name}
    if isinstance(operation, Change):
        entry["add"] = [list(astuple(answer)) for answer in operation.add]
        entry["remove"] = list(operation.remove)
        entry["cause"] = operation.cause
    elif isinstance(operation, Configure):
        entry["cause"] = operation.cause
        for key, kind in KINDS.items():
            if (estimator := getattr(operation, key)) is not None:
                entry[key] = describe(kind, estimator)
        entry["n_clusters"] = operation.n_clusters
        entry["random_state"] = operation.random_state
    elif isinstance(operation, Refit):
        entry["fresh"] = operation.fresh
    return entry


def operation_of(entry: Entry, given: Sequence[Any], n_samples: int) -> Operation:
    """An operation from plain values."""
    if entry["do"] == Change.name:
        add = answers_of(entry["add"], n_samples)
        return Change(add, tuple(entry["remove"]), entry["cause"])
    if entry["do"] == Configure.name:
        chosen = {
            key: restore(kind, entry[key], given) for key, kind in KINDS.items() if key in entry
        }
        numbers = {key: entry[key] for key in ("n_clusters", "random_state")}
        return Configure(entry["cause"], **chosen, **numbers)
    if entry["do"] == Refit.name:
        return Refit(entry["fresh"])
    return Undo() if {Undo.name: True, Redo.name: False}[entry["do"]] else Redo()


def fit_entry(record: FitRecord, base: FitRecord | None) -> Entry:
    """A finished fit; of its labels only those that differ from another fit's."""
    before = np.zeros(len(record.labels), dtype=np.int32) if base is None else base.labels
    rows = np.flatnonzero(record.labels != before)
    return {
        "do": "fit",
        "fit": record.fit,
        "base": None if base is None else base.fit,
        "rows": _packed(np.diff(rows, prepend=0)),
        "labels": _packed(record.labels[rows]),
        **{key: getattr(record, key) for key in MEASURES},
    }


MEASURES = ("kept", "violated", "seconds", "objective", "fresh", "score")


def attach_fit(ledger: Ledger, entry: Entry, n_samples: int) -> FitRecord:
    """Put a fit from the journal into the ledger."""
    if entry["fit"] != ledger.state.fit:
        raise ValueError(f"fit {entry['fit']} is not that of the present state")
    if entry["base"] is None:
        labels = np.zeros(n_samples, dtype=np.int32)
    else:
        labels = ledger.records[entry["base"]].labels.copy()
    labels[np.cumsum(_unpacked(entry["rows"]), dtype=np.int64)] = _unpacked(entry["labels"])
    return ledger.attach(labels, **{key: entry[key] for key in MEASURES})


def _packed(numbers: np.ndarray) -> str:
    """Whole numbers as text: 32 bits each, compressed, base 64."""
    return base64.b64encode(zlib.compress(numbers.astype("<u4").tobytes())).decode("ascii")


def _unpacked(text: str) -> np.ndarray:
    return np.frombuffer(zlib.decompress(base64.b64decode(text, validate=True)), "<u4")
