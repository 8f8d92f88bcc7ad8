"""Constraints as JSON: format, version, n_samples, names and a list of statements."""

import json
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints.files.file_format import (
    FIELDS,
    FORMAT,
    NOISE,
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

NOISE_FIELDS = ("i", "kind")
KEYS = ("format", "version", "n_samples", "names", "statements")


def write_json(value: StatedPairs, path: Any) -> None:
    """Write a value, one statement a line, so that `read_json` gives exactly the same one."""
    write_text(path, json_text(FileContent(value.n_samples, value.names, [*records_of(value)])))


def json_text(content: FileContent) -> str:
    """What such a file holds, with the origin of every statement that has one."""
    names = None if content.names is None else list(content.names)
    about = {"n_samples": content.n_samples, "names": names}
    head = {"format": FORMAT, "version": content.version, **about}
    statements = ["\n  " + json.dumps(_entry(record)) for record in content.records]
    lines = [f" {json.dumps(key)}: {json.dumps(held)}" for key, held in head.items()]
    lines.append(f' "statements": [{",".join(statements)}]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _entry(record: Record) -> dict[str, Any]:
    if record.kind == NOISE:
        return {"i": record.i, "kind": NOISE}
    entry: dict[str, Any] = dict(zip(FIELDS, record[:5], strict=True))
    if record.origin is not None:
        answer, source, time = record.origin
        entry |= {"answer": answer, "source": source, "time": time_text(time)}
    return entry


def read_json(path: Any) -> FileContent:
    """Read a file of `write_json`; errors name the place and the reason."""
    return content_of(_parsed(path), path)


def content_of(document: Any, path: Any) -> FileContent:
    """The content of a file of this form once it is parsed, checked."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InputError(
            f'{path} is no constraints file: it must be an object with "format": "{FORMAT}"; '
            "to_json writes such files"
        )
    check_version(document.get("version"), path)
    _check_keys(document, KEYS, str(path))
    n_samples = check_n_samples(document["n_samples"], path)
    names = _names(document["names"], n_samples, path)
    statements = document["statements"]
    if not isinstance(statements, list):
        raise InputError(f'{path}: "statements" must be a list, one object a statement')
    records = []
    for number, statement in enumerate(statements, start=1):
        where = f"{path}, statement {number}"
        if not isinstance(statement, dict):
            raise InputError(
                f"{where} is {statement!r}; it must be an object with {_listed(FIELDS)}"
            )
        further = ORIGIN_FIELDS if set(ORIGIN_FIELDS) & set(statement) else ()
        fields = NOISE_FIELDS if statement.get("kind") == NOISE else (*FIELDS, *further)
        _check_keys(statement, fields, where)
        records.append(check_record(statement, n_samples, where))
    return FileContent(n_samples, names, records)


def _parsed(path: Any) -> Any:
    text = read_text(path)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{path} is no JSON ({error}); write the file again with to_json"
        ) from error


def _check_keys(found: dict[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in keys:
        if key not in found:
            raise InputError(f"{where} has no {key!r}; it needs {_listed(keys)}")
    for key in found:
        if key not in keys:
            raise InputError(f"{where} has an unknown entry {key!r}; keep {_listed(keys)}")


def _names(found: Any, n_samples: int, path: Any) -> tuple[str, ...] | None:
    if found is None:
        return None
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise InputError(f'{path}: "names" must be null or a list of {n_samples} texts')
    return check_row_names(found, n_samples, path)


def _listed(keys: tuple[str, ...]) -> str:
    return ", ".join(keys)
