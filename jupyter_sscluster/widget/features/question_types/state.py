"""Questions about several points: one among representatives, some to be sorted into piles."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._number_text import side_by_side
from jupyter_sscluster.active import Placement, Query, Sorting
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.placement_and_sorting import placement_statements
from jupyter_sscluster.session import Preview
from jupyter_sscluster.session.engine.cluster_names import NO_CLUSTER, own_name
from jupyter_sscluster.session.engine.open_questions import Question, rows_of
from jupyter_sscluster.session.feature_contrast import FeatureContrast, feature_contrasts
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.question_types import current_type, types_of
from jupyter_sscluster.widget.core.view import FOUND, View
from jupyter_sscluster.widget.features.question_types import text as words

PATIENCE = 0.1
"""Seconds that all cards together wait for what the person wants shown; the rest comes later."""

PROFILE = 5
"""Features in the small picture of a point."""

TEXT = 4_000
"""Characters of a text that a card tells, of which the page shows as many as it has room for."""

STRIPS = 4
"""Features of a placement that are shown in full."""


class CardMoment(NamedTuple):
    """What a card tells of: now, or after an answer that is previewed."""

    number: int
    labels: NDArray[np.integer[Any]]
    constraints: Constraints
    n_clusters: int
    patience: float
    after: Preview | None = None


def state(view: View) -> dict[str, Any]:
    """The open placement or sorting, or None, and the menu of question types."""
    return {
        **_cards(view, view.session.question, _now(view)),
        "question_types": {"current": _current(view), "choices": _choices(view)},
    }


def question_after(
    view: View, asked: Question, found: Preview, after: Question
) -> dict[str, Any] | None:
    """The reply with the placement or sorting that would come after this answer."""
    if isinstance(asked, Query) and isinstance(after, Query):
        return None
    assert found.labels is not None and found.constraints is not None
    number = found.next_action or view.question_number
    then = CardMoment(number, found.labels, found.constraints, found.n_clusters or 0, 0.0, found)
    return {
        "type": "next_cards",
        "number": view.question_number,
        "rows": rows_of(asked),
        "answer": found.answer,
        **_cards(view, after, then),
    }


def _cards(view: View, question: Question | None, moment: CardMoment) -> dict[str, Any]:
    placement = sorting = None
    if isinstance(question, Placement):
        placement = _placement(view, question, moment)
    elif isinstance(question, Sorting):
        sorting = _sorting(view, question, moment)
    return {"placement": placement, "sorting": sorting}


def _now(view: View) -> CardMoment:
    session = view.session
    known, k = session.constraints, session.n_clusters
    return CardMoment(view.question_number, view.labels, known, k, PATIENCE)


def asked(view: View) -> str:
    """The status line while a placement or sorting is open; empty if none is."""
    question, number = view.session.question, view.question_number
    if isinstance(question, Placement):
        cards = len(question.representatives)
        return words.place_status(number, view.name(question.point), cards)
    if isinstance(question, Sorting):
        return words.sort_status(number, [view.name(row) for row in question.points])
    return ""


def looking(view: View) -> str:
    """The status line while a question is looked for."""
    return words.LOOKING[current_type(view.session, view.interaction)]


def _current(view: View) -> str:
    question = view.session.question
    if isinstance(question, Query):
        asked = current_type(view.session, view.interaction)
        return "list" if view.session.questions.batch or asked == "list" else "pair"
    if isinstance(question, Placement):
        return "place"
    return "sort" if question is not None else current_type(view.session, view.interaction)


def _choices(view: View) -> list[dict[str, str]]:
    offered, reason = types_of(view.session), words.not_offered(view.session)
    return [
        {
            "id": kind,
            "title": title,
            "about": words.about(kind, view.interaction.findings.times),
            "reason": "" if kind in offered else reason,
        }
        for kind, title in words.TITLES.items()
    ]


# --------------------------------------------------------------------------- one point


def _placement(view: View, question: Placement, moment: CardMoment) -> dict[str, Any]:
    point, among = int(question.point), [int(row) for row in question.representatives]
    rows = [point, *among]
    spread, faces = _spread(view, rows), _faces(view, rows, moment)
    k = view.session.questions.n_clusters_if_none(point, among, after=moment.after)
    is_new = k > moment.n_clusters
    known = moment.constraints
    title = words.NEW_CLUSTER if is_new else words.NONE
    return {
        "number": moment.number,
        "title": words.where_belongs(view.name(point)),
        "point": faces[0],
        "reason": question.reason,
        "cards": [
            {"face": face, "way": _way(view, known, point, among, face["i"], _cluster(view, face))}
            for face in faces[1:]
        ],
        "none": _way(view, known, point, among, None, title, k if is_new else 0),
        "strips": [_strip(view, rows, each) for each in spread],
    }


def _cluster(view: View, face: dict[str, Any]) -> str:
    names, cluster = view.cluster_names, face["cluster_id"]
    if cluster == FOUND:
        return NO_CLUSTER
    name: str = names[cluster] if cluster < len(names) else own_name(cluster)
    return name


def _way(
    view: View,
    known: Constraints,
    point: int,
    among: list[int],
    choice: int | None,
    title: str,
    k: int = 0,
) -> dict[str, Any]:
    statements = placement_statements(known, point, among, choice)
    names = {
        kind: [(view.name(i), view.name(j)) for i, j, what in statements if what == kind]
        for kind in ("must", "cannot")
    }
    return {
        "title": title,
        "links": [list(statement) for statement in statements],
        "effect": words.effect(names["must"], names["cannot"], k),
    }


def _strip(view: View, rows: list[int], spread: FeatureContrast) -> dict[str, Any]:
    name, texts = view.tips.features[spread.column], side_by_side(spread.values)
    mine, *theirs = [round(place, 4) for place in spread.places]
    names = [view.name(row) for row in rows]
    return {
        "name": name,
        "value": texts[0],
        "mine": mine,
        "theirs": theirs,
        "about": words.compared(name, names, texts),
    }


# --------------------------------------------------------------------------- several points


def _sorting(view: View, question: Sorting, moment: CardMoment) -> dict[str, Any]:
    points, cards = [int(row) for row in question.points], [int(row) for row in question.cards]
    faces = _faces(view, [*points, *cards], moment)
    return {
        "number": moment.number,
        "title": words.sort_these([view.name(row) for row in points]),
        "reason": question.reason,
        "points": faces[: len(points)],
        "cards": faces[len(points) :],
        "open": _open_pairs(moment.constraints, [*points, *cards]),
    }


def _open_pairs(known: Constraints, rows: Sequence[int]) -> list[list[int]]:
    """The pairs of some rows of which nothing is known."""
    pairs = np.array(list(combinations(rows, 2)), dtype=np.intp).reshape(-1, 2)
    found: list[list[int]] = pairs[known.relations(pairs) == 0].tolist()
    return found


# --------------------------------------------------------------------------- cards


def _spread(
    view: View, rows: Sequence[int], n_features: int = STRIPS
) -> tuple[FeatureContrast, ...]:
    """Features that tell rows apart, within the ranges of the points shown."""
    places = view.shown.places(rows).tolist()
    return feature_contrasts(view.shown.of(view.tips.values), places, n_features)


def _faces(view: View, rows: Sequence[int], moment: CardMoment) -> list[dict[str, Any]]:
    """What cards show of some points, all of the same features."""
    view.tips.want(rows)
    spread = sorted(_spread(view, rows, PROFILE), key=lambda each: each.column)
    texts = [side_by_side(each.values) for each in spread]
    features = [view.tips.features[each.column] for each in spread]
    return [
        _face(
            view,
            row,
            int(moment.labels[row]) % (FOUND + 1),
            [round(each.places[place], 4) for each in spread],
            zip(features, (text[place] for text in texts), strict=True),
            moment.patience / len(rows),
        )
        for place, row in enumerate(rows)
    ]


def _face(
    view: View,
    row: int,
    cluster: int,
    profile: list[float],
    told: Iterable[tuple[str, str]],
    patience: float,
) -> dict[str, Any]:
    added = view.tips.added(row, patience)
    return {
        "i": row,
        "name": view.name(row),
        "cluster_id": cluster,
        "image": added.address is not None,
        "text": wording.shortened(added.text or " ".join(text for _, text in added.rows), TEXT),
        "profile": profile,
        "about": words.values(view.name(row), list(told)),
    }
