"""Constraints on whole clusters: their number, size, diameter and separation."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import Either, InputError, Int, Nullable, Real, Rule, check_data
from jupyter_sscluster.cluster._parts.bounds.bound_violations import (
    BoundViolation,
    diameter_violations,
    epsilon_violations,
    number_violations,
    separation_violations,
    size_violations,
)
from jupyter_sscluster.cluster._parts.bounds.pairs_by_distance import (
    delta_forest,
    nearest_neighbours,
    pairs_beyond,
)
from jupyter_sscluster.cluster._parts.pccc.size_bounds import in_rows
from jupyter_sscluster.cluster.errors import Infeasible, NotFound
from jupyter_sscluster.constraints import ConflictError, Constraints, as_constraints

MOST_PAIRS = 1_000_000

SHARE = Real(0.0, 1.0, low_open=True)
LENGTH = Nullable(Real(0.0))
RULES: dict[str, Rule] = {
    "fewest": Nullable(Int(1)),
    "most": Nullable(Int(1)),
    "min_size": Nullable(Either(Int(1), SHARE)),
    "max_size": Nullable(Either(Int(1), SHARE)),
    "max_diameter": LENGTH,
    "min_separation": LENGTH,
    "epsilon": LENGTH,
}


@dataclass(frozen=True)
class ClusterLevel:
    """Bounds on the number, size, diameter and separation of clusters.

    `constraints` turns them into pairs, `bounds` tests whether they can hold together, and
    `violated` lists those that a clustering violates. Distances are Euclidean, in the unit of X. A
    diameter and a separation are equivalent to pairs: rows too far apart are cannot-linked, rows
    too close are must-linked. Sizes cannot be written as pairs: `PCCC` keeps them. Nor can epsilon,
    which requires some neighbour within a distance: pairs can only require more.

    A separation costs a search for close pairs. A diameter costs a pass over all pairs of rows and
    may cannot-link nearly all of them, so join rows by a separation first.

    Parameters
    ----------
    fewest, most : int, optional
        Bounds on the number of clusters.
    min_size, max_size : int or float, optional
        Bounds on the number of rows of each cluster; a float is a share of all rows.
    max_diameter : float, optional
        γ: no two rows of a cluster are farther apart.
    min_separation : float, optional
        δ: no two rows of different clusters are closer.
    epsilon : float, optional
        ε: each row of a cluster of two or more has another row of it within this distance.

    Raises
    ------
    InputError
        If a bound is out of range, or two of them leave nothing between them.

    References
    ----------
    Davidson, I. & Ravi, S. S. (2005). Clustering with constraints: feasibility issues and the
    k-means algorithm. Proc. SDM, 138-149. doi:10.1137/1.9781611972757.13

    Švehla, J. (2018). Active semi-supervised clustering. Master's thesis, Czech Technical
    University in Prague, sections 2.1.2 and 2.1.3.

    Examples
    --------
    >>> from jupyter_sscluster.cluster import ClusterLevel, COPKMeans
    >>> X = [[0.0], [1.0], [2.0], [9.0], [10.0]]
    >>> wanted = ClusterLevel(max_diameter=5.0, min_separation=1.5)
    >>> known = wanted.constraints(X)
    >>> known.must.tolist(), known.cannot.tolist()
    ([[0, 1], [1, 2], [3, 4]], [[0, 3]])
    >>> labels = COPKMeans(n_clusters=2, random_state=0).fit(X, constraints=known).labels_
    >>> wanted.violated(X, labels)
    []
    >>> wanted.violated(X, [0, 0, 0, 1, 0])[0].text
    'Cluster 0 is 10 wide, from row 0 to row 4; max_diameter=5 allows no more.'
    """

    fewest: int | None = None
    most: int | None = None
    min_size: int | float | None = None
    max_size: int | float | None = None
    max_diameter: float | None = None
    min_separation: float | None = None
    epsilon: float | None = None

    def __post_init__(self) -> None:
        for name, rule in RULES.items():
            value = getattr(self, name)
            if not rule.check(value):
                raise InputError(f"ClusterLevel: {name}={value!r} must be {rule.describe()}")
        self._check_order("fewest", "most")
        if isinstance(self.min_size, Integral) == isinstance(self.max_size, Integral):
            self._check_order("min_size", "max_size")

    def _check_order(self, low: str, high: str) -> None:
        least, largest = getattr(self, low), getattr(self, high)
        if least is not None and largest is not None and least > largest:
            raise InputError(
                f"ClusterLevel: {low}={least} is more than {high}={largest}; choose {low} <= {high}"
            )

    def sizes(self, n_samples: int) -> tuple[int, int]:
        """Fewest and most rows of a cluster, as whole numbers.

        >>> ClusterLevel(min_size=0.1, max_size=30).sizes(75)
        (8, 30)
        """
        low, high = in_rows(self.min_size, self.max_size, n_samples)
        return low, high

    def constraints(
        self,
        X: ArrayLike,
        constraints: Constraints | None = None,
        *,
        strict: bool = False,
        most_pairs: int = MOST_PAIRS,
    ) -> Constraints:
        """The diameter and the separation as pairs, beside those of `constraints`.

        Must-links along the shortest steps below the separation: a forest, which entails all the
        others. One cannot-link for each two of the components so formed that hold rows beyond the
        diameter.

        Parameters
        ----------
        X : array or DataFrame, shape (n_samples, n_features)
        constraints : Constraints, optional
            Pairs known besides.
        strict : bool, default False
            Also link each row to its nearest one within epsilon. That is more than epsilon asks.
        most_pairs : int, default 1,000,000
            More cannot-links than these are refused rather than made.

        Raises
        ------
        Infeasible
            If diameter, separation and the pairs known contradict each other. `witness` holds the
            chain of must-links, or the cannot-link, that contradicts a pair, and the pair.
        NotFound
            If the links of `strict` do; another choice of neighbours might not.
        InputError
            If the data or the constraints break a rule, or there are more than `most_pairs`.
        """
        data = check_data(X)
        known = as_constraints(len(data), constraints=constraints)
        if self.min_separation:
            close = delta_forest(data, self.min_separation)
            known = self._stated(known, close, "must", f"closer than {self.min_separation:g}")
        if self.max_diameter is not None:
            far = pairs_beyond(data, self.max_diameter, known.component_ids, most_pairs)
            if far is None:
                raise InputError(
                    f"max_diameter={self.max_diameter:g} sets more than most_pairs={most_pairs:,} "
                    "pairs of components apart; give a larger max_diameter, a min_separation that "
                    "joins rows, or a larger most_pairs"
                )
            known = self._stated(known, far, "cannot", f"farther apart than {self.max_diameter:g}")
        if strict and self.epsilon is not None:
            known = self._within_reach(known, data, self.epsilon)
        return known

    def bounds(self, X: ArrayLike, constraints: Constraints | None = None) -> tuple[int, int]:
        """The fewest and most clusters for which nothing speaks against all bounds together.

        These are necessary conditions only. Deciding whether a clustering exists is NP-hard:
        graph colouring for cannot-links, packing for sizes.

        Raises
        ------
        Infeasible
            If it is proved that no clustering meets the bounds; `witness` holds the rows or pairs
            concerned.
        """
        data = check_data(X)
        known = self.constraints(data, constraints)
        n = len(data)
        small, large = self.sizes(n)
        self._check_sizes(known, small, large)
        low, _, high = known.n_clusters_bounds()
        reasons = [(low, f"the pairs set {low} components apart from each other")]
        reasons.append((-(-n // large), f"{n} rows fill that many clusters of {large}"))
        alone = self._alone(data, known, small)
        rest = int(len(alone) < n)
        reasons.append((len(alone) + rest, f"{len(alone)} rows have no other within epsilon"))
        reasons.append((self.fewest or 1, f"fewest={self.fewest}"))
        limits = [(high, f"there are {high} components of rows to share out")]
        limits.append((n // small, f"{n} rows make no more clusters of {small}"))
        limits.append((self.most or n, f"most={self.most}"))
        least, why_least = max(reasons)
        largest, why_largest = min(limits)
        if least > largest:
            raise Infeasible(
                f"at least {least} clusters are needed, as {why_least}, and at most {largest} are "
                f"possible, as {why_largest}; change one of these bounds",
                alone.tolist() if "epsilon" in why_least else [],
            )
        return least, largest

    def violated(self, X: ArrayLike, labels: ArrayLike) -> list[BoundViolation]:
        """What is not as wanted in a clustering, in the order of the parameters."""
        data = check_data(X)
        found, codes = np.unique(np.asarray(labels), return_inverse=True)
        if codes.shape != (len(data),):
            raise InputError(
                f"labels have shape {codes.shape} and X has {len(data)} rows; pass one label a row"
            )
        names = found.tolist()
        return [
            *number_violations(self, len(names)),
            *size_violations(self, names, np.bincount(codes), len(data)),
            *diameter_violations(self, data, codes, names),
            *separation_violations(self, data, codes, names),
            *epsilon_violations(self, data, codes, names),
        ]

    # ------------------------------------------------------------------ pairs

    def _stated(
        self, known: Constraints, pairs: NDArray[np.int64], kind: str, why: str
    ) -> Constraints:
        try:
            return known.add_pairs(pairs, kind)
        except ConflictError as error:
            i, j, _ = error.pair
            raise Infeasible(
                f"{_bounds_of(self)} cannot all hold: rows {i} and {j} are {why}, which "
                f"contradicts {_chain(error.witness)}; change one of the bounds, or take back a "
                "link",
                [*error.witness, error.pair],
            ) from error

    def _within_reach(self, known: Constraints, data: Array, epsilon: float) -> Constraints:
        nearest, apart = nearest_neighbours(data)
        near = np.flatnonzero(apart <= epsilon)
        try:
            return known.add_pairs(np.stack([near, nearest[near]], axis=1), "must")
        except ConflictError as error:
            raise NotFound(
                f"linking each row to its nearest one within epsilon={epsilon:g} contradicts "
                f"what else is known ({error}); leave out strict=True and see violated()"
            ) from error

    # ------------------------------------------------------------------ sense

    def _check_sizes(self, known: Constraints, small: int, large: int) -> None:
        n = known.n_samples
        if small > large or small > n:
            allowed = f"there are {n}" if small > n else f"max_size={self.max_size} allows {large}"
            way_out = "pass more rows" if small > n else "raise max_size"
            raise Infeasible(
                f"min_size={self.min_size} asks for {small} rows or more in each cluster, and "
                f"{allowed}; lower min_size or {way_out}"
            )
        sizes = np.bincount(known.component_ids)
        largest = int(sizes.argmax())
        if sizes[largest] > large:
            rows = np.flatnonzero(known.component_ids == largest)
            raise Infeasible(
                f"{len(rows)} rows are must-linked to row {rows[0]}, and a cluster has at most "
                f"{large}, as max_size={self.max_size}; raise it, or take back must-links",
                rows.tolist(),
            )

    def _alone(self, data: Array, known: Constraints, small: int) -> NDArray[np.intp]:
        """Rows with no other within epsilon: each has to be a cluster of its own."""
        if self.epsilon is None:
            return np.empty(0, dtype=np.intp)
        alone = np.flatnonzero(nearest_neighbours(data)[1] > self.epsilon)
        linked = np.bincount(known.component_ids)[known.component_ids[alone]] > 1
        if linked.any() or (small > 1 and len(alone)):
            row = int(alone[linked][0] if linked.any() else alone[0])
            why = "is must-linked to another" if linked.any() else f"min_size={self.min_size}"
            raise Infeasible(
                f"row {row} has no other row within epsilon={self.epsilon:g}, so it has to be a "
                f"cluster of its own, and {why}; raise epsilon or drop that",
                [row],
            )
        return alone


def _chain(statements: list[tuple[int, int, str]]) -> str:
    if len(statements) == 1:
        i, j, kind = statements[0]
        return f"the {kind}-link {i} – {j}"
    return f"a chain of {len(statements)} links"


def _bounds_of(level: ClusterLevel) -> str:
    given = [("min_separation", level.min_separation), ("max_diameter", level.max_diameter)]
    named = [f"{name}={value:g}" for name, value in given if value]
    return " and ".join([*named, "the pairs known"])
