"""What all strategies share: pure proposals, and the loop that asks an oracle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from jupyter_sscluster._validation import (
    Anything,
    InputError,
    InputTypeError,
    Int,
    Nullable,
    Rule,
    check_count,
    check_data,
    check_params,
)
from jupyter_sscluster.active.neighbourhoods.certified import unknown_pairs_share
from jupyter_sscluster.active.noise_rows import about_clustered_rows
from jupyter_sscluster.active.oracle_loop import Loop, check_oracle
from jupyter_sscluster.active.question_types.choosing_points import placement, sorting
from jupyter_sscluster.active.question_types.class_probabilities import ClassProbabilities
from jupyter_sscluster.active.question_types.expected_changes import (
    ExpectedChanges,
    expected_changes,
)
from jupyter_sscluster.active.question_types.oracle_loop import (
    PlaceOrSortLoop,
    check_question_type,
    keep_results,
)
from jupyter_sscluster.active.question_types.placement_and_sorting import Placement, Sorting
from jupyter_sscluster.active.question_types.point_uncertainty import Uncertainty, uncertainty
from jupyter_sscluster.active.question_types.soft_as_hard import soft_as_hard
from jupyter_sscluster.active.snapshot import Pair, Query, Snapshot, as_query
from jupyter_sscluster.cluster.fit.any_clusterer import check_clusterer
from jupyter_sscluster.constraints import Constraints


class Strategy(BaseEstimator):
    """Decides which pair to ask about next.

    To write your own, derive from this class, give it a `title` for menus, and return candidate
    pairs from `questions(snapshot)`, best first. They must depend on the snapshot, the parameters
    and the seed alone: nothing is remembered between calls. A plain function of a snapshot that
    returns candidate pairs can be used wherever a strategy is expected. `parameter_ranges` says
    which values the parameters may have.

    The strategies of this package override `_propose`, which also gets the number of pairs, and may
    override `_scores`. One that `asks_again` may ask about a pair whose relation follows from other
    answers, as these may be wrong, but never about one that was answered. With a posterior over
    classes a strategy can also ask to place or sort points: it lists these in `question_types` and
    returns the posterior, with points that represent each class, from `_class_probabilities`.

    Parameters
    ----------
    clusterer : estimator, default None
        What `fit` clusters with; its `fit` takes `constraints=`. None is AdaptivePCKMeans.
    n_clusters : int, default None
        Number of classes; by default that of the snapshot, or of the clusterer.
    random_state : int or None, default 0
        Seed. None gives other pairs every time, so a question changes when it is shown again.
    """

    title: ClassVar[str]
    menu_group: ClassVar[str]
    for_subclasses: ClassVar[bool] = True
    uses_labels: ClassVar[bool] = False
    asks_again: ClassVar[bool] = False
    question_types: ClassVar[tuple[str, ...]] = ("pair",)
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "clusterer": Nullable(Anything()),
        "n_clusters": Nullable(Int(1)),
        "random_state": Nullable(Int(0)),
    }

    def __init__(
        self,
        clusterer: Any = None,
        n_clusters: int | None = None,
        random_state: int | None = 0,
    ) -> None:
        self.clusterer = clusterer
        self.n_clusters = n_clusters
        self.random_state = random_state

    @about_clustered_rows
    def propose(self, snapshot: Snapshot, n_pairs: int = 1) -> list[Query]:
        """The pairs most worth asking about, best first.

        Parameters
        ----------
        snapshot : Snapshot
            What is known.
        n_pairs : int, default 1
            How many questions to ask at once. No answer among them makes another one superfluous
            for sure, so there may be fewer.

        Returns
        -------
        list of Query
            Distinct pairs whose relation is neither known nor entailed (not stated, where the
            strategy `asks_again`), and that were not answered with "don't know". Soft statements
            entail as hard ones do here, unless they contradict. Empty when nothing is left to ask.

        Raises
        ------
        InputError
            If a parameter of the strategy, or `n_pairs`, is out of range, or `snapshot` is none.
        """
        self._check(snapshot, "propose")
        check_count(n_pairs, "n_pairs")
        if snapshot.n_samples < 2:
            return []
        told = snapshot if self.asks_again else soft_as_hard(snapshot)
        return self._propose(told, n_pairs)

    @about_clustered_rows
    def propose_placement(self, snapshot: Snapshot, among: Any = None) -> Placement | None:
        """The point most worth placing, and the points to compare it with.

        Parameters
        ----------
        snapshot : Snapshot
            What is known.
        among : array of row numbers, default None
            The only points that may be the one to place; None is all.

        Returns
        -------
        Placement or None
            None when nothing is left to ask.

        Raises
        ------
        InputError
            If "place" is not in `question_types`, a parameter of the strategy is out of range, or
            `snapshot` is no snapshot.
        """
        standing = self._shaped(snapshot, "propose_placement", "place", among)
        return None if standing is None else placement(standing)

    @about_clustered_rows
    def propose_sorting(
        self, snapshot: Snapshot, size: int = 4, among: Any = None
    ) -> Sorting | None:
        """The points most worth sorting, and a card for every class that has been met.

        Parameters
        ----------
        snapshot : Snapshot
            What is known.
        size : int, default 4
            How many points; fewer where no more are left.
        among : array of row numbers, default None
            The only points that may be sorted; None is all.

        Returns
        -------
        Sorting or None
            None when nothing is left to ask.

        Raises
        ------
        InputError
            If "sort" is not in `question_types`, `size` or a parameter of the strategy is out of
            range, or `snapshot` is no snapshot.
        """
        check_count(size, "size")
        standing = self._shaped(snapshot, "propose_sorting", "sort", among)
        return None if standing is None else sorting(standing, size)

    def clustered_with(self, snapshot: Snapshot) -> Constraints:
        """The constraints that a clusterer is given; a strategy may add some that it infers."""
        return snapshot.constraints

    @about_clustered_rows
    def expected_changes(self, snapshot: Snapshot) -> ExpectedChanges:
        """How many points the next ten answers are expected to move: whether it is time to stop.

        Returns
        -------
        ExpectedChanges
            `moved` is None, and `text` says why, without a posterior and before every class has
            been found.

        Raises
        ------
        InputError
            If a parameter of the strategy is out of range, or `snapshot` is none.
        """
        self._check(snapshot, "expected_changes")
        standing = self._class_probabilities(soft_as_hard(self._believed(snapshot)))
        if standing is None:
            return ExpectedChanges(None, f"{self.title} cannot estimate the changes; NPU can.")
        return expected_changes(standing)

    def _believed(self, snapshot: Snapshot) -> Snapshot:
        """The answers that expected changes and uncertainty are based on: by default all."""
        return snapshot

    @about_clustered_rows
    def uncertainty(self, snapshot: Snapshot) -> Uncertainty:
        """How uncertain each point is: by the posterior, else by the strategy's own `scores`.

        Its `doubt` is None, and its `text` says why, if the strategy has neither.
        """
        self._check(snapshot, "uncertainty")
        standing = self._class_probabilities(soft_as_hard(self._believed(snapshot)))
        if standing is not None:
            return uncertainty(standing)
        if type(self)._scores is Strategy._scores:
            return Uncertainty(None, f"{self.title} does not say how sure it is; NPU does.")
        return Uncertainty(self.scores(snapshot))

    @about_clustered_rows
    def scores(self, snapshot: Snapshot) -> NDArray[np.float64]:
        """How much is still unknown about each point, to shade a plot with.

        0 if the place of a point is known, up to 1 if nothing is. The description of each strategy
        says how it is measured; by default it is the share of the other points whose relation to a
        point is neither known nor entailed.

        Returns
        -------
        array, shape (n_samples,), from 0 to 1

        Raises
        ------
        InputError
            If a parameter of the strategy is out of range, or `snapshot` is none.
        """
        self._check(snapshot, "scores")
        if snapshot.n_samples < 2:
            return np.zeros(snapshot.n_samples)
        return self._scores(snapshot)

    def fit(
        self,
        X: Any,
        oracle: Any = None,
        *,
        constraints: Constraints | None = None,
        question_type: str = "pair",
        size: int = 4,
    ) -> Self:
        """Ask an oracle until its budget, or the questions, run out; then cluster.

        Parameters
        ----------
        X : array or DataFrame, shape (n_samples, n_features)
        oracle : object
            `query(i, j)` returns "must", "cannot" or "unknown" (True and False do as well); it may
            have `remaining` and `n_samples`, and may raise `BudgetExhausted`.
        constraints : Constraints, default None
            What is known before the first question.
        question_type : {"pair", "place", "sort"}, default "pair"
            Type of question, one of `question_types`; the oracle then needs `place` or `sort`.
        size : int, default 4
            Points of a sorting.

        Returns
        -------
        self
            With `constraints_`, `pairwise_constraints_` (must-links, cannot-links), `unknown_`,
            `queries_` (one `AskedPair` a pair, in the order of the answers), `questions_` (one
            `AskedQuestion` a question), `n_queries_` (number of questions) and `labels_` (None if
            the clusterer never succeeded; a warning says why). If the oracle fails, or the fit is
            interrupted, no answer is lost: these attributes hold all answers up to then, and
            `constraints=` continues from there.

        Raises
        ------
        InputError
            If a parameter, the clusterer, X, the constraints, the oracle, or an answer of it is
            not usable.
        """
        check_params(self)
        check_clusterer(self.clusterer)
        n_samples = len(check_data(X))
        check_oracle(oracle, n_samples)
        check_question_type(question_type, self, oracle)
        check_count(size, "size")
        known = Constraints(n_samples) if constraints is None else constraints
        start = Snapshot(X, known, n_clusters=self._n_clusters(None))
        loop = (
            Loop(self, start)
            if question_type == "pair"
            else PlaceOrSortLoop(self, start, question_type, size)
        )
        try:
            loop.run(oracle)
        finally:
            keep_results(self, loop)
        self._conclude(Snapshot(X, self.constraints_, unknown=tuple(self.unknown_)))
        return self

    def _conclude(self, told: Snapshot) -> None:
        """Set what a strategy has to say of its own about all that `fit` was told."""
        return

    @staticmethod
    def _undecided(queries: Iterable[Query], known: Constraints, n_pairs: int) -> list[Query]:
        """The first of these whose answer does not follow, all before it being must-links."""
        found = list[Query]()
        for query in queries:
            if known.relation(*query.pair) is None:
                found.append(query)
                if len(found) == n_pairs:
                    break
                known = known.add(*query.pair, "must")
        return found

    def questions(self, snapshot: Snapshot) -> Iterable[Query | Sequence[int]]:
        """Candidate questions, best first: pairs (i, j) or `Query` objects.

        Override this in a strategy of your own. Candidates whose relation is known or entailed,
        those in `snapshot.closed`, and those about noise, are skipped: it need not check them.

        It may be a generator; only as many candidates as are needed are taken. The `labels` of the
        snapshot may be None unless `uses_labels` is True.

        >>> class FirstRow(Strategy):
        ...     title = "First row"
        ...
        ...     def questions(self, snapshot):
        ...         return ((0, j) for j in range(1, snapshot.n_samples))
        >>> from jupyter_sscluster.constraints import Constraints
        >>> snapshot = Snapshot([[0.0], [1.0], [5.0]], Constraints(3, must=[(0, 1)]))
        >>> [query.pair for query in FirstRow().propose(snapshot)]
        [(0, 2)]
        """
        raise InputTypeError(
            f"{type(self).__name__} proposes no questions; give it a method questions(snapshot) "
            "that returns pairs of rows, best first"
        )

    def _propose(self, snapshot: Snapshot, n_pairs: int) -> list[Query]:
        """The pairs to ask about; everything has been checked."""
        out = {*snapshot.constraints.noise.tolist()}
        found = (as_query(each, self) for each in self.questions(snapshot))
        unasked = (q for q in found if q.pair not in snapshot.closed and out.isdisjoint(q.pair))
        return self._undecided(unasked, snapshot.constraints, n_pairs)

    def _sees_noise(self) -> bool:
        """Whether it is shown all rows; else those only that are no noise, and asks about these."""
        return type(self)._propose is Strategy._propose

    def _scores(self, snapshot: Snapshot) -> NDArray[np.float64]:
        """How much is unknown about each point, from 0 to 1; the snapshot has been checked."""
        return unknown_pairs_share(snapshot.constraints)

    def _class_probabilities(self, snapshot: Snapshot) -> ClassProbabilities | None:
        """The posterior over the classes met, for a strategy that has one; checked as above."""
        return None

    def _shaped(
        self, snapshot: Snapshot, method: str, question_type: str, among: Any = None
    ) -> ClassProbabilities | None:
        self._check(snapshot, method)
        if question_type not in self.question_types:
            raise InputError(
                f"{type(self).__name__} does not offer {method}: it has no posterior over classes; "
                f"it offers {', '.join(map(repr, self.question_types))}, NPU offers the others"
            )
        if snapshot.n_samples < 2:
            return None
        standing = self._class_probabilities(soft_as_hard(snapshot))
        if standing is None or among is None:
            return standing
        return replace(standing, among=np.isin(np.arange(snapshot.n_samples), among))

    def _check(self, snapshot: Snapshot, method: str) -> None:
        if not isinstance(snapshot, Snapshot):
            raise InputTypeError(
                f"{type(self).__name__}.{method} takes a Snapshot and was given a value of type "
                f"{type(snapshot).__name__}; write {method}(Snapshot(X, Constraints(len(X))))"
            )
        check_params(self)

    def midway(self, snapshot: Snapshot, pair: Pair) -> bool:
        """Whether the answer to a pair left its target half resolved."""
        return False

    def _rng(self, snapshot: Snapshot) -> np.random.Generator:
        """Randomness that depends on how much is known, not on the order it was learnt in."""
        if self.random_state is None:
            return np.random.default_rng()
        return np.random.default_rng([self.random_state, snapshot.n_answers])

    def _n_clusters(self, snapshot: Snapshot | None) -> int | None:
        if snapshot is not None and snapshot.n_clusters is not None:
            return snapshot.n_clusters
        return self.n_clusters or getattr(self.clusterer, "n_clusters", None)
