"""The lines of a journal: one JSON object each, the first of which identifies the file.

A line counts once its line end is on disk. A half-written last line of a killed process is dropped;
damage anywhere else is refused with the line number.
"""

from __future__ import annotations

import binascii
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints.files.text_files import replace_whole

MAGIC = "jupyter_sscluster session"
VERSION = 1

Entry = dict[str, Any]

DAMAGE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    binascii.Error,
    zlib.error,
)
"""What comes of values that no session writes."""


class JournalError(InputError):
    """A journal cannot be opened, read or written; the message has the reason and a remedy."""


class NoJournalError(JournalError):
    """A file is no journal of a session."""


class JournalChangedError(JournalError):
    """The journal grew between being read and being taken over; reading it again helps."""


class Contents(NamedTuple):
    """What a journal holds: its entries, the bytes that are whole, and the bytes there are."""

    entries: list[Entry]
    size: int
    length: int

    @property
    def torn(self) -> bool:
        """Whether the end was cut off while it was written."""
        return self.length > self.size


def read(path: Path) -> Contents:
    """The entries of a journal, none if empty; `JournalError` if unreadable, foreign or damaged."""
    if not path.exists() and not path.is_symlink():
        _check_folder(path)
        return Contents([], 0, 0)
    data = _read_bytes(path)
    whole, _, tail = data.rpartition(b"\n")
    lines = whole.split(b"\n") if whole else []
    if not lines:
        _check_beginning(path, tail)
        return Contents([], 0, len(data))
    entries = [_entry(path, number, text) for number, text in enumerate(lines, 1)]
    return Contents(entries, len(data) - len(tail), len(data))


def line(entry: Entry) -> bytes:
    """One entry as a line."""
    text = json.dumps(entry, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass") + b"\n"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees the old one or the new one, never a part."""
    _check_folder(path)
    if path.is_dir():
        raise JournalError(f"{path} is a folder; give the name of a file in it")
    try:
        replace_whole(path, data)
    except OSError as error:
        raise JournalError(
            f"{path} could not be written ({error.strerror}); choose a place with room where you "
            "may write"
        ) from error


def damaged(path: Path | None, number: int, why: object) -> JournalError:
    """The error for a line that makes no sense."""
    return JournalError(
        f"line {number} of the journal {path} is damaged ({why}); nothing was changed: restore the "
        "file from a copy, or remove the lines from there on to go back to what was before"
    )


@contextmanager
def line_of(path: Path, number: int) -> Iterator[None]:
    """Name the line in which something makes no sense."""
    try:
        yield
    except DAMAGE as error:
        raise damaged(path, number, f"{type(error).__name__}: {error}") from error


def _entry(path: Path, number: int, text: bytes) -> Entry:
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise (_foreign(path) if number == 1 else damaged(path, number, error)) from error
    if not isinstance(entry, dict):
        raise _foreign(path) if number == 1 else damaged(path, number, "not an object")
    if number == 1:
        _check_header(path, entry)
    return entry


def _check_header(path: Path, entry: Entry) -> None:
    if entry.get("journal") != MAGIC:
        raise _foreign(path)
    if entry.get("version") != VERSION:
        raise JournalError(
            f"the journal {path} has version {entry.get('version')!r}, and this release reads "
            f"version {VERSION}; use the release that wrote it, or give another path"
        )


def _check_beginning(path: Path, tail: bytes) -> None:
    """A lone piece without line end must be the beginning of a header, else it is not ours."""
    beginning = line({"journal": MAGIC})[:-2]
    length = min(len(beginning), len(tail))
    if tail[:length] != beginning[:length]:
        raise _foreign(path)


def _foreign(path: Path) -> NoJournalError:
    return NoJournalError(
        f"{path} is not a session journal; it was left as it is: give another path"
    )


def _check_folder(path: Path) -> None:
    if not path.parent.is_dir():
        raise JournalError(
            f"the folder {path.parent} does not exist; create it first, or give another path"
        )


def _read_bytes(path: Path) -> bytes:
    descriptor = opened(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    with open(descriptor, "rb") as file:
        return file.read()


def opened(path: Path, flags: int) -> int:
    """A descriptor of the file, which is created if the flags require it."""
    if path.is_dir():
        raise JournalError(f"{path} is a folder; give the name of a file in it")
    try:
        return os.open(path, flags, 0o666)
    except OSError as error:
        raise JournalError(
            f"{path} cannot be opened ({error.strerror}); give a path that you may read and write"
        ) from error
