"""Names in pickles that were written before modules were renamed, and what they are called now."""

from __future__ import annotations

import sys
from collections.abc import Sequence
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
            return getattr(today, name)

        module.__dict__["__getattr__"] = get


sys.meta_path.append(_EarlierModules())
