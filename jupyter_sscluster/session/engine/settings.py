"""Clusterers and strategies of a session: built, checked, seeded, and written down as text.

An estimator is stored as its catalogue name and parameters, never pickled: a file that someone
sent cannot run code. What has no such form (an estimator or a callable of the user's own) is
stored as a mark, and must be passed again when the file is read.
"""

import inspect
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, clone

from jupyter_sscluster import _catalogue
from jupyter_sscluster._validation import InputError, check_count, check_data, check_params
from jupyter_sscluster.cluster.fit.earlier_versions import parameters_of_today
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.clique_warning import clique_larger_than, clique_note
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.timeline import Settings, State

Spec = dict[str, Any]


class Absent(BaseEstimator):
    """Stands for an estimator that a file names but cannot hold."""

    def __init__(self, what: str = "", kind: str = "clusterers") -> None:
        self.what = what
        self.kind = kind

    @property
    def title(self) -> str:
        """Its class path, for menus and sentences."""
        return self.what

    @property
    def sentence(self) -> str:
        """What is missing, and the way out."""
        word = "clusterer" if self.kind == "clusterers" else "strategy"
        return (
            f"the {word} {self.what} is stored by name only, because it (or one of its parameters) "
            f"is not in the catalogue; pass it again as {word}="
        )

    def fit(self, X: Any, y: Any = None) -> Any:
        """Refuse."""
        raise InputError(self.sentence)

    def propose(self, snapshot: Any, n_pairs: int = 1) -> Any:
        """Refuse."""
        raise InputError(self.sentence)


# --------------------------------------------------------------------------- building


def build(kind: str, thing: Any, params: dict[str, Any]) -> Any:
    """An unfitted copy of the estimator named or given, with these parameters, all checked."""
    entry = _catalogue.resolve(kind, thing)
    if isinstance(entry, type):
        made = _catalogue.make(kind, entry, **params)
    else:
        made = adjusted(clone(_catalogue.make(kind, entry)), params)
    check(made)
    return made


def adjusted(estimator: Any, params: dict[str, Any]) -> Any:
    """A copy of the estimator with these parameters; unknown ones are named."""
    known = estimator.get_params(deep=False)
    unknown = sorted(set(params) - set(known))
    if unknown:
        raise InputError(
            f"{type(estimator).__name__} has no parameter {unknown[0]!r}; it knows "
            f"{', '.join(sorted(known))}"
        )
    return clone(estimator).set_params(**params)


def check(estimator: Any) -> None:
    """Check the parameters against the ranges that the class declares, if it does."""
    if hasattr(type(estimator), "parameter_ranges"):
        check_params(estimator)


def takes_n_clusters(clusterer: Any) -> bool:
    """Whether a clusterer is told the number of clusters; others find it."""
    return "n_clusters" in clusterer.get_params(deep=False)


def n_clusters_now(settings: Settings, labels: np.ndarray | None) -> int:
    """The number of clusters that was set, or that was found by a clusterer that finds it."""
    if takes_n_clusters(settings.clusterer) or labels is None or not labels.size:
        return settings.n_clusters
    return max(1, int(labels.max()) + 1)


def check_n_clusters(n_clusters: Any, clusterer: Any, constraints: Constraints) -> int:
    """K as an int that the data, and a clusterer that violates no constraint, can satisfy."""
    n = constraints.n_samples - len(constraints.noise)
    k = check_count(n_clusters, "n_clusters", 1, n, f"there are {n} points to share out")
    if takes_n_clusters(clusterer) and not may_violate(clusterer) and len(constraints):
        fewest = constraints.n_clusters_bounds()[0]
        if k < fewest:
            raise InputError(
                f"n_clusters={k} is too small for {title_of(clusterer)}: the cannot-links set "
                f"{fewest} components apart from each other; use {fewest} or more, take "
                "one of them back, or use a clusterer that may violate constraints"
            )
    return k


def too_few_clusters(settings: Settings, constraints: Constraints) -> str | None:
    """A sentence where the clusterer must violate cannot-links, which it may; None else."""
    chosen = settings.clusterer
    constrained = getattr(chosen, "uses_constraints", True) and may_violate(chosen)
    constrained = constrained and takes_n_clusters(chosen)
    note = clique_note(constraints, settings.n_clusters) if constrained else None
    return None if note is None else f"{title_of(chosen)}: {note}."


def too_large_clique(state: State) -> np.ndarray:
    """More rows than clusters that are all cannot-linked; none if a greedy search finds none."""
    chosen = state.settings.clusterer
    if not getattr(chosen, "uses_constraints", True) or not takes_n_clusters(chosen):
        return np.empty(0, dtype=np.int64)
    return clique_larger_than(state.constraints, state.settings.n_clusters)


def links_between(state: State, clique: np.ndarray) -> list[Answer]:
    """The answers that keep the components of these rows apart from each other, in order."""
    ids = state.constraints.component_ids
    inside = np.zeros(state.constraints.n_components, dtype=bool)
    inside[ids[clique]] = True
    return [
        answer
        for answer in state.answers
        if answer.kind == "cannot" and not answer.soft and inside[ids[[answer.i, answer.j]]].all()
    ]


def infeasible_answers(state: State) -> frozenset[int]:
    """The numbers of the answers that keep the rows of a too large clique apart."""
    clique = too_large_clique(state)
    if not len(clique):
        return frozenset()
    return frozenset(answer.number for answer in links_between(state, clique))


def may_violate(clusterer: Any) -> bool:
    """Whether it may violate constraints, with the parameters that it has."""
    keeps_all = getattr(clusterer, "_keeps_all", None)
    hard = getattr(clusterer, "hard", False) if keeps_all is None else keeps_all()
    return not hard or getattr(clusterer, "dead_end", None) == "relax"


