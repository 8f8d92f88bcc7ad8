"""The trees of a random forest, grown without the checks that take longer than small trees do."""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier

from jupyter_sscluster._threads import can_start
from jupyter_sscluster.cluster.fit.watching import report

try:  # what scikit-learn's own trees are grown by; not part of its public interface
    from sklearn.tree._criterion import Gini
    from sklearn.tree._splitter import BestSplitter
    from sklearn.tree._tree import DepthFirstTreeBuilder, Tree
except ImportError:  # pragma: no cover
    Tree = None

MOST = np.iinfo(np.int32).max
SMALL = 500_000
"""Rows times trees up to which draws are kept: 4 MB."""

LARGE = 500_000
"""Values of X from which on trees are grown side by side."""

MOST_THREADS = 4

Drawn = tuple[int, NDArray[np.float64]]


def grow(
    X: NDArray[np.float32], classes: NDArray[np.int64], n_trees: int, n_drawn: int, seed: int | None
) -> NDArray[np.int32]:
    """Leaf (n_samples, n_trees) of each row in the forest that `RandomForestClassifier` would grow.

    The trees are the same, to the last leaf, in a fraction of the time: cloning an estimator,
    checking its input and seeding a generator anew cost more for each tree than growing it on a few
    hundred rows. Where scikit-learn has changed what this rests on, its forest does the work.
    `classes` are numbered from 0 without gaps; `n_drawn` rows are drawn for each tree, with
    replacement.
    """
    if Tree is not None:
        try:
            return _grown(X, classes, n_trees, n_drawn, seed)
        except (TypeError, ValueError):  # another signature than the one known here
            pass
    forest = RandomForestClassifier(n_trees, max_samples=n_drawn, random_state=seed)
    leaves: NDArray[np.int32] = forest.fit(X, classes).apply(X).astype(np.int32)
    return leaves


def _grown(
    X: NDArray[np.float32], classes: NDArray[np.int64], n_trees: int, n_drawn: int, seed: int | None
) -> NDArray[np.int32]:
    n_features = X.shape[1]
    n_classes = np.array([classes.max() + 1], dtype=np.intp)
    targets = classes.astype(np.float64)[:, None]
    at_a_split = max(1, int(np.sqrt(n_features)))
    leaves = np.empty((n_trees, len(X)), dtype=np.int32)

    def grow_tree(place: int, drawn: Drawn, rng: np.random.RandomState) -> None:
        tree_seed, weights = drawn
        rng.seed(tree_seed)
        splitter = BestSplitter(Gini(1, n_classes), at_a_split, 1, 0.0, rng, None)
        tree = Tree(n_features, n_classes, 1)
        DepthFirstTreeBuilder(splitter, 2, 1, 0.0, MOST, 0.0).build(tree, X, targets, weights, None)
        leaves[place] = tree.apply(X)

    draws = enumerate(_draws(len(X), n_trees, n_drawn, seed))
    if X.size < LARGE or not can_start():
        rng = np.random.RandomState(0)
        for place, drawn in draws:
            report("tree", place, n_trees)
            grow_tree(place, drawn, rng)
    else:
        with ThreadPoolExecutor(min(MOST_THREADS, os.cpu_count() or 1)) as threads:
            grown = [threads.submit(grow_tree, *each, np.random.RandomState(0)) for each in draws]
            try:
                for place, tree in enumerate(grown):
                    report("tree", place, n_trees)  # here: no watcher hears the other threads
                    tree.result()
            except BaseException:
                threads.shutdown(wait=False, cancel_futures=True)
                raise
    return np.ascontiguousarray(leaves.T)


def _draws(n_samples: int, n_trees: int, n_drawn: int, seed: int | None) -> Iterable[Drawn]:
    """Seed of each tree, and how often each row is drawn for it.

    One seed draws the same rows for every forest, so small draws are kept.
    """
    if seed is None or n_samples * n_trees > SMALL:
        return _drawn(n_samples, n_trees, n_drawn, seed)
    return _kept(n_samples, n_trees, n_drawn, seed)


@lru_cache(maxsize=4)
def _kept(n_samples: int, n_trees: int, n_drawn: int, seed: int) -> list[Drawn]:
    return list(_drawn(n_samples, n_trees, n_drawn, seed))


def _drawn(n_samples: int, n_trees: int, n_drawn: int, seed: int | None) -> Iterator[Drawn]:
    seeds, rng = np.random.RandomState(seed), np.random.RandomState(0)
    for _ in range(n_trees):
        tree_seed = seeds.randint(MOST)
        rng.seed(tree_seed)
        rows = rng.randint(0, n_samples, n_drawn, dtype=np.int32)
        yield tree_seed, np.bincount(rows, minlength=n_samples).astype(np.float64)
