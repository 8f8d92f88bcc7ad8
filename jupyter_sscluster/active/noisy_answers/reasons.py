"""Why a question is asked, in a sentence for the person who must answer it."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster.active.noisy_answers.answers_by_point import PLACED
from jupyter_sscluster.active.noisy_answers.choosing_pairs import PairChooser
from jupyter_sscluster.active.noisy_answers.finding_classes import Classes, Target
from jupyter_sscluster.active.question_types.probability_text import belongs_with, percent
from jupyter_sscluster.active.snapshot import Snapshot


def why_explore(
    snapshot: Snapshot, classes: Classes, target: Target, member: int, n_classes: int
) -> str:
    """Why a point may tell of a new class."""
    point, other = snapshot.name(target.point), snapshot.name(member)
    found = f"found: {len(classes.members)} of {n_classes}"
    if not target.asked:
        return (
            f"Point {point} is in the middle of a cluster that no answer is about yet, so it may "
            f"be of a new class; {found}."
        )
    new = float(target.p[-1])
    if target.p.argmax() == len(classes.members):
        return (
            f"Point {point} seems to be of a new class ({percent(new)} likely), unless it "
            f"belongs with {other}; {found}."
        )
    return (
        f"Point {point} seems to be of a class that was met ({percent(1.0 - new)} "
        f"likely), perhaps that of {other}; {found}."
    )


def why_place(questions: PairChooser, point: int, asked: tuple[int, int]) -> str:
    """Why a point is asked about: the two likeliest classes, and what was said before."""
    snapshot = questions.answers.snapshot
    name, other = snapshot.name(point), snapshot.name(asked[1])
    count = np.count_nonzero([*questions.answers.with_(point).values()])
    answers = "1 answer" if count == 1 else f"{count} answers"
    if questions.sure[point] >= PLACED and questions.confirming[point]:
        return f"Few answers say of which class {other} is; where {name} belongs makes sure."
    if count and questions.disagree(point):
        if count == 1:
            return f"1 answer about point {name} is against its place; {other} makes sure."
        return f"{answers} about point {name} disagree; {other} may tell which of them is wrong."
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
