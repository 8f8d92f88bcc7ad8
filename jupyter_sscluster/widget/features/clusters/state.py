"""The clusters above the plot, the card of one of them, and previews of its changes."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jupyter_sscluster._number_text import side_by_side
from jupyter_sscluster.session import ClusterPlan, engine_of
from jupyter_sscluster.session.clusters.examples import DOUBTFUL, TYPICAL
from jupyter_sscluster.session.clusters.profile import (
    ClusterProfile,
    Distinction,
    category_shares,
)
from jupyter_sscluster.session.clusters.words import marked
from jupyter_sscluster.session.engine.cluster_names import own_name
from jupyter_sscluster.widget.core.recording import reason
from jupyter_sscluster.widget.core.row_content.tooltips import PATIENCE
from jupyter_sscluster.widget.core.text import count, percent, shortened
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.clusters import text as words
from jupyter_sscluster.widget.features.clusters.below_names import WordsBelow

TEXT = 160
"""Characters of a text in the card of a cluster."""

COMPONENTS = 2
"""Number of principal components beside columns of the data."""

FEW, TEXTS = 3, 6
"""Number of points that have names alone, and of typical texts."""


def state(view: View) -> dict[str, Any]:
    """The clusters in the order of their colours."""
    below = view.part_of(WordsBelow).of(view.labels)
    return {
        "clusters": [
            {"id": cluster, "name": name, "size": size}
            | ({"look": look} if look != cluster else {})
            | ({"about": below[cluster]} if cluster < len(below) else {})
            for cluster, (name, size, look) in enumerate(
                zip(view.cluster_names, view.cluster_sizes, view.looks.tolist(), strict=True)
            )
        ]
    }


def card(
    view: View, profile: ClusterProfile, counted: bool, described: list[tuple[str, bool]]
) -> dict[str, Any]:
    """All about a cluster; `counted` is whether its words are known by now."""
    session, cluster, name, size = view.session, profile.cluster, profile.name, profile.size
    left = count(max(1, session.n_clusters - 1), "cluster")
    named = name != own_name(cluster)
    suggested = "" if named else profile.suggested_name
    told = _told(view, profile)
    shown = told["shown"]
    return {
        "type": "cluster",
        "id": cluster,
        "name": name,
        "about": words.about(size, session.n_samples, profile.links, profile.n_doubtful, shown),
        "named": named,
        "suggested": suggested,
        "words": _words(profile) if counted else None,
        "words_note": _words_note(view, profile, counted),
        "described": [list(each) for each in described],
        "features": _features(view, profile, shown),
        "shares": _shares(view, cluster),
        **told,
        "captions": words.captions(len(told["typical"]), size, len(told["doubtful"]))
        if shown == "images"
        else ["", ""],
        "n_doubtful": profile.n_doubtful,
        "status": words.status(name, size, shown, suggested),
        "partners": _partners(view, cluster),
        "after": f"{left} afterwards. You can undo this.",
    }


def _words(profile: ClusterProfile) -> list[dict[str, Any]]:
    most = max((share for each in profile.words for share in (each.inside, each.rest)), default=1)
    return [
        {
            "word": each.word,
            "share": percent(each.inside),
            "lengths": [round(each.inside / most, 3), round(each.rest / most, 3)],
            "about": words.share_of_word(each.word, each.inside, each.rest),
        }
        for each in profile.words
    ]


def _words_note(view: View, profile: ClusterProfile, counted: bool) -> str:
    if not counted:
        return words.COUNTING
    return words.NO_WORD if _has_texts(view) and not profile.words else ""


def _has_texts(view: View) -> bool:
    return engine_of(view.session).data.texts is not None


def _told(view: View, profile: ClusterProfile) -> dict[str, Any]:
    """Typical and doubtful points: images if there are any, else texts, else names."""
    chosen = [each.word for each in profile.words]
    other = dict(zip(profile.doubtful, profile.could_be, strict=False))
    first = _examples(view, profile.typical[:FEW], chosen, {})
    if any(each["image"] for each in first):
        shown, most = "images", (TYPICAL, DOUBTFUL)
    elif _has_texts(view) or any(each["text"] for each in first):
        shown, most = "texts", (TEXTS, DOUBTFUL)
    else:
        shown, most = "points", (FEW, FEW)
    return {
        "shown": shown,
        "typical": _examples(view, profile.typical[: most[0]], chosen, {}),
        "doubtful": _examples(view, profile.doubtful[: most[1]], chosen, other),
    }


def _features(view: View, profile: ClusterProfile, shown: str) -> list[dict[str, Any]]:
    """Those of columns without a name say nothing beside texts and images, components little."""
    nameless = shown != "points" and view.tips.features[:1] == ["Feature 0"]
    few = engine_of(view.session).data.rotated and view.tips.columns
    found = profile.features[: COMPONENTS if few else None]
    return [] if nameless else [_feature(view, each) for each in found]


def _feature(view: View, found: Distinction) -> dict[str, Any]:
    name = view.tips.features[found.column]
    here, rest = side_by_side(found.medians)
    return {
        "name": name,
        "values": [here, rest],
        "places": [round(place, 4) for place in found.places],
        "heights": [list(heights) for heights in found.silhouettes],
        "about": f"{name}: median {here} in this cluster, {rest} in the rest",
    }


def _shares(view: View, cluster: int) -> list[dict[str, Any]]:
    rows = np.asarray(view.shown.numbers)
    found = category_shares(view.tips.columns, rows, view.labels_shown == cluster)
    return [
        {
            "name": each.column,
            "values": [f"{shortened(each.value)} {percent(each.inside)}", percent(each.rest)],
        }
        for each in found
    ]


def _examples(
    view: View, rows: Sequence[int], chosen: Sequence[str], other: Mapping[int, int]
) -> list[dict[str, Any]]:
    """Points with what the person wants shown about them, as far as it is known soon."""
    view.tips.want(rows)
    patience = PATIENCE / max(1, len(rows))
    return [_example(view, row, patience, chosen, other.get(row)) for row in rows]


def _example(
    view: View, row: int, patience: float, chosen: Sequence[str], could_be: int | None
) -> dict[str, Any]:
    added = view.tips.added(row, patience)
    text = added.text or ("" if added.address else _text(view, row))
    text = text if len(text) <= TEXT else f"{text[:TEXT].rstrip()}…"
    beside = next((value for _, value in added.rows if value != text), "")
    return {
        "i": row,
        "name": view.name(row),
        "image": added.address is not None,
        "text": marked(text, chosen) if text else [],
        "beside": shortened(beside),
        "could_be": could_be,
    }


def _text(view: View, row: int) -> str:
    """A text that is too short to be read as one elsewhere."""
    texts = engine_of(view.session).data.texts
    found = "" if texts is None else texts[row]
    return found if isinstance(found, str) else ""


def _partners(view: View, cluster: int) -> list[dict[str, Any]]:
    if not view.uses_constraints:
        reason = view.session.clusters.plan_merge(
            cluster, (cluster + 1) % len(view.cluster_sizes)
        ).reason
        others = [each for each, size in enumerate(view.cluster_sizes) if size and each != cluster]
        return [{"id": each, "text": reason, "possible": False} for each in others]
    return [
        {
            "id": other.cluster,
            "text": words.apart(other.apart, view.action_of)
            if other.apart
            else words.joins(other.size),
            "possible": not other.apart,
        }
        for other in view.session.clusters.merge_partners(cluster)
    ]


def merge_preview(view: View, cluster: int, other: int, plan: ClusterPlan) -> dict[str, Any]:
    """What merging two clusters would do, by the plan for it."""
    names = view.cluster_names
    asked = {"id": cluster, "other": other, "into": None}
    if not plan.possible:
        return asked | _refusal(view, plan)
    status = words.merging(names[cluster], names[other], plan)
    return asked | _plan(plan, words.if_merged(plan, view.action_of), status)


def split_preview(view: View, cluster: int, into: int | None, plan: ClusterPlan) -> dict[str, Any]:
    """What splitting a cluster would do, by the plan for it."""
    asked = {"id": cluster, "other": None, "into": into or 0}
    if not plan.possible:
        return asked | _refusal(view, plan)
    status = words.splitting(view.cluster_names[cluster], plan)
    return asked | _plan(plan, words.if_split(plan, view.action_of), status)


def _refusal(view: View, plan: ClusterPlan) -> dict[str, Any]:
    why = reason(plan, engine_of(view.session).timeline.action_of)
    return _plan(plan, ("", why), why)


def _plan(plan: ClusterPlan, note: tuple[str, str], status: str) -> dict[str, Any]:
    return {
        "type": "plan",
        "note": list(note),
        "status": status,
        "links": [list(link) for link in plan.links],
        "parts": [list(part) for part in plan.parts] if len(plan.parts) > 1 else [],
    }