def heeds_soft(clusterer: Any) -> bool:
    """Whether a soft statement means anything to it: those that keep all weigh none."""
    weighs = "constraint_weight" in getattr(type(clusterer), "parameter_ranges", {})
    own = getattr(clusterer, "heeds_soft", None)
    return bool(own) if own is not None else weighs or not getattr(clusterer, "hard", False)


def check_start(clusterer: Any, n_clusters: int, n_features: int) -> None:
    """Refuse first centres, given as an array, of another shape than the problem's."""
    known = getattr(type(clusterer), "parameter_ranges", {})
    init = clusterer.get_params(deep=False)["init"] if "init" in known else None
    if init is None or isinstance(init, str) or callable(init):
        return
    shape = check_data(init, name="init").shape
    if shape != (n_clusters, n_features):
        raise InputError(
            f"init has shape {shape}; with {n_clusters} clusters and {n_features} features it must "
            f"have shape ({n_clusters}, {n_features}): pass such an array, the name of a seeding "
            "(such as init='kmeans_plusplus'), or init and n_clusters together"
        )


def title_of(estimator: Any) -> str:
    """What menus and sentences call it."""
    return getattr(estimator, "title", type(estimator).__name__)


def ready_clusterer(settings: Settings) -> Any:
    """An unfitted copy with the session's K, and its seed where it has none of its own."""
    params: dict[str, Any] = {"n_clusters": settings.n_clusters}
    return _seeded(settings.clusterer, settings.random_state, params)


def ready_strategy(settings: Settings) -> Any:
    """A copy with the session's seed where it has none of its own."""
    return _seeded(settings.strategy, settings.random_state, {})


def _seeded(estimator: Any, random_state: int, params: dict[str, Any]) -> Any:
    known = estimator.get_params(deep=False)
    wanted = {name: value for name, value in params.items() if name in known}
    if "random_state" in known and known["random_state"] is None:
        wanted["random_state"] = random_state
    return clone(estimator).set_params(**wanted)


# --------------------------------------------------------------------------- as text


def describe(kind: str, estimator: Any) -> Spec:
    """The estimator as plain values that JSON can hold."""
    if isinstance(estimator, Absent):
        return {"class": estimator.what, "params": {}}
    name = _catalogue.name_of(kind, estimator)
    who = {"name": name} if name else {"class": _path(type(estimator))}
    params = estimator.get_params(deep=False)
    return {**who, "params": {key: _plain(value) for key, value in sorted(params.items())}}


def restore(kind: str, spec: Spec, given: Sequence[Any] = ()) -> Any:
    """The estimator described, or the one of the same class among those given."""
    opaque = "class" in spec or _has_opaque(spec["params"])
    if not opaque:
        params = {key: _value(value) for key, value in spec["params"].items()}
        entry = _catalogue.resolve(kind, spec["name"])
        return _catalogue.make(kind, entry, **parameters_of_today(entry, params))
    path = spec.get("class") or _path(_catalogue.resolve(kind, spec["name"]))
    same = [estimator for estimator in given if _path(type(estimator)) == path]
    return same[0] if same else Absent(path, kind)


def default_names(spec: Spec, cls: type) -> list[str]:
    """The parameters that a description has as they are by default."""
    known = _defaults(cls)
    return sorted(name for name in known if spec["params"].get(name) == known[name])


def of_today(spec: Spec, cls: Any) -> Spec:
    """A stored description by the parameters that the class has today, new ones by default."""
    params = _defaults(cls) | parameters_of_today(cls, spec["params"])
    for name, value in params.items():
        if isinstance(value, dict) and "estimator" in value and "name" in value:
            params[name] = of_today(value, _catalogue.resolve(value["estimator"], value["name"]))
    return {**spec, "params": params}


def earlier_values(spec: Spec, names: Iterable[str]) -> dict[str, Any]:
    """Some of the parameters that a description has."""
    return {name: _value(spec["params"][name]) for name in names}


def _defaults(cls: type) -> Spec:
    parameters = inspect.signature(cls).parameters.values()
    return {one.name: _plain(one.default) for one in parameters if one.default is not one.empty}


def _path(cls: Any) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def _plain(value: Any) -> Any:
    """A parameter's value as JSON: what JSON lacks becomes an object with one key."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if np.isfinite(value) else {"float": str(value)}
    if isinstance(value, (list, tuple)):
        return {type(value).__name__: [_plain(item) for item in value]}
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
        return {"array": value.tolist(), "dtype": value.dtype.str}
    for kind in ("clusterers", "strategies"):
        if hasattr(value, "get_params") and _catalogue.name_of(kind, value):
            return {"estimator": kind, **describe(kind, value)}
    seeding = _catalogue.name_of("seedings", value) if callable(value) else None
    if seeding:
        return {"seeding": seeding}
    return {"opaque": _path(value if hasattr(value, "__qualname__") else type(value))}


def _value(plain: Any) -> Any:
    if not isinstance(plain, dict):
        return plain
    if "float" in plain:
        return float(plain["float"])
    if "array" in plain:
        return np.array(plain["array"], dtype=plain["dtype"])
    if "estimator" in plain:
        return restore(plain["estimator"], plain)
    if "seeding" in plain:
        return _catalogue.resolve("seedings", plain["seeding"])
    if "tuple" in plain:
        return tuple(_value(item) for item in plain["tuple"])
    return [_value(item) for item in plain["list"]]


def _has_opaque(plain: Any) -> bool:
    if isinstance(plain, dict):
        return "opaque" in plain or any(map(_has_opaque, plain.values()))
    return isinstance(plain, list) and any(map(_has_opaque, plain))
