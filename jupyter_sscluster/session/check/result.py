"""How right a clustering is, from the rows that were checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.session.check.judged import NOT_KNOWN, Judged
from jupyter_sscluster.session.check.pair_indices import PairIndices, Population, pair_indices
from jupyter_sscluster.session.intervals import Estimated, StratumRows, share_of_strata

FEWEST = 10
"""Checks that a figure needs, unless these are all rows."""

FEWEST_OF_CLUSTER = 8
"""Checks that the figure of one cluster needs."""

MANY_UNKNOWN = 0.1
"""From this share of don't-knows on the bounds are told, too."""


@dataclass(frozen=True, eq=False)
class CheckedCluster:
    """What the checks say of one cluster.

    Attributes
    ----------
    cluster : int
        Its number in `session.labels`; -1 for the rows that are in none.
    name : str
    n_checked : int
        Drawn rows in it of which the person could tell the class.
    n_left : int
        Rows in it that can still be drawn; `Check.more` checks some.
    n_corrected : int
        Those of them that were out of place until a person corrected them.
    wrong : (n_wrong,) int array
        Those of them that belong elsewhere.
    in_place : Estimated or None
        The share of its rows that belong there; None below eight checks, which are too few to say.
    """

    cluster: int
    name: str
    n_checked: int
    n_left: int
    n_corrected: int
    wrong: IntArray = field(repr=False)
    in_place: Estimated | None


@dataclass(frozen=True, eq=False)
class CheckResult:
    """How right the clustering shown is; `session.check().result`.

    Attributes
    ----------
    in_place : Estimated
        The share of all rows that belong where they are.
    bounds : Estimated or None
        The same if all don't-knows were out of place, and if all were in place, for the ends of
        the interval. None where there are few.
    indices : PairIndices or None
        Pairwise precision, recall, F, and the adjusted Rand index; None with fewer than two rows.
    clusters : tuple of CheckedCluster
        Those with rows, in the order of their numbers.
    n_checked, n_unknown, n_settled : int
        The drawn rows of which the person could tell the class, and those of which not; the rows
        whose class follows from answers.
    n_samples : int
        The rows that the figures are about.
    n_changed : tuple of (int, int)
        Rows that had a second look, and those of them that were judged otherwise then.
    n_beyond : int
        Checked rows of single clusters of which more were checked; the indices are without them.
    n_corrected : int
        Checked rows that were out of place until a person corrected them. They count as they are
        now; the rows that were not drawn are estimated as if nothing had been corrected.
    contradicted : (n_contradicted,) int array
        Checked rows of which answers say otherwise than their check; the answers count.
    same : tuple of tuples of int
        The clusters, by number, that stand for the same thing; those that stand alone are left out.
    true_share : float or None
        The share by the true labels that the session was given, for lessons; None without these.
    unsorted : bool
        Whether there are too many clusters to sort, so that each counts as a class of its own,
        unless `Check.sort` said that some are the same. `Check` says what that does to the figures.
    """

    in_place: Estimated
    bounds: Estimated | None
    indices: PairIndices | None
    clusters: tuple[CheckedCluster, ...]
    n_checked: int
    n_unknown: int
    n_settled: int
    n_samples: int
    n_changed: tuple[int, int]
    n_beyond: int
    n_corrected: int
    contradicted: IntArray = field(repr=False)
    same: tuple[tuple[int, ...], ...]
    true_share: float | None
    unsorted: bool

    @property
    def wrong(self) -> IntArray:
        """The checked rows that belong elsewhere, ascending."""
        return np.sort(np.concatenate([each.wrong for each in self.clusters]))


def result(
    judged: Judged, names: Sequence[str], truth: NDArray[Any] | None = None
) -> CheckResult | None:
    """The figures; None while there are too few checks, or a cluster stands for nothing yet.

    `truth` are the true labels (n_samples,), where these are known.
    """
    n_corrected = int(np.count_nonzero(judged.found_wrong))
    n_told = int(np.count_nonzero(judged.told)) + n_corrected
    whole = judged.cut == 1.0 and not judged.due.any()
    nothing = not n_told and judged.frame.any()
    if judged.unclear or nothing or (n_told < FEWEST and not whole):
        return None
    found = _share(judged)
    n_unknown = int(np.count_nonzero(judged.checked & ~judged.told))
    n_settled = int(np.count_nonzero(judged.in_force & judged.settled))
    return CheckResult(
        in_place=found,
        bounds=_bounds(judged, n_unknown),
        indices=_indices(judged, found.low),
        clusters=tuple(_clusters(judged, names)),
        n_checked=n_told,
        n_unknown=n_unknown,
        n_settled=n_settled,
        n_samples=int(np.count_nonzero(judged.in_force)),
        n_changed=_changed(judged),
        n_beyond=int(np.count_nonzero(judged.beyond & (judged.told | judged.found_wrong))),
        n_corrected=n_corrected,
        contradicted=_contradicted(judged),
        same=_same(judged),
        true_share=None if truth is None else _true_share(judged, truth),
        unsorted=judged.unsorted,
    )


