"""Checks of pairs, kinds and weights."""

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import InputError, unmasked
from jupyter_sscluster.constraints.pair_table import PairTable, pair_table

KINDS = ("must", "cannot")

LARGEST_WEIGHT = 1e12
"""Heavier statements would add nothing but rounding: at 1e12 all others are lost beside one."""


def check_kind(kind: Any) -> str:
    """Return `kind` if it is "must" or "cannot"."""
    if not isinstance(kind, str) or kind not in KINDS:
        raise InputError(
            f'kind={kind!r} is not a kind of constraint; use "must" (same cluster) or "cannot" '
            "(different clusters)"
        )
    return kind


def noun(kind: str) -> str:
    """What a sentence calls a pair of this kind."""
    return f"{kind}-link" if kind in KINDS else "pair"


def check_pairs(pairs: Any, kind: str, n_samples: int) -> NDArray[np.int64]:
    """Pairs as int64 (m, 2), smaller index first; an `InputError` names the `kind`."""
    array = index_pairs(pairs, kind, n_samples)
    same = np.flatnonzero(array[:, 0] == array[:, 1])
    if same.size:
        i = array[same[0], 0]
        raise InputError(
            f"{noun(kind)} ({i}, {i}) links point {i} to itself; a constraint needs two different "
            "points: leave this pair out"
        )
    return np.sort(array, axis=1)


def index_pairs(pairs: Any, kind: str, n_samples: int) -> NDArray[np.int64]:
    """Return pairs of indices in range as an int64 array (m, 2), in the order they were given."""
    if hasattr(pairs, "__array__"):
        pairs = np.asarray(unmasked(pairs, noun(kind) + "s"))[()]
    if isinstance(pairs, np.ndarray) and pairs.dtype.kind in "iu":
        array = _check_shape(pairs, kind)
    else:
        array = np.array(_listed(pairs, kind), dtype=object).reshape(-1, 2)
    outside = np.argwhere((array < 0) | (array >= n_samples))
    if outside.size:
        pair = array[outside[0, 0]]
        raise InputError(
            f"{noun(kind)} ({pair[0]}, {pair[1]}): {pair[outside[0, 1]]} is no row of {n_samples} "
            f"samples; rows are counted from 0, so use indices from 0 to {n_samples - 1}"
        )
    return array.astype(np.int64)


def check_weights(weights: Any, kind: str, n_pairs: int) -> NDArray[np.float64]:
    """Return one weight a pair as float64: all 1 for None, a single number repeated."""
    if weights is None:
        return np.ones(n_pairs)
    array = np.asarray(unmasked(weights, f"{kind}_weights"))
    if array.dtype.kind not in "iuf" or array.ndim > 1:
        raise InputError(
            f"{kind}-link weights {weights!r} must be numbers; give one number above 0 a pair, or "
            "a single one for all"
        )
    if array.ndim == 1 and array.shape[0] != n_pairs:
        raise InputError(
            f"{array.shape[0]} weights were given for {n_pairs} {kind}-links; give one weight a "
            "pair, or a single one for all"
        )
    result = np.array(np.broadcast_to(array, (n_pairs,)), dtype=np.float64)
    bad = np.flatnonzero(~((result <= LARGEST_WEIGHT) & (result > 0)))
    if bad.size or not (np.isfinite(array).all() and (array > 0).all()):
        value = result[bad[0]] if bad.size else weights
        raise InputError(
            f"{kind}-link weight {value} must be a finite number above 0, at most "
            f"{LARGEST_WEIGHT:g}; leave the pair out if it should not count, and use a hard "
            "clusterer such as COPKMeans if it must never be violated"
        )
    return result


def checked_table(pairs: Any, weights: Any, kind: str, n_samples: int) -> PairTable:
    """Return checked pairs and weights as a table, every pair once."""
    checked = check_pairs(pairs, kind, n_samples)
    return pair_table(checked, check_weights(weights, kind, len(checked)))


def _check_shape(array: NDArray[Any], kind: str) -> NDArray[Any]:
    if array.size == 0 and array.ndim <= 2:
        return np.empty((0, 2), dtype=np.int64)
    if array.ndim != 2 or array.shape[1] != 2:
        raise InputError(
            f"{noun(kind)}s have shape {array.shape}; they must be pairs, shape (m, 2): "
            "write [[10, 20]] for a single pair"
        )
    return array


def _listed(pairs: Any, kind: str) -> list[tuple[int, int]]:
    """Check pairs one by one if they are no integer array, so that the error can name the pair."""
    if isinstance(pairs, (str, bytes, dict)) or not hasattr(pairs, "__iter__"):
        raise InputError(
            f"{noun(kind)}s {pairs!r} are no list of pairs; write [[10, 20], [3, 7]] for example"
        )
    return [_one_pair(pair, kind) for pair in pairs]


def _one_pair(pair: Any, kind: str) -> tuple[int, int]:
    two = not isinstance(pair, (str, bytes, dict)) and getattr(pair, "__len__", int)() == 2
    if not two:
        raise InputError(
            f"{noun(kind)} {pair!r} is no pair of two indices; write [[10, 20]] for a single pair"
        )
    i, j = pair
    return _whole(i, pair, kind), _whole(j, pair, kind)


def _whole(value: Any, pair: Any, kind: str) -> int:
    if not isinstance(value, (bool, np.bool_)):
        try:
            return operator.index(value)
        except TypeError:
            pass
    plain = _plain(value)
    raise InputError(
        f"{noun(kind)} ({', '.join(repr(_plain(end)) for end in pair)}): the index {plain!r} is a "
        f"{type(plain).__name__}; indices are whole numbers that count rows from 0, so pass an int"
    )


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
