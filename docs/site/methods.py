"""A page for every clusterer, strategy and seeding of the catalogue."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import drawing
import measured
from sets import N_PAIRS, Plane, planes

from jupyter_sscluster import Constraints, Session, _catalogue
from jupyter_sscluster._arrays import Labels
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.metrics import adjusted_rand

N_QUESTIONS = 12
KINDS: dict[str, str] = {
    "clusterers": "Clusterers",
    "strategies": "Strategies",
    "seedings": "Seedings",
}


def entries(kind: str) -> dict[str, Any]:
    """What this package has of a kind, by the names of the catalogue."""
    found: dict[str, Any] = getattr(_catalogue, kind)()
    return {k: e for k, e in found.items() if e.__module__.startswith("jupyter_sscluster.")}


SPELT = {"kmeans_plusplus": "k-means++", "dkm": "DKM", "robin": "ROBIN"}
"""Seedings, which are functions and have no title of their own."""


def title(entry: Any) -> str:
    """What it is called in the menus."""
    name: str = entry.__name__
    return getattr(entry, "title", SPELT.get(name, name.replace("_", " ").capitalize()))


def first_sentence(entry: Any) -> str:
    """The first paragraph of the docstring."""
    return " ".join((inspect.getdoc(entry) or "").split("\n\n")[0].split())


def page(kind: str, entry: Any) -> str:
    """The page of one of them, as MyST Markdown."""
    room = entry.__module__.split(".")[1]
    name = entry.__name__
    directive = "autoclass" if inspect.isclass(entry) else "autofunction"
    parts = [
        f"# {title(entry)}",
        first_sentence(entry),
        "## On four small data sets",
        WORDS[kind],
        "```{raw} html\n" + drawing.gallery(PICTURES[kind](entry)) + "\n```",
        *measured.sections(kind, name),
        "## Description and parameters",
        f"```{{eval-rst}}\n.. currentmodule:: jupyter_sscluster.{room}\n\n"
        f".. {directive}:: {name}\n```",
    ]
    return "\n\n".join(parts) + "\n"


def index(kind: str) -> str:
    """The table of all of a kind, in the order of the menus."""
    found = entries(kind)
    rows = [f"| [{title(e)}]({k}.md) | {first_sentence(e)} |" for k, e in found.items()]
    head = [
        f"# {KINDS[kind]}",
        "",
        INTRODUCTIONS[kind],
        "",
        "| name | summary |",
        "|---|---|",
    ]
    toc = ["```{toctree}", ":hidden:", "", *found, "```"]
    return "\n".join([*head, *rows, "", *toc, ""])


def _clusterer_pictures(cls: type) -> list[tuple[str, str, str]]:
    return [_clustered(cls, plane) for plane in planes()]


def _clustered(cls: type, plane: Plane) -> tuple[str, str, str]:
    pairs = plane.pairs
    labels, told = fitted(cls, plane, pairs)
    plain, _ = fitted(KMeans, plane, pairs)
    rest = [row for row in range(len(plane.y)) if row not in {*pairs.touched.tolist()}]
    before, after = (adjusted_rand(plane.y, found, rows=rest) for found in (plain, labels))
    text = f"{after:.2f}, k-means {before:.2f}{told}"
    alt = f"{plane.name}, clustered by {title(cls)}; agreement with the classes {after:.2f}"
    must, cannot = pairs.must.tolist(), pairs.cannot.tolist()
    return drawing.plane(plane.X, labels, alt, must=must, cannot=cannot), plane.name, text


def fitted(cls: Any, plane: Plane, pairs: Constraints) -> tuple[Labels, str]:
    """The labels, and a remark where classes were told in place of pairs."""
    known = inspect.signature(cls).parameters
    params = {"n_clusters": plane.n_clusters, "random_state": 0}
    model = cls(**{name: value for name, value in params.items() if name in known})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return model.fit(plane.X, constraints=pairs).labels_, ""
        except InputError:
            classes = [c if i in pairs.touched else -1 for i, c in enumerate(plane.y.tolist())]
            return model.fit(plane.X, classes).labels_, "; given the classes of these points"


def _strategy_pictures(cls: type) -> list[tuple[str, str, str]]:
    return [_asked(cls, plane) for plane in planes()]


def _asked(cls: type, plane: Plane) -> tuple[str, str, str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        session = Session(
            plane.X, "pckmeans", cls, n_clusters=plane.n_clusters, y_true=plane.y, random_state=0
        )
        run = session.run_oracle(n_questions=N_QUESTIONS)
        answers = [(answer.kind, answer.pair) for answer in run.answers]
        labels = session.labels
    must, cannot = ([pair for kind, pair in answers if kind == k] for k in ("must", "cannot"))
    text = f"{len(must)} must-links and {len(cannot)} cannot-links"
    alt = f"{plane.name}: the pairs that {title(cls)} asks about, {text}"
    return drawing.plane(plane.X, labels, alt, must=must, cannot=cannot), plane.name, text


def _seeding_pictures(seeding: Callable[..., Any]) -> list[tuple[str, str, str]]:
    pictures = []
    for plane in planes():
        pairs, n = plane.pairs, plane.n_clusters
        centres = seeding(plane.X, n, constraints=pairs, random_state=0)
        apart = ((plane.X[:, None] - centres) ** 2).sum(axis=2)
        alt = f"{plane.name}: the first centres of {title(seeding)}"
        svg = drawing.plane(plane.X, apart.argmin(axis=1), alt, marks=centres)
        pictures.append((svg, plane.name, "each point with the nearest centre"))
    return pictures


PICTURES: dict[str, Callable[[Any], list[tuple[str, str, str]]]] = {
    "clusterers": _clusterer_pictures,
    "strategies": _strategy_pictures,
    "seedings": _seeding_pictures,
}
WORDS = {
    "clusterers": f"{N_PAIRS} pairs drawn from the true classes, the same for every clusterer. Full"
    " lines are must-links, dashed lines cannot-links. The numbers are the adjusted Rand index (1"
    " is perfect, 0 is chance) on points that are in no pair, for this clusterer and for k-means."
    " The number of clusters is given where one is needed; points in no cluster are hollow."
    " Other parameters have their defaults.",
    "strategies": f"The first {N_QUESTIONS} questions, answered from the true classes, and the"
    " resulting clusters of PCK-means. Full lines are must-links, dashed lines cannot-links.",
    "seedings": f"The first centres with {N_PAIRS} known pairs, before the first iteration.",
}
INTRODUCTIONS = {
    "clusterers": "The algorithms that form the clusters, in the order of the menu."
    " [Which clusterer?](../../guide/clusterer.md) helps to choose.",
    "strategies": "The algorithms that choose the questions, in the order of the menu."
    " [Which strategy?](../../guide/strategy.md) helps to choose.",
    "seedings": "Choices of the first centres. Each name works as `init=` of clusterers with"
    " centres.",
}
