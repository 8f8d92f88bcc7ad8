"""Principal components: the directions in which rows vary most."""

import numpy as np
from sklearn.decomposition import PCA

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.projections.projection import Projection, share_text, with_share

ROW = "Row"
"""The title of an axis that shows nothing but the rows' order."""


def pca(X: Array, *, name: str = "pca", title: str = "Component") -> Projection:
    """The first two principal components; of a single feature the first, against the row.

    >>> shown = pca(np.array([[3.0, 1.0, 0.0], [3.0, -1.0, 0.0], [-6.0, 0.0, 0.0]]))
    >>> shown.titles
    ('Component 1 (96 % of variance)', 'Component 2 (4 % of variance)')
    """
    n_samples, n_features = X.shape
    if n_samples == 1:
        return Projection(np.zeros((1, 2)), (f"{title} 1", f"{title} 2"), name)
    found = min(2, n_features)
    with np.errstate(divide="ignore", invalid="ignore"):
        fitted = PCA(n_components=found, random_state=0).fit(X)
    xy, shares = fitted.transform(X), [float(s) for s in fitted.explained_variance_ratio_]
    titles = [
        with_share(f"{title} {j + 1}", share, "of variance") for j, share in enumerate(shares)
    ]
    if found == 1:
        xy, titles = against_rows(xy[:, 0]), [titles[0], ROW]
    total = sum(shares)
    about = f"{share_text(min(total, 1.0))} of variance" if total == total else ""
    return Projection(xy, (titles[0], titles[1]), name, about=about)


def leading(X: Array, n_components: int) -> Array:
    """Rows by their first principal components; only centred if they have no more features."""
    centred: Array = X - X.mean(axis=0)
    if X.shape[1] <= n_components or len(X) <= 2:
        return centred
    count = min(n_components, len(X) - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Array = PCA(n_components=count, random_state=0).fit_transform(centred)
    return found


def against_rows(values: Array) -> Array:
    """One value a row, and the row's number."""
    found: Array = np.column_stack([values, np.arange(len(values), dtype=np.float64)])
    return found
