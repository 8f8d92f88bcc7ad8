"""A cluster, and what it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Integers, Mask
from jupyter_sscluster._data_frames import is_missing
from jupyter_sscluster._number_text import side_by_side
from jupyter_sscluster.session.clusters.examples import examples
from jupyter_sscluster.session.clusters.plans import Situation, evenly
from jupyter_sscluster.session.clusters.words import Word
from jupyter_sscluster.session.engine.sample.sample import Sample

BINS = 48
CATEGORIES = 50
"""A column of texts with more different values holds names."""

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


class CategoryShare(NamedTuple):
    """The most frequent value of a column of texts in a cluster, and its shares, from 0 to 1."""

    column: str
    value: str
    inside: float
    rest: float


@dataclass(frozen=True)
class ClusterProfile:
    """What a cluster is about; as a text, a sentence.

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
        Up to 24 rows near its mean, spread over it, and up to 12 near that of another cluster: by
        the margin 1 - a / b, a the distance to its own mean and b that to the nearest other, as far
        as a < b, else b / a - 1.
    could_be : tuple of int
        For each doubtful row the cluster of that other mean.
    n_doubtful : int
        Number of rows with a margin below 0.1.
    words : tuple of Word
        The words that set its texts apart, seven at most; empty where no texts are known.
    suggested_name : str
        A phrase of two words or a word that no other cluster is called by; "" if there is none.
    """

    cluster: int
    name: str
    size: int
    links: int
    features: tuple[Distinction, ...]
    typical: tuple[int, ...]
    doubtful: tuple[int, ...]
    could_be: tuple[int, ...] = ()
    n_doubtful: int = 0
    words: tuple[Word, ...] = ()
    suggested_name: str = ""
    feature_names: tuple[str, ...] | None = field(default=None, repr=False)

    def __str__(self) -> str:
        text = f"{self.name}, {self.size} point{'s' * (self.size != 1)}"
        words = [f"{each.word} {each.inside:.0%} (others {each.rest:.0%})" for each in self.words]
        told = words or [self._median(each) for each in self.features]
        return f"{text}: {', '.join(told)}" if told else text

    def _median(self, feature: Distinction) -> str:
        column, names = feature.column, self.feature_names
        here, others = side_by_side(feature.medians)
        name = f"feature {column}" if names is None else names[column]
        return f"{name} is {here} (others {others})"


@dataclass(frozen=True, eq=False)
class Cluster:
    """One cluster at one moment; its description is that of the present moment.

    Attributes
    ----------
    number : int
        Its number in `session.labels`.
    name : str
    rows : int array
        Ascending.
    """

    number: int
    name: str
    rows: np.ndarray = field(repr=False)
    make_profile: Callable[[np.ndarray | None], ClusterProfile] = field(repr=False)

    @property
    def size(self) -> int:
        """Number of points."""
        return len(self.rows)

    def describe(self, values: np.ndarray | None = None) -> ClusterProfile:
        """What it is about: words of its texts, features, typical and doubtful points.

        Words are those that its texts have more often than the others do, by weighted log-odds
        (`log_odds_z`). A session knows texts by its argument `texts`.

        Parameters
        ----------
        values : array of shape (n_samples, any), optional
            Features to compare instead of those of `X`, such as the values before `preprocess`.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [2.0], [3.0], [8.0], [9.0], [9.5], [9.6]]
        >>> texts = ["old tree", "a tree", "the tree", "tree", "bus stop", "the bus", "a bus", ""]
        >>> session = Session(X, n_clusters=2, texts=texts)
        >>> trees = session.clusters[session.labels[0]].describe()
        >>> print(trees)
        Cluster 2, 4 points: tree 100% (others 0%)
        >>> trees.suggested_name, trees.typical, trees.doubtful
        ('Tree', (1, 2), (3, 0))
        """
        return self.make_profile(values)


def cluster_profile(
    now: Situation, sample: Sample, labels: np.ndarray, cluster: int, values: np.ndarray | None
) -> ClusterProfile:
    """A cluster without its words; `labels` are those of all rows, `values` other features.

    It is compared with the rows of the other clusters; those of none are left out.
    """
    rows, inside = now.rows(cluster), now.labels == cluster
    clustered, shown_values = now.labels != -1, now.X if values is None else sample.of(values)
    found = distinctions(shown_values[clustered], inside[clustered])
    shown = examples(now.X, now.labels, cluster)
    ends = [a.pair for a in now.answers if a.kind != "unknown"]
    links = sum(bool(inside[i] or inside[j]) for i, j in ends)
    return ClusterProfile(
        cluster,
        now.names[cluster],
        len(rows) if sample.all else int(np.count_nonzero(labels == cluster)),
        links,
        found,
        tuple(map(sample.row, shown.typical)),
        tuple(map(sample.row, shown.doubtful)),
        shown.could_be,
        shown.n_doubtful,
    )


def distinctions(X: Array, inside: Mask, n_features: int = 5) -> tuple[Distinction, ...]:
    """The features in which some rows differ most from the rest, those that differ at all.

    They are ordered by the two-sample distance of Kolmogorov and Smirnov, the largest difference
    between the shares of rows up to a value, and by column where that is equal.

    `inside` are the rows of the cluster. Missing values, NaN, are left out.

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


def category_shares(
    columns: Mapping[str, Sequence[Any]], rows: Integers, inside: Mask, n_columns: int = 3
) -> tuple[CategoryShare, ...]:
    """The most frequent value in a cluster, for columns of texts that repeat.

    Those come first of which the share differs most from that in the rest. Missing values are left
    out, and so are columns of more than 50 different values or few that repeat, as names have.

    Examples
    --------
    >>> channel = ["web", "web", "shop", "shop", "shop"]
    >>> category_shares({"channel": channel}, np.arange(5), np.array([1, 1, 1, 0, 0]) == 1)
    (CategoryShare(column='channel', value='web', inside=0.6666666666666666, rest=0.0),)
    """
    sides = [rows[evenly(np.flatnonzero(side), MOST_ROWS)].tolist() for side in (inside, ~inside)]
    found = []
    for name, values in columns.items():
        known = [[values[k] for k in side if not is_missing(values[k])] for side in sides]
        if not known[0] or not all(isinstance(value, str) for side in known for value in side):
            continue
        here, rest = map(Counter, known)
        if len(here | rest) <= min(CATEGORIES, (here.total() + rest.total()) // 2):
            value = min(here, key=lambda each: (-here[each], each))
            shares = here[value] / here.total(), rest[value] / max(1, rest.total())
            found.append(CategoryShare(name, value, *shares))
    found.sort(key=lambda share: -abs(share.inside - share.rest))
    return tuple(found[:n_columns])


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
