"""Finished runs in a file, one line each, so that an interrupted experiment goes on."""

import json
import os
from pathlib import Path
from typing import Any

from jupyter_sscluster._validation import InputError

Record = dict[str, Any]
PACKED = ".xz"


def finished(path: Path) -> dict[str, list[Record]]:
    """Records of the runs in a file by their keys; a line cut off at the end does not count.

    `InputError` if it cannot be read, or holds something else.
    """
    if not path.exists():
        return {}
    try:
        text = path.read_bytes()
        *lines, _ = (expand(text) if path.suffix == PACKED else text).split(b"\n")
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


def check_writable(path: Path) -> None:
    """Raise `InputError` if the file is packed: lines cannot be added to it."""
    if path.suffix == PACKED:
        raise InputError(
            f"{path} is packed, and can only be read; give a path that does not end with {PACKED}"
        )


def expand(packed: bytes) -> bytes:
    """What `compress` has packed; `EOFError` if it is something else, or cut off.

    Python in a browser may lack lzma, hence the late import.
    """
    import lzma

    try:
        return lzma.decompress(packed)
    except lzma.LZMAError as error:
        raise EOFError(str(error)) from error


def compress(text: bytes) -> bytes:
    """A text in as few bytes as it takes: two thirds of what gzip makes of records."""
    import lzma

    return lzma.compress(text, preset=lzma.PRESET_EXTREME)


def keep(path: Path, key: str, records: list[Record]) -> None:
    """Append a finished run in one write, on a line of its own even after one cut off.

    `InputError` if the file cannot be written, or is a packed one.
    """
    check_writable(path)
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
