"""The trees of a random forest, grown without the checks that take longer than small trees do."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier

try:  # what scikit-learn's own trees are grown by; not part of its public interface
    from sklearn.tree._criterion import Gini
    from sklearn.tree._splitter import BestSplitter
    from sklearn.tree._tree import DepthFirstTreeBuilder, Tree
except ImportError:  # pragma: no cover
    Tree = None

MOST = np.iinfo(np.int32).max


def grow(
    X: NDArray[np.float32], classes: NDArray[np.int64], n_trees: int, n_drawn: int, seed: int | None
) -> NDArray[np.int32]:
    """Leaf of every row in every tree of the forest that `RandomForestClassifier` would grow.

    The trees are the same, to the last leaf, in a fraction of the time: cloning an estimator,
    checking its input and seeding a generator anew cost more for each tree than growing it on a few
    hundred rows. Where scikit-learn has changed what this rests on, its forest does the work.

    Parameters
    ----------
    X : array of float32, shape (n_samples, n_features)
    classes : array of int, shape (n_samples,)
        Numbered from 0 without gaps.
    n_trees : int
    n_drawn : int
        Rows drawn for each tree, with replacement.
    seed : int or None

    Returns
    -------
    array of int, shape (n_samples, n_trees)
    """
    if Tree is not None:
        try:
            return _grown(X, classes, n_trees, n_drawn, seed)
        except (TypeError, ValueError):  # another signature than the one known here
            pass
    forest = RandomForestClassifier(n_trees, max_samples=n_drawn, random_state=seed)
    return forest.fit(X, classes).apply(X).astype(np.int32)


def _grown(
    X: NDArray[np.float32], classes: NDArray[np.int64], n_trees: int, n_drawn: int, seed: int | None
) -> NDArray[np.int32]:
    n_samples, n_features = X.shape
    n_classes = np.array([classes.max() + 1], dtype=np.intp)
    targets = classes.astype(np.float64)[:, None]
    leaves = np.empty((n_trees, n_samples), dtype=np.int32)
    seeds, rng = np.random.RandomState(seed), np.random.RandomState(0)
    for leaf in leaves:
        tree_seed = seeds.randint(MOST)
        rng.seed(tree_seed)
        drawn = rng.randint(0, n_samples, n_drawn, dtype=np.int32)
        weights = np.bincount(drawn, minlength=n_samples).astype(np.float64)
        rng.seed(tree_seed)
        splitter = BestSplitter(
            Gini(1, n_classes), max(1, int(np.sqrt(n_features))), 1, 0.0, rng, None
        )
        tree = Tree(n_features, n_classes, 1)
        DepthFirstTreeBuilder(splitter, 2, 1, 0.0, MOST, 0.0).build(tree, X, targets, weights, None)
        leaf[:] = tree.apply(X)
    return np.ascontiguousarray(leaves.T)
