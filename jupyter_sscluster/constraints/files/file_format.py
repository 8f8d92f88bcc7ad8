"""The content of a constraints file, independent of the file format.

Version 2 is version 1 with statements of the kind "noise", each about one row. It is written where
there are such statements only, so that earlier releases read all other files.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from jupyter_sscluster._validation import InputError, check_count, check_names
from jupyter_sscluster.constraints.conflict import ConflictError, FileConflictError, Link
from jupyter_sscluster.constraints.files.origins import (
    INITIAL,
    ORIGIN_FIELDS,
    PICKED,
    Origin,
    check_origin,
    is_by_hand,
)
from jupyter_sscluster.constraints.pair_checks import KINDS, LARGEST_WEIGHT
from jupyter_sscluster.constraints.stated_pairs import LARGEST_N, StatedPairs

FORMAT = "jupyter_sscluster constraints"
VERSIONS = (1, 2)
NOISE = "noise"
FIELDS = ("i", "j", "kind", "weight", "soft")


class Record(NamedTuple):
    """One statement, its place in the file, and its annotator if the file has one.

    One of kind "noise" is about row `i` alone, and `j` is the same row.
    """

    i: int
    j: int
    kind: str
    weight: float
    soft: bool
    where: str
    origin: Origin | None = None


class FileContent(NamedTuple):
    """All content of a constraints file."""

    n_samples: int
    names: tuple[str, ...] | None
    records: list[Record]

    @property
    def version(self) -> int:
        """The earliest version of the format that holds all this."""
        return VERSIONS[any(record.kind == NOISE for record in self.records)]

    @property
    def noise(self) -> list[int]:
        """The rows that are noise, in the file's order."""
        return [record.i for record in self.records if record.kind == NOISE]

    @property
    def by_hand(self) -> list[tuple[int, int]]:
        """The pairs that a person picked, as far as the file says who said what."""
        pairs = [record for record in self.records if record.kind != NOISE]
        asked = {(r.i, r.j) for r in pairs if r.origin is None or not is_by_hand(r.origin.source)}
        return [(r.i, r.j) for r in pairs if (r.i, r.j) not in asked]

    def columns(self, kind: str, soft: bool) -> tuple[list[tuple[int, int]], list[float]]:
        """Pairs and weights of one kind, in the file's order."""
        chosen = [r for r in self.records if r.kind == kind and r.soft == soft]
        return [(r.i, r.j) for r in chosen], [r.weight for r in chosen]


def records_of(value: StatedPairs) -> Iterator[Record]:
    """The statements of a value, table by table, the noise last; who said them if any by hand."""
    tables = [
        ("must", False, value.must, value.must_weights),
        ("cannot", False, value.cannot, value.cannot_weights),
        ("must", True, value.soft_must, value.soft_must_weights),
        ("cannot", True, value.soft_cannot, value.soft_cannot_weights),
    ]
    picked, number = {*map(tuple, value.by_hand.tolist())}, 0
    for kind, soft, pairs, weights in tables:
        for (i, j), weight in zip(pairs.tolist(), weights.tolist(), strict=True):
            number += 1
            source = PICKED if (i, j) in picked else INITIAL
            origin = Origin(number, source, 0.0) if picked else None
            yield Record(i, j, kind, weight, soft, "", origin)
    yield from (noise_record(row) for row in value.noise.tolist())


def noise_record(row: int, where: str = "") -> Record:
    """The statement that a row is in no cluster."""
    return Record(row, row, NOISE, 1.0, False, where)


def check_version(found: Any, path: Any) -> None:
    """Refuse a file of another version."""
    if found not in VERSIONS or isinstance(found, bool):
        raise InputError(
            f"{path} has version {found!r} of the constraints format; this program reads versions "
            f"{VERSIONS[0]} and {VERSIONS[1]}: write the file again with to_csv or to_json of this "
            "version"
        )


def check_n_samples(found: Any, path: Any) -> int:
    """The number of samples a file states."""
    return check_count(
        found, f"{path}: n_samples", high=LARGEST_N, way_out="write the number of rows there"
    )


def check_row_names(names: list[str], n_samples: int, path: Any) -> tuple[str, ...]:
    """The row names a file states, one a row and none twice."""
    if len(names) != n_samples:
        raise InputError(
            f"{path}: {len(names)} names were given for {n_samples} rows; write one name a row"
        )
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InputError(
                f"{path}: the row name {name!r} names more than one row; give every row a "
                "name of its own in the file"
            )
        seen.add(name)
    return tuple(names)


