"""The parts of the page: each module turns a `View` into the keys of the state it shows."""

from jupyter_sscluster.widget.features.annotators import state as people
from jupyter_sscluster.widget.features.axes import menu as projections, state as axes
from jupyter_sscluster.widget.features.clusters import state as legend
from jupyter_sscluster.widget.features.conflict import state as conflict
from jupyter_sscluster.widget.features.constraints import state as constraints
from jupyter_sscluster.widget.features.export import state as export
from jupyter_sscluster.widget.features.feasibility import state as trouble
from jupyter_sscluster.widget.features.history import progress, state as history
from jupyter_sscluster.widget.features.oracle_run import state as auto
from jupyter_sscluster.widget.features.question import batch, state as question
from jupyter_sscluster.widget.features.question_types import state as shapes
from jupyter_sscluster.widget.features.review import state as again
from jupyter_sscluster.widget.features.selection import state as lasso, table as selected
from jupyter_sscluster.widget.features.settings import state as settings
from jupyter_sscluster.widget.features.status import state as status

PANELS = (
    auto,
    axes,
    projections,
    legend,
    question,
    batch,
    shapes,
    constraints,
    progress,
    history,
    settings,
    conflict,
    lasso,
    selected,
    status,
    trouble,
    again,
    people,
    export,
)

__all__ = [
    "again",
    "PANELS",
    "auto",
    "axes",
    "batch",
    "conflict",
    "constraints",
    "export",
    "history",
    "lasso",
    "legend",
    "people",
    "progress",
    "projections",
    "question",
    "selected",
    "settings",
    "shapes",
    "status",
    "trouble",
]
