from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from jupyter_sscluster._arrays import Array, HashableData
from jupyter_sscluster._validation import Anything, Flag, Int, Nullable, Rule
from jupyter_sscluster.cluster._base.posterior import Suspecting
from jupyter_sscluster.cluster._parts.belief.alternation import BeliefRound, Rounds, costs
from jupyter_sscluster.cluster._parts.belief.anchors import Anchors, anchors
from jupyter_sscluster.cluster._parts.belief.fit_inputs import FitInputs, PairStatements, unit_of
from jupyter_sscluster.cluster._parts.belief.placements import with_placements
from jupyter_sscluster.cluster._parts.belief.propagation import flattened
from jupyter_sscluster.cluster._parts.belief.rows_apart import rows_apart
from jupyter_sscluster.cluster._parts.belief.starts import (
    LEAD,
    NO_ANCHORS,
    UNTOLD,
    Start,
    given_start,
    stand_ins,
)
from jupyter_sscluster.cluster._parts.hard.repaired_labels import labels_that_keep
from jupyter_sscluster.cluster._parts.lloyd.class_seeds import seeded_starts
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Learned, Result, described
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points, centred
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import (
    Noted,
    StepRecord,
    assigned,
    if_traced,
    is_traced,
)
from jupyter_sscluster.cluster._parts.soft.doubted_statements import without
from jupyter_sscluster.cluster.fit.posterior_after_answers import Suspicions, suspicions
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.cluster.kmeans import REMEMBERED, KMeans, plain_clusters
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import places_in_order

_ITERATIONS = 20
"""Most iterations of k-means from classes that answers tell apart."""

_RUNS = 2
"""Starts from which all rounds are made."""

_TABLES = 16
"""Tables (n_samples, n_clusters) that a remembered fit counts as: its models and probabilities."""


@dataclass(frozen=True, eq=False)
class LearnedBeliefs(Learned):
    """The last round, the posterior after it, the start, and the unit of the rows."""

    last: BeliefRound
    posterior: Array
    start: Start
    unit: float


class _Run(NamedTuple):
    """Rounds from one start: the last of them, and the objective after each."""

    start: Start
    last: BeliefRound
    history: list[float]
    converged: bool
    noted: Noted


