from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial.distance import cdist

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError, Real, check_count
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding._checks import check_choice, checked
from jupyter_sscluster.seeding._distances import first_largest, first_unused
from jupyter_sscluster.seeding._local_outlier_factor import outlier_factors
from jupyter_sscluster.seeding.generator import draws_nothing, generator


@draws_nothing
def robin(
    X: ArrayLike,
    n_clusters: int,
    *,
    constraints: Constraints | None = None,
    random_state: Any = None,
    n_neighbors: int = 10,
    tolerance: float = 0.05,
    cutoff: str = "both",
    reference: str = "mean",
    factor: str = "ratio",
) -> NDArray[np.float64]:
    """Rows far from one another that are no outliers: farthest-first among the ordinary ones.

    A row is ordinary if its local outlier factor is near 1, |lof_i - 1| < `tolerance`. The first
    centre is the ordinary row farthest from the reference point, every further one the ordinary
    row with the largest distance to its nearest centre. Where no such row is left, rows with
    lof < 1 + `tolerance` follow, then the one with the least |lof - 1|.

    Prefer it to `farthest_first` on data with outliers, and where a result must not depend on
    chance: nothing is drawn, unless the reference is. With few features it costs O(n log n + nkd),
    with many O(n²d); memory is O(n (d + `n_neighbors`)). As the `init` of a clusterer it is one
    start, whatever `n_init` says.

    Parameters
    ----------
    X, n_clusters, constraints
        As in `kmeans_plusplus`.
    random_state : int, Generator, RandomState or None
        Draws the reference where it is "random".
    n_neighbors : int
        Neighbours in an outlier factor; fewer where there are fewer rows.
    tolerance : float
        Greater than 0.
    cutoff : {"both", "above"}
        "above" also takes rows that are denser than their surroundings, lof < 1 + `tolerance`,
        as Brodinová et al. (2019) do.
    reference : {"mean", "origin", "random", "typical"}
        From where the first centre is far: the mean of the rows, the origin as in the paper
        (then the result changes when all rows are moved), a row drawn at random, or the row
        with the least |lof - 1|.
    factor : {"ratio", "reachability"}
        Densities from plain distances, as in the paper, or from reachability distances, as in
        scikit-learn's `LocalOutlierFactor`.

    Returns
    -------
    array, shape (n_clusters, n_features)

    References
    ----------
    Al Hasan, M., Chaoji, V., Salem, S. & Zaki, M. J. (2009). Robust partitional clustering by
    outlier and density insensitive seeding. Pattern Recognition Letters, 30, 994-1002.
    doi:10.1016/j.patrec.2009.04.013

    Brodinová, Š., Filzmoser, P., Ortner, T., Breiteneder, C. & Rohm, M. (2019). Robust and sparse
    k-means clustering for high-dimensional data. Advances in Data Analysis and Classification,
    13, 905-932. doi:10.1007/s11634-019-00356-9

    Examples
    --------
    >>> from jupyter_sscluster.seeding import robin
    >>> X = [[0.0], [1.0], [2.0], [3.0], [4.0], [30.0], [31.0], [32.0], [33.0], [34.0], [99.0]]
    >>> robin(X, 2, n_neighbors=2).ravel().tolist()
    [2.0, 32.0]
    """
    data = checked(X, n_clusters, constraints)
    rng = generator(random_state)
    check_count(n_neighbors, "n_neighbors")
    check_choice(cutoff, "cutoff", "both", "above")
    check_choice(reference, "reference", "mean", "origin", "random", "typical")
    check_choice(factor, "factor", "ratio", "reachability")
    positive = Real(0.0, low_open=True)
    if not positive.check(tolerance):
        raise InputError(f"tolerance={tolerance!r} must be {positive.describe()}")
    mean = data.mean(axis=0)
    # Distances do not change, and the mean becomes the origin.
    centred = data - mean
    factors = outlier_factors(centred, n_neighbors, reachability=factor == "reachability")
    oddness, inlying = np.abs(factors - 1.0), factors < 1.0 + tolerance
    if reference == "mean":
        start = np.zeros_like(mean)
    elif reference == "origin":
        start = -mean
    else:
        drawn = rng.integers(len(data)) if reference == "random" else oddness.argmin()
        start = centred[int(drawn)]
    rules = [inlying if cutoff == "above" else oddness < tolerance, inlying]
    return data[_chosen(centred, n_clusters, start, rules, oddness)]


def _chosen(
    X: Array, n_clusters: int, start: Array, rules: list[NDArray[np.bool_]], oddness: Array
) -> list[int]:
    """Rows far from the start, then from each other; the first rule that any row meets.

    Only the first centre is measured from the start: every further one by its nearest centre.
    """
    apart = cdist(start[None], X)[0]
    chosen: list[int] = []
    unused = np.ones(len(X), dtype=bool)
    while len(chosen) < n_clusters:
        open_ = unused & (apart > 0.0) if chosen else unused
        meeting = next((rule & open_ for rule in rules if (rule & open_).any()), None)
        if meeting is not None:
            row = first_largest(np.where(meeting, apart, -1.0))
        elif open_.any():
            left = np.flatnonzero(open_)
            row = int(left[oddness[left].argmin()])
        else:
            row = first_unused(len(X), chosen)
        nearest = cdist(X[[row]], X)[0]
        apart = np.minimum(apart, nearest) if chosen else nearest
        chosen.append(row)
        unused[row] = False
    return chosen
