"""What a strategy is shown, and what it asks."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import (
    InputError,
    InputTypeError,
    check_count,
    check_data,
    check_names,
    row_names,
    unmasked,
)
from jupyter_sscluster.constraints import Constraints, check_constraints
from jupyter_sscluster.constraints.weighted_pairs import soft_pairs

Pair = tuple[int, int]


@dataclass(frozen=True)
class Query:
    """A question: do the two points of a pair belong together?

    Parameters
    ----------
    pair : (i, j)
        Rows of X. The first is the point in question; the second stands for a group it may join.
    score : float
        How much the strategy wants this answer; comparable within one call of `propose` only.
    reason : str
        One sentence for the person who must answer.
    """

    pair: Pair
    score: float
    reason: str


def as_query(candidate: Any, strategy: Any) -> Query:
    """A candidate of `Strategy.questions` as a `Query`; pairs get a reason that names the strategy.

    `InputTypeError` if it is neither a `Query` nor a pair of row numbers.
    """
    if isinstance(candidate, Query):
        return candidate
    try:
        i, j = sorted(operator.index(row) for row in candidate)
    except (TypeError, ValueError) as error:
        raise InputTypeError(
            f"{type(strategy).__name__} proposed {candidate!r}; questions must be pairs of row "
            "numbers such as (0, 3), or Query objects"
        ) from error
    return Query((i, j), 0.0, f"Chosen by {getattr(strategy, 'title', type(strategy).__name__)}.")


@dataclass(frozen=True, eq=False)
class Snapshot:
    """All that is known at one moment: the only thing a strategy looks at.

    Parameters
    ----------
    X : array or DataFrame, shape (n_samples, n_features)
    constraints : Constraints
        What has been said about pairs so far.
    labels : array of int, shape (n_samples,), default None
        The present clustering.
    clusterer : estimator, default None
        What made the labels; its `fit` takes `constraints=`.
    unknown : iterable of pairs, default ()
        Pairs that were answered with "don't know".
    n_clusters : int, default None
        Number of classes to look for; `clusterer.n_clusters` where there is a clusterer.
    names : sequence of str, default None
        Names of the rows for the sentences; those of the constraints or of the DataFrame if any.
    evidence : Constraints, default None
        All statements, where functions have answered beside people: beliefs rest on them, while
        only `constraints` count as asked. By default the same as `constraints`.

    Attributes
    ----------
    closed : frozenset of pairs
        Pairs not to be asked (again): answered with "don't know", or kept as soft.

    Raises
    ------
    InputError
        If the parts do not fit together.

    >>> snapshot = Snapshot([[0.0], [1.0], [5.0]], Constraints(3), unknown=[(2, 0)])
    >>> snapshot.unknown, snapshot.name(2)
    (((0, 2),), '2')
    """

    X: NDArray[np.float64]
    constraints: Constraints
    labels: NDArray[np.integer[Any]] | None = None
    clusterer: Any = None
    unknown: tuple[Pair, ...] = ()
    n_clusters: int | None = None
    names: Sequence[str] | None = None
    evidence: Constraints | None = None

    def __post_init__(self) -> None:
        names = row_names(self.X) if self.names is None else self.names
        X = check_data(self.X)
        n_samples = len(X)
        check_constraints(self.constraints, n_samples)
        if self.evidence is not None:
            check_constraints(self.evidence, n_samples)
        if names is None:
            names = self.constraints.names
        n_clusters = self.n_clusters
        if n_clusters is None:
            n_clusters = getattr(self.clusterer, "n_clusters", None)
        fields = {
            "X": X,
            "labels": None if self.labels is None else _labels(self.labels, n_samples),
            "unknown": _pairs(self.unknown, n_samples),
            "n_clusters": None if n_clusters is None else check_count(n_clusters, "n_clusters"),
            "names": None if names is None else check_names(names, n_samples),
        }
        for field, value in fields.items():
            object.__setattr__(self, field, value)

    @property
    def n_samples(self) -> int:
        """Number of points."""
        return len(self.X)

    @property
    def believed(self) -> Constraints:
        """What beliefs rest on."""
        return self.constraints if self.evidence is None else self.evidence

    @property
    def n_answers(self) -> int:
        """How many answers this snapshot rests on, whatever their order."""
        return len(self.constraints) + len(self.unknown)

    @cached_property
    def closed(self) -> frozenset[Pair]:
        """Pairs not to be asked (again)."""
        soft = soft_pairs(self.constraints).pairs
        return frozenset(self.unknown) | frozenset((int(i), int(j)) for i, j in soft)

    def name(self, i: int) -> str:
        """What a person calls a point: its name where rows have names, else its number."""
        return str(i) if self.names is None else self.names[i]


def _labels(labels: Any, n_samples: int) -> NDArray[np.integer[Any]]:
    array = np.asarray(unmasked(labels, "labels"))
    if array.shape != (n_samples,) or array.dtype.kind not in "iu":
        raise InputError(
            f"labels of shape {array.shape} and type {array.dtype} must be one integer a row, "
            f"shape ({n_samples},); pass the labels_ of a fitted clusterer"
        )
    return array


def _pairs(pairs: Iterable[Pair], n_samples: int) -> tuple[Pair, ...]:
    array = np.asarray(list(pairs))
    if array.size == 0:
        return ()
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        raise InputError(f"unknown={pairs!r} must be pairs of row numbers, such as [(0, 3)]")
    if array.min() < 0 or array.max() >= n_samples:
        raise InputError(
            f"unknown holds the row {array.max() if array.min() >= 0 else array.min()}; "
            f"rows go from 0 to {n_samples - 1}"
        )
    twice = array[array[:, 0] == array[:, 1], 0]
    if len(twice):
        raise InputError(
            f"unknown holds the pair ({twice[0]}, {twice[0]}) of one row; give two different rows"
        )
    array.sort(axis=1)
    return tuple(sorted({(int(i), int(j)) for i, j in array}))
