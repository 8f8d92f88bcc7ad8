"""The share of known pairs that a labelling keeps, and a scorer for scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.metadata_routing import MetadataRequest

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import soft_pairs
from jupyter_sscluster.metrics._checks import comparable, flat_labels, row_mask
from jupyter_sscluster.metrics.violations import violations


class PairScorer:
    """Scores a fitted clusterer by pairs that it did not know: a `scoring=` for scikit-learn.

    `kept_share` compares the clusters that `predict` gives the rows with the constraints on them.
    In a cross-validation metadata routing must be enabled: the scorer requests the constraints of
    the test rows.

    Examples
    --------
    >>> import sklearn
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import cross_validate
    >>> from jupyter_sscluster import Constraints
    >>> from jupyter_sscluster.cluster import PCKMeans
    >>> from jupyter_sscluster.constraints import PairKFold
    >>> from jupyter_sscluster.metrics import PairScorer
    >>> X, y = load_iris(return_X_y=True)
    >>> known = Constraints.from_labels(y, 100)
    >>> with sklearn.config_context(enable_metadata_routing=True):
    ...     found = cross_validate(
    ...         PCKMeans(n_clusters=3, random_state=0),
    ...         X,
    ...         scoring=PairScorer(),
    ...         cv=PairKFold(known, n_splits=3),
    ...         params={"constraints": known},
    ...     )
    >>> bool(found["test_score"].min() > 0.8)
    True

    Called directly:

    >>> train, test = next(PairKFold(known, n_splits=3).split(X))
    >>> model = PCKMeans(n_clusters=3, random_state=0).fit(X[train], constraints=known[train])
    >>> score = PairScorer()(model, X[test], constraints=known[test])
    >>> bool(score == found["test_score"][0])
    True
    """

    def __call__(
        self,
        estimator: Any,
        X: ArrayLike,
        y: ArrayLike | None = None,
        *,
        constraints: Constraints | None = None,
    ) -> float:
        """The share of pairs kept, in [0, 1], of these rows; `y` plays no part.

        Raises
        ------
        InputError
            If nothing is known about them.
        """
        if constraints is None and y is not None:
            raise InputError(
                "constraints=None: a PairScorer scores by what is known about the rows X and does "
                "not look at y, which a fit would take as known; pass what y says as constraints="
                "Constraints.from_partial_labels(y), or score by scoring='adjusted_rand_score'"
            )
        if constraints is None:
            raise InputError(
                "constraints=None: a PairScorer scores by what is known about the rows X, and was "
                "told nothing; call sklearn.set_config(enable_metadata_routing=True) before a "
                "cross-validation and pass it constraints=, or pass constraints=known[test] here"
            )
        return kept_share(estimator.predict(X), constraints)

    def get_metadata_routing(self) -> MetadataRequest:
        """That `constraints` are to be passed on to this scorer."""
        request = MetadataRequest(owner=type(self).__name__)
        request.score.add_request(param="constraints", alias=True)
        return request

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def kept_share(
    labels: ArrayLike, constraints: Constraints, *, rows: ArrayLike | None = None
) -> float:
    """Share of the pairs that `labels` (n_samples,) keep: the mean of those of the two kinds.

    Stated, entailed and soft pairs count. The mean of both shares scores one cluster for all rows,
    and a cluster for each row, ½, whatever the numbers of pairs; if all are of one kind, it is the
    share of that kind.

    Use it on pairs that the clustering did not use: on others it measures only how far it obeyed.

    Parameters
    ----------
    labels : array, shape (n_samples,)
    constraints : Constraints
        About the same rows.
    rows : array of row numbers or mask, optional
        Only pairs with both ends among these rows count.

    Returns
    -------
    float
        In [0, 1].

    Raises
    ------
    InputError
        If there is no pair to score, or `labels` are not one a row.

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> from jupyter_sscluster.metrics import kept_share
    >>> known = Constraints(5, must=[(0, 1), (1, 2)], cannot=[(2, 3)])
    >>> round(kept_share([0, 0, 1, 1, 1], known), 3)
    0.5
    """
    violated = violations(labels, constraints, rows=rows)
    inside = row_mask(rows, constraints.n_samples)
    sizes = np.bincount(constraints.component_ids[inside], minlength=constraints.n_components)
    ends = sizes[constraints.component_edges]
    soft = soft_pairs(constraints)
    soft = soft.take(np.flatnonzero(inside[soft.pairs].all(axis=1)))
    groups = comparable(flat_labels(labels, "labels"), "labels", rows)
    apart = groups[soft.pairs[:, 0]] != groups[soft.pairs[:, 1]]
    against = apart == soft.together
    counts = (
        (int((sizes * (sizes - 1) // 2).sum()), violated.closure_must, soft.together),
        (int((ends[:, 0] * ends[:, 1]).sum()), violated.closure_cannot, ~soft.together),
    )
    shares = [
        1.0 - (n_violated + int(against[kind].sum())) / (n_pairs + int(kind.sum()))
        for n_pairs, n_violated, kind in counts
        if n_pairs + kind.sum()
    ]
    if not shares:
        raise InputError(
            f"nothing is known about any pair of these {int(inside.sum())} rows, so there is no "
            "pair to score; choose rows with pairs, as PairKFold does"
        )
    return float(np.mean(shares))
