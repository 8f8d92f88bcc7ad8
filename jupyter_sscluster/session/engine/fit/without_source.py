"""What is made likely with the answers of one source, and without them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.active.noisy_answers.class_probabilities_given_answers import (
    beliefs,
    makes_beliefs,
)
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_tables
from jupyter_sscluster.journal.sources import Source, source_of, weighed, with_source
from jupyter_sscluster.journal.timeline import Settings, State
from jupyter_sscluster.session.engine.fit.fitting import FitProblem, Solution, solve
from jupyter_sscluster.session.engine.fit.precomputed_fits import (
    numbered,
    problem_of,
    same_statements,
)
from jupyter_sscluster.session.engine.present import snapshot_of
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.sample.sample import Sample

KEPT = 4
"""Fits that are kept: where one source answers, what the others say without it stays the same."""

FRESH = 5_000
"""Rows up to which a fit of other statements has the clusterer's own starts."""


def told_if(state: State, name: str, counts: bool) -> Constraints:
    """What a state says if the answers of one source count, or if they do not."""
    source = source_of(state.sources, name)
    changed = replace(source, aside=not counts, counts=counts)
    return _told(state, with_source(state.sources, changed))


def _told(state: State, sources: Sequence[Source]) -> Constraints:
    known: Constraints = state.rows.told(state.constraints, weighed(state.answers, sources))
    return known


def _labels_if(
    X: Any, state: State, shown: FitRecord, told: Constraints, *, fresh: bool
) -> IntArray:
    """The clusters if only this is told, numbered after those shown.

    The fit goes on from the clusters shown, or else, `fresh`, has the clusterer's own starts.
    """
    start = None if fresh else shown.labels
    problem = replace(problem_of(X, state, shown), constraints=told, start=start)
    solution = _solved_afresh(problem, state.settings) if fresh else solve(problem)
    labels: IntArray = numbered(X, solution, state, shown)
    return labels


class _Solved(NamedTuple):
    """A fit from the clusterer's own starts, and all that it was made of."""

    X: Any
    settings: Settings
    said: tuple[bytes, ...]
    solution: Solution


_last: deque[_Solved] = deque(maxlen=KEPT)


def _solved_afresh(problem: FitProblem, settings: Settings) -> Solution:
    """The solution from the clusterer's own starts, which is kept for the next time."""
    said = _said(problem.constraints)
    for each in tuple(_last):
        if each.X is problem.X and each.settings is settings and each.said == said:
            return each.solution
    solution = solve(problem)
    _last.append(_Solved(problem.X, settings, said, solution))
    return solution


def _said(known: Constraints) -> tuple[bytes, ...]:
    """All statements in their order, with their weights, those by hand, and the noise."""
    tables = [(each.pairs.tobytes(), each.weights.tobytes()) for each in stated_tables(known)]
    apart = known.noise.tobytes(), known.by_hand.tobytes()
    return (*apart, *(part for each in tables for part in each))


def beliefs_if(
    X: Any, sample: Sample, state: State, shown: FitRecord | None, told: Constraints
) -> Array | None:
    """P(class) of the rows shown, by place, if only this is told; None where none is known.

    Clusters that are no model of these statements are fitted anew, unless rows come in blocks; of
    up to 5,000 rows from the clusterer's own starts, as those shown may be far from them.
    """
    clusterer = state.settings.clusterer
    snapshot = snapshot_of(state, sample, None if shown is None else shown.labels)
    fresh = len(X) <= FRESH
    other = not same_statements(told, state.constraints)
    if shown is not None and other and not makes_beliefs(clusterer) and isinstance(X, np.ndarray):
        snapshot = replace(
            snapshot, labels=sample.of(_labels_if(X, state, shown, told, fresh=fresh))
        )
    snapshot = replace(snapshot, evidence=sample.known(told))
    if snapshot.n_clusters is None:
        return None
    return beliefs(snapshot, None, snapshot.n_clusters, state.settings.random_state)
