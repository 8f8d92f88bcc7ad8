"""The first line of a journal and the fits in it as plain values, and back."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import Operation, stamped
from jupyter_sscluster.journal.lines import (
    DAMAGE,
    MAGIC,
    VERSIONS,
    Entry,
    JournalError,
    entry_of,
    line,
    packed,
    unpacked,
)
from jupyter_sscluster.journal.operations import ESTIMATORS, answer_rows, answers_of, as_read
from jupyter_sscluster.journal.timeline import Settings
from jupyter_sscluster.session.engine.checked_rows import Data
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.rows.fingerprints import data_entry
from jupyter_sscluster.session.engine.settings import describe, restore


def header(
    data: Data,
    given: Entry,
    settings: Settings,
    answers: Sequence[Answer],
    when: float | None = None,
    noise: Sequence[int] = (),
) -> Entry:
    """The first line: what the data are, what the constructor was given, how it began."""
    columns = data.given_columns
    return {
        "journal": MAGIC,
        "version": VERSIONS[bool(noise)],
        "data": data_entry(data.X, data.names, data.given_fingerprints),
        **({} if columns is None else {"columns": columns}),
        "given": given,
        "settings": settings_entry(settings),
        "answers": answer_rows(answers),
        **({"noise": list(noise)} if noise else {}),
        **({} if when is None else {"time": when}),
    }


def settings_read(entry: Entry, settings: Settings, n_samples: int) -> Settings:
    """Settings, of plain values, as the first line gives them back; `JournalError` if it cannot."""
    back = entry_of(line(entry)[:-1])
    try:
        answers_of(back["answers"], n_samples)
        again = settings_of(back["settings"], [settings.clusterer, settings.strategy])
        if settings_entry(again) != back["settings"]:
            raise ValueError("its settings would come back as others")
    except DAMAGE as error:
        raise JournalError(
            f"this session could not be read again from a journal ({error}); pass plain numbers, "
            "and an estimator that can be cloned"
        ) from error
    return again


def settings_entry(settings: Settings) -> Entry:
    """Settings as plain values."""
    return {
        "clusterer": describe("clusterers", settings.clusterer),
        "strategy": describe("strategies", settings.strategy),
        "n_clusters": settings.n_clusters,
        "random_state": settings.random_state,
        **({"softly": True} if settings.softly else {}),
    }


def settings_of(entry: Entry, given: Sequence[Any]) -> Settings:
    """Settings from plain values; ``given`` are the estimators that a file cannot hold."""
    return Settings(
        clusterer=restore("clusterers", entry["clusterer"], given),
        strategy=restore("strategies", entry["strategy"], given),
        n_clusters=entry["n_clusters"],
        random_state=entry["random_state"],
        softly="softly" in entry,
    )


def recorded(operation: Operation, when: float, n_samples: int) -> tuple[Operation, bytes]:
    """The operation with its time, of the plain values that a journal gives back, and its line."""
    own = [getattr(operation, key, None) for key in ESTIMATORS]
    given = [estimator for estimator in own if estimator is not None]
    return as_read(stamped(operation, when), n_samples, describe, partial(restore, given=given))


def fit_entry(record: FitRecord, base: FitRecord | None) -> Entry:
    """A finished fit; of its labels only those that differ from another fit's."""
    before = np.zeros(len(record.labels), dtype=np.int32) if base is None else base.labels
    rows = np.flatnonzero(record.labels != before)
    return {
        "do": "fit",
        "fit": record.fit,
        "base": None if base is None else base.fit,
        "rows": packed(np.diff(rows, prepend=0)),
        "labels": packed(record.labels[rows]),
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
    labels[np.cumsum(unpacked(entry["rows"]), dtype=np.int64)] = unpacked(entry["labels"])
    return ledger.attach(labels, **{key: entry[key] for key in MEASURES})
