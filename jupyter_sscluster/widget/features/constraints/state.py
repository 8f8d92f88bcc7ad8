"""The links on the plot and the table of constraints beside it."""

from __future__ import annotations

from typing import Any

from jupyter_sscluster.widget.core.view import Link, View


def state(view: View) -> dict[str, Any]:
    """Every explicit statement, in the order in which it was made."""
    return {"links": [_row(view, link) for link in view.links]}


def _row(view: View, link: Link) -> dict[str, Any]:
    return {
        "answer": link.answer,
        "number": link.number,
        "i": link.i,
        "j": link.j,
        "a": view.name(link.i),
        "b": view.name(link.j),
        "kind": link.kind,
        "violated": link.violated,
        "suspected": link.suspected,
        "why": link.why,
        "enforceable": link.enforceable,
        "soft": link.soft,
        "source": link.source,
        "who": link.who,
    }
