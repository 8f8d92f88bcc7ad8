"""What a fitted clusterer tells about itself, as numbers of a record."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.experiments.finished_runs import Record


def measured(fitted: Any, n_told: int, noise: tuple[int, ...]) -> Record:
    """Members of an ensemble, propagated pairs for each that was told, weights of features."""
    found = Record()
    if hasattr(fitted, "estimator_weights_"):
        found["n_members"] = len(fitted.estimator_weights_)
    if hasattr(fitted, "n_propagated_"):
        found["n_propagated"] = int(np.max(fitted.n_propagated_))
        found["propagated_ratio"] = found["n_propagated"] / max(n_told, 1)
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
