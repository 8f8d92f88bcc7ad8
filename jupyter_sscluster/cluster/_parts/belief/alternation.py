"""The alternating loop of belief clustering: constrained rows, then features, and back."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Labels, Mask
from jupyter_sscluster.cluster._parts.belief.error_rate import FIRST, Estimate, estimated
from jupyter_sscluster.cluster._parts.belief.feature_models import (
    Candidate,
    fit_to,
    weights_by_answers,
)
from jupyter_sscluster.cluster._parts.belief.fit_inputs import (
    FitInputs,
    PairStatements,
    SpeakerGraph,
)
from jupyter_sscluster.cluster._parts.belief.linear_classes import linear_classes
from jupyter_sscluster.cluster._parts.belief.placing_links import MODELS_WRONG
from jupyter_sscluster.cluster._parts.belief.pooled_mixtures import (
    PooledMixture,
    pooled_mixtures,
)
from jupyter_sscluster.cluster._parts.belief.propagation import (
    ANCHORED,
    PLACED,
    flattened,
    log_evidence,
    propagate,
)
from jupyter_sscluster.cluster._parts.belief.starts import Start
from jupyter_sscluster.cluster._parts.graph.laplacian_solver import DIRECT

_TINY = 1e-300


class BeliefRound(NamedTuple):
    """Candidates with their weights, Σ w P (n, k), and beliefs about the rows in pairs."""

    candidates: list[Candidate]
    weights: Array
    features: Array
    unary: Array
    estimate: Estimate

    @property
    def trusts_all(self) -> bool:
        """Whether no statement is more likely wrong than right."""
        return not (self.estimate.wrong > 0.5).any()

    def posterior(self, stated: PairStatements) -> Array:
        """What the round makes likely (n, k): of rows in pairs by answers too."""
        posterior = self.unary.copy()
        posterior[stated.rows] = self.estimate.belief
        return posterior

    def labels(self, stated: PairStatements) -> Labels:
        """The likeliest cluster of each row; one that is none's gets the row that it suits best."""
        posterior = self.posterior(stated)
        labels: Labels = posterior.argmax(axis=1).astype(np.int32)
        sizes = np.bincount(labels, minlength=posterior.shape[1])
        for c in np.flatnonzero(sizes == 0):
            ratio = posterior[:, c] / posterior[np.arange(len(labels)), labels]
            row = int(np.where(sizes[labels] > 1, ratio, -1.0).argmax())
            sizes[labels[row]] -= 1
            labels[row] = c
            sizes[c] = 1
        return labels

    def objective(self, stated: PairStatements) -> float:
        """-log P(answers | features), without anchors; 9 decimals, equal for any thread count."""
        unary = flattened(self.features)[stated.rows]
        given = stated.pairs, stated.together, stated.weights, self.estimate.error
        return round(0.0 - log_evidence(unary, *given), 9)


class _Models(NamedTuple):
    """What one round fits to the placed rows, without the graph in the metric of `full`."""

    by_features: list[Candidate]
    by_ranks: list[Candidate]
    full: PooledMixture
    data: Array | None
    speaking: tuple[Index, Array] | None


