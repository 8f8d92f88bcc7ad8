from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from jupyter_sscluster._arrays import Labels
from jupyter_sscluster.cluster._base.kmeans_family import KMeansFamily
from jupyter_sscluster.cluster._parts.lloyd.class_seeds import (
    farthest_start,
    seed_classes,
    seeded_starts,
    undisputed,
)
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation, Assignment, Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.restarts import best_of, n_starts, starts
from jupyter_sscluster.constraints import Constraints


class SeededKMeans(KMeansFamily):
    """Starts k-means from the means of rows whose groups are known; labels may change later.

    Minimises the inertia Σ ‖x_i - μ_{c_i}‖². Known rows decide the first centres only, so a few
    wrong labels do little harm. Cluster c is the class that comes c-th in sorted order.

    Prefer it where some rows of every class are labelled, and not all labels can be trusted. It
    then takes a single start, a fraction of what k-means with ten starts costs.

    Classes come from partial labels `y`. Pairs are accepted where they say as much: when every
    two must-link components are cannot-linked. Where must-links join rows of different classes of
    `y`, the labels are kept, those pairs are left out of the seeds, and a warning says so.

    Parameters
    ----------
    n_clusters : int, default 8
        At least the number of known classes.
    init : str, array of shape (n_clusters, n_features), or callable, default "farthest_first"
        Where clusters without a known row start: farthest from the known classes; or at the
        centres of another seeding, or given ones, that no class mean takes the place of. Where
        no class is known there is nothing to be far from, and k-means++ draws the starts.
    n_init : int, default 10
        Number of starts, where chance has a part in them.
    max_iter, tol, random_state
        As in `KMeans`.

    Attributes
    ----------
    Those of `ConstrainedClusterer`.

    Raises
    ------
    InputError
        If more classes are known than `n_clusters`, or pairs do not settle the classes.

    References
    ----------
    Basu, S., Banerjee, A. & Mooney, R. J. (2002). Semi-supervised clustering by seeding.
    Proc. ICML, 27-34.

    Examples
    --------
    >>> from jupyter_sscluster.cluster import SeededKMeans
    >>> X = [[0.0], [1.0], [4.0], [10.0], [11.0]]
    >>> SeededKMeans(n_clusters=2).fit(X, [1, -1, 0, -1, 0]).labels_.tolist()
    [1, 1, 1, 0, 0]
    """

    title: ClassVar[str] = "Seeded k-means"
    menu_group: ClassVar[str] = "Start from constraints"
    reads_blocks: ClassVar[bool] = True
    reads_sparse: ClassVar[bool] = True

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        init: Any = "farthest_first",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        k = self.n_clusters
        name = type(self).__name__
        seeds = seed_classes(undisputed(known, y, name), y, k, name)
        loop = Alternation(points, k, self._assignment(seeds))
        labels = seeds if (seeds >= 0).all() and not points.n_unheld else None
        run = partial(loop.run, labels=labels, max_iter=self.max_iter, tol=self.tol)
        farthest = isinstance(self.init, str) and self.init == "farthest_first"
        if int(seeds.max()) + 1 == k or (farthest and seeds.max() >= 0):
            return best_of([farthest_start(points, seeds, k)], 1, self.max_iter, run)
        drawing: Any = self
        if farthest:
            drawing = SimpleNamespace(**self.get_params() | {"init": "kmeans_plusplus"})
        drawn = seeded_starts(points, seeds, starts(drawing, points, known))
        return best_of(drawn, n_starts(self), self.max_iter, run)

    def _assignment(self, seeds: Labels) -> Assignment | None:
        """What holds rows in a cluster: nothing."""
        return None
