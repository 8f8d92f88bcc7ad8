"""The lines of a journal: one JSON object each, the first of which identifies the file.

Each ends with a checksum of what is before it; lines of earlier releases have none. A line counts
once its line end is on disk. A half-written last line of a killed process is dropped; damage
anywhere else is refused with the line number.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import re
import zlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints.files.text_files import replace_whole

MAGIC = "jupyter_sscluster session"
VERSIONS = (1, 2)
"""Version 2 is that of sessions which were begun with noise; other files are as they ever were."""

BEGINNING = b'{"journal":"%s"' % MAGIC.encode()

Entry = dict[str, Any]

CHECKS = ("check", "checked", "check more", "checks told")
OPERATIONS = (
    *("change", "set", "refit", "rename", "confirm", "noise", *CHECKS),
    *("extend", "exclude", "include", "settle", "weigh", "undo", "redo", "go"),
)
KINDS = frozenset((*OPERATIONS, "given", "fit", "score", "axes", "values"))
"""What a line may say that it does."""

KIND = re.compile(rb'.{7}(%s)"' % "|".join(sorted(KINDS)).encode(), re.DOTALL)
CHECKSUM = re.compile(rb',"sum":"([0-9a-f]{8})"\}')

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
    """What a journal holds: its entries, the bytes of its whole lines, and how many bytes it has.

    The entry of a line in ``left_out`` is empty.
    """

    entries: list[Entry]
    data: bytes
    length: int
    left_out: tuple[int, ...] = ()

    @property
    def lines(self) -> list[bytes]:
        """The whole lines, with their line ends."""
        return [text + b"\n" for text in self.data.split(b"\n")[:-1]]

    @property
    def torn(self) -> bool:
        """Whether the end was cut off while it was written."""
        return self.length > len(self.data)


def read(path: Path, without: Collection[int] = ()) -> Contents:
    """The entries of a journal, none if empty; `JournalError` if unreadable, foreign or damaged.

    Lines whose numbers, from 1, are in ``without`` may be damaged.
    """
    if not path.exists() and not path.is_symlink():
        _check_folder(path)
        return Contents([], b"", 0)
    data = _read_bytes(path)
    *lines, tail = data.split(b"\n")
    if not lines:
        _check_beginning(path, tail)
        return Contents([], b"", len(data))
    left_out = _checked_numbers(without, len(lines) + bool(tail))
    if 1 not in left_out:
        _check_header(path, lines[0])
    entries: list[Entry] = []
    wrong: dict[int, str] = {}
    for number, text in enumerate(lines, 1):
        try:
            entries.append({} if number in left_out else entry_of(text))
        except (ValueError, RecursionError) as error:
            entries.append({})
            wrong[number] = str(error)
    if _is_whole(tail[:-1]) and len(lines) + 1 not in left_out:
        wrong[len(lines) + 1] = "it has another end than a line"
    _check_kinds(path, entries)
    if wrong:
        raise damaged(path, [*wrong], next(iter(wrong.values())))
    return Contents(entries, data[: len(data) - len(tail)], len(data), left_out)


def line(entry: Entry) -> bytes:
    """One entry as a line; `JournalError` for values that no file can hold."""
    try:
        text = json.dumps(entry, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise JournalError(
            f"a journal cannot hold this step ({error}), so nothing was recorded; pass numbers "
            "and texts of Python or NumPy"
        ) from error
    data = text.encode("utf-8", "surrogatepass")
    return b'%s,"sum":"%08x"}\n' % (data[:-1], zlib.crc32(data))


def entry_of(text: bytes) -> Entry:
    """What a line says; ValueError if it is damaged."""
    found = _checksum(text)
    if found is not None:
        text = text[: found.start()] + b"}"
        if zlib.crc32(text) != int(found[1], 16):
            raise ValueError("its checksum is that of another line")
    entry = json.loads(text)
    if not isinstance(entry, dict):
        raise ValueError("it is no object")
    return entry


def kind_of(text: bytes) -> str:
    """What a damaged line did, as far as can be read; "" if it cannot."""
    found = KIND.match(text)
    return "" if found is None else found[1].decode()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees the old one or the new one, never a part."""
    _check_folder(path)
    check_file(path)
    try:
        replace_whole(path, data)
    except OSError as error:
        raise JournalError(
            f"{path} could not be written ({error.strerror}); choose a place with room where you "
            "may write"
        ) from error


