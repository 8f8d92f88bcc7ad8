"""NPU: place the point that is least certain for the questions it costs."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import Count, Int, Rule
from jupyter_sscluster.active.neighbourhoods.neighbourhood_posterior import NeighbourhoodPosterior
from jupyter_sscluster.active.neighbourhoods.points_to_place import Neighbourhoods
from jupyter_sscluster.active.neighbourhoods.uncertainty import UncertaintyStrategy
from jupyter_sscluster.active.oracle_loop import REFIT, cluster
from jupyter_sscluster.active.similarity.forest import leaves_of, posterior, similarity
from jupyter_sscluster.cluster.fit.watching import FitCancelled


class NPU(UncertaintyStrategy):
    """Asks about the point whose cluster is most uncertain: normalised point-based uncertainty.

    A random forest learns the present clusters; the share of trees in which two points meet in a
    leaf is their similarity, and the mean similarity to each certified neighbourhood gives the
    probability p_i(x) that x belongs to it. The next point is

        argmax_x H(x) / E[q(x)],   H = −Σ p_i log₂ p_i,   E[q] = Σ i p₍ᵢ₎ (p sorted downwards)

    over the points outside all neighbourhoods. It is then asked about with the neighbourhoods in
    order of falling p. A floating component counts as often as it has points. In a batch the
    score of the others is multiplied by (1 − similarity)^diversity after each pick.

    With fewer than two neighbourhoods, or without a clustering of two clusters, the farthest point
    from what is known comes first. A snapshot without labels is clustered by its clusterer.

    Prefer it once every class has been met, where borders between clusters are what is unclear: its
    questions are about points that the clustering itself cannot place. It asks what the present
    clusters suggest, so where these are far off, Min-Max or MMD batch go further. A question costs
    growing `n_estimators` trees whenever labels have changed, O(n_estimators n log n), and
    O(n_estimators n) memory. Another posterior takes the place of the forest's in a subclass that
    overrides `belief`; see `UncertaintyStrategy`.

    `scores` gives the entropy of the p_i as a share of log₂ of their number: 1 where all
    neighbourhoods are as likely. Before there are two, it is how unlike all placed points a point
    is, as for Min-Max.

    Parameters
    ----------
    clusterer : estimator, default None
        What `fit` clusters with while it asks, and at the end; None is AdaptivePCKMeans.
    n_clusters : int, default None
        Number of classes; by default that of the snapshot, or of the clusterer.
    random_state : int or None, default 0
        Seed of the first point and of the forest.
    infer_last : bool, default True
        Whether a point apart from all of `n_clusters` neighbourhoods but one is taken to belong to
        that one, and only asked about when nothing else is left. False where the number of classes
        is a guess: new classes are then found sooner.
    n_estimators : int, default 50
        Number of trees.
    max_samples : int, default 10 000
        Rows drawn for each tree, if there are more; keeps questions fast.
    diversity : float, default 1
        How strongly points of one batch avoid each other; 0 takes the best scores.
    refit_every : int, default 10
        In `fit`, the points are clustered again once an answer contradicts the clusters, and after
        this many answers; 1 is the published method, which clusters before every point. A session
        clusters after every answer anyway.
    member : "nearest" or "random", default "nearest"
        Which member of a neighbourhood is asked about: the one most like the point, which a person
        can tell best, or any, as Atwa and Emam (2019, section 3.2) have it for all that place
        points.

    References
    ----------
    Xiong, S., Azimi, J. and Fern, X. (2014). Active learning of constraints for semi-supervised
    clustering. IEEE Transactions on Knowledge and Data Engineering 26(1), 43–54,
    doi:10.1109/TKDE.2013.22. Švehla (2018), section 3.2.1.

    >>> from jupyter_sscluster.active import Snapshot
    >>> from jupyter_sscluster.constraints import Constraints
    >>> X = np.array([[0.0], [0.1], [0.2], [5.0], [5.1], [5.2]])
    >>> snapshot = Snapshot(X, Constraints(6, cannot=[(0, 5)]), np.array([0, 0, 0, 0, 1, 1]))
    >>> NPU().propose(snapshot)[0].reason
    'Point 3 could be in cluster 1 (... % likely) or 2 (... %).'
    """

    title = "NPU"
    menu_group = "Most uncertain points"
    uses_labels = True
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        **UncertaintyStrategy.parameter_ranges,
        "n_estimators": Count(1),
        "max_samples": Int(1),
        "refit_every": Int(1),
    }

    def __init__(
        self,
        clusterer: Any = None,
        n_clusters: int | None = None,
        random_state: int | None = 0,
        infer_last: bool = True,
        n_estimators: int = 50,
        max_samples: int = 10_000,
        diversity: float = 1.0,
        refit_every: int = REFIT,
        member: str = "nearest",
    ) -> None:
        super().__init__(clusterer, n_clusters, random_state, infer_last, diversity, member)
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.refit_every = refit_every

    def belief(self, ground: Neighbourhoods) -> NeighbourhoodPosterior:
        """The forest's; a subclass may return any other, see `UncertaintyStrategy`."""
        return _Forest(self, ground)


class _Forest:
    """What a forest grown on the present clusters says; grown when first asked."""

    def __init__(self, npu: NPU, ground: Neighbourhoods) -> None:
        self.npu, self.ground = npu, ground

    @cached_property
    def usable(self) -> bool:
        return self.labels is not None and len(np.unique(self.labels)) > 1

    def posterior(
        self, members: list[NDArray[np.int64]], rows: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        return posterior(self.leaves, members, rows)

    def similarity(self, point: int, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        return similarity(self.leaves, point, rows)

    @cached_property
    def leaves(self) -> NDArray[np.int32]:
        npu, X = self.npu, self.ground.snapshot.X
        return leaves_of(X, self.labels, npu.n_estimators, npu.max_samples, npu.random_state)

    @cached_property
    def labels(self) -> Any:
        """The clusters of the snapshot, or new ones; None if there is nothing to cluster with."""
        snapshot, own, n_clusters = self.ground.snapshot, self.npu.clusterer, self.ground.n_clusters
        if snapshot.labels is not None:
            return snapshot.labels
        if snapshot.clusterer is None and own is None and n_clusters is None:
            return None
        try:
            return cluster(snapshot, own, n_clusters)
        except FitCancelled:
            raise
        except Exception:  # a clusterer may fail in any way; the farthest point needs no labels
            return None
