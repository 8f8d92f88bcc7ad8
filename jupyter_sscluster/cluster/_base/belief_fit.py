"""The fit of belief clustering: the best of several starts, on all rows or on some of many."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jupyter_sscluster._arrays import Array, HashableData, Index, Labels
from jupyter_sscluster.cluster._parts.belief.alternation import BeliefRound, Rounds, costs
from jupyter_sscluster.cluster._parts.belief.anchors import Anchors, anchors
from jupyter_sscluster.cluster._parts.belief.feature_models import Candidate
from jupyter_sscluster.cluster._parts.belief.fit_inputs import FitInputs, PairStatements, unit_of
from jupyter_sscluster.cluster._parts.belief.normal_scores import NormalScores, normal_scores
from jupyter_sscluster.cluster._parts.belief.other_rows import (
    DrawnRows,
    GraphRows,
    drawn_rows,
    graphs_of,
    predicted,
)
from jupyter_sscluster.cluster._parts.belief.placing_links import with_placing_links
from jupyter_sscluster.cluster._parts.belief.propagation import flattened
from jupyter_sscluster.cluster._parts.belief.starts import (
    NO_ANCHORS,
    UNTOLD,
    Start,
    checked_labels,
    given_start,
    stand_ins,
)
from jupyter_sscluster.cluster._parts.graph.neighbour_graph import NearestRows
from jupyter_sscluster.cluster._parts.hard.repaired_labels import labels_that_keep
from jupyter_sscluster.cluster._parts.lloyd.class_seeds import seeded_starts
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Learned, Result, described
from jupyter_sscluster.cluster._parts.lloyd.points import Points, centred
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import (
    Noted,
    StepRecord,
    assigned,
    if_traced,
    is_traced,
    tracing,
)
from jupyter_sscluster.cluster._parts.soft.doubted_statements import without
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.cluster.kmeans import KMeans, plain_clusters
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding.generator import generator

LEAST = 50
"""Rows for each cluster that models are fitted to at least, if there are so many."""

_ITERATIONS = 20
"""Maximum number of iterations of k-means from classes that answers tell apart."""

_RUNS = 2
"""Starts from which all rounds are made."""


@dataclass(frozen=True, eq=False)
class LearnedBeliefs(Learned):
    """The last round and its start; P of all rows by features, and after the answers.

    `candidates` and `graphs` tell of rows less `offset`, divided by `unit`. Models were fitted to
    the rows of these `numbers` where they were not to all.
    """

    last: BeliefRound
    start: Start
    features: Array
    posterior: Array
    offset: Array
    unit: float
    candidates: list[Candidate]
    graphs: list[GraphRows]
    fitted: NearestRows | None
    numbers: Index | None = None

    def of(self, X: Array) -> Array:
        """P (m, k) of any rows; those that were fitted get what they have after the answers."""
        rows = (X - self.offset) / self.unit
        others = [graph.others(rows) for graph in self.graphs]
        found = flattened(predicted(self.candidates, self.last.weights, rows, others))
        if self.fitted is not None:
            places = self.fitted.of(rows, 1)[1][:, 0]
            same = (self.fitted.X[places] == rows).all(axis=1)
            known = self.posterior if self.numbers is None else self.posterior[self.numbers]
            found[same] = known[places[same]]
        return found


def learned_before(
    last: Any, posterior: Array, offset: Array, unit: float, k: int
) -> LearnedBeliefs:
    """The same of a fit that was pickled by an earlier version; `k` is its number of neighbours.

    Its candidates held models and graphs of their own, and graphs in a metric, which predict no
    rows today.
    """
    candidates = list[Candidate]()
    graphs = [GraphRows(None, None, k)]
    for each in last.candidates:
        scores = getattr(each, "scores", None)
        ranked = scores is not None
        candidates.append(
            Candidate(getattr(each, "name", ""), each.posterior, each.clusters, ranked)
        )
        if ranked and len(graphs) == 1:
            graphs.append(GraphRows(scores, None, k))
        if each.fields:
            graphs[ranked] = graphs[ranked]._replace(rows=each.fields[0].rows)
    rows = graphs[0].rows
    return LearnedBeliefs(
        last._replace(candidates=candidates),
        Start(posterior.argmax(axis=1), NO_ANCHORS, (NO_ANCHORS.rows, NO_ANCHORS.rows)),
        features=last.features,
        posterior=posterior,
        offset=offset,
        unit=unit,
        candidates=candidates,
        graphs=graphs,
        fitted=None if rows is None else rows.search,
    )


class _Run(NamedTuple):
    """Rounds from one start: the last of them, and the objective after each."""

    start: Start
    last: BeliefRound
    history: list[float]
    converged: bool
    noted: Noted


def rows_fitted(n_samples: int, max_samples: int, n_clusters: int) -> int:
    """Of so many rows, how many models are fitted to, but for those in pairs."""
    return min(n_samples, max(max_samples, LEAST * n_clusters))


@dataclass(frozen=True)
class BeliefFit:
    """A fit with the parameters of `BeliefClustering`."""

    n_clusters: int
    n_neighbors: int
    max_samples: int
    max_rounds: int
    keep_stated: bool
    labels_init: ArrayLike | None
    n_init: int
    random_state: Any

    @classmethod
    def of(cls, clusterer: Any) -> BeliefFit:
        """A fit with the parameters of a clusterer, which may have more of its own."""
        return cls(**{each.name: getattr(clusterer, each.name) for each in fields(cls)})

    def clustered(self, points: Points, known: Constraints) -> Result:
        """Clusters by models of all rows, or of some of many."""
        size = rows_fitted(len(points), self.max_samples, self.n_clusters)
        if size == len(points):
            unit = unit_of(points)
            X = points.X / unit
            return self._modelled(points, known, X, unit, normal_scores(X))
        drawn = self._drawn(points, size)
        rows, fit = np.union1d(drawn.numbers, known.touched), self
        if self.labels_init is not None:
            labels = checked_labels(points, self.labels_init, self.n_clusters)
            rows = np.union1d(rows, np.unique(labels, return_index=True)[1])
            fit = replace(self, labels_init=labels[rows])
        some = centred(points.raw[rows])
        X = (some.raw - drawn.offset) / drawn.unit
        with tracing(False):
            found = fit._modelled(some, known[rows], X, drawn.unit, drawn.scores)
        centres = found.centres + some.offset - points.offset
        return _with_others(found._replace(centres=centres), points, drawn, rows)

    def _drawn(self, points: Points, size: int) -> DrawnRows:
        """The rows that models are fitted to; those of a fixed seed are remembered."""
        given = points.clustered if points.clustered is not None else np.arange(len(points))
        seed = int(generator(self.random_state).integers(1 << 32))
        data, numbers = HashableData.of(points.raw), given.tobytes()
        fixed = isinstance(self.random_state, int | np.integer)
        draw = drawn_rows if fixed else drawn_rows.__wrapped__
        return draw(data, numbers, size, seed, self.n_neighbors)

    def _modelled(
        self,
        points: Points,
        known: Constraints,
        X: Array,
        unit: float,
        scores: NormalScores | None,
    ) -> Result:
        """The better of the runs from the best starts; `X` are the points in another unit."""
        starts = self._starts(points, X, known)
        others = np.concatenate([start.stand_ins[0] for start in starts])
        stated = with_placing_links(PairStatements.of(known), known, self.n_clusters)
        inputs = FitInputs(X, stated, others, self.n_neighbors, scores)
        runs = [self._run(inputs, *each) for each in self._best(inputs, starts)]
        best = min(runs, key=lambda run: run.history[-1] - run.start.lead)
        last, posterior = best.last, best.last.posterior(stated)
        found, noted = described(points, last.labels(stated)), best.noted
        if self.keep_stated and len(known):
            trusted, first = without(known, last.estimate.wrong > 0.5), found.labels
            kept = labels_that_keep(points, trusted, first, costs(posterior), 1.0)
            if not np.array_equal(kept, first):
                noted += if_traced(assigned(kept, None, "kept"))
                found = _described(points, kept, found)
        means = StepRecord("recentred", best.history[-1], centres=found.centres)
        graphs = graphs_of(inputs, last.candidates)
        fitted = None if graphs[0].rows is None else graphs[0].rows.search
        learned = LearnedBeliefs(
            last,
            best.start,
            features=last.features,
            posterior=posterior,
            offset=points.offset,
            unit=unit,
            candidates=last.candidates,
            graphs=graphs,
            fitted=fitted,
        )
        return found._replace(
            objective=best.history[-1],
            history=best.history,
            n_iter=len(best.history),
            converged=best.converged,
            learned=learned,
            noted=noted + if_traced(means),
        )

    def _best(self, inputs: FitInputs, starts: list[Start]) -> list[tuple[Start, Rounds, Array]]:
        """The two starts under which the answers are likeliest after one round, with these beliefs.

        Given labels alone, if every statement weighs 1 at least, and they are the best start, or
        answers tell fewer than K classes apart and none is suspected: such answers are likeliest
        where some clusters have swallowed the others.
        """
        strong = inputs.stated.counts.min(initial=1.0) == 1.0
        few_apart = max(len(start.anchors.rows) for start in starts) < self.n_clusters
        few, best = len(starts) <= _RUNS and self.labels_init is None, list[tuple[Any, ...]]()
        for at, start in enumerate(starts):
            rounds = Rounds(inputs, start, self.n_clusters)
            begun, objective = (start, rounds, rounds.first_belief()), 0.0
            if not few:
                last = rounds.next(begun[-1], in_metric=False)
                objective = last.objective(inputs.stated) - start.lead
                if start.given and strong and few_apart and last.trusts_all:
                    return [begun]
            best = sorted([*best, (objective, at, begun)], key=lambda each: each[:2])[:_RUNS]
        alone = self.labels_init is not None and best[0][1] == len(starts) - 1
        return [begun for _, _, begun in (best[:1] if alone and strong else best)]

    def _run(self, inputs: FitInputs, start: Start, rounds: Rounds, belief: Array) -> _Run:
        """Rounds until the same rows are placed in the same clusters as in one before."""
        seen, history = set[bytes](), list[float]()
        converged, noted = False, Noted()
        while not converged and len(history) < self.max_rounds:
            report("round", len(history) + 1, self.max_rounds)
            last = rounds.next(belief)
            belief = last.estimate.belief
            history.append(last.objective(inputs.stated))
            if is_traced():
                noted += (assigned(last.labels(inputs.stated), history[-1]),)
            which, classes = rounds.placed(belief)
            state = which.tobytes() + classes.argmax(axis=1).tobytes()
            converged = state in seen
            seen.add(state)
        return _Run(start, rounds.checked(last), history, converged, noted)

    def _starts(self, points: Points, X: Array, known: Constraints) -> list[Start]:
        """Starts from cannot-linked components, hard statements right or not, and from none."""
        plain = plain_clusters(points, known, self.n_clusters, self.n_init, self.random_state)
        found = {(): replace(self._start(points, known, plain, NO_ANCHORS), lead=UNTOLD)}
        for trusting in (True, False):
            separated = anchors(known, X, self.n_clusters, trusting=trusting)
            rows = tuple(separated.rows.tolist())
            if rows not in found:
                found[rows] = self._start(points, known, plain, separated)
        starts = list(found.values())
        if self.labels_init is not None:
            labels = checked_labels(points, self.labels_init, self.n_clusters)
            starts.append(given_start(points, known, labels))
        return starts

    def _start(
        self, points: Points, known: Constraints, plain: Result, separated: Anchors
    ) -> Start:
        """Clusters by k-means, started from the means of cannot-linked components."""
        found = plain
        if separated.members:
            seeds = np.full(len(points), -1, dtype=np.int32)
            for c, rows in enumerate(separated.members):
                seeds[rows] = c
            centres = next(seeded_starts(points, seeds, iter([plain.centres]))) + points.offset
            again = KMeans(self.n_clusters, init=centres, max_iter=_ITERATIONS)
            found = again._fit(points, known, None)
        return Start(found.labels, separated, stand_ins(points, known, found, separated))


def _with_others(found: Result, points: Points, drawn: DrawnRows, rows: Index) -> Result:
    """What was found of the drawn and stated `rows`, and of all others by models of these."""
    few = found.learned_as(LearnedBeliefs)
    places = np.searchsorted(rows, drawn.numbers)
    candidates = [replace(each, posterior=each.posterior[places]) for each in few.candidates]
    features = np.empty((len(points), few.features.shape[1]))
    others = np.delete(np.arange(len(points)), drawn.numbers)
    X = (points.raw[others] - drawn.offset) / drawn.unit
    features[others] = predicted(candidates, few.last.weights, X, drawn.others)
    features[rows], posterior = few.features, flattened(features)
    posterior[rows] = few.posterior
    labels = posterior.argmax(axis=1).astype(np.int32)
    labels[rows] = found.labels
    learned = replace(
        few,
        features=features,
        posterior=posterior,
        offset=drawn.offset,
        candidates=candidates,
        graphs=drawn.graphs,
        numbers=rows,
    )
    described_all = _described(points, labels, found)
    return found._replace(
        labels=labels,
        centres=described_all.centres,
        learned=learned,
        noted=if_traced(
            assigned(labels, found.objective),
            StepRecord("recentred", found.objective, centres=described_all.centres),
        ),
    )


def _described(points: Points, labels: Labels, found: Result) -> Result:
    """Labels with their means, or with those found if a cluster has no row.

    More clusters than the links leave components have none.
    """
    full = len(np.unique(labels)) == len(found.centres)
    return described(points, labels) if full else found._replace(labels=labels)
