"""The tree of earlier states, and the curves of progress."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from jupyter_sscluster._number_text import fixed
from jupyter_sscluster.active.question_types.expected_changes import CALIBRATED
from jupyter_sscluster.session import Session, engine_of
from jupyter_sscluster.session.history.moments import Stop, line
from jupyter_sscluster.widget.core import registry, text as wording
from jupyter_sscluster.widget.core.view import View

SHOWN = 200
LEAST_SPAN = 0.1


def state(view: View) -> dict[str, Any]:
    """The tree of states by their numbers, and the curves."""
    session = view.session
    branches = [
        {"number": each.number, "began": each.began, "steps": [*each.steps]}
        for each in session.history.branches
    ]
    now = line(engine_of(session), session.history.step)
    history = {"at": session.history.step, "end": now[-1].step, "span": span(session)}
    return {
        "history": {**history, "branches": branches},
        "progress": shown(view, session.history.step)[0],
    }


def shown(view: View, step: int) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The two curves of a moment's line, their values at that moment in words, heights from 0 to 1.

    If it is not the present line, that one's curves come second, on the same scale.
    """
    session = view.session
    stops = line(engine_of(session), step)
    place = next(k for k, stop in enumerate(stops) if stop.step == step)
    present = line(engine_of(session), session.history.step)
    drawn = [_sampled(stops, place)]
    if present[-1].step != stops[-1].step:
        drawn.append(_sampled(present, len(present) - 1))
    score, kept = (_on_one_scale(drawn, value) for value in (_score, _kept))
    curves = [
        {"at": [at for at, _ in each], "score": s, "kept": k}
        for each, s, k in zip(drawn, score.heights, kept.heights, strict=True)
    ]
    now = stops[place]
    told = {
        "score_name": engine_of(session).data.score_name,
        "score_text": _told(_score(now), _score_text),
        "kept_text": _told(_kept(now), wording.percent) if now.stated else "",
        "outlook": _outlook(view),
        "place": place,
        "span": span(session),
        "curve": curves[0],
        "scales": {
            "score": scale(score.values, _score_text),
            "kept": scale(kept.values, wording.percent),
        },
        "turns": turns(_clusterers(stops)),
    }
    for more in registry.answers("beside_progress", view):
        told |= more
    return told, curves[1] if len(curves) > 1 else None


def _clusterers(stops: Sequence[Stop]) -> list[str]:
    """What made the clustering of each moment; of those before the first fit, what made that."""
    known = [stop.record for stop in stops if stop.record is not None]
    return [(stop.record or known[0]).clusterer for stop in stops] if known else []


Sampled = list[tuple[int, Stop]]


class Heights(NamedTuple):
    """The values of one or two curves, and their heights on one scale."""

    values: list[float | None]
    heights: list[list[float | None]]


def _sampled(stops: Sequence[Stop], place: int) -> Sampled:
    """All moments and their places; of many, of some that lie evenly, and of the one meant."""
    last = len(stops) - 1
    even = {round(k * last / (SHOWN - 1)) for k in range(SHOWN)}
    return [(at, stops[at]) for at in sorted(even | {place})]


def _on_one_scale(drawn: Sequence[Sampled], value: Callable[[Stop], float | None]) -> Heights:
    values = [[value(stop) for _, stop in each] for each in drawn]
    flat = [value for each in values for value in each]
    found = iter(heights(flat))
    return Heights(flat, [[next(found) for _ in each] for each in values])


def _outlook(view: View) -> str:
    found = view.interaction.findings.outlook
    if found is None or found.moved is None:
        return "" if found is None else found.text
    if found.moved > CALIBRATED:
        many = "at least 10"
    else:
        many = f"about {round(found.moved)}" if found.moved >= 1 else "hardly any"
    return f"The next ten answers are expected to move {many} of {len(view.shown):,} points."


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


def _score(stop: Stop) -> float | None:
    return None if stop.record is None else _number(stop.record.score)


def _kept(stop: Stop) -> float | None:
    """Of no constraints there is no share."""
    return None if stop.record is None or not stop.stated else _number(stop.record.kept)


def _score_text(value: float) -> str:
    return fixed(value, 2)


def _number(value: float | None) -> float | None:
    return None if value is None or value != value else round(float(value), 6)


def _told(value: float | None, words: Callable[[float], str]) -> str:
    return "–" if value is None else words(value)


def span(session: Session) -> int:
    """How many moments the longest way leads through, after the first."""
    depths: dict[int, int] = {}
    for branch in session.history.branches:
        first = 0 if branch.began is None else depths[branch.began] + 1
        depths |= {step: first + place for place, step in enumerate(branch.steps)}
    return max(depths.values())
