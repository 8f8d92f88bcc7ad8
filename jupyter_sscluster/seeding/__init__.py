"""First centres for the k-means family: one function a file, in the order of the menus.

Every seeding is `f(X, n_clusters, *, constraints=None, random_state=None)` and returns centres of
shape (n_clusters, n_features).
"""

from .dkm import dkm
from .farthest_first import farthest_first
from .kmeans_plusplus import kmeans_plusplus
from .neighbourhoods import neighbourhoods
from .random import random
from .robin import robin

__all__ = ["random", "kmeans_plusplus", "farthest_first", "neighbourhoods", "dkm", "robin"]
