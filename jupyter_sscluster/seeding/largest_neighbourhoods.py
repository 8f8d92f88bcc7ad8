from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding._checks import checked
from jupyter_sscluster.seeding.generator import draws_few, generator
from jupyter_sscluster.seeding.neighbourhoods import apart_from
from jupyter_sscluster.seeding.perturbed_mean import perturbed


@draws_few
def largest_neighbourhoods(
    X: ArrayLike,
    n_clusters: int,
    *,
    constraints: Constraints | None = None,
    random_state: Any = None,
) -> NDArray[np.float64]:
    """Means of the largest must-link components, the rest at random: PCK-means' published start.

    Of components of two or more rows the K largest are the first centres; of equals the one with
    the first row. With fewer components than clusters, the first row that is cannot-linked to all
    of them, if there is one, is the next centre, and the others are those of `perturbed_mean`.

    For comparisons with published figures. It differs from `neighbourhoods` where there are fewer
    components than clusters: that one takes as many rows that are apart from all centres as there
    are, not one, and then the farthest rows. It differs from `weighted_neighbourhoods` where there
    are more: the K largest may be several of one class. The study does not say which row is taken
    of several, nor how far means are perturbed, and its pseudo-code says "at random" only.

    As the `init` of a clusterer a start that repeats the one before is drawn again; where there is
    no other, as with components enough, k-means++ takes its place.

    Parameters
    ----------
    X : array, shape (n_samples, n_features)
    n_clusters : int
        Number of centres.
    constraints : Constraints, optional
        What is known about the rows of `X`. Without must-links all centres are at random.
    random_state : int, Generator, RandomState or None
        Perturbs the mean.

    Returns
    -------
    array, shape (n_clusters, n_features)

    References
    ----------
    Švehla, J. (2018). Active semi-supervised clustering. Master's thesis, Czech Technical
    University in Prague, section 2.3.1.2 and algorithm 3.

    Basu, S., Banerjee, A. & Mooney, R. J. (2004). Active semi-supervision for pairwise
    constrained clustering. Proc. SDM, 333-344, section 3.2.

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> from jupyter_sscluster.seeding import largest_neighbourhoods
    >>> X = [[0.0], [2.0], [4.0], [5.0], [9.0]]
    >>> known = Constraints(5, must=[(0, 1), (2, 3)], cannot=[(1, 4), (3, 4)])
    >>> largest_neighbourhoods(X, 3, constraints=known).ravel().tolist()
    [1.0, 4.5, 9.0]
    """
    data = checked(X, n_clusters, constraints)
    rng = generator(random_state)
    known = Constraints(len(data)) if constraints is None else constraints
    components = known.neighbourhoods()[:n_clusters]
    # Every row is apart from no components at all, which tells nothing of it.
    if components:
        components += apart_from(known, components, min(1, n_clusters - len(components)))
    means = [data[rows].mean(axis=0) for rows in components]
    return np.vstack([*means, perturbed(data, n_clusters - len(means), rng)])
