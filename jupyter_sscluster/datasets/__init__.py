"""Small data sets for examples and experiments; nothing is read at import, nothing is fetched."""

from jupyter_sscluster.datasets.digits import load_digits389

__all__ = ["load_digits389"]
