"""Sessions to look back at, without installing anything: played when the site is made."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import drawing
import numpy as np
from sets import planes
from sklearn.datasets import load_iris

from jupyter_sscluster import Session
from jupyter_sscluster._arrays import Array
from jupyter_sscluster.datasets import load_digits389
from jupyter_sscluster.export import write_replay_page

REPLAYS: dict[str, tuple[str, str]] = {
    "iris": (
        "Twenty questions about iris",
        "Robust NPU asks, the species answer, adaptive PCK-means follows.",
    ),
    "digits": ("Thirty questions about handwritten digits", "Threes, eights and nines."),
    "crescents": (
        "Two crescents, which no centre describes",
        "Robust NPU asks, and belief clustering carries what is said along the crescents.",
    ),
    "wrong": (
        "One answer in five is wrong",
        "Iris again. Look for the crossed-out links: what others contradict is not kept.",
    ),
}


def write(folder: Path) -> None:
    """Play each session and write its page."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (title, _) in REPLAYS.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            write_replay_page(MADE[name](), folder / f"{name}.html", title=title)


def index() -> str:
    """The page that lists them."""
    rows = [
        f'* <a href="../replay/{k}.html">{title}</a>. {text}'
        for k, (title, text) in REPLAYS.items()
    ]
    return "\n".join([INTRODUCTION, *rows, ""])


def frame(name: str) -> str:
    """A replay as a part of another page."""
    title = REPLAYS[name][0]
    return (
        f'<iframe class="replay" src="replay/{name}.html" title="{title}" loading="lazy"></iframe>'
    )


def moving(every: int = 2) -> str:
    """The clusters of iris after each few answers, one picture upon the other: CSS shows them."""
    session = _iris()
    columns = _two_columns(session.X)
    frames = []
    for step in session.steps[::every]:
        pairs = {k: [a.pair for a in step.answers if a.kind == k] for k in ("must", "cannot")}
        alt = f"Iris in {step.n_clusters} clusters after {len(step.answers)} answers"
        frames.append(drawing.plane(columns, step.labels, alt, **pairs, size=(7.0, 3.6)))
    numbered = (
        svg.replace("<svg ", f'<svg style="--n:{number}" ', 1) for number, svg in enumerate(frames)
    )
    return f'<div class="moving">{"".join(numbered)}</div>'


def _two_columns(X: Array) -> Array:
    """The two principal components, without a scale of their own."""
    centred = X - X.mean(axis=0)
    found: Array = centred @ np.linalg.svd(centred, full_matrices=False)[2][:2].T
    return found


INTRODUCTION = """# Replays

Pages to click through, with nothing to install. Each is one file that *Export* of the widget
writes, or `write_replay_page`: it opens from disk in any browser, and asks no other machine for
anything. Move the slider.
"""


def _iris() -> Session:
    iris = load_iris()
    session = Session(iris.data, n_clusters=3, y_true=iris.target)
    return _played(session, 20)


def _digits() -> Session:
    X, y = load_digits389()
    rows = np.random.default_rng(0).permutation(len(X))[:250]
    return _played(Session(X[rows], n_clusters=3, y_true=y[rows]), 30)


def _crescents() -> Session:
    plane = planes()[2]
    session = Session(plane.X, "beliefclustering", "robustnpu", n_clusters=2, y_true=plane.y)
    return _played(session, 12)


def _wrong() -> Session:
    iris = load_iris()
    session = Session(iris.data, n_clusters=3, y_true=iris.target)
    return _played(session, 25, wrong=0.2)


def _played(session: Session, n_questions: int, wrong: float = 0.0) -> Session:
    session.answer_automatically(n_questions, wrong=wrong)
    return session


MADE: dict[str, Callable[[], Session]] = {
    "iris": _iris,
    "digits": _digits,
    "crescents": _crescents,
    "wrong": _wrong,
}
