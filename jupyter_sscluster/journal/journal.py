"""The file a session is written to before anything is acted on, by one session at a time."""

import contextlib
import os
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

from jupyter_sscluster.journal import locks
from jupyter_sscluster.journal.lines import (
    Contents,
    JournalChangedError,
    JournalError,
    opened,
    write_whole,
)


class Log:
    """A session's entries in memory, as lines of text."""

    path: Path | None = None

    def __init__(self, data: bytes = b"") -> None:
        self._data = bytearray(data)
        self.closed: str | None = None

    def append(self, text: bytes, *, durable: bool = True) -> None:
        """Add one line."""
        self.check_open()
        self._data += text

    def save(self, target: Path) -> None:
        """Write everything so far into another file."""
        write_whole(target, bytes(self._data))

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
    All lines are kept in memory too: whatever happens to the file, `save` can write them.
    """

    def __init__(self, path: Path, found: Contents) -> None:
        super().__init__(found.data)
        self.path = path
        self._place = Path(os.path.abspath(path))
        self.on_superseded: Callable[[str], None] | None = None
        self._length = found.length
        self._open()
        try:
            _take_over(self)
            self._check_unchanged(found)
        except JournalError as error:
            self.close(str(error))
            raise

    def append(self, text: bytes, *, durable: bool = True) -> None:
        """Write a line, to disk if ``durable``; a `JournalError` leaves the file unchanged.

        So does one for a file that was removed, replaced or changed since the last line.
        """
        self.check_open()
        self._check_in_place()
        self._write(text, len(self._data), durable=durable)
        self._data += text

    def save(self, target: Path) -> None:
        """Write everything so far; into the journal's own file where that is not whole."""
        if os.path.realpath(target) != os.path.realpath(self._place):
            super().save(target)
        elif self.closed is None:
            self._renew()
        elif not self._place.exists():
            super().save(target)
        elif not self._place.read_bytes().startswith(self._data):
            raise JournalError(
                f"{self.path} is another file than this session wrote, which has ended; give "
                "another path"
            )

    def close(self, sentence: str) -> None:
        """Stop writing and release the file."""
        super().close(sentence)
        self._release()

    def _open(self) -> None:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        self._descriptor = opened(self._place, flags)
        self._release = weakref.finalize(self, locks.release, self._descriptor)

    def _write(self, data: bytes, start: int, *, durable: bool = True) -> None:
        """Write the end of the file, from `start` on."""
        try:
            if self._length > start:
                os.ftruncate(self._descriptor, start)
            _write(self._descriptor, data, start)
            if durable:
                os.fsync(self._descriptor)
            self._length = start + len(data)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, start)
            self._length = os.fstat(self._descriptor).st_size
            raise JournalError(
                f"the journal {self.path} could not be written ({error.strerror}), so nothing was "
                "recorded; free some space or make it writable, then try again, or keep the "
                "session with session.save(another path)"
            ) from error

    def _check_in_place(self) -> None:
        """Refuse if the file is not the one that was written last."""
        wrong = self._wrong()
        if wrong:
            raise JournalError(
                f"the journal {self.path} {wrong} by something else than this session, so nothing "
                "was recorded; write it anew, with everything until now, with "
                f"session.save({str(self.path)!r}), or keep the session with session.save(another "
                "path)"
            )

    def _wrong(self) -> str:
        """What happened to the file; "" if nothing did."""
        try:
            there = os.stat(self._place)
        except OSError:
            return "was removed"
        mine = os.fstat(self._descriptor)
        if not os.path.samestat(mine, there):
            return "was replaced"
        return "was changed" if mine.st_size != self._length else ""

    def _renew(self) -> None:
        """Write the whole file where it is not as this session left it."""
        wrong = self._wrong()
        if wrong == "was changed":
            self._write(bytes(self._data), 0)
        elif wrong:
            super().save(self._place)
            release = self._release
            self._open()
            self._length = len(self._data)
            release()
            _lock(self._descriptor, self.path)

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
