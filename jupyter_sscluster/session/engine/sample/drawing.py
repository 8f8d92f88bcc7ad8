"""Which rows of large data are shown: drawn, or chosen by the person."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster._validation import InputError, InputTypeError, check_count
from jupyter_sscluster.cluster.out_of_core.open_blocks import is_dask
from jupyter_sscluster.constraints.row_names import row_number
from jupyter_sscluster.seeding import kmeans_plusplus

BLOCK = 65_536
"""Rows that are looked at together."""

LOOKED = 20_000
"""Rows, drawn evenly, that the centres come from."""

CENTRES = 32
SHARE = 8
"""Of so many rows that are drawn one at most is a centre."""

LEAST = 2
"""Fewest points that can be asked about."""

WAY_OUT = "sample=5000 draws so many, and an array of row numbers shows these"


@dataclass(frozen=True, eq=False)
class Wanted:
    """A number of rows to draw, or the rows themselves; `plain` stands for it in a journal."""

    size: int | None
    rows: IntArray | None

    @property
    def plain(self) -> int | str:
        """The number of rows, or a digest of them."""
        if self.rows is None:
            assert self.size is not None
            return self.size
        return hashlib.sha256(self.rows.astype("<i8").tobytes()).hexdigest()

    def take(self, X: Any, stated: IntArray, random_state: int) -> IntArray:
        """The rows to show, ascending, with those in pairs that are stated at the start."""
        if self.rows is not None:
            return np.union1d(self.rows, stated)
        assert self.size is not None
        return draw(X, self.size, stated, random_state)


def check_sample(sample: Any, n_samples: int, names: Sequence[str] | None) -> Wanted | None:
    """What `sample=` asks for; None where that is all rows."""
    if sample is None:
        return None
    if np.ndim(sample) == 0 and not isinstance(sample, str):
        size = check_count(sample, "sample", LEAST, way_out=WAY_OUT)
        return None if size >= n_samples else Wanted(size, None)
    rows = _checked_rows(sample, n_samples, names)
    if len(rows) < LEAST:
        raise InputError(f"sample={sample!r} has {len(rows)} rows; {LEAST} or more are needed")
    return None if len(rows) == n_samples else Wanted(None, rows)


def _checked_rows(sample: Any, n_samples: int, names: Sequence[str] | None) -> IntArray:
    if isinstance(sample, str) or np.ndim(sample) != 1:
        raise InputTypeError(f"sample={sample!r} is neither a number nor a list of rows; {WAY_OUT}")
    rows = np.asarray(sample)
    if rows.dtype.kind == "b" and len(rows) != n_samples:
        raise InputError(
            f"sample has {len(rows)} truth values for {n_samples} rows; give one a row, or row "
            "numbers"
        )
    if rows.dtype.kind == "b":
        return np.flatnonzero(rows)
    if rows.dtype.kind not in "iu":
        rows = np.array([row_number(row, n_samples, names, "sample") for row in sample])
    for wrong in (rows.min(initial=0), rows.max(initial=0)):
        check_count(int(wrong), "sample", 0, n_samples - 1, f"rows are 0 to {n_samples - 1}")
    return np.unique(rows).astype(np.int64)


def draw(X: Any, size: int, always: IntArray, random_state: int) -> IntArray:
    """So many rows, ascending: some always, the others half evenly and half by distance.

    A row is drawn without replacement with the weight 1/(2n) + D²/(2 Σ D²), D² being its squared
    distance to the nearest of up to 32 centres, rows themselves, which k-means++ draws from 20,000
    and which are taken first. The even half keeps the picture true to what is frequent, the other
    brings in what lies apart. It takes one pass over the data, and the same rows for the same seed
    however they are read.

    `X` is read in blocks. `always` are taken even where they are more than ``size``.

    References
    ----------
    Arthur, D. & Vassilvitskii, S. (2007). k-means++: the advantages of careful seeding.
    Proc. SODA, 1027-1035.
    Bachem, O., Lucic, M. & Krause, A. (2018). Scalable k-means clustering via lightweight
    coresets. Proc. KDD, 1119-1127. Equation 4, with D² from centres instead of the mean.
    Efraimidis, P. & Spirakis, P. (2006). Weighted random sampling with a reservoir. Information
    Processing Letters 97(5), 181-185.

    Examples
    --------
    >>> X = np.concatenate([np.zeros((900, 1)), [[50.0], [60.0], [70.0]]])
    >>> rows = draw(X, 40, np.array([7]), 0)
    >>> len(rows), 7 in rows, {900, 901, 902} <= set(rows.tolist())
    (40, True, True)
    """
    n_samples = len(X)
    rng = np.random.default_rng(random_state)
    looked = np.sort(rng.choice(n_samples, min(LOOKED, n_samples), replace=False))
    values = taken(X, looked)
    n_centres = min(CENTRES, len(looked), max(1, size // SHARE))
    centres = kmeans_plusplus(values, n_centres, random_state=int(rng.integers(2**31)))
    first = [looked[(values == centre).all(axis=1).argmax()] for centre in centres]
    away = np.concatenate([_nearest(block, centres) for block in blocks(X)])
    total = away.sum()
    weight = 0.5 / n_samples + (0.5 * (away / total) if total > 0 else 0.0)
    key = rng.exponential(size=n_samples) / weight
    key[first], key[always] = -1.0, -2.0
    most = max(size, len(np.unique(always)))
    return np.sort(np.argpartition(key, most - 1)[:most])


def draw_more(X: Any, first: int, size: int, seen: Array, random_state: int) -> IntArray:
    """So many of the rows from `first` on, ascending: half evenly, half by distance, as in `draw`.

    D² is that to the nearest of up to 32 centres, which k-means++ draws from the rows `seen`.

    >>> X = np.concatenate([np.zeros((100, 1)), [[50.0]], np.ones((40, 1))])
    >>> rows = draw_more(X, 90, 5, X[:20], 0)
    >>> len(rows), 100 in rows, bool((rows >= 90).all())
    (5, True, True)
    """
    n_new = len(X) - first
    size = min(size, n_new)
    if size <= 0:
        return np.empty(0, dtype=np.int64)
    rng = np.random.default_rng([random_state, first])
    n_centres = min(CENTRES, len(np.unique(seen, axis=0)))
    centres = kmeans_plusplus(seen, n_centres, random_state=int(rng.integers(2**31)))
    away = np.concatenate([_nearest(block, centres) for block in blocks(X[first:])])
    total = away.sum()
    weight = 0.5 / n_new + (0.5 * (away / total) if total > 0 else 0.0)
    key = rng.exponential(size=n_new) / weight
    return first + np.sort(np.argpartition(key, size - 1)[:size]).astype(np.int64)


def blocks(X: Any) -> Iterator[Array]:
    """The rows one block after the other, all finite; those of Dask in its own blocks."""
    ends = np.cumsum((0, *X.chunks[0])) if is_dask(X) else [*range(0, len(X), BLOCK), len(X)]
    for start, end in pairwise(map(int, ends)):
        block = np.asarray(X[start:end], dtype=np.float64)
        yield _finite(block, np.arange(start, end))


def taken(X: Any, rows: IntArray) -> Array:
    """Some rows, in memory."""
    if not is_dask(X):
        return _finite(np.ascontiguousarray(X[rows], dtype=np.float64), rows)
    order = np.argsort(rows, kind="stable")
    found = np.empty((len(rows), X.shape[1]))
    found[order] = X[rows[order]].compute()
    return _finite(found, rows)


def _finite(values: Array, rows: IntArray) -> Array:
    """The values of some rows, if they are all finite."""
    finite = np.isfinite(values)
    if not finite.all():
        place, column = np.argwhere(~finite)[0]
        raise InputError(
            f"X has the value {values[place, column]} in row {rows[place]}, column {column}; fill "
            "in what is missing, or leave such rows out, before X is passed"
        )
    return values


def _nearest(block: Array, centres: Array) -> Array:
    """The squared distance of each row to the nearest centre."""
    least = np.full(len(block), np.inf)
    for centre in centres:
        np.minimum(least, np.square(block - centre).sum(axis=1), out=least)
    return least
