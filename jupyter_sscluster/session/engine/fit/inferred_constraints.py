"""What a clusterer is told besides the answers: what a strategy infers of them, where it is to."""

from __future__ import annotations

from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Snapshot
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.timeline import Settings
from jupyter_sscluster.session.engine.settings import ready_strategy, title_of


def tells_more(strategy: Any) -> bool:
    """Whether a clusterer is told what this strategy infers, besides the answers."""
    return bool(getattr(strategy, "propagate", False)) and hasattr(strategy, "clustered_with")


def inferring(settings: Settings) -> Any:
    """The strategy, ready, where clusters are made with what it infers; None else."""
    return ready_strategy(settings) if tells_more(settings.strategy) else None


def given_to_clusterer(X: np.ndarray, told: Constraints, strategy: Any) -> Constraints:
    """What was told, and what the strategy infers of it; None infers nothing."""
    if strategy is None:
        return told
    if not isinstance(X, np.ndarray):
        raise InputError(
            f"{title_of(strategy)} infers along all rows, and X comes in blocks; set "
            "propagate=False, or pass rows in memory"
        )
    given: Constraints = strategy.clustered_with(Snapshot(X, told))
    return given
