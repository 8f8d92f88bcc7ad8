"""Where rows stand on the axes that a plot shows, for those who have no plot."""

from __future__ import annotations

from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._data_frames import opened
from jupyter_sscluster._validation import InputError, check_data
from jupyter_sscluster.projections.features import two_features
from jupyter_sscluster.projections.inputs import ProjectionInputs
from jupyter_sscluster.projections.projection_spec import make_projection, spec_of


def coordinates(X: Any, projection: Any = "pca", *, labels: Any = None, model: Any = None) -> Array:
    """Where rows stand on the axes that the widget shows by this name.

    Parameters
    ----------
    X : array-like or data frame of shape (n_samples, n_features)
        What is clustered. Of two columns by name, a frame that has them.
    projection : str, or pair of columns
        "pca", "tsne", "umap", "metric", "discriminant", or two columns by name or number.
    labels : array-like of shape (n_samples,), optional
        Clusters, for "discriminant", and for "metric" where each cluster has its own.
    model : fitted clusterer, optional
        The one whose metric is taken.

    Returns
    -------
    (n_samples, 2) float array

    Raises
    ------
    InputError
        If there is no such projection, or it cannot be made of these rows.

    Examples
    --------
    >>> coordinates([[0.0, 5.0], [2.0, 5.0]], (1, 0)).tolist()
    [[5.0, 0.0], [5.0, 2.0]]
    >>> coordinates([[0.0, 5.0], [2.0, 5.0]])[:, 0].tolist()
    [-1.0, 1.0]
    """
    frame = opened(X)
    values = check_data(X) if frame is None else None
    names = _numbered(values) if frame is None else frame.names
    wish = spec_of(projection, names, len(X))
    if wish.name == "own":
        raise InputError("coordinates of your own stand where they are; name a projection")
    if wish.name == "discriminant" and labels is None:
        raise InputError("projection='discriminant' sets clusters apart; pass labels=")
    if frame is not None and wish.columns is not None:
        # the others need be no numbers
        table = np.column_stack([frame.floats(place) for place in wish.columns])
        return two_features(table, [names[place] for place in wish.columns], 0, 1).xy
    values = check_data(X) if values is None else values
    clusters = np.zeros(len(values), dtype=np.intp) if labels is None else np.asarray(labels)
    return make_projection(wish, ProjectionInputs(values, values, names, clusters, model)).xy


def _numbered(values: Any) -> list[str]:
    return [f"Feature {place}" for place in range(values.shape[1])]
