"""The clusters above the plot, the card of one of them, and previews of its changes."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from jupyter_sscluster._number_text import side_by_side
from jupyter_sscluster.session import ClusterPlan, engine_of
from jupyter_sscluster.session.clusters.profile import Distinction, category_shares
from jupyter_sscluster.widget.core.recording import reason
from jupyter_sscluster.widget.core.row_content.tooltips import PATIENCE
from jupyter_sscluster.widget.core.text import count, percent, shortened
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.clusters import text as words

TEXT = 160
"""Characters of a text in the card of a cluster."""


def state(view: View) -> dict[str, Any]:
    """The clusters in the order of their colours."""
    return {
        "clusters": [
            {"id": cluster, "name": name, "size": size}
            for cluster, (name, size) in enumerate(
                zip(view.cluster_names, view.cluster_sizes, strict=True)
            )
        ]
    }


def card(view: View, cluster: int) -> dict[str, Any]:
    """Name, size, what sets it apart, and what it could be merged with."""
    session = view.session
    profile = session.clusters.describe(cluster, view.tips.values)
    left = count(max(1, session.n_clusters - 1), "cluster")
    return {
        "type": "cluster",
        "id": cluster,
        "name": profile.name,
        "about": words.about(profile.size, session.n_samples, profile.links),
        "features": [_feature(view, each) for each in profile.features],
        "shares": _shares(view, cluster),
        "typical": _examples(view, profile.typical),
        "doubtful": _examples(view, profile.doubtful),
        "partners": _partners(view, cluster),
        "after": f"{left} afterwards. You can undo this.",
    }


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


def _examples(view: View, rows: Sequence[int]) -> list[dict[str, Any]]:
    """Points with what the person wants shown about them, as far as it is known soon."""
    view.tips.want(rows)
    return [_example(view, row, PATIENCE / max(1, len(rows))) for row in rows]


def _example(view: View, row: int, patience: float) -> dict[str, Any]:
    added = view.tips.added(row, patience)
    text = added.text if len(added.text) <= TEXT else f"{added.text[:TEXT].rstrip()}…"
    return {"i": row, "name": view.name(row), "image": added.address is not None, "text": text}


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
