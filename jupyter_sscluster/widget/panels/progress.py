"""Score and satisfaction after every fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from jupyter_sscluster.active.shapes.outlook import CALIBRATED
from jupyter_sscluster.widget import wording
from jupyter_sscluster.widget.panels.enough import enough
from jupyter_sscluster.widget.view import View

SHOWN = 200
LEAST_SPAN = 0.1
SCORE = "{:.2f}".format


def state(view: View) -> dict[str, Any]:
    """The two curves, their latest values in words, their heights between 0 and 1; the outlook."""
    records = view.session.branch[-SHOWN:]
    score = [_number(record.score) for record in records]
    kept = [_number(record.kept) for record in records]
    return {
        "progress": {
            "score_name": view.session.score_name,
            "score_text": _last(score, SCORE),
            "kept_text": _last(kept, wording.percent),
            "outlook": _outlook(view),
            "enough": enough(view),
            "curve": {"score": heights(score), "kept": heights(kept)},
            "scales": {"score": scale(score, SCORE), "kept": scale(kept, wording.percent)},
            "turns": turns([record.clusterer for record in records]),
        }
    }


def _outlook(view: View) -> str:
    found = view.interaction.findings.outlook
    if found is None or found.moved is None:
        return "" if found is None else found.text
    return wording.outlook(found.moved, found.moved <= CALIBRATED, view.session.n_samples)


def heights(values: Sequence[float | None]) -> list[float | None]:
    """Values on a scale whose top is the best of them; small differences stay small."""
    ends = _ends(values)
    if ends is None:
        return list(values)
    bottom, top = ends
    return [
        None if value is None else round(1 - (top - value) / (top - bottom), 4) for value in values
    ]


def scale(values: Sequence[float | None], words: Callable[[float], str]) -> dict[str, str]:
    """The first value in words, and the two ends of the scale that the heights are on."""
    ends = _ends(values)
    if ends is None:
        return {"first": "", "top": "", "bottom": ""}
    first = values[0]
    return {
        "first": "" if first is None else words(first),
        "top": words(ends[1]),
        "bottom": words(ends[0]),
    }


def turns(clusterers: Sequence[str]) -> list[dict[str, Any]]:
    """Where the clusterer differs from that of the fit before."""
    steps = enumerate(pairwise(clusterers), start=1)
    return [{"at": at, "clusterer": now} for at, (before, now) in steps if now != before]


def _ends(values: Sequence[float | None]) -> tuple[float, float] | None:
    known = [value for value in values if value is not None]
    if not known:
        return None
    return max(known) - max(max(known) - min(known), LEAST_SPAN), max(known)


def _number(value: float | None) -> float | None:
    return None if value is None or value != value else round(float(value), 6)


def _last(values: Sequence[float | None], words: Callable[[float], str]) -> str:
    return words(values[-1]) if values and values[-1] is not None else "–"
