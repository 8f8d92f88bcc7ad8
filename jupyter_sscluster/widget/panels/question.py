"""The pair that is asked about: both rows side by side, and why this pair."""

from __future__ import annotations

from typing import Any

from jupyter_sscluster.session.settings import title_of
from jupyter_sscluster.widget import wording
from jupyter_sscluster.widget.view import View


def state(view: View) -> dict[str, Any]:
    """The open question, or None; whether one is being looked for; whether none is left."""
    return {
        "question": _card(view),
        "asking": view.interaction.asking,
        "exhausted": view.interaction.exhausted,
    }


def _card(view: View) -> dict[str, Any] | None:
    query = view.session.question
    if query is None:
        return None
    i, j = (int(point) for point in query.pair)
    a, b = view.name(i), view.name(j)
    extra = view.tips.pair(i, j)
    clusters = [view.cluster_of(i), view.cluster_of(j)]
    return {
        "number": view.question_number,
        "title": wording.question(a, b),
        "i": i,
        "j": j,
        "a": a,
        "b": b,
        "clusters": [view.cluster_called(cluster) for cluster in clusters],
        "cluster_ids": clusters,
        "strategy": title_of(view.strategy),
        "reason": query.reason,
        "features": [] if any(added.rich for added in extra) else view.differences(i, j),
        "extra": [added.state() for added in extra],
    }
