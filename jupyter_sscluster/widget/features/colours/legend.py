"""The legend of what colours the points: a histogram with the clusters, or a list of kinds."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Integers, Mask
from jupyter_sscluster._number_text import fixed
from jupyter_sscluster.session.colours.kinds import COLOURED, OTHERS, Kinds
from jupyter_sscluster.session.colours.scale import NO_VALUE, STEPS, Scale
from jupyter_sscluster.widget.features.colours import text as words
from jupyter_sscluster.widget.features.colours.columns import Column

LISTED = 12
"""Clusters, the largest, whose values are listed; and kinds that a search finds."""


def reply(
    name: str,
    title: str,
    column: Column,
    labels: Integers,
    clusters: Sequence[str],
    find: str = "",
    chosen: tuple[int, int] | None = None,
    kinds: frozenset[int] = frozenset(),
    among: Mask | None = None,
) -> dict[str, Any]:
    """The legend as it travels."""
    return {
        "type": "colour_legend",
        "name": name,
        "scale": _scale(title, column, labels, clusters, chosen, among)
        if isinstance(column, Scale)
        else None,
        "kinds": [] if isinstance(column, Scale) else _kinds(column, find, kinds, among),
        "agreement": None if isinstance(column, Scale) else _agreement(title, column, labels),
        "note": words.note(title, column),
    }


def key(column: Column | None) -> list[tuple[int, str]]:
    """The codes in use that have a name, for a picture: kinds, and points without a value."""
    if column is None:
        return []
    found = []
    if isinstance(column, Kinds):
        found = [(STEPS + k, name) for k, name in enumerate(column.names[:COLOURED])]
        if column.n_others:
            found.append((STEPS + COLOURED, words.others(column)))
    return [*found, (NO_VALUE, words.NO_VALUE)] if column.n_missing else found


def _scale(
    title: str,
    column: Scale,
    labels: Integers,
    clusters: Sequence[str],
    chosen: tuple[int, int] | None,
    among: Mask | None,
) -> dict[str, Any] | None:
    if column.ends is None:
        return None
    counts, ends = column.counts(among), [column.text(end) for end in column.ends]
    top = max(1, int(counts.max()))
    low, high = chosen or (0, column.n_positions)
    texts = [column.text(column.value_at(at)) for at in (low, high)]
    inside = column.within(low, high)
    n_inside = int((inside if among is None else inside & among).sum())
    heights = [round(int(count) / top, 4) for count in counts]
    return {
        "ends": ends,
        "positions": column.n_positions,
        "chosen": None if chosen is None else list(chosen),
        "chosen_texts": texts,
        "said": f"{texts[0]} to {texts[1]} · {words.left(n_inside, len(column.values))}",
        "bars": [
            {"height": height, "step": step}
            for height, step in zip(heights, column.bin_steps, strict=True)
        ],
        "about": words.histogram(title, int(counts.sum()), ends),
        "clusters": _ranges(column, labels, clusters),
    }


def _ranges(column: Scale, labels: Integers, clusters: Sequence[str]) -> list[dict[str, Any]]:
    values = column.by_cluster(labels.astype(np.int64), len(clusters))
    sizes = np.bincount(labels[labels >= 0], minlength=len(clusters))
    largest = sorted(np.argsort(-sizes, kind="stable")[:LISTED].tolist())
    found = []
    for cluster in largest:
        five = values[cluster]
        if np.isnan(five[0]):
            continue
        low, median, high = (column.text(float(value)) for value in five[1:4])
        found.append(
            {
                "id": cluster,
                "name": clusters[cluster],
                "places": [round(column.place(float(value)), 4) for value in five],
                "median": median,
                "about": words.spread(clusters[cluster], low, median, high),
            }
        )
    return found


def _kinds(
    column: Kinds, find: str, on: frozenset[int], among: Mask | None
) -> list[dict[str, Any]]:
    counts = column.counts(among)
    shown = [*range(min(COLOURED, len(column.names)))]
    rows = [_kind(k, column.names[k], STEPS + k, int(counts[k])) for k in shown]
    if column.n_others:
        rest = int(counts[COLOURED:].sum())
        rows.append(_kind(OTHERS, words.others(column), STEPS + COLOURED, rest))
    also = sorted(kind for kind in on if kind >= COLOURED)
    found = list(dict.fromkeys([*also, *words.found_kinds(column, find, LISTED)]))
    rows += [_kind(k, column.names[k], STEPS + COLOURED, int(counts[k])) for k in found]
    top = max([1, *(row["count"] for row in rows)])
    shares = [round(row["count"] / top, 4) for row in rows]
    return [
        {**row, "share": share, "on": row["kind"] in on}
        for row, share in zip(rows, shares, strict=True)
    ]


def _kind(kind: int, name: str, code: int, count: int) -> dict[str, Any]:
    return {"kind": kind, "name": name, "code": code, "count": count}


def _agreement(title: str, column: Kinds, labels: Integers) -> dict[str, str] | None:
    found = column.agreement(labels.astype(np.int64))
    if found is None:
        return None
    return {"value": f"{fixed(found, 2)} of 1", "text": words.goes_with(title, found)}
