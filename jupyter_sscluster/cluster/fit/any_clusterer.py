"""Fit any scikit-learn clusterer, ours or another's: constraints, warm starts, checks."""

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from jupyter_sscluster._arrays import Array, Integers
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._base.constrained_clusterer import ConstrainedClusterer
from jupyter_sscluster.cluster._parts.lloyd.distances import nearest
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster.errors import Infeasible
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.cluster.out_of_core.blocks import Own, Shared
from jupyter_sscluster.cluster.out_of_core.open_blocks import opened
from jupyter_sscluster.cluster.out_of_core.seeding_passes import summed
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.noise_rows import other_rows

Found = TypeVar("Found")

NOISE = -1
"""The label of rows in no cluster."""


def fitted_labels(clusterer: Any, X: Array, known: Constraints) -> Any:
    """The `labels_` of a clusterer, fitted to the rows that are no noise; -1 for those that are.

    Clusterers of this package leave noise out by themselves; others are given the other rows.
    """
    if isinstance(clusterer, ConstrainedClusterer) or not len(known.noise):
        clusterer.fit(X, **knowledge(clusterer, known))
        return np.asarray(clusterer.labels_)
    rows = other_rows(known.noise, known.n_samples)
    part = known[rows]
    clusterer.fit(X[rows], **knowledge(clusterer, part))
    found = np.asarray(clusterer.labels_)
    if found.shape != rows.shape:
        return found
    labels = np.full(len(X), NOISE, dtype=np.result_type(found.dtype, np.int8))
    labels[rows] = found
    return labels


def takes_constraints(clusterer: Any) -> bool:
    """Whether `fit` takes `constraints=`, by that name or among any keywords."""
    accepted = _accepted(clusterer)
    return "constraints" in accepted or any(
        parameter.kind is Parameter.VAR_KEYWORD for parameter in accepted.values()
    )


def knowledge(clusterer: Any, constraints: Constraints) -> dict[str, Any]:
    """The constraints as keywords for `fit`: a value, two lists of pairs, or nothing."""
    names = pair_keywords(clusterer)
    if "constraints" not in _accepted(clusterer) and names is not None:
        must, cannot = names
        return {must: constraints.must.tolist(), cannot: constraints.cannot.tolist()}
    return {"constraints": constraints} if takes_constraints(clusterer) else {}


def pair_keywords(clusterer: Any) -> tuple[str, str] | None:
    """What `fit` calls the lists of must-links and cannot-links, if it takes such."""
    accepted = set(_accepted(clusterer))
    return next(
        (pair for pair in (("must", "cannot"), ("ml", "cl")) if set(pair) <= accepted), None
    )


def hears_steps(clusterer: Any) -> bool:
    """Whether `fit` takes `trace=`, by that name."""
    return "trace" in _accepted(clusterer)


def check_clusterer(clusterer: Any) -> None:
    """Raise `InputError` if a clusterer's `fit` takes no `constraints`; None passes."""
    if clusterer is None:
        return
    if isinstance(clusterer, type) or not takes_constraints(clusterer):
        raise InputError(
            f"clusterer={clusterer!r} must be an estimator whose fit takes constraints=, "
            "such as PCKMeans(n_clusters=3)"
        )


def starts_from_labels(clusterer: Any) -> bool:
    """Whether a fit can go on from labels, see `warm_start`."""
    return not {"labels_init", "init"}.isdisjoint(clusterer.get_params(deep=False))


def goes_on(clusterer: Any) -> bool:
    """Whether the fit after an answer starts from the last labels; not if `warm_starts` is False.

    Then it depends on what was told alone, and not on the order of the answers.
    """
    return bool(getattr(clusterer, "warm_starts", True))


def warm_start(
    clusterer: Any,
    X: Array,
    last: Integers | None,
    n_clusters: int | None,
    *,
    column: str,
) -> dict[str, Any]:
    """Parameters to continue from the last labels; none with other K.

    They are `labels_init` where a clusterer has it, else `init`, the means; none without either.
    Noise counts in no mean, and goes to the nearest of them in labels.
    """
    parameters = clusterer.get_params(deep=False)
    if last is None or len(np.unique(last[last != NOISE])) != n_clusters:
        return {}
    if "labels_init" in parameters:
        return {"labels_init": np.unique(_all_clustered(X, last), return_inverse=True)[1]}
    if "init" not in parameters:
        return {}
    single = {"n_init": 1} if "n_init" in parameters else {}
    return {"init": cluster_means(X, last, column=column), **single}


def _all_clustered(X: Array, labels: Integers) -> Integers:
    """The labels with noise in the cluster of the nearest mean."""
    out = labels == NOISE
    if not out.any():
        return labels
    found, clusters = labels.copy(), np.unique(labels[~out])
    means = cluster_means(X, labels, column="in order")
    found[out] = clusters[nearest(X[out], means, means.mean(axis=0))]
    return found


def cluster_means(X: Array, labels: Integers, *, column: str) -> Array:
    """Means of the clusters that have rows, in order of their numbers.

    NumPy sums two or more columns row by row, but a single `column` pairwise, as sessions always
    have; "in order" sums that row by row as well, as the loops do. The last bit may decide labels,
    and replays must give the same ones as ever. Rows of label -1, noise, are left out.
    """
    out = labels == NOISE
    if out.any():
        X, labels = X[~out], labels[~out]
    clusters, codes, counts = np.unique(labels, return_inverse=True, return_counts=True)
    blocks = opened(X)
    if blocks is not None:
        sizes = blocks.measured().sizes or ()
        parts = np.split(codes, np.cumsum(sizes)[:-1])
        sums = blocks.reduced(Shared(_sums, (len(clusters),)), summed, parts)
        return np.asarray(sums / counts[:, None])
    if column == "pairwise" and X.shape[1] == 1:
        return np.array([X[codes == k].mean(axis=0) for k in range(len(clusters))])
    sums = np.stack([np.bincount(codes, feature) for feature in X.T], axis=1)
    return sums / counts[:, None]


def _sums(block: Any, own: Own, n_clusters: int) -> Any:
    """The sums of the clusters in a block, one below the other."""
    rows = np.asarray(block, dtype=np.float64)
    return np.stack([np.bincount(own.given, each, n_clusters) for each in rows.T], axis=1)


def warm_or_fresh(
    clusterer: Any,
    start: Mapping[str, Any],
    fit: Callable[[Any], Found],
    on_failure: Callable[[], object] = lambda: None,
) -> tuple[Found, bool]:
    """Fit a clone from `start`, or afresh if that fails; whether it was afresh.

    Cancelled fits and fits proved impossible are not repeated.
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
    """Raise `InputError` for values whose squares overflow, or whose differences' squares vanish.

    >>> check_size_of_values(np.array([[1e300], [2e300]]))
    Traceback (most recent call last):
    ...
    jupyter_sscluster._validation.InputError: X holds a value of size 2e+300, and its squares add up to more than a number can hold; divide X by a constant
    """  # noqa: E501
    centred(X, name)
