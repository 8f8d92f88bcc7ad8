"""`Constraints`: must-links, cannot-links with their transitive closure, and noise; immutable."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints.components import ComponentGraph, keep_for_a_while
from jupyter_sscluster.constraints.conflict import Link, conflict_over, extended, shortest_chain
from jupyter_sscluster.constraints.entailed import entailed_pairs
from jupyter_sscluster.constraints.feasibility import n_clusters_bounds
from jupyter_sscluster.constraints.files.csv_file import read_csv, write_csv
from jupyter_sscluster.constraints.files.file_format import from_content, placed
from jupyter_sscluster.constraints.files.json_file import read_json, write_json
from jupyter_sscluster.constraints.noise_rows import checked_noise, other_rows, unlinked
from jupyter_sscluster.constraints.pair_checks import (
    check_kind,
    check_pairs,
    checked_table,
    index_pairs,
)
from jupyter_sscluster.constraints.pair_table import PairTable, StatementTables, no_pairs, pair_keys
from jupyter_sscluster.constraints.restrict_to_rows import about_rows
from jupyter_sscluster.constraints.row_names import checked_names, common_names
from jupyter_sscluster.constraints.sampling import label_codes, random_pairs, spanning_pairs
from jupyter_sscluster.constraints.stated_pairs import LARGEST_N, StatedPairs


class Constraints(StatedPairs):
    """What is known about pairs of points: which belong together, which apart, and what follows.

    Must-links are an equivalence relation; a cannot-link between two of its classes holds between
    all their members. Entailed pairs are derived from the must-link components and their
    cannot-links, and are never stored. Rows may also be said to be `noise`, in no cluster at all;
    no must-link may join them to others. The value is immutable: every change returns a new one.
    `a | b` holds the statements of both. Equality and hash ignore their order, and `by_hand`.

    Parameters
    ----------
    n_samples : int
        Number of points; pairs are rows counted from 0.
    must, cannot : array-like of shape (m, 2)
        Pairs in the same cluster, and in different clusters; the literature also calls them `ml`
        and `cl`. (j, i) is the same statement as (i, j).
    must_weights, cannot_weights : array-like of shape (m,) or float, optional
        Numbers above 0, at most 1e12, by default 1; a pair given twice keeps the largest.
    names : sequence of n_samples strings, optional
        Row names, all different; used in sentences and files.
    conflicts : "raise" or "soft"
        A cannot-link between must-linked points raises a `ConflictError`, or becomes soft.
    noise : array-like of row numbers, optional
        Rows that are in no cluster.

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

    __slots__ = ("_graph_ref",)

    _graph_ref: weakref.ref[ComponentGraph]

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
        noise: Any = (),
    ) -> None:
        n_samples = check_count(n_samples, "n_samples", high=LARGEST_N)
        if not isinstance(conflicts, str) or conflicts not in ("raise", "soft"):
            raise InputError(f'conflicts={conflicts!r} must be "raise" or "soft"')
        musts = checked_table(must, must_weights, "must", n_samples)
        cannots = checked_table(cannot, cannot_weights, "cannot", n_samples)
        texts = checked_names(names, n_samples)
        graph = ComponentGraph.of_points(n_samples).with_must(musts.pairs)
        inside = graph.joins(cannots.pairs)
        if inside.any() and conflicts == "raise":
            refused = cannots.pairs[inside][0]
            raise conflict_over(refused, "cannot", musts.pairs, cannots.pairs, texts)
        hard, soft = cannots.selected(~inside), cannots.selected(inside)
        alone = unlinked(checked_noise(noise, n_samples), graph, texts)
        self._fill(n_samples, StatementTables(musts, hard, no_pairs(), soft), texts, alone)
        self._remember(graph.with_cannot(hard.pairs))

    # ------------------------------------------------------------------ changes

    def add(
        self, i: int, j: int, kind: str, weight: float = 1.0, *, soft: bool = False
    ) -> Constraints:
        """Return the constraints with one more statement.

        A statement made before keeps its place and the larger weight; a hard statement takes the
        place of a soft one of the same kind.

        Raises
        ------
        ConflictError
            If a hard statement contradicts what is known; nothing is changed.
        """
        return self.add_pairs([(i, j)], kind, weight, soft=soft)

    def add_pairs(
        self, pairs: Any, kind: str, weight: Any = 1.0, *, soft: bool = False
    ) -> Constraints:
        """Return the constraints with all these pairs (m, 2) stated, or raise and state none.

        `weight` is one number for all or one a pair. See `add`. A `ConflictError` names the first
        pair that contradicts what is known and the pairs before it.
        """
        new = checked_table(pairs, weight, check_kind(kind), self.n_samples)
        hard, softs = getattr(self._statements, kind), getattr(self._statements, f"soft_{kind}")
        if soft:
            raised = hard.merged(new.selected(np.isin(new.keys(), hard.keys())))
            softs = softs.merged(new.without(hard.keys()))
            return self._changed({kind: raised, f"soft_{kind}": softs}, self._known_graph())
        graph = extended(self._graph, new.pairs, kind, self)
        if len(softs):
            new = new.merged(softs.selected(np.isin(softs.keys(), new.keys())))
            softs = softs.without(new.keys())
        return self._changed({kind: hard.merged(new), f"soft_{kind}": softs}, graph)

    def remove(self, i: int, j: int) -> Constraints:
        """Return the constraints without the explicit statements, hard and soft, on one pair.

        Raises
        ------
        InputError
            If nothing was stated about the pair; what is only entailed cannot be taken back.
        """
        pair = check_pairs([(i, j)], "pair", self.n_samples)
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

    def with_noise(self, rows: Any) -> Constraints:
        """Return the constraints with these rows alone as noise; `InputError` as for links."""
        noise = unlinked(checked_noise(rows, self.n_samples), self._graph, self.names)
        return self._of(self.n_samples, self._statements, self.names, noise)

    def __or__(self, other: Constraints) -> Constraints:
        """The statements of both values, and the row names of either; see `add`.

        Raises
        ------
        InputError
            If they are about different numbers of rows, call rows by different names, or one
            must-links noise of the other.
        ConflictError
            If their hard statements contradict each other.

        Examples
        --------
        >>> Constraints(3, must=[(0, 1)]) | Constraints(3, cannot=[(1, 2)])
        Constraints(3 samples, 1 must, 1 cannot)
        """
        if not isinstance(other, Constraints):
            return NotImplemented
        names = common_names(self.names, other.names, (self.n_samples, other.n_samples))
        rows = np.union1d(self.noise, other.noise)
        value = self._of(self.n_samples, self._statements, names, self.noise).with_noise(rows)
        for name, table in other._statements._asdict().items():
            kind, soft = name.removeprefix("soft_"), name.startswith("soft_")
            value = value.add_pairs(table.pairs, kind, table.weights, soft=soft)
        return value.with_by_hand(np.concatenate([self.by_hand, other.by_hand]))

    # ------------------------------------------------------------------ what follows

    def relation(self, i: int, j: int) -> str | None:
        """What is known of a pair, stated or entailed: "must", "cannot" or None.

        Near-constant time after the first call. A point must be with itself.
        """
        return {1: "must", -1: "cannot"}.get(int(self.relations([(i, j)])[0]))

    def relations(self, pairs: Any) -> NDArray[np.int8]:
        """Relations of many pairs (m, 2) at once: +1 must, -1 cannot, 0 unknown."""
        checked = index_pairs(pairs, "pair", self.n_samples)
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
        return self._graph.neighbourhoods()

    def closure(self) -> Constraints:
        """Return the constraints with every entailed pair stated, the new ones at weight 1.

        There may be as many as n²: for what `relations` or `component_ids` can answer, use them.
        """
        must, cannot = entailed_pairs(self._graph)
        must = must[~np.isin(pair_keys(must), self._statements.must.keys())]
        cannot = cannot[~np.isin(pair_keys(cannot), self._statements.cannot.keys())]
        return self.add_pairs(must, "must").add_pairs(cannot, "cannot")

    def __getitem__(self, rows: Any) -> Constraints:
        """What is known about these rows, a slice, a mask or a list of rows, in that order.

        It is what follows from all statements, by as many new ones as that takes: a must-link as
        heavy as the lightest of its chain, a cannot-link as the heaviest between two components.

        >>> Constraints(4, must=[(0, 1), (1, 3)], cannot=[(1, 2)])[[3, 2, 0]].relation(0, 2)
        'must'
        """
        return self._of(*about_rows(rows, self._statements, self._graph, self.names, self.noise))

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
        known = self[other_rows(self.noise, self.n_samples)] if len(self.noise) else self
        return n_clusters_bounds(known.n_components, known.component_edges)

    # ------------------------------------------------------------------ from and to labels

    @classmethod
    def from_labels(
        cls,
        y: Any,
        n_pairs: int | None = None,
        random_state: Any = 0,
        *,
        kind: str = "both",
        share: float | None = None,
    ) -> Constraints:
        """Draw distinct pairs of labelled points uniformly and read their relation off the labels.

        `y` holds one hashable label a row; -1, NaN and None are unknown and never drawn. In place
        of `n_pairs` may be a `share` (0 to 1) of all pairs of labelled points, whichever `kind` is
        drawn: "both", "must" or "cannot" alone (Vouros and Vasilaki 2020, section 3).

        >>> Constraints.from_labels(["a", "b", None, "a"], kind="cannot", share=0.7).cannot.tolist()
        [[0, 1], [1, 3]]
        """
        codes = label_codes(y)
        return cls(len(codes), *random_pairs(codes, n_pairs, random_state, kind, share))

    @classmethod
    def from_partial_labels(cls, y: Any) -> Constraints:
        """The fewest pairs that say what the labels say: -1, NaN and None are unknown.

        A star of must-links within each class, one cannot-link between every two classes. A NumPy
        array of texts that holds "-1", "nan" or "None" is refused, as NumPy makes these of unknown
        labels: pass a list, or an array of dtype=object.

        >>> Constraints.from_partial_labels([0, -1, 1, 0, 0]).relation(2, 4)
        'cannot'
        """
        codes = label_codes(y)
        return cls(len(codes), *spanning_pairs(codes))

    # ------------------------------------------------------------------ files

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write a CSV file that `from_csv` reads back exactly, and that a spreadsheet opens.

        A file that is there is replaced at once, or left as it was if that fails.
        """
        write_csv(self, path)

    def to_json(self, path: str | PathLike[str]) -> None:
        """Write a JSON file that `from_json` reads back exactly; as in `to_csv`."""
        write_json(self, path)

    @classmethod
    def from_csv(
        cls,
        path: str | PathLike[str],
        n_samples: int | None = None,
        names: Sequence[str] | None = None,
    ) -> Constraints:
        """Read a file of `to_csv`.

        With `names`, those of the data at hand, rows are found by name if the file has names: the
        data may be in another order or have gained rows. Otherwise they are found by number, and
        `n_samples`, if given, must be the file's.

        Raises
        ------
        InputError
            For another version, a missing column, another number of samples, an unknown name, an
            index out of range or a contradiction, with the line. If the file may not be read, that
            is also a `FileNotFoundError`, `IsADirectoryError`, `PermissionError` or `OSError`.
        """
        return from_content(cls, placed(read_csv(path), n_samples, names))

    @classmethod
    def from_json(
        cls,
        path: str | PathLike[str],
        n_samples: int | None = None,
        names: Sequence[str] | None = None,
    ) -> Constraints:
        """Read a file of `to_json`; everything else as in `from_csv`."""
        return from_content(cls, placed(read_json(path), n_samples, names))

    # ------------------------------------------------------------------ inside

    @property
    def _graph(self) -> ComponentGraph:
        graph = self._known_graph()
        if graph is None:
            joined = ComponentGraph.of_points(self.n_samples).with_must(self.must)
            graph = joined.with_cannot(self.cannot)
            self._remember(graph)
        return graph

    def _known_graph(self) -> ComponentGraph | None:
        return self._graph_ref() if hasattr(self, "_graph_ref") else None

    def _remember(self, graph: ComponentGraph) -> None:
        object.__setattr__(self, "_graph_ref", weakref.ref(keep_for_a_while(graph)))

    def _changed(self, tables: dict[str, PairTable], graph: ComponentGraph | None) -> Constraints:
        statements = self._statements._replace(**tables)
        if all(a is b for a, b in zip(statements, self._statements, strict=True)):
            return self
        value = self._of(self.n_samples, statements, self.names, self.noise)
        if graph is not None:
            value._remember(graph)
        return value
