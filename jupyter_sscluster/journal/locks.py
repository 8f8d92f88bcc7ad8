"""A lock on an open file: `fcntl`, or `msvcrt` on Windows."""

import contextlib
import os
import warnings
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

# Windows lets nobody else even read the bytes that are locked. This one lies beyond the end of any
# journal; a lock may start no later than a signed 32-bit number says.
LOCKED_BYTE = 2**31 - 2

LOCKING = {"fcntl": "flock", "msvcrt": "locking"}


class InUseError(Exception):
    """Somebody else has the lock."""


def acquire(descriptor: int, path: Path | None) -> None:
    """Lock an open file, or warn if that is unsupported; `InUseError` if it is locked already."""
    try:
        if (fcntl := _module("fcntl")) is not None:
            _by_fcntl(fcntl, descriptor)
        elif (msvcrt := _module("msvcrt")) is not None:
            _by_msvcrt(msvcrt, descriptor)
        else:
            _warn(path, "Python can lock no file here", "")
    except OSError as error:
        _warn(path, error.strerror or str(error), ", or keep it on a local disk")


def release(descriptor: int) -> None:
    """Close a file, and give back its lock if it has one."""
    if _module("fcntl") is None and (msvcrt := _module("msvcrt")) is not None:
        # Windows would give back the lock of a closed file when it finds the time.
        with contextlib.suppress(OSError):
            os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
    os.close(descriptor)


def _by_fcntl(fcntl: Any, descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise InUseError from error


def _by_msvcrt(msvcrt: Any, descriptor: int) -> None:
    os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    except PermissionError as error:
        raise InUseError from error


@cache
def _warn(path: Path | None, why: str, instead: str) -> None:
    """Say it once for each journal."""
    warnings.warn(
        f"the journal {path} cannot be locked ({why}), so a second kernel that opens it would "
        f"overwrite this one's answers; open it in one kernel at a time{instead}",
        UserWarning,
        stacklevel=3,
    )


def _module(name: str) -> Any:
    """A module that locks; None where it is missing, or there in name alone."""
    try:
        module = import_module(name)
    except ImportError:
        return None
    return module if hasattr(module, LOCKING[name]) else None
