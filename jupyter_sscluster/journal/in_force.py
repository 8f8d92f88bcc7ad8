"""What is in force at the end of a journal, for those who want its answers and nothing else."""

from pathlib import Path
from typing import Any, NamedTuple

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.lines import OPERATIONS, NoJournalError, line_of, read
from jupyter_sscluster.journal.operations import answers_of, operation_of, rows_of
from jupyter_sscluster.journal.timeline import Settings, Timeline


class InForce(NamedTuple):
    """The number of points that a journal is about, and the answers, in order of their arrival."""

    n_samples: int
    answers: tuple[Answer, ...]


def in_force(path: Path) -> InForce:
    """The answers at the end of a journal, after every change, undo and redo.

    Estimators are not restored: their packages are not needed. Raises `NoJournalError` if the file
    is none or empty, `JournalError` if it cannot be read or a line is invalid.
    """
    entries = read(path).entries
    if not entries:
        raise NoJournalError(f"{path} holds no session journal; give another path")
    with line_of(path, 1):
        n_samples = check_count(entries[0]["data"]["shape"][0], "n_samples")
        answers = answers_of(entries[0]["answers"], n_samples)
        empty = Constraints(n_samples, noise=rows_of(entries[0].get("noise", ()), n_samples))
        timeline = Timeline.start(empty, Settings(None, None, 1, 0), answers)
    for number, entry in enumerate(entries[1:], 2):
        with line_of(path, number):
            if entry["do"] in OPERATIONS:
                timeline = operation_of(entry, n_samples, _left_out).apply(timeline)
    return InForce(n_samples, timeline.state.answers)


def _left_out(kind: str, described: Any) -> None:
    """No estimator: the one in force before stays."""
