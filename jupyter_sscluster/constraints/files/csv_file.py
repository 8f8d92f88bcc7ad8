"""Constraints as CSV, a table that a spreadsheet opens.

First line: `jupyter_sscluster constraints,version,1,n_samples,150`. Second line: the columns
`i,j,kind,weight,soft`, with row names `name_i,name_j`, from a session `answer,source,time`. Then
one line per statement, those of kind `noise` with `i` alone; lines of kind `name` name other rows.
An apostrophe protects cells that a spreadsheet might calculate.
"""

import csv
import io
import re
from collections.abc import Sequence
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints.files.file_format import (
    FIELDS,
    FORMAT,
    NOISE,
    VERSIONS,
    FileContent,
    Record,
    check_n_samples,
    check_record,
    check_row_names,
    check_version,
    records_of,
)
from jupyter_sscluster.constraints.files.origins import ORIGIN_FIELDS, time_text
from jupyter_sscluster.constraints.files.text_files import read_text, write_text
from jupyter_sscluster.constraints.stated_pairs import StatedPairs

NAME_FIELDS = ("name_i", "name_j")
FLAGS = {"true": True, "false": False}


def write_csv(value: StatedPairs, path: Any) -> None:
    """Write a value so that `read_csv` gives exactly the same one."""
    write_text(path, csv_text(FileContent(value.n_samples, value.names, [*records_of(value)])))


def csv_text(content: FileContent) -> str:
    """What such a file holds, with the origin of every statement if all records have one."""
    text = io.StringIO()
    writer = csv.writer(text)
    n_samples, names, records = content
    pairs = [record for record in records if record.kind != NOISE]
    with_origin = bool(pairs) and all(record.origin is not None for record in pairs)
    writer.writerow([FORMAT, "version", content.version, "n_samples", n_samples])
    further = [*(NAME_FIELDS if names is not None else ()), *(ORIGIN_FIELDS if with_origin else ())]
    writer.writerow([*FIELDS, *further])
    width = len(FIELDS) + len(further)
    for record in records:
        writer.writerow(_cells(record, names, with_origin))
    if names is not None:
        spoken_for = {row for record in records for row in (record.i, record.j)}
        for i in range(n_samples):
            if i not in spoken_for:
                cells = [i, "", "name", "", "", safe_cell(names[i])]
                writer.writerow(cells + [""] * (width - len(cells)))
    return text.getvalue()


def _cells(record: Record, names: Sequence[str] | None, with_origin: bool) -> list[Any]:
    i, j, kind, weight, soft, _, origin = record
    alone = kind == NOISE
    cells: list[Any] = [i, "", kind, "", ""] if alone else [i, j, kind, weight, str(soft).lower()]
    if names is not None:
        cells += [safe_cell(names[i]), "" if alone else safe_cell(names[j])]
    if with_origin and origin is not None:
        return [*cells, origin.answer, safe_cell(origin.source), safe_cell(time_text(origin.time))]
    return [*cells, "", "", ""] if with_origin else cells


def read_csv(path: Any) -> FileContent:
    """Read a file of `write_csv`; errors name the line and the reason."""
    lines = _lines(path)
    n_samples = _read_head(lines[0][1] if lines else [], path)
    columns = _read_columns(lines[1][1] if len(lines) > 1 else [], path)
    names: dict[int, str] = {}
    records = []
    for number, cells in lines[2:]:
        where = f"{path}, line {number}"
        if len(cells) != len(columns):
            raise InputError(f"{where} has {len(cells)} cells for {len(columns)} columns")
        row = dict(zip(columns, cells, strict=True))
        if row["kind"] == "name" and "name_i" in row:
            _note_name(names, _whole(row["i"]), read_cell(row["name_i"]), n_samples, where)
            continue
        records.append(check_record(_typed(row), n_samples, where))
        if "name_i" in row:
            _note_name(names, records[-1].i, read_cell(row["name_i"]), n_samples, where)
            if row["kind"] != NOISE:
                _note_name(names, records[-1].j, read_cell(row["name_j"]), n_samples, where)
    return FileContent(n_samples, _all_names(names, columns, n_samples, path), records)


