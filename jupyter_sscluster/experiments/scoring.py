"""Scores of a labelling, and what a fitted clusterer reports about itself."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.experiments.finished_runs import Record
from jupyter_sscluster.metrics import (
    adjusted_rand,
    normalized_mutual_info,
    pairwise_precision_recall_f,
)

PARTS = ("", "_untouched", "_holdout")

Score = Callable[[NDArray[Any], NDArray[Any], IntArray], float]

SCORES: dict[str, Score] = {
    "ari": lambda y, labels, rows: adjusted_rand(y, labels, rows=rows),
    "f": lambda y, labels, rows: pairwise_precision_recall_f(y, labels, rows=rows).f,
    "nmi": lambda y, labels, rows: normalized_mutual_info(y, labels, rows=rows),
    "gnmi": lambda y, labels, rows: normalized_mutual_info(
        y, labels, average_method="geometric", rows=rows
    ),
}


def scored(
    y: NDArray[Any], labels: NDArray[Any], rows: IntArray, part: str, scores: Iterable[str]
) -> list[tuple[str, float | None]]:
    """Scores on some rows, named after their part; None where there are fewer than two."""
    if len(rows) < 2:
        return [(name + part, None) for name in scores]
    return [(name + part, float(SCORES[name](y, labels, rows))) for name in scores]


def of_pairs(known: Constraints | None, y: NDArray[Any]) -> Record:
    """The number of neighbourhoods that pairs make, and the share of the soft ones that is wrong.

    Nothing where labels are told.
    """
    if known is None:
        return Record()
    found = Record(n_neighbourhoods=len(known.neighbourhoods()))
    musts, cannots = known.soft_must, known.soft_cannot
    if softly := len(musts) + len(cannots):
        wrong = (y[musts[:, 0]] != y[musts[:, 1]]).sum()
        wrong += (y[cannots[:, 0]] == y[cannots[:, 1]]).sum()
        found |= {"n_soft": softly, "soft_wrong_ratio": float(wrong / softly)}
    return found


def measured(fitted: Any, n_told: int, noise: tuple[int, ...]) -> Record:
    """Members of an ensemble, what was propagated in the last round, weights of features."""
    found = Record()
    if hasattr(fitted, "estimator_weights_"):
        found["n_members"] = len(fitted.estimator_weights_)
    if hasattr(fitted, "n_propagated_"):
        found["n_propagated"] = int(fitted.n_propagated_[-1])
        found["n_inferred"] = int(fitted.n_inferred_[-1])
        found["inferred_ratio"] = found["n_inferred"] / max(n_told, 1)
    weights = _weights(fitted)
    if weights is not None and noise:
        found["weights"] = [round(float(weight), 4) for weight in weights]
        found["noise_weight"] = float(weights[list(noise)].max())
    return found


def _weights(fitted: Any) -> NDArray[np.float64] | None:
    """What each feature weighs, the largest being 1; those of a metric by its diagonal."""
    raw = getattr(fitted, "feature_weights_", None)
    if raw is None:
        raw = getattr(fitted, "metric_", None)
    if raw is None:
        return None
    weights = np.asarray(raw, dtype=np.float64)
    weights = np.diag(weights) if weights.ndim == 2 else weights
    return weights / max(float(weights.max()), 1e-300)
