"""How a session begins: from its arguments, or from its journal and what changed in them."""

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import estimate_n_clusters
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.files.text_files import file_path
from jupyter_sscluster.journal.answer import checked_annotator
from jupyter_sscluster.journal.journal import Journal, Log, check_free
from jupyter_sscluster.journal.lines import (
    Contents,
    Entry,
    JournalChangedError,
    JournalError,
    line,
    read,
)
from jupyter_sscluster.journal.timeline import Settings, Timeline
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.cautions import scale_note
from jupyter_sscluster.session.engine.checked_rows import Data, check_rows, with_texts
from jupyter_sscluster.session.engine.constructor_arguments import (
    Arguments,
    about,
    are_edited,
    check_arguments,
    edits,
    for_small_groups,
    small_groups_note,
    with_earlier_defaults,
)
from jupyter_sscluster.session.engine.engine import Engine, HasEngine
from jupyter_sscluster.session.engine.entries import header, recorded, settings_read
from jupyter_sscluster.session.engine.fit.scores import with_truth
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.session.engine.missing_lines import WithoutLines
from jupyter_sscluster.session.engine.replay import check_present, replay
from jupyter_sscluster.session.engine.rows.arrivals import Arrivals, check_words
from jupyter_sscluster.session.engine.rows.growing import first_rows, prepared_as_before
from jupyter_sscluster.session.engine.sample.drawing import check_sample
from jupyter_sscluster.session.engine.sample.large_data import in_memory, may_be_large
from jupyter_sscluster.session.engine.sample.sample import Sample, shown_rows
from jupyter_sscluster.session.engine.sample.sample_entry import (
    given_last,
    rows_stated,
    sample_entry,
    sample_of,
)

CLOSED = "this session was closed; make a new one with the same path to go on"


@dataclass(frozen=True, eq=False)
class Opening:
    """A session's ledger, journal and rows, ready to go on, and what is to be told of them."""

    ledger: Ledger
    journal: Log
    is_new: bool
    shown: Sample
    data: Data
    notes: list[str] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)


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
    texts: Any,
    missing: Any,
    changed: Any,
) -> Engine:
    """The engine of a new session, or of the one in its journal; the arguments of `Session`."""
    name = checked_annotator(annotator)
    made = prepared_as_before(X, preprocess, path, sampled=sample is not None, names=names)
    data = check_rows(made, names, constraints, copied=sample is None)
    wanted = check_sample(sample, len(data.X), data.names)
    data = with_texts(with_truth(data, y_true), texts)
    arguments = check_arguments(
        data.empty,
        clusterer,
        strategy,
        constraints,
        n_clusters,
        random_state,
        wanted,
        in_blocks=not in_memory(data.X),
    )
    file = None if path is None else checked_path(path)
    is_new_file = file is not None and not file.exists()
    start = begin(data, arguments, file, {"missing": missing, "changed": changed})
    engine = _engine(start, annotator=name, background=background)
    engine.estimates_n_clusters = arguments.n_clusters is None
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
    without_lines: Sequence[int],
    texts: Any,
    missing: Any,
    changed: Any,
) -> Engine:
    """The engine of a saved session; the arguments of `Session.load`."""
    some = may_be_large(X) and shows_some(path, without_lines)
    made = prepared_as_before(X, preprocess, path, sampled=some, names=names)
    data = check_rows(made, names, None, copied=not made.in_blocks)
    data = with_texts(with_truth(data, y_true), texts)
    own = [estimator for estimator in (clusterer, strategy) if estimator is not None]
    rows = {"missing": missing, "changed": changed}
    start = load(data, checked_path(path), own, without_lines, rows)
    return _engine(start, background=background)


def _engine(start: Opening, *, annotator: str = "", background: bool = False) -> Engine:
    data = start.data
    engine = Engine(
        data, start.ledger, start.journal, start.shown, annotator=annotator, background=background
    )
    # The first of some principal components is meant to outweigh the others.
    told = data.features
    scale = None if data.rotated else scale_note(start.shown.X, told, data.preprocess)
    engine.advice += [*start.advice, *data.notes]
    engine.notes += [*start.notes, *engine.advice, *([] if scale is None else [scale])]
    engine.fits.start()
    shown = start.ledger.shown
    if shown is not None and shown.placed and shown.score is None:
        engine.fits.tell(shown)
    return engine


