"""What clusters say of rows where nothing but their labels is at hand."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Array, Integers
from jupyter_sscluster.cluster._parts.belief.gaussian_clusters import gaussian_clusters
from jupyter_sscluster.cluster._parts.lloyd.cluster_sums import ClusterSums, means_of
from jupyter_sscluster.cluster._parts.lloyd.distances import centred
from jupyter_sscluster.cluster._parts.metric.shrinkage import shrunken_metric


def posterior_of_clusters(X: Array, labels: Integers) -> Array:
    """P(k | x) of every row, clusters being Gaussians with one covariance, that within all of them.

    The covariance is shrunken as that of `AdaptivePCKMeans` is; a cluster is as likely as large.

    Parameters
    ----------
    X : array, shape (n, d)
    labels : array of int, shape (n,)
        0 to k - 1, each of them there.

    Returns
    -------
    array, shape (n, k)

    Examples
    --------
    Two long clusters, and a point between them:

    >>> X = np.array([[x, y] for y in (0.0, 3.0) for x in range(8)] + [[7.0, 1.4]])
    >>> posterior_of_clusters(X, np.repeat([0, 1, 0], [8, 8, 1]))[-1].round(2).tolist()
    [0.98, 0.02]
    """
    points = centred(X)
    own, n_clusters = np.asarray(labels, dtype=np.int32), int(labels.max()) + 1
    sums = ClusterSums(points, n_clusters).of(own)
    centres = means_of(sums, np.zeros((n_clusters, X.shape[1])))
    metric = shrunken_metric(points, own, np.ones(len(points)))
    return gaussian_clusters(points, own, centres, metric).posterior(points.X)
