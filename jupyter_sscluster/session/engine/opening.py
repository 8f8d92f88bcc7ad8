"""How a session begins: from its arguments, or from its journal and what changed in them."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import estimate_n_clusters
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import checked_annotator
from jupyter_sscluster.journal.changes import stamped
from jupyter_sscluster.journal.journal import Journal, Log, check_free
from jupyter_sscluster.journal.lines import Contents, Entry, JournalChangedError, JournalError, read
from jupyter_sscluster.journal.operations import operation_entry
from jupyter_sscluster.journal.timeline import Settings, Timeline
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.cautions import scale_note
from jupyter_sscluster.session.engine.checked_rows import Data, check_rows
from jupyter_sscluster.session.engine.constructor_arguments import Arguments, check_arguments, edits
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.entries import header
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.session.engine.preprocessing import prepared
from jupyter_sscluster.session.engine.replay import check_present, replay
from jupyter_sscluster.session.engine.sample.drawing import check_sample
from jupyter_sscluster.session.engine.sample.large_data import may_be_large
from jupyter_sscluster.session.engine.sample.sample import Sample, shown_rows
from jupyter_sscluster.session.engine.sample.sample_entry import (
    given_last,
    rows_stated,
    sample_entry,
    sample_of,
)
from jupyter_sscluster.session.engine.scores import with_truth
from jupyter_sscluster.session.engine.settings import describe

CLOSED = "this session was closed; make a new one with the same path to go on"


@dataclass(frozen=True, eq=False)
class Opening:
    """A session's ledger and journal, ready to go on, and what is to be told about them."""

    ledger: Ledger
    journal: Log
    is_new: bool
    shown: Sample
    notes: list[str] = field(default_factory=list)


def opened(
    X: Any,
    clusterer: Any,
    strategy: Any,
    constraints: Constraints | None,
    *,
    n_clusters: int | None,
    path: Any,
    names: Sequence[str] | None,
    y_true: Any,
    preprocess: Any,
    random_state: int,
    background: bool,
    annotator: str | None,
    sample: Any,
) -> Engine:
    """The engine of a new session, or of the one in its journal; the arguments of `Session`."""
    name = checked_annotator(annotator)
    made = prepared(X, preprocess, sampled=sample is not None)
    data = check_rows(made, names, constraints, copied=sample is None)
    wanted = check_sample(sample, len(data.X), data.names)
    data = with_truth(data, y_true)
    arguments = check_arguments(
        data.empty, clusterer, strategy, constraints, n_clusters, random_state, wanted
    )
    file = None if path is None else checked_path(path)
    is_new_file = file is not None and not file.exists()
    start = begin(data, arguments, file)
    engine = _engine(data, start, annotator=name, background=background)
    failure = engine.fits.failure
    if start.is_new and not background and failure is not None:
        engine.retire(CLOSED)
        if is_new_file and file is not None:
            with contextlib.suppress(OSError):
                file.unlink()
        raise failure
    return engine


def loaded(
    path: Any,
    X: Any,
    *,
    clusterer: Any,
    strategy: Any,
    names: Sequence[str] | None,
    y_true: Any,
    preprocess: Any,
    background: bool,
) -> Engine:
    """The engine of a saved session; the arguments of `Session.load`."""
    some = may_be_large(X) and shows_some(path)
    made = prepared(X, preprocess, sampled=some)
    data = check_rows(made, names, None, copied=not made.in_blocks)
    data = with_truth(data, y_true)
    own = [estimator for estimator in (clusterer, strategy) if estimator is not None]
    return _engine(data, load(data, checked_path(path), own), background=background)


def _engine(data: Data, start: Opening, *, annotator: str = "", background: bool = False) -> Engine:
    engine = Engine(
        data, start.ledger, start.journal, start.shown, annotator=annotator, background=background
    )
    scale = scale_note(start.shown.X, data.features, data.preprocess)
    engine.notes += [*start.notes, *([] if scale is None else [scale])]
    engine.fits.start()
    return engine


def checked_path(path: Any) -> Path:
    """The file of this name."""
    if not isinstance(path, (str, os.PathLike)) or str(path) == "":
        raise InputError(f"path={path!r} must be the name of a file, a text or a Path")
    return Path(path).expanduser()


