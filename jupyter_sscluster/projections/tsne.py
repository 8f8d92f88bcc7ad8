"""t-SNE by scikit-learn; of many rows, a sample is embedded."""

import warnings

import numpy as np
from sklearn.manifold import TSNE
from threadpoolctl import threadpool_limits

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.projections.out_of_sample import mean_of_nearest
from jupyter_sscluster.projections.principal_components import leading
from jupyter_sscluster.projections.projection import Projection, fixed_sample, rounded

LEAST = 4
"""Rows without which there are no neighbourhoods."""

MOST = 3000
"""Rows that are embedded; the others are placed by their nearest ones among these."""

COMPONENTS = 50
PERPLEXITY = 30.0
START = 1e-4
"""Standard deviation of the first positions."""


def tsne(X: Array) -> Projection:
    """t-SNE by scikit-learn, from the principal components, the same on any number of threads.

    More than 50 features are reduced to 50 principal components. Of more than 3,000 rows a fixed
    sample is embedded; other rows get the mean of their three nearest, weighted by 1 / distance.

    Sums over threads differ in their last bits, which a thousand iterations would amplify: so the
    iterations run in one thread, from positions rounded to seven digits. `InputError` below 4 rows.
    """
    if len(X) < LEAST:
        raise InputError(f"t-SNE needs {LEAST} rows or more, and X has {len(X)}; choose PCA")
    Z = rounded(leading(X, COMPONENTS))
    placed = fixed_sample(len(Z), MOST)
    xy = np.empty((len(Z), 2))
    xy[placed] = _embedded(Z[placed])
    others = np.setdiff1d(np.arange(len(Z)), placed)
    if len(others):
        xy[others] = mean_of_nearest(Z[others], Z[placed], xy[placed])
    return Projection(xy, ("t-SNE 1 (distances are not kept)", "t-SNE 2"), "tsne", ticks=False)


def _embedded(Z: Array) -> Array:
    first = leading(Z, 2)[:, :2]
    if first.shape[1] == 1:
        first = np.column_stack([first, np.zeros(len(first))])
    start = rounded(first) * (START / (float(first[:, 0].std()) or 1.0))
    model = TSNE(
        perplexity=min(PERPLEXITY, (len(Z) - 1) / 3),
        init=start.astype(np.float32),
        random_state=0,
        n_jobs=1,
    )
    # Of this thread alone: OpenMP's limits are each thread's own.
    with threadpool_limits(limits=1, user_api="openmp"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return np.asarray(model.fit_transform(Z), dtype=np.float64)