def checked_path(path: Any) -> Path:
    """The file of this name, "~" being the folder of the person."""
    name = file_path(path)
    with contextlib.suppress(RuntimeError):  # there is no person of that name
        return name.expanduser()
    return name


def save(session: HasEngine, path: Any) -> None:
    """Write the whole session, with its history, into one file, for `load` or ``path=``.

    The journal itself is written anew where it was removed or replaced.
    """
    target, engine = checked_path(path), session._engine
    with engine.lock:
        engine.journal.save(target)


def begin(data: Data, arguments: Arguments, path: Path | None, rows: dict[str, Any]) -> Opening:
    """A session from its arguments; from its journal, where there is one at ``path``.

    `rows` say what becomes of rows that the journal knows and that are missing or changed.
    """
    check_words(**rows)
    if path is None:
        return _begun(data, arguments, Log)
    try:
        return _begin_at(path, data, arguments, rows)
    except JournalChangedError:  # by the session that has now given way
        return _begin_at(path, data, arguments, rows)


def _begin_at(path: Path, data: Data, arguments: Arguments, rows: dict[str, Any]) -> Opening:
    check_free(path)
    found = read(path)
    if found.entries:
        return _resumed(data, arguments, path, found, rows)
    return _begun(data, arguments, partial(Journal, path, found))


def _begun(data: Data, arguments: Arguments, journal: Callable[[], Log]) -> Opening:
    """A session from its arguments; its journal is made last, when nothing can fail any more."""
    shown = _shown(data, arguments)
    arguments, advice = _completed(data, arguments, shown)
    ledger = _new_ledger(data, arguments)
    first = _header(data, arguments, ledger, shown)
    settings = settings_read(first, ledger.state.settings, data.n_samples)
    ledger.timeline = ledger.timeline.with_present(replace(ledger.state, settings=settings))
    opening = Opening(ledger, journal(), True, shown, data, advice=advice)
    opening.journal.append(line(first))
    return opening


def shows_some(path: Any, without: Sequence[int] = ()) -> bool:
    """Whether a file is of a session with a sample; whatever is wrong with it is told later."""
    try:
        entries = read(checked_path(path), without).entries
    except InputError:
        return False
    return bool(entries) and "rows" in given_last(entries)[1]


def load(
    data: Data, path: Path, given: list[Any], without: Sequence[int], rows: dict[str, Any]
) -> Opening:
    """A session from a file, which is only read; the lines in ``without`` may be damaged."""
    found = read(path, without)
    if not found.entries:
        raise JournalError(f"there is no session in {path}; give a file that session.save wrote")
    notes = _torn_note(path, found)
    entries = [found.entries[0] or _default_header(data, found.entries), *found.entries[1:]]
    check_words(**rows)
    arrivals = Arrivals(path, entries, data, **rows)
    data = arrivals.data
    if found.left_out:
        left = WithoutLines(path, found, entries[0], data.empty, given)
        found, notes = left.contents, [*left.notes]
    ledger, _ = replay(path, found.entries, data.empty, given)
    if arrivals.prefer_in_force(ledger.state):
        data = arrivals.data
        ledger, _ = replay(path, found.entries, data.empty, given)
    arrivals.check(ledger.state)
    check_present(ledger)
    shown = shown_rows(data.X, sample_of(path, found.entries, len(data.X)), data.names)
    journal = Log(found.data)
    for text in arrivals.settle(ledger, shown):
        journal.append(text)
    shown = arrivals.shown or shown
    return Opening(ledger, journal, False, shown, data, notes, [*arrivals.notes])


def _shown(data: Data, arguments: Arguments) -> Sample:
    """The rows to show, as the arguments have them."""
    wanted, stated = arguments.sample, rows_stated(arguments.constraints)
    rows = None if wanted is None else wanted.take(data.X, stated, arguments.random_state)
    return shown_rows(data.X, rows, data.names)


