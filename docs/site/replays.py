"""Replay pages of sessions that are run when the site is built."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
from sets import planes
from sklearn.datasets import load_iris

from jupyter_sscluster import Session
from jupyter_sscluster.datasets import load_digits389
from jupyter_sscluster.export import write_replay_page
from jupyter_sscluster.export.pictures.scene import scene
from jupyter_sscluster.export.pictures.svg import svg

REPLAYS: dict[str, tuple[str, str]] = {
    "iris": (
        "Twenty questions about iris",
        "Robust NPU asks, the species answer, adaptive PCK-means follows.",
    ),
    "digits": ("Thirty questions about handwritten digits", "Threes, eights and nines."),
    "crescents": (
        "Two crescents, which no centre describes",
        "Robust NPU asks; belief clustering spreads the answers along the crescents.",
    ),
    "wrong": (
        "One answer in five is wrong",
        "Iris again. Crossed-out links are answers that others contradict; they are not kept.",
    ),
}


def write(folder: Path) -> None:
    """Play each session, write its page and a picture of its end."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (title, _) in REPLAYS.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            session = MADE[name]()
            write_replay_page(session, folder / f"{name}.html", title=title)
        (folder / f"{name}.svg").write_text(svg(scene(session)), "utf-8")


def index() -> str:
    """The page that lists them."""
    cards = [
        f'<a href="../replay/{name}.html"><img src="../replay/{name}.svg" alt="">'
        f"<strong>{title}</strong>{text}</a>"
        for name, (title, text) in REPLAYS.items()
    ]
    return "\n".join([INTRODUCTION, '<div class="cards">', *cards, "</div>", ""])


INTRODUCTION = """# Replays

Recorded sessions to click through, with nothing to install. Move the slider to see each step.

A replay is one HTML file, written by *Export* in the widget or by `write_replay_page`. It opens in
any browser and requests nothing from other machines.
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
    session.run_oracle(n_questions=n_questions, wrong=wrong)
    return session


MADE: dict[str, Callable[[], Session]] = {
    "iris": _iris,
    "digits": _digits,
    "crescents": _crescents,
    "wrong": _wrong,
}
