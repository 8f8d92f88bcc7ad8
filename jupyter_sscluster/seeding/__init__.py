"""Seedings: initial centres for the k-means family, one function a file.

Every seeding is `f(X, n_clusters, *, constraints=None, random_state=None)` and returns centres of
shape (n_clusters, n_features).
"""

from .dkm import dkm
from .farthest_first import farthest_first
from .kmeans_plusplus import kmeans_plusplus
from .largest_neighbourhoods import largest_neighbourhoods
from .maximin import maximin
from .neighbourhoods import neighbourhoods
from .perturbed_mean import perturbed_mean
from .random import random
from .robin import robin
from .uniform_box import uniform_box
from .weighted_neighbourhoods import weighted_neighbourhoods

__all__ = [
    "random",
    "kmeans_plusplus",
    "farthest_first",
    "neighbourhoods",
    "dkm",
    "robin",
    "weighted_neighbourhoods",
    "maximin",
    "uniform_box",
    "perturbed_mean",
    "largest_neighbourhoods",
]
