"""The pairs that were proposed together with the open question."""

from __future__ import annotations

from typing import Any

from jupyter_sscluster.session import BatchPair
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.view import View

SAID = {"must": "must-link", "cannot": "cannot-link", "unknown": "don't know"}


def state(view: View) -> dict[str, Any]:
    """The list, as long as one of its pairs is open."""
    found = view.session.batch
    if not found:
        return {"batch": None}
    answered = sum(each.said is not None for each in found)
    title = f"{wording.count(len(found), 'pair')}, {answered} answered"
    return {"batch": {"title": title, "pairs": [_pair(view, each) for each in found]}}


def _pair(view: View, listed: BatchPair) -> dict[str, Any]:
    i, j = (int(row) for row in listed.query.pair)
    said = listed.said
    how = "" if listed.answer is not None else ", follows from other answers"
    return {
        "i": i,
        "j": j,
        "title": f"{wording.shortened(view.name(i))} – {wording.shortened(view.name(j))}",
        "said": said or "",
        "about": "" if said is None else f"{SAID[said]}{how}",
    }
