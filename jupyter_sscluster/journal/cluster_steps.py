"""What a step does to whole clusters: their names, and where the fit starts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jupyter_sscluster._validation import check_count

LONGEST_NAME = 5000

OF_CLUSTERS = ("merge", "split")
"""Manners of answers that a statement about whole clusters has made.

Their must-links hold until a cluster is split.
"""


@dataclass(frozen=True)
class Naming:
    """Names by cluster number in a fit; names follow clusters that later fits renumber."""

    names: tuple[tuple[int, str], ...] = ()
    fit: int = 0


UNNAMED = Naming()


@dataclass(frozen=True)
class Regrouped:
    """Clusters whose rows go to the nearest given row where a fit starts.

    One row joins the clusters under the first's number; several split one, the first row keeps it.
    Of no clusters the rows themselves are one that is new.
    """

    clusters: tuple[int, ...]
    rows: tuple[int, ...]


def naming_entry(naming: Naming) -> list[Any]:
    """Names as plain values."""
    return [[list(each) for each in naming.names], naming.fit]


def naming_of(row: Any, n_samples: int) -> Naming:
    """Names from plain values, checked."""
    names, fit = row
    for cluster, name in names:
        check_count(cluster, "cluster", 0, n_samples - 1)
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME:
            raise ValueError(f"{name!r} is no name of a cluster")
    return Naming(tuple((cluster, name) for cluster, name in names), check_count(fit, "fit", 0))


def regrouped_entry(regrouped: Regrouped) -> list[list[int]]:
    """Clusters and rows as plain values."""
    return [list(regrouped.clusters), list(regrouped.rows)]


def regrouped_of(row: Any, n_samples: int) -> Regrouped:
    """Clusters and rows from plain values, checked."""
    clusters, rows = row
    return Regrouped(_checked(clusters, n_samples) if clusters else (), _checked(rows, n_samples))


def renamed(names: Mapping[int, str], cluster: int, name: str | None) -> dict[int, str]:
    """The names with a new one for a cluster; another cluster of that name loses it."""
    kept = {each: old for each, old in names.items() if each != cluster and old != name}
    return kept if name is None else kept | {cluster: name}


def _checked(numbers: Sequence[Any], n_samples: int) -> tuple[int, ...]:
    if not numbers:
        raise ValueError("no clusters or rows are named")
    return tuple(check_count(number, "number", 0, n_samples - 1) for number in numbers)
