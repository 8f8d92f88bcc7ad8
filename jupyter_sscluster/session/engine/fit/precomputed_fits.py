"""Fits that are made before anybody asks for them, and the problems that they may solve."""

from dataclasses import dataclass

import numpy as np

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_tables
from jupyter_sscluster.journal.timeline import Settings, State
from jupyter_sscluster.session.engine.fit.fitting import FitProblem, Solution, inferring
from jupyter_sscluster.session.engine.fit.regrouping import regrouped_labels
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import ready_clusterer, takes_n_clusters
from jupyter_sscluster.session.engine.stable_labels import stable_labels


def problem_of(X: np.ndarray, state: State, shown: FitRecord | None) -> FitProblem:
    """The problem that a state poses, from where it is solved while a fit is shown."""
    start = None
    if shown is not None and state.regrouped is not None:
        start = regrouped_labels(X, shown.labels, state.regrouped)
    elif shown is not None and not state.fresh and shown.model == state.settings.model:
        start = shown.labels
    return FitProblem(
        fit=state.fit,
        X=X,
        constraints=state.constraints,
        clusterer=ready_clusterer(state.settings),
        n_clusters=state.settings.n_clusters,
        start=start,
        strategy=inferring(state.settings),
    )


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
    """Whether two values hold the same statements in the same order, with the same weights."""
    same_noise = np.array_equal(one.noise, other.noise)
    return (
        one.n_samples == other.n_samples
        and same_noise
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
