"""Finished runs in a file, one line each, so that an interrupted experiment goes on."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

from jupyter_sscluster._validation import InputError

Record = dict[str, Any]


def finished(path: Path) -> dict[str, list[Record]]:
    """Records of the runs in a file by their keys; a line cut off at the end does not count.

    Raises
    ------
    InputError
        If it cannot be read, or holds something else.
    """
    if not path.exists():
        return {}
    try:
        text = path.read_bytes()
        *lines, _ = (gzip.decompress(text) if path.suffix == ".gz" else text).split(b"\n")
    except (OSError, EOFError) as error:
        raise InputError(f"{path} cannot be read ({error}); give another path") from error
    found = dict[str, list[Record]]()
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        try:
            entry = json.loads(line)
            found[entry["run"]] = entry["records"]
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(
                f"line {number} of {path} is no finished run; give another path, or remove the line"
            ) from error
    return found


def keep(path: Path, key: str, records: list[Record]) -> None:
    """Append a finished run in one write, on a line of its own even after one cut off.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    line = json.dumps({"run": key, "records": records}).encode() + b"\n"
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        try:
            _end_line(descriptor)
            os.write(descriptor, line)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written ({error.strerror}); give a path where you may write"
        ) from error


def _end_line(descriptor: int) -> None:
    """Drop what a killed process left half written."""
    size = os.lseek(descriptor, 0, os.SEEK_END)
    while size:
        low = max(0, size - 65536)
        os.lseek(descriptor, low, os.SEEK_SET)
        cut = os.read(descriptor, size - low).rfind(b"\n")
        if low + cut + 1 == size and cut >= 0:
            return
        size = low + cut + 1
        os.ftruncate(descriptor, size)
