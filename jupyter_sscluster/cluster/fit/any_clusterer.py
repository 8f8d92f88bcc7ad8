"""Fit any clusterer, ours or another's: constraints, warm starts, checks.

A clusterer is any estimator of scikit-learn's kind with `fit`, `labels_` and `get_params`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from jupyter_sscluster._arrays import Array, Integers
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster.errors import Infeasible
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.cluster.out_of_core.blocks import Own, Shared
from jupyter_sscluster.cluster.out_of_core.open_blocks import opened
from jupyter_sscluster.constraints import Constraints

Found = TypeVar("Found")


def takes_constraints(clusterer: Any) -> bool:
    """Whether `fit` takes `constraints=`, by that name or among any keywords."""
    accepted = _accepted(clusterer)
    return "constraints" in accepted or any(
        parameter.kind is Parameter.VAR_KEYWORD for parameter in accepted.values()
    )


def knowledge(clusterer: Any, constraints: Constraints) -> dict[str, Any]:
    """The constraints as keywords for `fit`: a value, lists of pairs `ml` and `cl`, or nothing."""
    accepted = _accepted(clusterer)
    if "constraints" not in accepted and {"ml", "cl"} <= set(accepted):
        return {"ml": constraints.must.tolist(), "cl": constraints.cannot.tolist()}
    return {"constraints": constraints} if takes_constraints(clusterer) else {}


def hears_steps(clusterer: Any) -> bool:
    """Whether `fit` takes `trace=`, by that name."""
    return "trace" in _accepted(clusterer)


def check_clusterer(clusterer: Any) -> None:
    """Refuse what cannot cluster with constraints; None is no clusterer and passes.

    Raises
    ------
    InputError
        If it has no `fit` that takes `constraints`.
    """
    if clusterer is None:
        return
    if isinstance(clusterer, type) or not takes_constraints(clusterer):
        raise InputError(
            f"clusterer={clusterer!r} must be an estimator whose fit takes constraints=, "
            "such as PCKMeans(n_clusters=3)"
        )


def warm_start(
    clusterer: Any,
    X: Array,
    last: Integers | None,
    n_clusters: int | None,
    *,
    column: str,
) -> dict[str, Any]:
    """Parameters with which a clusterer goes on from the last labels; none if it cannot.

    It can if it has `init`, and if the labels hold exactly `n_clusters` clusters. `column` says how
    the means of a single feature are rounded, see `cluster_means`.
    """
    parameters = clusterer.get_params(deep=False)
    if last is None or "init" not in parameters or len(np.unique(last)) != n_clusters:
        return {}
    single = {"n_init": 1} if "n_init" in parameters else {}
    return {"init": cluster_means(X, last, column=column), **single}


def cluster_means(X: Array, labels: Integers, *, column: str) -> Array:
    """Means of the clusters that have rows, in order of their numbers.

    With two features or more NumPy adds up row by row. A single column it adds up in pairs, as
    sessions always have ("pairwise"); loops count row by row there too ("in order"), so that the
    last bit may differ. Where that bit decides between two clusters so do the labels, and replays
    are to give the same ones as ever.
    """
    clusters, codes, counts = np.unique(labels, return_inverse=True, return_counts=True)
    blocks = opened(X)
    if blocks is not None:
        sizes = blocks.measured().sizes or ()
        parts = np.split(codes, np.cumsum(sizes)[:-1])
        sums = blocks.reduced(Shared(_sums, (len(clusters),)), _added, parts)
        return np.asarray(sums / counts[:, None])
    if column == "pairwise" and X.shape[1] == 1:
        return np.array([X[codes == k].mean(axis=0) for k in range(len(clusters))])
    sums = np.stack([np.bincount(codes, feature) for feature in X.T], axis=1)
    return sums / counts[:, None]


def _sums(block: Any, own: Own, n_clusters: int) -> Any:
    """The sums of the clusters in a block, one below the other."""
    rows = np.asarray(block, dtype=np.float64)
    return np.stack([np.bincount(own.given, each, n_clusters) for each in rows.T], axis=1)


def _added(parts: list[Any]) -> Any:
    return np.sum(parts, axis=0)


def warm_or_fresh(
    clusterer: Any,
    start: Mapping[str, Any],
    fit: Callable[[Any], Found],
    on_failure: Callable[[], object] = lambda: None,
) -> tuple[Found, bool]:
    """What `fit` makes of a clone that starts there, and whether it had to start afresh.

    One start may fail where several do not: a clone with the clusterer's own starts is then fitted
    instead. A fit that was cancelled, or is proved to be impossible, is not tried again.
    """
    if start:
        try:
            return fit(clone(clusterer).set_params(**start)), False
        except (FitCancelled, Infeasible):
            raise
        except Exception:
            on_failure()
    return fit(clone(clusterer)), True


def _accepted(clusterer: Any) -> Mapping[str, Parameter]:
    fit = getattr(clusterer, "fit", None)
    return signature(fit).parameters if callable(fit) else {}


def check_size_of_values(X: NDArray[np.float64], name: str = "X") -> None:
    """Refuse values that every clusterer refuses, before anything is made of them.

    Raises
    ------
    InputError
        If values are so large that their squares add up to more than a number can hold, or differ
        so little that their squares are lost.

    Examples
    --------
    >>> check_size_of_values(np.array([[1e300], [2e300]]))
    Traceback (most recent call last):
    ...
    jupyter_sscluster._validation.InputError: X holds a value of size 2e+300, and its squares add \
up to more than a number can hold; divide X by a constant
    """
    centred(X, name)
