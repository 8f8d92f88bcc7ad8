"""A protocol of three lines on sixty rows."""

from sklearn.datasets import make_blobs

from jupyter_sscluster.experiments import Method, Protocol

X, Y = make_blobs(60, centers=3, cluster_std=4.0, random_state=0)
DATA = {"blobs": (X, Y)}
PAIRS = Protocol(
    "mine",
    sets=("blobs",),
    methods=(Method("k-means", "kmeans"), Method("PCK", "pckmeans", {"n_init": 2})),
    levels=(0, 10, 30),
    folds=3,
    repeats=2,
)


def timeless(records):
    """Records without the times, which no two runs share."""
    return [{k: v for k, v in r.items() if "seconds" not in k} for r in records]
