"""What the kernel replies."""

from __future__ import annotations

from typing import Literal

from jupyter_sscluster.widget.contract.ahead import Foreseen, ForeseenPlace, Next, NextShape
from jupyter_sscluster.widget.contract.content import Content, Found, Images, Names
from jupyter_sscluster.widget.contract.enough import Unsure
from jupyter_sscluster.widget.contract.hand import ClusterCard, PlanReply
from jupyter_sscluster.widget.contract.kinds import Point
from jupyter_sscluster.widget.contract.out import File
from jupyter_sscluster.widget.contract.parts import Part
from jupyter_sscluster.widget.contract.past import Moment
from jupyter_sscluster.widget.contract.steps import Frames, StepsHead


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
