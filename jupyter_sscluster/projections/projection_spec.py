"""Which projection is asked for: its name, columns or coordinates; and how it is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from numbers import Integral
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster._data_frames import opened
from jupyter_sscluster._validation import InputError, check_count, check_data, feature_names
from jupyter_sscluster.cluster.fit.any_clusterer import check_size_of_values
from jupyter_sscluster.projections.discriminant import discriminant
from jupyter_sscluster.projections.features import two_features
from jupyter_sscluster.projections.inputs import ProjectionInputs
from jupyter_sscluster.projections.metric_axes import in_metric, learned_metric
from jupyter_sscluster.projections.principal_components import pca
from jupyter_sscluster.projections.projection import TITLES, Projection
from jupyter_sscluster.projections.tsne import tsne
from jupyter_sscluster.projections.umap import umap

BY_NAME = ("pca", "tsne", "umap", "metric", "discriminant")
SHOWN = 20
FOLLOWS_FIT = ("metric", "discriminant")
"""Those that look at the clustering, too."""

POOLED = "mean of the clusters' metrics"
WAYS = (
    f"one of {', '.join(map(repr, BY_NAME))}, two columns such as (0, 1), or coordinates of your "
    "own: an array of shape (n, 2), a DataFrame of two columns, or a function of X"
)


@dataclass(frozen=True, eq=False)
class ProjectionSpec:
    """A requested projection, checked as far as possible without computing it.

    `columns` are those of two features, `given` own coordinates (copied) or a function, `value` the
    request as it is reported.
    """

    name: str
    value: Any
    columns: tuple[int, int] | None = None
    given: Any = None

    @property
    def title(self) -> str:
        """What it is called."""
        return TITLES[self.name]

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """Key for equality: own coordinates by value, functions by identity."""
        own = self.given
        if isinstance(own, Projection):
            return self.name, self.columns, own.titles, sha256(own.xy.tobytes()).digest()
        return self.name, self.columns, None if own is None else id(own)


def spec_of(value: Any, features: Sequence[str], n_rows: int) -> ProjectionSpec:
    """Parse a `projection` setting; `InputError` if it is no name, columns or coordinates."""
    if isinstance(value, str):
        if value not in BY_NAME:
            raise InputError(f"projection={value!r} must be {WAYS}")
        return ProjectionSpec(value, value)
    if _names_columns(value):
        across, up = (_column(each, features) for each in value)
        return features_spec(features, across, up)
    if callable(value):
        return ProjectionSpec("own", value, given=value)
    if value is None or np.isscalar(value):
        raise InputError(f"projection={value!r} must be {WAYS}")
    return ProjectionSpec("own", value, given=own_coordinates(value, n_rows))


def arranged(wish: ProjectionSpec, order: IntArray) -> ProjectionSpec:
    """The same for rows in another order: own coordinates of the rows at these places.

    Rows without a place, -1, stand in the middle.
    """
    own = wish.given
    if not isinstance(own, Projection):
        return wish
    xy = own.xy[order]
    xy[order < 0] = own.xy.mean(axis=0)
    return replace(wish, given=replace(own, xy=xy))


def spec_of_shown(shown: Projection, features: Sequence[str]) -> ProjectionSpec:
    """The specification of a shown projection: components, or two features by name."""
    names = list(features)
    if shown.name != "features":
        return ProjectionSpec(shown.name, shown.name)
    across, up = (names.index(title) if title in names else 0 for title in shown.titles)
    return features_spec(names, across, up)


def features_spec(features: Sequence[str], across: int, up: int) -> ProjectionSpec:
    """Two features, by their columns."""
    return ProjectionSpec("features", (features[across], features[up]), columns=(across, up))


def make_projection(wish: ProjectionSpec, grounds: ProjectionInputs) -> Projection:
    """Compute the requested projection, which may take long; `InputError` if impossible."""
    X, columns = grounds.X, wish.columns
    if wish.name == "features" and columns is not None:
        return two_features(grounds.table, grounds.features, *columns)
    if wish.name == "metric":
        metric, pooled = learned_metric(grounds.model, grounds.labels)
        if metric is None:
            raise InputError(
                "the clusterer has learned no metric; choose PCA, or another clusterer"
            )
        found = in_metric(X, metric)
        return Projection(found.xy, found.titles, "metric", about=POOLED if pooled else "")
    if wish.name == "discriminant":
        return discriminant(X, grounds.labels)
    if wish.name == "own":
        given = wish.given
        found = given if isinstance(given, Projection) else computed(given, X)
        is_table = found.titles == UNNAMED and np.array_equal(found.xy, grounds.table)
        first, second = grounds.features if is_table else UNNAMED
        return replace(found, titles=(first, second)) if is_table else found
    return {"pca": pca, "tsne": tsne, "umap": umap}[wish.name](X)


def _names_columns(value: Any) -> bool:
    """Two texts, or a tuple of two whole numbers; two lists of numbers are coordinates."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return False
    whole = isinstance(value, tuple) and all(isinstance(each, Integral) for each in value)
    return whole or all(isinstance(each, str) for each in value)


