"""Base class of the k-means family: the parameters that all of them have."""

from __future__ import annotations

from typing import Any, ClassVar

from jupyter_sscluster._validation import Rule
from jupyter_sscluster.cluster._base.posterior import CentreClusterer
from jupyter_sscluster.cluster._base.weighed_rows import WeighedRows
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES


class KMeansFamily(WeighedRows, CentreClusterer):
    """A clusterer that improves centres in iterations, from several starts.

    Parameters
    ----------
    n_clusters : int, default 8
    init : str, array of shape (n_clusters, n_features), or callable, default "kmeans_plusplus"
        A seeding's name, the first centres (then there is one start), or a function like those
        in `jupyter_sscluster.seeding`.
    n_init : int, default 10
        Number of starts; the one with the lowest objective is kept.
    max_iter : int, default 300
        Maximum number of iterations of one start.
    tol : float, default 0.0
        Also stop once no centre moves farther, squared, than `tol` times the mean variance of
        the features; at 0 only when no label changes.
    random_state : int, Generator, RandomState or None
    """

    parameter_ranges: ClassVar[dict[str, Rule]] = RANGES

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        init: Any = "kmeans_plusplus",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)

    def _store(
        self, n_clusters: int, init: Any, n_init: int, max_iter: int, tol: float, random_state: Any
    ) -> None:
        """Store the parameters that the whole family has."""
        self.n_clusters = n_clusters
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state

    def _needs_memory(self) -> tuple[str, str] | None:
        algorithm = getattr(self, "algorithm", "fast")
        if algorithm != "fast":
            return f'algorithm="{algorithm}"', 'algorithm="fast"'
        return super()._needs_memory()
