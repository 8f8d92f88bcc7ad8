"""The figures of a check as the page shows them: sentences, and places on an axis."""

from collections.abc import Sequence
from typing import Any

from jupyter_sscluster.session import Check, CheckedCluster, CheckResult, Estimated
from jupyter_sscluster.session.check.sentences import (
    by_truth,
    contradictions,
    corrections,
    same_clusters,
    unsorted,
)
from jupyter_sscluster.session.intervals import expected
from jupyter_sscluster.widget.core.view import FOUND, View
from jupyter_sscluster.widget.features.check import text as words

SHOWN = 8
"""Clusters that have a bar at most: those with the lowest figures."""


def figures(
    view: View, check: Check, found: CheckResult, names: Sequence[str], more: int
) -> dict[str, Any]:
    """All that the page tells of a result."""
    told = [each for each in found.clusters if each.in_place is not None and each.n_checked]
    told = sorted(told, key=lambda each: each.in_place.value if each.in_place else 1.0)[:SHOWN]
    few = [each for each in found.clusters if each.in_place is None]
    lowest = min(each.low for each in [found.in_place, *_shares(told)])
    start = min(int(10 * lowest) / 10, 0.9)
    whole = _bar(-1, "All points", found.n_checked, found.in_place, start)
    bars = [
        _bar(_look(view, each), _name(each, names), each.n_checked, each.in_place, start)
        for each in told
        if each.in_place is not None
    ]
    shown = view.shown.among
    rows = [row for row in check.rows if row in view.shown]
    return {
        "status": words.result_status(found),
        "share": f"{100 * found.in_place.value:.0f} %",
        "rest": words.rest(found),
        "interval": words.interval(found, check.annotators),
        "notes": _notes(check, found, names),
        "bars": [whole, *bars],
        "axis": [f"{100 * start:.0f} %", "100 %"],
        "few": [
            {
                "cluster_id": each.cluster,
                "more": words.more_of(_name(each, names), each.n_left),
            }
            for each in few
            if each.n_left and each.cluster >= 0
        ][:SHOWN],
        "others": words.others(len(few), sum(len(each.wrong) for each in few)),
        "misplaced": [
            {
                "cluster_id": _look(view, each),
                "text": words.misplaced(_name(each, names), len(each.wrong), each.n_checked),
                "rows": shown(each.wrong).tolist(),
            }
            for each in sorted(found.clusters, key=lambda each: -len(each.wrong))
            if len(each.wrong)
        ][:SHOWN],
        "indices": _indices(found),
        "indices_of": words.indices_of(found),
        "checked": rows,
        "wrong": shown(found.wrong).tolist(),
        "further": _further(found, more),
        "again": len(check.again),
        "can_tell": bool(check.rows),
    }


def _shares(clusters: Sequence[CheckedCluster]) -> list[Estimated]:
    return [each.in_place for each in clusters if each.in_place is not None]


def _look(view: View, found: CheckedCluster) -> int:
    """The number that the page shows a cluster's colour by."""
    return FOUND if found.cluster < 0 else found.cluster


def _name(found: CheckedCluster, names: Sequence[str]) -> str:
    return found.name if found.cluster < 0 else names[found.cluster]


def _bar(cluster: int, name: str, n_checked: int, found: Estimated, start: float) -> dict[str, Any]:
    places = [
        max(0.0, (each - start) / (1 - start)) for each in (found.low, found.value, found.high)
    ]
    low, value, high = (round(place, 4) for place in places)
    return {
        **{"cluster_id": cluster, "name": name, "checks": f"{n_checked:,}"},
        **{"begin": low, "at": value, "end": high},
        "about": words.bar(found, name, n_checked),
    }


def _notes(check: Check, found: CheckResult, names: Sequence[str]) -> list[str]:
    told = [
        by_truth(found),
        unsorted(found),
        words.since(check.since),
        words.due(len(check.due)),
        words.beyond(found),
        words.settled(found.n_settled, found.n_samples),
        corrections(found.n_corrected, "point"),
        contradictions(len(found.contradicted), "point"),
        *(same_clusters([names[cluster] for cluster in group]) for group in found.same),
        words.unknown(found),
        words.changed(found),
    ]
    return [each for each in told if each]


def _indices(found: CheckResult) -> list[list[str]]:
    if found.indices is None:
        return []
    titles = ("Precision", "Recall", "F", "Adjusted Rand index")
    return [
        [title, f"{each.value:.2f} ({each.low:.2f}–{each.high:.2f})"]
        for title, each in zip(titles, found.indices, strict=True)
    ]


def _further(found: CheckResult, more: int) -> str:
    """What some more checks are likely to lead to; empty where all rows were checked."""
    left = found.n_samples - found.n_settled - found.n_checked - found.n_unknown
    if left <= 0:
        return ""
    n_drawn_from = found.n_samples - found.n_settled
    known = found.n_settled / found.n_samples
    share = 1 - (len(found.wrong) + found.n_corrected) / found.n_checked
    if found.n_beyond:  # the clusters are weighed by their sizes
        share = min(max((found.in_place.value - known) / (1 - known), 0.0), 1.0)
    then = expected(Estimated(share, 0.0, 1.0), found.n_checked + more, n_drawn_from)
    return words.further(
        Estimated(*(known + (1 - known) * each for each in (then.value, then.low, then.high)))
    )