def _column(value: Any, features: Sequence[str]) -> int:
    if isinstance(value, str):
        if value in features:
            return list(features).index(value)
        shown = ", ".join(map(repr, features[:SHOWN])) + (", …" if len(features) > SHOWN else "")
        raise InputError(
            f"projection names the column {value!r}, which X does not have; it has {shown}"
        )
    return check_count(value, "projection, by column number,", 0, len(features) - 1)


COLUMNS = 2
NAME = "projection"
UNNAMED = ("Coordinate 1", "Coordinate 2")


def own_coordinates(given: Any, n_rows: int) -> Projection:
    """Coordinates (n, 2) as given; a table's column names are the titles.

    Raises `InputError` unless finite, two per row, and small enough for distances.

    >>> own_coordinates([[0, 1], [2, 3]], 2).titles
    ('Coordinate 1', 'Coordinate 2')
    """
    xy = check_data(given, name=NAME)
    if xy.shape != (n_rows, COLUMNS):
        raise InputError(
            f"{NAME} has shape {xy.shape}; two numbers are needed for each of the {n_rows} rows, "
            f"shape ({n_rows}, {COLUMNS}): pass them in the order of X's rows"
        )
    check_size_of_values(xy, NAME)
    names = feature_names(given)
    titles = (names[0], names[1]) if names is not None else UNNAMED
    about = f"“{names[0]}”, “{names[1]}”" if names is not None else "an array, 2 columns"
    return Projection(xy.copy(), titles, "own", about=about)


def computed(function: Callable[[Array], Any], X: Array) -> Projection:
    """Coordinates (n, 2) by a function of a copy of the rows; `InputError` if it fails."""
    title = getattr(function, "__name__", type(function).__name__)
    try:
        given = function(X.copy())
    except Exception as error:
        raise InputError(
            f"{NAME}={title} stopped with {type(error).__name__}: {error}; it must turn X into "
            "coordinates of shape (n, 2): correct it and set it again"
        ) from error
    found = own_coordinates(given, len(X))
    return Projection(found.xy, found.titles, "own", about=f"by {title}")


def coordinates(X: Any, projection: Any = "pca", *, labels: Any = None, model: Any = None) -> Array:
    """Positions of rows on the axes that the widget shows by this name.

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
    spec = spec_of(projection, names, len(X))
    if spec.name == "own":
        raise InputError("coordinates of your own stand where they are; name a projection")
    if spec.name == "discriminant" and labels is None:
        raise InputError("projection='discriminant' sets clusters apart; pass labels=")
    if frame is not None and spec.columns is not None:
        # the others need be no numbers
        table = np.column_stack([frame.floats(place) for place in spec.columns])
        return two_features(table, [names[place] for place in spec.columns], 0, 1).xy
    values = check_data(X) if values is None else values
    clusters = np.zeros(len(values), dtype=np.intp) if labels is None else np.asarray(labels)
    return make_projection(spec, ProjectionInputs(values, values, names, clusters, model)).xy


def _numbered(values: Any) -> list[str]:
    return [f"Feature {place}" for place in range(values.shape[1])]
