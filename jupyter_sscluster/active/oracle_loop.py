"""The loop that asks an oracle, shared by all strategies."""

import warnings
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import InputError, InputTypeError
from jupyter_sscluster.active.oracle import BudgetExhausted
from jupyter_sscluster.active.oracles.callable_oracle import weighed
from jupyter_sscluster.active.snapshot import Pair, Query, Snapshot
from jupyter_sscluster.cluster.adaptivepckmeans import AdaptivePCKMeans
from jupyter_sscluster.cluster.fit.any_clusterer import (
    fitted_labels,
    goes_on,
    warm_or_fresh,
    warm_start,
)
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.constraints import ConflictError, Constraints, as_constraints
from jupyter_sscluster.constraints.answer_kinds import kind_of


class AskingStrategy(Protocol):
    """What a loop needs of a strategy."""

    uses_labels: ClassVar[bool]
    clusterer: Any

    def propose(self, snapshot: Snapshot) -> list[Query]:
        """The pairs to ask about next, best first."""
        ...

    def clustered_with(self, snapshot: Snapshot) -> Constraints:
        """What the clusterer is given."""
        ...

    def midway(self, snapshot: Snapshot, pair: Pair) -> bool:
        """Whether the answer to a pair left its target half resolved."""
        ...


class AskedPair(NamedTuple):
    """A question that `fit` asked, and its answer: "must", "cannot" or "unknown"."""

    i: int
    j: int
    kind: str
    reason: str


REFIT = 10
"""Answers after which the points are clustered again, even if none contradicts the clusters."""


class Loop:
    """One run of a strategy against an oracle, from a first snapshot.

    For a strategy that looks at clusters, the points are clustered before the first question, and
    again once an answer contradicts the clusters or ten answers have passed (or as many as its
    `refit_every` says), but not while a point is half placed; for one that asks again, before each
    question, as what to ask again shows in the clusters. An answer that the clusters agree with
    leaves a clustering that pays for violated pairs as good as it was. Those fits go on from the
    last centres where the clusterer has `init`; belief clustering makes its own starts, as does the
    fit at the end, whose labels are reported.

    An answer that contradicts others is recorded as well, see `stated`.
    """

    def __init__(self, strategy: AskingStrategy, start: Snapshot) -> None:
        self.strategy, self.start = strategy, start
        self.constraints, self.unknown = start.constraints, list[Pair]()
        self.asked = list[AskedPair]()
        self.labels: NDArray[np.integer[Any]] | None = None
        self.news, self.surprised, self.fresh = 0, False, False

    def run(self, oracle: Any) -> None:
        """Ask until the oracle or the questions run out, then cluster."""
        while getattr(oracle, "remaining", 1) > 0:
            if self.strategy.uses_labels and self.is_due():
                self.cluster(self.labels)
            if not self.ask_next(oracle):
                break
        if self.news or not self.fresh:
            self.cluster()

    def ask_next(self, oracle: Any) -> bool:
        """Ask the next question; False if none is left, or the oracle gives no more."""
        queries = self.strategy.propose(self.snapshot())
        return bool(queries) and self.ask(oracle, queries[0])

    def is_due(self) -> bool:
        """Whether the clusters lag behind what is known, and no point is half placed."""
        if not self.asked:
            return True
        if getattr(self.strategy, "asks_again", False):
            return self.news > 0
        due = self.surprised or self.news >= getattr(self.strategy, "refit_every", REFIT)
        return due and not self.strategy.midway(self.snapshot(), self.asked[-1][:2])

    def snapshot(self) -> Snapshot:
        """What is known now."""
        start = self.start
        return Snapshot(
            start.X,
            self.constraints,
            self.labels,
            self.strategy.clusterer,
            tuple(self.unknown),
            start.n_clusters,
            start.names,
        )

    def ask(self, oracle: Any, query: Query) -> bool:
        """Record the answer to a question; False if the oracle gives no more."""
        if hasattr(oracle, "reason"):
            oracle.reason = query.reason
        try:
            answer, weight = weighed(oracle, *query.pair)
        except BudgetExhausted:
            return False
        kind = _kind(answer)
        if kind == "unknown":
            self.unknown.append(query.pair)
        else:
            self.constraints = stated(self.constraints, query.pair, kind, weight)
            self.news += 1
            self.surprised |= self.contradicts(query.pair, kind)
        self.asked.append(AskedPair(*query.pair, kind, query.reason))
        return True

    def contradicts(self, pair: Pair, kind: str) -> bool:
        """Whether the present clusters say otherwise, or there are none."""
        if self.labels is None:
            return True
        first, second = np.asarray(self.labels)[list(pair)]
        return bool(first == second != -1) != (kind == "must")

    def cluster(self, last: NDArray[np.integer[Any]] | None = None) -> None:
        """Fit the clusterer to what is known; if it fails, the previous labels stay."""
        last = last if goes_on(self.strategy.clusterer) else None
        self.news, self.surprised, self.fresh = 0, False, last is None
        try:
            told = self.snapshot()
            given = replace(told, constraints=self.strategy.clustered_with(told))
            self.labels = cluster(given, last=last)
        except FitCancelled:
            raise
        except Exception as error:
            warnings.warn(
                f"clustering after {len(self.asked)} answers failed, the labels before them stay: "
                f"{error}",
                UserWarning,
                stacklevel=4,
            )


