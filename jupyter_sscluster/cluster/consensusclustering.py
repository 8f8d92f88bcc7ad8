from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone

from jupyter_sscluster._arrays import Array, Integers, Labels
from jupyter_sscluster._validation import (
    Choice,
    Count,
    Flag,
    InputError,
    Rule,
)
from jupyter_sscluster.cluster._base.hierarchical import MOST
from jupyter_sscluster.cluster._base.nearest_row import NearestRow
from jupyter_sscluster.cluster._base.noise_rows import ClusteredRows
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Learned, Result, described, in_order
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points, centred
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import tracing
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble, compact
from jupyter_sscluster.cluster.ensemble.consensus import (
    agglomerated,
    dense_indicator_rows,
    leaves_of,
    with_capped_weights,
    with_empty_cells_filled,
    with_empty_filled,
)
from jupyter_sscluster.cluster.ensemble.indicator_kmeans import IndicatorKMeans
from jupyter_sscluster.cluster.ensemble.members import (
    Clusterers,
    clustered,
    noted_means,
    noted_members,
)
from jupyter_sscluster.cluster.ensemble.weak_learner import shares
from jupyter_sscluster.cluster.fit.watching import part_of
from jupyter_sscluster.cluster.pckmeans import PCKMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.metrics import silhouette
from jupyter_sscluster.seeding.generator import generator

AUTO = 3000
"""Units up to which "auto" merges them by average linkage."""


@dataclass(frozen=True, eq=False)
class _Members(Learned):
    """What goes into the attributes of the same names."""

    labels: Integers
    weights: Array


class ConsensusClustering(NearestRow):
    """Finds the clusters that many clusterings of the same points agree on.

    Each member b clusters the points from other random numbers, and counts v_b. How often two
    points share a cluster,

        S_ij = Σ_b v_b [c^b_i = c^b_j] / Σ_b v_b,

    is clustered in its turn: by average linkage on 1 - S, or by k-means on the rows
    √v_b · onehot(c^b_i), whose products are S times Σ v_b. Points that no member tells apart are
    one unit in both, so a table of all pairs of points is never made.

    Prefer it where single runs differ from seed to seed, or to join methods of different kinds: it
    gives what most of them have in common, and it is steadier than any. It costs as much as its
    members together. With "agglomerative" time and memory grow with the square of the number of
    units, with "kmeans" they are linear in the number of points.

    Parameters
    ----------
    n_clusters : int, default 8
        Also given to the members that have such a parameter.
    clusterer : estimator or list of estimators, default None
        The members, each in its turn, with a `random_state` of its own where it has one; of this
        package or any with `fit(X)` and `labels_`, where label -1 says that a point is alone. None
        is PCKMeans from a single start drawn by k-means++, to which weights above 10⁶ are 10⁶.
    n_estimators : int, default 20
        Number of members.
    weights : "satisfaction", "uniform" or "silhouette", default "satisfaction"
        v_b: max(0, 2 s - 1) where s is the share of the statements that a member keeps, by their
        weights; 1; or its mean silhouette in `X` if above 0. If all are 0, all count the same.
    final : "auto", "agglomerative" or "kmeans", default "auto"
        The last step; "auto" is "agglomerative" up to 3000 units.
    constrained : bool, default True
        Whether the last step uses the pairs too. "agglomerative" then starts from must-link
        components, and merges two units with a cannot-link between them only if `n_clusters` cannot
        be reached otherwise. "kmeans" is PCK-means on the rows above, or on their best directions
        if the rows are too many and too long for memory.
    n_init : int, default 10
        Number of starts of the k-means at the end.
    max_iter : int, default 300
        Maximum number of iterations of one start of it.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    Those of `ConstrainedClusterer`, and

    label_matrix_ : array of int, shape (n_estimators, n_samples)
        The clusters of each member.
    estimator_weights_ : array, shape (n_estimators,)
        v_b.
    objective_ : float
        The inertia Σ ‖x_i - μ_{c_i}‖² of the labels in the space of `X`, which is not what is
        minimised; `objective_history_` holds it alone.

    Raises
    ------
    InputError
        If a parameter breaks its rule, or "agglomerative" would have more than 20 000 units.
        Whatever a member raises goes on.

    Notes
    -----
    Where must-links leave fewer units than clusters, the last step does not use the pairs.
    `predict` gives a row the cluster of the nearest row of `X`.

    References
    ----------
    Strehl, A. & Ghosh, J. (2002). Cluster ensembles: a knowledge reuse framework for combining
    multiple partitions. J. Machine Learning Research, 3, 583-617.
    Fred, A. & Jain, A. (2005). Combining multiple clusterings using evidence accumulation. IEEE
    Trans. Pattern Analysis and Machine Intelligence, 27, 835-850. doi:10.1109/TPAMI.2005.113

    Examples
    --------
    >>> from jupyter_sscluster.cluster import ConsensusClustering
    >>> X = [[0.0], [1.0], [5.0], [10.0], [11.0]]
    >>> model = ConsensusClustering(n_clusters=2, random_state=0)
    >>> model.fit(X, must=[(2, 3)], cannot=[(1, 2)]).labels_.tolist()
    [0, 0, 1, 1, 1]
    >>> model.label_matrix_.shape
    (20, 5)
    """

    title: ClassVar[str] = "Consensus clustering"
    menu_group: ClassVar[str] = "Ensembles"
    why_no_weights: ClassVar[str] = "members agree or differ about rows, each of which counts once"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "clusterer": Clusterers(),
        "n_estimators": Count(1),
        "weights": Choice("satisfaction", "uniform", "silhouette"),
        "final": Choice("auto", "agglomerative", "kmeans"),
        "constrained": Flag(),
        "n_init": RANGES["n_init"],
        "max_iter": RANGES["max_iter"],
        "random_state": RANGES["random_state"],
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        clusterer: Any = None,
        n_estimators: int = 20,
        weights: str = "satisfaction",
        final: str = "auto",
        constrained: bool = True,
        n_init: int = 10,
        max_iter: int = 300,
        random_state: Any = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.clusterer = clusterer
        self.n_estimators = n_estimators
        self.weights = weights
        self.final = final
        self.constrained = constrained
        self.n_init = n_init
        self.max_iter = max_iter
        self.random_state = random_state

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        members, final = generator(self.random_state).spawn(2)
        with tracing(False):
            labels = compact(list(self._members(points, known, y, members)))
            ensemble = Ensemble(labels, self._weights(points, known, labels))
            joined = self._joined(ensemble, points, known, final)
        found = with_empty_filled(points, joined, self.n_clusters)
        result = described(points, found)._replace(learned=_Members(labels, ensemble.weights))
        return result._replace(noted=noted_members(ensemble) + noted_means(result))

    def _members(
        self, points: Points, known: Constraints, y: ArrayLike | None, rng: np.random.Generator
    ) -> Iterator[Labels]:
        """Labels of each member, numbered from 0."""
        given = self.clusterer
        if given is None:
            given, known = PCKMeans(init="kmeans_plusplus", n_init=1), with_capped_weights(known)
        several = given if isinstance(given, (list, tuple)) else [given]
        for b in range(self.n_estimators):
            member = clone(several[b % len(several)])
            ours = {"n_clusters": self.n_clusters, "random_state": int(rng.integers(2**31))}
            member.set_params(**{p: v for p, v in ours.items() if p in member.get_params()})
            with part_of("member", b + 1, self.n_estimators):
                found = clustered(member, points, known, y)
            yield found

    def _weights(self, points: Points, known: Constraints, labels: Integers) -> Array:
        stated = shares(known)
        found = np.ones(len(labels))
        if self.weights == "silhouette":
            found = np.array([silhouette(points.raw, row) for row in labels])
        elif self.weights == "satisfaction" and len(stated.pairs):
            found = np.array(
                [2.0 * stated.weights[~stated.violated(row)].sum() - 1.0 for row in labels]
            )
        found = np.clip(found, 0.0, 1.0)
        return found if found.any() else np.ones(len(labels))

    def _joined(
        self, ensemble: Ensemble, points: Points, known: Constraints, rng: np.random.Generator
    ) -> Labels:
        """The labels that the last step finds; there may be fewer clusters than wanted."""
        used = known if self.constrained else Constraints(known.n_samples)
        leaf = leaves_of(ensemble, used)
        if int(leaf.max()) + 1 < self.n_clusters:
            used, leaf = Constraints(known.n_samples), ensemble.cells.of
        n_units = int(leaf.max()) + 1
        if n_units <= self.n_clusters:
            return leaf.astype(np.int32)
        if self.final == "agglomerative" or (self.final == "auto" and n_units <= AUTO):
            self._check_size(n_units)
            return agglomerated(ensemble, used, leaf, self.n_clusters)
        if len(used):
            return self._constrained_kmeans(ensemble, used, rng)
        heaviest = in_order(ensemble.rows[int(ensemble.weights.argmax())])
        first = np.minimum(heaviest, self.n_clusters - 1)
        run = IndicatorKMeans(ensemble, self.n_clusters).best(
            with_empty_cells_filled(first, self.n_clusters), self.n_init, self.max_iter, rng
        )
        return run.iterations[-1][ensemble.cells.of]

    def _constrained_kmeans(
        self, ensemble: Ensemble, known: Constraints, rng: np.random.Generator
    ) -> Labels:
        """PCK-means on the rows of Z, those of all points."""
        base = PCKMeans(
            self.n_clusters, n_init=self.n_init, max_iter=self.max_iter, random_state=rng
        )
        rows = dense_indicator_rows(ensemble, self.n_clusters, rng)
        return base._fit(centred(rows), with_capped_weights(known), None).labels

    def _check_size(self, n_units: int) -> None:
        if n_units > MOST:
            raise InputError(
                f"ConsensusClustering: final='agglomerative' with {n_units} groups of points that "
                f"no member tells apart, more than {MOST}, would not fit into memory; use "
                "final='kmeans' or 'auto'"
            )

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        members = result.learned_as(_Members)
        self.label_matrix_, self.estimator_weights_ = members.labels, members.weights

    def _put_back(self, left: ClusteredRows) -> None:
        super()._put_back(left)
        self.label_matrix_ = left.spread(self.label_matrix_, -1, axis=1)
