"""Small data sets for examples and experiments; nothing is read at import, nothing is fetched."""

from jupyter_sscluster.datasets.example_data_sets import load_digits389, make_brodinova
from jupyter_sscluster.datasets.loading import MissingData, load, names

__all__ = ["load_digits389", "make_brodinova", "load", "names", "MissingData"]
