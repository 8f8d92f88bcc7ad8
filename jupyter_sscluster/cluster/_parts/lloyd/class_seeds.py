"""Initial centres from partial labels or from the classes that pairs define."""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._parts.lloyd.distances import squared_distances
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.sparse_points import SparsePoints
from jupyter_sscluster.cluster.errors import UnsettledClasses
from jupyter_sscluster.constraints import Constraints, as_constraints
from jupyter_sscluster.constraints.sampling import label_codes


def seed_classes(known: Constraints, y: Any, n_clusters: int, name: str) -> Labels:
    """Class of each row, from 0, or -1: labels of `y` in sorted order, then classes from pairs.

    Pairs name classes only where every two must-link components are cannot-linked; otherwise two of
    them could be one class. Raises `InputError` if not, or if classes outnumber clusters.
    """
    numbers = np.full(known.n_samples, -1) if y is None else _sorted_codes(y)
    stated = np.zeros(known.n_samples, dtype=bool)
    stated[known.must.ravel()] = stated[known.cannot.ravel()] = True
    rows = np.flatnonzero(stated | (numbers >= 0))
    components, first, component = np.unique(
        known.component_ids[rows], return_index=True, return_inverse=True
    )
    _check_complete(known, components, rows[first], name)
    if len(components) > n_clusters:
        raise InputError(
            f"{name}: {len(components)} classes are known but n_clusters={n_clusters}; choose "
            f"n_clusters >= {len(components)}, or give labels of fewer classes"
        )
    order = np.full(len(components), len(rows))
    labelled = numbers[rows] >= 0
    order[component[labelled]] = numbers[rows[labelled]]
    rank = np.empty(len(components), dtype=np.int32)
    rank[np.argsort(order, kind="stable")] = np.arange(len(components))
    seeds = np.full(known.n_samples, -1, dtype=np.int32)
    seeds[rows] = rank[component]
    return seeds


def undisputed(known: Constraints, y: Any, name: str) -> Constraints:
    """The constraints without the pairs by which must-links join different classes of `y`.

    Dropped are must-links between classes, and all pairs of unlabelled rows in a component with
    several classes: their class is unknown. A warning names two rows.
    """
    codes = np.full(known.n_samples, -1) if y is None else label_codes(y)
    rows, component = np.flatnonzero(codes >= 0), known.component_ids
    first = np.full(known.n_components, known.n_samples)
    np.minimum.at(first, component[rows], rows)
    other = rows[codes[first[component[rows]]] != codes[rows]]
    if not len(other):
        return known
    i, j = first[component[other[0]]], other[0]
    warnings.warn(
        f"{name}: must-links join rows {_called(known, i)} and {_called(known, j)}, which y "
        "puts in different classes; the labels are kept, and the pairs that contradict them are "
        "left out of the seeds: correct y, or take back a must-link",
        UserWarning,
        stacklevel=5,
    )
    # Rows without a label whose component holds labels of several classes.
    unclear = np.isin(component, component[other]) & (codes < 0)
    must = known.must[~unclear[known.must].any(axis=1)]
    ends = codes[must]
    must = must[(ends[:, 0] == ends[:, 1]) | (ends < 0).any(axis=1)]
    cannot = known.cannot[~unclear[known.cannot].any(axis=1)]
    return as_constraints(known.n_samples, must, cannot, y=codes, conflicts="soft")


def seeded_starts(points: Points, seeds: Labels, drawn: Iterator[Array]) -> Iterator[Array]:
    """Each drawn start with class means in place of the centres they are matched to.

    Row c of a start is the centre of class c. The matching minimises the squared distances, so that
    the remaining centres lie where no class is known.
    """
    means = class_means(points, seeds)
    for centres in drawn:
        if not len(means):
            yield centres
            continue
        _, taken = linear_sum_assignment(squared_distances(means, centres))
        yield np.vstack([means, np.delete(centres, taken, axis=0)])


def farthest_start(points: Points, seeds: Labels, n_clusters: int) -> Array:
    """Class means, and for the other clusters the rows farthest from them."""
    whole = points.weights is None or isinstance(points, SparsePoints)
    rows = points.X if whole else points.X[points.counted]
    return points.extended(rows, class_means(points, seeds), n_clusters)


def class_means(points: Points, seeds: Labels) -> Array:
    """Mean of the rows of each class (n_classes, d)."""
    n_classes = int(seeds.max(initial=-1)) + 1
    if isinstance(points, SparsePoints):
        return points.class_means(seeds, n_classes)
    weights = points.pulls
    means = [
        points.X[seeds == c].mean(axis=0)
        if weights is None
        else np.average(points.X[seeds == c], axis=0, weights=weights[seeds == c])
        for c in range(n_classes)
    ]
    return np.array(means).reshape(n_classes, points.X.shape[1])


def _sorted_codes(y: Any) -> NDArray[np.int64]:
    """Number the labels in sorted order, -1 where unknown."""
    values = np.asarray(y, dtype=object)
    codes = label_codes(y)
    _, first = np.unique(codes[codes >= 0], return_index=True)
    labels = values[np.flatnonzero(codes >= 0)[first]].tolist()
    try:
        order = sorted(range(len(labels)), key=labels.__getitem__)
    except TypeError:
        # Labels of several types have no order of their own: by type, then as text.
        order = sorted(range(len(labels)), key=lambda c: (type(labels[c]).__name__, str(labels[c])))
    rank = np.empty(len(labels) + 1, dtype=np.int64)
    rank[order] = np.arange(len(labels))
    rank[-1] = -1
    return rank[codes]


def _called(known: Constraints, row: int) -> str:
    """The name of a row, or its number."""
    return str(row) if known.names is None else known.names[row]


def _check_complete(
    known: Constraints, components: NDArray[np.int64], example: NDArray[np.int64], name: str
) -> None:
    """Every two components must be cannot-linked; `example` is a row of each."""
    missing = len(components) * (len(components) - 1) // 2 - len(known.component_edges)
    if not missing:
        return
    # Any pair of components that nothing is known about will do as an example.
    low, high = np.triu_indices(min(len(components), 2000), 1)
    pairs = np.stack([example[low], example[high]], axis=1)
    i, j = pairs[np.argmax(known.relations(pairs) == 0)]
    others = f", as with {missing - 1} more pairs of components" if missing > 1 else ""
    raise UnsettledClasses(
        f"{name} works with classes, and nothing says whether rows {_called(known, i)} and "
        f"{_called(known, j)} belong together{others}; answer that pair, label rows instead, or "
        "use a clusterer of pairs such as PCKMeans"
    )
