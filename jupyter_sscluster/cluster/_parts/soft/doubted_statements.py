"""Leave out doubtful constraints, and judge the clustering that results.

If statement and clusters disagree, either may be wrong. If answers are wrong, clusters without them
are far tighter and explain the answers; if the clusters' shape is wrong and all answers right,
clusters explain the answers badly whatever is left out.
"""

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Labels, Mask
from jupyter_sscluster.cluster._parts.belief.gaussian_clusters import GaussianClusters
from jupyter_sscluster.cluster._parts.belief.propagation import flattened
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import product_sum
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.growing_components import GrowingComponents
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs, stated_tables

ERROR = 0.05
"""Share of wrong statements that is taken for granted."""

LEAST = 0.05
"""What a clustering found without doubted statements must gain in fitness, to be believed."""

CLEAR = 0.25
"""The same where no statement looked wrong before. Given right answers about blobs that overlap,
clusterings that were farther from the truth gained .21 at most, and kept less of what was said;
given one wrong answer in ten on iris, nearer ones gained .5 and more.
"""

EXPLAINED = -0.55
"""Mean log-probability of a statement that it must reach: by knowing nothing it is -0.69.

Of clusterings that fitted better where one answer in ten was wrong, 60 were nearer to the truth by
.05 of the adjusted Rand index and more (iris, wine, wdbc, digits389), 57 of them had -0.55 and
more. Where every answer was right, those that were farther by as much had -0.54 and less on
pathbased and spiral, whose clusters are no ellipses; on letters -0.41 to -0.59, most of them less
than the clusters that all statements had made.
"""

DOUBTFUL = 0.25
"""P(wrong) above which a hard statement gives way to likelier ones that contradict it, also soft
ones: where answers contradict each other, some are recorded as soft, not always the wrong ones.
"""

_RIDGE = 1e-3
"""Least variance within clusters, as a part of the mean variance of the features."""


def without(known: Constraints, doubted: Mask, *, softly: bool = False) -> Constraints:
    """All statements but the `doubted` (m,), in the order of `stated_pairs`; or all soft."""
    found = Constraints(known.n_samples, names=known.names)
    must, cannot, soft_must, soft_cannot = stated_tables(known)
    tables = (must, soft_must, cannot, soft_cannot)
    ends = np.cumsum([len(table.pairs) for table in tables])[:-1]
    for table, left in zip(tables, np.split(~doubted, ends), strict=True):
        soft = softly or table.soft
        found = found.add_pairs(table.pairs[left], table.kind, table.weights[left], soft=soft)
    return found


def outweighed(known: Constraints, wrong: Array) -> Mask:
    """Which statements (m,) contradict likelier ones, by P(wrong) of each (m,).

    Statements are taken in turn unless they contradict those taken: hard undoubted ones first, then
    by rising P(wrong), soft ones of weight below 1 last. Their original order has no effect.

    >>> known = Constraints(3, must=[(0, 1), (1, 2)]).add(0, 2, "cannot", soft=True)
    >>> outweighed(known, np.array([0.1, 0.4, 0.0])).tolist()
    [False, True, False]
    >>> outweighed(known, np.array([0.1, 0.2, 0.0])).tolist()
    [False, False, True]
    """
    stated, rows = stated_pairs(known), known.touched
    must, cannot, soft_must, soft_cannot = (len(t.pairs) for t in stated_tables(known))
    soft = np.repeat([False, True, False, True], [must, soft_must, cannot, soft_cannot])
    rank = np.where(~soft & (wrong <= DOUBTFUL), 0.0, np.round(wrong, 9))
    rank[soft & (stated.weights < 1.0)] = 1.0
    first, second = np.searchsorted(rows, stated.pairs).T.tolist()
    groups, left = GrowingComponents(range(len(rows))), np.zeros(len(wrong), dtype=bool)
    for number in np.lexsort((*stated.pairs.T, stated.together, soft, rank)).tolist():
        together = bool(stated.together[number])
        i, j = first[number], second[number]
        if not groups.state(i, j, together=together):
            left[number] = groups.relation(i, j) != together
    return left


