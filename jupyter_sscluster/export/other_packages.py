"""Labels and constraints in the forms of packages that also work with pairs and missing labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError, InputTypeError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.export.constraint_files import checked_session
from jupyter_sscluster.session import Session

Pair = tuple[int, int]


class PairLists(NamedTuple):
    """Must-links and cannot-links as two lists of pairs of row numbers."""

    ml: list[Pair]
    cl: list[Pair]


def pair_lists(constraints: Constraints, soft: bool = True) -> PairLists:
    """Must-links and cannot-links as lists, as active-semi-supervised-clustering takes them.

    ``PCKMeans().fit(X, ml=lists.ml, cl=lists.cl)`` there, and COBRAS returns such lists.
    ``Constraints(n_samples, must=lists.ml, cannot=lists.cl)`` reads them. These packages know
    neither weights nor noise.

    Parameters
    ----------
    constraints : Constraints
    soft : bool
        Whether soft statements are among them.

    Raises
    ------
    InputError
        If `constraints` are none.

    Examples
    --------
    >>> pair_lists(Constraints(4, must=[(0, 1)], cannot=[(1, 3)]))
    PairLists(ml=[(0, 1)], cl=[(1, 3)])
    """
    if not isinstance(constraints, Constraints):
        raise InputTypeError(
            f"constraints={constraints!r} must be Constraints; those of a session are "
            "session.constraints"
        )
    kinds = [[constraints.must], [constraints.cannot]]
    if soft:
        kinds[0].append(constraints.soft_must)
        kinds[1].append(constraints.soft_cannot)
    must, cannot = ([(int(i), int(j)) for part in parts for i, j in part] for parts in kinds)
    return PairLists(must, cannot)


class CobrasQuerier:
    """Answers the questions of the package cobras-ts from constraints, then by a function.

    COBRAS asks ``query_points(i, j)``. What follows from the constraints is answered from them;
    other pairs go to `ask`, and the answer is added to `constraints`.

    Parameters
    ----------
    constraints : Constraints
    ask : callable, optional
        ``ask(i, j)`` is True if the rows belong together. Without it, a pair that the constraints
        leave open is an error.

    Attributes
    ----------
    constraints : Constraints
        With the answers of `ask`.

    Raises
    ------
    InputError
        By `query_points`, if a pair is open and there is nobody to ask.

    Examples
    --------
    >>> querier = CobrasQuerier(Constraints(4, must=[(0, 1)]), ask=lambda i, j: False)
    >>> querier.query_points(1, 0), querier.query_points(0, 3), querier.query_points(1, 3)
    (True, False, False)
    >>> querier.constraints.cannot.tolist()
    [[0, 3]]
    """

    def __init__(
        self, constraints: Constraints, ask: Callable[[int, int], bool] | None = None
    ) -> None:
        self.constraints = constraints
        self.ask = ask

    def query_points(self, idx1: int, idx2: int) -> bool:
        """Whether two rows belong together."""
        i, j = int(idx1), int(idx2)
        known = self.constraints.relation(i, j)
        if known is None:
            if self.ask is None:
                raise InputError(
                    f"nothing is known of the pair ({i}, {j}); give a function that answers: "
                    "CobrasQuerier(constraints, ask=...)"
                )
            known = "must" if self.ask(i, j) else "cannot"
            self.constraints = self.constraints.add(i, j, known)
        return known == "must"

    def continue_cluster_process(self) -> bool:
        """COBRAS asks before each round whether to go on."""
        return True

    def update_clustering(self, clustering: Any) -> None:
        """COBRAS tells of each clustering; nothing is done with it."""

    def update_clustering_detailed(self, clustering: Any) -> None:
        """COBRAS tells of each clustering; nothing is done with it."""


def known_labels(session: Session, missing_label: float = np.nan) -> Array:
    """Clusters of the rows that answers name; all others are missing, as scikit-activeml has them.

    The result is the `y` of its classifiers and query strategies, whose `MISSING_LABEL` is NaN.
    ``Constraints.from_partial_labels(y)`` reads it: the fewest pairs that say the same.

    Parameters
    ----------
    session : Session
    missing_label : float
        The value of a missing label.

    Returns
    -------
    (n_samples,) float array
        Rows of no cluster are missing, too.

    Raises
    ------
    InputError
        If `session` is none.

    Examples
    --------
    >>> session = Session([[0.0], [0.1], [9.0], [9.1]], n_clusters=2)
    >>> _ = session.answer(0, 3, "cannot")
    >>> np.isnan(known_labels(session)).tolist()
    [False, True, True, False]
    """
    labels = checked_session(session).labels.astype(np.float64)
    named = np.zeros(len(labels), dtype=bool)
    named[session.constraints.touched] = True
    return np.where(named & (labels >= 0), labels, missing_label)
