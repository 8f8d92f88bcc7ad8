"""Base class of clusterers whose `fit` takes a `sample_weight`."""

from __future__ import annotations

from typing import Any, Self

from numpy.typing import ArrayLike

from jupyter_sscluster.cluster._base.constrained_clusterer import ConstrainedClusterer
from jupyter_sscluster.cluster._base.cross_validated_pairs import pairs_of_these_rows
from jupyter_sscluster.cluster._base.trace_steps import Heard
from jupyter_sscluster.constraints import Constraints


class WeighedRows(ConstrainedClusterer):
    """A clusterer whose `fit` takes a weight for each row."""

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
        sample_weight: ArrayLike | None = None,
        **others: Any,
    ) -> Self:
        """Cluster the rows of `X`, some of which may count more than others.

        Parameters
        ----------
        X, y, more, must, cannot, ml, cl, constraints, trace, others
            As `ConstrainedClusterer.fit` takes them.
        sample_weight : array, shape (n_samples,), optional
            How many rows each row stands for, in means, in the objective and in what is learned
            from clusters: numbers from 0, not shares of 1 where a prior counts in points. Pairs
            cost what they cost, the two rows farthest apart being of all rows. Rows of weight 0 get
            labels and move no centre. First centres are drawn from the other rows, by
            `kmeans_plusplus` in proportion to what these weigh, by other seedings whatever.

        Raises
        ------
        InputError
            As there, and for weights that are not one finite number from 0 a row, all of them 0, or
            above 0 for fewer rows than there are clusters.

        Examples
        --------
        >>> from jupyter_sscluster.cluster import PCKMeans
        >>> X = [[0.0], [1.0], [4.0]]
        >>> model = PCKMeans(n_clusters=1).fit(X, sample_weight=[1, 1, 2])
        >>> model.cluster_centers_.tolist(), model.objective_
        ([[2.25]], 6.375)
        """
        self._refuse(more, others)
        pairs = pairs_of_these_rows(must=must, cannot=cannot, ml=ml, cl=cl)
        return self._fitted(X, y, pairs, constraints, trace, sample_weight)
