"""RESOLVE: a point is asked about with one neighbourhood after another until a must-link."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import Choice, Flag, Rule
from jupyter_sscluster.active.neighbourhoods.points_to_place import Neighbourhoods
from jupyter_sscluster.active.snapshot import Pair, Query, Snapshot
from jupyter_sscluster.active.strategy import Strategy


class Plan(Protocol):
    """Which points a strategy wants to place, and where it expects them."""

    def fresh(self) -> Iterator[int]:
        """Targets not asked about yet, best first."""
        ...

    def score(self, target: int) -> float:
        """How much a target is wanted."""
        ...

    def preference(self, target: int) -> NDArray[np.float64]:
        """How likely a target belongs to each neighbourhood, on any scale."""
        ...

    def why(self, target: int, pair: Pair) -> str:
        """One sentence on why a target is asked about."""
        ...

    def unknown(self) -> NDArray[np.float64]:
        """How much is unknown about each point, from 0 to 1, shape (n_samples,)."""
        ...


class PlacingStrategy(Strategy):
    """A strategy that places one target after another in the certified neighbourhoods.

    Targets come in this order: partly resolved ones (fewest open neighbourhoods first),
    the planned ones, those that `n_clusters` already settles, doubtful ones.
    Only the first open pair of each is asked, as the answer decides the next. A subclass
    defines `_plan`.

    Parameters
    ----------
    infer_last : bool, default True
        Whether a point apart from all of `n_clusters` neighbourhoods but one is taken to belong to
        that one, and only asked about when nothing else is left. False where the number of classes
        is a guess: new classes are then found sooner.
    member : "nearest" or "random", default "nearest"
        Which member of a neighbourhood is asked about: the one most like the point, which a person
        can tell best, or any.
    """

    parameter_ranges: ClassVar[dict[str, Rule]] = {
        **Strategy.parameter_ranges,
        "infer_last": Flag(),
        "member": Choice("nearest", "random"),
    }
    member = "nearest"  # of strategies that were pickled before this was a parameter

    def __init__(
        self,
        clusterer: Any = None,
        n_clusters: int | None = None,
        random_state: int | None = 0,
        infer_last: bool = True,
        member: str = "nearest",
    ) -> None:
        super().__init__(clusterer, n_clusters, random_state)
        self.infer_last = infer_last
        self.member = member

    @abstractmethod
    def _plan(self, snapshot: Snapshot, ground: Neighbourhoods) -> Plan:
        """The order of targets, and why each is asked about."""

    def _ground(self, snapshot: Snapshot) -> Neighbourhoods:
        n_clusters = self._n_clusters(snapshot)
        return Neighbourhoods(snapshot, n_clusters, self.infer_last, self.random_state, self.member)

    def midway(self, snapshot: Snapshot, pair: Pair) -> bool:
        """Whether the answer to a pair left its target half resolved."""
        ground = self._ground(snapshot)
        return any(int(ground.component_ids[point]) in ground.half_resolved for point in pair)

    def _propose(self, snapshot: Snapshot, n_pairs: int) -> list[Query]:
        ground = self._ground(snapshot)
        if len(ground.ids) == 0:
            return []
        plan = self._plan(snapshot, ground)
        scratch, queries = snapshot.constraints, list[Query]()
        for target in _targets(ground, plan):
            pair = ground.next_pair(target, plan.preference(target))
            if pair is None or scratch.relation(*pair) is not None:
                continue
            reason = _last_group_reason(ground, target, pair) or plan.why(target, pair)
            reason = reason.removesuffix(".") + _worth(ground, target) + "."
            queries.append(Query(pair, plan.score(target), reason))
            if len(queries) == n_pairs:
                break
            scratch = scratch.add(*pair, "must")
        return queries

    def _scores(self, snapshot: Snapshot) -> NDArray[np.float64]:
        ground = self._ground(snapshot)
        if len(ground.ids) == 0:
            return super()._scores(snapshot)
        total = np.bincount(ground.component_ids, self._plan(snapshot, ground).unknown())
        total[[*ground.ids, *ground.inferred]] = 0.0
        mean = total / snapshot.constraints.component_sizes
        return np.clip(mean, 0.0, 1.0)[ground.component_ids]


def _targets(ground: Neighbourhoods, plan: Plan) -> Iterator[int]:
    yield from _ranked(ground, plan, ground.half_resolved)
    yield from plan.fresh()
    yield from _ranked(ground, plan, ground.inferred)
    yield from _ranked(ground, plan, ground.doubtful)


def _ranked(ground: Neighbourhoods, plan: Plan, targets: frozenset[int]) -> list[int]:
    return sorted(targets, key=lambda t: (ground.n_open(t), -plan.score(t), t))


def _last_group_reason(ground: Neighbourhoods, target: int, pair: Pair) -> str | None:
    """For a target with one open neighbourhood there is nothing to weigh."""
    if ground.n_open(target) > 1 or len(ground.ids) < 2:
        return None
    point, member = map(ground.snapshot.name, pair)
    if target in ground.inferred:
        return (
            f"Point {point} is apart from every other group, so it most likely belongs with "
            f"{member}; this answer confirms it."
        )
    return (
        f"Point {point} is apart from the other {_counted(len(ground.ids) - 1)} found so "
        f"far; this settles whether it belongs with {member} or is something new."
    )


def _worth(ground: Neighbourhoods, target: int) -> str:
    """How much one answer settles, where that can be said before it is given."""
    size = len(ground.points(target))
    certain = ground.infer_last and len(ground.ids) == ground.n_clusters
    left = ground.n_open(target)
    if left == 2 and certain:
        return f"; one answer settles {'it' if size == 1 else f'{size} points'}"
    if size > 1:
        return f"; {'one answer' if left == 1 else 'a yes'} settles {size} points"
    return ""


def _counted(groups: int) -> str:
    return "group" if groups == 1 else f"{groups} groups"
