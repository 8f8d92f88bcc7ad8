"""What the kernel replies."""

from __future__ import annotations

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
from jupyter_sscluster.widget.features.row_content.contract import Description, Found, Images, Names
from jupyter_sscluster.widget.features.stopping.contract import Unsure

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
