"""Which pair to ask about next."""

from .exploreconsolidate import ExploreConsolidate
from .minmax import MinMax
from .npu import NPU
from .oracle import BudgetExhausted, Oracle
from .random import Random
from .snapshot import Query, Snapshot

__all__ = [
    "Random",
    "ExploreConsolidate",
    "MinMax",
    "NPU",
    "Oracle",
    "Snapshot",
    "Query",
    "BudgetExhausted",
]
