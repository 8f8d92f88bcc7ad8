"""Estimate the number of clusters from pairs and data."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.neighbors import NearestNeighbors

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._validation import Choice, Flag, InputError, check_count, check_data
from jupyter_sscluster.cluster.fit.any_clusterer import cluster_means
from jupyter_sscluster.cluster.kmeans import KMeans
from jupyter_sscluster.cluster.neighbourgraphagglomerative import NeighbourGraphAgglomerative
from jupyter_sscluster.constraints import Constraints, as_constraints
from jupyter_sscluster.constraints.noise_rows import other_rows
from jupyter_sscluster.metrics import silhouette

SAMPLE = 1000
SPAN = 7
STARTS = 3
FEW = 20

CLEARER, OUTSIDE, PRODUCTS = 0.1, 1 / 3, 2e10
"""Small groups are the estimate if their silhouette is larger by so much than that of k-means and
no larger share of rows is in no group; they are looked for up to so many n_samples² n_features."""

RULE = Choice("silhouette", "neighbourhoods")


class NClustersEstimate(NamedTuple):
    """A number of clusters, and the evidence for it.

    Attributes
    ----------
    n_clusters : int
        The estimate.
    lower : int
        Fewer clusters violate a cannot-link: so many must-link components are a clique of
        cannot-links (or it is 3, where a cycle of odd length leaves no 2-colouring).
    feasible : int
        So many clusters certainly suffice to keep all cannot-links.
    upper : int
        More clusters would split a must-link component or a row.
    candidates : tuple of int
        The numbers that were tried.
    silhouettes, agreements : tuple of float
        Of each candidate: the mean silhouette of a k-means clustering that knows no pairs, and
        the share of the pairs that it happens to keep (the mean of the shares of must-links and
        of cannot-links; nan without pairs).
    reason : str
        One sentence for a person.
    n_groups : int
        The same as `n_clusters` where the data are rather many small groups, else 0.
    """

    n_clusters: int
    lower: int
    feasible: int
    upper: int
    candidates: tuple[int, ...]
    silhouettes: tuple[float, ...]
    agreements: tuple[float, ...]
    reason: str
    n_groups: int = 0


def estimate_n_clusters(
    X: ArrayLike,
    constraints: Constraints | None = None,
    *,
    most: int | None = None,
    small_groups: bool = True,
    rule: str = "silhouette",
    random_state: int = 0,
) -> NClustersEstimate:
    """The number of clusters that the pairs allow and the data support best.

    The pairs give bounds: K is at least the size of the largest clique of cannot-links, a set of
    must-link components that are all apart from each other. Of all K from there on (from 2, at
    least) up to `most`, the estimate has the largest silhouette + agreement · m / (m + 20), where m
    is the number of pairs; of equals it is the smallest. The silhouette says how clear the clusters
    of plain k-means are, the agreement how many of the pairs they happen to keep. The more pairs,
    the more these count; with none the silhouette decides alone.

    Where there are more clusters than were tried, these are small: `NeighbourGraphAgglomerative`
    looks for them. They are the estimate if their silhouette is larger by .1 than the best of
    k-means, both with centres for clusters (a row is compared with the mean of its cluster without
    it, and with the nearest other mean), and if at most a third of the rows is in none.

    Use it where K is unknown. It sees what k-means sees: for rings and other shapes, and for
    classes that overlap, take the bounds seriously and the estimate as a first guess. It costs
    three k-means fits for each candidate, on at most 1000 rows drawn at random and 1000 of those
    that occur in pairs.

    Parameters
    ----------
    X : array or DataFrame, shape (n_samples, n_features)
    constraints : Constraints, optional
    most : int, optional
        Largest number to try; by default seven more than the smallest, and small groups.
    small_groups : bool, default True
        False: do not look for many small groups, as in a sample, in which they are smaller still.
        They are not looked for either where that would take long: where n_samples² n_features is
        above 2 · 10¹⁰: a few seconds.
    rule : "silhouette" or "neighbourhoods", default "silhouette"
        "silhouette": as above. "neighbourhoods": the pairs alone decide. The estimate is the number
        of must-link components of two or more rows, or that of components that are known to be all
        apart, if it is larger; `most`, `small_groups` and `random_state` are not used. It is too
        large where several components are of one class: with random pairs, until there are so many
        that each class is one component. That took 2000 pairs on four of six sets of 150 to 570
        rows; with 300 it was 10 to 67 on average where there are 2 to 6 classes. A class without
        a must-link is not counted.
    random_state : int, default 0

    Returns
    -------
    NClustersEstimate

    Raises
    ------
    InputError
        If the data, the constraints or a number breaks a rule, or if `rule="neighbourhoods"` and
        the pairs show no neighbourhood.

    References
    ----------
    Rousseeuw, P. J. (1987). Silhouettes: a graphical aid to the interpretation and validation of
    cluster analysis. J. Computational and Applied Mathematics, 20, 53-65.

    Švehla, J. (2018). Active semi-supervised clustering. Master's thesis, Czech Technical
    University in Prague, chapter 6, which takes the number of neighbourhoods.

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> from jupyter_sscluster.cluster import estimate_n_clusters
    >>> X = [[0.0], [0.1], [5.0], [5.1], [9.0], [9.1]]
    >>> estimate_n_clusters(X).n_clusters
    3
    >>> apart = Constraints(6, cannot=[(0, 1), (0, 2), (1, 2), (0, 4), (1, 4), (2, 4)])
    >>> print(estimate_n_clusters(X, apart).reason)
    4 clusters: that many components are all apart from each other, and of 4 and 5 it fits best.
    >>> known = Constraints(6, must=[(0, 1), (2, 3), (4, 5)])
    >>> estimate_n_clusters(X, known, rule="neighbourhoods").n_clusters
    3
    """
    if not RULE.check(rule):
        raise InputError(f"rule={rule!r} must be {RULE.describe()}")
    if not Flag().check(small_groups):
        raise InputError(f"small_groups={small_groups!r} must be {Flag().describe()}")
    data = check_data(X)
    known = as_constraints(len(data), constraints=constraints)
    if len(known.noise):
        clustered = other_rows(known.noise, known.n_samples)
        data, known = data[clustered], known[clustered]
    lower, feasible, upper = known.n_clusters_bounds()
    if rule == "neighbourhoods":
        return _counted_neighbourhoods(known, lower, feasible, upper)
    rows = _looked_at(len(data), known, random_state)
    sample = data[rows]
    fewest = max(1, lower)
    highest = SPAN + max(2, fewest) if most is None else check_count(most, "most", low=1)
    distinct = len(np.unique(sample, axis=0))
    candidates = range(max(2, fewest), min(highest, upper, distinct, len(rows) - 1) + 1)
    must, cannot = (np.searchsorted(rows, pairs) for pairs in _pairs_within(known, rows))
    clearness, agreements, plain = [], [], [0.0]
    for k in candidates:
        labels = KMeans(k, n_init=STARTS, random_state=random_state).fit(sample).labels_
        clearness.append(silhouette(sample, labels))
        plain.append(centre_silhouette(sample, labels))
        agreements.append(_agreement(labels, must, cannot))
    evidence = tuple(candidates), tuple(clearness), tuple(agreements)
    if not clearness:
        chosen = max(fewest, min(2, distinct, upper, highest))
        return NClustersEstimate(chosen, lower, feasible, upper, *evidence, _only(chosen, lower))
    looked = small_groups and most is None and len(data) ** 2 * data.shape[1] <= PRODUCTS
    groups = _groups(data, known, max(plain)) if looked else None
    if groups is not None and groups[0] > max(highest, lower):
        n, clear = groups
        reason = (
            f"{n} small groups of near points: their silhouette is {clear:.2f}, that of the best "
            f"{candidates[0]} to {candidates[-1]} clusters of k-means {max(plain):.2f}."
        )
        return NClustersEstimate(n, lower, feasible, upper, *evidence, reason, n)
    m = len(must) + len(cannot)
    scores = np.array(clearness) + np.nan_to_num(agreements) * m / (m + FEW)
    chosen = candidates[int(scores.argmax())]
    reason = _reason(chosen, lower, candidates, m)
    return NClustersEstimate(chosen, lower, feasible, upper, *evidence, reason)


def _counted_neighbourhoods(
    known: Constraints, lower: int, feasible: int, upper: int
) -> NClustersEstimate:
    """The number of neighbourhoods, or of components that are all apart, if that is larger."""
    found = len(known.neighbourhoods())
    if not found and lower < 2:
        raise InputError(
            f'rule="neighbourhoods" counts must-link components, and {len(known)} constraints make '
            'none; give must-links, or set rule="silhouette"'
        )
    if found >= lower:
        counted = "neighbourhood" if found == 1 else "neighbourhoods"
        reason = f"{_counted(found)}: the must-links make {found} {counted}."
    else:
        reason = f"{_counted(lower)}: that many components are all apart from each other."
    return NClustersEstimate(max(found, lower), lower, feasible, upper, (), (), (), reason)


def _groups(X: Array, known: Constraints, plain: float) -> tuple[int, float] | None:
    """The number of small groups and their silhouette, if it is clearly above one of k-means."""
    labels = NeighbourGraphAgglomerative().fit(X, constraints=known).labels_
    clear = centre_silhouette(X, labels)
    fits = clear >= plain + CLEARER and np.mean(labels < 0) <= OUTSIDE
    return (int(labels.max()) + 1, clear) if fits else None


def centre_silhouette(X: Array, labels: Labels) -> float:
    """The mean silhouette with centres for clusters, O(n log K): 0 of a row in none, or alone.

    >>> X = np.array([[0.0], [2.0], [10.0], [12.0], [99.0]])
    >>> round(centre_silhouette(X, np.array([0, 0, 1, 1, -1], dtype=np.int32)), 3)
    0.638
    """
    inside = labels >= 0
    sizes = np.bincount(labels[inside], minlength=1)
    if len(sizes) < 2:
        return 0.0
    own, rows = labels[inside], X[inside]
    centres = cluster_means(rows, own, column="in order")
    # The mean of a cluster without a row is n / (n - 1) times as far from it as the mean with it.
    to_own = np.linalg.norm(rows - centres[own], axis=1)
    to_own *= sizes[own] / np.maximum(sizes[own] - 1, 1)
    near, which = NearestNeighbors(n_neighbors=2).fit(centres).kneighbors(rows)
    to_other = np.where(which[:, 0] == own, near[:, 1], near[:, 0])
    larger = np.maximum(to_own, to_other)
    found = np.zeros(len(own))
    np.divide(to_other - to_own, larger, out=found, where=(larger > 0) & (sizes[own] > 1))
    return float(found.sum() / len(labels))


def _looked_at(n_samples: int, known: Constraints, random_state: int) -> NDArray[np.intp]:
    """Rows of a sample of the data, and of a sample of those in pairs, sorted."""
    if n_samples <= SAMPLE:
        return np.arange(n_samples)
    rng = np.random.default_rng(random_state)
    touched = known.touched
    if len(touched) > SAMPLE:
        touched = rng.choice(touched, SAMPLE, replace=False)
    return np.union1d(rng.choice(n_samples, SAMPLE, replace=False), touched)


def _pairs_within(known: Constraints, rows: NDArray[np.intp]) -> list[NDArray[np.int64]]:
    inside = np.zeros(known.n_samples, dtype=bool)
    inside[rows] = True
    return [pairs[inside[pairs].all(axis=1)] for pairs in (known.must, known.cannot)]


def _agreement(
    labels: NDArray[np.int32], must: NDArray[np.intp], cannot: NDArray[np.intp]
) -> float:
    shares = []
    if len(must):
        shares.append(np.mean(labels[must[:, 0]] == labels[must[:, 1]]))
    if len(cannot):
        shares.append(np.mean(labels[cannot[:, 0]] != labels[cannot[:, 1]]))
    return float(np.mean(shares)) if shares else float("nan")


def _only(chosen: int, lower: int) -> str:
    why = "the pairs allow no fewer" if chosen == lower > 1 else "the data leave no choice"
    return f"{_counted(chosen)}: {why}."


def _reason(chosen: int, lower: int, candidates: range, n_pairs: int) -> str:
    tried = f"of {candidates[0]} to {candidates[-1]}"
    if len(candidates) <= 2:
        tried = f"of {' and '.join(map(str, candidates))}"
    best = f"{tried} it fits best" if len(candidates) > 1 else "the data allow no more"
    if chosen == lower:
        return (
            f"{_counted(chosen)}: that many components are all apart from each other, and {best}."
        )
    if n_pairs:
        return f"{_counted(chosen)}: {best}, by how clear the clusters are and how many pairs hold."
    return f"{_counted(chosen)}: {best}, by how clear the clusters are."


def _counted(n_clusters: int) -> str:
    return "1 cluster" if n_clusters == 1 else f"{n_clusters} clusters"
