"""The file a session is written to before anything is acted on, by one session at a time."""

from __future__ import annotations

import contextlib
import os
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

from jupyter_sscluster.journal import locks
from jupyter_sscluster.journal.lines import (
    Contents,
    Entry,
    JournalChangedError,
    JournalError,
    line,
    opened,
)


class Log:
    """A session's entries in memory, as lines of text."""

    path: Path | None = None

    def __init__(self) -> None:
        self._data = bytearray()
        self.closed: str | None = None

    def append(self, entry: Entry, *, durable: bool = True) -> None:
        """Add one entry."""
        self.check_open()
        self._data += line(entry)

    def contents(self) -> bytes:
        """Everything so far."""
        return bytes(self._data)

    def check_open(self) -> None:
        """Refuse if the session has ended."""
        if self.closed is not None:
            raise JournalError(self.closed)

    def close(self, sentence: str) -> None:
        """Take no more entries."""
        self.closed = self.closed or sentence


class Journal(Log):
    """Entries of a session at `path`, with one writing session at a time.

    `found` is what `read` found; a torn end is cut off at the next append. `on_superseded` is
    called with a sentence when a newer session of this process takes over; it must `close`.
    """

    def __init__(self, path: Path, found: Contents) -> None:
        super().__init__()
        self.path = path
        self.on_superseded: Callable[[str], None] | None = None
        self._size = found.size
        self._descriptor = opened(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0))
        self._release = weakref.finalize(self, locks.release, self._descriptor)
        try:
            _take_over(self)
            self._check_unchanged(found)
        except JournalError as error:
            self.close(str(error))
            raise

    def append(self, entry: Entry, *, durable: bool = True) -> None:
        """Write an entry, to disk if ``durable``; a `JournalError` leaves the file unchanged."""
        self.check_open()
        data = line(entry)
        try:
            os.ftruncate(self._descriptor, self._size)
            _write(self._descriptor, data, self._size)
            if durable:
                os.fsync(self._descriptor)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._size)
            raise JournalError(
                f"the journal {self.path} could not be written ({error.strerror}), so nothing was "
                "recorded; free some space or make it writable, then try again, or keep the "
                "session with session.save(another path)"
            ) from error
        self._size += len(data)

    def contents(self) -> bytes:
        """Everything so far."""
        assert self.path is not None
        return self.path.read_bytes()[: self._size]

    def close(self, sentence: str) -> None:
        """Stop writing and release the file."""
        super().close(sentence)
        self._release()

    def _check_unchanged(self, found: Contents) -> None:
        if os.fstat(self._descriptor).st_size != found.length:
            raise JournalChangedError(
                f"the journal {self.path} changed while it was read; try again"
            )


# --------------------------------------------------------------------------- one writer

_open_journals: weakref.WeakValueDictionary[str, Journal] = weakref.WeakValueDictionary()
_open_lock = threading.Lock()


def _take_over(journal: Journal) -> None:
    """Make this journal the writer of the file; the older one of this process closes."""
    key = os.path.realpath(journal.path or "")
    with _open_lock:
        older = _open_journals.get(key)
        if older is not None and older.closed is None:
            (older.on_superseded or older.close)(
                f"the journal {journal.path} was opened again by a newer session, which has all "
                "the answers; go on there (session.save still writes this one elsewhere)"
            )
        _lock(journal._descriptor, journal.path)
        _open_journals[key] = journal


def check_free(path: Path) -> None:
    """Refuse a journal that another live process writes; sessions of this process release it."""
    mine = _open_journals.get(os.path.realpath(path))
    if (mine is not None and mine.closed is None) or not path.exists():
        return
    descriptor = opened(path, os.O_RDWR)
    try:
        _lock(descriptor, path)
    finally:
        locks.release(descriptor)


def _lock(descriptor: int, path: Path | None) -> None:
    try:
        locks.acquire(descriptor, path)
    except locks.InUseError as error:
        raise JournalError(
            f"the journal {path} is in use by another running kernel; shut that one down, or give "
            "another path"
        ) from error


def _write(descriptor: int, data: bytes, start: int) -> None:
    os.lseek(descriptor, start, os.SEEK_SET)
    while data:
        data = data[os.write(descriptor, data) :]
