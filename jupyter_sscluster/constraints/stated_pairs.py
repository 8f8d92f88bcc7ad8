"""The stated must-links and cannot-links, hard and soft, and noise: base class of `Constraints`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray, read_only
from jupyter_sscluster.constraints.noise_rows import NO_ROWS
from jupyter_sscluster.constraints.pair_checks import check_pairs
from jupyter_sscluster.constraints.pair_table import PairTable, StatementTables, pair_keys

LARGEST_N = 10**9


class StatedPairs:
    """Explicit statements on `n_samples` points, in order.

    Equality and hash ignore the order, and which a person picked.
    """

    __slots__ = ("_n_samples", "_names", "_noise", "_statements")

    _n_samples: int
    _noise: IntArray
    _names: tuple[str, ...] | None
    _statements: StatementTables

    @property
    def n_samples(self) -> int:
        """Number of points."""
        return self._n_samples

    @property
    def shape(self) -> tuple[int, int]:
        """One entry for every two points, so that scikit-learn takes rows of it with those of X."""
        return self._n_samples, self._n_samples

    @property
    def names(self) -> tuple[str, ...] | None:
        """Row names, or None."""
        return self._names

    @property
    def must(self) -> IntArray:
        """Explicit must-links (m, 2), smaller index first, in order of statement; read-only."""
        return self._statements.must.pairs

    @property
    def cannot(self) -> IntArray:
        """Explicit cannot-links (m, 2), smaller index first, in order of statement; read-only."""
        return self._statements.cannot.pairs

    @property
    def must_weights(self) -> Array:
        """Weights (m,) of the must-links; read-only."""
        return self._statements.must.weights

    @property
    def cannot_weights(self) -> Array:
        """Weights (m,) of the cannot-links; read-only."""
        return self._statements.cannot.weights

    @property
    def soft_must(self) -> IntArray:
        """Must-links (m, 2) that entail nothing and never conflict; read-only."""
        return self._statements.soft_must.pairs

    @property
    def soft_cannot(self) -> IntArray:
        """Cannot-links (m, 2) that entail nothing and never conflict; read-only."""
        return self._statements.soft_cannot.pairs

    @property
    def soft_must_weights(self) -> Array:
        """Weights (m,) of the soft must-links; read-only."""
        return self._statements.soft_must.weights

    @property
    def soft_cannot_weights(self) -> Array:
        """Weights (m,) of the soft cannot-links; read-only."""
        return self._statements.soft_cannot.weights

    @property
    def noise(self) -> IntArray:
        """The rows (m,) that were said to be in no cluster, ascending; read-only."""
        return self._noise

    @property
    def by_hand(self) -> IntArray:
        """The stated pairs (m, 2) that a person picked; see `with_by_hand`."""
        return np.concatenate([table.pairs[table.by_hand] for table in self._statements])

    def with_by_hand(self, pairs: Any) -> Self:
        """Return the constraints with these pairs, and no others, marked as picked by hand.

        Such pairs hold as all others do, and the models of `BeliefClustering` cannot contradict
        them. A person picks pairs that the clusters have wrong, while a question may be about any
        pair: as a rule `NeighbourGraphAgglomerative` learns nothing about other rows from them.
        """
        keys = pair_keys(check_pairs(pairs, "pair", self.n_samples))
        tables = StatementTables(*(table.picked(keys) for table in self._statements))
        return self._of(self.n_samples, tables, self.names, self.noise)

    @property
    def touched(self) -> IntArray:
        """The points that occur in a pair, hard or soft, sorted."""
        ends = np.sort(np.concatenate([table.pairs.ravel() for table in self._statements]))
        first = np.ones(len(ends), dtype=bool)
        np.not_equal(ends[1:], ends[:-1], out=first[1:])
        return ends[first]

    def __len__(self) -> int:
        """How many pairs were stated, hard and soft; `n_samples` is the number of points."""
        return sum(len(table) for table in self._statements)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """To NumPy it is one value: no list, although it has a length and rows can be taken."""
        value = np.empty((), dtype=object)
        value[()] = self
        return value if dtype is None else value.astype(dtype)

    def __repr__(self) -> str:
        soft, noise = len(self.soft_must) + len(self.soft_cannot), len(self.noise)
        return (
            f"{type(self).__name__}({self.n_samples} samples, {len(self.must)} must, "
            f"{len(self.cannot)} cannot{f', {soft} soft' if soft else ''}"
            f"{f', {noise} noise' if noise else ''})"
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StatedPairs):
            return NotImplemented
        return self is other or self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[Any, ...]:
        tables = tuple(table.canonical() for table in self._statements)
        return self.n_samples, self.names, tables, self.noise.tobytes()

    def in_order(self) -> Self:
        """The same statements sorted by rows, without names: equal values hold the same pairs."""
        tables = (table.in_order() for table in self._statements)
        return self._of(self.n_samples, StatementTables(*tables), None, self.noise)

    def grown(self, n_samples: int, names: tuple[str, ...] | None, noise: IntArray) -> Self:
        """The same statements about more rows, of all of which names and noise are given, checked.

        O(1): what follows from the statements is found again when it is asked for.
        """
        return self._of(n_samples, self._statements, names, noise)

    @classmethod
    def _of(
        cls,
        n_samples: int,
        statements: StatementTables,
        names: tuple[str, ...] | None,
        noise: IntArray = NO_ROWS,
    ) -> Self:
        value = cls.__new__(cls)
        value._fill(n_samples, statements, names, noise)
        return value

    def named(self, names: Iterable[str]) -> Self:
        """The same constraints on rows of these names, one a row, which all differ."""
        return self._of(self.n_samples, self._statements, tuple(names), self.noise)

    def _fill(
        self,
        n_samples: int,
        statements: StatementTables,
        names: tuple[str, ...] | None,
        noise: IntArray,
    ) -> None:
        object.__setattr__(self, "_n_samples", n_samples)
        object.__setattr__(self, "_statements", statements)
        object.__setattr__(self, "_names", names)
        object.__setattr__(self, "_noise", noise)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(
            f"{type(self).__name__} is immutable, {name!r} cannot be set; add, add_pairs and "
            "remove return a new value"
        )

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        tables = tuple((each.pairs, each.weights, each.by_hand) for each in self._statements)
        return _restored, (type(self), self.n_samples, tables, self.names, self.noise)


def _restored(
    cls: type[StatedPairs],
    n_samples: int,
    tables: tuple[Any, ...],
    names: tuple[str, ...] | None,
    noise: IntArray = NO_ROWS,
) -> StatedPairs:
    statements = StatementTables(*(PairTable(*table) for table in tables))
    return cls._of(n_samples, statements, names, read_only(noise))
