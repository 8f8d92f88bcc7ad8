"""The rows nearest to a row: in the metric of the fit, or by the features as they were given."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index, IntArray
from jupyter_sscluster._sparse_rows import SparseRows
from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints.noise_rows import NO_ROWS
from jupyter_sscluster.constraints.row_names import Row, row_number
from jupyter_sscluster.session.engine.engine import Engine, HasEngine
from jupyter_sscluster.session.engine.present import Present

MetricName = Literal["clustered", "raw"]

METRICS: tuple[MetricName, ...] = ("clustered", "raw")

ENTRIES = 1 << 16
"""Differences of coordinates that are held at a time."""

ROUNDING = 1e-14
"""Squared distance of two sparse rows, as a share of ‖x‖², up to which they are equal rows."""

SLACK = 1e-9
"""Relative difference up to which distances may be equal but for rounding; they are taken anew."""

NO_RAW = (
    'X as it was given has no columns of numbers; use metric="clustered", which measures what '
    "preprocess made of it"
)


class Neighbour(NamedTuple):
    """A row and its distance from the row that was asked about."""

    row: int
    distance: float


def nearest(
    session: HasEngine, row: Row, n: int = 10, metric: MetricName = "clustered"
) -> tuple[Neighbour, ...]:
    """The rows nearest to a row, the nearest first; of equally near ones the lowest number first.

    "clustered" is the distance that the clustering shown goes by, ((x - y)ᵀ A (x - y))^½ of the
    rows of `session.X`. A is the metric that the fitted clusterer has learned: its `metric_`, or
    the diagonal of its `feature_weights_`. Where each cluster has its own, it is that of the
    cluster of `row`. Where none was learned, A is the identity.

    "raw" is the Euclidean distance between the columns of numbers of `X` as it was given, before
    `preprocess`. A missing or infinite value is left out of both rows, and what is left is scaled
    up to all columns (Dixon, 1979): with p columns, of which K are known in both rows,
    (p / |K| Σ_K (x_k - y_k)²)^½. Rows that have no known value in common are not listed.

    Only rows of `session.sample` that are not left out are looked at, and the row itself is never
    listed. The cost is
    O(n_samples n_features), times n_features again if a full matrix was learned.

    Parameters
    ----------
    row : int or str
        Number or name.
    n : int, default 10
        How many at most.
    metric : "clustered" or "raw"

    Returns
    -------
    tuple of Neighbour (row, distance)

    Raises
    ------
    InputError
        If an argument breaks a rule, the row is not among those shown, `X` as given has no numbers
        for "raw", or the clustering shown is older than the answers and its metric is lost.

    References
    ----------
    Dixon, J. K. (1979). Pattern recognition with partly missing data. IEEE Transactions on
    Systems, Man, and Cybernetics 9 (10), 617-621, eq. 2.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[0.0], [1.0], [2.0], [8.0], [9.0]], n_clusters=2)
    >>> [tuple(each) for each in session.nearest(1, 3, metric="raw")]
    [(0, 1.0), (2, 1.0), (3, 7.0)]
    """
    engine = session._engine
    row = row_number(row, engine.n_samples, engine.names)
    n = check_count(n, "n")
    if metric not in METRICS:
        raise InputError(f'metric={metric!r} must be "clustered" or "raw"')
    now = engine.now
    if row in engine.data.absent:
        raise InputError(
            f"row {engine.display_name(row)} is not in X, and nothing is known of its values; ask "
            "about another row"
        )
    place, out = now.sample.place(row), now.sample.among(now.state.rows.excluded)
    places = np.array([now.sample.place(each) for each in out.tolist()], dtype=np.int64)
    if metric == "clustered":
        found = nearest_places(now.sample.X, place, n, _learned(engine, now, row), places)
    else:
        found = nearest_places(_given(engine, now), place, n, without=places)
    return tuple(Neighbour(now.sample.row(at), distance) for at, distance in found)


def nearest_places(
    X: Array | SparseRows,
    place: int,
    n: int,
    metric: Array | None = None,
    without: IntArray = NO_ROWS,
) -> list[tuple[int, float]]:
    """The n rows of `X` nearest to one of them, with their distances; of ties the lowest first.

    `metric` is a matrix (d, d) or weights of features (d,); sparse rows have none. Values that
    are not finite are missing. The places `without` are left out.

    Examples
    --------
    >>> X = np.array([[0.0, 0.0], [3.0, 4.0], [np.nan, 1.0], [0.0, 1.0]])
    >>> nearest_places(X, 0, 2), nearest_places(X[[0, 1, 3]], 0, 1, np.array([0.0, 4.0]))
    ([(3, 1.0), (2, 1.4142135623730951)], [(2, 2.0)])
    """
    if isinstance(X, SparseRows):
        squared = _sparse(X, place)
    else:
        squared = np.empty(len(X))
        step = max(1, ENTRIES // max(1, X.shape[1]))
        for start in range(0, len(X), step):
            squared[start : start + step] = _squared(X[start : start + step], X[place], metric)
    squared[place] = squared[without] = np.nan
    known = np.flatnonzero(~np.isnan(squared))
    n = min(n, len(known))
    if not n:
        return []
    limit = np.partition(squared[known], n - 1)[n - 1]
    close = known[squared[known] <= limit * (1 + SLACK)]
    # A product of matrices rounds equal rows differently, by their places: these are taken anew.
    exact = squared[close]
    if metric is not None and metric.ndim == 2 and not isinstance(X, SparseRows):
        exact = _exact(X, close, place, metric)
    order = np.lexsort((close, exact))[:n]
    return list(zip(close[order].tolist(), np.sqrt(exact[order]).tolist(), strict=True))


def _squared(X: Array, point: Array, metric: Array | None) -> Array:
    """Squared distances of rows from a point, NaN where they have no known value in common."""
    with np.errstate(over="ignore", invalid="ignore"):
        apart = X - point
        if metric is not None:
            weighed = apart * metric if metric.ndim == 1 else apart @ metric
            form: Array = np.einsum("ij,ij->i", weighed, apart)
            return form.clip(0.0)
        found: Array = np.einsum("ij,ij->i", apart, apart)
        if np.isfinite(found).all():
            return found
        known = np.isfinite(X) & np.isfinite(point)
        apart[~known] = 0.0
        n_known = known.sum(axis=1)
        scaled: Array = np.einsum("ij,ij->i", apart, apart) * X.shape[1] / n_known
    return scaled


def _sparse(X: SparseRows, place: int) -> Array:
    """The same of sparse rows, which are never written out."""
    point = X[[place]]
    squared = X.apart(point, np.zeros(len(X), dtype=np.int32))
    squared[squared <= ROUNDING * np.square(point).sum()] = 0.0
    return squared


def _exact(X: Array, places: Index, place: int, metric: Array) -> Array:
    """The same for few rows, by sums whose order does not depend on the place of a row."""
    apart = X[places] - X[place]
    found: Array = np.einsum("ij,jk,ik->i", apart, metric, apart)
    return found.clip(0.0)


def has_raw(engine: Engine) -> bool:
    """Whether there are features as they were given to measure by."""
    return engine.data.preprocess is None or engine.data.given_numbers is not None


def _learned(engine: Engine, now: Present, row: int) -> Array | None:
    """The metric that the clusterer of the clustering shown has learned; None: Euclidean."""
    if now.fit is None:
        return None
    model = engine.fits.model_shown(now.state, now.fit)
    if model is None:
        raise InputError(
            "the clustering shown is older than the answers, and its metric is not kept; wait for "
            'the fit, call session.fit(), or use metric="raw"'
        )
    found = _attribute(model, "metric_")
    found = _attribute(model, "feature_weights_") if found is None else found
    if found is None:
        return None
    metric = np.asarray(found, dtype=np.float64)
    by_cluster = metric.ndim == 3 or (
        metric.ndim == 2 and bool(_attribute(model, "per_cluster_metric"))
    )
    # numbered as the clusterer does, which the session may have matched to other numbers
    own = int(_attribute(model, "labels_")[row]) if by_cluster else 0
    if own == -1:
        raise InputError(
            f"row {row} is in no cluster, and each cluster has a metric of its own; use "
            'metric="raw"'
        )
    return metric[own] if by_cluster else metric


def _attribute(model: Any, name: str) -> Any:
    """An attribute of a model, or else of the one that it is built on."""
    found = getattr(model, name, None)
    base = getattr(model, "base_", None)
    return _attribute(base, name) if found is None and base is not None else found


def _given(engine: Engine, now: Present) -> Array | SparseRows:
    """The columns of numbers as they were given, of the rows that are shown."""
    if engine.data.preprocess is None:
        return now.sample.X
    numbers = engine.data.given_numbers
    if numbers is None:
        raise InputError(NO_RAW)
    if isinstance(numbers, SparseRows):
        return SparseRows.of(now.sample.of(numbers.table))
    shown: Array = now.sample.of(numbers)
    return shown
