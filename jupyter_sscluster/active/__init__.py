"""Which pair to ask about next."""

from .asc import ASC
from .ensembleuncertainty import EnsembleUncertainty
from .exploreconsolidate import ExploreConsolidate
from .human import HumanOracle
from .minmax import MinMax
from .mmdbatch import MMDBatch
from .npu import NPU
from .oracle import BudgetExhausted, Oracle, border_doubt
from .oracles import AbstainingOracle, BudgetedOracle, NoisyOracle
from .random import Random
from .recorded import RecordedOracle
from .snapshot import Query, Snapshot

__all__ = [
    "Random",
    "ExploreConsolidate",
    "MinMax",
    "NPU",
    "ASC",
    "MMDBatch",
    "EnsembleUncertainty",
    "Oracle",
    "NoisyOracle",
    "AbstainingOracle",
    "BudgetedOracle",
    "RecordedOracle",
    "HumanOracle",
    "border_doubt",
    "Snapshot",
    "Query",
    "BudgetExhausted",
]
