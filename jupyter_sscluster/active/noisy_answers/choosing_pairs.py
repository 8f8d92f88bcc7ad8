"""Which point to ask about, and with whom, given the probabilities of the classes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.optimize import linear_sum_assignment

from jupyter_sscluster._arrays import Array, IntArray, Mask
from jupyter_sscluster.active.neighbourhoods.uncertainty import uncertainty
from jupyter_sscluster.active.noisy_answers.answers_by_point import PLACED, Answers
from jupyter_sscluster.active.question_types.answer_evidence import entropy
from jupyter_sscluster.active.question_types.class_probabilities import most_reliable
from jupyter_sscluster.active.similarity.point_distances import distances_between
from jupyter_sscluster.cluster.fit.posterior_after_answers import by_answers
from jupyter_sscluster.constraints import Constraints

MEMBER = 0.95
"""A point may stand for a class, and is asked about no more, where its probability is as large."""

TINY = 1e-12


@dataclass(frozen=True, eq=False)
class PairChooser:
    """Orders points by the information an answer gives, each with partners to ask about.

    First come points that were asked about and have no class with probability .9, then others, by
    H(q) / E[questions]. Points with a class of .95 are skipped; others are asked about again, up to
    K + 3 times. The partner is the anchor of a class, or a point that has .95 for it; classes come
    by falling probability. Of the possible partners it is the nearest of those that the answers
    alone are surest of (`reliability`), so that one wrong answer does not spread. No pair is asked
    twice, but an entailed pair may be asked, because the entailing answers may be wrong.

    As long as no point of a class is confirmed by two answers, points asked about earlier are asked
    about with it and with other classes: the anchor itself may be in the wrong class. That ends
    after `patience` answers.

    `q` (n_samples, n_classes) is the probability of each class for each point, and `anchors` are
    the first points of the classes.
    """

    answers: Answers
    q: Array
    anchors: list[int]
    patience: int | None = None

    @cached_property
    def sure(self) -> Array:
        """The largest probability of each point; of an anchor, 1."""
        sure: Array = self.q.max(axis=1)
        sure[self.anchors] = 1.0
        return sure

    @cached_property
    def score(self) -> Array:
        """H(q) / E[questions] of each point."""
        return uncertainty(self.q)

    @cached_property
    def share(self) -> Array:
        """H(q) of each point as a share of the largest possible."""
        n_classes = self.q.shape[1]
        if n_classes < 2:
            return np.zeros(len(self.q))
        share: Array = np.clip(entropy(self.q) / np.log2(n_classes), 0.0, 1.0)
        return share

    @cached_property
    def open(self) -> Mask:
        """Which points may be asked about."""
        asked = self.answers.times_asked(self.sure) >= self.q.shape[1] + 3
        done = self.answers.touched & (self.sure >= MEMBER)
        open_: Mask = ~asked & (self.confirming | (~done & (self.score > 0.0)))
        open_[self.anchors] = False
        return open_

    @cached_property
    def reliability(self) -> Array:
        """P(class) of each point by the answers alone."""
        known = self.answers.snapshot.constraints
        return reliability(known, self.anchors, self._columns, self.q.shape[1])

    @cached_property
    def unsure(self) -> list[int]:
        """Classes whose anchor has no other point that two answers agree on."""
        if self.patience is not None and len(self.answers.stated.pairs) >= self.patience:
            return []
        best = {c: self.reliability[self.members[c], c].max() for c in self._columns}
        return [c for c, p in best.items() if p < RELIABLE]

    @cached_property
    def confirming(self) -> Mask:
        """Points asked about earlier that may show whether these classes are separate."""
        if not self.unsure:
            return np.zeros(len(self.q), dtype=bool)
        found: Mask = self.answers.touched & (self.reliability.max(axis=1) < RELIABLE)
        return found

    @cached_property
    def begun(self) -> Mask:
        """Which points have been asked about and have no class yet."""
        doubtful = self.answers.touched & (self.sure < PLACED)
        begun: Mask = self.open & (self.confirming | doubtful)
        return begun

    def points(self) -> Iterator[int]:
        """Points to ask about, best first."""
        for some in (self.begun, self.open & ~self.begun):
            rows = np.flatnonzero(some)
            yield from rows[np.argsort(-self.score[rows], kind="stable")].tolist()

    def partner(self, point: int) -> tuple[int, int] | None:
        """The class and the point to ask a point about; None if there is none.

        Classes come by falling probability, those with the fewest "don't know" first, and before
        all others those that need confirmation.
        """
        said, q = self.answers.with_(point), self.q[point]
        unclear = [v for v, weight in said.items() if not weight]
        doubts = [sum(v in each for v in unclear) for each in self._sets]
        sure = [not self.confirming[point] or c not in self.unsure for c in range(len(q))]
        classes = sorted(range(len(q)), key=lambda c: (doubts[c], sure[c], -q[c], c))
        for standing in (self.reliable, self.members):
            for c in classes:
                member = self._nearest(point, standing[c], [*said])
                if member is not None:
                    return c, member
        return None

    def nearest(self, point: int, c: int) -> int | None:
        """The most reliable member of a class that is nearest to a point; None if there is none."""
        return self._nearest(point, self.reliable[c])

    def _nearest(self, point: int, rows: IntArray, but: Sequence[int] = ()) -> int | None:
        left = np.setdiff1d(rows, [point, *but])
        if not len(left):
            return None
        X = self.answers.snapshot.X
        return int(left[distances_between(X[left], X[[point]])[:, 0].argmin()])

    def disagree(self, point: int) -> bool:
        """Whether some answers about a point contradict its likeliest class."""
        likeliest = self.q.argmax(axis=1)
        return any(
            weight and (weight > 0) != bool(likeliest[v] == likeliest[point])
            for v, weight in self.answers.with_(point).items()
        )

    @cached_property
    def members(self) -> list[IntArray]:
        """Points that may represent each class."""
        likeliest = self.q.argmax(axis=1)
        safe = self.answers.touched & (self.q.max(axis=1) >= MEMBER)
        safe[self.anchors] = False
        members = [np.flatnonzero(safe & (likeliest == c)) for c in range(self.q.shape[1])]
        for anchor, c in zip(self.anchors, self._columns, strict=True):
            members[c] = np.union1d(members[c], [anchor])
        return members

    @cached_property
    def reliable(self) -> list[IntArray]:
        """Those of the points that the answers alone are surest of."""
        p = self.reliability
        return [most_reliable(rows, p[:, c]) for c, rows in enumerate(self.members)]

    def of_classes(self, classes: IntArray, p: Array) -> Array:
        """Probabilities (n_samples, len(classes)) of some classes, out of p of all."""
        p = np.maximum(p[:, classes], TINY)
        shares: Array = p / p.sum(axis=1, keepdims=True)
        return shares

    def classes_of(self, groups: Sequence[IntArray]) -> IntArray:
        """The class of each group, all different."""
        logs = np.log(np.maximum(self.q, TINY))
        found = linear_sum_assignment(-np.stack([logs[rows].mean(axis=0) for rows in groups]))[1]
        return found

    def reliability_within(self, groups: Sequence[IntArray], classes: IntArray) -> Array:
        """Reliability (n_samples,) of the rows of groups of these classes; 0 for others."""
        found = np.zeros(len(self.q))
        for rows, c in zip(groups, classes, strict=True):
            found[rows] = self.reliability[rows, c]
        return found

    @cached_property
    def _sets(self) -> list[set[int]]:
        return [set(each.tolist()) for each in self.members]

    @property
    def _columns(self) -> list[int]:
        """The class of each anchor, all different."""
        anchors, found = linear_sum_assignment(-np.log(np.maximum(self.q[self.anchors], TINY)))
        columns = np.zeros(len(self.anchors), dtype=np.int64)
        columns[anchors] = found
        return [int(c) for c in columns]


CAUTION = 0.1
"""Share of answers that are taken to be wrong at least, where others are to rest on them."""

RELIABLE = 0.95
"""From here on the place of a point does not rest on one answer."""

ANCHORED = 0.998


def reliability(
    known: Constraints, anchors: Sequence[int], classes: Sequence[int], n_classes: int
) -> Array:
    """P(class) (n_samples, n_classes) from the answers alone, if one answer in ten is wrong.

    The features are not used, so that a class settled by one answer is not counted twice: a point
    joined to an anchor has .9, a point joined to that one .82, and a point with two agreeing
    answers .98. Before any answer, an anchor has probability a half of its own class, and shares
    the rest among the classes of earlier anchors, because only answers say that they are apart.
    `classes` are those of the `anchors`, all different.

    >>> known = Constraints(4, must=[(0, 2), (2, 3)], cannot=[(0, 1)])
    >>> reliability(known, [0, 1], [0, 1], 2).max(axis=1).round(2).tolist()
    [1.0, 0.9, 0.9, 0.82]
    >>> reliability(known.add(1, 2, "cannot"), [0, 1], [0, 1], 2).max(axis=1).round(2).tolist()
    [1.0, 0.98, 0.98, 0.88]
    """
    prior = np.full((known.n_samples, n_classes), 1.0 / n_classes)
    for at, (row, c) in enumerate(zip(anchors, classes, strict=True)):
        prior[row] = _own(c, classes[:at], n_classes)
    return by_answers(prior, known, CAUTION)


def _own(c: int, before: Sequence[int], n_classes: int) -> Array:
    """Probabilities of the classes of an anchor before any answer."""
    own = ANCHORED if not before or n_classes < 2 else 0.5
    found = np.zeros(n_classes)
    others = list(before) or [k for k in range(n_classes) if k != c]
    found[others] = (1.0 - own) / max(len(others), 1)
    found[c] = own
    return found
