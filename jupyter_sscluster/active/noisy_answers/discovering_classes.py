"""Find the classes: points are placed one by one, each by its probabilities."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from jupyter_sscluster._arrays import Array, Integers
from jupyter_sscluster.active.neighbourhoods.certified import certified
from jupyter_sscluster.active.noisy_answers.answers_by_point import DOUBT, PLACED, Answers
from jupyter_sscluster.active.similarity.point_distances import distances_between, representative

NEW_NEAR, NEW_FAR = 0.2, 0.5
"""Probability, before any answer, that a point is of a new class: near a class met, or not."""

ERROR = 0.05
"""Share of answers that are taken to be wrong."""

LOG_ODDS = float(np.log((1.0 - ERROR) / ERROR))

SAME_CLUSTER = 4.0
"""How many times as likely as another is a class that the same k-means cluster holds."""

EVERY = 8
"""Answers between two points that look for a class, once the first points are used up."""

PATIENCE = 3
"""Don't-knows after which a point that nothing else is known of stands for no class."""


@dataclass
class Target:
    """A point to place, with its probability of each class; the last is that of a new class.

    `asked` counts the answers about it; `stated` says whether any of them is not "don't know".
    """

    point: int
    p: Array
    asked: int
    stated: bool


@dataclass
class Classes:
    """The classes found so far: points of each, the surest first, which is the anchor.

    `waiting` are points to be placed before a further class may be added.
    """

    members: list[dict[int, float]] = field(default_factory=list)
    waiting: list[Target] = field(default_factory=list)

    @property
    def anchors(self) -> list[int]:
        """The anchor of each class."""
        return [next(iter(each)) for each in self.members]

    def place(self, target: Target) -> None:
        """Put a point into its likeliest class, which may be new."""
        c = int(target.p.argmax())
        if c < len(self.members):
            self.members[c][target.point] = float(target.p[c])
        else:
            self.members.append({target.point: 1.0})


