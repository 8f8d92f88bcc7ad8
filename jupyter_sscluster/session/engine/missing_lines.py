"""A journal without its damaged lines: what is left of it, and what is missing."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.changes import Change
from jupyter_sscluster.journal.lines import (
    DAMAGE,
    OPERATIONS,
    Contents,
    Entry,
    kind_of,
    line,
    line_of,
    lines_text,
)
from jupyter_sscluster.journal.operations import operation_entry
from jupyter_sscluster.session.engine.replay import beginning, follow
from jupyter_sscluster.session.engine.settings import describe

MOVES = ("undo", "redo", "go")


class WithoutLines:
    """What is left of a journal without the lines that are left out of `found`.

    An empty step takes the place of each step that is missing, so that undo and the numbers of
    steps mean what they meant. Lines that make no sense without it are left out too, and so are the
    fits after it, which depend on what is missing. `header` takes the place of the first line.
    """

    def __init__(
        self, path: Path, found: Contents, header: Entry, empty: Constraints, given: Sequence[Any]
    ) -> None:
        self._path, self._left_out = path, found.left_out
        self._names = empty.names
        with line_of(path, 1):
            self._ledger = beginning(header, empty, given)
        self._kept = [(header, found.lines[0] if found.entries[0] else line(header))]
        self._kinds: dict[int, str] = {}
        self._dependent: dict[int, str] = {}
        self._fits_hold = bool(found.entries[0])
        self._n_fits = 0
        lines = zip(found.entries[1:], found.lines[1:], strict=True)
        for number, (entry, text) in enumerate(lines, 2):
            if number in found.left_out or not self._follows(number, entry, text, given):
                self._leave_out(number, entry.get("do") or kind_of(text), text)

    @property
    def contents(self) -> Contents:
        """The journal that is left."""
        data = b"".join(text for _, text in self._kept)
        return Contents([entry for entry, _ in self._kept], data, len(data))

    def _follows(self, number: int, entry: Entry, text: bytes, given: Sequence[Any]) -> bool:
        """Whether a line makes sense after what is left of those before; a fit is no step."""
        if not self._fits_hold and entry.get("do") in ("fit", "score"):
            self._n_fits += entry["do"] == "fit"
            return True
        try:
            follow(self._ledger, entry, given, self._names)
        except DAMAGE as error:
            self._dependent[number] = str(error)
            return False
        self._kept.append((entry, text))
        return True

    def _leave_out(self, number: int, kind: str, text: bytes) -> None:
        """Leave out a line of a kind, "" where that cannot be read."""
        self._kinds[number] = kind
        if kind and kind not in OPERATIONS:
            return
        self._fits_hold = self._fits_hold and kind in ("rename", "confirm", "check", "checked")
        if kind in MOVES:
            return
        joins = b'"joins":true' in text and self._ledger.state.kind == "answers"
        step = Change((), (), f"line {number} of the journal is missing", joins=joins)
        self._ledger.commit(step.apply(self._ledger.timeline))
        entry = operation_entry(step, describe)
        self._kept.append((entry, line(entry)))

    @property
    def notes(self) -> Iterator[str]:
        """Sentences that tell what is missing."""
        for number in self._left_out:
            kind = self._kinds.get(number)
            said = f', which said "{kind}",' if kind else ""
            yield f"Line {number} of {self._path}{said} was left out."
        if 1 in self._left_out:
            yield (
                "Without the first line nobody can tell whether X is the same data; constraints "
                "from the beginning are missing, and clusterer, strategy and number of clusters "
                "are the default ones unless they were set later."
            )
        for number, why in self._dependent.items():
            yield f"Line {number} builds on what is missing and was left out too: {why}."
        unsure = [number for number, kind in self._kinds.items() if kind in ("", *MOVES)]
        if unsure:
            yield (
                f"{lines_text(unsure).capitalize()} may have been an undo or a redo, so that "
                "answers which were taken back may be in force again; look through session.answers."
            )
        if self._n_fits:
            yield f"{self._n_fits} later fits were left out, as they depend on what is missing."
        yield "session.save(another path) writes what is left as a file that is whole."
