"""The parts of the page: each module turns a `View` into the keys of the state it shows."""

from jupyter_sscluster.widget.panels import (
    axes,
    conflict,
    constraints,
    export,
    lasso,
    legend,
    progress,
    projections,
    question,
    selected,
    settings,
    shapes,
    status,
    trouble,
)

PANELS = (
    axes,
    projections,
    legend,
    question,
    shapes,
    constraints,
    progress,
    settings,
    conflict,
    lasso,
    selected,
    status,
    trouble,
    export,
)

__all__ = [
    "PANELS",
    "axes",
    "conflict",
    "constraints",
    "export",
    "lasso",
    "legend",
    "progress",
    "projections",
    "question",
    "selected",
    "settings",
    "shapes",
    "status",
    "trouble",
]
