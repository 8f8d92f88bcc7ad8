"""Write the links and the noise of a session to a file, with answers, and read these back."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputTypeError
from jupyter_sscluster.constraints.files.csv_file import csv_text, read_csv
from jupyter_sscluster.constraints.files.file_format import (
    NOISE,
    FileContent,
    Record,
    noise_record,
    placed,
)
from jupyter_sscluster.constraints.files.json_file import json_text, read_json
from jupyter_sscluster.constraints.files.origins import Origin
from jupyter_sscluster.constraints.files.text_files import file_path
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.session import Session, engine_of


def constraints_csv(session: Session) -> str:
    """The links in force as CSV: pair, kind, weight, soft, answer, source, time, row names.

    Rows said to be in no cluster follow, as statements of the kind "noise" about one row. Read by
    `Constraints.from_csv` or `read_answers`. Don't-knows, and what is about rows left out, are only
    in the session's own file; `labels_csv` has the rows left out.
    """
    return csv_text(content_of_session(session))


def constraints_json(session: Session) -> str:
    """The same as JSON, for `Constraints.from_json` and `read_answers`."""
    return json_text(content_of_session(session))


def read_answers(
    path: str | PathLike[str],
    n_samples: int | None = None,
    names: Sequence[str] | None = None,
) -> tuple[Answer, ...]:
    """Read the answers of a file of constraints, exactly as they were given.

    Statements that nobody has answered, as in a file of `Constraints.to_csv`, are numbered in the
    file's order and have the source "initial". Noise is no answer: `Constraints.from_csv` reads it.

    Parameters
    ----------
    path : str or Path
        CSV, or JSON if it ends in ``.json``.
    n_samples, names
        As for `Constraints.from_csv`.

    Raises
    ------
    InputError
        If a line makes no sense; the sentence says which.
    """
    is_json = file_path(path).suffix.lower() == ".json"
    content = placed(read_json(path) if is_json else read_csv(path), n_samples, names)
    pairs = (record for record in content.records if record.kind != NOISE)
    return tuple(_answer(place, record) for place, record in enumerate(pairs, 1))


def checked_session(session: Any) -> Session:
    """The same session; `InputError` where it is none."""
    if not isinstance(session, Session):
        raise InputTypeError(
            f"session={session!r} must be a Session; that of a widget is explorer.session"
        )
    return session


def content_of_session(session: Session) -> FileContent:
    """The links and the noise in force, with the answers that they come from."""
    state = engine_of(checked_session(session)).state
    records = [_record(answer) for answer in state.awake if answer.kind != "unknown"]
    noise = np.setdiff1d(session.constraints.noise, state.rows.excluded)
    records += map(noise_record, noise.tolist())
    return FileContent(session.n_samples, session.names, records)


def _record(answer: Answer) -> Record:
    origin = Origin(answer.number, answer.source, answer.time)
    return Record(answer.i, answer.j, answer.kind, answer.weight, answer.soft, "", origin)


def _answer(place: int, record: Record) -> Answer:
    number, source, time = record.origin or (place, "initial", 0.0)
    fields = (record.i, record.j, record.kind, record.weight, record.soft)
    return Answer(number, *fields, time=time, source=source)
