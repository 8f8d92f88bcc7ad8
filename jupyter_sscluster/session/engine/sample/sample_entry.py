"""The rows that are shown, as a journal holds them."""

import base64
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._validation import check_count
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs
from jupyter_sscluster.journal.lines import Entry, line_of
from jupyter_sscluster.session.engine.sample.sample import Sample


def rows_stated(constraints: Constraints) -> IntArray:
    """The rows that something is stated about, ascending, each once."""
    return np.unique(stated_pairs(constraints).pairs).astype(np.int64)


def sample_entry(shown: Sample) -> Entry:
    """The rows drawn or chosen, for the journal's line of arguments; {} if all are shown."""
    if shown.rows is None:
        return {}
    steps = np.diff(shown.rows, prepend=0).astype("<i8")
    return {"rows": base64.b64encode(zlib.compress(steps.tobytes())).decode("ascii")}


def given_last(entries: Sequence[Entry]) -> tuple[int, Entry]:
    """The last line that says what the constructor was given, with its number from 1."""
    given = [k for k, entry in enumerate(entries) if k == 0 or entry.get("do") == "given"]
    return given[-1] + 1, entries[given[-1]]


def sample_of(path: Path, entries: Sequence[Entry], n_samples: int) -> IntArray | None:
    """The rows that a journal says were drawn or chosen last, and those drawn of rows added since.

    None where all are shown.
    """
    line, entry = given_last(entries)
    if "rows" not in entry:
        return None
    with line_of(path, line):
        steps = zlib.decompress(base64.b64decode(entry["rows"], validate=True))
        rows = np.cumsum(np.frombuffer(steps, "<i8"))
        if not len(rows) or rows[0] < 0 or rows[-1] >= n_samples or (np.diff(rows) <= 0).any():
            raise ValueError("it shows rows that the data do not have")
    for number, later in enumerate(entries[line:], line + 1):
        if later.get("do") == "extend" and "shown" in later:
            with line_of(path, number):
                more = [check_count(row, "row", 0, n_samples - 1) for row in later["shown"]]
            rows = np.union1d(rows, np.array(more, dtype=np.int64))
    return rows
