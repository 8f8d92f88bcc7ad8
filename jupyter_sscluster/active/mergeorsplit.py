"""Ask whether two groups are one, or a point is in another, where an answer decides most pairs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import HashableData
from jupyter_sscluster._number_text import count
from jupyter_sscluster.active.minmax import last_questions
from jupyter_sscluster.active.neighbourhoods.certified import unknown_pairs_share
from jupyter_sscluster.active.question_types.expected_changes import ExpectedChanges
from jupyter_sscluster.active.question_types.probability_text import percent
from jupyter_sscluster.active.snapshot import Query, Snapshot
from jupyter_sscluster.active.strategy import Strategy
from jupyter_sscluster.cluster import GroupProposal, NeighbourGraphAgglomerative
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import soft_pairs

BATCH = 64
"""Questions about single points, once no merge is left."""

ANSWERS = 10
"""Answers ahead of which the expected changes are told."""


class MergeOrSplit(Strategy):
    """Asks whether two groups are one, about merges that were made and merges that were not.

    `NeighbourGraphAgglomerative` is fitted to what is known. It gives P(same) = p of every merge
    that it made, "are these really one?", and of every two neighbouring groups that it left, "are
    these really two?". A right answer puts the min(p, 1 - p) |A| |B| pairs across right that are
    expected to be wrong. The question is the one of the largest

        gain = min(p, 1 - p) √(|A| |B|);

    the root, as an answer about two large groups is less sure to hold for all of their pairs. It is
    asked about two central rows, of those that stand for either side the pair whose distance is
    nearest to the mean: nearer ones would say "same" too often. P follows from the height of a
    merge and from soft answers across it, so that one soft answer about two large groups is
    followed by a question about another pair of them.

    A single point may be in another group than its own, too: of such a question p is P that it is
    there, |A| is 1, and the second point is the one that is in that group most surely. No pair is
    asked twice, nor one that follows from hard answers. Once no pair is left, the questions are
    those of `MinMax`.

    The choice for hundreds of groups of unknown number, with that clusterer. Prefer `RobustNPU`
    where there are a few groups. A question takes a fit, a tenth of a second or two for ten
    thousand points; the fit of the snapshot is used where it was given these answers.

    `scores` gives 1 - P of the likeliest group, or of being in none, by the distances of a point.
    The expected changes are Σ min(p, 1 - p) min(|A|, |B|) over the ten best questions.

    Parameters
    ----------
    clusterer : estimator, default None
        What `fit` clusters with; None is AdaptivePCKMeans. Pass a `NeighbourGraphAgglomerative` if
        the number of groups is unknown: its parameters are then also those of the groups that are
        asked about. Otherwise these have the default parameters.
    n_clusters : int, default None
        Number of clusters of `labels_` if `clusterer` is None (2 if this is None, too), and of
        classes for the very last questions.
    random_state : int or None, default 0
        Only for the very last questions.

    References
    ----------
    A method of this package. P(match) times the sizes of the groups is from

    Firmani, D., Saha, B. and Srivastava, D. (2016). Online entity resolution using an oracle. Proc.
    VLDB Endowment 9(5), 384-395.

    >>> from jupyter_sscluster.active import Snapshot
    >>> X = [[0.0], [0.1], [0.2], [5.0], [5.1], [5.2], [6.1], [6.2]]
    >>> MergeOrSplit().propose(Snapshot(X, Constraints(8)))[0].reason
    'Points 4 and 6 stand for 3 and 2 points in two groups. They are one group with a ...'
    """

    title = "Merge or split"
    menu_group = "Borders and groups"
    asks_again = True
    parameter_ranges: ClassVar = Strategy.parameter_ranges

    def questions(self, snapshot: Snapshot) -> Iterator[Query]:
        """Of the best merges a typical pair each, then single points."""
        known = snapshot.constraints
        stated = {*map(tuple, soft_pairs(known).pairs.tolist())}
        for proposal in self._model(snapshot).each_proposal(moves=True):
            for i, j in proposal.typical:
                pair = min(i, j), max(i, j)
                asked = pair in snapshot.closed or pair in stated
                if not asked and known.relation(i, j) is None:
                    yield Query((i, j), proposal.gain, _reason(snapshot, proposal, (i, j)))
                    break
        yield from self._last(snapshot)

    def _last(self, snapshot: Snapshot) -> Iterator[Query]:
        for query in last_questions(self, snapshot, BATCH):
            yield Query(query.pair, 0.0, query.reason)

    def _scores(self, snapshot: Snapshot) -> NDArray[np.float64]:
        posterior = self._model(snapshot).posterior_
        nowhere = 1.0 - np.asarray(posterior.sum(axis=1), dtype=np.float64).ravel()
        likeliest = posterior.max(axis=1).toarray().ravel() if posterior.shape[1] else 0.0
        found = np.asarray(1.0 - np.maximum(likeliest, nowhere)).clip(0.0, 1.0)
        return np.where(unknown_pairs_share(snapshot.constraints) > 0.0, found, 0.0)

    def expected_changes(self, snapshot: Snapshot) -> ExpectedChanges:
        """How many points the next ten answers are expected to move; see `Strategy`."""
        self._check(snapshot, "expected_changes")
        best = self._model(snapshot).proposals(ANSWERS, moves=True)
        parts = [
            min(each.p_same, 1.0 - each.p_same) * min(len(each.rows), len(each.other_rows))
            for each in best
        ]
        moved = float(sum(parts))
        number = "at most one point" if moved < 1.0 else f"about {round(moved)} points"
        return ExpectedChanges(moved, f"The next ten answers are expected to move {number}.")

    def _model(self, snapshot: Snapshot) -> NeighbourGraphAgglomerative:
        """The clusterer, fitted to what is known: that of the snapshot, if it is."""
        made = snapshot.clusterer
        if isinstance(made, NeighbourGraphAgglomerative):
            if getattr(made, "constraints_", None) == snapshot.constraints:
                return made
        else:
            made = self.clusterer
        if not isinstance(made, NeighbourGraphAgglomerative):
            made = NeighbourGraphAgglomerative()
        params = tuple(sorted(made.get_params().items()))
        return _fitted(HashableData.of(snapshot.X), snapshot.constraints, params)


@lru_cache(maxsize=2)
def _fitted(
    data: HashableData, known: Constraints, params: tuple[tuple[str, Any], ...]
) -> NeighbourGraphAgglomerative:
    # The unit of X makes no difference, and squares of tiny values would be lost to underflow.
    far = np.abs(data.X - data.X.mean(axis=0)).max()
    X = np.ldexp(data.X, -int(np.frexp(far)[1]))
    return NeighbourGraphAgglomerative(**dict(params)).fit(X, constraints=known)


def _reason(snapshot: Snapshot, proposal: GroupProposal, pair: tuple[int, int]) -> str:
    one, two = (snapshot.name(row) for row in pair)
    sizes = len(proposal.rows), len(proposal.other_rows)
    if proposal.kind == "move":
        return (
            f"Point {one} may belong to the group of point {two}, of {count(sizes[1], 'point')}: "
            f"the probability is {percent(proposal.p_same)}. The answer decides about this point "
            "alone."
        )
    now = "in two groups" if proposal.kind == "merge" else "in one group"
    decided = min(sizes)
    points = "1 point" if decided == 1 else f"{decided} points"
    return (
        f"Points {one} and {two} stand for {sizes[0]} and {sizes[1]} points {now}. They are one "
        f"group with a probability of {percent(proposal.p_same)}, and the answer decides about "
        f"{points}."
    )
