"""Random forest proximity: the share of trees in which two points fall into one leaf."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.active.similarity.trees import grow

BLOCK = 4096
LARGEST = 1e30  # trees work in single precision; their splits do not depend on the scale


def canonical(labels: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """The same partition with clusters numbered in order of their first point.

    >>> canonical(np.array([7, 7, 2, 9, 2]))
    array([0, 0, 1, 2, 1])
    """
    _, first, codes = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[codes]


def leaves_of(
    X: NDArray[np.float64],
    labels: NDArray[np.integer[Any]],
    n_estimators: int = 50,
    max_samples: int = 10_000,
    seed: int | None = 0,
) -> NDArray[np.int32]:
    """Leaf (n_samples, n_estimators) of each point in each tree of a forest that learns the labels.

    Names of labels do not matter; for each tree `max_samples` rows are drawn, or as many as there
    are. The last few forests are kept: as long as no answer changes a label, none has to be grown.
    """
    codes = canonical(labels)
    digest = blake2b(_digest_of(X) + codes.tobytes()).digest()
    training_set = _TrainingSet(digest, X.shape, X, codes)
    if seed is None:
        return _grown.__wrapped__(training_set, n_estimators, max_samples, None)
    return _grown(training_set, n_estimators, max_samples, seed)


def _digest_of(X: NDArray[np.float64]) -> bytes:
    """A digest of the values; those of an array that nobody may write are read once."""
    known = _read.get(id(X))
    if known is not None and known[0]() is X:
        return known[1]
    digest = blake2b(np.ascontiguousarray(X).data).digest()
    if not X.flags.writeable and X.base is None:
        for gone in [key for key, (array, _) in list(_read.items()) if array() is None]:
            del _read[gone]
        _read[id(X)] = ref(X), digest
    return digest


_read: dict[int, tuple[ref[NDArray[np.float64]], bytes]] = {}


@dataclass(frozen=True)
class _TrainingSet:
    """What a forest is grown on, as a key of the cache: equal when the values are."""

    digest: bytes
    shape: tuple[int, ...]
    X: NDArray[np.float64] = field(compare=False)
    labels: NDArray[np.int64] = field(compare=False)


@lru_cache(maxsize=4)
def _grown(
    training_set: _TrainingSet, n_estimators: int, max_samples: int, seed: int | None
) -> NDArray[np.int32]:
    X = training_set.X / max(1.0, float(np.abs(training_set.X).max()) / LARGEST)
    n_drawn = min(max_samples, len(X))
    return grow(X.astype(np.float32), training_set.labels, n_estimators, n_drawn, seed)


def posterior(
    leaves: NDArray[np.int32], members: list[NDArray[np.int64]], rows: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Probability (m, k) that m rows belong to k neighbourhoods, by mean similarity to members.

    p_i(x) is proportional to the mean over y in N_i of s(x, y), where s is the share of trees in
    which x and y meet (Xiong, Azimi & Fern 2014, doi:10.1109/TKDE.2013.22; Švehla 2018, 3.2.1).
    Counts of members per leaf give it in O(n_trees (n + members)) a neighbourhood; no similarity of
    two points is ever stored. No similarity at all: uniform.

    >>> leaves = np.array([[0, 0], [0, 1], [1, 1], [0, 1]])
    >>> posterior(leaves, [np.array([0, 1]), np.array([2])], np.array([3]))
    array([[0.6, 0.4]])
    """
    count, n_trees = len(members), leaves.shape[1]
    width = int(leaves.max()) + 1
    tree = np.arange(n_trees) * width
    mean = np.empty((len(rows), count))
    for k, neighbourhood in enumerate(members):
        met = np.zeros(n_trees * width, dtype=np.int64)
        for some in _slices(len(neighbourhood)):
            met += np.bincount((leaves[neighbourhood[some]] + tree).ravel(), minlength=len(met))
        for some in _slices(len(rows)):
            mean[some, k] = met[leaves[rows[some]] + tree].sum(axis=1) / len(neighbourhood)
    total = mean.sum(axis=1, keepdims=True)
    uniform = np.full_like(mean, 1.0 / count)
    shares: NDArray[np.float64] = np.divide(mean, total, out=uniform, where=total > 0)
    return shares


def _slices(count: int) -> Iterator[slice]:
    return (slice(low, low + BLOCK) for low in range(0, count, BLOCK))


def similarity(
    leaves: NDArray[np.int32], point: int, rows: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Share of trees in which some points meet one point."""
    share: NDArray[np.float64] = (leaves[rows] == leaves[point]).mean(axis=1)
    return share
