"""Ensemble uncertainty: ask about the pair that many clusterings disagree about most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import Choice, Count, Int, Nullable, Rule
from jupyter_sscluster.active.ensembles.boosted_and_bagged import (
    bagged_members,
    boosted_members,
    ensemble_spec,
)
from jupyter_sscluster.active.ensembles.disagreement import CellPair, EnsembleDisagreement
from jupyter_sscluster.active.neighbourhoods.certified import certified, unknown_pairs_share
from jupyter_sscluster.active.random import Random
from jupyter_sscluster.active.snapshot import Pair, Query, Snapshot
from jupyter_sscluster.active.strategy import Strategy
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble, EnsembleCells

AGREED = "All clusterings agree about the pairs that are left, so this one was drawn at random."
FIRST = 64
"""Pairs of cells to look at first, for each question."""

NEIGHBOURS = 8
"""Which neighbour says how far the kernel of a row reaches, without a clusterer to tell."""


class EnsembleUncertainty(Strategy):
    """Asks about the pair that the members of a boosted ensemble disagree about most.

    With c^1 ... c^T the clusterings of a `BoostedEnsemble` and α_t their weights, p the share of
    them that put i and j together,

        U_ij = E_ij / (|K_ij| + η),   E = -p ln p - (1 - p) ln (1 - p),   K = Σ α_t (±1),

    + where clustering t puts them together, η = 1e-9 Σ α_t; the pair with the largest U is asked.
    Boosting may end early, as `stopped_` of `BoostedEnsemble` tells: with two members or more,
    these few are asked by, and the reason of a question says how many. Where few pairs are known
    the first member keeps them all and is alone: then, with `fallback="drawn"`, T members of equal
    weight are clustered under the known pairs drawn with replacement. Where all members agree, a
    pair is drawn at random.

    Points that no member tells apart form a cell, and pairs between two cells are alike, so that
    cells are compared, in blocks, never all points. Of the pairs of two cells the one nearest to
    their means is asked about. In a batch no point occurs twice, and one pair of cells is not
    asked about again before all others.

    Prefer it where clusters found without pairs are far from the classes, or where a clustering
    with some hundred pairs is to be improved: it asks about single pairs at disputed borders, and
    needs no points placed before. Where clusters nearly are the classes, NPU gets more from the
    same answers (so on iris and wine, 60 questions from nothing; on ecoli this one did). A
    question costs T runs of k-means on at most `max_samples` rows, and memory for T labels a point.

    `scores` gives the mean of E / ln 2 over all other points, 0 for points whose place is known.

    Parameters
    ----------
    clusterer : estimator, default None
        Used by `fit` alone, for `labels_`, and for its kernel; None is AdaptivePCKMeans.
    n_clusters : int, default None
        Number of clusters of every member; by default that of the snapshot, or of the clusterer,
        else as many as its labels have, and at least 2.
    random_state : int or None, default 0
        Seed of the ensemble.
    n_estimators : int, default 100
        Maximum number of members.
    max_samples : int, default 10 000
        Rows that the ensemble learns from, if there are more; the others join the nearest means.
    fallback : "drawn" or "random", default "drawn"
        What to do where the ensemble has one member only: draw others, or draw the pair.
    kernel : "linear", "local_rbf" or None, default None
        What members go by, as in `BoostedEnsemble`: by the 8th nearest row, or by the one that a
        clusterer with a kernel has. None: as that clusterer does, else "linear".
    criterion : "both", "entropy" or "kernel", default "both"
        U, or one of the two criteria of which it is made, as section III of the paper introduces
        them: "entropy" asks where E is largest, "kernel" where |K| / Σ α_t is smallest. With
        members of equal weight all three ask about the same pairs.

    Notes
    -----
    The paper prints U = E / K, under which pairs that are surely apart would be asked about last
    and surely together first; its text asks for small |K|. Beyond 3000 cells, the cells of a
    million pairs of points are compared, the same ones every time.

    References
    ----------
    Okabe, M. and Yamada, S. (2012). Uncertainty sampling for constrained cluster ensemble,
    section III, equations 1 and 2.

    >>> from jupyter_sscluster.active import Snapshot
    >>> from jupyter_sscluster.constraints import Constraints
    >>> X = np.array([[0.0], [1.0], [2.0], [4.9], [8.0], [9.0], [10.0]])
    >>> snapshot = Snapshot(X, Constraints(7, cannot=[(0, 6)]), n_clusters=2)
    >>> query = EnsembleUncertainty(n_estimators=20).propose(snapshot)[0]
    >>> 3 in query.pair
    True
    >>> query.reason
    'Of 20 clusterings, ... put ... and ... together and ... apart...'
    """

    criterion = "both"  # of strategies that were pickled before this was a parameter
    title = "Ensemble uncertainty"
    menu_group = "Most uncertain points"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        **Strategy.parameter_ranges,
        "n_estimators": Count(1),
        "max_samples": Int(1),
        "fallback": Choice("drawn", "random"),
        "kernel": Nullable(Choice("linear", "local_rbf")),
        "criterion": Choice("both", "entropy", "kernel"),
    }

    def __init__(
        self,
        clusterer: Any = None,
        n_clusters: int | None = None,
        random_state: int | None = 0,
        n_estimators: int = 100,
        max_samples: int = 10_000,
        fallback: str = "drawn",
        kernel: str | None = None,
        criterion: str = "both",
    ) -> None:
        super().__init__(clusterer, n_clusters, random_state)
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.fallback = fallback
        self.kernel = kernel
        self.criterion = criterion

    def _propose(self, snapshot: Snapshot, n_pairs: int) -> list[Query]:
        at_random = Random(random_state=self.random_state)
        if not at_random.propose(snapshot):
            return []
        batch = QuestionBatch(snapshot)
        for ensemble in self._ensembles(snapshot):
            _ask(EnsembleDisagreement(ensemble, self.criterion), batch, n_pairs)
            if len(batch.queries) >= n_pairs:
                return batch.queries
        agreed = replace(snapshot, constraints=batch.constraints)
        drawn = at_random.propose(agreed, n_pairs - len(batch.queries))
        return batch.queries + [Query(query.pair, 0.0, AGREED) for query in drawn]

    def _scores(self, snapshot: Snapshot) -> NDArray[np.float64]:
        found = unknown_pairs_share(snapshot.constraints)
        ensemble = next(self._ensembles(snapshot), None)
        if ensemble is None:
            return found
        return EnsembleDisagreement(ensemble).per_point() * (found > 0.0)

    def _ensembles(self, snapshot: Snapshot) -> Iterator[Ensemble]:
        """The boosted members if there are several, then the drawn ones."""
        k = min(self._enough(snapshot), snapshot.n_samples)
        if k < 2:
            return
        entropy = None if self.random_state is None else (self.random_state, snapshot.n_answers)
        size, most = self.max_samples, self.n_estimators
        reach = self._reach()
        learned = ensemble_spec(snapshot.X, snapshot.constraints, k, most, size, entropy, reach)
        if len(snapshot.constraints):
            found = boosted_members(learned)
            if len(found.weights) > 1:
                yield found
        if self.fallback == "drawn":
            yield bagged_members(learned)

    def _reach(self) -> int:
        """Which neighbour says how far the kernel reaches; 0 without a kernel."""
        kernel = self.kernel or getattr(self.clusterer, "kernel", None)
        if kernel != "local_rbf":
            return 0
        return int(getattr(self.clusterer, "n_neighbors", None) or NEIGHBOURS)

    def _enough(self, snapshot: Snapshot) -> int:
        """Number of clusters: the one given, else what the labels and the answers show."""
        given = self._n_clusters(snapshot)
        if given is not None:
            return given
        labels = np.zeros(0) if snapshot.labels is None else np.unique(snapshot.labels)
        return max(2, int((labels >= 0).sum()), len(certified(snapshot.constraints)))


def _ask(disagreement: EnsembleDisagreement, batch: QuestionBatch, n_pairs: int) -> None:
    """Put the most disputed pairs into the batch, each pair of cells once before any twice."""
    points = CellPoints(batch.snapshot, disagreement.cells)

    def ask(uncertain: list[CellPair]) -> None:
        for cell_pair in uncertain:
            if len(batch.queries) == n_pairs:
                return
            pair = batch.open_pair(points[cell_pair.a], points[cell_pair.b])
            if pair is not None:
                reason = _reason(disagreement, cell_pair, *map(batch.snapshot.name, pair))
                batch.ask(Query(pair, cell_pair.score, reason))

    count, seen, complete = FIRST * n_pairs, 0, False
    while not complete and len(batch.queries) < n_pairs:
        uncertain, complete = disagreement.top(count)
        ask(uncertain[seen:])
        count, seen = 8 * count, len(uncertain)
    before = -1
    while before < len(batch.queries) < n_pairs:
        before = len(batch.queries)
        ask(uncertain)


def _reason(disagreement: EnsembleDisagreement, cell_pair: CellPair, i: str, j: str) -> str:
    n_members, sizes = len(disagreement.ensemble.weights), disagreement.cells.sizes
    said = (
        f"Of {n_members} clusterings, {cell_pair.together} put {i} and {j} together and "
        f"{n_members - cell_pair.together} apart"
    )
    if abs(cell_pair.share - cell_pair.together / n_members) >= 0.005:
        said += f" ({cell_pair.share:.0%} to {1.0 - cell_pair.share:.0%} by weight)"
    n_alike = int(sizes[cell_pair.a] * sizes[cell_pair.b])
    return f"{said}; so it is for {n_alike:,} such pairs." if n_alike > 1 else f"{said}."


TRIED = (4, 64, 1024)
"""Points of each cell to try, more where all pairs of these are known or used."""


class QuestionBatch:
    """A matching: every point in one question at most, and every relation in one.

    `constraints` are those of the snapshot and of must-links for the questions so far.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.constraints = snapshot.constraints
        self.queries: list[Query] = []
        self._used = np.zeros(snapshot.n_samples, dtype=bool)

    def ask(self, query: Query) -> None:
        """Add a question about an open pair."""
        self.queries.append(query)
        self._used[list(query.pair)] = True
        self.constraints = self.constraints.add(*query.pair, "must")

    def open_pair(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> Pair | None:
        """The pair of one of the first and one of the second points that may be asked about.

        Both are in order of preference.
        """
        for n_tried in TRIED:
            pair = self._open_pair(first[:n_tried], second[:n_tried])
            if pair is not None or max(len(first), len(second)) <= n_tried:
                return pair
        return None

    def _open_pair(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> Pair | None:
        i, j = np.divmod(np.arange(len(first) * len(second)), len(second))
        order = np.argsort(i + j, kind="stable")
        pairs = np.stack([first[i[order]], second[j[order]]], axis=1)
        pairs = pairs[~self._used[pairs].any(axis=1)]
        for row in np.flatnonzero(self.constraints.relations(pairs) == 0).tolist():
            pair = int(pairs[row, 0]), int(pairs[row, 1])
            if (min(pair), max(pair)) not in self.snapshot.closed:
                return pair
        return None


class CellPoints:
    """The points of cells, those nearest to the mean of their cell first.

    Of several points of one must-link component in a cell there is one.
    """

    def __init__(self, snapshot: Snapshot, cells: EnsembleCells) -> None:
        self._X, self._ids = snapshot.X, snapshot.constraints.component_ids
        self._order = np.argsort(cells.of, kind="stable")
        self._ends = np.cumsum(cells.sizes)
        self._found: dict[int, NDArray[np.intp]] = {}

    def __getitem__(self, cell: int) -> NDArray[np.intp]:
        if cell not in self._found:
            start = self._ends[cell - 1] if cell else 0
            points = self._order[start : self._ends[cell]]
            if len(points) > 1:
                points = self._by_centrality(points)
            self._found[cell] = points
        return self._found[cell]

    def _by_centrality(self, points: NDArray[np.intp]) -> NDArray[np.intp]:
        X = self._X[points]
        X = X / max(float(np.abs(X).max()), 1e-300)
        far = ((X - X.mean(axis=0)) ** 2).sum(axis=1)
        points = points[np.argsort(far, kind="stable")]
        return points[np.sort(np.unique(self._ids[points], return_index=True)[1])]
