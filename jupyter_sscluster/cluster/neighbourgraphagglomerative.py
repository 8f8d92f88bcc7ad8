from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from itertools import islice
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.utils.validation import check_is_fitted

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._validation import Choice, Either, Int, Rule, check_count
from jupyter_sscluster.cluster._base.constrained_clusterer import ConstrainedClusterer
from jupyter_sscluster.cluster._base.noise_rows import ClusteredRows
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import StepRecord, assigned, if_traced
from jupyter_sscluster.cluster._parts.neighbour_linkage.group_posterior import likeliest
from jupyter_sscluster.cluster._parts.neighbour_linkage.learned_groups import (
    LearnedGroups,
    learned_groups,
)
from jupyter_sscluster.cluster._parts.neighbour_linkage.proposals import GroupProposal
from jupyter_sscluster.cluster.fit.any_clusterer import cluster_means
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.constraints import Constraints

FEW, MANY, FLAT = 15, 30, 3
"""Neighbours of a row by default, with up to so many features and with more."""


class NeighbourGraphAgglomerative(ConstrainedClusterer):
    """Agglomerative clustering of near rows that learns from answers where to stop.

    It needs no number of clusters. Round by round, clusters that are each other's nearest are
    merged: by the mean distance w across (average linkage), where a pair that is no edge of the
    graph of `n_neighbors` nearest rows counts as 1.3 times the mean radius ḡ of the edges between,

        h(A, B) = [Σ w + (|A| |B| - c) 1.3 ḡ] / (|A| |B|)   over c edges; infinite without any;

    or, for long and curved clusters, by the least w (single linkage). Must-linked rows are one
    from the start; if they are of two clusters of the tree without answers, and the link is hard or
    likely enough (see `unkept_`), these are parts of one, each measured by itself. Clusters that a
    cannot-link keeps apart, or one between other parts of theirs, are never merged. It stops at the
    height at which clusters are as likely different as the same. Without answers this is h₀, at
    which the clusters of the tree live longest on a logarithmic scale. With answers it is learned:
    of x = log(h / h₀) / σ, σ being the spread of the logarithms,

        P(different | x) = E logistic(b (x - a)),

    over the posterior of a and b; the prior expects h₀ to be about right. An answer is placed where
    its rows meet in the tree without answers. A "same" above h₀, or a "different" below it, may be
    an exception, such as two groups that are one for a reason of their own, and counts r / s times:

        r = exp(-Σ g² / (2 · .6²)),   s = max(1, m / 20),

    g being the steps in x from h₀ over all answers of this kind up to this one, and m the number of
    "same" above h₀ in its component of must-links, 0 for a "different". If all u "different" above
    h₀ are above a "same", one height explains both kinds, and it counts u / (u + 1) times at least.
    So a few far groups that are told to be one do not merge all groups in between. A row that is
    alone at h₀, noise perhaps, may be of any cluster, however far these are apart: r is 0 of a
    "same" of such a row, and u / (u + 1) too unless must-links join it to rows of two clusters. A
    person picks pairs that the clusters have wrong, which are no sample of all pairs: of
    `constraints.by_hand` r is 0 where h₀ has them wrong, and u / (u + 1) too unless clusters live
    1.5 times longer somewhere from the highest "same" up to the lowest "different" than at a lower
    height above h₀.

    Of both linkages that one is taken by which clusters live longest, one of m of all n rows being
    counted (1 - m / n) times.

    Of all cuts of the tree this one is expected to put most pairs right. A hard must-link of weight
    .01 or less is kept and not learned from.

    A must-link between two clusters of the tree may mean that they are one, or that one of its rows
    belongs to the other. The second is assumed if it is at least four times as likely as the first,
    by P of that row as in `posterior_` and by the height at which the two clusters meet. All
    must-links between the two are judged together. Such a row goes with its must-links; it is
    merged with no other row, it does not represent a cluster, and the height is not learned from
    its links.

    Last, each row of a cluster moves to a nearer one, all rows at once, unless it is in a link: it
    is merged early, when its group is small, and may be nearer to another in the end. The distance
    of row i from a cluster is that of its nearest part of m rows without i, and

        h(i, B) = [Σ w + (m' - c) 1.3 r_i] / m'   over the c near rows, m' = max(c, min(m, k)),

    r_i being the distance of its last neighbour, or, by single linkage, the least w; a cluster is
    nearer if 1.05 h is less.

    The first choice for hundreds of small groups whose number is not known: photographs of people,
    animals, records of customers. Rows that are near no others belong to no cluster. Long or curved
    clusters that nearly touch come in fragments until some twenty answers are given; do not use it
    for a few touching clusters of unequal density: one height stands for all of them.

    The search of neighbours takes most of the time: with up to ten features trees, with more all
    distances, O(n² d). Ten thousand rows take one or two seconds, and a fit of the same rows with
    other answers a tenth of that.

    Parameters
    ----------
    min_cluster_size : int, default 2
        Groups of fewer rows are no cluster: their label is -1. Must-linked rows are always one.
    n_neighbors : int or "auto", default "auto"
        Nearest rows of each row that differ from it; "auto" is 30, with up to three features 15.
    linkage : {"auto", "average", "single"}, default "auto"
        The distance of clusters; "auto" is that by which they live longest.

    Attributes
    ----------
    Those of `ConstrainedClusterer`, `labels_` being -1 where a row is in no cluster, for which two
    such rows are not together. It minimises no objective: `objective_` is the inertia
    Σ ‖x_i - μ_{c_i}‖² of the rows in clusters. Besides, there are

    n_clusters_ : int
        Number of clusters found; they are numbered by their first rows.
    groups_ : array of int32, shape (n_samples,)
        The group of each row, those of too few rows included; -1 where it was said to be noise.
    posterior_ : sparse array, shape (n_samples, n_clusters_)
        P that a row belongs to each cluster near it, by its distances from all other rows; what is
        missing to 1 is P that it belongs nowhere. Worked out when first asked for.
    cut_ : float
        The height at which merging stopped, in the unit of X.
    cut_without_answers_ : float
        h₀.
    spread_ : float
        σ.
    linkage_ : str
        The linkage that was taken, "average" or "single".
    unkept_ : array, shape (n_unkept, 2)
        Pairs of soft statements that the clusters violate. A statement of weight w is wrong with
        odds of 1 to 9^w. All statements about two clusters of the tree without answers are judged
        together, with the height at which the two meet; so are those about one merge within a
        cluster. Two clusters are joined if "same" is at least four times as likely, the surest
        first; what is stated of both about a third is added up. Of contradictory statements the
        surer one is kept. A must-link that is more likely right than wrong but joins no clusters
        joins its two rows. The height contributes odds of at most 20 to 1, and nothing to pairs
        picked by hand.
    unkept_log_odds_ : array, shape (n_unkept,)
        Log odds against each of them. If it were stated log odds / log 9 times more, it would be
        kept, except within joined clusters, where other statements count too, and between clusters
        that links keep apart: one hard cannot-link outweighs all soft statements.
    neighbor_search_ : str
        How neighbours were found, exactly both: "tree" or "blocks" of all distances.

    Raises
    ------
    ConflictError
        If a cannot-link joins two rows that must-links join.

    References
    ----------
    A method of this package, after

    Davidson, I. & Ravi, S. S. (2005). Agglomerative hierarchical clustering with constraints:
    theoretical and empirical results. PKDD, 59-70, doi:10.1007/11564126_11: components first, and
    no merge across a cannot-link.

    Campello, R. J. G. B., Moulavi, D. & Sander, J. (2013). Density-based clustering based on
    hierarchical density estimates. PAKDD, 160-172: how long clusters live.

    Examples
    --------
    >>> from jupyter_sscluster.cluster import NeighbourGraphAgglomerative
    >>> X = [[0.0], [0.1], [0.2], [5.0], [5.1], [9.0]]
    >>> model = NeighbourGraphAgglomerative().fit(X)
    >>> model.labels_.tolist(), model.n_clusters_
    ([0, 0, 0, 1, 1, -1], 2)
    >>> model.fit(X, cannot=[(0, 2)]).labels_.tolist()
    [0, 0, -1, 1, 1, -1]
    """

    title: ClassVar[str] = "Neighbour-graph agglomerative"
    menu_group: ClassVar[str] = "Unknown number of clusters"
    hard: ClassVar[bool] = True
    heeds_soft: ClassVar[bool] = True
    heeds_by_hand: ClassVar[bool] = True
    _posterior: sparse.csr_array | None
    why_no_weights: ClassVar[str] = "clusters are merged by distances of rows that count once"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "min_cluster_size": Int(1),
        "n_neighbors": Either(Int(1), Choice("auto")),
        "linkage": Choice("auto", "average", "single"),
    }

    def __init__(
        self, min_cluster_size: int = 2, *, n_neighbors: int | str = "auto", linkage: str = "auto"
    ) -> None:
        self.min_cluster_size = min_cluster_size
        self.n_neighbors = n_neighbors
        self.linkage = linkage

    def predict(self, X: ArrayLike) -> NDArray[np.int32]:
        """The likeliest cluster of each row, -1 if none is likelier than that it is in none.

        A row that is equal to one of the fit has the label of the first such row. Of others P is as
        in `posterior_`, by the distances from the `n_neighbors` nearest rows of the fit.
        """
        check_is_fitted(self)
        rows = (self._rows_like_those_of_fit(X) - self._offset) / self._learned_groups.unit
        found = np.empty(len(rows), dtype=np.int32)
        tree = self._groups.tree
        near, places = tree.search.of(rows, 1)
        known = near[:, 0] == 0.0
        own = self.labels_ if self._left is None else self.labels_[self._left.rows]
        found[known] = own[tree.first[places[known, 0]]]
        found[~known] = likeliest(self._groups.of_new(rows[~known]))
        return found

    def p_different(self, heights: ArrayLike) -> Array:
        """P that two clusters are different, given the heights at which they would be merged."""
        check_is_fitted(self)
        h = np.asarray(heights, dtype=np.float64) / self._learned_groups.unit
        return self._groups.calibration(self._groups.tree.scaled(h))

    def proposals(self, most: int = 20, *, moves: bool = False) -> list[GroupProposal]:
        """Groups that may be one, and groups that may be two, as far as answers leave it open.

        Candidates are every merge that was made, every one of neighbouring groups that was not,
        groups that a soft cannot-link keeps apart, and clusters that soft must-links join. What is
        known by hard links is left out. They are sorted by falling gain min(p, 1 - p) √(|A| |B|), p
        being P(same) by the height and by soft statements across; at most `most` are worked out.
        With `moves` there are single rows, too, that may be in another cluster: p is then P of the
        likeliest other one as in `posterior_`, and by soft statements about the row.

        >>> X = [[0.0], [0.1], [0.2], [5.0], [5.1], [5.2], [6.1], [6.2]]
        >>> best = NeighbourGraphAgglomerative().fit(X).proposals()[0]
        >>> best.kind, best.rows.tolist(), best.other_rows.tolist(), best.nearest
        ('merge', [3, 4, 5], [6, 7], (5, 6))
        """
        return [*islice(self.each_proposal(moves=moves), check_count(most, "most", 0))]

    def each_proposal(self, *, moves: bool = False) -> Iterator[GroupProposal]:
        """The same one by one, without end but that of the candidates."""
        check_is_fitted(self)
        learned = self._learned_groups
        found = learned.candidates.best()
        if moves:
            found = merge(found, learned.each_move(), key=lambda each: -each.gain)
        left = self._left
        return found if left is None else (each.of_rows(left.rows) for each in found)

    @property
    def posterior_(self) -> sparse.csr_array:
        """P of each row's clusters; see the class."""
        check_is_fitted(self)
        if self._posterior is None:
            found = self._groups.of_fit()
            self._posterior = found if self._left is None else self._left.spread_sparse(found)
        return self._posterior

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        report("start", 1, 1)
        linkages = ("average", "single") if self.linkage == "auto" else (self.linkage,)
        k = self._n_nearest(points.X.shape[1])
        learned = learned_groups(points.X, known, (k, linkages), self.min_cluster_size)
        labels = learned.labels
        centres, inertia = _means(points.X, labels)
        steps = (
            assigned(labels, inertia),
            StepRecord("recentred", inertia, centres=centres),
        )
        return Result(labels, centres, inertia, [inertia], 1, True, learned, if_traced(*steps))

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        learned = result.learned_as(LearnedGroups)
        tree, unit = learned.tree, learned.unit
        self.groups_ = learned.groups
        self.n_clusters_ = len(result.centres)
        self.cut_ = unit * learned.cut
        self.cut_without_answers_, self.spread_ = unit * tree.cut, tree.spread
        self.linkage_ = tree.linkage
        self.unkept_, self.unkept_log_odds_ = learned.links.unkept(result.labels)
        self.neighbor_search_ = tree.search.how
        self._groups = learned.clusters
        self._learned_groups = learned
        self._posterior = None

    def _put_back(self, left: ClusteredRows) -> None:
        super()._put_back(left)
        self.groups_ = left.spread(self.groups_, -1)
        self.unkept_ = left.rows[self.unkept_]

    def _n_nearest(self, n_features: int) -> int:
        if self.n_neighbors == "auto":
            return FEW if n_features <= FLAT else MANY
        return int(self.n_neighbors)

    def _check_room(self, n_samples: int, weights: Array | None = None) -> None:
        """Any number of rows will do: the number of clusters is found."""

    def _warn_of_duplicates(self, centres: Array) -> None:
        """Equal rows are in one cluster, unless answers keep them apart."""

    def _warn_of_large_cliques(self, known: Constraints) -> None:
        """There are as many clusters as cannot-links need."""


def _means(X: Array, labels: Labels) -> tuple[Array, float]:
    """Means of the clusters (n_clusters, d), and the inertia of the rows in clusters."""
    rows = np.flatnonzero(labels >= 0)
    centres = cluster_means(X, labels, column="in order")
    apart = X[rows] - centres[labels[rows]]
    return centres, float(np.einsum("ij,ij->", apart, apart))
