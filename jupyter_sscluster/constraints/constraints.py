"""What is known about pairs of points, as an immutable value."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import InputError, check_count, check_names

from ._pairs import check_kind, check_pair, check_pairs, check_weights, index_pairs
from .components import ComponentGraph, keep_for_a_while
from .conflict import ConflictError, Link, first_contradiction, shortest_chain
from .entailed import entailed_pairs
from .sampling import label_codes, random_pairs, spanning_pairs
from .statements import PairTable, Statements, no_pairs, pair_keys, pair_table

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


class Constraints:
    """What is known about pairs of points: which belong together, which apart, and what follows.

    Must-links are an equivalence relation; a cannot-link between two of its classes holds between
    all their members. What follows is answered from the must-link components and the graph of
    cannot-links between them, and is never written out. The value is immutable: every change
    returns a new one. Equality and hash ignore the order of the statements.

    Parameters
    ----------
    n_samples : int
        Number of points; pairs are rows counted from 0.
    must, cannot : array-like of shape (m, 2)
        Pairs in the same, and in different clusters. (j, i) is the same statement as (i, j).
    must_weights, cannot_weights : array-like of shape (m,) or float, optional
        Finite numbers above 0, by default 1; a pair given twice keeps the largest.
    names : sequence of n_samples strings, optional
        Row names, all different; used in sentences and files.
    conflicts : "raise" or "soft"
        What becomes of a cannot-link between points that must-links join: a `ConflictError`, or a
        soft statement.

    References
    ----------
    Wagstaff, Cardie, Rogers & Schrödl (2001), ICML; Bar-Hillel, Hertz, Shental & Weinshall (2005),
    JMLR 6:937-965.

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> known = Constraints(5, must=[(0, 1), (1, 2), (3, 4)], cannot=[(2, 3)])
    >>> known.relation(0, 4), known.relation(0, 2)
    ('cannot', 'must')
    >>> known.component_ids.tolist()
    [0, 0, 0, 1, 1]
    >>> known.add(0, 4, "must")
    Traceback (most recent call last):
    ...
    jupyter_sscluster.constraints.conflict.ConflictError: must-link (0, 4) contradicts the ...
    """

    __slots__ = ("__weakref__", "_graph_ref", "_n_samples", "_names", "_statements")

    _n_samples: int
    _names: tuple[str, ...] | None
    _statements: Statements
    _graph_ref: weakref.ref[ComponentGraph] | None

    def __init__(
        self,
        n_samples: int,
        must: Any = (),
        cannot: Any = (),
        *,
        must_weights: Any = None,
        cannot_weights: Any = None,
        names: Sequence[str] | None = None,
        conflicts: str = "raise",
    ) -> None:
        n_samples = check_count(n_samples, "n_samples")
        if conflicts not in ("raise", "soft"):
            raise InputError(f'conflicts={conflicts!r} must be "raise" or "soft"')
        musts = _table(must, must_weights, "must", n_samples)
        cannots = _table(cannot, cannot_weights, "cannot", n_samples)
        texts = _checked_names(names, n_samples)
        joined = ComponentGraph.of_points(n_samples).with_must(musts.pairs)
        assert joined is not None
        inside = joined.joins(cannots.pairs)
        if inside.any() and conflicts == "raise":
            _refuse(musts.pairs, cannots.pairs, cannots.pairs[inside][0], "cannot", texts)
        soft = cannots.selected(inside) if inside.any() else no_pairs()
        hard = cannots.selected(~inside)
        _fill(self, n_samples, Statements(musts, hard, no_pairs(), soft), texts)

    # ------------------------------------------------------------------ statements

    @property
    def n_samples(self) -> int:
        """Number of points."""
        return self._n_samples

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
    def must_weights(self) -> FloatArray:
        """Weights (m,) of the must-links; read-only."""
        return self._statements.must.weights

    @property
    def cannot_weights(self) -> FloatArray:
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
    def soft_must_weights(self) -> FloatArray:
        """Weights (m,) of the soft must-links; read-only."""
        return self._statements.soft_must.weights

    @property
    def soft_cannot_weights(self) -> FloatArray:
        """Weights (m,) of the soft cannot-links; read-only."""
        return self._statements.soft_cannot.weights

    @property
    def touched(self) -> IntArray:
        """The points that occur in a statement, sorted."""
        return np.unique(np.concatenate([table.pairs.ravel() for table in self._statements]))

    def __len__(self) -> int:
        return sum(len(table) for table in self._statements)

    # ------------------------------------------------------------------ changes

    def add(
        self, i: int, j: int, kind: str, weight: float = 1.0, *, soft: bool = False
    ) -> Constraints:
        """Return the value with one more statement.

        A statement made before keeps its place and the larger weight; a hard statement takes the
        place of a soft one of the same kind.

        Raises
        ------
        ConflictError
            If a hard statement contradicts what is known; nothing is changed.
        """
        check_kind(kind)
        return self.add_pairs([check_pair(i, j, kind, self.n_samples)], kind, weight, soft=soft)

    def add_pairs(
        self, pairs: Any, kind: str, weight: Any = 1.0, *, soft: bool = False
    ) -> Constraints:
        """Return the value with all these pairs (m, 2) stated, or raise and state none.

        `weight` is one number for all or one a pair. See `add`.
        """
        new = _table(pairs, weight, check_kind(kind), self.n_samples)
        hard, softs = getattr(self._statements, kind), getattr(self._statements, f"soft_{kind}")
        if soft:
            raised = hard.merged(new.selected(np.isin(new.keys(), hard.keys())))
            softs = softs.merged(new.without(hard.keys()))
            return self._changed({kind: raised, f"soft_{kind}": softs}, self._graph)
        graph = self._extended(new.pairs, kind)
        new = new.merged(softs.selected(np.isin(softs.keys(), new.keys())))
        softs = softs.without(new.keys())
        return self._changed({kind: hard.merged(new), f"soft_{kind}": softs}, graph)

    def remove(self, i: int, j: int) -> Constraints:
        """Return the value without the explicit statements, hard and soft, on one pair.

        Raises
        ------
        InputError
            If nothing was stated about the pair; what is only entailed cannot be taken back.
        """
        pair = check_pairs([(i, j)], "must", self.n_samples)
        left = {
            name: table.without(pair_keys(pair))
            for name, table in self._statements._asdict().items()
        }
        if sum(map(len, left.values())) == len(self):
            known = self.relation(i, j)
            why = f"; that they are {known}-linked is entailed by others" if known else ""
            raise InputError(
                f"nothing was stated about the pair ({i}, {j}){why}; only explicit statements can "
                "be taken back: see must, cannot, soft_must and soft_cannot"
            )
        return self._changed(left, None)

    # ------------------------------------------------------------------ what follows

    def relation(self, i: int, j: int) -> str | None:
        """What is known of a pair, stated or entailed: "must", "cannot" or None.

        Near-constant time after the first call. A point must be with itself.
        """
        code = int(self.relations([(i, j)])[0])
        return {1: "must", -1: "cannot"}.get(code)

    def relations(self, pairs: Any) -> NDArray[np.int8]:
        """What is known of many pairs (m, 2) at once: +1 must, -1 cannot, 0 nothing."""
        checked = index_pairs(pairs, "must", self.n_samples)
        graph = self._graph
        return graph.joins(checked).astype(np.int8) - graph.separates(checked).astype(np.int8)

    def witness(self, i: int, j: int, kind: str) -> list[Link] | None:
        """What forbids stating this: the shortest chain of explicit statements, or None.

        The chain leads from i to j; each link (a, b, kind) has a < b.
        """
        pair = check_pairs([(i, j)], check_kind(kind), self.n_samples)
        graph = self._graph
        refused = graph.separates(pair) if kind == "must" else graph.joins(pair)
        if not refused[0]:
            return None
        return shortest_chain(self.must, self.cannot, int(i), int(j), kind)

    @property
    def component_ids(self) -> IntArray:
        """Must-link component of every point (n,), numbered by smallest member; read-only."""
        return self._graph.component_ids

    @property
    def n_components(self) -> int:
        """Number of must-link components, single points included."""
        return self._graph.n_components

    @property
    def component_sizes(self) -> IntArray:
        """Number of points in each component (n_components,); read-only."""
        return self._graph.sizes

    @property
    def component_edges(self) -> IntArray:
        """Pairs of components (e, 2) with a cannot-link between them: a < b, sorted, read-only."""
        return self._graph.edges

    def neighbourhoods(self) -> list[IntArray]:
        """Members of the components of two or more points, by size, then by smallest member."""
        return self._graph.groups()

    def closure(self) -> Constraints:
        """Return the value with every entailed pair stated, those not stated before at weight 1.

        There may be as many as n²: for what `relations` or `component_ids` can answer, use them.
        """
        must, cannot = entailed_pairs(self._graph)
        return self.add_pairs(must, "must").add_pairs(cannot, "cannot")

    def partial_labels(self) -> IntArray:
        """Component of every point (n,) that occurs in a hard statement, -1 for all others.

        Components are no classes: two of them may belong together as long as nothing says no.
        """
        labels = np.full(self.n_samples, -1)
        known = np.unique(np.concatenate([self.must.ravel(), self.cannot.ravel()]))
        labels[known] = self.component_ids[known]
        return labels

    def n_clusters_bounds(self) -> tuple[int, int, int]:
        """What the cannot-links say about the number of clusters: (lower, feasible, upper).

        No fewer than `lower` clusters can satisfy them, `feasible` clusters can, and above
        `upper`, the number of components, some cluster would be empty.
        """
        from .feasibility import n_clusters_bounds

        bounds = n_clusters_bounds(self.n_components, self.component_edges)
        return bounds.lower, bounds.feasible, bounds.upper

    # ------------------------------------------------------------------ from and to labels

    @classmethod
    def from_labels(cls, y: Any, n_pairs: int, random_state: Any = 0) -> Constraints:
        """Draw distinct pairs of labelled points uniformly and read their relation off the labels.

        `y` holds one hashable label a row; -1, NaN and None are unknown and never drawn.
        """
        codes = label_codes(y)
        return cls(len(codes), *random_pairs(codes, n_pairs, random_state))

    @classmethod
    def from_partial_labels(cls, y: Any) -> Constraints:
        """The fewest pairs that say what the labels say: -1, NaN and None are unknown.

        A star of must-links within each class, one cannot-link between every two classes.
        """
        codes = label_codes(y)
        return cls(len(codes), *spanning_pairs(codes))

    # ------------------------------------------------------------------ inside

    @property
    def _graph(self) -> ComponentGraph:
        graph = self._graph_ref() if self._graph_ref is not None else None
        if graph is None:
            alone = ComponentGraph.of_points(self.n_samples)
            joined = alone.with_must(self.must)
            graph = joined and joined.with_cannot(self.cannot)
            assert graph is not None
            self._remember(graph)
        return graph

    def _remember(self, graph: ComponentGraph) -> None:
        object.__setattr__(self, "_graph_ref", weakref.ref(keep_for_a_while(graph)))

    def _extended(self, new: IntArray, kind: str) -> ComponentGraph:
        """The graph with hard statements added, or the error for the first that cannot be."""
        graph = self._graph
        extended = graph.with_must(new) if kind == "must" else graph.with_cannot(new)
        if extended is None:
            must = self.must
            if kind == "must":
                at = first_contradiction(graph, new)
                must = np.concatenate([must, new[:at]])
            else:
                at = int(np.argmax(graph.joins(new)))
            _refuse(must, self.cannot, new[at], kind, self.names)
        assert extended is not None
        return extended

    def _changed(self, tables: dict[str, PairTable], graph: ComponentGraph | None) -> Constraints:
        statements = self._statements._replace(**tables)
        if all(a is b for a, b in zip(statements, self._statements, strict=True)):
            return self
        value = _filled(self.n_samples, statements, self.names)
        if graph is not None:
            value._remember(graph)
        return value

    def _value(self) -> tuple[Any, ...]:
        tables = tuple(table.canonical() for table in self._statements)
        return self.n_samples, self.names, tables

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Constraints):
            return NotImplemented
        return self is other or self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def __repr__(self) -> str:
        soft = len(self.soft_must) + len(self.soft_cannot)
        return (
            f"Constraints({self.n_samples} samples: {len(self.must)} must-links, "
            f"{len(self.cannot)} cannot-links{f', {soft} soft' if soft else ''})"
        )

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(
            f"Constraints is immutable, {name!r} cannot be set; add, add_pairs and remove return "
            "a new value"
        )

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __copy__(self) -> Constraints:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Constraints:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        tables = tuple((table.pairs, table.weights) for table in self._statements)
        return _restored, (self.n_samples, tables, self.names)


def _fill(
    value: Constraints, n_samples: int, statements: Statements, names: tuple[str, ...] | None
) -> None:
    object.__setattr__(value, "_n_samples", n_samples)
    object.__setattr__(value, "_statements", statements)
    object.__setattr__(value, "_names", names)
    object.__setattr__(value, "_graph_ref", None)


def _filled(n_samples: int, statements: Statements, names: tuple[str, ...] | None) -> Constraints:
    value = Constraints.__new__(Constraints)
    _fill(value, n_samples, statements, names)
    return value


def _restored(
    n_samples: int, tables: tuple[Any, ...], names: tuple[str, ...] | None
) -> Constraints:
    return _filled(n_samples, Statements(*(PairTable(*table) for table in tables)), names)


def _table(pairs: Any, weights: Any, kind: str, n_samples: int) -> PairTable:
    checked = check_pairs(pairs, kind, n_samples)
    return pair_table(checked, check_weights(weights, kind, len(checked)))


def _checked_names(names: Sequence[str] | None, n_samples: int) -> tuple[str, ...] | None:
    if names is None:
        return None
    if isinstance(names, (str, bytes)):
        raise InputError(f"names={names!r} is one text; give a list of {n_samples} row names")
    return tuple(check_names(names, n_samples))


def _refuse(
    must: IntArray, cannot: IntArray, pair: IntArray, kind: str, names: tuple[str, ...] | None
) -> None:
    i, j = int(pair[0]), int(pair[1])
    raise ConflictError((i, j, kind), shortest_chain(must, cannot, i, j, kind), names)
