from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from jupyter_sscluster._arrays import HashableData
from jupyter_sscluster._validation import Choice, Rule
from jupyter_sscluster.cluster._base.kmeans_family import KMeansFamily
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation, Result
from jupyter_sscluster.cluster._parts.lloyd.online import online
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points, centred
from jupyter_sscluster.cluster._parts.lloyd.restarts import best_of, n_starts, starts
from jupyter_sscluster.cluster._parts.lloyd.sample_weight import check_unweighed
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import tracing
from jupyter_sscluster.constraints import Constraints

REMEMBERED = 1_000_000
"""Most values of the rows whose clusters are remembered: four such data sets take 32 MB."""


class KMeans(KMeansFamily):
    """Plain k-means, the baseline: ignores constraints and counts how many it violates.

    Minimises the inertia Σ ‖x_i - μ_{c_i}‖² by turns: every point to its nearest centre, every
    centre to the mean of its points. From the same start it gives the labels that scikit-learn's
    `KMeans` gives. Use it to see what the constraints change. It costs O(nKd) an iteration, for
    each start, and finds clusters that are round and of one size; it cuts long and curved ones.

    Parameters
    ----------
    n_clusters : int, default 8
        The default is that of scikit-learn; `estimate_n_clusters` estimates a number.
    init : str, array of shape (n_clusters, n_features), or callable, default "kmeans_plusplus"
        A seeding's name, the first centres (then there is one start), or a function like those
        in `jupyter_sscluster.seeding`.
    n_init : int, default 10
        Number of starts; the one with the lowest objective is kept.
    update : "batch" or "online", default "batch"
        When means are computed. "batch": after all rows have been assigned, as Lloyd does.
        "online": after each row that changes its cluster, as MacQueen does. The first iteration is
        that of "batch"; then rows are visited in the order of the data, pass after pass, until none
        is nearer to another mean. It needs fewer iterations, of which each takes longer, and its
        labels depend on the order of the rows; for comparisons. MacQueen himself makes one pass,
        with means of the rows so far.
    max_iter : int, default 300
        Maximum number of iterations of one start.
    tol : float, default 0.0
        Also stop once no centre moves farther, squared, than `tol` times the mean variance of
        the features; at 0 only when no label changes.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    Those of `ConstrainedClusterer`; `violations_` counts what the labels violate by chance.

    References
    ----------
    Lloyd, S. P. (1982). Least squares quantization in PCM. IEEE Trans. Information Theory, 28,
    129-137.

    MacQueen, J. (1967). Some methods for classification and analysis of multivariate observations.
    Proc. 5th Berkeley Symposium on Mathematical Statistics and Probability, 1, 281-297.

    Švehla, J. (2018). Active semi-supervised clustering. Master's thesis, Czech Technical
    University in Prague, section 1.4.

    Examples
    --------
    >>> from jupyter_sscluster.cluster import KMeans
    >>> X = [[0.0], [1.0], [10.0], [11.0]]
    >>> model = KMeans(n_clusters=2, random_state=0).fit(X, must=[(1, 2)])
    >>> model.objective_, model.violations_.must
    (1.0, 1)
    """

    title: ClassVar[str] = "k-means (no constraints)"
    menu_group: ClassVar[str] = "No constraints"
    uses_constraints: ClassVar[bool] = False
    reads_blocks: ClassVar[bool] = True
    reads_sparse: ClassVar[bool] = True

    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "update": Choice("batch", "online"),
        **RANGES,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        init: Any = "kmeans_plusplus",
        n_init: int = 10,
        update: str = "batch",
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)
        self.update = update

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        loop = Alternation(points, self.n_clusters)
        run = partial(loop.run, max_iter=self.max_iter, tol=self.tol)
        if self.update == "online":
            check_unweighed(points, self, 'update="batch"')
            run = partial(online, loop, max_iter=self.max_iter, tol=self.tol)
        return best_of(starts(self, points, known), n_starts(self), self.max_iter, run)

    def _needs_memory(self) -> tuple[str, str] | None:
        if self.update != "batch":
            return f'update="{self.update}"', 'update="batch"'
        return super()._needs_memory()


def plain_clusters(
    points: Points, known: Constraints, n_clusters: int, n_init: int, seed: Any
) -> Result:
    """What k-means finds in rows without weights; of few, with a fixed seed, that is remembered."""
    if isinstance(seed, int) and points.raw.size <= REMEMBERED:
        return _of_data(HashableData.of(points.raw), n_clusters, n_init, seed)
    return KMeans(n_clusters, n_init=n_init, random_state=seed)._fit(points, known, None)


@lru_cache(maxsize=4)
def _of_data(data: HashableData, n_clusters: int, n_init: int, seed: int) -> Result:
    model = KMeans(n_clusters, n_init=n_init, random_state=seed)
    with tracing(False):  # its steps are not shown, and would be kept with it
        return model._fit(centred(data.X), Constraints(len(data.X)), None)
