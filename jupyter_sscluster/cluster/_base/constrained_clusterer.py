"""The base class of all clusterers: input checks, constraints, fitted attributes, prediction."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, ClusterMixin, clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted, validate_data

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._data_frames import with_names
from jupyter_sscluster._validation import InputError, InputTypeError, Rule, check_params
from jupyter_sscluster.cluster._base.cross_validated_pairs import pairs_of_these_rows, short
from jupyter_sscluster.cluster._base.input_table import input_table
from jupyter_sscluster.cluster._base.noise_rows import ClusteredRows, check_no_noise_in_blocks
from jupyter_sscluster.cluster._base.trace_steps import Heard, steps_of
from jupyter_sscluster.cluster._parts.lloyd.distances import nearest
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points, centred, check_squares
from jupyter_sscluster.cluster._parts.lloyd.sample_weight import check_sample_weight
from jupyter_sscluster.cluster._parts.lloyd.sparse_points import sparse_points
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import tracing
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric
from jupyter_sscluster.cluster._parts.propagation.violation_cost import (
    constant_cost,
    constant_costs,
    metric_cost,
    metric_costs,
)
from jupyter_sscluster.cluster.errors import Infeasible
from jupyter_sscluster.cluster.fit.earlier_versions import parameters_of_today
from jupyter_sscluster.cluster.fit.expected_cost import cost_note
from jupyter_sscluster.cluster.fit.trace import Trace
from jupyter_sscluster.cluster.out_of_core.fit_and_predict import (
    new_rows,
    predicted_in_blocks,
    remember_features,
    rows_in_blocks,
    taken,
)
from jupyter_sscluster.constraints import Constraints, as_constraints
from jupyter_sscluster.constraints.clique_warning import clique_note
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs
from jupyter_sscluster.metrics import Violations, violations


class ConstrainedClusterer(ClusterMixin, BaseEstimator):
    """A clusterer constrained by pairs that belong together and pairs that do not.

    A subclass defines `_fit`, and declares its title, its parameter ranges and whether it uses
    the constraints, keeps all of them, reads data in blocks or sparse, and whether the fit after an
    answer goes on from the last clusters (a warm start).

    Attributes
    ----------
    labels_ : array of int32, shape (n_samples,)
        Cluster of each row, -1 for noise; of Dask's data a Dask array.
    cluster_centers_ : array, shape (n_clusters, n_features)
        Mean of each cluster.
    objective_ : float
        What was minimised, at the end.
    objective_history_ : array, shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the run that was kept.
    converged_ : bool
        Whether it stopped by itself rather than at `max_iter`.
    violations_ : Violations
        How many constraints the labels violate, stated and entailed.
    constraints_ : Constraints
        All constraints of the fit: `must`, `cannot`, `constraints` and `y` together.
    n_features_in_ : int
        Number of columns seen by `fit`.
    feature_names_in_ : array of str
        Their names, where `X` was a DataFrame.
    """

    title: ClassVar[str]
    menu_group: ClassVar[str]
    uses_constraints: ClassVar[bool] = True
    hard: ClassVar[bool] = False
    reads_blocks: ClassVar[bool] = False
    reads_sparse: ClassVar[bool] = False
    warm_starts: ClassVar[bool] = True
    parameter_ranges: ClassVar[dict[str, Rule]]
    why_no_weights: ClassVar[str] = "it was not made for rows that count more than others"
    # What scikit-learn's metadata routing passes on without being asked to.
    __metadata_request__fit: ClassVar[dict[str, bool]] = {"constraints": True}

    n_clusters: int
    _left: ClusteredRows | None = None

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike | None = None,
        *more: Any,
        must: Any = None,
        cannot: Any = None,
        ml: Any = None,
        cl: Any = None,
        constraints: Constraints | None = None,
        trace: Heard | None = None,
        **others: Any,
    ) -> Self:
        """Cluster the rows of `X`.

        Parameters
        ----------
        X : array or DataFrame, shape (n_samples, n_features)
            Where the clusterer `reads_blocks`, also a Dask array or frame, or a `numpy.memmap`.
            Where it `reads_sparse`, also a sparse matrix of SciPy, which stays one: only rows in
            pairs, and centres, are written out.
        y : array, shape (n_samples,), optional
            Partial labels, -1 (or NaN, None) where unknown. Clusterers that use constraints take
            them as constraints. A pipeline passes `y` to every step: leave it out of a pipeline if
            the clusterer must not see the labels.
        must, cannot : lists of pairs of row numbers, optional
            Rows that belong together, and rows that do not. From metric-learn's `pairs, y_pairs`
            pass `pairs[y_pairs == 1]` and `pairs[y_pairs == -1]`. Row numbers would be wrong in the
            folds of a cross-validation: pass `constraints` there.
        ml, cl : lists of pairs of row numbers, optional
            Other names of `must` and `cannot`.
        constraints : Constraints, optional
            The same as one object, with weights and soft statements. In a cross-validation each fit
            gets the constraints on its rows; with metadata routing they are requested. Rows of its
            `noise` are left out of the fit and get the label -1; fitted attributes other than
            `labels_` have no entries for them, or 0.
        trace : callable, optional
            Called with every step of the start that is kept, a `Step` of
            `jupyter_sscluster.cluster.fit.steps`, once the fit has succeeded. The last step gives
            `labels_`; hierarchies report `Merged` nodes only. `Trace` of `cluster.fit.trace`
            stores all steps.

        more, others
            Not accepted: a `sample_weight` is refused with the reason.

        Raises
        ------
        InputError
            If the data, a pair or a parameter breaks a rule; the estimator is then unchanged.
        ConflictError
            If hard pairs contradict each other and the clusterer violates none. Others take a
            cannot-link within a must-link component as a soft statement.

        Warns
        -----
        ConvergenceWarning
            If `n_clusters` is more than the rows that differ, or too few to keep all
            cannot-links: a clique of them, points all apart from each other, is larger. A clusterer
            that violates none raises `Infeasible` instead.
        """
        self._refuse(more, others)
        pairs = pairs_of_these_rows(must=must, cannot=cannot, ml=ml, cl=cl)
        return self._fitted(X, y, pairs, constraints, trace)

    def _fitted(
        self,
        X: ArrayLike,
        y: ArrayLike | None,
        pairs: tuple[Any, Any],
        constraints: Constraints | None,
        trace: Heard | None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """What `fit` does, of rows with weights where they have some."""
        check_params(self)
        if trace is not None and not callable(trace):
            raise InputError(
                f"trace={trace!r} must be None or a function of one step, such as a Trace()"
            )
        conflicts = "raise" if self._keeps_all() else "soft"
        traced_or_weighed = trace is not None or sample_weight is not None
        blocks = rows_in_blocks(self, X, plain=not traced_or_weighed)
        # Weights may be as small as numbers get: what vanishes beside others is 0, whatever the
        # caller's settings.
        with np.errstate(under="ignore"), tracing(trace is not None):
            left = None
            if blocks is not None:
                self._check_room(sum(blocks.sizes or ()))
                check_no_noise_in_blocks(constraints)
                points, known, y = taken(blocks, *pairs, constraints, y, conflicts)
            else:
                data = input_table(self, X, fitting=True)
                known = as_constraints(data.shape[0], *pairs, constraints, y, conflicts=conflicts)
                rows = check_sample_weight(sample_weight, known.n_samples)
                left = ClusteredRows.of(known)
                if left is not None:
                    data, rows, known, y = left.taken(data, rows, y)
                self._check_room(int(data.shape[0]), rows)
                made = sparse_points if sparse.issparse(data) else centred
                points = made(data, weights=rows)
                points.clustered = None if left is None else left.rows
            try:
                result = self._fit(points, known, y)
            except Infeasible as error:
                error.witness = points.all_numbers(error.witness or ())
                raise
        # Nothing is set on the estimator before the fit has succeeded.
        remember_features(self, X, blocks)
        self._keep(result, points, known)
        self._complete(points, result.labels)
        self._left = left
        if left is not None:
            self._put_back(left)
        self._warn_of_duplicates(result.centres)
        self._warn_of_large_cliques(known)
        if trace is not None:
            self._report(trace, result, points, known)
        return self

    def fit_predict(self, X: ArrayLike, y: ArrayLike | None = None, **known: Any) -> Labels:
        """Fit, and return `labels_`; takes what `fit` takes."""
        return self.fit(X, y, **known).labels_

    def predict(self, X: ArrayLike) -> NDArray[np.int32]:
        """Cluster of the nearest centre for each row of `X`; constraints play no part."""
        check_is_fitted(self)
        blocks = new_rows(self, X)
        if blocks is not None:
            learned = self._learned_metric()
            found: Labels = predicted_in_blocks(self, blocks, self._offset, learned)
            return found
        return self._predicted(self._rows_like_those_of_fit(X))

    def _predicted(self, data: Array) -> NDArray[np.int32]:
        """Cluster of each of these rows."""
        return nearest(data, self.cluster_centers_, self._offset)

    def _rows_like_those_of_fit(self, X: ArrayLike) -> Array:
        """Rows with the features that `fit` has seen."""
        data: Array = input_table(self, X)
        validate_data(self, with_names(X), reset=False, skip_check_array=True)
        check_squares(data)
        return data

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.reads_sparse
        return tags

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(parameters_of_today(self, state))

    @abstractmethod
    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        """Cluster `points` under what is `known`; `y` are the partial labels as given.

        The mean of `points` is the origin: distances by products lose fewest digits there, and
        translating the data changes nothing. `fit` moves the centres back.
        """

    def _continued(
        self, points: Points, known: Constraints, y: ArrayLike | None, last: Result
    ) -> tuple[Self, Result]:
        """A copy continued from the centres of `last` (weight of pairs as here), and its run."""
        model = clone(self).set_params(n_init=1, init=last.centres + points.offset)
        if hasattr(self, "constraint_weight_"):
            model.set_params(constraint_weight=self.constraint_weight_)
        return model, model._fit(points, known, y)

    def _violation_cost(self, found: Result, points: Points, statements: WeightedPairs) -> float:
        """The cost of these violated statements (hard and soft) in the objective of a run."""
        weight = float(getattr(self, "constraint_weight_", 0.0))
        by = self._measured_by(points, None)
        if by is None:
            return weight * constant_cost(found.labels, statements)
        return weight * metric_cost(points, found.labels, statements, *by)

    def _pulls(
        self, points: Points, labels: Labels, statements: WeightedPairs, metric: Any
    ) -> Array:
        """What each statement adds to the objective with these labels and learned `metric`."""
        weight = float(getattr(self, "constraint_weight_", 0.0))
        by = self._measured_by(points, metric)
        if by is None:
            return weight * constant_costs(labels, statements)
        return weight * metric_costs(points, labels, statements, *by)

    def _measured_by(self, points: Points, metric: Any) -> tuple[Metric, str] | None:
        """The metric, by default the last, and diameter that set the cost of violated pairs.

        None where every violated pair costs its weight.
        """
        return None

    def _report(self, trace: Heard, result: Result, points: Points, known: Constraints) -> None:
        """Tell the trace all steps of the run that was kept."""

        def pulls(labels: Labels, statements: WeightedPairs, metric: Any) -> Array:
            return self._pulls(points, labels, statements, metric)

        if isinstance(trace, Trace):
            trace.clear()
        steps = steps_of(result.noted, known, points.offset, pulls)
        for step in steps if self._left is None else self._left.steps(steps):
            trace(step)

    def _learned_metric(self) -> Metric | Array | None:
        """The metric that the last fit learned, a matrix or weights of features, if it did."""
        return getattr(self, "metric_", getattr(self, "feature_weights_", None))

    def _keeps_all(self) -> bool:
        """Whether contradictory pairs are refused, as no clustering keeps them."""
        return self.hard

    def _refuse(self, more: tuple[Any, ...], others: dict[str, Any]) -> None:
        """Refuse arguments that `fit` does not accept."""
        name = type(self).__name__
        if more:
            raise InputTypeError(
                f"{name}.fit() takes X and partial labels y by position; pass pairs by name: "
                "must=, cannot= or constraints="
            )
        if others.get("sample_weight", 0) is None:
            del others["sample_weight"]
        if "sample_weight" in others:
            raise InputTypeError(
                f"{name}: sample_weight={short(others['sample_weight'])} is not taken, as "
                f"{self.why_no_weights}; repeat rows that are to count more, or use a clusterer "
                "whose centres are means, such as PCKMeans"
            )
        if others:
            # As Python words it for a function without any such argument.
            raise TypeError(
                f"{name}.fit() got an unexpected keyword argument {next(iter(others))!r}"
            )

    def _needs_memory(self) -> tuple[str, str] | None:
        """A parameter for which all rows must be in memory, and what to set; None without any."""
        return None

    def _check_room(self, n_samples: int, weights: Array | None = None) -> None:
        """Refuse more clusters than rows, and say what a long fit takes before it starts."""
        n_counted = n_samples if weights is None else int(np.count_nonzero(weights))
        if n_counted < self.n_clusters <= n_samples:
            raise InputError(
                f"{type(self).__name__}: n_clusters={self.n_clusters} is more than the "
                f"{n_counted} rows of a sample_weight above 0; choose n_clusters <= {n_counted}, "
                "or give more rows a weight"
            )
        if self.n_clusters > n_samples:
            raise InputError(
                f"{type(self).__name__}: n_clusters={self.n_clusters} is more than the number of "
                f"rows, n_samples={n_samples}; choose n_clusters <= {n_samples} or pass more rows"
            )
        note = cost_note(self, n_samples, self.n_clusters)
        if note is not None:
            warnings.warn(f"{type(self).__name__}: {note}", stacklevel=4)

    def _warn_of_duplicates(self, centres: NDArray[np.float64]) -> None:
        """A warning where several clusters share a centre: there are too few different rows."""
        size = float(np.abs(centres).max()) or 1.0
        rounded = np.round(centres / size, 12)
        if len(np.unique(rounded[:, 0])) == self.n_clusters:
            return
        n_different = len(np.unique(rounded, axis=0))
        if n_different < self.n_clusters:
            warnings.warn(
                f"{type(self).__name__}: n_clusters={self.n_clusters}, but only {n_different} "
                "centres differ, as X has no more different rows; choose n_clusters <= "
                f"{n_different}, or expect duplicates of a row in several clusters",
                ConvergenceWarning,
                stacklevel=4,
            )

    def _warn_of_large_cliques(self, known: Constraints) -> None:
        """A warning where some cannot-links must be violated, of those that may violate them."""
        note = clique_note(known, self.n_clusters) if self.uses_constraints else None
        if note is not None:
            warnings.warn(f"{type(self).__name__}: {note}", ConvergenceWarning, stacklevel=4)

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        self.labels_: Labels = points.all_labels(result.labels)
        self.cluster_centers_ = result.centres + points.offset
        self._offset = points.offset
        self.objective_ = float(result.objective)
        self.objective_history_ = np.asarray(result.history, dtype=np.float64)
        self.n_iter_ = int(result.n_iter)
        self.converged_ = bool(result.converged)
        self.violations_: Violations = violations(result.labels, known)
        self.constraints_ = points.about_all(known)

    def _put_back(self, left: ClusteredRows) -> None:
        """Make of attributes about the rows that were clustered such about all rows."""
        self.labels_ = left.spread(self.labels_, -1)
        self.constraints_ = left.told
        self.violations_ = violations(self.labels_, left.told)

    def _complete(self, points: Points, labels: Labels) -> None:
        """Set the attributes that are derived from others; `labels` are those of the held rows."""
