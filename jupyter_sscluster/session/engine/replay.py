"""From the entries of a journal back to a session."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal import viewed
from jupyter_sscluster.journal.lines import Entry, JournalError, damaged, line_of
from jupyter_sscluster.journal.operations import answers_of, operation_of, rows_of, time_of
from jupyter_sscluster.journal.timeline import Settings, Timeline
from jupyter_sscluster.session.engine.entries import attach_fit, fingerprint, settings_of
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.session.engine.settings import restore


def replay(
    path: Path, entries: Sequence[Entry], X: np.ndarray, empty: Constraints, given: Sequence[Any]
) -> tuple[Ledger, Entry]:
    """The ledger that the entries lead to, and what the constructor was given last."""
    check_data(path, entries[0], X)
    with line_of(path, 1):
        ledger = beginning(entries[0], empty, given)
        last_given = _arguments(entries[0])
    for number, entry in enumerate(entries[1:], 2):
        with line_of(path, number):
            if entry["do"] == "given":
                last_given = _arguments(entry)
            else:
                follow(ledger, entry, given, empty.n_samples)
    return ledger, last_given


def beginning(entry: Entry, empty: Constraints, given: Sequence[Any]) -> Ledger:
    """The ledger that the first line begins."""
    settings = settings_of(entry["settings"], given)
    _check_settings(settings, empty.n_samples)
    answers = answers_of(entry["answers"], empty.n_samples)
    known = empty.with_noise(rows_of(entry.get("noise", ()), empty.n_samples))
    return Ledger(Timeline.start(known, settings, answers, time_of(entry)))


def follow(ledger: Ledger, entry: Entry, given: Sequence[Any], n_samples: int) -> None:
    """Do what another line says; a line that makes no sense changes nothing."""
    if entry["do"] == "given":
        _arguments(entry)
    elif entry["do"] == "fit":
        attach_fit(ledger, entry, n_samples)
    elif entry["do"] == "score":
        ledger.score(entry["fit"], float(entry["score"]))
    elif entry["do"] == viewed.NAME:
        ledger.viewed = viewed.viewed_of(entry)
    else:
        operation = operation_of(entry, n_samples, partial(restore, given=given))
        ledger.commit(operation.apply(ledger.timeline))


def _arguments(entry: Entry) -> Entry:
    given: Entry = entry["given"]
    if not isinstance(given, dict):
        raise TypeError("the constructor's arguments are missing")
    return given


def _check_settings(settings: Settings, n_samples: int) -> None:
    check_count(settings.n_clusters, "n_clusters", 1, n_samples)
    check_count(settings.random_state, "random_state", 0)


def check_data(path: Path, entry: Entry, X: np.ndarray) -> None:
    """Refuse if the first line is of other data than these."""
    about = entry.get("data")
    if not isinstance(about, dict) or not isinstance(about.get("shape"), list):
        raise damaged(path, [1], "it does not say what the data are")
    if about["shape"] != list(X.shape):
        rows = " × ".join(map(str, about["shape"]))
        raise JournalError(
            f"the journal {path} belongs to other data: {rows} values, and X has "
            f"{X.shape[0]} × {X.shape[1]}; pass the data it was made with, and the same "
            "preprocess=, or give another path"
        )
    if about.get("fingerprint") != fingerprint(X):
        raise JournalError(
            f"the journal {path} belongs to other data of the same shape; pass exactly the values "
            "it was made with, and the same preprocess=, or give another path"
        )


def check_present(ledger: Ledger) -> None:
    """Refuse if the present state needs an estimator that the file could not hold."""
    settings = ledger.state.settings
    for estimator in (settings.clusterer, settings.strategy):
        sentence = getattr(estimator, "sentence", None)
        if sentence is not None:
            raise InputError(sentence)
