"""The features of the widget: each folder of `widget/features`, by the modules that it has."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from types import ModuleType

FEATURES = "jupyter_sscluster.widget.features"


@cache
def modules(name: str) -> tuple[ModuleType, ...]:
    """The modules of this name, `handlers` for instance, of all features that have one."""
    found = []
    for feature in pkgutil.iter_modules(import_module(FEATURES).__path__):
        package = import_module(f"{FEATURES}.{feature.name}")
        if name in (module.name for module in pkgutil.iter_modules(package.__path__)):
            found.append(import_module(f"{package.__name__}.{name}"))
    return tuple(found)
