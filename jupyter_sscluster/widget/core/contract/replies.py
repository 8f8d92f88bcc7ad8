"""What the kernel replies."""

from __future__ import annotations

from typing import Literal

from jupyter_sscluster.widget.core.contract.kinds import Point
from jupyter_sscluster.widget.core.contract.parts import Part
from jupyter_sscluster.widget.features.clusters.contract import ClusterCard, PlanReply
from jupyter_sscluster.widget.features.export.contract import File
from jupyter_sscluster.widget.features.fit_steps.contract import Frames, StepsHead
from jupyter_sscluster.widget.features.history.contract import Moment
from jupyter_sscluster.widget.features.preview.contract import (
    Foreseen,
    ForeseenPlace,
    Next,
    NextShape,
)
from jupyter_sscluster.widget.features.row_content.contract import Content, Found, Images, Names
from jupyter_sscluster.widget.features.stopping.contract import Unsure


class Description(Content):
    """What there is to tell about one point; features are left out where its content says more."""

    type: Literal["describe"]
    index: Point
    name: str
    title: str
    features: list[tuple[str, str]]
    step: int | None
    """Of which moment; None of the present one."""


Reply = (
    Description
    | Names
    | Images
    | Found
    | File
    | ClusterCard
    | PlanReply
    | Part
    | Foreseen
    | ForeseenPlace
    | Next
    | NextShape
    | Unsure
    | Moment
    | StepsHead
    | Frames
)
