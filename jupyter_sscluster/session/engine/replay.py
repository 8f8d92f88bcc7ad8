"""From the entries of a journal back to a session."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal import viewed
from jupyter_sscluster.journal.lines import Entry, line_of
from jupyter_sscluster.journal.operations import answers_of, operation_of, rows_of, time_of
from jupyter_sscluster.journal.row_changes import Extend
from jupyter_sscluster.journal.timeline import Settings, Timeline
from jupyter_sscluster.session.engine.entries import attach_fit, settings_of
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.session.engine.rows.matching import NAME as VALUES
from jupyter_sscluster.session.engine.settings import restore


def replay(
    path: Path, entries: Sequence[Entry], empty: Constraints, given: Sequence[Any]
) -> tuple[Ledger, Entry]:
    """The ledger that the entries lead to, and what the constructor was given last.

    `empty` are no constraints between all rows, of which the journal knows the first ones.
    """
    with line_of(path, 1):
        ledger = beginning(entries[0], empty, given)
        last_given = _arguments(entries[0])
    for number, entry in enumerate(entries[1:], 2):
        with line_of(path, number):
            if entry["do"] == "given":
                last_given = _arguments(entry)
            else:
                follow(ledger, entry, given, empty.names)
    return ledger, last_given


def beginning(entry: Entry, empty: Constraints, given: Sequence[Any]) -> Ledger:
    """The ledger that the first line begins, of the rows that there were."""
    n_samples = check_count(entry["data"]["shape"][0], "n_samples", 1, empty.n_samples)
    settings = settings_of(entry["settings"], given)
    _check_settings(settings, n_samples)
    answers = answers_of(entry["answers"], n_samples)
    names = None if empty.names is None else empty.names[:n_samples]
    noise = rows_of(entry.get("noise", ()), n_samples)
    known = Constraints(n_samples, names=names, noise=noise)
    return Ledger(Timeline.start(known, settings, answers, time_of(entry)))


def follow(
    ledger: Ledger, entry: Entry, given: Sequence[Any], names: tuple[str, ...] | None
) -> None:
    """Do what another line says; a line that makes no sense changes nothing.

    Rows that it adds are called as `names` of the data that were passed say, where these have any.
    """
    n_samples = ledger.state.constraints.n_samples
    if entry["do"] == "given":
        _arguments(entry)
    elif entry["do"] == "fit":
        attach_fit(ledger, entry, n_samples)
    elif entry["do"] == "score":
        ledger.score(entry["fit"], float(entry["score"]))
    elif entry["do"] == viewed.NAME:
        ledger.viewed = viewed.viewed_of(entry)
    elif entry["do"] == VALUES:
        return  # heeded when the rows were found
    else:
        operation = operation_of(entry, n_samples, partial(restore, given=given))
        if isinstance(operation, Extend) and names is not None:
            operation = replace(operation, names=names[n_samples : n_samples + operation.n])
        ledger.commit(operation.apply(ledger.timeline), operation)


def _arguments(entry: Entry) -> Entry:
    given: Entry = entry["given"]
    if not isinstance(given, dict):
        raise TypeError("the constructor's arguments are missing")
    return given


def _check_settings(settings: Settings, n_samples: int) -> None:
    check_count(settings.n_clusters, "n_clusters", 1, n_samples)
    check_count(settings.random_state, "random_state", 0)


def check_present(ledger: Ledger) -> None:
    """Refuse if the present state needs an estimator that the file could not hold."""
    settings = ledger.state.settings
    for estimator in (settings.clusterer, settings.strategy):
        sentence = getattr(estimator, "sentence", None)
        if sentence is not None:
            raise InputError(sentence)
