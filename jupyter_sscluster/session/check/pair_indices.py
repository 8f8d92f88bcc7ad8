"""Precision, recall, F and adjusted Rand index of all rows, from rows drawn at random."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from jupyter_sscluster._arrays import Array, Integers
from jupyter_sscluster.session.intervals import TAIL, Estimated

LOGIT = (0.002, 0.998)
ATANH = (-0.99, 0.998)
"""Ends to which the indices are clipped before they are transformed."""

NEARLY_ONE = 0.99
"""An index above it may be 1."""


class PairIndices(NamedTuple):
    """Indices over pairs of rows: of one cluster, and of one class."""

    precision: Estimated
    recall: Estimated
    f: Estimated
    adjusted_rand: Estimated


class Population(NamedTuple):
    """All rows: their number by cluster, what each cluster stands for, the share in place at least.

    `sizes` and `stands_for` are in the order of the clusters' numbers.
    """

    n_rows: int
    sizes: Integers
    stands_for: Integers
    least_share: float


def pair_indices(classes: Integers, clusters: Integers, population: Population) -> PairIndices:
    """The indices of the drawn rows, and 95 % intervals for those of all rows.

    The intervals are by the jackknife over rows: with f the logit of an index, or the atanh of the
    adjusted Rand index, u_i = n f - (n - 1) f_(-i), s² = Σ (u_i - ū)² / (n (n - 1)) · (1 - n / N),
    and the ends f ± t s, t of n - 1 degrees of freedom. Where at most one row is out of place the
    jackknife says too little or too much: the lower end is then the index of a table in which the
    share of rows out of place is as large as its interval allows; or the lower one of both, where
    clusters are of one class or rows in none. Where clusters and classes have nothing to do with
    each other, the parts of first order vanish, of which the jackknife is made: s² is at
    least the variance under random permutations of the rows.

    Parameters
    ----------
    classes, clusters : (n,) int arrays
        Of the drawn rows, n at least 2; a negative cluster holds one row that is in no cluster.
    population : Population

    References
    ----------
    Quenouille, M. H. (1956). Notes on bias in estimation. Biometrika 43, 353-360.

    Examples
    --------
    >>> classes, clusters = np.repeat([0, 1], 20), np.repeat([0, 1], [18, 22])
    >>> found = pair_indices(classes, clusters, Population(200, [90, 110], [0, 1], 0.8))
    >>> round(found.precision.value, 2), round(found.precision.low, 2)
    (0.9, 0.59)
    """
    n = len(classes)
    names, column = np.unique(classes, return_inverse=True)
    rows, row = np.unique(clusters, return_inverse=True)
    table = np.zeros((len(rows), len(names)))
    np.add.at(table, (row, column), 1)
    values = _indices(table)
    low, high = _jackknife(table, n, population.n_rows)
    meant = np.asarray(population.stands_for)
    if _out_of_place(classes, clusters, meant) <= 1:
        worst = _worst(names, table.sum(axis=0), population)
        # On a logit one row out of place moves the jackknife by far too much. But of rows in no
        # cluster, and of classes in several, the table says too little.
        plain = (np.asarray(clusters) >= 0).all() and len(np.unique(meant)) == len(meant)
        low = np.where((values == 1.0) | plain, worst, np.fmin(low, worst))
    high = np.where(values > NEARLY_ONE, 1.0, high)
    low, high = np.minimum(low, values), np.maximum(high, values)
    found = zip(values.tolist(), low.tolist(), high.tolist(), strict=True)
    return PairIndices(*(Estimated(*each) for each in found))


def _out_of_place(classes: Integers, clusters: Integers, meant: Integers) -> int:
    """How many of the rows are of another class than their cluster stands for.

    Rows in no cluster are if they are of the class of some cluster.
    """
    inside = clusters >= 0
    elsewhere = np.count_nonzero(meant[clusters[inside]] != classes[inside])
    return int(elsewhere + np.count_nonzero(np.isin(classes[~inside], meant)))


def _pairs(counts: NDArray[Any]) -> Array:
    return np.asarray(counts * (counts - 1) / 2, dtype=float)


def _indices(table: Array) -> Array:
    """Precision, recall, F and adjusted Rand of tables (…, clusters, classes) of counts."""
    both = _pairs(table).sum(axis=(-2, -1))
    one, other = _pairs(table.sum(axis=-1)).sum(axis=-1), _pairs(table.sum(axis=-2)).sum(axis=-1)
    by_chance = one * other / np.maximum(_pairs(table.sum(axis=(-2, -1))), 1e-300)
    spread = (one + other) / 2 - by_chance
    with np.errstate(all="ignore"):
        precision = np.where(one > 0, both / one, 1.0)
        recall = np.where(other > 0, both / other, 1.0)
        total = precision + recall
        f = np.where(total > 0, 2 * precision * recall / total, 0.0)
        adjusted = np.where(spread > 1e-12, (both - by_chance) / spread, 1.0)
    return np.stack([precision, recall, f, adjusted], axis=-1)


def _jackknife(table: Array, n: int, n_rows: int) -> tuple[Array, Array]:
    """The ends of the intervals, by leaving out one row at a time: those of a cell are alike."""
    cells = np.argwhere(table > 0)
    without = np.repeat(table[None], len(cells), axis=0)
    without[np.arange(len(cells)), cells[:, 0], cells[:, 1]] -= 1
    counts = table[cells[:, 0], cells[:, 1]][:, None]
    whole, parts = _transformed(_indices(table)), _transformed(_indices(without))
    pseudo = n * whole - (n - 1) * parts
    mean = (counts * pseudo).sum(axis=0) / n
    finite = max(1 - n / n_rows, 0.0)
    variance = (counts * (pseudo - mean) ** 2).sum(axis=0) / (n - 1) / n
    variance = np.maximum(variance, permutation_variances(table)) * finite
    half = student.ppf(1 - TAIL, n - 1) * np.sqrt(variance)
    return _back(whole - half), _back(whole + half)


def permutation_variances(table: Array) -> Array:
    """The variances of the transformed indices if rows are assigned to classes by chance.

    With the margins given, all four are linear in t = Σ C(n_kc, 2), the pairs of rows within a
    cluster and a class. Of two such pairs the expected product is a ratio of counts, for pairs
    that are one, that have one row in common, and that have none:
    E[t²] = A B / M + A₃ B₃ / (n (n - 1)(n - 2)) + (A² - A - A₃)(B² - B - B₃) / (M C(n - 2, 2)),
    A = Σ C(a, 2), A₃ = Σ a (a - 1)(a - 2) of the sizes a of clusters, B of classes, M = C(n, 2).
    The slope of the logit is 1 / (p (1 - p)) at the value p by chance; that of the atanh is 1 at 0.
    """
    n, sizes = float(table.sum()), (table.sum(axis=1), table.sum(axis=0))
    if n < 4:
        return np.zeros(4)
    a, b = (float(_pairs(each).sum()) for each in sizes)
    a3, b3 = (float((each * (each - 1) * (each - 2)).sum()) for each in sizes)
    m, expected = n * (n - 1) / 2, a * b / (n * (n - 1) / 2)
    apart = (a * a - a - a3) * (b * b - b - b3) / (m * (n - 2) * (n - 3) / 2)
    variance = expected + a3 * b3 / (n * (n - 1) * (n - 2)) + apart - expected**2
    totals = np.array([a, b, (a + b) / 2])
    slopes = np.append(
        expected * (totals - expected) / np.maximum(totals, 1.0), totals[2] - expected
    )
    return np.where(slopes > 1e-9, max(variance, 0.0) / np.maximum(slopes, 1e-9) ** 2, 0.0)


def _transformed(values: Array) -> Array:
    shares = np.clip(values[..., :3], *LOGIT)
    adjusted = np.arctanh(np.clip(values[..., 3:], *ATANH))
    return np.concatenate([np.log(shares / (1 - shares)), adjusted], axis=-1)


def _back(values: Array) -> Array:
    return np.concatenate([1 / (1 + np.exp(-values[..., :3])), np.tanh(values[..., 3:])], axis=-1)


def _worst(names: Integers, counts: Array, population: Population) -> Array:
    """The indices if as many rows are out of place as may be, spread over the other classes."""
    sizes, stands_for = np.asarray(population.sizes, dtype=float), population.stands_for
    known = np.union1d(names, stands_for)
    share = np.full(len(known), 0.5)
    share[np.searchsorted(known, names)] += counts
    table = np.zeros((len(sizes), max(len(known), 2)))
    share = np.append(share, np.ones(max(2 - len(known), 0)))
    for k, own in enumerate(np.searchsorted(known, stands_for)):
        others = share.copy()
        others[own] = 0
        table[k] = sizes[k] * (1 - population.least_share) * others / others.sum()
        table[k, own] += sizes[k] * population.least_share
    return _indices(table)
