"""UMAP, where umap-learn is installed."""

import warnings
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.projections.projection import Projection, rounded

LEAST = 4
NEIGHBOURS = 15
MISSING = "needs umap-learn"


def has_umap() -> bool:
    """Whether umap-learn can be imported; nothing is imported to find out."""
    try:
        return find_spec("umap") is not None
    except ValueError:  # a stand-in without a spec
        return True


def umap(X: Array) -> Projection:
    """UMAP by umap-learn, fixed seed, one thread; `InputError` if not installed or below 4 rows."""
    if not has_umap():
        raise InputError("UMAP needs umap-learn, which is not installed: pip install umap-learn")
    if len(X) < LEAST:
        raise InputError(f"UMAP needs {LEAST} rows or more, and X has {len(X)}; choose PCA")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = import_module("umap").UMAP(
            n_components=2, n_neighbors=min(NEIGHBOURS, len(X) - 1), random_state=0, n_jobs=1
        )
        xy = np.asarray(model.fit_transform(rounded(X - X.mean(axis=0))), dtype=np.float64)
    return Projection(xy, ("UMAP 1 (distances are not kept)", "UMAP 2"), "umap", ticks=False)
