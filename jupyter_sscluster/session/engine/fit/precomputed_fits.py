"""Fits that are made before anybody asks for them, and the problems that they may solve."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jupyter_sscluster.cluster.fit.any_clusterer import goes_on
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_tables
from jupyter_sscluster.journal.timeline import Settings, State, Timeline
from jupyter_sscluster.session.engine.fit.fitting import FitProblem, Solution, inferring
from jupyter_sscluster.session.engine.fit.regrouping import regrouped_labels
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import ready_clusterer, takes_n_clusters
from jupyter_sscluster.session.engine.stable_labels import stable_labels

STAGED = 5_000
"""Rows up to which a fit goes by way of what was told before."""


def problem_of(X: np.ndarray, state: State, shown: FitRecord | None) -> FitProblem:
    """The problem that a state poses, from where it is solved while a fit is shown."""
    start, settings = None, state.settings
    if shown is not None and state.regrouped is not None:
        start = regrouped_labels(X, shown.labels, state.regrouped)
    elif shown is not None and not state.fresh and shown.model == settings.model:
        start = labels_to_go_on_from(shown, settings.clusterer)
    return FitProblem(
        fit=state.fit,
        X=X,
        constraints=state.constraints,
        clusterer=ready_clusterer(settings),
        n_clusters=settings.n_clusters,
        start=start,
        strategy=inferring(settings),
    )


def labels_to_go_on_from(shown: FitRecord, clusterer: Any) -> np.ndarray | None:
    """The labels shown, or None for the clusterer's own starts.

    A clusterer without a warm start has one after clusters were merged, split or made by hand.
    """
    return shown.labels if goes_on(clusterer) or not shown.fresh else None


def problem_now(
    X: np.ndarray, timeline: Timeline, records: Mapping[int, FitRecord], last: FitRecord | None
) -> FitProblem:
    """The problem of the present state, solved from the `last` clusters if people made them.

    Clusters that functions had a part in are no start once no function's answers count: the fit
    goes on from the clusters before these, by way of what people have said since, so that they get
    what they would have had without the functions. Where rows were left out or put back, or
    clusters merged or split by hand in the meantime, it goes on from the last clusters all the
    same; of more than 5,000 rows, from the clusters before without what was said on the way.
    """
    state = timeline.state
    problem = problem_of(X, state, last)
    if problem.start is None or state.regrouped is not None or not _only_of_people(state):
        return problem
    way, people = [state.constraints], True
    for past in reversed([each for each in timeline.past if each.fit != state.fit]):
        of_people, there = _only_of_people(past), past.fit in records
        if people and of_people and there:
            return problem
        if past.settings.model != state.settings.model:
            return problem if people else _by_way_of(problem, None, way[::-1])
        if not np.array_equal(past.rows.excluded, state.rows.excluded):
            return problem
        if of_people and there:
            return _by_way_of(problem, records[past.fit].labels, [past.constraints, *way[::-1]])
        if of_people:
            continue  # overtaken, cancelled or failed, so that nothing went on from it
        people = False
        way.append(past.said_by_people)
        if past.fresh:
            return _by_way_of(problem, None, way[::-1])
        if past.regrouped is not None:
            return problem
    return problem


def _by_way_of(problem: FitProblem, start: np.ndarray | None, way: list[Constraints]) -> FitProblem:
    """The problem from other labels, by way of what was told before it.

    The first of the way led to the labels; without labels it is to be fitted too.
    """
    stages, n = _without_repeats(way)[:-1], problem.constraints.n_samples
    before = stages if start is None else stages[1:]
    return replace(problem, start=start, before=before if n <= STAGED else ())


def _only_of_people(state: State) -> bool:
    """Whether no answer of a function counts."""
    said = state.said_by_people
    return said is state.constraints or same_statements(said, state.constraints)


def _without_repeats(told: Sequence[Constraints]) -> tuple[Constraints, ...]:
    """What was told, each once where it stays the same for a while."""
    pairs = itertools.pairwise(told)
    return (*told[:1], *(later for earlier, later in pairs if not same_statements(earlier, later)))


def numbered(
    X: np.ndarray, solution: Solution, state: State, shown: FitRecord | None
) -> np.ndarray:
    """The labels of a solution, numbered after the clusters shown."""
    before = None if shown is None else shown.labels
    if before is not None and state.regrouped is not None:
        before = regrouped_labels(X, before, state.regrouped)
    k = state.settings.n_clusters if takes_n_clusters(state.settings.clusterer) else 1
    return stable_labels(solution.labels, before, k)


def same_statements(one: Constraints, other: Constraints) -> bool:
    """Whether two values hold the same statements in order, with their weights, by hand or not."""
    same_noise = np.array_equal(one.noise, other.noise)
    return (
        one.n_samples == other.n_samples
        and same_noise
        and np.array_equal(one.by_hand, other.by_hand)
        and all(
            np.array_equal(mine.pairs, theirs.pairs)
            and np.array_equal(mine.weights, theirs.weights)
            for mine, theirs in zip(stated_tables(one), stated_tables(other), strict=True)
        )
    )


@dataclass(frozen=True, eq=False)
class Ahead:
    """A fit that was made ahead: of which problem, with which settings, and what came of it."""

    problem: FitProblem
    settings: Settings
    solution: Solution

    def solves(self, problem: FitProblem, settings: Settings) -> bool:
        """Whether the fit solves this problem: same rows, pairs, estimator, K and start.

        The strategy must match too if it adds pairs. Estimators are compared by identity,
        as a user's own may not define equality.
        """
        mine = self.problem
        return (
            mine.X is problem.X
            and same_statements(mine.constraints, problem.constraints)
            and mine.n_clusters == problem.n_clusters
            and _equal(mine.start, problem.start)
            and len(mine.before) == len(problem.before)
            and all(map(same_statements, mine.before, problem.before))
            and self.settings.clusterer is settings.clusterer
            and self.settings.random_state == settings.random_state
            and (
                mine.strategy is problem.strategy is None
                or self.settings.strategy is settings.strategy
            )
        )


def _equal(one: np.ndarray | None, other: np.ndarray | None) -> bool:
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other)