def damaged(path: Path | None, numbers: Sequence[int], why: object) -> JournalError:
    """The error for lines that make no sense, the first of them for this reason."""
    return JournalError(
        f"{lines_text(numbers)} of the journal {path} {'are' if numbers[1:] else 'is'} damaged "
        f"({why}); nothing was changed: restore the file from a copy, or open the rest with "
        f"Session.load(path, X, without_lines={[*numbers]}), which tells what is missing, and keep "
        "it with save"
    )


def lines_text(numbers: Sequence[int]) -> str:
    """Lines by their numbers.

    >>> lines_text([7]), lines_text([3, 4, 9])
    ('line 7', 'lines 3, 4 and 9')
    """
    *first, last = map(str, numbers)
    return f"lines {', '.join(first)} and {last}" if first else f"line {last}"


@contextmanager
def line_of(path: Path, number: int) -> Iterator[None]:
    """Name the line in which something makes no sense."""
    try:
        yield
    except DAMAGE as error:
        raise damaged(path, [number], f"{type(error).__name__}: {error}") from error


def _checksum(text: bytes) -> re.Match[bytes] | None:
    return CHECKSUM.fullmatch(text, max(len(text) - 18, 0))


def _check_header(path: Path, text: bytes) -> None:
    """Refuse the first line if it is not that of a journal which this release reads."""
    try:
        entry = json.loads(text)
        is_ours = isinstance(entry, dict) and entry.get("journal") == MAGIC
        if is_ours and _is_read(entry):
            entry_of(text)
    except (ValueError, RecursionError) as error:
        ours = text.startswith(BEGINNING)
        raise (damaged(path, [1], error) if ours else _foreign(path)) from error
    if not is_ours:
        raise _foreign(path)
    if not _is_read(entry):
        raise JournalError(
            f"the journal {path} has version {entry.get('version')!r}, and this release reads "
            f"versions {VERSIONS[0]} and {VERSIONS[1]}; use the release that wrote it, or give "
            "another path"
        )


def _is_read(entry: Entry) -> bool:
    version = entry.get("version")
    return version in VERSIONS and not isinstance(version, bool)


def _check_kinds(path: Path, entries: Sequence[Entry]) -> None:
    """Refuse a line of a kind that a later release has."""
    for number, entry in enumerate(entries[1:], 2):
        kind = entry.get("do")
        if isinstance(kind, str) and kind not in KINDS:
            raise JournalError(
                f"line {number} of the journal {path} says {kind!r}, which this release does not "
                "know; nothing was changed: use the release that wrote it, or open the rest with "
                f"Session.load(path, X, without_lines=[{number}])"
            )


def _checked_numbers(numbers: Collection[int], n_lines: int) -> tuple[int, ...]:
    for number in numbers:
        check_count(number, "without_lines", 1, n_lines, f"the file has {n_lines} lines")
    return tuple(sorted({int(number) for number in numbers}))


def _is_whole(text: bytes) -> bool:
    """Whether this is a line with its checksum, but for its line end."""
    try:
        return _checksum(text) is not None and bool(entry_of(text))
    except (ValueError, RecursionError):
        return False


def _check_beginning(path: Path, tail: bytes) -> None:
    """A lone piece without line end must be the beginning of a header, else it is not ours."""
    length = min(len(BEGINNING), len(tail))
    if tail[:length] != BEGINNING[:length]:
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


def check_file(path: Path) -> None:
    """Refuse what is there and no ordinary file: a folder, a device, a pipe."""
    if path.is_dir():
        raise JournalError(f"{path} is a folder; give the name of a file in it")
    if path.exists() and not path.is_file():
        raise JournalError(
            f"{path} is a device or a pipe, and a session is kept in an ordinary file; give "
            "another path"
        )


def opened(path: Path, flags: int) -> int:
    """A descriptor of the file, which is created if the flags require it."""
    check_file(path)
    try:
        return os.open(path, flags, 0o666)
    except OSError as error:
        raise JournalError(
            f"{path} cannot be opened ({error.strerror}); give a path that you may read and write"
        ) from error


def packed(numbers: np.ndarray) -> str:
    """Whole numbers as text: 32 bits each, compressed, base 64."""
    return base64.b64encode(zlib.compress(numbers.astype("<u4").tobytes())).decode("ascii")


def unpacked(text: str) -> np.ndarray:
    """The numbers, as 32 bits without sign."""
    return np.frombuffer(zlib.decompress(base64.b64decode(text, validate=True)), "<u4")
