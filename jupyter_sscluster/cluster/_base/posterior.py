"""Base classes of clusterers with centres: cluster posterior, and constraints it makes doubtful."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._sparse_rows import SparseRows, is_sparse
from jupyter_sscluster._validation import InputError, Real, check_count
from jupyter_sscluster.cluster._base.constrained_clusterer import ConstrainedClusterer
from jupyter_sscluster.cluster._base.input_table import input_table
from jupyter_sscluster.cluster._base.noise_rows import ClusteredRows
from jupyter_sscluster.cluster._parts.belief.gaussian_clusters import gaussian_clusters
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.sample_weight import check_sample_weight
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, moved, own_costs
from jupyter_sscluster.cluster.fit.posterior_after_answers import (
    Suspicions,
    believed,
    wrong_without_each,
)
from jupyter_sscluster.cluster.out_of_core.fit_and_predict import (
    cost_in_blocks,
    each_new_row,
    new_rows,
)
from jupyter_sscluster.constraints import Constraints, as_constraints

RATE = Real(0.0, 0.5, low_open=True)


class Suspecting(ConstrainedClusterer):
    """A clusterer with a posterior, which answers may contradict."""

    @abstractmethod
    def _by_features(self) -> Array:
        """Cluster probabilities of the clustered rows (m, n_clusters) by features alone."""

    def suspicious(
        self, constraints: Constraints | None = None, *, error_rate: float | None = None
    ) -> Suspicions:
        """How likely each statement is to be wrong, beside the others and what the features say.

        Belief propagation over the stated pairs, hard and soft; a statement of weight w counts as
        w answers. A statement is suspected only if others contradict it, never by features alone,
        but for placing links of the fit itself with `BeliefClustering`: see there.

        Parameters
        ----------
        constraints : Constraints, optional
            About the rows of the fit; by default those that it knew.
        error_rate : float, optional
            How often answers are wrong, above 0 and at most ½; estimated where it is not given.
        """
        known = self._weighed(constraints, error_rate)
        rate = None if error_rate is None else float(error_rate)
        return believed(self._by_features_of_all(), known, rate).suspicions

    def wrong_without_each(
        self, position: int, constraints: Constraints | None = None, *, error_rate: float
    ) -> Array:
        """P(wrong) of one statement (m,), each of the m statements left out in turn.

        Its own entry is with all of them. A lower value means that the left-out statement
        contradicts it.

        Parameters
        ----------
        position : int
            Of the statement in question, in the order of `suspicious`.
        constraints : Constraints, optional
            About the rows of the fit; by default those that it knew.
        error_rate : float
            How often answers are wrong, above 0 and at most ½: that of `suspicious`, say.
        """
        known = self._weighed(constraints, error_rate)
        check_count(position, "position", 0, len(known) - 1)
        return wrong_without_each(self._by_features_of_all(), known, position, float(error_rate))

    def _by_features_of_all(self) -> Array:
        """`_by_features` with rows for noise, which is as likely in any cluster."""
        found, left = self._by_features(), self._left
        return found if left is None else left.spread(found, 1.0 / found.shape[1])

    def _of_clustered(self, values: Array) -> Array:
        """Of one value a row, those of the rows that are no noise."""
        return values if self._left is None else values[self._left.rows]

    def _put_back(self, left: ClusteredRows) -> None:
        super()._put_back(left)
        self.posterior_: Array = left.spread(self.posterior_, 0.0)

    def _weighed(self, constraints: Constraints | None, error_rate: float | None) -> Constraints:
        """The statements to be weighed, once all is checked."""
        check_is_fitted(self)
        if error_rate is not None and not RATE.check(error_rate):
            raise InputError(f"error_rate={error_rate!r} must be {RATE.describe()}")
        if constraints is None:
            return self.constraints_
        return as_constraints(len(self.labels_), constraints=constraints)


class CentreClusterer(Suspecting):
    """A clusterer whose clusters are Gaussians about their centres, as far as one needs to know.

    Attributes
    ----------
    posterior_ : array, shape (n_samples, n_clusters)
        P(k | x) ∝ n_k exp(-½ ‖x - μ_k‖²_A / σ²), n_k being the rows of a cluster, A the metric
        that was learned, or the Euclidean, and σ² the mean squared distance from the centres, per
        feature. It says how near a row is to a border, by its features alone: of answers it knows
        only what centres and metric took from them.
    """

    def predict_proba(self, X: ArrayLike) -> Array:
        """Probabilities of the clusters (n_rows, n_clusters) for rows by their features alone.

        For the rows of the fit this is `posterior_`. As large clusters are more likely than small
        ones, the likeliest need not be that of the nearest centre, which `predict` gives.
        """
        check_is_fitted(self)
        blocks = new_rows(self, X)
        if blocks is not None:
            posterior = self._clusters.posterior
            found: Array = each_new_row(blocks, self._offset, posterior, self.n_clusters)
            return found
        data: Any = self._rows_like_those_of_fit(X)
        with np.errstate(under="ignore"):
            sparse = is_sparse(data)
            rows = SparseRows(data, self._offset) if sparse else data - self._offset
            return self._clusters.posterior(rows)

    def score(
        self,
        X: ArrayLike,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> float:
        """Minus the objective of the rows of `X` without pairs: the nearer the centres, the higher.

        -Σ w ‖x - μ_k‖²_A over the rows, with the cluster that `predict` gives, A being the metric
        that was learned, or the Euclidean; of `MPCKMeans`, and on it, with its -log det A_k. As in
        `sklearn.cluster.KMeans`, more clusters score higher: to choose their number, or a weight of
        pairs, take `jupyter_sscluster.metrics.PairScorer`. `y` plays no part, and w is the
        `sample_weight` of a row, or 1.
        """
        blocks = new_rows(self, X) if sample_weight is None else None
        if blocks is not None:
            return -cost_in_blocks(self, blocks, self._offset, self._learned_metric())
        costs = self._costs(input_table(self, X), self.predict(X))
        weights = check_sample_weight(sample_weight, len(costs))
        return -float(costs.sum() if weights is None else weights @ costs)

    def _costs(self, X: Any, labels: Labels) -> Array:
        """What each row adds to the objective in its cluster, without pairs."""
        if is_sparse(X):
            return SparseRows.of(X).apart(self.cluster_centers_, labels)
        apart = X - self.cluster_centers_[labels]
        learned = self._learned_metric()
        if isinstance(learned, Metric):
            return own_costs(apart, np.zeros_like(self.cluster_centers_), learned, labels)
        far = apart if learned is None else moved(apart, learned)
        costs: Array = (far**2).sum(axis=1)
        return costs

    def _by_features(self) -> Array:
        return self._of_clustered(self.posterior_)

    def _complete(self, points: Points, labels: Labels) -> None:
        super()._complete(points, labels)
        centres, learned = self.cluster_centers_ - self._offset, self._learned_metric()
        with np.errstate(under="ignore"):
            self._clusters = gaussian_clusters(points, labels, centres, learned)
            self.posterior_ = points.each_row(self._clusters.posterior, self.n_clusters)
