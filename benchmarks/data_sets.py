"""The data sets of the benchmarks: scikit-learn's, and those of a folder of shared data."""

import csv
import gzip
import os
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer, load_iris, load_wine, make_blobs

from jupyter_sscluster.datasets import load_digits389

SHIPPED = {"iris": load_iris, "wine": load_wine, "wdbc": load_breast_cancer}
FILES = {
    "letters IJL": "letters_ijl_10pct",
    "heart": "heart_statlog",
    "pathbased": "shapes/pathbased",
    "spiral": "shapes/spiral",
    "crabs": "crabs_sex",
    "breast": "breast_wisconsin",
    "segment": "image_segmentation",
    "pen digits": "digits389",
}

Data = tuple[np.ndarray, np.ndarray]


class Absent(Exception):
    """A set that lies in no folder we know of; the sentence says where it was looked for."""


def load(name: str, scaling: str = "standardised") -> Data:
    """Rows and class numbers, every feature standardised; the grey values of digits389 are raw.

    `scaling` may be "raw", "standardised" or "unit" (each feature from 0 to 1).
    """
    if name == "digits389":
        X, y = load_digits389()
        return _scaled(X, scaling if scaling == "unit" else "raw"), y
    if name == "blobs":
        X, y = make_blobs(2000, 10, centers=5, cluster_std=5.0, random_state=0)
    elif name in SHIPPED:
        X, y = SHIPPED[name](return_X_y=True)
    else:
        X, y = _from_file(FILES.get(name, name))
    return _scaled(X, scaling), y


def _scaled(X: np.ndarray, scaling: str) -> np.ndarray:
    if scaling == "raw":
        return X
    low = X.min(axis=0) if scaling == "unit" else X.mean(axis=0)
    size = np.ptp(X, axis=0) if scaling == "unit" else X.std(axis=0)
    return (X - low) / np.where(size > 0, size, 1.0)


def _from_file(name: str) -> Data:
    beside = Path(__file__).resolve().parents[2] / "shared"
    folder = Path(os.environ.get("SSCLUSTER_SHARED", beside)) / "data"
    for path in (folder / f"{name}.csv", folder / f"{name}.csv.gz"):
        if path.exists():
            opener = gzip.open if path.suffix == ".gz" else open
            with opener(path, "rt", newline="") as file:
                _, *rows = csv.reader(file)
            X = np.array([row[:-1] for row in rows], dtype=float)
            return X, np.unique([row[-1] for row in rows], return_inverse=True)[1]
    raise Absent(f"no {name}.csv in {folder}; set SSCLUSTER_SHARED to the folder that holds data/")
