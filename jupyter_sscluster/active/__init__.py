"""Query strategies: which pair to ask about next."""

from jupyter_sscluster._validation import Int, Real

from .asc import ASC
from .cobras import COBRAS
from .ensembleuncertainty import EnsembleUncertainty
from .exploreconsolidate import ExploreConsolidate
from .function_strategy import FunctionStrategy
from .mergeorsplit import MergeOrSplit
from .minmax import MinMax
from .mmdbatch import MMDBatch
from .npu import NPU
from .oracle import BudgetExhausted, Oracle, border_doubt
from .oracles.callable_oracle import AskingFailed, CallableOracle
from .oracles.human import HumanOracle
from .oracles.imperfect import AbstainingOracle, BudgetedOracle, NoisyOracle
from .oracles.recorded import RecordedOracle
from .question_types.expected_changes import ExpectedChanges
from .question_types.placement_and_sorting import Placement, Sorting, default_question_type
from .question_types.point_uncertainty import Uncertainty
from .random import Random
from .robustnpu import RobustNPU
from .snapshot import Query, Snapshot
from .strategy import Strategy

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
    "MergeOrSplit",
    "Oracle",
    "NoisyOracle",
    "AbstainingOracle",
    "BudgetedOracle",
    "RecordedOracle",
    "CallableOracle",
    "AskingFailed",
    "HumanOracle",
    "border_doubt",
    "Strategy",
    "FunctionStrategy",
    "Int",
    "Real",
    "Snapshot",
    "Query",
    "Placement",
    "Sorting",
    "ExpectedChanges",
    "Uncertainty",
    "default_question_type",
    "BudgetExhausted",
]
