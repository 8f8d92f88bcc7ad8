"""A journal is locked by whatever the operating system has; where nothing locks, that is said."""

import errno
import os
import sys
import warnings
import weakref

import pytest
from session_parts import blobs

from jupyter_sscluster import Session
from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.journal import journal, locks
from jupyter_sscluster.session import JournalError

X = blobs(30)


class Msvcrt:
    """What Python has on Windows: it locks bytes from the position on, for one descriptor."""

    LK_UNLCK, LK_NBLCK = 0, 2

    def __init__(self):
        self.holders = {}

    def locking(self, descriptor, mode, n_bytes):
        stat, start = os.fstat(descriptor), os.lseek(descriptor, 0, os.SEEK_CUR)
        assert stat.st_size <= start, "nobody else could read the bytes that are locked"
        assert start + n_bytes < 2**31
        place = stat.st_ino, start, n_bytes
        if mode == self.LK_UNLCK:
            if self.holders.get(place) != descriptor:
                raise PermissionError(errno.EACCES, "Permission denied")
            del self.holders[place]
        elif self.holders.setdefault(place, descriptor) != descriptor:
            raise PermissionError(errno.EACCES, "Permission denied")


class Refusing(Msvcrt):
    """On a drive that cannot lock."""

    def locking(self, descriptor, mode, n_bytes):
        raise OSError(errno.EINVAL, "Invalid argument")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "answers.jsonl"


@pytest.fixture
def windows(monkeypatch):
    return having(monkeypatch, Msvcrt())


def having(monkeypatch, msvcrt):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    return msvcrt


def make(path):
    return Session(X, KMeans(3, n_init=1), "random", path=path)


def as_another_process(monkeypatch):
    """From here on the sessions that are open belong to somebody else."""
    monkeypatch.setattr(journal, "_open_journals", weakref.WeakValueDictionary())


def refusal(path, monkeypatch):
    with monkeypatch.context() as patch:
        as_another_process(patch)
        with pytest.raises(JournalError) as caught:
            make(path)
    return str(caught.value)


@pytest.mark.skipif(sys.platform == "win32", reason="compares with the locks of POSIX")
def test_a_second_kernel_is_refused_with_the_same_sentence_on_windows(path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "msvcrt", None)
        session = make(path)
        on_posix = refusal(path, monkeypatch)
        session.close()
    having(monkeypatch, Msvcrt())
    session = make(path)
    session.answer(0, 1, "must")
    assert refusal(path, monkeypatch) == on_posix
    assert "in use by another running kernel" in on_posix
    session.answer(2, 3, "must")
    assert len(session.answers) == 2
    session.close()


def test_closing_gives_back_the_lock_on_windows(path, windows, monkeypatch):
    session = make(path)
    session.answer(0, 1, "must")
    assert len(windows.holders) == 1
    session.close()
    assert windows.holders == {}
    as_another_process(monkeypatch)
    again = make(path)
    assert [answer.pair for answer in again.answers] == [(0, 1)]
    again.close()


def test_a_refused_kernel_leaves_the_lock_where_it_is_on_windows(path, windows, monkeypatch):
    session = make(path)
    holders = dict(windows.holders)
    for _ in range(3):
        refusal(path, monkeypatch)
    assert windows.holders == holders
    session.close()


def test_the_newer_session_of_a_process_takes_over_the_lock_on_windows(path, windows):
    older = make(path)
    newer = make(path)
    with pytest.raises(JournalError, match="newer session"):
        older.answer(0, 1, "must")
    newer.answer(0, 1, "must")
    assert len(windows.holders) == 1
    newer.close()
    assert windows.holders == {}


@pytest.mark.parametrize("msvcrt", [None, Refusing()], ids=["no module", "no locks on the drive"])
def test_where_nothing_locks_it_is_said_once_with_the_risk_and_the_way_out(
    path, monkeypatch, msvcrt
):
    having(monkeypatch, msvcrt)
    with pytest.warns(UserWarning, match="cannot be locked") as said:
        make(path).close()
    sentence = str(said.pop(UserWarning).message)
    assert str(path) in sentence
    assert "overwrite this one's answers" in sentence
    assert "open it in one kernel at a time" in sentence
    assert ("local disk" in sentence) == (msvcrt is not None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        session = make(path)
        session.answer(0, 1, "must")
        session.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a file system without the locks of POSIX")
def test_a_file_system_without_locks_is_named(path, monkeypatch):
    import fcntl

    def flock(descriptor, operation):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.warns(UserWarning, match=os.strerror(errno.ENOLCK)):
        make(path).close()


def test_memory_has_no_lock(monkeypatch):
    having(monkeypatch, None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Session(X, KMeans(3, n_init=1), "random").close()


def test_only_a_lock_that_somebody_holds_is_in_use(path, windows):
    path.touch()
    with open(path, "rb+") as first, open(path, "rb+") as second:
        locks.acquire(first.fileno(), path)
        with pytest.raises(locks.InUseError):
            locks.acquire(second.fileno(), path)