def begin(data: Data, arguments: Arguments, path: Path | None) -> Opening:
    """A session from its arguments; from its journal, where there is one at ``path``."""
    if path is None:
        return _begun(data, arguments, Log)
    try:
        return _begin_at(path, data, arguments)
    except JournalChangedError:  # by the session that has now given way
        return _begin_at(path, data, arguments)


def _begin_at(path: Path, data: Data, arguments: Arguments) -> Opening:
    check_free(path)
    found = read(path)
    if found.entries:
        return _resumed(data, arguments, path, found)
    return _begun(data, arguments, partial(Journal, path, found))


def _begun(data: Data, arguments: Arguments, journal: Callable[[], Log]) -> Opening:
    """A session from its arguments; its journal is made last, when nothing can fail any more."""
    shown = _shown(data, arguments)
    opening = Opening(_new_ledger(data, arguments, shown), journal(), True, shown)
    opening.journal.append(_header(data, arguments, opening))
    return opening


def shows_some(path: Any) -> bool:
    """Whether a file is of a session with a sample; whatever is wrong with it is told later."""
    if not isinstance(path, (str, os.PathLike)):
        return False
    try:
        entries = read(Path(path).expanduser()).entries
    except JournalError:
        return False
    return bool(entries) and "rows" in given_last(entries)[1]


def load(data: Data, path: Path, given: list[Any]) -> Opening:
    """A session from a file, which is only read."""
    found = read(path)
    if not found.entries:
        raise JournalError(f"there is no session in {path}; give a file that session.save wrote")
    ledger, _ = replay(path, found.entries, data.X, data.empty, given)
    check_present(ledger)
    log = Log()
    for entry in found.entries:
        log.append(entry)
    shown = shown_rows(data.X, sample_of(path, found.entries, len(data.X)), data.names)
    return Opening(ledger, log, False, shown, _torn_note(path, found))


def _shown(data: Data, arguments: Arguments) -> Sample:
    """The rows to show, as the arguments have them."""
    wanted, stated = arguments.sample, rows_stated(arguments.constraints)
    rows = None if wanted is None else wanted.take(data.X, stated, arguments.random_state)
    return shown_rows(data.X, rows, data.names)


def _new_ledger(data: Data, arguments: Arguments, shown: Sample) -> Ledger:
    n_clusters = arguments.n_clusters
    if n_clusters is None:
        known, seed = arguments.constraints, arguments.random_state
        known = shown.known(known)
        n_clusters = estimate_n_clusters(shown.X, known, random_state=seed).n_clusters
    settings = Settings(arguments.clusterer, arguments.strategy, n_clusters, arguments.random_state)
    answers = operations.given_answers(arguments.constraints)
    return Ledger(Timeline.start(data.empty, settings, answers, time.time()))


def _header(data: Data, arguments: Arguments, opening: Opening) -> Entry:
    state = opening.ledger.state
    entry = header(data.X, arguments.plain, state.settings, state.answers, state.when)
    return entry | sample_entry(opening.shown)


def _resumed(data: Data, arguments: Arguments, path: Path, found: Contents) -> Opening:
    """The session of the journal, with what was edited in the arguments since applied to it."""
    estimators = [arguments.clusterer, arguments.strategy]
    ledger, before = replay(path, found.entries, data.X, data.empty, estimators)
    entries = []
    rows = sample_of(path, found.entries, len(data.X))
    shown = shown_rows(data.X, rows, data.names)
    if before.get("sample") != arguments.plain.get("sample"):
        shown = _shown(data, arguments)
    if before != arguments.plain:
        for edit in edits(ledger.timeline, arguments, before, data.X.shape[1]):
            edit = stamped(edit, time.time())
            ledger.commit(edit.apply(ledger.timeline))
            entries.append(operation_entry(edit, describe))
        entries.append({"do": "given", "given": arguments.plain} | sample_entry(shown))
    check_present(ledger)
    journal = Journal(path, found)
    for entry in entries:
        journal.append(entry)
    return Opening(ledger, journal, False, shown, _torn_note(path, found))


def _torn_note(path: Path, found: Contents) -> list[str]:
    if not found.torn:
        return []
    return [
        f"The last line of {path} was cut off while it was written and was left out; everything "
        "before it is there."
    ]
