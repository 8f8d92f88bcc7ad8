from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding._checks import check_choice, checked
from jupyter_sscluster.seeding._distances import first_largest
from jupyter_sscluster.seeding.farthest_first import extended
from jupyter_sscluster.seeding.generator import draws_nothing, generator


@draws_nothing
def maximin(
    X: ArrayLike,
    n_clusters: int,
    *,
    constraints: Constraints | None = None,
    random_state: Any = None,
    reference: str = "mean",
) -> NDArray[np.float64]:
    """The row of the largest norm, then always the row farthest from all rows chosen before.

    `farthest_first` with nothing left to chance, as Katsavounidis, Kuo & Zhang (1994) have it, and
    the Maximin of Vouros & Vasilaki (2020). Prefer it where clusters are compact, small ones must
    not be missed and a result must be the same every time; not where there are outliers, which it
    takes before all others. It costs O(nKd). As the `init` of a clusterer it is one start, whatever
    `n_init` says.

    Parameters
    ----------
    X, n_clusters, constraints, random_state
        As in `kmeans_plusplus`, but `random_state` is not used: nothing is drawn.
    reference : {"mean", "origin"}
        From where norms are measured: the mean of the rows, or the origin as in the paper (then the
        result changes when all rows are moved). Of standardised data both are the same.

    Returns
    -------
    array, shape (n_clusters, n_features)

    References
    ----------
    Katsavounidis, I., Kuo, C.-C. J. & Zhang, Z. (1994). A new initialization technique for
    generalized Lloyd iteration. IEEE Signal Processing Letters, 1(10), 144-146.
    doi:10.1109/97.329844

    Examples
    --------
    >>> from functools import partial
    >>> from jupyter_sscluster.seeding import maximin
    >>> X = [[0.0], [1.0], [4.0], [9.0]]
    >>> maximin(X, 3).ravel().tolist()
    [9.0, 0.0, 4.0]
    >>> partial(maximin, reference="origin")([[-5.0], [1.0], [4.0]], 2).ravel().tolist()
    [-5.0, 4.0]
    """
    data = checked(X, n_clusters, constraints)
    generator(random_state)
    check_choice(reference, "reference", "mean", "origin")
    moved = data - data.mean(axis=0) if reference == "mean" else data
    size = float(np.abs(moved).max()) or 1.0
    first = first_largest(np.linalg.norm(moved / size, axis=1))
    return extended(data, data[[first]], n_clusters)
