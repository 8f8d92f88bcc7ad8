"""All moments, present and past: which there are, and how they follow each other."""

from __future__ import annotations

from typing import Any

from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.history import progress
from jupyter_sscluster.widget.features.history.progress import span


def state(view: View) -> dict[str, Any]:
    """The tree of states by their numbers, and the curves."""
    session = view.session
    branches = [
        {"number": each.number, "began": each.began, "steps": [*each.steps]}
        for each in session.branches
    ]
    line = session.line(session.step)
    history = {"at": session.step, "end": line[-1].step, "span": span(session)}
    return {"history": {**history, "branches": branches}, **progress.state(view)}
