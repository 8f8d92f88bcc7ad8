"""Data that tests read but the project does not ship; tests are skipped where it is absent."""

import csv
import gzip
import os
from pathlib import Path

import numpy as np
import pytest
from sklearn import datasets

SHIPPED = {
    "iris": datasets.load_iris,
    "wine": datasets.load_wine,
    "wdbc": datasets.load_breast_cancer,
}


def shared_dir() -> Path:
    """The folder of shared reading, from SSCLUSTER_SHARED or beside the repository."""
    beside = Path(__file__).resolve().parents[3] / "shared"
    folder = Path(os.environ.get("SSCLUSTER_SHARED", beside))
    if not folder.is_dir():
        pytest.skip(f"no shared data at {folder}; set SSCLUSTER_SHARED to its folder")
    return folder


def load(name: str, *, standardised: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Data and class numbers of a set: scikit-learn's where it ships it, else a shared file."""
    X, y = _shipped(name) if name in SHIPPED else _from_file(name)
    if standardised:
        spread = X.std(axis=0)
        X = (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return X, y


def golden(name: str) -> np.lib.npyio.NpzFile:
    """The arrays that another program gave, `golden/<name>.npz` of the shared data."""
    path = shared_dir() / "golden" / f"{name}.npz"
    if not path.exists():
        pytest.skip(f"the shared data hold no golden/{name}.npz")
    return np.load(path)


def _shipped(name: str) -> tuple[np.ndarray, np.ndarray]:
    bunch = SHIPPED[name]()
    return bunch.data, bunch.target


def _from_file(name: str) -> tuple[np.ndarray, np.ndarray]:
    folder = shared_dir() / "data"
    found = [path for path in (folder / f"{name}.csv", folder / f"{name}.csv.gz") if path.exists()]
    if not found:
        pytest.skip(f"the shared data holds no {name}.csv")
    opener = gzip.open if found[0].suffix == ".gz" else open
    with opener(found[0], "rt", newline="") as file:
        _, *rows = csv.reader(file)
    X = np.array([row[:-1] for row in rows], dtype=float)
    return X, np.unique([row[-1] for row in rows], return_inverse=True)[1]
