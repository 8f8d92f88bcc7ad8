"""The plane on which the points stand: limits, titles, how it is painted."""

from __future__ import annotations

from typing import Any

from jupyter_sscluster.widget.core.view import View


def state(view: View) -> dict[str, Any]:
    """What the page needs to draw the axes and to place the points."""
    return {"axes": view.plot.axes(view.labels_shown)}
