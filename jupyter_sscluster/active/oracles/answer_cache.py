"""Answers that a function gave before, kept in a file so that it is asked once about each pair."""

import hashlib
import json
import os
from collections.abc import Mapping
from datetime import date, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._data_frames import is_missing
from jupyter_sscluster._validation import InputError, InputTypeError

HEADER = {"file": "answers of a function about pairs", "version": 1}
KINDS = ("must", "cannot", "unknown")


class CachedAnswer(NamedTuple):
    """An answer, and how much it weighs: the confidence, 1 where none was told."""

    kind: str
    weight: float = 1.0


Key = tuple[str, str]


class AnswerCache:
    """Answers by the contents of two items, in whichever order; in a file, or in memory alone.

    A line of JSON an answer, added to the end and on disk before it is used. A line that was being
    written when the process was killed is passed over; so are answers of another `source`.

    >>> cache = AnswerCache(None, "rule")
    >>> cache.keep(("a", "b"), CachedAnswer("must", 0.9))
    >>> cache.get(("b", "a"))
    CachedAnswer(kind='must', weight=0.9)
    """

    def __init__(self, path: Path | None, source: str) -> None:
        self.path, self.source = path, source
        self._known: dict[Key, CachedAnswer] = {}
        if path is not None and path.exists():
            self._read(path)

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: Key) -> CachedAnswer | None:
        """What was answered about two items, if anything was."""
        return self._known.get(_ordered(key))

    def keep(self, key: Key, said: CachedAnswer) -> None:
        """Have an answer on disk, then in memory, where it also is after an `InputError`."""
        a, b = _ordered(key)
        self._known[a, b] = said
        if self.path is not None:
            entry = {"source": self.source, "a": a, "b": b, **said._asdict()}
            try:
                _append(self.path, entry)
            except OSError as error:
                raise InputError(
                    f"answers cannot be kept in {self.path} ({error.strerror}); free some space or "
                    "make it writable: those given so far are remembered until Python ends"
                ) from error

    def _read(self, path: Path) -> None:
        try:
            lines = path.read_bytes().split(b"\n")
        except OSError as error:
            raise InputError(
                f"cache={str(path)!r} cannot be read ({error.strerror}); give another path"
            ) from error
        first = _line(HEADER)[:-1]
        if lines[0] != first and not (len(lines) == 1 and first.startswith(lines[0])):
            raise InputError(
                f"cache={str(path)!r} holds something else than answers of a function; nothing was "
                "changed: give another path"
            )
        for line in lines[1:]:
            self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            entry = json.loads(line)
            said = CachedAnswer(entry["kind"], float(entry["weight"]))
            key, source = (str(entry["a"]), str(entry["b"])), entry["source"]
        except (ValueError, KeyError, TypeError):
            return  # torn by the end of its process
        if source == self.source and said.kind in KINDS and 0 < said.weight <= 1:
            self._known[_ordered(key)] = said


def content_key(item: Any) -> str:
    """A short name for what an item holds, the same in every process, or `InputTypeError`.

    >>> content_key({"b": 1, "a": [2.5]}) == content_key({"a": [2.5], "b": 1})
    True
    >>> content_key("1") == content_key(1)
    False
    """
    text = json.dumps(_plain(item), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _plain(item: Any) -> Any:
    """The item in lists, each of which begins with what kind of thing it is."""
    if item is None or isinstance(item, (bool, str)):
        return item
    if isinstance(item, (bytes, bytearray, memoryview)):
        return ["bytes", hashlib.sha256(bytes(item)).hexdigest()]
    if isinstance(item, Mapping):
        return ["map", sorted(([_plain(k), _plain(v)] for k, v in item.items()), key=json.dumps)]
    if isinstance(item, (list, tuple)):
        return ["list", *map(_plain, item)]
    if hasattr(item, "to_dict"):  # a row of a data frame
        return _plain(item.to_dict())
    return _number(item) or _of_frame(item) or _array(item)


def _number(item: Any) -> list[str] | None:
    if isinstance(item, (int, np.integer)):
        return ["int", str(int(item))]
    if isinstance(item, (float, np.floating)):
        return ["float", float(item).hex()]
    return None


def _of_frame(item: Any) -> list[str] | None:
    """What else data frames have in their columns."""
    if is_missing(item):
        return ["missing"]
    if isinstance(item, (date, time, timedelta)):
        return ["time", str(item)]
    return ["decimal", str(item)] if isinstance(item, Decimal) else None


def _array(item: Any) -> list[Any]:
    array = np.asarray(item)
    if array.dtype.hasobject or array.dtype.names:
        raise InputTypeError(
            f"what an item of type {type(item).__name__} holds cannot be told, so that answers "
            "about it cannot be found again; give items of text, numbers, dates, bytes, arrays, or "
            "lists and mappings of these, or key=, a function that names an item"
        )
    return ["array", array.dtype.str, list(array.shape), _plain(array.tobytes())]


def _ordered(key: Key) -> Key:
    a, b = key
    return (a, b) if a <= b else (b, a)


def _line(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=True).encode() + b"\n"


def _append(path: Path, entry: Mapping[str, Any]) -> None:
    """Add one line; a torn one before it gets its end, and a new file its first line.

    Nothing is taken away and all is written at once, so that another process may add lines too.
    """
    with open(path, "ab+") as file:
        size = file.seek(0, os.SEEK_END)
        whole = True
        if size:
            file.seek(size - 1)
            whole = file.read(1) == b"\n"
        header = _line(HEADER)
        if size < len(header):  # new, or torn in its first line
            before = header[size:]
        else:
            before = b"" if whole else b"\n"
        file.write(before + _line(entry))
        file.flush()
        os.fsync(file.fileno())
