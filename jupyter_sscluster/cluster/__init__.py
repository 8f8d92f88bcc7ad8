"""Constrained clusterers, scikit-learn estimators all; exported in the order of the menus."""

from .errors import Infeasible, NotFound
from .kmeans import KMeans

__all__ = [
    "KMeans",
    "Infeasible",
    "NotFound",
]
