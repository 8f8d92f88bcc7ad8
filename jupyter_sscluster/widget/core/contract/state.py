"""The whole state."""

from __future__ import annotations

from typing import TypedDict

from jupyter_sscluster.widget.core.contract.kinds import Point
from jupyter_sscluster.widget.core.contract.shown import Keys, Link, Question
from jupyter_sscluster.widget.features.annotators.contract import Disagreement
from jupyter_sscluster.widget.features.axes.contract import Axes, Projections
from jupyter_sscluster.widget.features.clusters.contract import Cluster
from jupyter_sscluster.widget.features.comparison.contract import Compared
from jupyter_sscluster.widget.features.conflict.contract import Conflict
from jupyter_sscluster.widget.features.feasibility.contract import Trouble
from jupyter_sscluster.widget.features.history.contract import History, Progress
from jupyter_sscluster.widget.features.oracle_run.contract import Auto
from jupyter_sscluster.widget.features.question.contract import Batch
from jupyter_sscluster.widget.features.question_types.contract import Placement, ShapeMenu, Sorting
from jupyter_sscluster.widget.features.review.contract import SecondThought
from jupyter_sscluster.widget.features.row_content.contract import Selected
from jupyter_sscluster.widget.features.selection.contract import LassoGroup
from jupyter_sscluster.widget.features.settings.contract import Refused, Settings
from jupyter_sscluster.widget.features.status.contract import Fit


class State(TypedDict):
    """Everything that the page shows, apart from the labels."""

    revision: int
    n: int
    """How many points are shown."""
    n_rows: int
    """How many rows there are, which labels and files are of."""
    labels_itemsize: int
    names: bool
    pictures: bool
    """Points have images, which may be drawn in their place."""
    keys: Keys
    axes: Axes
    projections: Projections
    clusters: list[Cluster]
    question: Question | None
    batch: Batch | None
    """The pairs that the open question was proposed with."""
    placement: Placement | None
    sorting: Sorting | None
    shapes: ShapeMenu
    auto: Auto | None
    """Answers from the true labels; null where there are none."""
    asking: bool
    """A question is being looked for."""
    exhausted: bool
    links: list[Link]
    progress: Progress
    history: History
    settings: Settings
    conflict: Conflict | None
    trouble: Trouble | None
    again: list[SecondThought]
    """Answers that are worth a second look, those contradicted most first."""
    disagreements: list[Disagreement]
    lasso: LassoGroup | None
    selected: Selected | None
    compared: Compared | None
    status: str
    error: str | None
    refused: Refused | None
    fit: Fit | None
    moved: list[Point]
    saved: str
    disconnected_text: str
    ended: str
    """Why nothing can be done here any more, as a sentence; empty while the session is open."""
    can_undo: bool
    can_redo: bool
    undo_label: str | None
    redo_label: str | None
    file_name: str
    """What the names of files begin with."""
