"""The steps of one fit, as `fit(..., trace=)` reports them, in the coordinates of `X`.

Only the steps of the returned start are reported, in order, once the fit has succeeded. Labels are
reported for the rows that changed: `Trace` restores all labels.
"""

from dataclasses import dataclass

from jupyter_sscluster._arrays import Array, IntArray, Integers


@dataclass(frozen=True, eq=False)
class Step:
    """What every step has.

    Attributes
    ----------
    iteration : int
        Number of the iteration, member or round that it belongs to; 0 before the first.
    objective : float or None
        What the clusterer minimises, after this step, in the unit of `objective_history_` and
        with the whole weight of the pairs; None where it is not known, or not comparable.
    violated : array of int, shape (v,)
        Statements that the labels violate, as places in `stated_pairs(constraints)`.
    pull : array, shape (v,)
        What each of them adds to the objective; 0 where the clusterer does not pay for them.
    """

    iteration: int
    objective: float | None
    violated: IntArray
    pull: Array


@dataclass(frozen=True, eq=False)
class Seeded(Step):
    """First centres (n_clusters, n_features), those of start `start` of `n_starts`."""

    centres: Array
    start: int
    n_starts: int


@dataclass(frozen=True, eq=False)
class Assigned(Step):
    """New labels: `clusters` of the `rows` that changed, of all of them the first time.

    `how` is "" for an assignment step of the iteration; "swapped" where groups were exchanged
    between clusters, "kept" where labels were mended so that they keep all statements.
    """

    rows: Integers
    clusters: Integers
    how: str


@dataclass(frozen=True, eq=False)
class Recentred(Step):
    """New centres, the means of the clusters, and how far the one that moved most moved."""

    centres: Array
    shift: float


@dataclass(frozen=True, eq=False)
class MetricLearned(Step):
    """The metric before and after: weights of features (d,) or a matrix (d, d).

    With `per_cluster` there is one for each cluster, in the first axis.
    """

    before: Array
    after: Array
    per_cluster: bool

    @property
    def diagonal(self) -> bool:
        """Whether it is weights of features."""
        return self.after.ndim - self.per_cluster == 1


@dataclass(frozen=True, eq=False)
class Merged(Step):
    """Two nodes of the dendrogram, numbered as SciPy does, at a `height`; `size` rows together."""

    nodes: tuple[int, int]
    height: float
    size: int


@dataclass(frozen=True, eq=False)
class MemberFound(Step):
    """Labels of a member of an ensemble, and its weight in the consensus."""

    labels: Integers
    weight: float


@dataclass(frozen=True, eq=False)
class RoundEnded(Step):
    """The end of a round of GPK-means, whose run had `n_propagated` pairs besides."""

    n_propagated: int
