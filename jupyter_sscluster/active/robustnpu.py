"""Robust NPU: place the least certain point, and ask again where answers disagree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain, islice
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import HashableData, IntArray
from jupyter_sscluster.active.minmax import last_questions
from jupyter_sscluster.active.neighbourhoods.certified import certified
from jupyter_sscluster.active.neighbourhoods.uncertainty import uncertainty
from jupyter_sscluster.active.noisy_answers.answers_by_point import PLACED, Answers
from jupyter_sscluster.active.noisy_answers.choosing_pairs import PairChooser
from jupyter_sscluster.active.noisy_answers.class_probabilities_given_answers import (
    beliefs,
    clusters_of,
    makes_beliefs,
    trusted,
)
from jupyter_sscluster.active.noisy_answers.discovering_classes import (
    EVERY,
    Classes,
    ClassExploration,
    Target,
)
from jupyter_sscluster.active.noisy_answers.medoids import first_clusters, medoids, n_different
from jupyter_sscluster.active.npu import NPU
from jupyter_sscluster.active.question_types.class_probabilities import ClassProbabilities
from jupyter_sscluster.active.question_types.placement_and_sorting import QUESTION_TYPES
from jupyter_sscluster.active.question_types.probability_text import (
    belongs_with,
    clusters_found,
    percent,
)
from jupyter_sscluster.active.snapshot import Pair, Query, Snapshot
from jupyter_sscluster.active.strategy import Strategy
from jupyter_sscluster.cluster.fit.posterior_after_answers import undiluted
from jupyter_sscluster.constraints import Constraints

SURE_BY = 5
"""Statements a class after which no more is asked to make sure of the classes met, where clusters
say. Asked without end, with one answer in ten wrong such questions were most of fifty in
some runs, and cost .03 of the adjusted Rand index after 25 (iris, wine, wdbc, digits389).
"""

VALUES = 250_000
"""Values of X that each tree of placements and sortings is grown on: 650 rows of 384 features.

