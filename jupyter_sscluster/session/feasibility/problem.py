"""Problems that prevent a clustering: too few clusters for the cannot-links, or a failed fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from jupyter_sscluster.cluster.errors import Infeasible, NotFound, UnsettledClasses
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import Operation
from jupyter_sscluster.journal.timeline import State, Timeline
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import links_between, title_of, too_large_clique
from jupyter_sscluster.session.engine.step_names import clusters_text, point_name

NAMED = 6
"""Points named at most in a sentence."""


@dataclass(frozen=True)
class Remedy:
    """Something that can be done about a problem.

    Attributes
    ----------
    text : str
        The name of a button: "Use 4 clusters".
    detail : str
        The effect: "Keeps all 15 constraints."
    action : str
        Identifies it among the remedies, such as "n_clusters:4", "take_back:15" and "again".
    keeps_answers : bool
        Whether all answers stay in force.
    """

    text: str
    detail: str
    action: str
    keeps_answers: bool = True
    plan: Callable[[Timeline], Operation | None] = field(
        default=lambda timeline: None, repr=False, compare=False
    )
    carry_out: Callable[[str], None] = field(default=print, repr=False, compare=False)

    def apply(self) -> None:
        """Do it, in one undo step.

        Raises
        ------
        InputError
            If it is no remedy any more.
        """
        self.carry_out(self.action)


@dataclass(frozen=True)
class Problem:
    """Why the clustering shown is not that of the present answers, and cannot be.

    Attributes
    ----------
    kind : {"too few", "failed"}
        Too few clusters for the cannot-links, or a clusterer that could not be fitted.
    title, text : str
        In a few words, and in a sentence or two.
    said : str
        The clusterer's own message, "" if there is nothing to add.
    rows : tuple of int
        Points that are all apart from each other, one of each component.
    answers : tuple of int
        The numbers of the answers that keep these apart, in order.
    fitted : bool
        Whether there is a clustering of the present answers all the same, or one on its way.
    remedies : tuple of Remedy
        What can be done; first one that keeps all answers, if there is one.
    """

    kind: str
    title: str
    text: str
    said: str = ""
    rows: tuple[int, ...] = ()
    answers: tuple[int, ...] = ()
    fitted: bool = False
    remedies: tuple[Remedy, ...] = ()
    tried: Callable[[], tuple[Remedy, ...]] = field(default=tuple, repr=False, compare=False)

    def try_remedies(self) -> tuple[Remedy, ...]:
        """The remedies with what each would do: each that changes the clusterer is fitted.

        `session.problem` says the same afterwards, as long as nothing changes. A change meanwhile
        ends it, and what was found until then is returned.
        """
        return self.tried()


def too_few(
    state: State, shown: FitRecord | None, names: Sequence[str] | None, *, fitted: bool, said: str
) -> Problem | None:
    """More points all apart from each other than there are clusters; None where there are not."""
    chosen, n_clusters = state.settings.clusterer, state.settings.n_clusters
    clique = too_large_clique(state)
    if not len(clique):
        return None
    between = links_between(state, clique)
    rows = _ends(state, clique, between)
    every = "cannot-linked, each with each" if _stated(state, clique, between) else "all apart"
    text = f"{listed(rows, names)} are {every}."
    found = n_clusters if shown is None else len(np.unique(shown.labels[shown.labels >= 0]))
    if shown is not None and shown.fit == state.fit and found != n_clusters:
        text = f"{text} {title_of(chosen)} found {clusters_text(found)}."
    elif not fitted and shown is not None:
        text = f"{text} Until you choose, the last clustering stays."
    return Problem(
        "too few",
        f"{clusters_text(n_clusters)} cannot keep {len(rows)} points apart",
        text,
        said,
        rows,
        tuple(answer.number for answer in between),
        fitted,
    )


def failed(state: State, shown: FitRecord | None, error: str, failure: Exception) -> Problem:
    """A clusterer that could not be fitted."""
    title = title_of(state.settings.clusterer)
    what = f"{title} could not be fitted"
    if isinstance(failure, UnsettledClasses):
        what = f"{title} cannot use these pairs"
        why = "It needs classes, and the answers do not say of all their points which go together."
    elif isinstance(failure, NotFound):
        why = "It found no clusters that keep all constraints."
    elif isinstance(failure, Infeasible):
        why = f"{clusters_text(state.settings.n_clusters)} cannot keep all constraints."
    elif error == str(failure):
        why, error = f"{error[:1].upper()}{error[1:].rstrip('.')}.", ""
    else:
        why = "It stopped with an error."
        error = f"{type(failure).__name__}: {failure}"
    return Problem("failed", what, f"{why} {_stays(state, shown)}", error)


def _stays(state: State, shown: FitRecord | None) -> str:
    if shown is None:
        return "Nothing has been clustered yet."
    newest = max((answer.number for answer in state.answers), default=0)
    if state.kind == "answers" and f"answer {newest}:" in state.cause:
        return f"Answer {newest} is recorded; the last clustering stays."
    return "The last clustering stays."


# --------------------------------------------------------------------------- cliques


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
