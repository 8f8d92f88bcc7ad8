"""Which pair to ask about next."""

from .asc import ASC
from .cobras import COBRAS
from .ensembleuncertainty import EnsembleUncertainty
from .exploreconsolidate import ExploreConsolidate
from .minmax import MinMax
from .mmdbatch import MMDBatch
from .npu import NPU
from .oracle import BudgetExhausted, Oracle, border_doubt
from .oracles.calling import AskingFailed, CallableOracle
from .oracles.human import HumanOracle
from .oracles.imperfect import AbstainingOracle, BudgetedOracle, NoisyOracle
from .oracles.recorded import RecordedOracle
from .random import Random
from .robustnpu import RobustNPU
from .shapes.default import default_shape
from .shapes.outlook import Outlook
from .shapes.questions import Placement, Sorting
from .shapes.unsure import Uncertainty
from .snapshot import Query, Snapshot

__all__ = [
    "Random",
    "ExploreConsolidate",
    "MinMax",
    "NPU",
    "ASC",
    "COBRAS",
    "MMDBatch",
    "EnsembleUncertainty",
    "RobustNPU",
    "Oracle",
    "NoisyOracle",
    "AbstainingOracle",
    "BudgetedOracle",
    "RecordedOracle",
    "CallableOracle",
    "AskingFailed",
    "HumanOracle",
    "border_doubt",
    "Snapshot",
    "Query",
    "Placement",
    "Sorting",
    "Outlook",
    "Uncertainty",
    "default_shape",
    "BudgetExhausted",
]
