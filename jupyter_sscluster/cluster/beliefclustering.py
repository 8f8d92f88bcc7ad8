from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from jupyter_sscluster._arrays import Array, HashableData
from jupyter_sscluster._validation import Anything, Flag, Int, Nullable, Rule
from jupyter_sscluster.cluster._base.belief_fit import (
    BeliefFit,
    LearnedBeliefs,
    learned_before,
    rows_fitted,
)
from jupyter_sscluster.cluster._base.posterior import Suspecting
from jupyter_sscluster.cluster._parts.belief.fit_inputs import PairStatements
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points, centred
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import is_traced
from jupyter_sscluster.cluster.fit.posterior_after_answers import Suspicions, suspicions
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import places_in_order

REMEMBERED = 3_000_000
"""Most values of a fit that is remembered; four are."""

_TABLES = 16
"""Tables of fitted rows times clusters that a remembered fit counts as: its models."""


class BeliefClustering(Suspecting):
    """Weighs answers, some of which may be wrong, against several views of the data.

    Models predict the cluster of each row x, P_c(k | x). Two are mixtures of Gaussians, with one
    full and with one spherical covariance. The third is ridge regression on the classes Y of the
    placed rows. The fourth is a Gaussian process from these rows on the graph of nearest
    neighbours, the fifth the mean of the fourth and of such a process in the metric of the first.
    If the features are skewed, a full mixture and a graph of their normal scores are two more. The
    weights of the m models follow from their leave-one-out predictions of the placed rows,

        w_c = .02 + (1 - .02 m) softmax(.3 Σ_ik Y_ik log(.95 P_c(k | x_i) + .05 / K)).

    Belief propagation combines U = .9 Σ_c w_c P_c + .1 / K with all statements, hard and soft, each
    wrong with probability e. It estimates P(wrong) of each statement, and so e. Rows in pairs with
    a belief of at least .8 are the placed rows of the next round, until these no longer change.
    Labels are the most probable clusters; with `keep_stated`, the most probable ones that keep
    every hard statement with P(wrong) of at most ½, if such labels exist.

    A *placing link* is a hard must-link of which one row is in no other statement, while the other
    row, a, is in at least two such links. If at least a third of the hard must-links are placing
    links, the weight of each is multiplied by 1 + log r / log 19, r < K being the number of
    components that are cannot-linked with that of a. The weight of a hard cannot-link grows by
    min(q - 1, 20), q >= 1 being the smaller number of hard must-links of its two rows. The models
    alone make no statement more likely wrong than right, with one exception, since no other answer
    can contradict a wrong placing link: under the same condition, after the last round, P(wrong)
    of a hard must-link with exactly one row in no other statement follows from
    U = .99 Σ w P + .01 / K of this row. Pairs by hand, labels passed as `y` and weights of 100 are
    excluded from this exception: see `Constraints.with_by_hand`.

    The first choice for answers that may be wrong, and for non-elliptical clusters: constraints
    affect rows without pairs along the graph or by the metric, whichever fits the answers. If all
    answers are right and clusters are ellipses, `AdaptivePCKMeans` is as good or a little better on
    new rows. It needs answers that place rows, each compared with one of every class: random pairs
    rarely do, and `AdaptivePCKMeans` uses them better if clusters are ellipses. Without any answer
    it is a mixture started from k-means.

    Its starts are pairwise cannot-linked components, once with all hard statements taken as right
    and once not, and k-means, which also gives the other clusters. If there are more than two
    starts, the two with the likeliest answers after one round continue. The one with the lower
    objective is kept; k-means may be worse by .5, as its clusters do not come from the answers,
    and `labels_init` by the cost of one wrong answer about a pair, log 19,

        objective = -log Σ_c Π_i U_i(c_i) Π_statements (1 - e if c keeps it, else e),

    by Bethe's approximation. A statement of weight w counts as w answers.

    In a session each fit makes these starts, so that answers in any order give the same clusters,
    until clusters are merged, split or made by hand. Of more than `max_samples` rows, so many are
    drawn at random, and all this is fitted to them and the rows in pairs. Each other row gets the
    weighted mean of the models; on graphs, the mean over the nearest of the drawn rows.

    A fit costs a k-means, the search of neighbours and sparse systems with a right-hand side for
    each row in pairs, up to 500: a tenth of a second for some hundred rows, half a second for 2,000
    or more, and some seconds more for the first of 100,000. With more than ten features the search
    of neighbours is O(m² d), m being the number of fitted rows. With K clusters a fit takes some
    17 m K µs and 380 m K bytes, with a warning beyond a minute or 2 GB. The steps of a fit to some
    of the rows are not recorded one by one.

    Parameters
    ----------
    n_clusters : int, default 8
    n_neighbors : int, default 10
        Neighbours of each row in the graphs.
    max_samples : int, default 2000
        Number of rows that the models are fitted to, drawn at random if there are more, at least
        50 for each cluster. The rows in pairs are added.
    max_rounds : int, default 10
        Maximum number of rounds from one start.
    keep_stated : bool, default True
        Whether labels keep the hard statements that are not suspected.
    labels_init : array, shape (n_samples,), optional
        Clusters of an earlier fit, from 0 to `n_clusters` - 1, to start from: the new ones are near
        to them if the answers allow it.
    n_init : int, default 10
        Number of starts of k-means, whose clusters are the first.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    Those of `ConstrainedClusterer`, `objective_history_` holding the objective after each round of
    the start that was kept, and

    posterior_ : array, shape (n_samples, n_clusters)
        P of each row's cluster after all answers; `labels_` is the likeliest, but for rows whose
        statements are kept, and rows that fill a cluster which is no row's likeliest.
    error_rate_ : float
        e, between .005 and .35; at least .05 if a third of the hard must-links are placing links.
    candidate_weights_ : dict
        w of "mixture" and "isotropic", and where there are pairs of "linear", "graph" and
        "metric_graph"; of "ranked_mixture", and with pairs of "ranked_graph", where the median
        skewness of the features is above 1.
    anchors_ : array
        For each of the first clusters the row it was known by at the start that was kept.

    Notes
    -----
    Graphs join each row with its nearest, symmetrically, with w_ij = exp(-d_ij² / (s_i s_j)), s
    being the distance to the seventh; the process has the covariance (1.001 D - W)⁻¹. Its mean is
    estimated for each class and replaced by 1 / K, so that no class gains by more answers. Of
    covariances a fifth of what is off the diagonal is taken away, and a hundredth of the mean
    variance added.

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
    heeds_by_hand: ClassVar[bool] = True
    _cost_of_an_entry: ClassVar[tuple[float, float]] = (17e-6, 380.0)
    _cheaper: ClassVar[str] = "Adaptive PCK-means"
    why_no_weights: ClassVar[str] = "its mixtures and its graphs of near rows count every row once"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "n_neighbors": Int(1),
        "max_samples": Int(1),
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
        max_samples: int = 2_000,
        max_rounds: int = 10,
        keep_stated: bool = True,
        labels_init: ArrayLike | None = None,
        n_init: int = 10,
        random_state: Any = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_neighbors = n_neighbors
        self.max_samples = max_samples
        self.max_rounds = max_rounds
        self.keep_stated = keep_stated
        self.labels_init = labels_init
        self.n_init = n_init
        self.random_state = random_state

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        if hasattr(self, "_last") and not hasattr(self, "_learned"):
            own = self._of_clustered(self.posterior_)
            given = self._last, own, self._offset, self._unit, self.n_neighbors
            self._learned = learned_before(*given)

    def predict(self, X: ArrayLike) -> NDArray[np.int32]:
        """The likeliest cluster of each row, as `predict_proba` has it."""
        likeliest: NDArray[np.int32] = self.predict_proba(X).argmax(axis=1).astype(np.int32)
        return likeliest

    def predict_proba(self, X: ArrayLike) -> Array:
        """Probabilities of the clusters (n_rows, n_clusters).

        Rows that models were fitted to get their posterior, others the weighted mean of the models;
        on graphs, the weighted mean over the `n_neighbors` nearest rows of the fit, or of those
        drawn for it.
        """
        check_is_fitted(self)
        data = self._rows_like_those_of_fit(X)
        with np.errstate(under="ignore"):
            return self._learned.of(data)

    def _rows_fitted(self, n_samples: int, n_clusters: int) -> int:
        """Of so many rows, how many models are fitted to, but for those in pairs."""
        return rows_fitted(n_samples, self.max_samples, n_clusters)

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        if y is not None:  # given labels are no answers to questions
            known = known.with_by_hand(known.must)
        known, n = known.in_order(), len(points)
        tables = 2 * n + _TABLES * self._rows_fitted(n, self.n_clusters)
        size = points.raw.size + tables * self.n_clusters
        fixed = isinstance(self.random_state, int | np.integer) and self.labels_init is None
        if type(self) is not BeliefClustering or not fixed or size > REMEMBERED or is_traced():
            return BeliefFit.of(self).clustered(points, known)
        # The next question may go by the fit of the clusters.
        given = None if points.clustered is None else points.clustered.tobytes()
        data, by_hand = HashableData.of(points.raw), known.by_hand.tobytes()
        found = _remembered(data, given, known, by_hand, BeliefFit.of(self))
        return found._replace(labels=found.labels.copy(), centres=found.centres.copy())

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        learned = result.learned_as(LearnedBeliefs)
        self._learned, last = learned, learned.last
        self.posterior_ = learned.posterior.copy()
        self.error_rate_ = last.estimate.error
        names = [candidate.name for candidate in last.candidates]
        self.candidate_weights_ = dict(zip(names, last.weights.tolist(), strict=True))
        anchors = learned.start.anchors.rows
        fitted = anchors if learned.numbers is None else learned.numbers[anchors]
        self.anchors_ = points.numbered(fitted).copy()
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
        return self._learned.features


@lru_cache(maxsize=4)
def _remembered(
    data: HashableData, given: bytes | None, known: Constraints, _by_hand: bytes, fit: BeliefFit
) -> Result:
    """The fit of rows of these numbers, if noise was left out of all.

    Constraints are equal whatever is by hand, and a fit depends on it.
    """
    points = centred(data.X)
    points.clustered = None if given is None else np.frombuffer(given, dtype=np.int64)
    return fit.clustered(points, known)