class Judged(NamedTuple):
    """A clustering judged by all statements.

    `wrong` (m,) is P(wrong) of each statement, `density` the mean log-density of a row, `explained`
    the mean log-probability of a statement by the features alone.
    """

    found: Result
    clusters: GaussianClusters
    wrong: Array
    density: float
    explained: float

    @property
    def suspected(self) -> Mask:
        """Statements that are more likely wrong than right (m,)."""
        return np.asarray(self.wrong > 0.5)

    def left(self, known: Constraints) -> Mask:
        """Mask of suspected statements, and of those that contradict likelier ones."""
        if not contradict(without(known, self.suspected)):
            return self.suspected
        return self.suspected | outweighed(known, self.wrong)

    @property
    def fitness(self) -> float:
        """Both in sum: two clusterings are compared by it, found under unlike statements."""
        return self.density + self.explained


def contradict(known: Constraints) -> bool:
    """Whether soft statements of full weight contradict hard ones: some are wrong for certain.

    >>> contradict(Constraints(3, must=[(0, 1), (1, 2)]).add(0, 2, "cannot", soft=True))
    True
    """
    must = known.soft_must[known.soft_must_weights >= 1.0]
    cannot = known.soft_cannot[known.soft_cannot_weights >= 1.0]
    return bool((known.relations(must) < 0).any() or (known.relations(cannot) > 0).any())


def left_out(first: Judged, plain: Judged, contradicted: bool = False) -> list[Mask]:
    """Which statements to cluster without: none (all being soft), then the suspected ones.

    None, because a wrong statement may bend clusters until its consequences confirm it. The list is
    empty if no statement is suspect and clusters are as tight as those of k-means, unless
    statements contradict each other.
    """
    nothing = np.zeros_like(first.suspected)
    if first.suspected.any():
        return [nothing, first.suspected]
    if contradicted:
        return [nothing]
    return [nothing] if plain.density - first.density > LEAST else []


def is_believable(before: Judged, after: Judged, plain: Judged, contradicted: bool = False) -> bool:
    """Whether a clustering found without doubted statements replaces the one before.

    It must fit better by `LEAST` (`CLEAR` where nothing looked wrong) and explain the statements:
    by `EXPLAINED`, and no worse than before unless `plain` clusters do. Where statements contradict
    each other, no worse than before suffices: they cannot all be right.
    """
    if contradicted:
        return after.fitness - before.fitness > LEAST and after.explained >= before.explained
    least = EXPLAINED if plain.explained >= EXPLAINED else max(EXPLAINED, before.explained)
    gain = LEAST if before.suspected.any() else CLEAR
    return after.fitness - before.fitness > gain and after.explained >= least


def log_density(points: Points, labels: Labels) -> float:
    """Mean log(n_k / n) - ½ log det C: log-density under Gaussians of common covariance C."""
    n, d = points.size, points.X.shape[1]
    sizes = points.unheld_sizes(labels)
    k = max(int(labels.max()) + 1, np.size(sizes))
    counts = np.asarray(np.bincount(labels, points.pulls, k) + sizes)
    own = points.pulled(points.X)
    held = np.stack([np.bincount(labels, feature, k) for feature in own.T], axis=1)
    sums = held + points.unheld_vectors(labels)
    means = sums / np.where(counts > 0.0, counts, 1.0)[:, None]
    apart = points.X - means[labels]
    within = product_sum(apart, points.weighed(apart))
    within = (within + points.unheld_scatter(labels, means)) / n
    mean = points.mean_squared_norm() / d
    if mean == 0.0:
        return 0.0
    # In units of the mean variance, so that no determinant is too small for a number.
    C = within / mean + _RIDGE * np.eye(d)
    shares = counts[counts > 0.0] / n
    return float(shares @ np.log(shares)) - 0.5 * float(np.linalg.slogdet(C)[1])


def log_probability(posterior: Array, known: Constraints) -> float:
    """Mean log P of a statement by the features of its rows alone, weighted by at most 1.

    `posterior` (m, k) is of the rows in pairs, `known.touched`.
    """
    stated = stated_pairs(known)
    pairs = np.searchsorted(known.touched, stated.pairs)
    first, second = (flattened(posterior[pairs[:, side]]) for side in (0, 1))
    together = np.einsum("pk,pk->p", first, second)
    agree = np.where(stated.together, together, 1.0 - together)
    counts = np.minimum(stated.weights, 1.0)
    return float(np.log((1.0 - ERROR) * agree + ERROR * (1.0 - agree)) @ counts / counts.sum())
