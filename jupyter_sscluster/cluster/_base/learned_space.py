"""Mixin for clusterers with a learned metric: `transform` to a space where it is Euclidean."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster._data_frames import with_names
from jupyter_sscluster._validation import check_data
from jupyter_sscluster.cluster._parts.metric.mahalanobis import mapped, root_of_any
from jupyter_sscluster.cluster.out_of_core.fit_and_predict import each_new_row, new_rows


class LearnedSpace(OneToOneFeatureMixin, TransformerMixin):
    """A clusterer that learns one metric, and moves rows into its space: a step of a pipeline.

    As other learners of metrics do, and unlike `sklearn.cluster.KMeans`, whose `transform` gives
    distances to centres: what was learned is of use to any method that measures distances.
    """

    def transform(self, X: ArrayLike) -> Array:
        """The rows of `X` as X Lᵀ, where LᵀL is the metric that was learned.

        Euclidean distances between them are the learned ones between the rows of `X`. Of a metric
        that weighs features, each stays a column, times the root of its weight.

        Parameters
        ----------
        X : array or DataFrame, shape (n_rows, n_features)

        Returns
        -------
        array, shape (n_rows, n_features), or a DataFrame after `set_output`.
            Features without any weight are left out of a sparse clusterer's.

        Examples
        --------
        >>> from sklearn.cluster import AgglomerativeClustering
        >>> from sklearn.pipeline import make_pipeline
        >>> from jupyter_sscluster.cluster import MKMeans
        >>> X = [[0.0, 0.0], [8.0, 0.0], [0.0, 3.0], [8.0, 3.0]]
        >>> model = MKMeans(2, metric="diagonal", shrinkage=0.5, random_state=0)
        >>> space = make_pipeline(model, AgglomerativeClustering(n_clusters=2))
        >>> space.fit(X).named_steps["agglomerativeclustering"].labels_.tolist()
        [1, 0, 1, 0]
        >>> space.fit(X, mkmeans__must=[(0, 1)], mkmeans__cannot=[(0, 2)])[-1].labels_.tolist()
        [1, 1, 0, 0]
        >>> model.get_feature_names_out(["length", "width"]).tolist()
        ['length', 'width']
        """
        check_is_fitted(self)
        root = self._root()
        used = self._used(root) if root.ndim == 1 else np.arange(len(root))
        blocks = new_rows(self, X)
        if blocks is not None:
            origin, into = np.zeros(blocks.n_features), partial(_into, root=root, used=used)
            found: Array = each_new_row(blocks, origin, into, len(used))
            return found
        data = check_data(X)
        validate_data(self, with_names(X), reset=False, skip_check_array=True)
        return _into(data, root=root, used=used)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> NDArray[Any]:
        """Names of the columns of `transform`, an array of texts.

        Where features are weighed, those of the features; otherwise the name of the class with a
        number, as a column is made of all features.
        """
        names: NDArray[Any] = super().get_feature_names_out(input_features)
        root = self._root()
        if root.ndim == 1:
            return names[self._used(root)]
        name = type(self).__name__.lower()
        return np.array([f"{name}{column}" for column in range(len(root))], dtype=object)

    def _root(self) -> Array:
        """L, or of weights of features their roots."""
        return root_of_any(self._learned_metric())

    def _used(self, root: Array) -> Index:
        """The features that stay: all of them."""
        return np.arange(len(root))


def _into(X: Array, *, root: Array, used: Index) -> Array:
    """Rows in the space of L, or of the features that are used."""
    return X[:, used] * root[used] if root.ndim == 1 else mapped(X, root)