def check_record(found: dict[str, Any], n_samples: int, where: str) -> Record:
    """One statement, or an error with its place and the reason."""
    if found["kind"] == NOISE:
        if found.get("j", "") not in ("", None):
            raise InputError(f"{where}: noise is one row, and j is {found['j']!r}; leave j empty")
        return noise_record(_index(found["i"], "i", n_samples, where), where)
    i, j = (_index(found[end], end, n_samples, where) for end in ("i", "j"))
    if i == j:
        raise InputError(f"{where} links row {i} to itself; a constraint needs two: delete it")
    kind, weight, soft = found["kind"], found["weight"], found["soft"]
    if kind not in KINDS:
        raise InputError(
            f'{where}: kind {kind!r} is unknown; it must be "must", "cannot" or "{NOISE}"'
        )
    number = isinstance(weight, (int, float)) and not isinstance(weight, bool)
    if not number or not 0 < weight <= LARGEST_WEIGHT:
        raise InputError(
            f"{where}: weight {weight!r} must be a finite number above 0, at most "
            f"{LARGEST_WEIGHT:g}; 1 is the usual one"
        )
    if not isinstance(soft, bool):
        raise InputError(f"{where}: soft is {soft!r}; it must be true or false")
    origin = check_origin(found, where) if set(ORIGIN_FIELDS) <= set(found) else None
    return Record(i, j, kind, float(weight), soft, where, origin)


Value = TypeVar("Value")


def from_content(make: Callable[..., Value], content: FileContent) -> Value:
    """The value of class `make`, which is `Constraints`, that a file holds."""
    must, must_weights = content.columns("must", soft=False)
    cannot, cannot_weights = content.columns("cannot", soft=False)
    weights = {"must_weights": must_weights, "cannot_weights": cannot_weights}
    value: Any
    try:
        value = make(content.n_samples, must, cannot, names=content.names, **weights)
    except ConflictError as error:
        raise _located(error, content) from None
    for kind in KINDS:
        pairs, weight = content.columns(kind, soft=True)
        value = value.add_pairs(pairs, kind, weight, soft=True)
    value = value.with_by_hand(content.by_hand)
    found: Value = value.with_noise(content.noise) if content.noise else value
    return found


def _located(error: ConflictError, content: FileContent) -> FileConflictError:
    """The contradiction of some statements, with their places in the file."""
    places: dict[Link, str] = {}
    for record in content.records:
        if not record.soft:
            ends = sorted((record.i, record.j))
            places.setdefault((ends[0], ends[1], record.kind), record.where)
    return FileConflictError(
        error.pair,
        error.witness,
        content.names,
        places[error.pair],
        [places[link].rpartition(", ")[2] for link in error.witness],
    )


def placed(content: FileContent, n_samples: int | None, names: Sequence[str] | None) -> FileContent:
    """The content about the caller's rows: by name if both have names, as rows may be reordered.

    Otherwise by number, and the numbers of samples must agree.
    """
    if n_samples is not None:
        check_count(n_samples, "n_samples")
    rows = None if names is None else check_names(names, len(names))
    here = n_samples if n_samples is not None or rows is None else len(rows)
    if rows is not None and here != len(rows):
        raise InputError(f"{len(rows)} names were given for n_samples={here}; give one name a row")
    if rows is not None and content.names is not None:
        return FileContent(len(rows), tuple(rows), _by_name(content, content.names, rows))
    if here is not None and here != content.n_samples:
        raise InputError(
            f"the file is about {content.n_samples} samples, not {here}; use the data it was "
            "written for, or save constraints with names= and pass names= to find rows by name"
        )
    return content if rows is None else content._replace(names=tuple(rows))


def _by_name(content: FileContent, theirs: Sequence[str], rows: Sequence[str]) -> list[Record]:
    place = {name: row for row, name in enumerate(rows)}
    moved = []
    for record in content.records:
        for name in (theirs[record.i], theirs[record.j]):
            if name not in place:
                raise InputError(
                    f"{record.where}: no row is named {name!r}; pass the names of the data the "
                    "file was written for, or delete this statement"
                )
        moved.append(record._replace(i=place[theirs[record.i]], j=place[theirs[record.j]]))
    return moved


def _index(value: Any, end: str, n_samples: int, where: str) -> int:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not 0 <= value < n_samples:
        raise InputError(
            f"{where}: {end} is {value!r}; rows of {n_samples} samples are whole numbers from 0 "
            f"to {n_samples - 1}"
        )
    return int(value)
