"""Cross-validation folds in which no tested pair follows from the training pairs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import IntArray, Mask
from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints.constraints import Constraints
from jupyter_sscluster.constraints.merge_constraints import check_constraints
from jupyter_sscluster.constraints.pair_table import StatementTables
from jupyter_sscluster.constraints.sampling import _generator as generator


class PairKFold:
    """Splits rows into folds, each of which has pairs to test: a `cv=` for scikit-learn.

    A must-link component stays in one fold, so that no must-link is lost between two; rows with
    a cannot-link between them are put together as long as folds stay about equal. What is known of
    the training rows says nothing about a tested pair, stated or entailed: none of its rows is
    among them.

    Parameters
    ----------
    constraints : Constraints
        About the rows that are split.
    n_splits : int, default 5
        Number of folds, at least 2.
    random_state : int or Generator, default 0

    Examples
    --------
    >>> from jupyter_sscluster.constraints import Constraints, PairKFold
    >>> known = Constraints(8, must=[(0, 1), (2, 3)], cannot=[(4, 5), (6, 7), (1, 2)])
    >>> for train, test in PairKFold(known, n_splits=2).split():
    ...     print(test, known[test].must.tolist(), known[test].cannot.tolist())
    [0 1 6 7] [[0, 1]] [[2, 3]]
    [2 3 4 5] [[0, 1]] [[2, 3]]

    In a grid search, scored by the pairs of rows that were left out:

    >>> import sklearn
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import GridSearchCV
    >>> from jupyter_sscluster.cluster import PCKMeans
    >>> from jupyter_sscluster.metrics import PairScorer
    >>> X, y = load_iris(return_X_y=True)
    >>> known = Constraints.from_labels(y, 100)
    >>> with sklearn.config_context(enable_metadata_routing=True):
    ...     search = GridSearchCV(
    ...         PCKMeans(random_state=0),
    ...         {"n_clusters": [2, 3, 6]},
    ...         scoring=PairScorer(),
    ...         cv=PairKFold(known, n_splits=3),
    ...     ).fit(X, constraints=known)
    >>> search.best_params_
    {'n_clusters': 3}
    """

    def __init__(
        self, constraints: Constraints, n_splits: int = 5, *, random_state: Any = 0
    ) -> None:
        self.constraints = constraints
        self.n_splits = n_splits
        self.random_state = random_state

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """How many folds there are."""
        return self.n_splits

    def split(
        self, X: Any = None, y: Any = None, groups: Any = None
    ) -> Iterator[tuple[IntArray, IntArray]]:
        """The training rows and the test rows of each fold; all arguments are optional.

        Raises
        ------
        InputError
            If a fold would have no pair to test, or X has another number of rows.
        """
        if X is not None:
            check_constraints(self.constraints, X.shape[0] if hasattr(X, "shape") else len(X))
        folds = self._folds()
        for fold in range(self.n_splits):
            yield np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)

    def split_pairs(self) -> Iterator[tuple[Constraints, Constraints]]:
        """What is known of the training rows and of the test rows, both about all rows.

        To fit all rows knowing the first, and score their labels by the second.

        >>> known = Constraints(4, must=[(0, 1), (2, 3)])
        >>> [tested.must.tolist() for _, tested in PairKFold(known, 2).split_pairs()]
        [[[0, 1]], [[2, 3]]]
        """
        for train, test in self.split():
            yield _among(self.constraints, train), _among(self.constraints, test)

    def _folds(self) -> IntArray:
        """The fold of each row."""
        known = check_constraints(self.constraints, self.constraints.n_samples)
        n_splits = check_count(self.n_splits, "n_splits", 2, known.n_samples)
        rng = generator(self.random_state)
        dealt = _Dealt(known, n_splits)
        sizes = known.component_sizes
        for component in np.flatnonzero(sizes > 1)[np.argsort(-sizes[sizes > 1], kind="stable")]:
            dealt.to(int(np.lexsort((dealt.n_rows, dealt.n_must))[0]), int(component))
        for a, b in rng.permutation(known.component_edges).tolist():
            dealt.together(a, b)
        dealt.rest(rng)
        folds = dealt.fold[known.component_ids]
        n_tested = _tested(known, folds, n_splits)
        if not n_tested.all():
            most = int((n_tested > 0).sum())
            way_out = f"choose n_splits <= {most}, or state more pairs"
            raise InputError(
                f"n_splits={n_splits}, but only {most} of the folds would have a pair to test, as "
                "rows that must-links join stay together; "
                + (way_out if most > 1 else "state more pairs, of other rows")
            )
        return folds


class _Dealt:
    """Components dealt to folds, one after the other."""

    def __init__(self, known: Constraints, n_splits: int) -> None:
        self.sizes = known.component_sizes
        self.fold = np.full(known.n_components, -1)
        self.n_rows = np.zeros(n_splits, dtype=np.int64)
        self.n_must = np.zeros(n_splits, dtype=np.int64)
        self.n_cannot = np.zeros(n_splits, dtype=np.int64)
        self.room = known.n_samples / n_splits

    def to(self, fold: int, component: int) -> None:
        """Deal a component to a fold."""
        size = self.sizes[component]
        self.fold[component] = fold
        self.n_rows[fold] += size
        self.n_must[fold] += size * (size - 1) // 2

    def together(self, a: int, b: int) -> None:
        """Deal two components with a cannot-link between them to one fold, if it is not full."""
        held = int(max(self.fold[a], self.fold[b]))
        fold = held if held >= 0 else int(np.lexsort((self.n_rows, self.n_cannot))[0])
        new = [component for component in (a, b) if self.fold[component] < 0]
        if self.n_rows[fold] + sum(self.sizes[new]) > max(self.room, 2):
            return
        for component in new:
            self.to(fold, component)
        self.n_cannot[fold] += self.fold[a] == self.fold[b]

    def rest(self, rng: np.random.Generator) -> None:
        """Deal the rows that are left, so that folds become equal as far as they can."""
        left = rng.permutation(np.flatnonzero(self.fold < 0))
        level = self.n_rows.copy()
        counts = np.zeros_like(level)
        total = int(level.sum()) + len(left)
        for place, fold in enumerate(np.argsort(-level, kind="stable")):
            # From the fullest fold on: each gets its share of what the fuller ones leave.
            share = total // (len(level) - place)
            counts[fold] = max(share - int(level[fold]), 0)
            total -= int(level[fold] + counts[fold])
        self.fold[left] = np.repeat(np.arange(len(level)), counts)


def _tested(known: Constraints, folds: IntArray, n_splits: int) -> IntArray:
    """Number of statements with both ends in each fold."""
    pairs = np.concatenate([known.must, known.cannot, known.soft_must, known.soft_cannot])
    ends = folds[pairs]
    return np.bincount(ends[ends[:, 0] == ends[:, 1], 0], minlength=n_splits)


def _among(known: Constraints, rows: IntArray) -> Constraints:
    """The statements with both ends among these rows."""
    inside: Mask = np.zeros(known.n_samples, dtype=bool)
    inside[rows] = True
    tables = (t.selected(np.logical_and.reduce(inside[t.pairs], axis=1)) for t in known._statements)
    noise = rows[np.isin(rows, known.noise)]
    return known._of(known.n_samples, StatementTables(*tables), known.names, np.sort(noise))
