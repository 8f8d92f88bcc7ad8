"""Why a question is asked, in a sentence for the person who must answer it."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster.active.noisy_answers.answers_by_point import PLACED
from jupyter_sscluster.active.noisy_answers.choosing_pairs import PairChooser
from jupyter_sscluster.active.noisy_answers.finding_classes import Classes, Target
from jupyter_sscluster.active.question_types.probability_text import (
    belongs_with,
    clusters_found,
    percent,
)
from jupyter_sscluster.active.snapshot import Snapshot


def why_explore(
    snapshot: Snapshot, classes: Classes, target: Target, member: int, n_classes: int
) -> str:
    """Why a point may start a new cluster."""
    point, other = snapshot.name(target.point), snapshot.name(member)
    found = clusters_found(len(classes.members), n_classes)
    if not target.asked:
        return (
            f"Point {point} is in the middle of a group that no answer is about yet, so it may "
            f"start a new cluster; {found}."
        )
    new = float(target.p[-1])
    if target.p.argmax() == len(classes.members):
        return (
            f"Point {point} may start a new cluster ({percent(new)} likely), or belong with "
            f"{other}; {found}."
        )
    return (
        f"Point {point} belongs to a known cluster ({percent(1.0 - new)} likely), perhaps with "
        f"{other}; {found}."
    )


def why_place(questions: PairChooser, point: int, asked: tuple[int, int]) -> str:
    """Why a point is asked about: the two likeliest classes, and what was said before."""
    snapshot = questions.answers.snapshot
    name, other = snapshot.name(point), snapshot.name(asked[1])
    count = np.count_nonzero([*questions.answers.with_(point).values()])
    answers = "1 answer" if count == 1 else f"{count} answers"
    if questions.sure[point] >= PLACED and questions.confirming[point]:
        return (
            f"Few answers concern point {other}. The cluster of point {name} is certain, so this "
            "answer settles it."
        )
    if count and questions.disagree(point):
        if count == 1:
            return f"1 answer disagrees with the cluster of point {name}; this one decides."
        return f"{answers} about point {name} disagree; this one may show which is wrong."
    still = f" after {answers}" if count else ""
    return f"{_choice(questions, point, asked)}{still}."


def _choice(questions: PairChooser, point: int, asked: tuple[int, int]) -> str:
    """The class asked about, and the likeliest of the others."""
    name, q = questions.answers.snapshot.name, questions.q[point]
    rest = [c for c in np.argsort(-q, kind="stable").tolist() if c != asked[0]]
    stands = questions.nearest(point, rest[0])
    other = None if stands is None else name(stands)
    return belongs_with(
        name(point), (name(asked[1]), other), (float(q[asked[0]]), float(q[rest[0]]))
    )
