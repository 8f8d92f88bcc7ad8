"""The features of the widget: each folder of `widget/features`, by the modules that it has."""

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, get_args

from jupyter_sscluster.widget.core import contract

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


def load() -> None:
    """Import every module of every feature."""
    for feature in pkgutil.walk_packages(import_module(FEATURES).__path__, f"{FEATURES}."):
        import_module(feature.name)


@cache
def declared(name: str) -> tuple[Any, ...]:
    """All types that the contracts call `State`, `Message` or `Reply`, each member of a union."""
    found = [vars(each)[name] for each in (contract, *modules("contract")) if name in vars(each)]
    return tuple(one for each in found for one in get_args(each) or (each,))


def part_of_state(key: str, view: Any) -> Any:
    """One key of the state, made by the feature whose contract has it."""
    contracts = [each for each in modules("contract") if hasattr(each, "State")]
    owner = next(each for each in contracts if key in each.State.__annotations__)
    return import_module(f"{owner.__package__}.state").state(view)[key]


def answers(hook: str, *arguments: Any) -> Iterator[Any]:
    """What the `state` modules answer whose features have a function of this name."""
    for feature in modules("state"):
        if hook in vars(feature):
            yield vars(feature)[hook](*arguments)


def first(hook: str, *arguments: Any) -> Any:
    """The first of these answers that is not empty; None if all are."""
    return next(filter(None, answers(hook, *arguments)), None)
