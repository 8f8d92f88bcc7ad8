"""What sets a cluster apart from the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Integers, Mask
from jupyter_sscluster.session.clusters.plans import evenly

BINS = 48
MOST_ROWS = 5000
"""Of more rows, on either side, so many are looked at, at even steps."""


class Distinction(NamedTuple):
    """One feature: how far its values in a cluster and in the rest are apart.

    `distance` is that of Kolmogorov and Smirnov, from 0 to 1. Of the pairs, the first is the
    cluster's. `places` are those of the medians between the lowest and the highest value of all,
    `silhouettes` the heights of the two distributions along that range, each up to 1.
    """

    column: int
    distance: float
    medians: tuple[float, float]
    places: tuple[float, float]
    silhouettes: tuple[tuple[float, ...], tuple[float, ...]]


@dataclass(frozen=True)
class ClusterProfile:
    """A cluster and what sets it apart.

    Attributes
    ----------
    cluster : int
        Its number in `labels`.
    name : str
    size : int
        Its points.
    links : int
        Must-links and cannot-links with an end in it.
    features : tuple of Distinction
        The features in which it differs most from the rest, five at most.
    typical, doubtful : tuple of int
        The rows nearest to its mean, and those nearest to that of another cluster: by the margin
        1 - a / b, a the distance to its own mean and b that to the nearest other, as far as a < b,
        else b / a - 1.
    """

    cluster: int
    name: str
    size: int
    links: int
    features: tuple[Distinction, ...]
    typical: tuple[int, ...]
    doubtful: tuple[int, ...]


def distinctions(X: Array, inside: Mask, n_features: int = 5) -> tuple[Distinction, ...]:
    """The features in which some rows differ most from the rest, those that differ at all.

    They are ordered by the two-sample distance of Kolmogorov and Smirnov, the largest difference
    between the shares of rows up to a value, and by column where that is equal.

    Parameters
    ----------
    X : (n_samples, n_features) array
    inside : (n_samples,) bool array
        The rows of the cluster. Values that are missing, NaN, are left out.
    n_features : int
        How many features at most.

    References
    ----------
    Smirnov, N. V. (1939). On the estimation of the discrepancy between empirical curves of
    distribution for two independent samples. Bulletin of Moscow University 2 (2), 3-16.

    Examples
    --------
    >>> X = np.array([[0.0, 3.0, 1.0], [1.0, 4.0, 1.0], [9.0, 4.0, 1.0], [9.0, 5.0, 1.0]])
    >>> [(d.column, d.distance, d.medians) for d in distinctions(X, np.array([1, 1, 0, 0]) == 1)]
    [(0, 1.0, (0.5, 9.0)), (1, 0.5, (3.5, 4.5))]
    """
    one, other = (evenly(np.flatnonzero(side), MOST_ROWS) for side in (inside, ~inside))
    if not len(one) or not len(other):
        return ()
    pairs = [(_known(values[one]), _known(values[other])) for values in X.T]
    distances = np.array([_distance(*pair) for pair in pairs])
    order = np.argsort(-distances, kind="stable")[:n_features].tolist()
    return tuple(
        _distinction(column, pairs[column], float(distances[column]))
        for column in order
        if distances[column] > 0
    )


def margins(X: Array, labels: Integers, cluster: int) -> Array:
    """For each row of a cluster, how much nearer it is to its own mean than to the nearest other.

    From 1, at the own mean, over 0, between the two, to -1 at the other. Where there is no other
    cluster it is minus the distance to the mean.

    Examples
    --------
    >>> X = np.array([[0.0], [1.0], [2.0], [7.0]])
    >>> margins(X, np.array([0, 0, 0, 1]), 0).round(2).tolist()
    [0.86, 1.0, 0.8]
    """
    with np.errstate(over="ignore"):
        rows = X[labels == cluster]
        own = np.sqrt(np.square(rows - rows.mean(axis=0)).sum(axis=1))
        nearest = np.full(len(rows), np.inf)
        for other in np.unique(labels[labels != cluster]):
            away = np.square(rows - X[labels == other].mean(axis=0)).sum(axis=1)
            np.minimum(nearest, np.sqrt(away), out=nearest)
    if np.isinf(nearest).all():
        alone: Array = -own
        return alone
    larger = np.maximum(own, nearest)
    found: Array = np.divide(nearest - own, larger, out=np.zeros(len(rows)), where=larger > 0)
    return found


def extremes(margin: Array, rows: Integers, n: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows of the largest margins, and those of the smallest; none is both."""
    order = np.argsort(-margin, kind="stable")
    n_each = min(n, len(rows) // 2) if len(rows) > 1 else len(rows)
    lowest = order[::-1][: n_each if len(rows) > 1 else 0]
    return tuple(rows[order[:n_each]].tolist()), tuple(rows[lowest].tolist())


def _known(values: Array) -> Array:
    return values[~np.isnan(values)]


def _distance(one: Array, other: Array) -> float:
    """Of Kolmogorov and Smirnov."""
    if not len(one) or not len(other):
        return 0.0
    values = np.concatenate([one, other])
    order = np.argsort(values, kind="stable")
    values = values[order]
    steps = np.where(order < len(one), 1.0 / len(one), -1.0 / len(other))
    ends = np.append(values[1:] > values[:-1], True)
    return float(min(1.0, np.abs(np.cumsum(steps)[ends]).max().round(12)))


def _distinction(column: int, pair: tuple[Array, Array], distance: float) -> Distinction:
    one, other = pair
    values = np.concatenate([one, other])
    low, high = values.min(), values.max()
    # halved before subtracting: the range of huge values must not overflow
    places = (values / 2 - low / 2) / (high / 2 - low / 2)
    inside, outside = places[: len(one)], places[len(one) :]
    return Distinction(
        column,
        distance,
        (_median(one), _median(other)),
        (float(np.median(inside)), float(np.median(outside))),
        (_silhouette(inside), _silhouette(outside)),
    )


def _median(values: Array) -> float:
    return float(2 * np.median(values / 2))


def _silhouette(places: Array) -> tuple[float, ...]:
    """The heights of a histogram, smoothed by a bell one bin and a half wide."""
    counts = np.bincount((places * BINS).astype(np.intp).clip(0, BINS - 1), minlength=BINS)
    at = np.arange(-4, 5)
    smooth = np.convolve(counts, np.exp(-0.5 * np.square(at / 1.5)), mode="same")
    return tuple((smooth / smooth.max()).round(3).tolist())