class BeliefClustering(Suspecting):
    """Weighs answers, some of which may be wrong, against several views of the data.

    Models predict the cluster of each row x, P_c(k | x). Two are mixtures of Gaussians, with one
    full and with one spherical covariance. The third is ridge regression on the classes Y of the
    placed rows. The fourth is a Gaussian process from these rows on the graph of nearest
    neighbours, the fifth the mean of the fourth and of such a process in the metric of the first.
    If the features are skewed, a full mixture and a graph of their normal scores are two more. The
    weights of the m models follow from their predictions of the placed rows, leave-one-out but for
    the mixtures,

        w_c = .02 + (1 - .02 m) softmax(.3 Σ_ik Y_ik log(.95 P_c(k | x_i) + .05 / K)).

    Belief propagation combines U = .9 Σ_c w_c P_c + .1 / K with all statements, hard and soft, each
    wrong with probability e. It estimates P(wrong) of each statement, and so e. Rows in pairs with
    a belief of at least .8 are the placed rows of the next round, until these no longer change.
    Labels are the most probable clusters; where `keep_stated`, the most probable that keep every
    hard statement with P(wrong) of at most ½, if there are such. A hard must-link is a placement if
    one of its rows is in no other statement, and the other, a, in two such links or more. A hard
    cannot-link whose rows both have m >= 1 hard must-links or more weighs min(m - 1, 20) more, and
    a placement 1 + log r / log 19 times as much, r < K components being cannot-linked with a's.

    The first choice for answers that may be wrong, and for non-elliptical clusters: constraints
    affect rows without pairs along the graph or by the metric, whichever fits the answers. If all
    answers are right and clusters are ellipses, `AdaptivePCKMeans` is as good or a little better on
    new rows. It needs answers that place rows, each compared with one of every class: random pairs
    rarely do, and `AdaptivePCKMeans` uses them better if clusters are ellipses. Without any answer
    it is a mixture started from k-means.

    Its starts are pairwise cannot-linked components, once with all hard statements taken as right
    and once not, and k-means, which also gives the other clusters. If K > 2 rows, each compared
    with at least K others, are pairwise cannot-linked, they are another start: its classes do not
    depend on must-links. After one round the two starts with the likeliest answers continue, and
    the better one is kept; that from rows, unless another is better by more than the cost of one
    wrong answer about a pair, log 19,

        objective = -log Σ_c Π_i U_i(c_i) Π_statements (1 - e if c keeps it, else e),

    by Bethe's approximation. A statement of weight w counts as w answers.

    In a session each fit makes these starts, so that answers in any order give the same clusters,
    until clusters are merged, split or made by hand. A fit costs a k-means, the search of
    neighbours and sparse systems with a right-hand side for each row in pairs, up to 500: a tenth
    of a second for some hundred rows, seconds for ten thousand. With more than ten features the
    search of neighbours is O(n² d). With many clusters it costs some 17 µs and 380 bytes a row and
    cluster, with a warning beyond a minute or 2 GB.

    Parameters
    ----------
    n_clusters : int, default 8
    n_neighbors : int, default 10
        Neighbours of each row in the graphs.
    max_rounds : int, default 10
        Most rounds from one start.
    keep_stated : bool, default True
        Whether labels keep the hard statements that are not suspected.
    labels_init : array, shape (n_samples,), optional
        Clusters of an earlier fit, from 0 to `n_clusters` - 1, to go on from: the new ones are near
        to them if the answers allow it.
    n_init : int, default 10
        Starts of the k-means that it starts from.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    Those of `ConstrainedClusterer`, `objective_history_` holding the objective after each round of
    the start that was kept, and

    posterior_ : array, shape (n_samples, n_clusters)
        P of each row's cluster after all answers; `labels_` is the likeliest, but for rows whose
        statements are kept, and rows that fill a cluster which is no row's likeliest.
    error_rate_ : float
        e, between .005 and .35; at least .05 if a third of the hard must-links are placements.
    candidate_weights_ : dict
        w of "mixture" and "isotropic", and where there are pairs of "linear", "graph" and
        "metric_graph"; of "ranked_mixture", and with pairs of "ranked_graph", where the median
        skewness of the features is above 1.
    anchors_ : array
        For each of the first clusters the row it was known by at the start that was kept.

    Notes
    -----
    Graphs join each row with its nearest, symmetrically, with w_ij = exp(-d_ij² / (s_i s_j)), s
    being the distance to the seventh; the process has the covariance (1.001 D - W)⁻¹. Of
    covariances a fifth of what is off the diagonal is taken away, and a hundredth of the mean
    variance added. New rows get the weighted mean of the models; on graphs, the mean over the
    nearest rows of the fit.

    References
    ----------
    A method of this package, after

    Shental, N., Bar-Hillel, A., Hertz, T. & Weinshall, D. (2004). Computing Gaussian mixture models
    with EM using equivalence constraints. Advances in NIPS, 16, 465-472.

    Zhu, X., Ghahramani, Z. & Lafferty, J. (2003). Semi-supervised learning using Gaussian fields
    and harmonic functions. Proc. ICML, 912-919.

    Zelnik-Manor, L. & Perona, P. (2004). Self-tuning spectral clustering. Advances in NIPS, 17,
    1601-1608.

    Pearl, J. (1988). Probabilistic reasoning in intelligent systems. Morgan Kaufmann, chapter 4.

    Examples
    --------
    Two long clusters, and four answers, of which the last is wrong.

    >>> from jupyter_sscluster.cluster import BeliefClustering
    >>> X = [[x, y] for y in (0.0, 3.0) for x in range(8)]
    >>> pairs = {"ml": [(0, 7), (8, 15), (3, 6)], "cl": [(0, 8), (7, 15), (3, 11), (0, 3)]}
    >>> model = BeliefClustering(n_clusters=2, n_neighbors=3, random_state=0).fit(X, **pairs)
    >>> model.labels_.tolist()
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]
    >>> doubtful = model.suspicious()
    >>> doubtful.pairs[doubtful.suspected].tolist()
    [[0, 3]]
    """

    title: ClassVar[str] = "Belief clustering"
    menu_group: ClassVar[str] = "Wrong answers"
    warm_starts: ClassVar[bool] = False
    _cost_of_an_entry: ClassVar[tuple[float, float]] = (17e-6, 380.0)
    _cheaper: ClassVar[str] = "Adaptive PCK-means"
    why_no_weights: ClassVar[str] = "its mixtures and its graphs of near rows count every row once"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "n_neighbors": Int(1),
        "max_rounds": Int(1),
        "keep_stated": Flag(),
        "labels_init": Nullable(Anything()),
        "n_init": RANGES["n_init"],
        "random_state": RANGES["random_state"],
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_neighbors: int = 10,
        max_rounds: int = 10,
        keep_stated: bool = True,
        labels_init: ArrayLike | None = None,
        n_init: int = 10,
        random_state: Any = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_neighbors = n_neighbors
        self.max_rounds = max_rounds
        self.keep_stated = keep_stated
        self.labels_init = labels_init
        self.n_init = n_init
        self.random_state = random_state

    def predict(self, X: ArrayLike) -> NDArray[np.int32]:
        """The likeliest cluster of each row, as `predict_proba` has it."""
        likeliest: NDArray[np.int32] = self.predict_proba(X).argmax(axis=1).astype(np.int32)
        return likeliest

    def predict_proba(self, X: ArrayLike) -> Array:
        """Probabilities of the clusters (n_rows, n_clusters).

        Rows of the fit get their posterior, others the weighted mean of the models; on graphs,
        the weighted mean over the `n_neighbors` nearest rows of the fit.
        """
        check_is_fitted(self)
        data = self._rows_like_those_of_fit(X)
        with np.errstate(under="ignore"):
            return self._of_rows((data - self._offset) / self._unit)

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        known, size = known.in_order(), points.raw.size + _TABLES * len(points) * self.n_clusters
        fixed = isinstance(self.random_state, int | np.integer) and self.labels_init is None
        if type(self) is not BeliefClustering or not fixed or size > REMEMBERED or is_traced():
            return self._clustered(points, known)
        # The next question may go by the fit of the clusters.
        found = _remembered(HashableData.of(points.raw), known, tuple(self.get_params().items()))
        return found._replace(labels=found.labels.copy(), centres=found.centres.copy())

    def _clustered(self, points: Points, known: Constraints) -> Result:
        unit = unit_of(points)
        X, stated = points.X / unit, PairStatements.of(known)
        starts = self._starts(points, X, known, stated)
        others = np.concatenate([start.stand_ins[0] for start in starts])
        stated = with_placements(stated, known, self.n_clusters)
        inputs = FitInputs(X, stated, others, self.n_neighbors)
        runs = [self._run(inputs, *each) for each in self._best(inputs, starts)]
        best = min(runs, key=lambda run: run.history[-1] - run.start.lead)
        posterior = best.last.posterior(stated)
        found, noted = described(points, best.last.labels(stated)), best.noted
        if self.keep_stated and len(known):
            trusted, first = without(known, best.last.estimate.wrong > 0.5), found.labels
            kept = labels_that_keep(points, trusted, first, costs(posterior), 1.0)
            if not np.array_equal(kept, first):
                noted += if_traced(assigned(kept, None, "kept"))
                # More clusters than the links leave components: some have no rows.
                full = len(np.unique(kept)) == self.n_clusters
                found = described(points, kept) if full else found._replace(labels=kept)
        means = StepRecord("recentred", best.history[-1], centres=found.centres)
        return found._replace(
            objective=best.history[-1],
            history=best.history,
            n_iter=len(best.history),
            converged=best.converged,
            learned=LearnedBeliefs(best.last, posterior, best.start, unit),
            noted=noted + if_traced(means),
        )

    def _best(self, inputs: FitInputs, starts: list[Start]) -> list[tuple[Start, Rounds, Array]]:
        """The two starts under which the answers are likeliest after one round, with these beliefs.

        Given labels alone, if that is their start and every statement weighs 1 at least.
        """
        few, best = len(starts) <= _RUNS and self.labels_init is None, list[tuple[Any, ...]]()
        for at, start in enumerate(starts):
            rounds = Rounds(inputs, start, self.n_clusters)
            begun, objective = (start, rounds, rounds.first_belief()), 0.0
            if not few:
                last = rounds.next(begun[-1], in_metric=False)
                objective = last.objective(inputs.stated) - start.lead
            best = sorted([*best, (objective, at, begun)], key=lambda each: each[:2])[:_RUNS]
        alone = self.labels_init is not None and best[0][1] == len(starts) - 1
        strong = inputs.stated.counts.min(initial=1.0) == 1.0
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
        return _Run(start, last, history, converged, noted)

    def _starts(
        self, points: Points, X: Array, known: Constraints, stated: PairStatements
    ) -> list[Start]:
        """Starts from cannot-linked components, hard statements right or not, and from none."""
        plain = plain_clusters(points, known, self.n_clusters, self.n_init, self.random_state)
        found = {(): replace(self._start(points, known, plain, NO_ANCHORS), lead=UNTOLD)}
        for trusting in (True, False):
            separated = anchors(known, X, self.n_clusters, trusting=trusting)
            rows = tuple(separated.rows.tolist())
            if rows not in found:
                found[rows] = self._start(points, known, plain, separated)
        anchors_apart = rows_apart(stated, plain.labels, self.n_clusters)
        starts = list(found.values())
        if anchors_apart is not None:
            direct = self._start(points, known, plain, anchors_apart)
            starts.append(replace(direct, lead=LEAD))
        if self.labels_init is not None:
            starts.append(given_start(points, known, self.labels_init, self.n_clusters))
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

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        learned = result.learned_as(LearnedBeliefs)
        last = learned.last
        self._last, self._unit = last, learned.unit
        self.posterior_ = learned.posterior.copy()
        self.error_rate_ = last.estimate.error
        names = [candidate.name for candidate in last.candidates]
        self.candidate_weights_ = dict(zip(names, last.weights.tolist(), strict=True))
        self.anchors_ = points.numbered(learned.start.anchors.rows).copy()
        estimate = last.estimate._replace(wrong=last.estimate.wrong[places_in_order(known)])
        self._suspicions = suspicions(PairStatements.of(known).pairs_of_rows, estimate)

    def suspicious(
        self, constraints: Constraints | None = None, *, error_rate: float | None = None
    ) -> Suspicions:
        """As of other clusterers; of the statements of the fit as they were thought of there."""
        check_is_fitted(self)
        if constraints is None and error_rate is None and self._left is None:
            return self._suspicions
        return super().suspicious(constraints, error_rate=error_rate)

    def _by_features(self) -> Array:
        return self._last.features

    def _of_rows(self, rows: Array) -> Array:
        features = np.zeros((len(rows), self.n_clusters))
        for w, candidate in zip(self._last.weights, self._last.candidates, strict=True):
            features += w * candidate.of(rows, self.n_neighbors)
        found = flattened(features)
        graphs = [c for c in self._last.candidates if c.fields]
        if graphs:
            search = graphs[0].fields[0].rows.search
            places = search.of(rows, 1)[1][:, 0]
            same = (search.X[places] == rows).all(axis=1)
            found[same] = self._of_clustered(self.posterior_)[places[same]]
        return found


@lru_cache(maxsize=4)
def _remembered(
    data: HashableData, known: Constraints, params: tuple[tuple[str, Any], ...]
) -> Result:
    return BeliefClustering(**dict(params))._clustered(centred(data.X), known)