def _true_share(judged: Judged, truth: NDArray[Any]) -> float:
    """The share of rows in place by the true labels of the rows that show the classes."""
    inside, meant = judged.labels >= 0, judged.stands_for
    right = ~np.isin(truth, truth[meant[meant != NOT_KNOWN]])
    right[inside] = truth[meant[judged.labels[inside]]] == truth[inside]
    return float(right[judged.in_force].mean())


def _contradicted(judged: Judged) -> IntArray:
    """The checked rows in force whose class by answers is not that of their check."""
    known = (row for row in judged.looks if judged.settled[row] and judged.in_force[row])
    said = ((row, judged.class_of(row)) for row in known)
    found = [row for row, called in said if called not in (NOT_KNOWN, judged.classes[row])]
    return np.array(sorted(found), dtype=np.int64)


def _same(judged: Judged) -> tuple[tuple[int, ...], ...]:
    """The clusters with rows in force that stand for one class, where there are several."""
    clusters = np.unique(judged.labels[judged.in_force & (judged.labels >= 0)])
    classes = judged.stands_for[clusters]
    groups = [tuple(clusters[classes == called].tolist()) for called in np.unique(classes)]
    return tuple(sorted(group for group in groups if len(group) > 1))


def _share(judged: Judged, cluster: int | None = None, unknown: bool | None = None) -> Estimated:
    """The share of rows in place, of one cluster or all; with don't-knows in place, or out of it.

    Corrected rows are drawn rows that were wrong, and are known now.
    """
    drawn = judged.told if unknown is None else judged.checked
    right = judged.in_place
    if unknown:
        right = right | (judged.classes == NOT_KNOWN)
    some = np.ones(len(judged.labels), dtype=bool) if cluster is None else judged.labels == cluster
    then = some if cluster is None else judged.labels_found == cluster
    wrong = judged.found_wrong & then
    strata = []
    for stratum in np.unique(judged.strata).tolist():
        inside = judged.strata == stratum
        n_wrong = int(np.count_nonzero(wrong & inside))
        rows = (right & drawn, drawn, judged.frame)
        counts = [int(np.count_nonzero(each & some & inside)) for each in rows]
        strata.append(StratumRows(counts[0], counts[1] + n_wrong, counts[2] + n_wrong))
    return share_of_strata(
        strata,
        int(np.count_nonzero(judged.in_place & judged.known & some)),
        int(np.count_nonzero(judged.known & some)) - int(np.count_nonzero(wrong)),
    )


def _bounds(judged: Judged, n_unknown: int) -> Estimated | None:
    """The figure with don't-knows out of place for the lower end, in place for the upper one."""
    n_checked = np.count_nonzero(judged.checked)
    if not n_unknown or n_unknown <= MANY_UNKNOWN * n_checked:
        return None
    low, high = (_share(judged, unknown=each) for each in (False, True))
    return Estimated((low.value + high.value) / 2, low.low, high.high)


def _clusters(judged: Judged, names: Sequence[str]) -> list[CheckedCluster]:
    found = []
    for cluster in np.unique(judged.labels[judged.in_force]).tolist():
        inside = judged.labels == cluster
        told = judged.told & inside
        n_corrected = int(np.count_nonzero(judged.found_wrong & (judged.labels_found == cluster)))
        n_told = int(np.count_nonzero(told)) + n_corrected
        wrong = np.flatnonzero(told & ~judged.in_place)
        all_told = n_told == np.count_nonzero(judged.frame & inside) + n_corrected
        enough = n_told >= FEWEST_OF_CLUSTER or all_told
        share = _share(judged, cluster) if enough else None
        name = "No cluster" if cluster < 0 else names[cluster]
        n_left = int(np.count_nonzero(judged.left & inside))
        found.append(CheckedCluster(cluster, name, n_told, n_left, n_corrected, wrong, share))
    return found


def _indices(judged: Judged, least: float) -> PairIndices | None:
    """The indices of the rows below the largest key as found, with those that answers settle.

    Rows that only more checks of their cluster have reached are left out: the others are a simple
    random sample of all rows.
    """
    classes, wrong = judged.classes.copy(), judged.found_wrong
    classes[wrong] = [judged.class_of(row) for row in np.flatnonzero(wrong).tolist()]
    below = judged.in_force & (judged.keys <= judged.cut) & (judged.settled | judged.told)
    some = (below | wrong) & ~judged.beyond
    rows = np.flatnonzero(some & (classes != NOT_KNOWN))
    if len(rows) < 2:
        return None
    labels = judged.labels_found
    alone = np.where(labels == -1, -1 - np.arange(len(labels)), labels)
    inside = judged.in_force & (judged.labels >= 0)
    sizes = np.bincount(judged.labels[inside], minlength=len(judged.stands_for))
    n_rows = int(np.count_nonzero(judged.in_force))
    population = Population(n_rows, sizes, judged.stands_for, least)
    return pair_indices(classes[rows], alone[rows], population)


def _changed(judged: Judged) -> tuple[int, int]:
    """Rows that had a second look, and how many of them were judged otherwise."""
    twice = [looks for looks in judged.looks.values() if len(looks) > 1]
    others = [{judged.told_by(look) for look in looks[:2]} for looks in twice]
    return len(twice), sum(len(each) > 1 for each in others)