def _completed(data: Data, arguments: Arguments, shown: Sample) -> tuple[Arguments, list[str]]:
    """The arguments with a number of clusters, and advice: the data may want another default."""
    if arguments.n_clusters is not None:
        return arguments, []
    found = estimate_n_clusters(
        shown.X,
        shown.known(arguments.constraints),
        small_groups=shown.all,
        random_state=arguments.random_state,
    )
    complete = replace(arguments, n_clusters=found.n_clusters)
    if not found.n_groups or arguments.plain["clusterer"] is not None:
        return complete, []
    return for_small_groups(complete), [small_groups_note(found.reason)]


def _new_ledger(data: Data, arguments: Arguments) -> Ledger:
    n_clusters = arguments.n_clusters
    assert n_clusters is not None
    settings = Settings(
        arguments.clusterer,
        arguments.strategy,
        n_clusters,
        arguments.random_state,
        softly=arguments.softly,
    )
    answers = operations.given_answers(arguments.constraints)
    empty = data.empty.with_noise(arguments.constraints.noise)
    return Ledger(Timeline.start(empty, settings, answers, time.time()))


def _header(data: Data, arguments: Arguments, ledger: Ledger, shown: Sample) -> Entry:
    state = ledger.state
    noise = state.constraints.noise.tolist()
    entry = header(data, arguments.plain, state.settings, state.answers, state.when, noise)
    return entry | sample_entry(shown)


def _default_header(data: Data, entries: Sequence[Entry]) -> Entry:
    """The first line of a session about which nothing is known but the rows that were added."""
    added = sum(each["data"]["shape"][0] for each in entries if each.get("do") == "extend")
    if added:
        data = first_rows(data, max(1, data.n_samples - added))
    blocks = not in_memory(data.X)
    arguments = check_arguments(data.empty, None, None, None, None, 0, in_blocks=blocks)
    shown = _shown(data, arguments)
    arguments, _ = _completed(data, arguments, shown)
    return _header(data, arguments, _new_ledger(data, arguments), shown)


def _resumed(
    data: Data, arguments: Arguments, path: Path, found: Contents, rows: dict[str, Any]
) -> Opening:
    """The session of the journal, with what was edited in the arguments since applied to it."""
    estimators = [arguments.clusterer, arguments.strategy]
    arrivals = Arrivals(path, found.entries, data, **rows)
    data = arrivals.data
    ledger, before = replay(path, found.entries, data.empty, estimators)
    if arrivals.prefer_in_force(ledger.state):
        data = arrivals.data
        ledger, before = replay(path, found.entries, data.empty, estimators)
    if arrivals.match.moved:
        if arguments.sample is not None:
            raise JournalError(
                f"X has the rows of the journal {path} in another order, and sample= counts them "
                "in that order; pass X in the order of then, the new rows last"
            )
        arguments = about(arguments, arrivals.by_number(arguments.constraints))
    arrivals.check(ledger.state)
    arguments, before = with_earlier_defaults(arguments, before)
    texts: list[bytes] = []
    seen = sample_of(path, found.entries, len(data.X))
    shown = shown_rows(data.X, seen, data.names)
    other = before.get("sample") != arguments.plain.get("sample")
    if other:
        shown = _shown(data, arguments)
    texts += arrivals.settle(ledger, shown, drawn=other)
    shown = arrivals.shown or shown
    if are_edited(arguments, before):
        for edit in edits(ledger.timeline, arguments, before, data.X.shape[1]):
            edit, text = recorded(edit, time.time(), data.n_samples)
            ledger.commit(edit.apply(ledger.timeline), edit)
            texts.append(text)
        texts.append(line({"do": "given", "given": arguments.plain} | sample_entry(shown)))
    check_present(ledger)
    journal = Journal(path, found)
    for text in texts:
        journal.append(text)
    notes, advice = _torn_note(path, found), [*arrivals.notes]
    return Opening(ledger, journal, False, shown, data, notes, advice)


def _torn_note(path: Path, found: Contents) -> list[str]:
    if not found.torn:
        return []
    return [
        f"The last line of {path} was cut off while it was written and was left out; everything "
        "before it is there."
    ]
