from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike
from sklearn.utils.metadata_routing import MetadataRequest

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.metrics.kept_share import kept_share


class PairScorer:
    """Scores a fitted clusterer by pairs that it did not know: a `scoring=` for scikit-learn.

    The clusters that `predict` gives the rows are compared with what is known about these rows, by
    `kept_share`. In a cross-validation, metadata have to be routed, so that the scorer is told
    what is known about the test rows; it requests that by itself.

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
