from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import Choice, Either, InputError, Real, Rule
from jupyter_sscluster.cluster._base.kmeans_family import KMeansFamily
from jupyter_sscluster.cluster._parts.lloyd import trace_recorder
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation, Learned, Result
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.restarts import best_of, is_seeding, n_starts, starts
from jupyter_sscluster.cluster._parts.lloyd.sample_weight import check_unweighed
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, diagonal_metric
from jupyter_sscluster.cluster._parts.mpck.distance_penalty import by_distance
from jupyter_sscluster.cluster._parts.paper_pseudocode.pck_and_mpck_means import (
    printed_assignment,
    visiting,
)
from jupyter_sscluster.cluster._parts.soft.auto_weight import mean_cost, ramp_length, ramped_weights
from jupyter_sscluster.cluster._parts.soft.choose_assignment import (
    UniformAssignment,
    uniform_assignment,
)
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import heaviest

MOST = 1e9
"""Largest weight of a pair, in units of all half squared distances to the mean together.

At 1 no gain in distances pays for a violated pair; far above, distances drown in rounding.
"""


@dataclass(frozen=True)
class PairWeight(Learned):
    """The weight of a pair."""

    weight: float


class PCKMeans(KMeansFamily):
    """k-means that pays for every violated pair: pairwise constrained k-means.

    Minimises ½ Σ ‖x_i - μ_{c_i}‖² + Σ_must w_ij [c_i ≠ c_j] + Σ_cannot w_ij [c_i = c_j], by turns
    over the clusters of the points, of whole must-link components, and the means; no turn raises
    it. Where no label changes any more, two clusters are swapped along Kempe chains of constrained
    points, if that helps.

    Where all must-links weigh the same and all cannot-links do, the sums run over the stated and
    all entailed pairs, each w = `constraint_weight` times that weight. Where weights of one kind
    differ, they run over the stated pairs, each w times its own weight. Soft statements always
    count as themselves only.

    The quick choice, for large or wide data: it costs little more than k-means and goes on where
    pairs contradict each other or the data. `AdaptivePCKMeans` keeps more of what is stated and
    gains more from few pairs; to have every pair kept, use `COPKMeans`.

    Parameters
    ----------
    n_clusters : int, default 8
        The default is that of scikit-learn; `estimate_n_clusters` estimates a number.
    constraint_weight : float or "auto", default "auto"
        What a violated pair costs, w in the objective, in units of half a squared distance. "auto":
        the mean of ‖x_i - μ‖² to the nearest centre after a short run of k-means, so that a
        violated pair costs as much as two points do on average. It is less if the heaviest
        statement would outweigh the distances. If one answer in ten is wrong, half the automatic
        weight does better. w times the weight of a statement is at most 1e9 Σ ½ ‖x_i - x̄‖².
    penalty : "constant" or "distance", default "constant"
        "constant": a violated pair costs the `constraint_weight`, w. "distance": a violated
        must-link costs w ‖x_i - x_j‖², a violated cannot-link w (D - ‖x_i - x_j‖²), and a point
        ‖x_i - μ‖², without the half. D is the largest squared distance of any two rows. Vouros &
        Vasilaki (2020) call this PCKM: MPCK-means with the Euclidean metric. w has no unit then
        and is at most 1e9; "auto" is such that a violated pair costs as much as a point on average.
    algorithm : "fast", "paper" or "reference", default "fast"
        The other two are for comparisons with published figures. "paper": the pseudo-code of the
        paper. Points are visited in a random order; each joins the cluster where it costs least
        with the present labels of the others. The weight is full from the first iteration on,
        points without a cluster count for nothing, and there are no moves of components and no
        swaps. "reference": the implementation of Vouros & Vasilaki, only with
        `penalty="distance"`. Points are visited in the order of the data, only stated pairs count,
        components are not moved, and D is that of the box around all rows and the origin; its
        defaults are `constraint_weight=1` and `max_iter=25`. The objective may rise.
    init : str, array of shape (n_clusters, n_features), or callable, default "neighbourhoods"
        A seeding's name, the first centres (then there is one start, with the full weight from
        the first iteration on), or a function like those in `jupyter_sscluster.seeding`. The
        start that is published with the pseudo-code is "largest_neighbourhoods".
    n_init : int, default 10
        Number of starts; the one with the lowest objective is kept. "neighbourhoods" is used
        once, and k-means++ for the other starts.
    max_iter, tol, random_state
        As in `KMeans`.

    Attributes
    ----------
    Those of `ConstrainedClusterer`, and

    constraint_weight_ : float
        The weight that was used. `objective_history_` holds the iterations with all of it, not
        those of a cold start that brought it in.

    References
    ----------
    Basu, S., Banerjee, A. & Mooney, R. J. (2004). Active semi-supervision for pairwise
    constrained clustering. Proc. SDM, 333-344, equation 2.1. doi:10.1137/1.9781611972740.31

    Vouros, A. & Vasilaki, E. (2020). A semi-supervised sparse k-means algorithm. Pattern
    Recognition Letters, 142, 65-71, equations 8-9. doi:10.1016/j.patrec.2020.11.015

    Examples
    --------
    >>> from jupyter_sscluster.cluster import PCKMeans
    >>> X = [[0.0], [1.0], [5.0], [10.0], [11.0]]
    >>> model = PCKMeans(n_clusters=2, init=[[0.0], [10.0]], constraint_weight=5.0)
    >>> model.fit(X).labels_.tolist()
    [0, 0, 0, 1, 1]
    >>> model.fit(X, must=[(2, 3)], cannot=[(1, 2)]).labels_.tolist()
    [0, 0, 1, 1, 1]
    """

    title: ClassVar[str] = "PCK-means"
    menu_group: ClassVar[str] = "Soft constraints"
    reads_blocks: ClassVar[bool] = True
    reads_sparse: ClassVar[bool] = True
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "constraint_weight": Either(Real(0.0), Choice("auto")),
        "penalty": Choice("constant", "distance"),
        "algorithm": Choice("fast", "paper", "reference"),
        **RANGES,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        constraint_weight: float | str = "auto",
        penalty: str = "constant",
        algorithm: str = "fast",
        init: Any = "neighbourhoods",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)
        self.constraint_weight = constraint_weight
        self.penalty = penalty
        self.algorithm = algorithm

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        self._check_algorithm()
        if self.algorithm != "fast":
            check_unweighed(points, self, 'algorithm="fast"')
        if self.penalty != "constant":
            found, weight = by_distance(self, points, known)
            return found._replace(learned=PairWeight(weight))
        weight = self._weight(points, known)
        check_weight(type(self).__name__, weight, points, known)
        found = (
            self._by_paper(points, known, weight)
            if self.algorithm == "paper"
            else self._found(points, known, weight)
        )
        halves = [0.5 * value for value in found.history]
        return found._replace(
            objective=0.5 * found.objective,
            history=halves,
            learned=PairWeight(weight),
            noted=trace_recorder.scaled(found.noted, 0.5),
        )

    def _found(self, points: Points, known: Constraints, weight: float) -> Result:
        """The best run; in units of squared distances, not of their halves."""
        assignment = uniform_assignment(points, known, self.n_clusters)
        loop = Alternation(points, self.n_clusters, assignment)
        ramp = ramp_length(self.max_iter, cold=is_seeding(self.init))

        def run(centres: Array, *, tick: Callable[[int], None]) -> Result:
            if assignment is None:
                return loop.run(centres, max_iter=self.max_iter, tol=self.tol, tick=tick)
            labels, notes = None, trace_recorder.notes()
            # With the full weight at once the first centres, however poor, would decide for good.
            for iteration, part in ramped_weights(2.0 * weight, ramp):
                tick(iteration)
                assignment.weight = part
                if notes is not None:
                    notes.share = part / (2.0 * weight) if weight else 1.0
                labels, centres, _ = loop.iterate(centres, labels, notes)
            assignment.weight = 2.0 * weight
            left = self.max_iter - ramp
            after = loop.run(centres, labels, max_iter=left, tol=self.tol, tick=tick)
            return after.after(trace_recorder.of(notes))

        # The loop minimises Σ ‖x - μ‖² + 2 Σ w [violated], twice the objective of the paper.
        found = best_of(starts(self, points, known), n_starts(self), self.max_iter, run)
        if assignment is not None:
            found = self._improved(loop, assignment, found)
        return found

    def _by_paper(self, points: Points, known: Constraints, weight: float) -> Result:
        """The best run of the paper's pseudo-code; in the same units."""
        rng = visiting(self.random_state, self.n_init)

        def run(centres: Array, *, tick: Callable[[int], None]) -> Result:
            own = rng.spawn(1)[0]
            assignment = printed_assignment(points, known, self.n_clusters, own)
            if assignment is not None:
                assignment.weight = 2.0 * weight
            loop = Alternation(points, self.n_clusters, assignment)
            return loop.run(centres, max_iter=self.max_iter, tol=self.tol, tick=tick)

        return best_of(starts(self, points, known), n_starts(self), self.max_iter, run)

    def _needs_memory(self) -> tuple[str, str] | None:
        if self.penalty != "constant":
            return 'penalty="distance"', 'penalty="constant" and algorithm="fast"'
        return super()._needs_memory()

    def _check_algorithm(self) -> None:
        if self.algorithm == "reference" and self.penalty != "distance":
            raise InputError(
                f'PCKMeans: algorithm="reference" with penalty={self.penalty!r}, but the reference '
                'implementation has distance penalties only; set penalty="distance", or '
                'algorithm="fast" or "paper"'
            )

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        self.constraint_weight_ = result.learned_as(PairWeight).weight

    def _improved(self, loop: Alternation, assignment: UniformAssignment, found: Result) -> Result:
        """Alternate Kempe-chain swaps with restarts from the centres while the objective falls.

        A restart forgets the labels: what kept a row in its cluster, the pairs with others there,
        may be gone once the centres have moved.
        """
        found = self._swapped(loop, assignment, found)
        while found.converged:
            again = loop.run(found.centres, max_iter=self.max_iter, tol=self.tol, tick=self._tick)
            again = self._swapped(loop, assignment, again)
            if not again.objective < found.objective * (1 - 1e-9):
                break
            found = again.after(found.noted)
        return found

    def _swapped(self, loop: Alternation, assignment: UniformAssignment, found: Result) -> Result:
        while found.converged and found.n_iter < self.max_iter:
            labels = assignment.swapped(found.labels, found.centres)
            if labels is None:
                break
            left = self.max_iter - found.n_iter
            after = loop.run(found.centres, labels, max_iter=left, tol=self.tol, tick=self._tick)
            history = found.history + after.history
            swap = trace_recorder.if_traced(trace_recorder.assigned(labels, None, "swapped"))
            found = after._replace(history=history, n_iter=len(history)).after(found.noted + swap)
        return found

    def _measured_by(self, points: Points, metric: Any) -> tuple[Metric, str] | None:
        if self.penalty == "constant":
            return None
        diameter = "reference" if self.algorithm == "reference" else "exact"
        return diagonal_metric(np.ones(points.X.shape[1])), diameter

    def _tick(self, iteration: int) -> None:
        report("iteration", iteration, self.max_iter)

    def _weight(self, points: Points, known: Constraints) -> float:
        if self.constraint_weight != "auto":
            return float(self.constraint_weight)
        most = 0.5 * MOST * _enough(points) / max(heaviest(known), 1.0)
        return min(mean_cost(points, next(starts(self, points, known))), most)


def check_weight(name: str, weight: float, points: Points, known: Constraints) -> None:
    """Refuse weights beside which distances are lost to rounding, or that overflow."""
    most, enough = heaviest(known), _enough(points)
    stated = f", times the weight {most:g} of a statement," if most != 1.0 else ""
    what = f"{name}: constraint_weight={weight:g}{stated}"
    if weight * most > MOST * enough:
        raise InputError(
            f"{what} is more than {MOST:g} times {enough:.3g}, all distances together, and "
            f"they would be lost in rounding; a weight of {enough:.3g} already outweighs them: "
            "use that or less, or COPKMeans to keep every pair"
        )
    if weight * most * len(known.touched) ** 2 > 1e306:
        raise InputError(
            f"{what} adds up, over all pairs, to more than a number can hold; use a smaller "
            "weight, or divide X by a constant"
        )


def _enough(points: Points) -> float:
    """What no gain in distances can outweigh: all half squared distances together."""
    return 0.5 * points.total or 1.0
