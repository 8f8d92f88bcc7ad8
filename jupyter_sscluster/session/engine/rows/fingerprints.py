"""Fingerprints of rows, by which a journal finds them again among others."""

import base64
import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, IntArray, Prints
from jupyter_sscluster._data_frames import TableFrame, opened
from jupyter_sscluster.session.engine.sample.drawing import blocks

MOST = 200_000
"""Rows, at most, that a journal knows one by one."""

PROBED = 3
"""Rows of which a journal has the values that `preprocess` made, to tell another one."""

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)


def fingerprint(X: Any) -> str:
    """SHA-256 of shape, type and bytes of the data as float64; -0.0 counts as 0.0."""
    digest = hashlib.sha256(f"{tuple(map(int, X.shape))} <f8 ".encode())
    for block in blocks(X):
        digest.update((block.astype("<f8") + 0.0).tobytes())
    return digest.hexdigest()


def row_fingerprints(X: Array) -> Prints:
    """64 bits of each row (n,): equal rows have the same, two others hardly ever.

    h ← mix((h ⊕ bits of the value) + c) over the columns, from the number of columns on, with the
    last steps of SplitMix64 as mix; -0.0 counts as 0.0. Of 10⁶ rows that differ, two have the same
    with probability 3 · 10⁻⁸.

    >>> same = row_fingerprints(np.array([[0.0, 1.0], [-0.0, 1.0], [1.0, 0.0]]))
    >>> same[0] == same[1], same[0] == same[2]
    (np.True_, np.False_)

    References
    ----------
    Steele, G. L., Lea, D. & Flood, C. H. (2014). Fast splittable pseudorandom number generators.
    Proc. OOPSLA, 453-472. Figure 16.
    """
    found = _folded([_bits(column) for column in X.T])
    assert found is not None  # data have columns
    return found


def equal_rows(prints: Prints | None, rows: IntArray, others: IntArray) -> IntArray:
    """Those of some rows with the fingerprint of one of the others; none without fingerprints.

    >>> prints = row_fingerprints(np.array([[1.0], [2.0], [1.0]]))
    >>> equal_rows(prints, np.array([1, 2]), np.array([0])).tolist()
    [2]
    """
    return rows[:0] if prints is None else rows[np.isin(prints[rows], prints[others])]


def column_fingerprints(X: Array) -> Prints:
    """64 bits of each column (d,), which say in which columns other values stand."""
    places = _mixed(np.arange(len(X), dtype=np.uint64) + STEP)
    sums = [_mixed(_bits(column) ^ places).sum(dtype=np.uint64) for column in X.T]
    return np.array(sums, dtype=np.uint64)


def given_fingerprints(X: Any) -> Prints | None:
    """64 bits of each row of data as they were given: numbers, texts, dates, or missing values.

    Rows of numbers have those of `row_fingerprints`, whatever holds them. None where `X` is no
    table and no list of texts.

    >>> texts = given_fingerprints(["a", "b", "a"])
    >>> bool(texts[0] == texts[2]), bool(texts[0] == texts[1])
    (True, False)
    """
    if sparse.issparse(X):
        return _sparse_fingerprints(X)
    frame = opened(X)
    if frame is not None:
        return _folded([_column_bits(frame, place) for place in range(len(frame.labels))])
    try:
        table = np.asarray(X)
    except ValueError:  # rows of several lengths
        return None
    table = table[:, None] if table.ndim == 1 else table
    if table.ndim != 2 or not table.shape[1]:
        return None
    if table.dtype.kind in "biuf":
        return _folded([_bits(column) for column in table.T])
    return _folded([name_fingerprints([*map(str, column)]) for column in table.T.tolist()])


def _column_bits(frame: TableFrame, place: int) -> Prints:
    if frame.kinds[place] == "number":
        return _bits(frame.floats(place))
    return name_fingerprints([*map(str, frame.values(place))])


def _folded(columns: Sequence[Prints]) -> Prints | None:
    if not columns:
        return None
    found = np.full(len(columns[0]), len(columns), dtype=np.uint64)
    for column in columns:
        found = _mixed((found ^ column) + STEP)
    return found


def _sparse_fingerprints(X: Any) -> Prints:
    """Sums over the values of a row that are not 0, each mixed with its column."""
    entries = X.tocsr().tocoo()  # in which no place has two values
    some = entries.data != 0
    columns = _mixed(entries.col[some].astype(np.uint64) + STEP)
    found = np.zeros(X.shape[0], dtype=np.uint64)
    np.add.at(found, entries.row[some], _mixed(_bits(entries.data[some]) ^ columns))
    return _mixed(found + np.uint64(X.shape[1]))


def name_fingerprints(names: Sequence[str]) -> Prints:
    """64 bits of each name: the first of BLAKE2b."""
    found = b"".join(
        hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        for name in names
    )
    return np.frombuffer(found, "<u8").astype(np.uint64)


def data_entry(X: Any, names: Sequence[str] | None, given: Prints | None = None) -> dict[str, Any]:
    """What a journal says of some rows: their shape, and fingerprints of all and of each.

    Of more than 200,000 rows, and of rows that are read in blocks, only that of all. `given` are
    those of the rows before `preprocess`.
    """
    entry: dict[str, Any] = {"shape": [*map(int, X.shape)], "fingerprint": fingerprint(X)}
    is_array = isinstance(X, np.ndarray) and not isinstance(X, np.memmap)
    if is_array and len(X) <= MOST:
        entry["rows"] = _text(row_fingerprints(X))
        entry["columns"] = _text(column_fingerprints(X))
        if names is not None:
            entry["names"] = _text(name_fingerprints(names))
        if given is not None:
            entry["given"] = _text(given)
            entry["made"] = X[:PROBED].tolist()
    return entry


def fingerprints_of(entry: dict[str, Any], key: str) -> Prints | None:
    """The fingerprints of rows, names and so on in a journal; None where it has none."""
    if key not in entry:
        return None
    found = np.frombuffer(base64.b64decode(entry[key], validate=True), "<u8").astype(np.uint64)
    n = entry["shape"][1 if key == "columns" else 0]
    if len(found) != n:
        raise ValueError(f"{len(found)} fingerprints are not those of {n} {key}")
    return found


def _text(prints: Prints) -> str:
    return base64.b64encode(prints.astype("<u8").tobytes()).decode("ascii")


def _bits(values: Array) -> Prints:
    numbers = np.ascontiguousarray(values, dtype=np.float64) + 0.0
    numbers[np.isnan(numbers)] = np.nan  # one of the many
    return numbers.view(np.uint64)


def _mixed(z: Prints) -> Prints:
    z = (z ^ (z >> np.uint64(30))) * FIRST
    z = (z ^ (z >> np.uint64(27))) * SECOND
    mixed: Prints = z ^ (z >> np.uint64(31))
    return mixed
