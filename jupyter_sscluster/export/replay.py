"""Export a session as one HTML file that replays it offline."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Sequence
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Integers
from jupyter_sscluster.constraints.files.text_files import write_text
from jupyter_sscluster.export.pictures.scene import (
    Fills,
    default_projection,
    placed,
    shown_signs,
    visible,
)
from jupyter_sscluster.export.pictures.svg import ticks
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.projections.projection import Projection
from jupyter_sscluster.session import Check, Moment, Session, engine_of
from jupyter_sscluster.session.engine.sample.sample import Sample, answers_by_place
from jupyter_sscluster.session.engine.step_names import renumbered

STATIC = Path(__file__).parents[1] / "widget" / "static"
WHOLE = 65535
NAME_LENGTH = 80

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{style_hash}'; \
script-src '{script_hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<noscript>This page draws itself with the script that it holds; allow scripts to see it.</noscript>
<div id="replay"></div>
<script type="application/json" id="replay-data">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def replay_page(
    session: Session,
    projection: Projection | None = None,
    title: str = "Replay of a clustering",
    *,
    fills: Fills | None = None,
) -> str:
    """A page with a slider over every step of a session: points, links, answers, curves.

    It opens from disk in any browser, offline. It contains all steps that led to the present state,
    without undone ones.

    Parameters
    ----------
    session : Session
    projection : Projection, optional
        Positions of the points; by default their features or principal components.
    title : str
    fills : Fills, optional
        What fills the points in place of the colours of their clusters.
    """
    style, script = (_bundled(f"replay.{kind}") for kind in ("css", "js"))
    return PAGE.format(
        style_hash=_hash(style),
        script_hash=_hash(script),
        title=escape(visible(title)),
        style=style,
        data=_as_data(replay_data(session, projection, title, fills)),
        script=script,
    )


def write_replay_page(
    session: Session,
    path: str | PathLike[str],
    projection: Projection | None = None,
    title: str = "Replay of a clustering",
    *,
    fills: Fills | None = None,
) -> None:
    """Write `replay_page` into a file, replaced as a whole; `InputError` if that fails."""
    write_text(path, replay_page(session, projection, title, fills=fills))


def replay_data(
    session: Session, projection: Projection | None, title: str, fills: Fills | None = None
) -> dict[str, Any]:
    """What the page is about, as plain values; labels only where they change."""
    shown = projection or default_projection(session)
    places, limits = placed(shown)
    steps = session.history.steps
    most = max(int(step.labels.max()) for step in steps)
    # a row in no cluster, -1, has the largest number of two bytes, one not there that before it
    itemsize = 1 if most < 256 and all((step.labels >= 0).all() for step in steps) else 2
    rows = session.sample
    names = rows.names
    return {
        "title": visible(title),
        "checked": visible(engine_of(session).part(Check).summary, 300),
        "n": len(rows),
        "itemsize": itemsize,
        "places": _packed(np.round(places * WHOLE), "<u2"),
        "names": None if names is None else [visible(name, NAME_LENGTH) for name in names],
        "titles": [visible(text) for text in shown.titles],
        "ticks": [_shares(*each) if shown.ticks else [] for each in limits],
        "scoreName": engine_of(session).data.score_name,
        "fills": None if fills is None else _fills(fills),
        "steps": [*_steps(steps, session, itemsize)],
    }


def _fills(fills: Fills) -> dict[str, Any]:
    return {
        "codes": _packed(fills.codes, "<u1"),
        "said": shown_signs(fills.said),
        "title": visible(fills.title, NAME_LENGTH),
        "ends": None if fills.ends is None else [*fills.ends],
        "kinds": [(code, visible(name, NAME_LENGTH)) for code, name in fills.kinds],
        "lasting": fills.lasting,
    }


def _shares(low: float, high: float) -> list[tuple[float, str]]:
    return [(round((value - low) / (high - low), 5), text) for value, text in ticks(low, high)]


def _steps(steps: Sequence[Moment], session: Session, itemsize: int) -> Iterator[dict[str, Any]]:
    before: Moment | None = None
    for step in steps:
        yield _step(step, before, session) | _labels(step, before, itemsize, session.sample)
        before = step


def _step(step: Moment, before: Moment | None, session: Session) -> dict[str, Any]:
    earlier = () if before is None else before.answers
    known, kept, record = {*earlier}, {*step.answers}, step.record
    new = [answer for answer in step.answers if answer not in known]
    own = record is not None and step.own and (before is None or before.record is not record)
    return {
        "cause": visible(renumbered(step.cause, engine_of(session).timeline.action_of), 200),
        "fitted": f"{step.clusterer}, K = {step.n_clusters}",
        "moved": record.moved if own and record is not None else 0,
        "added": [_answer(answer, session) for answer in answers_by_place(session.sample, new)],
        "removed": [answer.number for answer in earlier if answer not in kept],
        "violated": [] if record is None else _violated(step.answers, record.labels),
        "score": None if record is None else _rounded(record.score),
        "kept": None if record is None else _rounded(record.kept),
        "clusters": [visible(name) for name in step.cluster_names],
    }


def _answer(answer: Answer, session: Session) -> dict[str, Any]:
    names = ("number", "i", "j", "kind", "soft", "source")
    kept = {name: getattr(answer, name) for name in names}
    time = round(answer.time, 3)
    action = engine_of(session).timeline.action_of(answer.number)
    return {**kept, "action": action, "source": visible(answer.source), "time": time}


def _violated(answers: Sequence[Answer], labels: Integers) -> list[int]:
    return [answer.number for answer in answers if answer.is_violated_by(labels)]


def _labels(step: Moment, before: Moment | None, itemsize: int, shown: Sample) -> dict[str, str]:
    labels, kind = _labels_at(step, shown), f"<u{itemsize}"
    base = np.zeros(len(labels), np.int32) if before is None else _labels_at(before, shown)
    rows = np.flatnonzero(labels != base)
    if not len(rows):
        return {}
    if (4 + itemsize) * len(rows) >= itemsize * len(labels):
        return {"all": _packed(labels, kind)}
    return {"rows": _packed(rows, "<u4"), "labels": _packed(labels[rows], kind)}


def _labels_at(step: Moment, shown: Sample) -> Integers:
    """The labels at a step; -2 for rows that were left out or not there yet: they are not drawn."""
    labels = step.labels.copy()
    labels[step.excluded] = -2
    found: Integers = shown.of(labels)
    return found


def _rounded(value: float | None) -> float | None:
    return None if value is None or not np.isfinite(value) else round(float(value), 5)


def _packed(values: np.ndarray, kind: str) -> str:
    return base64.b64encode(np.ascontiguousarray(values).astype(kind).tobytes()).decode("ascii")


def _as_data(value: Any) -> str:
    """JSON that ends no element and begins none, whatever its texts hold."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


def _bundled(name: str) -> str:
    path = STATIC / name
    try:
        text = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        raise RuntimeError(
            f"the page part {path} is missing, so the replay page cannot be made; "
            "reinstall jupyter_sscluster, or run `npm ci && npm run build` in js/ of a checkout"
        ) from None
    return text.replace("</", "<\\/") if name.endswith(".js") else text
