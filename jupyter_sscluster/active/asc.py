"""ASC: ask across weak connections between neighbours, and propagate along strong ones."""

from __future__ import annotations

from itertools import chain
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import Flag, InputError, Int, Nullable, Real, Rule, check_count
from jupyter_sscluster.active.minmax import last_questions
from jupyter_sscluster.active.neighbourhoods.certified import certified
from jupyter_sscluster.active.noise_rows import about_clustered_rows
from jupyter_sscluster.active.shared_neighbours.component_questions import ComponentPairs
from jupyter_sscluster.active.shared_neighbours.neighbour_graph import (
    SharedNeighbourGraph,
    neighbour_graph,
)
from jupyter_sscluster.active.shared_neighbours.strong_paths import StrongPathPropagation
from jupyter_sscluster.active.snapshot import Query, Snapshot
from jupyter_sscluster.active.strategy import Strategy
from jupyter_sscluster.constraints import Constraints

MAX_PAIRS = 100_000


class ASC(Strategy):
    """Asks about neighbours that have few neighbours in common: a border may run between them.

    In the graph that joins every point to its k nearest, ω(u, v) counts the neighbours that u and v
    both have, and LDS(u) is the mean of ω between u and its neighbours. Of the edges with ω < θ, it
    asks about the one with the greatest

        ASC(u, v) = k − ω(u, v) + 1 / (1 + min(LDS(u), LDS(v))),

    the longer of two alike. Points joined by edges with ω ≥ θ are a *strong component*. An
    answer about u and v is taken to hold between their components, so edges inside a component, and
    between components about which an answer says enough, are left out. After two "don't know"
    between two components others come first. Once no edge is left, components that are far apart
    are asked about, the farthest first among the 256 largest; and last single points, as in
    Min-Max.

    What is inferred that way may be wrong. It decides what is asked, and nothing else unless
    `propagate` says so; it is never mixed with what was told. `propagated` gives it as soft
    statements, for a clusterer that weighs them; a contradiction between the two discards the
    strong components behind it.

    Prefer it for few questions about classes of any shape with thin borders: one answer stands for
    two components. It needs no clustering and no number of classes. It depends much on k and θ;
    where classes overlap, all components join, and it falls back on far pairs. The graph is made
    once for the data, by scikit-learn: less than a second for 100 000 points with 2 features, half
    a minute with 10. A question then costs O(n k), and memory is O(n k).

    `scores` gives the share of the other points whose relation to a point is neither told nor
    inferred.

    Parameters
    ----------
    clusterer : estimator, default None
        Used by `fit` alone, for `labels_`; None is AdaptivePCKMeans.
    n_clusters : int, default None
        Number of clusters of `labels_` if `clusterer` is None (2 if this is None, too), and of
        classes for the last questions, about single points.
    random_state : int or None, default 0
        Seed of the points drawn for the graph, and of the very last questions.
    n_neighbors : int, default 6
        k, as Atwa and Emam (2019) have it; at most n − 1 are used.
    threshold : int or None, default None
        θ, by default ⌈k / 2⌉. The authors' value is not known for certain; they advise k/2 − 2 to
        k/2 + 2. Larger: smaller components, fewer wrong inferences, more questions. With k = 6 on
        eight data sets of the studies (iris, wine, glass …), 2 joined classes, 4 left hardly any
        components, and 3 gave components of one class in most.
    max_samples : int, default 10 000
        Points drawn for the graph, if there are more; the others are asked about at the very end.
    propagate : bool, default False
        Whether clusters are made with the inferred pairs, too, in `fit` as in a session: as soft
        statements besides those that were told, worked out anew each time, never recorded. They
        mean nothing to a clusterer that keeps every pair.
    propagated_weight : float, default 0.5
        What an inferred pair weighs then, above 0 and at most 0.99; one that was told weighs 1.

    Attributes
    ----------
    propagated_ : Constraints
        After `fit`: what `propagated` gives at its end. `constraints_` has what was told alone.

    References
    ----------
    Vu, V.-V., Labroche, N. and Bouchon-Meunier, B. (2012). Improving constrained clustering with
    active query selection. Pattern Recognition 45(4), 1749-1758, doi:10.1016/j.patcog.2011.10.016.

    >>> from jupyter_sscluster.active import Snapshot
    >>> X = np.array([[0.0], [1.0], [2.0], [3.0], [6.5], [7.6], [8.8], [10.1]])
    >>> query = ASC(n_neighbors=3, threshold=1).propose(Snapshot(X, Constraints(8)))[0]
    >>> query.pair, round(query.score, 2)
    ((3, 4), 3.6)
    >>> query.reason
    'Points 3 and 4 are neighbours but share none of 3 neighbours, so a border may run ...'
    """

    title = "ASC"
    menu_group = "Borders and groups"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        **Strategy.parameter_ranges,
        "n_neighbors": Int(1),
        "threshold": Nullable(Int(0)),
        "max_samples": Int(1),
        "propagate": Flag(),
        "propagated_weight": Real(0.0, 0.99, low_open=True),
    }

    propagated_: Constraints

    def __init__(
        self,
        clusterer: Any = None,
        n_clusters: int | None = None,
        random_state: int | None = 0,
        n_neighbors: int = 6,
        threshold: int | None = None,
        max_samples: int = 10_000,
        propagate: bool = False,
        propagated_weight: float = 0.5,
    ) -> None:
        super().__init__(clusterer, n_clusters, random_state)
        self.n_neighbors = n_neighbors
        self.threshold = threshold
        self.max_samples = max_samples
        self.propagate = propagate
        self.propagated_weight = propagated_weight

    def _conclude(self, told: Snapshot) -> None:
        self.propagated_ = self.propagated(told, self.propagated_weight)

    def clustered_with(self, snapshot: Snapshot) -> Constraints:
        """What a clusterer is given: what was told, and with `propagate` softly what is inferred.

        >>> from jupyter_sscluster.active import Snapshot
        >>> X = np.array([[0.0], [1.0], [2.0], [3.0], [10.0], [11.0], [12.0], [13.0]])
        >>> snapshot = Snapshot(X, Constraints(8, cannot=[(0, 4)]))
        >>> given = ASC(n_neighbors=3, threshold=2, propagate=True).clustered_with(snapshot)
        >>> len(given.cannot), len(given.soft_cannot), snapshot.constraints.soft_cannot.size
        (1, 6, 0)
        """
        told = snapshot.constraints
        if not self.propagate:
            return told
        inferred = self.propagated(snapshot, self.propagated_weight)
        given = told.add_pairs(inferred.soft_must, "must", self.propagated_weight, soft=True)
        return given.add_pairs(inferred.soft_cannot, "cannot", self.propagated_weight, soft=True)

    @about_clustered_rows
    def propagated(
        self, snapshot: Snapshot, weight: float = 0.5, max_pairs: int = MAX_PAIRS
    ) -> Constraints:
        """What the answers say about points strongly connected to those they are about.

        Parameters
        ----------
        snapshot : Snapshot
            What was told.
        weight : float, default 0.5
            Weight of each inferred pair, above 0 and below 1: less than that of a told one.
        max_pairs : int, default 100 000
            About how many pairs at most; the nearest ones are kept.

        Returns
        -------
        Constraints
            Soft statements only, about pairs whose relation was neither told nor entailed.

        Raises
        ------
        InputError
            If the weight or `max_pairs` is out of range, or as for `propose`.

        >>> from jupyter_sscluster.active import Snapshot
        >>> X = np.array([[0.0], [1.0], [2.0], [3.0], [10.0], [11.0], [12.0], [13.0]])
        >>> told = Constraints(8, cannot=[(0, 4)])
        >>> inferred = ASC(n_neighbors=3, threshold=2).propagated(Snapshot(X, told))
        >>> len(inferred.soft_cannot), len(inferred.cannot)
        (6, 0)
        >>> both = told.add_pairs(inferred.soft_cannot, "cannot", 0.5, soft=True)
        """
        self._check(snapshot, "propagated")
        if not 0 < weight < 1:
            raise InputError(
                f"weight={weight!r} of inferred pairs must be above 0 and below 1, since told "
                "pairs weigh 1; give one such as 0.5"
            )
        check_count(max_pairs, "max_pairs")
        inferred = Constraints(snapshot.n_samples, names=snapshot.constraints.names)
        if snapshot.n_samples < 2:
            return inferred
        known = self._propagation(snapshot, self._graph(snapshot))
        must, cannot = known.pairs(snapshot.X, max_pairs)
        inferred = inferred.add_pairs(must, "must", weight, soft=True)
        return inferred.add_pairs(cannot, "cannot", weight, soft=True)

    def _graph(self, snapshot: Snapshot) -> SharedNeighbourGraph:
        return neighbour_graph(
            snapshot.X, self.n_neighbors, self.threshold, self.max_samples, self.random_state
        )

    def _propagation(
        self, snapshot: Snapshot, graph: SharedNeighbourGraph
    ) -> StrongPathPropagation:
        return StrongPathPropagation(snapshot.constraints, graph.strong_components)

    def _propose(self, snapshot: Snapshot, n_pairs: int) -> list[Query]:
        graph = self._graph(snapshot)
        asking = ComponentPairs(snapshot, graph, self._propagation(snapshot, graph))
        queries = chain(
            asking.weak_edges(), asking.distant_pairs(), last_questions(self, snapshot, n_pairs)
        )
        return self._undecided(queries, snapshot.constraints, n_pairs)

    def _scores(self, snapshot: Snapshot) -> NDArray[np.float64]:
        constraints = snapshot.constraints
        share = self._propagation(snapshot, self._graph(snapshot)).unknown_pairs_share()
        share[np.isin(constraints.component_ids, certified(constraints))] = 0.0
        return share
