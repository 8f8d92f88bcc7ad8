"""The content of a picture: points, clusters, links, axes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Integers
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.projections.axis_limits import limits
from jupyter_sscluster.projections.features import project
from jupyter_sscluster.projections.projection import Projection
from jupyter_sscluster.session import Session, engine_of
from jupyter_sscluster.session.engine.sample.sample import answers_by_place

UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML may hold."""

LONGEST = 60


@dataclass(frozen=True, eq=False)
class Fills:
    """What fills the points shown: their codes, as of `Scale` and `Kinds`, and what these mean.

    Parameters
    ----------
    codes : array, shape (n_shown,)
        `OWN` for the colour of the cluster; `OUT` is added where a point is filtered out.
    said : str
        The same in sentences.
    title : str
        What is told by the fill; "" where only filters are on.
    ends : (str, str) or None
        Of a scale.
    kinds : sequence of (int, str)
        Codes with a name of their own.
    lasting : bool
        Whether the same is true of earlier steps.
    """

    codes: NDArray[np.uint8]
    said: str
    title: str = ""
    ends: Sequence[str] | None = None
    kinds: Sequence[tuple[int, str]] = ()
    lasting: bool = True


@dataclass(frozen=True, eq=False)
class Scene:
    """One moment of a session on a plane.

    `places` (n_samples, 2), 0 to 1 upwards within `limits` (low, high per axis), `labels`;
    `answers` in force, of which `n_counting` count, as `links` with places in these arrays for
    rows, `violated` their numbers; `sizes` count all rows of each cluster, also rows not shown.
    Without `fills` the points have the colours of their clusters.
    """

    places: Array
    limits: tuple[tuple[float, float], tuple[float, float]]
    projection: Projection
    labels: Integers
    answers: Sequence[Answer]
    links: Sequence[Answer]
    n_counting: int
    violated: frozenset[int]
    cluster_names: Sequence[str]
    sizes: list[int]
    fills: Fills | None = None
    n_in_none: int = 0


def scene(
    session: Session, projection: Projection | None = None, fills: Fills | None = None
) -> Scene:
    """The present moment of a session, on its features or principal components by default."""
    shown = projection or default_projection(session)
    labels = session.labels
    answers = [answer for answer in session.answers if answer.kind != "unknown"]
    n_clusters = max(session.n_clusters, int(labels.max()) + 1)
    names = [*session.clusters.names]
    names += [f"Cluster {cluster + 1}" for cluster in range(len(names), n_clusters)]
    places, bounds = placed(shown)
    counting = [each for each in engine_of(session).state.awake if each.kind != "unknown"]
    against = frozenset(a.number for a in counting if a.is_violated_by(labels))
    rows, inside = session.sample, labels[labels >= 0]
    sizes = np.bincount(inside, minlength=len(names)).tolist()
    links, some = answers_by_place(rows, answers), rows.of(labels)
    n_in_none = len(labels) - len(inside)
    held = (answers, links, len(counting), against, names, sizes, fills, n_in_none)
    return Scene(places, bounds, shown, some, *held)


def default_projection(session: Session) -> Projection:
    """What a plot shows first."""
    names = session.feature_names or [f"Feature {j}" for j in range(session.X.shape[1])]
    return project(session.sample.X, list(names))


def placed(
    projection: Projection,
) -> tuple[Array, tuple[tuple[float, float], tuple[float, float]]]:
    """Positions from 0 to 1, and the limits that these represent."""
    xy = np.asarray(projection.xy, dtype=np.float64)
    across, up = limits(xy[:, 0]), limits(xy[:, 1])
    low, high = np.array([across, up]).T
    return (xy - low) / (high - low), (across, up)


def shown_signs(text: str) -> str:
    """The text with U+FFFD for each sign that no document may hold."""
    return UNSEEN.sub("\ufffd", text)


def visible(text: str, most: int = LONGEST) -> str:
    r"""A text of people that any document may hold, shortened in its middle.

    >>> visible("a\x00b"), visible("abcdefgh", 5)
    ('a\ufffdb', 'ab…gh')
    """
    clean = shown_signs(text)
    if len(clean) <= most:
        return clean
    end = (most - 1) // 2
    return f"{clean[: most - 1 - end]}…{clean[-end:]}"