def stated(known: Constraints, pair: Pair, kind: str, weight: float = 1.0) -> Constraints:
    """State one more pair; of statements that contradict each other some become soft.

    These are the cannot-links between points that must-links join, as `Constraints` decides it with
    `conflicts="soft"`. Which they are does not depend on the order of the answers: a must-link that
    comes late turns earlier cannot-links into soft ones. So is whatever weighs less than 1, as who
    said it was not certain.

    >>> known = Constraints(3, must=[(0, 1)], cannot=[(1, 2)])
    >>> known = stated(known, (0, 2), "must")
    >>> known.must.tolist(), known.cannot.tolist(), known.soft_cannot.tolist()
    ([[0, 1], [0, 2]], [], [[1, 2]])
    """
    if weight < 1:
        return known.add(*pair, kind, weight, soft=True)
    try:
        return known.add(*pair, kind)
    except ConflictError:
        pairs: dict[str, Any] = {kind: [pair]}
        return as_constraints(known.n_samples, **pairs, constraints=known, conflicts="soft")


def cluster(
    snapshot: Snapshot,
    clusterer: Any = None,
    n_clusters: int | None = None,
    last: NDArray[np.integer[Any]] | None = None,
) -> NDArray[np.integer[Any]]:
    """Labels of a snapshot's points, by its clusterer, the one given, or AdaptivePCKMeans.

    With the labels of the last fit it goes on from there, if it can; if that fails, afresh.
    """
    chosen = clusterer if snapshot.clusterer is None else snapshot.clusterer
    if chosen is None:
        wanted = snapshot.n_clusters or n_clusters or 2
        chosen = AdaptivePCKMeans(n_clusters=min(wanted, snapshot.n_samples), random_state=0)
    n_clusters = chosen.get_params(deep=False).get("n_clusters")
    start = warm_start(chosen, snapshot.X, last, n_clusters, column="in order")
    labels, _ = warm_or_fresh(chosen, start, partial(_labels, snapshot))
    return labels


def _labels(snapshot: Snapshot, estimator: Any) -> NDArray[np.integer[Any]]:
    labels: NDArray[np.integer[Any]]
    if len(snapshot.constraints.noise):
        labels = fitted_labels(estimator, snapshot.X, snapshot.constraints)
    else:
        labels = estimator.fit(snapshot.X, constraints=snapshot.constraints).labels_
    return labels


def check_oracle(oracle: Any, n_samples: int) -> None:
    """Raise `InputError` if the oracle cannot be asked, or knows about another number of points."""
    if isinstance(oracle, type) or not callable(getattr(oracle, "query", None)):
        raise InputTypeError(
            f"oracle={oracle!r} cannot be asked; pass an object with query(i, j), such as "
            "Oracle(labels) where labels are known"
        )
    known = getattr(oracle, "n_samples", n_samples)
    if known != n_samples:
        raise InputError(
            f"the oracle knows about {known} points and X has {n_samples} rows; give it one label "
            "a row"
        )


def _kind(answer: Any) -> str:
    try:
        return kind_of(answer)
    except InputError:
        raise InputError(
            f"the oracle answered {answer!r}; query(i, j) must return 'must', 'cannot' or 'unknown'"
        ) from None