Grown on all of 5,000 such rows a forest took 4 s, and the question with it; now .6 s.
"""

MEMBERS = 3
"""Members of classes that a point which may start one is asked about with, at once."""

LEAST = 20
"""Rows a class that a tree is grown on at least."""


class _WhereItGoesByThem:
    """Whether it looks at clusters: not if its clusterer makes beliefs of its own."""

    def __get__(self, strategy: RobustNPU | None, owner: type) -> bool:
        return strategy is None or not makes_beliefs(strategy.clusterer)


class RobustNPU(Strategy):
    """NPU for answers that may be wrong: asks again about points where answers disagree.

    The probability q_x(k) that a point x is of class k combines the clusters of the snapshot,
    Gaussians with one covariance, with all stated pairs, by belief propagation. Each pair is wrong
    with a probability that is estimated at the same time. If the clusterer is `BeliefClustering`,
    or there are not as many clusters as classes, q is that of belief clustering. The next point is

        argmax_x H(q_x) / E[questions],   H = −Σ q log₂ q,   E[questions] = Σ i q₍ᵢ₎ (q downwards)

    among those not asked about and those asked about for which no class has probability .95. It is
    asked about with a point of each class, by falling q, until one has .9 or K + 3 questions have
    been asked. That point is the nearest of those whose class is surest by the answers alone, of
    which one in ten is taken to be wrong, so that a wrong answer does not spread.
    The relation of such a pair may follow from other answers, as these may be wrong; no pair is
    ever asked twice, as a wrong answer would be given again. An answer may contradict others: `fit`
    then records some as soft statements.

    It first finds the classes: medoids of k-means clusters, largest first, are asked about with one
    class after another until all K classes have a point; see `ClassExploration`. These points are
    asked about again until each class has one on which several answers agree, for at most 5 K
    statements unless belief clustering is the clusterer. Once the beliefs leave nothing to ask, the
    questions are those of `MinMax`, until every pair is known.

    The default of sessions and widgets. docs/label_economy.md has what it gains with
    BeliefClustering and with AdaptivePCKMeans, what wrong answers cost, and the sets on which it
    fails. Prefer `NPU` if all answers are right and no question may be about an entailed pair. A
    question about a pair costs O(n d²) if there are as many clusters as classes, otherwise a fit of
    belief clustering; questions of other types cost as much as those of `NPU`. The posteriors of
    the last snapshots are kept.

    `scores` gives the entropy of q as a share of log₂ K: 1 where all classes are equally likely.
    With a clusterer that has no posterior of its own, placements, sortings, expected changes and
    uncertainty are those of `NPU`, whose trees are grown on 250 000 values of X each at most, but
    on 20 rows a class: `random_state` draws the rows. A question is then found within a second also
    among 5 000 rows of 384 features. Expected changes and uncertainty leave out hard statements
    that the clusters violate although they keep what is not unlikely.

    Parameters
    ----------
    clusterer : estimator, default None
        What `fit` clusters with before every question, and at the end; None is AdaptivePCKMeans.
    n_clusters : int, default None
        Number of classes; by default that of the snapshot, or of the clusterer. Where nobody says,
        one more than are known to be apart.
    random_state : int or None, default 0
        Seed of k-means, and of belief clustering.

    References
    ----------
    H / E[questions]: Xiong, S., Azimi, J. and Fern, X. (2014). Active learning of constraints for
    semi-supervised clustering. IEEE Transactions on Knowledge and Data Engineering 26(1), 43–54,
    doi:10.1109/TKDE.2013.22. Belief propagation: Pearl, J. (1988). Probabilistic Reasoning in
    Intelligent Systems. Morgan Kaufmann.

    >>> from jupyter_sscluster.active import Snapshot
    >>> from jupyter_sscluster.constraints import Constraints
    >>> X = np.array([[0.0], [0.1], [0.3], [5.0], [5.1], [5.3]])
    >>> RobustNPU().propose(Snapshot(X, Constraints(6), n_clusters=2))[0].reason
    'Point 1 is in the middle of a group that no answer is about yet, so it may start a new ...'
    """

    title: ClassVar[str] = "Robust NPU"
    menu_group: ClassVar[str] = "Most uncertain points"
    uses_labels: ClassVar[Any] = _WhereItGoesByThem()
    asks_again = True
    question_types = QUESTION_TYPES

    def midway(self, snapshot: Snapshot, pair: Pair) -> bool:
        """Whether the answer to a pair left its target half resolved."""
        if _settled(snapshot.constraints):
            return False
        state = _RobustState(self, snapshot)
        if state.classes.waiting:
            return state.classes.waiting[0].point in pair and snapshot.n_answers > 0
        return state.questions is not None and bool(state.questions.begun[list(pair)].any())

    def stand_ins(self, snapshot: Snapshot) -> list[IntArray]:
        """Rows that may stand for each class met by the answers; none before there are two."""
        state = _RobustState(self, snapshot)
        if len(state.classes.anchors) < 2 or state.questions is None:
            return []
        return state.questions.members

    def exploring(self, snapshot: Snapshot, n_pairs: int) -> list[Pair]:
        """Pairs that tell whether points start a new class, best first; none once all are met.

        Each of these points comes with three members of classes at most, with which nobody was
        asked about it.
        """
        state, found = _RobustState(self, snapshot), list[Pair]()
        for target in state.classes.waiting:
            point, heard = target.point, state.answers.heard(target.point)
            pairs = state.exploration.pairs(state.classes, target)
            members = [v for _, v in pairs if v not in heard][:MEMBERS]
            found += [(min(point, v), max(point, v)) for v in members]
        return list(dict.fromkeys(found))[:n_pairs]

    def _propose(self, snapshot: Snapshot, n_pairs: int) -> list[Query]:
        if _settled(snapshot.constraints):
            return []
        queries = chain(_RobustState(self, snapshot).queries(), self._rest(snapshot, n_pairs))
        return list(islice(_independent(queries, snapshot.constraints), n_pairs))

    def _rest(self, snapshot: Snapshot, n_pairs: int) -> Iterator[Query]:
        """What is left where no point is in doubt, or too few are for a batch."""
        for query in last_questions(self, snapshot, n_pairs):
            yield replace(query, score=0.0)

    def _scores(self, snapshot: Snapshot) -> NDArray[np.float64]:
        if _settled(snapshot.constraints):
            return np.zeros(snapshot.n_samples)
        questions = _RobustState(self, snapshot).questions
        return super()._scores(snapshot) if questions is None else questions.share

    def _believed(self, snapshot: Snapshot) -> Snapshot:
        return trusted(snapshot, self.clusterer)

    def _class_probabilities(self, snapshot: Snapshot) -> ClassProbabilities:
        """The certified neighbourhoods, each as likely as the class that most of it is in.

        By clusters it is that of NPU, whose trees do not take for certain what they were grown on.
        """
        state, ids = _RobustState(self, snapshot), snapshot.constraints.component_ids
        if state.clusters_say:
            drawn = max(LEAST * state.n_classes, VALUES // snapshot.X.shape[1])
            npu = NPU(self.clusterer, self.n_clusters, self.random_state)
            npu.max_samples = min(npu.max_samples, drawn)
            return npu._class_probabilities(snapshot)
        found = certified(snapshot.constraints)
        members = tuple(np.flatnonzero(ids == component) for component in found)
        questions = state.questions if 1 < len(members) <= state.n_classes else None
        p = np.full((snapshot.n_samples, len(members)), 1.0 / max(len(members), 1))
        looks = reliability = None
        if questions is not None:
            classes = questions.classes_of(members)
            p = questions.of_classes(classes, questions.q)
            looks = questions.of_classes(classes, undiluted(questions.q))
            reliability = partial(questions.reliability_within, members, classes)
        return ClassProbabilities(
            snapshot,
            members,
            p,
            np.isin(ids, found),
            lambda: iter(state.exploration.order),
            self._n_clusters(snapshot),
            questions is not None,
            looks,
            reliability=reliability,
        )


class _RobustState:
    """What a snapshot says: the classes met, and the probabilities where they are needed."""

    def __init__(self, strategy: RobustNPU, snapshot: Snapshot) -> None:
        self.snapshot, self.answers = snapshot, Answers(snapshot)
        self.clusterer, self.seed = strategy.clusterer, _seed(strategy.random_state)
        self.data = HashableData.of(snapshot.X)
        said = strategy._n_clusters(snapshot) or max(2, len(certified(snapshot.constraints)) + 1)
        self.n_classes = min(said, n_different(self.data, self.seed))
        self._questions: PairChooser | None = None

    @cached_property
    def exploration(self) -> ClassExploration:
        """The points that look for classes; only what needs them waits for the k-means clusters."""
        data, n_classes, snapshot = self.data, self.n_classes, self.snapshot
        count = 2 * n_classes + 3 + snapshot.n_answers // EVERY + len(snapshot.unknown)
        order = medoids(data, n_classes, self.seed, count)
        clusters = first_clusters(data, n_classes, self.seed)
        return ClassExploration(self.answers, n_classes, order, clusters)

    @cached_property
    def classes(self) -> Classes:
        """The classes met."""
        return self.exploration.classes()

    @property
    def clusters_say(self) -> bool:
        """Whether beliefs come from the clusters of the snapshot."""
        return clusters_of(self.snapshot, self.clusterer, self.n_classes) is not None

    @property
    def questions(self) -> PairChooser | None:
        """Points by how much their answers tell, None where there are no probabilities."""
        if self._questions is None:
            q = beliefs(self.snapshot, self.clusterer, self.n_classes, self.seed)
            if q is None:
                return None
            patience = SURE_BY * self.n_classes if self.clusters_say else None
            self._questions = PairChooser(self.answers, q, self.classes.anchors, patience)
        return self._questions

    def queries(self) -> Iterator[Query]:
        """Questions, best first, each about another point."""
        for target in self.classes.waiting:
            _, member = next(self.exploration.pairs(self.classes, target))
            reason = why_explore(self.snapshot, self.classes, target, member, self.n_classes)
            score = float(uncertainty(target.p[None])[0])
            yield Query((target.point, member), score, reason)
        if self.classes.waiting or self.questions is None:
            return
        for point in self.questions.points():
            asked = self.questions.partner(point)
            if asked is not None:
                score, reason = self.questions.score[point], why_place(self.questions, point, asked)
                yield Query((point, asked[1]), float(score), reason)


def _independent(queries: Iterator[Query], known: Constraints) -> Iterator[Query]:
    """Each pair once, and only if it does not follow from others before, or was known already."""
    scratch, seen = known, set[Pair]()
    for query in queries:
        low, high = sorted(query.pair)
        if (low, high) in seen:
            continue
        seen.add((low, high))
        if known.relation(low, high) is not None:
            yield query
        elif scratch.relation(*query.pair) is None:
            scratch = scratch.add(*query.pair, "must")
            yield query


def _settled(known: Constraints) -> bool:
    """Whether every pair is known or entailed, and nothing was stated against it."""
    n, n_soft = known.n_components, len(known.soft_must) + len(known.soft_cannot)
    return not n_soft and len(known.component_edges) == n * (n - 1) // 2


def _seed(random_state: int | None) -> int:
    return int(np.random.default_rng().integers(2**31)) if random_state is None else random_state


def why_explore(
    snapshot: Snapshot, classes: Classes, target: Target, member: int, n_classes: int
) -> str:
    """Why a point may start a new cluster."""
    point, other = snapshot.name(target.point), snapshot.name(member)
    found = clusters_found(len(classes.members), n_classes)
    if not target.asked:
        return (
            f"Point {point} is in the middle of a group that no answer is about yet, so it may "
            f"start a new cluster; {found}."
        )
    new = float(target.p[-1])
    if target.p.argmax() == len(classes.members):
        return (
            f"Point {point} may start a new cluster ({percent(new)} likely), or belong with "
            f"{other}; {found}."
        )
    return (
        f"Point {point} belongs to a known cluster ({percent(1.0 - new)} likely), perhaps with "
        f"{other}; {found}."
    )


def why_place(questions: PairChooser, point: int, asked: tuple[int, int]) -> str:
    """Why a point is asked about: the two likeliest classes, and what was said before."""
    snapshot = questions.answers.snapshot
    name, other = snapshot.name(point), snapshot.name(asked[1])
    count = np.count_nonzero([*questions.answers.with_(point).values()])
    answers = "1 answer" if count == 1 else f"{count} answers"
    if questions.sure[point] >= PLACED and questions.confirming[point]:
        return (
            f"Few answers concern point {other}. The cluster of point {name} is certain, so this "
            "answer settles it."
        )
    if count and questions.disagree(point):
        if count == 1:
            return f"1 answer disagrees with the cluster of point {name}; this one decides."
        return f"{answers} about point {name} disagree; this one may show which is wrong."
    still = f" after {answers}" if count else ""
    return f"{_choice(questions, point, asked)}{still}."


def _choice(questions: PairChooser, point: int, asked: tuple[int, int]) -> str:
    """The class asked about, and the likeliest of the others."""
    name, q = questions.answers.snapshot.name, questions.q[point]
    rest = [c for c in np.argsort(-q, kind="stable").tolist() if c != asked[0]]
    stands = questions.nearest(point, rest[0])
    other = None if stands is None else name(stands)
    return belongs_with(
        name(point), (name(asked[1]), other), (float(q[asked[0]]), float(q[rest[0]]))
    )
