"""Names in files and pickles of earlier versions: modules and parameters, and their names today."""

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

MODULES = {
    f"jupyter_sscluster.{old}": f"jupyter_sscluster.{new}"
    for old, new in {
        "active.loop": "active.oracle_loop",
        "active.shapes": "active.question_types",
        "active.shapes.loop": "active.question_types.oracle_loop",
        "cluster.blocks": "cluster.out_of_core",
        "cluster.blocks.in_block": "cluster.out_of_core.block_computations",
        "cluster.blocks.source": "cluster.out_of_core.blocks",
        "cluster.fitting": "cluster.fit",
        "cluster.fitting.beliefs": "cluster.fit.posterior_after_answers",
        "cluster._parts.belief.candidates": "cluster._parts.belief.feature_models",
        "cluster._parts.belief.rounds": "cluster._parts.belief.alternation",
        "cluster._parts.graph.neighbours": "cluster._parts.graph.neighbour_graph",
        "constraints.stated": "constraints.stated_pairs",
    }.items()
}
"""Modules whose classes or functions are in pickles of estimators, by their old names."""

CLASSES = {
    "Asked": "AskedPair",
    "Place": "RowsOfBlock",
    "Round": "BeliefRound",
    "Shown": "AskedQuestion",
}
"""Their classes that have another name today."""

PARAMETERS: list[tuple[str, Any, dict[str, str]]] = [
    ("as_printed", False, {"algorithm": "fast"}),
    ("released", False, {"algorithm": "fast"}),
    ("as_printed", True, {"algorithm": "paper"}),
    ("released", True, {"algorithm": "reference"}),
    ("penalty", "released", {"penalty": "distance", "algorithm": "reference"}),
]
"""Parameters of COP-, PCK-, MPCK- and PCSK-means with a value, and what they are today."""


ADDED: dict[str, dict[str, Any]] = {
    "BeliefClustering": {"keep_stated": False, "labels_init": None, "max_samples": 2_000},
    "ConstrainedAgglomerative": {"p": 2.0},
    "ConstrainedCompleteLink": {"p": 2.0},
    "KMeans": {"update": "batch"},
    "MPCKMeans": {"order": "random"},
}
"""Parameters that classes did not have, and values with which they are as they were."""


VALUES: dict[str, dict[str, dict[Any, Any]]] = {
    "GPKMeans": {"scale": {"thesis": "euclidean"}},
}
"""Values that parameters of classes had, and the same ones today."""


def parameters_of_today(estimator: Any, stored: Mapping[str, Any]) -> dict[str, Any]:
    """Stored parameters or attributes of an estimator, or of its class, by the names of today."""
    kind = estimator if isinstance(estimator, type) else type(estimator)
    stored = ADDED.get(kind.__name__, {}) | dict(stored)
    for name, values in VALUES.get(kind.__name__, {}).items():
        if name in stored:
            stored[name] = values.get(stored[name], stored[name])
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
