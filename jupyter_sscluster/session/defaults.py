"""What a session chooses when nobody says: the number of clusters."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.metrics import silhouette

SAMPLE = 1000
MOST = 8
STARTS = 3


def suggest_n_clusters(X: np.ndarray, constraints: Constraints, random_state: int = 0) -> int:
    """The K from 2 to 8 whose plain k-means clustering has the best silhouette.

    At most 1000 rows, drawn at random, are looked at; of equal silhouettes the smallest K wins.
    K is never below the number of groups that cannot-links set apart, nor above the number of
    distinct rows looked at.

    References
    ----------
    Rousseeuw, P. J. (1987). Silhouettes: a graphical aid to the interpretation and validation of
    cluster analysis. Journal of Computational and Applied Mathematics 20, 53-65.

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> X = np.array([[0.0], [0.1], [5.0], [5.1], [9.0], [9.1]])
    >>> suggest_n_clusters(X, Constraints(6))
    3
    """
    rows = X
    if len(X) > SAMPLE:
        chosen = np.random.default_rng(random_state).choice(len(X), SAMPLE, replace=False)
        rows = X[np.sort(chosen)]
    fewest = max(1, constraints.n_clusters_bounds()[0])
    distinct = len(np.unique(rows, axis=0))
    candidates = range(max(2, fewest), min(MOST, distinct, len(rows) - 1) + 1)
    scores = [_score(rows, k, random_state) for k in candidates]
    if not scores:
        return max(fewest, min(2, distinct))
    return candidates[int(np.argmax(scores))]


def _score(X: np.ndarray, n_clusters: int, random_state: int) -> float:
    labels = KMeans(n_clusters, n_init=STARTS, random_state=random_state).fit(X).labels_
    return silhouette(X, labels)