class ClassExploration:
    """Finds the K = `n_classes` classes point by point, as the answers make them likely.

    No answer changes the `order` of the points (`medoids`). Each point has a probability of every
    class found and of a new one. At first that of a new class is 1/5 if its k-means cluster holds
    an anchor and 1/2 otherwise; the rest is shared, with four times as much for a class in the same
    cluster. Then the answers about it and placed points update it, one in twenty taken to be wrong.
    Above .9, or after m + 3 answers with m classes found, the point is placed; the first point of a
    new class is its anchor. What functions have said (`Answers.heard`) makes classes likely too, by
    its weight, and may place a point or start a class alone; it does not count as asked. It looks
    at 2 K + 2 points, and one more for every eight answers, until K classes are found or K
    neighbourhoods of several points are known to be apart.

    There is no state between calls: the classes follow from the answers in any order, and a late
    answer may change them. `clusters` (n_samples,) are those of k-means; -1 is no cluster.
    """

    def __init__(
        self, answers: Answers, n_classes: int, order: list[int], clusters: Integers
    ) -> None:
        self.answers, self.n_classes, self.clusters = answers, n_classes, clusters
        self.X, self.snapshot = answers.snapshot.X, answers.snapshot
        self.order = [row for row in order if not self._is_unclear(row)]

    def classes(self) -> Classes:
        """The classes found, and the points to place next; none once all classes are found."""
        found, spent = Classes(), 0
        for number, point in enumerate(self.order):
            late = number - 2 * self.n_classes - 2
            asked_on = max(0, self.snapshot.n_answers - spent) // EVERY
            if late > asked_on or len(found.members) >= self.n_classes:
                break
            if found.members:
                target = self._put(found, point)
                spent += target.asked if late < 0 else 0
            else:
                found.members.append({point: 1.0})
        met = 0
        while len(found.members) > met:  # a class met late may place a point that waits
            met, waiting, found.waiting = len(found.members), found.waiting, []
            for target in waiting:
                self._put(found, target.point)
        if len(found.members) >= self.n_classes:
            found.waiting = []
        return self._certified() or found if found.waiting else found

    def _put(self, found: Classes, point: int) -> Target:
        """Place a point, or let it wait."""
        target = self.target(found, point)
        if self._is_open(found, target):
            found.waiting.append(target)
        elif target.stated:
            found.place(target)
        return target

    def target(self, found: Classes, point: int) -> Target:
        """A point with its probabilities."""
        same = self.clusters[found.anchors] == self.clusters[point]
        same &= self.clusters[point] >= 0
        new, share = NEW_NEAR if same.any() else NEW_FAR, np.where(same, SAME_CLUSTER, 1.0)
        logs = np.log(np.append((1.0 - new) * share / share.sum(), new))
        said = self.answers.with_(point)
        about = [[said[v] for v in members if v in said] for members in found.members]
        known = np.array([sum(weights) for weights in about], dtype=np.float64)
        if not any(map(any, about)):
            known += [self._entailed(found, point, c) for c in range(len(about))]
        heard = self.answers.heard(point)
        known += [sum(heard.get(v, 0.0) for v in members) for members in found.members]
        logs[:-1] += known * LOG_ODDS
        p = np.exp(logs - logs.max())
        asked = sum(1 if weight else DOUBT for weights in about for weight in weights)
        return Target(point, p / p.sum(), asked, any(map(any, about)) or bool(known.any()))

    def pairs(self, found: Classes, target: Target) -> Iterator[tuple[int, int]]:
        """Classes and members to ask a point about, best first.

        The likeliest class; while a new class is likelier, each class it was not asked about yet,
        by falling probability. Of the members the surest, then the nearest.
        """
        classes = range(len(found.members))
        said, p, top = self.answers.with_(target.point), target.p, int(target.p.argmax())
        distance = [self._distances(target.point, [*found.members[c]]).min() for c in classes]
        asked = [any(v in said for v in found.members[c]) for c in classes]
        doubts = [sum(said.get(v) == 0 for v in found.members[c]) for c in classes]

        def rank(c: int) -> tuple[float, ...]:
            far = 0.0 if asked[c] else distance[c]
            return (doubts[c], c != top, asked[c], -round(float(p[c]), 6), far)

        for c in sorted(classes, key=rank):
            members = [v for v in found.members[c] if v not in said and v != target.point]
            far = dict(zip(members, self._distances(target.point, members), strict=True))
            for v in sorted(members, key=lambda v: (-round(found.members[c][v], 2), far[v], v)):
                yield c, v

    def _is_open(self, found: Classes, target: Target) -> bool:
        """Whether a point is not placed yet and has a member to be asked about with."""
        if target.asked >= len(found.members) + 3 or (target.stated and target.p.max() >= PLACED):
            return False
        said = self.answers.with_(target.point)
        return any(v not in said for members in found.members for v in members)

    def _entailed(self, found: Classes, point: int, c: int) -> int:
        """What other answers entail of a point and a class: 1 together, -1 apart, 0 nothing.

        If must-links join points of two classes some are wrong, and nothing is entailed.
        """
        known = self.snapshot.constraints
        ids = [{int(known.component_ids[v]) for v in members} for members in found.members]
        own = int(known.component_ids[point])
        alike = [k for k, components in enumerate(ids) if own in components]
        if len(alike) > 1 or any(ids[c] & others for k, others in enumerate(ids) if k != c):
            return 0
        if alike:
            return 1 if alike == [c] else 0
        return -1 if (known.relations([(point, v) for v in found.members[c]]) < 0).any() else 0

    def _certified(self) -> Classes | None:
        """All classes, if components of several points that are apart represent them."""
        known, X = self.snapshot.constraints, self.X
        several = [c for c in certified(known) if known.component_sizes[c] > 1]
        if len(several) < self.n_classes:
            return None
        largest = sorted(several, key=lambda c: (-known.component_sizes[c], c))[: self.n_classes]
        rows = [np.flatnonzero(known.component_ids == c) for c in largest]
        return Classes([{representative(X, each): 1.0} for each in rows])

    def _is_unclear(self, row: int) -> bool:
        """Whether a point got several "don't know" and no other answer."""
        return not self.answers.touched[row] and len(self.answers.with_(row)) >= min(
            PATIENCE, len(self.X) - 1
        )

    def _distances(self, point: int, members: list[int]) -> Array:
        return distances_between(self.X[members], self.X[[point]])[:, 0]
