"""What a verb would do to the cluster in hand, before it is done."""

from __future__ import annotations

from typing import Any

from jupyter_sscluster.session import ClusterPlan, engine_of
from jupyter_sscluster.widget.core.recording import reason
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.clusters import text as words


def merge(view: View, cluster: int, other: int, plan: ClusterPlan) -> dict[str, Any]:
    """What merging two clusters would do, by the plan for it."""
    names = view.cluster_names
    asked = {"id": cluster, "other": other, "into": None}
    if not plan.possible:
        return asked | _refusal(view, plan)
    status = words.merging(names[cluster], names[other], plan)
    return asked | _reply(plan, words.if_merged(plan), status)


def split(view: View, cluster: int, into: int | None, plan: ClusterPlan) -> dict[str, Any]:
    """What splitting a cluster would do, by the plan for it."""
    asked = {"id": cluster, "other": None, "into": into or 0}
    if not plan.possible:
        return asked | _refusal(view, plan)
    status = words.splitting(view.cluster_names[cluster], plan)
    return asked | _reply(plan, words.if_split(plan), status)


def _refusal(view: View, plan: ClusterPlan) -> dict[str, Any]:
    why = reason(plan, engine_of(view.session).timeline.action_of)
    return _reply(plan, ("", why), why)


def _reply(plan: ClusterPlan, note: tuple[str, str], status: str) -> dict[str, Any]:
    return {
        "type": "plan",
        "note": list(note),
        "status": status,
        "links": [list(link) for link in plan.links],
        "parts": [list(part) for part in plan.parts] if len(plan.parts) > 1 else [],
    }
