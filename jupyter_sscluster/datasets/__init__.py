"""Small data sets for examples and experiments; nothing is read at import, nothing is fetched."""

from jupyter_sscluster.datasets.brodinova import make_brodinova
from jupyter_sscluster.datasets.digits import load_digits389
from jupyter_sscluster.datasets.loading import MissingData, load, names

__all__ = ["load_digits389", "make_brodinova", "load", "names", "MissingData"]
