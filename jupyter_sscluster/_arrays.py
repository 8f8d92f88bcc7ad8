"""Names for array types, read-only arrays, and rows as the key of a cache."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

Matrix = NDArray[Any]
"""Distances in single or in double precision."""

Block = NDArray[Any]
"""Consecutive rows of larger data, (n, d), in the type they have."""

AnyLabels = NDArray[Any]
"""Labels as somebody gave them: numbers, texts or other values."""

Labels = NDArray[np.int32]
"""The cluster of each row, as every clusterer of ours gives it."""

Integers = NDArray[np.integer]
"""Labels or numbers of rows, whichever width they have."""

IntArray = NDArray[np.int64]
"""Numbers of rows, pairs (m, 2) of them, or counts."""

Index = NDArray[np.intp]
"""Places in an array, as NumPy finds them."""

Mask = NDArray[np.bool_]

Prints = NDArray[np.uint64]
"""Fingerprints of rows, columns or names."""


Kind = TypeVar("Kind", bound=np.generic)


def read_only(array: NDArray[Kind]) -> NDArray[Kind]:
    """The same values over bytes, which NumPy never lets anybody write to.

    >>> fixed = read_only(np.arange(3))
    >>> fixed.flags.writeable = True
    Traceback (most recent call last):
    ...
    ValueError: cannot set WRITEABLE flag to True of this array
    """
    if isinstance(array.base, bytes):
        return array
    return np.ndarray(array.shape, array.dtype, array.tobytes())


@dataclass(frozen=True)
class HashableData:
    """Rows that are equal when their values are, so that a cache can tell them apart.

    >>> HashableData.of(np.array([[0.0], [1.0]])) == HashableData.of(np.array([[0.0], [1.0]]))
    True
    """

    digest: bytes
    shape: tuple[int, ...]
    X: NDArray[np.float64] = field(compare=False, repr=False)

    @classmethod
    def of(cls, X: NDArray[np.float64]) -> HashableData:
        """The data of an array; O(n_samples n_features)."""
        return cls(blake2b(X.tobytes()).digest(), X.shape, X)


def alone(labels: AnyLabels) -> AnyLabels:
    """The labels with one of its own for each row of label -1, which is in no cluster.

    >>> alone(np.array([0, -1, 0, -1])).tolist()
    [0, 1, 0, 2]
    """
    out = labels == -1 if labels.dtype.kind == "i" else np.zeros(len(labels), dtype=bool)
    if not out.any():
        return labels
    numbers = labels.astype(np.int64)
    numbers[out] = numbers.max() + 1 + np.arange(out.sum())
    return numbers
