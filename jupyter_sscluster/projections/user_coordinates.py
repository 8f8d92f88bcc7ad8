"""Coordinates of the person's own: an array, a table of two columns, or a function of the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError, check_data, feature_names
from jupyter_sscluster.cluster.fit.any_clusterer import check_size_of_values
from jupyter_sscluster.projections.projection import Projection

COLUMNS = 2
NAME = "projection"


def own_coordinates(given: Any, n_rows: int) -> Projection:
    """Coordinates (n, 2) as they were given, checked; a table's column names are the titles.

    Raises
    ------
    InputError
        If they are not two finite numbers for each row, or too large for distances between them.

    Examples
    --------
    >>> own_coordinates([[0, 1], [2, 3]], 2).titles
    ('Own 1', 'Own 2')
    """
    xy = check_data(given, name=NAME)
    if xy.shape != (n_rows, COLUMNS):
        raise InputError(
            f"{NAME} has shape {xy.shape}; two numbers are needed for each of the {n_rows} rows, "
            f"shape ({n_rows}, {COLUMNS}): pass them in the order of X's rows"
        )
    check_size_of_values(xy, NAME)
    names = feature_names(given)
    titles = (names[0], names[1]) if names is not None else ("Own 1", "Own 2")
    about = f"“{names[0]}”, “{names[1]}”" if names is not None else "an array, 2 columns"
    return Projection(xy.copy(), titles, "own", about=about)


def computed(function: Callable[[Array], Any], X: Array) -> Projection:
    """Coordinates (n, 2) that a function makes of the rows, which it gets as a copy.

    Raises
    ------
    InputError
        If the function fails, or returns anything else.
    """
    title = getattr(function, "__name__", type(function).__name__)
    try:
        given = function(X.copy())
    except Exception as error:
        raise InputError(
            f"{NAME}={title} stopped with {type(error).__name__}: {error}; it must turn X into "
            "coordinates of shape (n, 2): mend it and set it again"
        ) from error
    found = own_coordinates(given, len(X))
    return Projection(found.xy, found.titles, "own", about=f"by {title}")
