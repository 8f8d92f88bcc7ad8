from __future__ import annotations

from typing import ClassVar

import numpy as np

from jupyter_sscluster._row_metric import TRIANGLE
from jupyter_sscluster._validation import Choice, Rule
from jupyter_sscluster.cluster._base.hierarchical import DendrogramCuts, Grown, Hierarchy
from jupyter_sscluster.cluster._parts.linkage.lance_williams import UPDATES
from jupyter_sscluster.cluster._parts.linkage.nearest_neighbour_chain import nn_chain_merges
from jupyter_sscluster.cluster._parts.linkage.row_distances import shorten_paths
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.constraints import Constraints

DEAD_ENDS = ("relax", "stop")


class ConstrainedCompleteLink(Hierarchy):
    """Complete-link clustering with distances that the constraints have changed.

    Must-linked points get distance 0, and all distances become shortest paths, so that points near
    one of them draw near to the others too. Cannot-linked components then get the largest distance
    plus 1, and complete-link clustering follows: the two clusters are merged whose farthest
    points, in these distances, are nearest, until `n_clusters` are left. It minimises no
    objective; `objective_` is the inertia Σ ‖x_i - μ_{c_i}‖² of its result.

    Prefer it where few pairs are known and each should speak for its surroundings: it carries a
    must-link over to all points around. This is also how a wrong pair does harm. Must-links are
    never violated. Cannot-links are only where any two clusters that are left have one between them
    and there are still too many: `dead_end` decides what then happens. Without constraints it is
    ordinary complete-link clustering. Time is O(m²) a must-link component, for m components and
    single points, and memory grows with m²: 20 000 take 1.6 GB, and more are refused.

    Parameters
    ----------
    n_clusters : int, default 8
    dead_end : "relax" or "stop", default "relax"
        Where every merge would violate a cannot-link: "relax", as published, merges all the same,
        those that violate the least weight of stated cannot-links, and of equals the pair whose
        farthest points are nearest; "stop" returns more clusters than asked for, with a warning.
    metric : str, default "euclidean"
        Distance of two points, of which no detour may be shorter: all of `ConstrainedAgglomerative`
        but "cosine".
    p : float, default 2.0
        The power of "minkowski", 1 or more.
    precision : "auto", "double" or "single", default "auto"
        Of the distances, of which all are held: 8 or 4 bytes each. "auto" is single above 8000
        components; nearly equal distances may then change places.

    Attributes
    ----------
    Those of `ConstrainedAgglomerative`, and

    imposed_ : float
        The distance of cannot-linked components: the largest of all, plus 1. In `dendrogram_`
        merges that violate cannot-links have this height.

    Raises
    ------
    InputError
        If there are more than 20 000 components.

    Warns
    -----
    ConvergenceWarning
        If there is another number of clusters than asked for: more at a dead end with "stop",
        fewer where must-links leave fewer components.

    References
    ----------
    Klein, D., Kamvar, S. D. & Manning, C. D. (2002). From instance-level constraints to
    space-level constraints: making the most of prior knowledge in data clustering. ICML, 307-314,
    figure 3.

    Švehla, J. (2018). Active semi-supervised clustering. Master's thesis, Czech Technical
    University in Prague, section 1.2 (metrics).

    Examples
    --------
    >>> from jupyter_sscluster.cluster import ConstrainedCompleteLink
    >>> X = [[0.0], [3.0], [4.0], [10.0], [12.0]]
    >>> ConstrainedCompleteLink(n_clusters=2).fit(X).labels_.tolist()
    [0, 0, 0, 1, 1]
    >>> ConstrainedCompleteLink(n_clusters=2).fit(X, must=[(0, 3)]).labels_.tolist()
    [0, 1, 1, 0, 0]
    """

    title: ClassVar[str] = "Constrained complete-link"
    menu_group: ClassVar[str] = "Learned metric"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": Hierarchy.parameter_ranges["n_clusters"],
        "dead_end": Choice(*DEAD_ENDS),
        "metric": Choice(*TRIANGLE),
        "p": Hierarchy.parameter_ranges["p"],
        "precision": Hierarchy.parameter_ranges["precision"],
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        dead_end: str = "relax",
        metric: str = "euclidean",
        p: float = 2.0,
        precision: str = "auto",
    ) -> None:
        self.n_clusters = n_clusters
        self.dead_end = dead_end
        self.metric = metric
        self.p = p
        self.precision = precision

    def _merges(self, points: Points, known: Constraints) -> Grown:
        groups = self._groups(points, known.component_ids)
        D = groups.distances("single", self._dtype(len(groups)))
        np.fill_diagonal(D, 0.0)
        shorten_paths(D, np.flatnonzero(known.component_sizes > 1))
        imposed = _beyond(float(groups.heights(D.max(), "complete")))
        np.fill_diagonal(D, np.inf)
        edges = known.component_edges
        D[edges[:, 0], edges[:, 1]] = D[edges[:, 1], edges[:, 0]] = np.inf
        merges = nn_chain_merges(D, groups.sizes, UPDATES["complete"])
        del D
        merges = merges._replace(heights=groups.heights(merges.heights, "complete"))
        stuck = len(groups) - len(merges.heights) > self.n_clusters
        if stuck and self.dead_end == "relax":
            more = self._relaxed(points, known, merges, "complete")
            merges = merges.and_then(more._replace(heights=np.full(len(more.heights), imposed)))
        return Grown(merges, stuck, imposed)

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        self.imposed_ = result.learned_as(DendrogramCuts).grown.imposed


def _beyond(largest: float) -> float:
    """Plus 1, or the next larger number where 1 is lost to rounding."""
    return max(largest + 1.0, float(np.nextafter(largest, np.inf)))
