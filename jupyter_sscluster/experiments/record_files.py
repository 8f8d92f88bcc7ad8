"""Records of finished runs from files and folders, and files small enough to keep."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.experiments.finished_runs import Record, compress, finished

ENDINGS = (".jsonl", ".jsonl.xz")
PLACE = ("protocol", "data", "method", "repeat", "fold", "kind", "level")
DIGITS = 4
BRIEF = 0.1
"""Seconds of which one digit is kept: more of them is noise, and a fifth of a file."""


def read(path: Any) -> list[Record]:
    """Records that `run` has kept, of one file or of all files of a folder.

    Parameters
    ----------
    path : str or Path
        A file of `run(path=)`, compressed or not, or a folder of such.

    Returns
    -------
    list of dict
        Where a method was run twice on a fold, under other parameters, the later ones.

    Raises
    ------
    InputError
        If there is none, or a file holds something else.
    """
    place = Path(path)
    files = [place]
    if place.is_dir():
        files = sorted(p for p in place.iterdir() if p.name.endswith(ENDINGS))
    if not files or not place.exists():
        raise InputError(f"{place} holds no records; give a file or folder that run has written")
    found = dict[tuple[Any, ...], Record]()
    for file in files:
        for records in finished(file).values():
            for record in records:
                found[tuple(record[name] for name in PLACE)] = record
    return list(found.values())


def pack(records: Iterable[Record], folder: Any) -> list[Path]:
    """Write records in as few bytes as they take, a compressed file for each protocol.

    Scores are rounded to four digits, weights of features to three, seconds to two, or below a
    tenth to one. `read` takes the files as they are; `run(path=)` refuses them, since nothing can
    be added to them.

    Returns
    -------
    list of Path
    """
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    by_protocol = dict[str, dict[str, list[Record]]]()
    for record in records:
        runs = by_protocol.setdefault(record["protocol"], {})
        key = "/".join(str(record[name]) for name in ("data", "method", "repeat", "fold"))
        short = {k: _short(k, v) for k, v in record.items() if v is not None}
        runs.setdefault(key, []).append(short)
    paths = []
    for name, runs in by_protocol.items():
        lines = [
            json.dumps({"run": key, "records": kept}, separators=(",", ":"))
            for key, kept in runs.items()
        ]
        path = place / f"{name}{ENDINGS[-1]}"
        path.write_bytes(compress("\n".join([*lines, ""]).encode()))
        paths.append(path)
    return paths


def _short(name: str, value: Any) -> Any:
    if name == "weights":
        return [round(weight, DIGITS - 1) for weight in value]
    if not isinstance(value, float):
        return value
    if name.endswith("seconds"):
        return float(f"{value:.{1 if value < BRIEF else 2}g}")
    return round(value, DIGITS)