class Rounds:
    """One round after the other, from one start.

    A round from the same beliefs, now with the graph, goes by the models that were fitted before.
    """

    def __init__(self, inputs: FitInputs, start: Start, n_clusters: int) -> None:
        self._inputs, self._n_clusters = inputs, n_clusters
        self._anchors = start.anchors.rows
        self._stand_ins, self._stand_for = start.stand_ins
        self._given = start.given
        self._first = flattened(np.eye(n_clusters)[start.labels])
        self._last: list[Array] = []
        self._metric: SpeakerGraph | None = None
        self._known: tuple[Array, _Models] | None = None

    def first_belief(self) -> Array:
        """About the rows in pairs, by answers and anchors alone, or by the start without these."""
        stated, unary = self._inputs.stated, self._first
        if len(self._anchors):
            unary = self._anchored(np.full(unary.shape, 1.0 / self._n_clusters))
        return propagate(
            unary[stated.rows], stated.pairs, stated.together, stated.weights, FIRST
        ).belief

    def placed(self, belief: Array) -> tuple[Mask, Array]:
        """Which of the rows in pairs are placed, and where."""
        which = belief.max(axis=1) >= PLACED
        return which, belief[which]

    def next(self, belief: Array, *, in_metric: bool = True) -> BeliefRound:
        """Candidates from these beliefs, and the next beliefs; the graph is used if `in_metric`."""
        which, classes = self.placed(belief)
        stated, inputs = self._inputs.stated, self._inputs
        rows, held = stated.rows[which], classes
        if self._given:
            rows, held = self._with_stand_ins(rows, classes)
        if self._known is None or self._known[0] is not belief:
            speaking, n_stand_ins = self._speaking(which, classes), len(rows) - len(classes)
            self._known = belief, self._models(rows, held, speaking, n_stand_ins=n_stand_ins)
        models = self._known[1]
        found, data = [*models.by_features], models.data
        if data is not None and in_metric:
            assert models.speaking is not None
            metric = inputs.along(self._in_metric(models.full.root), *models.speaking)
            found.append(Candidate("metric_graph", 0.5 * (data + metric)))
        found += models.by_ranks
        weights = weights_by_answers(found, rows, held)
        features = np.zeros(models.full.posterior.shape)
        for w, candidate in zip(weights, found, strict=True):
            features += w * candidate.posterior
        unary = self._anchored(flattened(features))
        return BeliefRound(
            found, weights, features, unary, self._estimated(unary[stated.rows], limited=True)
        )

    def checked(self, last: BeliefRound) -> BeliefRound:
        """A round in which models may contradict placing links; for the last one.

        For the point of each, U is (1 - s) P + s / K, s being `MODELS_WRONG`, and P(wrong) of the
        link is not limited. In every round this would confirm itself: a point would be placed where
        models have it, and models fitted to that.
        """
        stated, unary = self._inputs.stated, last.unary[self._inputs.stated.rows]
        numbers, points = stated.placing_links.T
        if not len(numbers):
            return last
        unary[points] = flattened(last.features[stated.rows[points]], MODELS_WRONG)
        limited = np.ones(len(stated.pairs), dtype=bool)
        limited[numbers] = False
        return last._replace(estimate=self._estimated(unary, limited=limited))

    def _estimated(self, unary: Array, *, limited: Mask | bool) -> Estimate:
        """Error rate and beliefs about the rows in pairs, from P (m, k) of these by features."""
        stated = self._inputs.stated
        given = stated.pairs, stated.together, stated.weights
        return estimated(
            unary, *given, least=stated.least_error, counts=stated.counts, limited=limited
        )

    def _models(
        self,
        rows: Index,
        classes: Array,
        speaking: tuple[Index, Array] | None,
        *,
        n_stand_ins: int,
    ) -> _Models:
        """What one round fits to placed and stand-in rows but for the graph in the metric."""
        inputs, starts, data = self._inputs, [self._first], None
        more = list[Candidate]()
        if speaking is not None:
            data = inputs.along(inputs.data, *speaking)
            linear = linear_classes(inputs.X, *speaking)
            starts += [data, linear.posterior]
            more.append(Candidate("linear", linear.posterior, linear.classes))
            more.append(Candidate("graph", data))
        last = [[shares] for shares in self._last] or [[], [], []]

        def best(X: Array, before: list[Array], *, isotropic: bool = False) -> PooledMixture:
            """Of mixtures from all starts the one that fits the placed rows best."""
            found = pooled_mixtures(
                X, starts + before, rows, classes, isotropic=isotropic, n_stand_ins=n_stand_ins
            )
            return max(found, key=lambda m: fit_to(m.posterior, rows, classes))

        full = best(inputs.X, last[0])
        ball = best(inputs.X, last[1], isotropic=True)
        self._last = [full.shares, ball.shares]
        mixtures = (("mixture", full), ("isotropic", ball))
        found = [Candidate(name, m.posterior, m.clusters) for name, m in mixtures]
        by_ranks = list[Candidate]()
        if inputs.ranked is not None:
            ranked = best(inputs.ranked.X, last[2])
            self._last.append(ranked.shares)
            by_ranks += self._ranked(inputs.ranked, ranked, speaking)
        return _Models(found + more, by_ranks, full, data, speaking)

    def _ranked(
        self, inputs: FitInputs, mixture: PooledMixture, speaking: tuple[Index, Array] | None
    ) -> Iterator[Candidate]:
        """Candidates by the normal scores of the features."""
        yield Candidate("ranked_mixture", mixture.posterior, mixture.clusters, ranked=True)
        if speaking is not None:
            along = inputs.along(inputs.data, *speaking)
            yield Candidate("ranked_graph", along, ranked=True)

    def _speaking(self, which: Mask, classes: Array) -> tuple[Index, Array] | None:
        """Rows whose classes spread along graphs (placed and stand-in rows), and these; or None."""
        stated = self._inputs.stated
        if self._n_clusters == 1 or not len(stated.rows):
            return None
        loud = self._inputs.loud[which]
        speaking = self._with_stand_ins(stated.rows[which][loud], classes[loud])
        return speaking if len(speaking[0]) else None

    def _with_stand_ins(self, rows: Index, classes: Array) -> tuple[Index, Array]:
        """These placed rows, and the stand-ins of classes without any."""
        missing = ~np.isin(self._stand_for, classes.argmax(axis=1))
        stand_ins = flattened(np.eye(self._n_clusters)[self._stand_for[missing]])
        return (
            np.concatenate([rows, self._stand_ins[missing]]),
            np.vstack([classes, stand_ins]),
        )

    def _in_metric(self, root: Array) -> SpeakerGraph:
        """The graph in this metric, or in one that is nearly the same; the first of many rows."""
        if self._metric is None or len(self._inputs.X) <= DIRECT:
            self._metric = self._inputs.in_metric(root)
        return self._metric

    def _anchored(self, unary: Array) -> Array:
        k = self._n_clusters
        unary[self._anchors] = (1.0 - ANCHORED) / k
        unary[self._anchors, np.arange(len(self._anchors))] += ANCHORED
        return unary


def costs(posterior: Array) -> Callable[[Index], Array]:
    """-log P of rows; links of weight 100, as merges record, leave P = 0 to some clusters."""
    return lambda rows: -np.log(np.maximum(posterior[rows], _TINY))