def _lines(path: Any) -> list[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(read_text(path), newline=""))
    try:
        return [(reader.line_num, cells) for cells in reader if cells]
    except csv.Error as error:
        raise InputError(
            f"{path}, line {reader.line_num} is no CSV ({error}); write the file again with to_csv"
        ) from error


def _read_head(cells: list[str], path: Any) -> int:
    while cells and not cells[-1]:
        cells = cells[:-1]
    if len(cells) != 5 or [cells[0], cells[1], cells[3]] != [FORMAT, "version", "n_samples"]:
        raise InputError(
            f"{path} is no constraints file: its first line must read "
            f'"{FORMAT},version,{VERSIONS[0]},n_samples,<number of rows>"; to_csv writes such files'
        )
    check_version(_whole(cells[2]), path)
    return check_n_samples(_whole(cells[4]), path)


def _read_columns(cells: list[str], path: Any) -> list[str]:
    known = list(FIELDS)
    for further in (NAME_FIELDS, ORIGIN_FIELDS):
        known += further if set(further) & set(cells) else ()
    for column in known:
        if column not in cells:
            raise InputError(
                f"{path} has no column {column!r}; its second line must name the columns "
                f"{', '.join(known)}"
            )
    for column in cells:
        if column not in known or cells.count(column) > 1:
            raise InputError(
                f"{path}: column {column!r} is unknown or given twice; keep {', '.join(known)}"
            )
    return cells


def _typed(row: dict[str, str]) -> dict[str, Any]:
    typed = {
        "i": _whole(row["i"]),
        "j": _whole(row["j"]),
        "kind": row["kind"],
        "weight": _number(row["weight"]),
        "soft": FLAGS.get(row["soft"].lower(), row["soft"]),
    }
    if "answer" in row:
        typed |= {"answer": _whole(row["answer"])}
        typed |= {name: read_cell(row[name]) for name in ("source", "time")}
    return typed


def _whole(text: str) -> int | str:
    """The whole number a cell holds, or its text, which the checks will name."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text


def _number(text: str) -> float | str:
    try:
        return text if "_" in text else float(text)
    except ValueError:
        return text


def _note_name(
    names: dict[int, str], row: int | str, name: str, n_samples: int, where: str
) -> None:
    if not isinstance(row, int) or row >= n_samples:
        raise InputError(f"{where}: i is {row!r}; rows are numbered from 0 to {n_samples - 1}")
    if names.setdefault(row, name) != name:
        raise InputError(
            f"{where}: row {row} is named {name!r} here and {names[row]!r} before; a row has one "
            "name"
        )


def _all_names(
    names: dict[int, str], columns: list[str], n_samples: int, path: Any
) -> tuple[str, ...] | None:
    if "name_i" not in columns:
        return None
    if len(names) < n_samples:
        missing = next(row for row in range(n_samples) if row not in names)
        raise InputError(
            f"{path} names {len(names)} of {n_samples} rows, row {missing} has no name; add a line "
            f'"{missing},,name,,,<its name>," or delete the columns name_i and name_j'
        )
    return check_row_names([names[row] for row in range(n_samples)], n_samples, path)


FORMULA = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""What a spreadsheet may calculate, with any apostrophes before it."""


def safe_cell(text: str) -> str:
    """The text with an apostrophe before it if a spreadsheet might calculate it.

    >>> safe_cell("=1+1"), safe_cell("'=1+1"), safe_cell("'quoted'"), safe_cell("1-1")
    ("'=1+1", "''=1+1", "'quoted'", '1-1')
    """
    return f"'{text}" if FORMULA.match(text) else text


def read_cell(cell: str) -> str:
    """The text of which `safe_cell` made this, exactly.

    >>> read_cell("'=1+1"), read_cell("''=1+1"), read_cell("'quoted'"), read_cell("=1+1")
    ('=1+1', "'=1+1", "'quoted'", '=1+1')
    """
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell
