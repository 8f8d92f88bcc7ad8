from __future__ import annotations

from typing import ClassVar

from jupyter_sscluster._validation import Choice, InputError, Rule
from jupyter_sscluster.cluster._base.hierarchical import Grown, Hierarchy
from jupyter_sscluster.cluster._parts.linkage.lance_williams import (
    LINKAGES,
    UPDATES,
)
from jupyter_sscluster.cluster._parts.linkage.lookahead import lookahead_merges
from jupyter_sscluster.cluster._parts.linkage.nearest_neighbour_chain import nn_chain_merges
from jupyter_sscluster.cluster._parts.linkage.row_distances import METRICS
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.constraints import Constraints

DEAD_ENDS = ("stop", "lookahead", "relax")


class ConstrainedAgglomerative(Hierarchy):
    """Agglomerative clustering that merges no two clusters with a cannot-link between them.

    It starts from the must-link components, and merges the two nearest clusters of those that may
    be merged, until `n_clusters` are left. It minimises no objective; `objective_` is the inertia
    Σ ‖x_i - μ_{c_i}‖² of its result.

    Prefer it where clusters are not round, where the number of clusters is open (`labels_at` cuts
    the same dendrogram to any other), or where no constraint may be violated and COP-k-means is not
    wanted. Merging nearest first may end with more than `n_clusters`, any two of them kept apart:
    a dead end, which `dead_end` decides about. Without constraints it is ordinary agglomerative
    clustering. Time and memory grow with the square of the number of components: 2000 take a
    tenth of a second or two, 20 000 some tens of seconds and 1.6 GB, and more are refused.

    Parameters
    ----------
    n_clusters : int, default 8
    linkage : "single", "complete", "average" or "ward", default "ward"
        Distance of two clusters: the least, largest or mean distance between their points, or
        √(2 n m / (n + m)) times that of their means, which is √2 times the root of what the merge
        adds to the inertia.
    dead_end : "stop", "lookahead" or "relax", default "stop"
        "stop": more clusters than asked for are returned, with a warning. "lookahead": a merge
        after which the cannot-links would need more than `n_clusters` is refused, as far as a
        search for colourings of their graph can tell; slower with many cannot-links. "relax":
        greedy merging goes on by violating the least weight of stated cannot-links, nearest first.
    metric : str, default "euclidean"
        Distance of two points: "euclidean", ‖x - y‖; "manhattan" or "chebyshev", the sum or the
        largest of the features' differences; "minkowski", the p-th root of the sum of their p-th
        powers; "seuclidean", ‖x - y‖ of features divided by their standard deviations;
        "mahalanobis", √((x - y)ᵀ S⁻¹ (x - y)), S being the covariance of all rows; "cosine", 1 less
        the cosine of the angle between them. "ward" is about means and takes "euclidean" only.
        Deviations and S divide by n - 1; noise has no part in them, constant features none in the
        distance. "cosine" suits counts of words; no row may be 0 everywhere.
    p : float, default 2.0
        The power of "minkowski", 1 or more: 1 is "manhattan", 2 "euclidean", and large ones come
        near "chebyshev". Other metrics do not use it.
    precision : "auto", "double" or "single", default "auto"
        Of the distances, of which all are held: 8 or 4 bytes each. "auto" is single above 8000
        components; nearly equal distances may then change places.

    Attributes
    ----------
    Those of `ConstrainedClusterer` (`objective_history_` holds `objective_` alone, and
    `converged_` says whether there are `n_clusters`), and

    n_clusters_ : int
        Number of clusters found.
    n_clusters_range_ : tuple (fewest, most)
        What `labels_at` can cut to; all these cuts keep the constraints, but after "relax".
    dead_end_ : bool
        Whether a dead end was reached above `n_clusters`.
    dendrogram_ : array, shape (n_samples - fewest, 4)
        Merges in the form of `scipy.cluster.hierarchy.linkage`: the two clusters, height and
        size; row t makes cluster n_samples + t, and heights never fall. Members of a component
        are merged first, at height 0. There are fewer than n_samples - 1 rows where cannot-links
        leave a forest of `fewest` trees, and where "lookahead" or "relax" stopped at
        `n_clusters`; `linkage_matrix()` is a whole tree, to be drawn. A merge that violates
        cannot-links has at least the height of all before it.

    Raises
    ------
    ConflictError
        If a cannot-link joins two points that must-links join.
    InputError
        If there are more than 20 000 components, or a metric other than the Euclidean with "ward".

    Warns
    -----
    ConvergenceWarning
        If there is another number of clusters than asked for: more at a dead end, fewer where
        must-links leave fewer components.

    References
    ----------
    Davidson, I. & Ravi, S. S. (2005). Agglomerative hierarchical clustering with constraints:
    theoretical and empirical results. PKDD, 59-70, doi:10.1007/11564126_11, figure 2.
    Davidson, I. & Ravi, S. S. (2009). Using instance-level constraints in agglomerative
    hierarchical clustering. Data Mining and Knowledge Discovery, 18, 257-282.

    Švehla, J. (2018). Active semi-supervised clustering. Master's thesis, Czech Technical
    University in Prague, section 1.2 (metrics).

    Examples
    --------
    >>> from jupyter_sscluster.cluster import ConstrainedAgglomerative
    >>> X = [[0.0], [1.0], [3.0], [10.0], [12.0]]
    >>> model = ConstrainedAgglomerative(n_clusters=2, linkage="single").fit(X, cannot=[(0, 1)])
    >>> model.labels_.tolist(), model.labels_at(4).tolist()
    ([0, 1, 1, 1, 1], [0, 1, 1, 2, 3])
    """

    title: ClassVar[str] = "Constrained agglomerative"
    menu_group: ClassVar[str] = "Hard constraints"
    hard: ClassVar[bool] = True
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": Hierarchy.parameter_ranges["n_clusters"],
        "linkage": Choice(*LINKAGES),
        "dead_end": Choice(*DEAD_ENDS),
        "metric": Choice(*METRICS),
        "p": Hierarchy.parameter_ranges["p"],
        "precision": Hierarchy.parameter_ranges["precision"],
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        linkage: str = "ward",
        dead_end: str = "stop",
        metric: str = "euclidean",
        p: float = 2.0,
        precision: str = "auto",
    ) -> None:
        self.n_clusters = n_clusters
        self.linkage = linkage
        self.dead_end = dead_end
        self.metric = metric
        self.p = p
        self.precision = precision

    def _merges(self, points: Points, known: Constraints) -> Grown:
        if self.linkage == "ward" and self.metric != "euclidean":
            raise InputError(
                f"ConstrainedAgglomerative: metric={self.metric!r} does not go with "
                "linkage='ward', which compares means; use linkage='average', 'complete' or "
                "'single', or metric='euclidean'"
            )
        groups = self._groups(points, known.component_ids)
        D = groups.distances(self.linkage, self._dtype(len(groups)))
        edges = known.component_edges
        D[edges[:, 0], edges[:, 1]] = D[edges[:, 1], edges[:, 0]] = float("inf")
        update = UPDATES[self.linkage]
        if self.dead_end == "lookahead":
            merges = lookahead_merges(D, groups.sizes, update, edges, self.n_clusters)
        else:
            merges = nn_chain_merges(D, groups.sizes, update)
        del D
        merges = merges._replace(heights=groups.heights(merges.heights, self.linkage))
        stuck = len(groups) - len(merges.heights) > self.n_clusters
        if stuck and self.dead_end == "relax":
            merges = merges.and_then(self._relaxed(points, known, merges, self.linkage))
        return Grown(merges, stuck)

    def _why(self) -> str:
        return "as far as a search can tell" if self.dead_end == "lookahead" else super()._why()

    def _way_out(self) -> str:
        if self.dead_end == "lookahead":
            return super()._way_out()
        return (
            "dead_end='lookahead', which avoids this where it can, or 'relax', which violates as "
            "few cannot-links as it can"
        )
