"""Discriminant axes: the directions that set clusters apart most."""

import numpy as np

from jupyter_sscluster._arrays import Array, Integers
from jupyter_sscluster._linalg import whitening, within_scatter
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.projections.principal_components import ROW, against_rows, leading
from jupyter_sscluster.projections.projection import Projection, share_text, with_share

LEAST_CLUSTERS = 2
COMPONENTS = 200
FLOOR = 1e-6
"""Of the features' mean variance, to which smaller variances within clusters are raised."""

OF_WHAT = "between clusters"


def discriminant(X: Array, labels: Integers) -> Projection:
    """The two linear discriminants of the clusters, in units of the spread within them.

    They maximise wᵀBw / wᵀSw, B being the scatter between clusters and S that within. Two clusters
    have only one: the other axis is then the first principal component of the residual. Over 200
    features are reduced to 200 principal components. Rows of label -1, in no cluster, are projected
    and play no other part. `InputError` for a single cluster.
    """
    clustered = np.flatnonzero(np.asarray(labels) != -1)
    _, codes, sizes = np.unique(labels[clustered], return_inverse=True, return_counts=True)
    if len(sizes) < LEAST_CLUSTERS:
        raise InputError(
            "discriminant axes need two clusters or more, and all points are in one; choose PCA"
        )
    Z = leading(X, COMPONENTS)
    axes, values = _solved(Z[clustered], codes, sizes)
    first = Z @ axes[:, 0]
    shares = values / (values.sum() or np.nan)
    titles = [with_share(f"Discriminant {j + 1}", float(s), OF_WHAT) for j, s in enumerate(shares)]
    if Z.shape[1] == 1:
        xy, titles[1:] = against_rows(first), [ROW]
    elif len(sizes) == LEAST_CLUSTERS:
        xy, titles[1:] = np.column_stack([first, _rest(Z, first)]), ["Most of the rest"]
    else:
        xy = Z @ axes[:, :2]
    total = float(shares[:2].sum())
    about = f"{share_text(min(total, 1.0))} {OF_WHAT}" if total == total else ""
    return Projection(xy, (titles[0], titles[1]), "discriminant", about=about)


def _solved(Z: Array, codes: Integers, sizes: Integers) -> tuple[Array, Array]:
    """Directions (d, ≤ d) and wᵀBw / wᵀSw for each, the largest first."""
    free = max(len(Z) - len(sizes), 1)
    variance = float(np.einsum("ij,ij->", Z, Z)) / Z.size
    white = whitening(within_scatter(Z, codes) / free, max(FLOOR * variance, np.finfo(float).tiny))
    means = np.stack([np.bincount(codes, column) for column in Z.T], axis=1) / sizes[:, None]
    between = (means * np.sqrt(sizes)[:, None]) @ white
    _, singular, vectors = np.linalg.svd(between, full_matrices=False)
    axes = white @ vectors.T
    strongest = np.abs(axes).argmax(axis=0)
    signs = np.sign(axes[strongest, np.arange(axes.shape[1])])
    return axes * np.where(signs == 0, 1.0, signs), singular**2


def _rest(Z: Array, first: Array) -> Array:
    """The first principal component of the rows' residual from a linear function of them."""
    scale = float(first @ first)
    rest = Z - np.outer(first, (first @ Z) / scale) if scale else Z
    vectors = np.linalg.svd(rest.T @ rest)[0]
    direction: Array = vectors[:, 0] * (np.sign(vectors[np.abs(vectors[:, 0]).argmax(), 0]) or 1.0)
    return rest @ direction
