"""Sentences that a person should read before trusting a clustering."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from jupyter_sscluster.cluster.fit.expected_cost import cost_note
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.row_names import TOLD
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.new_clusters import PLACED, classes_if_no_others
from jupyter_sscluster.session.engine.preprocessing import STANDARDISE
from jupyter_sscluster.session.engine.present import Present, per_moment
from jupyter_sscluster.session.engine.settings import (
    may_violate,
    takes_n_clusters,
    title_of,
    too_few_clusters,
)
from jupyter_sscluster.session.engine.step_names import clusters_text, point_name

ADVICE = f'preprocess="{STANDARDISE}"'
"""An argument that scales the columns, and fills in what is missing."""

DOMINANT = 0.9
"""Share of the total variance above which one feature decides by itself."""


def scale_note(X: np.ndarray, features: Sequence[str] | None, preprocess: Any = None) -> str | None:
    """A sentence if one of several features outweighs all others together, else None.

    Squared distances add up over the features, so that a feature with more than nine tenths of
    the total variance leaves nothing for the others to decide. Features with a single value do
    not count. The advice is an argument to add to the present call, whatever else stands in it;
    `preprocess` is what stands there already.

    Examples
    --------
    >>> X = np.array([[0.0, 100.0], [1.0, 900.0], [2.0, 500.0]])
    >>> print(scale_note(X, ["hue", "proline"]).partition(",")[0])
    proline carries more than 99.9 % of the variance
    """
    largest = float(np.abs(X).max())
    # scaled first: the squares of huge values must not overflow
    varied = X.max(axis=0) > X.min(axis=0)
    if np.count_nonzero(varied) < 2:
        return None
    variances = np.where(varied, (X / largest).var(axis=0), 0.0)
    shares = variances / variances.sum()
    most = int(shares.argmax())
    if shares[most] <= DOMINANT:
        return None
    name = f"Feature {most}" if features is None else features[most]
    advice = (
        f"add {ADVICE}."
        if preprocess is None
        else "let preprocess end with StandardScaler(), of sklearn.preprocessing."
    )
    return (
        f"{name} carries {_share(float(shares[most]))} of the variance, so that hardly "
        "anything else counts in plain distances. If that is not meant, standardise the columns: "
        f"{advice}"
    )


def number_note(title: str, asked: int, found: int, known: Constraints, stuck: bool) -> str | None:
    """A sentence if there are more or fewer clusters than were asked for, else None.

    `stuck` says that the clusterer may be unable to go on where cannot-links keep clusters apart.

    Examples
    --------
    >>> print(number_note("SCOP", 3, 2, Constraints(4, must=[(0, 1), (2, 3)]), False))
    SCOP found 2 clusters, not n_clusters=3: must-links leave no more than 2 components.
    """
    if found == asked:
        return None
    note = f"{title} found {clusters_text(found)}, not n_clusters={asked}"
    if found < asked and known.n_components < asked:
        components = (
            "1 component" if known.n_components == 1 else f"{known.n_components} components"
        )
        return f"{note}: must-links leave no more than {components}."
    if found > asked and stuck and len(known.component_edges):
        return (
            f"{note}: it came to an end where cannot-links keep the clusters apart; use "
            f"n_clusters={found}, take back some of these links, or choose other parameters."
        )
    return f"{note}."


def fewer_note(n_clusters: int, n_classes: int) -> str:
    """A sentence where answers to questions have met fewer classes than there are clusters.

    Examples
    --------
    >>> print(fewer_note(5, 3).partition(":")[0])
    n_clusters=5 may be too many
    """
    return (
        f"n_clusters={n_clusters} may be too many: the last {PLACED} rows asked about are all in "
        f"the {n_classes} classes that answers tell apart; if there are no others, choose "
        f"n_clusters={n_classes}."
    )


def empty_note(clusters: Sequence[int], n_clusters: int) -> str:
    """A sentence about clusters that have no rows, where no fit has followed.

    Examples
    --------
    >>> empty_note([1], 3)
    'No row is in cluster 2: choose n_clusters=2 before the next fit, which fills it again.'
    """
    called = ", ".join(str(cluster + 1) for cluster in clusters)
    one = len(clusters) == 1
    return (
        f"No row is in cluster{'' if one else 's'} {called}: choose "
        f"n_clusters={n_clusters - len(clusters)} before the next fit, which fills "
        f"{'it' if one else 'them'} again."
    )


def moved_note(rows: Sequence[int], known: Constraints) -> str:
    """A sentence about rows that answers confirm and that a fit has moved.

    Examples
    --------
    >>> print(moved_note([4], Constraints(9)))
    The last fit moved point 4, which earlier answers name: look at session.review.
    """
    names = [point_name(row, known.names) for row in rows[:TOLD]]
    more = f" and {len(rows) - TOLD:,} more" if rows[TOLD:] else ""
    points = "point" if len(rows) == 1 else "points"
    return (
        f"The last fit moved {points} {', '.join(names)}{more}, which earlier answers name: look "
        "at session.review."
    )


def _share(share: float) -> str:
    text = f"{100 * share:.1f}"
    return "more than 99.9 %" if text == "100.0" else f"{text} %"


class NumberNotes:
    """Whether K suits the cannot-links and the clusterer, and whether the fit gave another one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @property
    @per_moment
    def sentences(self, now: Present) -> tuple[str, ...]:
        """The sentences for the present moment; none while all is well."""
        return tuple(_number_notes(now))


def _number_notes(now: Present) -> Iterator[str]:
    settings, known, chosen = now.settings, now.constraints, now.settings.clusterer
    too_few = too_few_clusters(settings, known)
    if too_few is not None:
        yield too_few
    n_classes = classes_if_no_others(known, now.state.awake)
    if n_classes is not None and n_classes < settings.n_clusters and takes_n_clusters(chosen):
        yield fewer_note(settings.n_clusters, n_classes)
    long = cost_note(chosen, now.sample.n_samples, settings.n_clusters)
    if long is not None:
        yield f"{long}."
    fit = now.fit
    if fit is None or fit.fit != now.state.fit:
        return
    if len(fit.moved_confirmed):
        yield moved_note(fit.moved_confirmed.tolist(), known)
    if not takes_n_clusters(chosen):
        return
    found = np.unique(fit.labels[fit.labels >= 0])
    if fit.placed:
        empty = np.setdiff1d(np.arange(min(settings.n_clusters, TOLD + 1)), found)
        if len(empty):
            yield empty_note(empty.tolist(), settings.n_clusters)
        return
    n_found, stuck = len(found), not may_violate(chosen) or hasattr(chosen, "dead_end")
    note = number_note(title_of(chosen), settings.n_clusters, n_found, known, stuck)
    if note is not None:
        yield note
