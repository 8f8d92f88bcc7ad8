"""The axes of the plot, and the menu of projections."""

from typing import Any

from jupyter_sscluster.projections.projection import TITLES
from jupyter_sscluster.projections.projection_spec import FOLLOWS_FIT
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.axes import text as words
from jupyter_sscluster.widget.features.axes.projector import Projector

TIMED = ("tsne", "umap")
"""The menu shows how long these took."""


def state(view: View) -> dict[str, Any]:
    """What the page needs to draw the axes and to place the points; the menu of projections."""
    projector = view.part_of(Projector)
    making = projector.making
    return {
        "axes": view.plot.axes(view.labels_shown),
        "projections": {
            "name": projector.wish.name,
            "options": [_option(view, name) for name in TITLES],
            "columns": list(projector.last_columns),
            "making": None if making is None else {"text": making},
        },
    }


def _option(view: View, name: str) -> dict[str, Any]:
    reason = view.part_of(Projector).why_not(name)
    return {
        "name": name,
        "title": TITLES[name],
        "about": reason or _about(view, name),
        "available": not reason,
    }


def _about(view: View, name: str) -> str:
    projector = view.part_of(Projector)
    made = projector.known(name)
    if name in FOLLOWS_FIT:
        if made is not None and made is projector.shown and made.fit != projector.fit:
            return words.OUTDATED
        return f"of {projector.clusterer}" if name == "metric" else words.OF_CLUSTERS
    if made is None:
        return ""
    if name in TIMED:
        return wording.duration(made.seconds)
    if name == "features":
        return words.against(made.projection.titles)
    return made.projection.about
