"""What the page may send."""

from __future__ import annotations

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract.kinds import AnswerKind, Kind, ParamValue, Point
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
from jupyter_sscluster.widget.features.question.contract import TurnTo
from jupyter_sscluster.widget.features.question_types.contract import (
    ChooseShape,
    PlacePoint,
    SkipSorting,
    SortPoints,
)
from jupyter_sscluster.widget.features.review.contract import LookAgain
from jupyter_sscluster.widget.features.row_content.contract import AskAbout, Find
from jupyter_sscluster.widget.features.stopping.contract import AskUnsure


class MakeLink(TypedDict):
    """Two points were linked on the plot."""

    type: Literal["link"]
    i: Point
    j: Point
    kind: Kind


class GiveAnswer(TypedDict):
    """A question was answered, by its number and its pair."""

    type: Literal["answer"]
    number: int
    i: Point
    j: Point
    kind: AnswerKind


class Plain(TypedDict):
    """Messages that need no more than their name."""

    type: Literal["suggest", "undo", "redo", "cancel", "refit", "dismiss_error", "dismiss_question"]


class OneAnswer(TypedDict):
    """One answer is taken back, or kept wherever that is possible."""

    type: Literal["remove", "enforce"]
    answer: int


class RemoveAction(TypedDict):
    """All answers that one action recorded are taken back, in one step."""

    type: Literal["remove_action"]
    number: int


class Select(TypedDict):
    """A lasso holds these points now."""

    type: Literal["select"]
    indices: list[Point]


class Group(TypedDict):
    """All of the selection is must-linked, waits for a second group, is a cluster, or is let go."""

    type: Literal["group"]
    action: Literal["must", "cannot_first", "new", "cancel"]


class GroupApart(TypedDict):
    """The first group and these points are cannot-linked."""

    type: Literal["group"]
    action: Literal["cannot"]
    indices: list[Point]


class GroupLabel(TypedDict):
    """The selection joins a cluster."""

    type: Literal["group"]
    action: Literal["label"]
    cluster: int


class SetChoice(TypedDict):
    """Another clusterer or strategy."""

    type: Literal["set"]
    what: Literal["clusterer", "strategy"]
    value: str


class SetCount(TypedDict):
    """Another number of clusters, or what was typed as one."""

    type: Literal["set"]
    what: Literal["n_clusters"]
    value: float | str


class SetParam(TypedDict):
    """Another value of one parameter."""

    type: Literal["set"]
    what: Literal["param", "strategy_param"]
    name: str
    value: ParamValue


class StateSoftly(TypedDict):
    """Whether answers are recorded as soft statements from now on."""

    type: Literal["softly"]
    value: bool


class Resolve(TypedDict):
    """A way out of a conflict was chosen."""

    type: Literal["resolve"]
    choice: str


class Describe(TypedDict):
    """The pointer or the cursor rests on a point."""

    type: Literal["describe"]
    index: Point
    step: int | None
    """The moment of the past that the view shows; None for the present one."""


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
