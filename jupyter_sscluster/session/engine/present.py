"""The present moment of a session, and a cache of what was computed for it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

import numpy as np

from jupyter_sscluster.active import Snapshot
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.timeline import Settings, State
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.sample.sample import Sample
from jupyter_sscluster.session.engine.settings import (
    n_clusters_now,
    ready_clusterer,
    ready_strategy,
)


@dataclass(frozen=True, eq=False)
class Present:
    """The state, the fit that is shown and the rows that are shown, at one moment; immutable.

    `step` stays while questions are asked; `revision` grows with every answer, setting, undo and
    redo; `fit` is None before the first; `found` is what `per_moment` keeps.
    """

    step: int
    revision: int
    state: State
    fit: FitRecord | None
    sample: Sample
    found: dict[Any, Any] = field(default_factory=dict, repr=False)

    def is_same(self, step: int, fit: FitRecord | None, sample: Sample) -> bool:
        """Whether nothing has changed but the open questions."""
        return self.step == step and self.fit is fit and self.sample is sample

    @property
    def settings(self) -> Settings:
        """Clusterer, strategy, number of clusters and seed."""
        return self.state.settings

    @property
    def n_clusters(self) -> int:
        """The number of clusters, as set or as found."""
        return n_clusters_now(self.settings, None if self.fit is None else self.fit.labels)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers in force."""
        return self.state.answers

    @property
    def constraints(self) -> Constraints:
        """The constraints between rows."""
        return self.state.constraints

    @property
    def constraints_by_place(self) -> Constraints:
        """What people said, between places in the sample, as a strategy gets it."""
        found: Constraints | None = self.found.get("constraints_by_place")
        if found is None:
            said = self.state.said_by_people
            found = self.found["constraints_by_place"] = self.sample.known(said)
        return found

    @property
    def labels(self) -> np.ndarray:
        """Cluster of every row by the fit that is shown; all 0 before the first."""
        if self.fit is not None:
            return self.fit.labels
        zeros = np.zeros(self.sample.n_samples, dtype=np.int32)
        zeros.setflags(write=False)
        return zeros

    @property
    def clusterer(self) -> Any:
        """The clusterer as it will be fitted: an unfitted copy with K and seed set."""
        return ready_clusterer(self.settings)

    @property
    def strategy(self) -> Any:
        """The strategy, a copy with the seed set."""
        return ready_strategy(self.settings)

    def snapshot(self) -> Snapshot:
        """What a strategy gets to see, by place in the sample."""
        labels = None if self.fit is None else self.fit.labels
        return _snapshot(self.state, self.sample, labels, self.constraints_by_place)

    def statements(self, i: int, j: int, kind: str) -> tuple[Answer, ...]:
        """All hard answers in force that say this of a pair: several if its weight has grown."""
        stated = ((min(i, j), max(i, j)), kind, False)
        return tuple(a for a in self.answers if (a.pair, a.kind, a.soft) == stated)

    def statement(self, i: int, j: int, kind: str) -> Answer | None:
        """The first of `statements`; None if the link only follows from others."""
        return next(iter(self.statements(i, j, kind)), None)

    def chain(self, witness: Iterable[tuple[int, int, str]]) -> list[Answer | None]:
        """The answers behind the witness of a ConflictError, in its order."""
        return [self.statement(i, j, kind) for i, j, kind in witness]


def snapshot_of(state: State, sample: Sample, labels: np.ndarray | None) -> Snapshot:
    """What a strategy would get to see in another state, with these labels."""
    return _snapshot(state, sample, labels, sample.known(state.said_by_people))


def _snapshot(
    state: State, sample: Sample, labels: np.ndarray | None, known: Constraints
) -> Snapshot:
    same = state.said_by_people is state.said_by_leading
    return Snapshot(
        sample.X,
        known,
        labels=None if labels is None else sample.of(labels),
        clusterer=ready_clusterer(state.settings),
        unknown=tuple((sample.place(i), sample.place(j)) for i, j in state.unknown),
        n_clusters=n_clusters_now(state.settings, labels),
        names=sample.names,
        evidence=None if same else sample.known(state.said_by_leading),
    )


class _HasPresent(Protocol):
    @property
    def now(self) -> Present: ...


class Part(Protocol):
    """An object of a session: it holds the engine."""

    @property
    def _engine(self) -> _HasPresent: ...


Self = TypeVar("Self", bound=Part)
Given = ParamSpec("Given")
Found = TypeVar("Found")


def per_moment(
    work: Callable[Concatenate[Self, Present, Given], Found],
) -> Callable[Concatenate[Self, Given], Found]:
    """Compute once a moment: cache a method until the state or the fit shown changes.

    The method gets the present moment as its first argument and must read nothing else that
    changes. It runs without the lock. Its other arguments must be hashable.
    """

    def cached(self: Self, /, *args: Given.args, **kwargs: Given.kwargs) -> Found:
        now = self._engine.now
        key = (work.__qualname__, args, tuple(sorted(kwargs.items())))
        if key not in now.found:
            now.found[key] = work(self, now, *args, **kwargs)
        found: Found = now.found[key]
        return found

    return cast("Callable[Concatenate[Self, Given], Found]", wraps(work)(cached))
