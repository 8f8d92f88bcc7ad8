"""All moments, present and past: which there are, and how they follow each other."""

from __future__ import annotations

from typing import Any

from jupyter_sscluster.session import Session
from jupyter_sscluster.widget.core.view import View


def state(view: View) -> dict[str, Any]:
    """The tree of moments, by their numbers."""
    session = view.session
    branches = [
        {"number": each.number, "began": each.began, "steps": [*each.steps]}
        for each in session.branches
    ]
    line = session.line(session.step)
    history = {"at": session.step, "end": line[-1].step, "span": span(session)}
    return {"history": {**history, "branches": branches}}


def span(session: Session) -> int:
    """How many moments the longest way leads through, after the first."""
    depths: dict[int, int] = {}
    for branch in session.branches:
        first = 0 if branch.began is None else depths[branch.began] + 1
        depths |= {step: first + place for place, step in enumerate(branch.steps)}
    return max(depths.values())
