"""Names in files and pickles of earlier versions: modules and parameters, and their names today."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

MODULES = {
    f"jupyter_sscluster.cluster.{old}": f"jupyter_sscluster.cluster.{new}"
    for old, new in {
        "blocks": "out_of_core",
        "blocks.in_block": "out_of_core.block_computations",
        "blocks.source": "out_of_core.blocks",
        "fitting": "fit",
        "fitting.beliefs": "fit.posterior_after_answers",
        "_parts.belief.candidates": "_parts.belief.feature_models",
        "_parts.belief.rounds": "_parts.belief.alternation",
        "_parts.graph.neighbours": "_parts.graph.neighbour_graph",
    }.items()
}
"""Modules whose classes or functions are in the state of fitted estimators, by their old names."""

CLASSES = {"Place": "RowsOfBlock", "Round": "BeliefRound"}
"""Their classes that have another name today."""

PARAMETERS: list[tuple[str, Any, dict[str, str]]] = [
    ("as_printed", False, {"algorithm": "fast"}),
    ("released", False, {"algorithm": "fast"}),
    ("as_printed", True, {"algorithm": "paper"}),
    ("released", True, {"algorithm": "reference"}),
    ("penalty", "released", {"penalty": "distance", "algorithm": "reference"}),
]
"""Parameters of COP-, PCK-, MPCK- and PCSK-means with a value, and what they are today."""


def parameters_of_today(estimator: Any, stored: Mapping[str, Any]) -> dict[str, Any]:
    """Stored parameters or attributes of an estimator, or of its class, by the names of today."""
    if "algorithm" not in getattr(estimator, "parameter_ranges", {}):
        return dict(stored)
    found = {key: stored[key] for key in stored if key not in ("as_printed", "released")}
    for name, value, today in PARAMETERS:
        if stored.get(name) == value:
            found |= today
    return found


class _EarlierModules(MetaPathFinder, Loader):
    """Import the module of today where an old name is asked for."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        known = fullname in MODULES
        return ModuleSpec(fullname, self, is_package=True) if known else None

    def exec_module(self, module: ModuleType) -> None:
        today = import_module(MODULES[module.__name__])

        def get(name: str) -> Any:
            return getattr(today, CLASSES.get(name, name))

        module.__dict__["__getattr__"] = get


sys.meta_path.append(_EarlierModules())
