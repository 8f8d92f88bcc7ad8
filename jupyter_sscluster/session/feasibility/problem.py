"""What is in the way of a clustering: too few clusters for the cannot-links, or a failed fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jupyter_sscluster.cluster.errors import Infeasible, NotFound, UnsettledClasses
from jupyter_sscluster.constraints.clique_warning import clique_larger_than
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.session.engine.step_names import point_name

NAMED = 6
"""Points named at most in a sentence."""

SINGLE = "1 cluster"


@dataclass(frozen=True)
class Trouble:
    """Why the clustering shown is not what was asked for, and cannot be as things stand.

    Attributes
    ----------
    kind : {"too few", "failed"}
        Too few clusters for the cannot-links, or a clusterer that could not be fitted.
    title, text : str
        In a few words, and in a sentence or two.
    said : str
        What the clusterer said, "" where there is nothing to add.
    rows : tuple of int
        Points that are all apart from each other, one of each component.
    answers : tuple of int
        The numbers of the answers that keep these apart, in order.
    fitted : bool
        Whether there is a clustering of the present answers all the same, or one on its way.
    """

    kind: str
    title: str
    text: str
    said: str = ""
    rows: tuple[int, ...] = ()
    answers: tuple[int, ...] = ()
    fitted: bool = False


def too_few(
    state: State, shown: FitRecord | None, names: Sequence[str] | None, *, fitted: bool, said: str
) -> Trouble | None:
    """More points all apart from each other than there are clusters; None where there are not."""
    chosen, n_clusters = state.settings.clusterer, state.settings.n_clusters
    if not getattr(chosen, "uses_constraints", True):
        return None
    clique = clique_larger_than(state.constraints, n_clusters)
    if not len(clique):
        return None
    between = links_between(state, clique)
    rows = _ends(state, clique, between)
    every = "cannot-linked, each with each" if _stated(state, clique, between) else "all apart"
    text = f"{listed(rows, names)} are {every}."
    found = n_clusters if shown is None else len(np.unique(shown.labels))
    if shown is not None and shown.fit == state.fit and found != n_clusters:
        text = f"{text} {title_of(chosen)} found {clusters(found)}."
    elif not fitted and shown is not None:
        text = f"{text} Until you choose, the last clustering stays."
    return Trouble(
        "too few",
        f"{clusters(n_clusters)} cannot keep {len(rows)} points apart",
        text,
        said,
        rows,
        tuple(answer.number for answer in between),
        fitted,
    )


def failed(state: State, shown: FitRecord | None, error: str, failure: Exception) -> Trouble:
    """A clusterer that could not be fitted."""
    title = title_of(state.settings.clusterer)
    what = f"{title} could not be fitted"
    if isinstance(failure, UnsettledClasses):
        what = f"{title} cannot use these pairs"
        why = "It needs classes, and the answers do not say of all their points which go together."
    elif isinstance(failure, NotFound):
        why = "It found no clusters that keep all constraints."
    elif isinstance(failure, Infeasible):
        why = f"{clusters(state.settings.n_clusters)} cannot keep all constraints."
    elif error == str(failure):
        why, error = f"{error[:1].upper()}{error[1:].rstrip('.')}.", ""
    else:
        why = "It stopped with an error."
        error = f"{type(failure).__name__}: {failure}"
    return Trouble("failed", what, f"{why} {_stays(state, shown)}", error)


def _stays(state: State, shown: FitRecord | None) -> str:
    if shown is None:
        return "Nothing has been clustered yet."
    newest = max((answer.number for answer in state.answers), default=0)
    if state.kind == "answers" and f"answer {newest}:" in state.cause:
        return f"Answer {newest} is recorded; the last clustering stays."
    return "The last clustering stays."


# --------------------------------------------------------------------------- cliques


def links_between(state: State, clique: np.ndarray) -> list[Answer]:
    """The answers that set the components of these rows apart from each other, in order."""
    ids = state.constraints.component_ids
    inside = np.zeros(state.constraints.n_components, dtype=bool)
    inside[ids[clique]] = True
    return [
        answer
        for answer in state.answers
        if answer.kind == "cannot" and not answer.soft and inside[ids[[answer.i, answer.j]]].all()
    ]


def _ends(state: State, clique: np.ndarray, between: Sequence[Answer]) -> tuple[int, ...]:
    """A row of each component: the one at which most of the links between them end."""
    ids = state.constraints.component_ids
    ends = [row for answer in between for row in answer.pair]
    chosen = []
    for row in clique.tolist():
        inside = [end for end in ends if ids[end] == ids[row]] or [row]
        chosen.append(min(set(inside), key=lambda end: (-inside.count(end), end)))
    return tuple(sorted(chosen))


def _stated(state: State, clique: np.ndarray, between: Sequence[Answer]) -> bool:
    """Whether each two of the rows have a link of their own, and none is a component of several."""
    pairs = {answer.pair for answer in between}
    ends = {row for pair in pairs for row in pair}
    return len(ends) == len(clique) and len(pairs) == len(clique) * (len(clique) - 1) // 2


def listed(rows: Sequence[int], names: Sequence[str] | None) -> str:
    """``57, 64, 106 and 118``; of many, some."""
    shown = [point_name(row, names) for row in rows]
    if len(shown) > NAMED:
        shown = [*shown[: NAMED - 1], f"{len(shown) - NAMED + 1} more"]
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def clusters(number: int) -> str:
    """``3 clusters``."""
    return SINGLE if number == 1 else f"{number} clusters"
