"""What the page may send."""

from __future__ import annotations

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract.parts import AskPart
from jupyter_sscluster.widget.features.annotators.contract import Settle
from jupyter_sscluster.widget.features.axes.contract import SetAxes, SetColumns
from jupyter_sscluster.widget.features.clusters.contract import (
    Merge,
    PlanMerge,
    PlanSplit,
    Rename,
    Split,
    SplitOff,
    TakeCluster,
)
from jupyter_sscluster.widget.features.comparison.contract import (
    AskAll,
    Compare,
    CompareParam,
    CompareWith,
)
from jupyter_sscluster.widget.features.conflict.contract import Resolve
from jupyter_sscluster.widget.features.constraints.contract import MakeLink, OneAnswer, RemoveAction
from jupyter_sscluster.widget.features.export.contract import Export
from jupyter_sscluster.widget.features.feasibility.contract import TakeWayOut
from jupyter_sscluster.widget.features.fit_steps.contract import AskFrames, LeaveSteps, TakeSteps
from jupyter_sscluster.widget.features.history.contract import Go, Look
from jupyter_sscluster.widget.features.oracle_run.contract import (
    ChooseAutoBeside,
    ChooseAutoNumber,
    ChooseAutoSpeed,
    PlayAuto,
)
from jupyter_sscluster.widget.features.preview.contract import AskAhead, AskPlaceAhead, AskSortAhead
from jupyter_sscluster.widget.features.question.contract import GiveAnswer, TurnTo
from jupyter_sscluster.widget.features.question_types.contract import (
    ChooseShape,
    PlacePoint,
    SkipSorting,
    SortPoints,
)
from jupyter_sscluster.widget.features.review.contract import LookAgain
from jupyter_sscluster.widget.features.row_content.contract import AskAbout, Describe, Find
from jupyter_sscluster.widget.features.selection.contract import (
    Group,
    GroupApart,
    GroupLabel,
    Select,
)
from jupyter_sscluster.widget.features.settings.contract import (
    SetChoice,
    SetCount,
    SetParam,
    StateSoftly,
)
from jupyter_sscluster.widget.features.stopping.contract import AskUnsure


class Plain(TypedDict):
    """Messages that need no more than their name."""

    type: Literal["suggest", "undo", "redo", "cancel", "refit", "dismiss_error", "dismiss_question"]


Message = (
    MakeLink
    | GiveAnswer
    | TurnTo
    | Plain
    | OneAnswer
    | RemoveAction
    | Select
    | Group
    | GroupApart
    | GroupLabel
    | SetChoice
    | SetCount
    | SetParam
    | StateSoftly
    | Resolve
    | TakeCluster
    | PlanMerge
    | PlanSplit
    | Merge
    | Split
    | SplitOff
    | Rename
    | Describe
    | AskAhead
    | AskPlaceAhead
    | AskSortAhead
    | Compare
    | CompareWith
    | CompareParam
    | AskAll
    | PlacePoint
    | SortPoints
    | SkipSorting
    | ChooseShape
    | Export
    | AskAbout
    | Find
    | AskPart
    | SetAxes
    | SetColumns
    | TakeWayOut
    | AskUnsure
    | PlayAuto
    | ChooseAutoSpeed
    | ChooseAutoNumber
    | ChooseAutoBeside
    | Look
    | Go
    | LookAgain
    | Settle
    | TakeSteps
    | AskFrames
    | LeaveSteps
)
