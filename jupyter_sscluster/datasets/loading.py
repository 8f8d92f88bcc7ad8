"""Load data sets by name: from scikit-learn, a folder, or OpenML."""

from __future__ import annotations

import csv
import gzip
import os
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import fetch_openml

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.datasets.study_data_sets import N_EXPONENTIAL, SETS, Data, Described

FOLDER = "SSCLUSTER_SHARED"


class MissingData(InputError):
    """A data set that was not found; the message says how to get it."""


def load(name: str, folder: Any = None, *, openml: bool = False) -> Data:
    """A data set of the studies, by name.

    Those of scikit-learn and generated ones are always available. Others are read from a folder,
    as tables with a header and the class in the last column, `<file>.csv` or `<file>.csv.gz`; if
    there is none and `openml` is true, they are downloaded from openml.org once, into
    scikit-learn's data folder. Rows with a missing value are left out.

    Parameters
    ----------
    name : str
        One of `jupyter_sscluster.datasets.names()`.
    folder : str or Path, optional
        Where the tables are; by default `data` in the folder that the environment variable
        SSCLUSTER_SHARED names.
    openml : bool, default False
        Whether the network may be used.

    Returns
    -------
    X : ndarray, shape (n_samples, n_features)
    y : ndarray of int, shape (n_samples,)
        Classes from 0, in sorted order of their names.

    Raises
    ------
    InputError
        If no set has that name.
    MissingData
        If it is in none of these places; the sentence says how to get it.

    >>> X, y = load("wine")
    >>> X.shape, np.bincount(y).tolist()
    ((178, 13), [59, 71, 48])
    """
    chosen = described(name)
    if chosen.made is not None:
        X, y = chosen.made()
        return np.asarray(X, dtype=np.float64), _numbered(y)
    path = _path(chosen, folder)
    if path is not None:
        X, y = _read(path)
    elif openml and chosen.openml is not None:
        X, y = _fetched(name, chosen)
    else:
        raise MissingData(_how_to_get(name, chosen, folder))
    if name.endswith("+ noise"):
        rng = np.random.default_rng(len(X))
        X = np.hstack([X, rng.exponential(X.std(axis=0).mean(), (len(X), N_EXPONENTIAL))])
    return X, y


def names() -> tuple[str, ...]:
    """The names that `load` knows.

    >>> "iris" in names()
    True
    """
    return tuple(SETS)


def described(name: str) -> Described:
    """What is known about a set of that name."""
    if name not in SETS:
        raise InputError(
            f"data set {name!r} is not known; use one of {', '.join(map(repr, SETS))}, or pass "
            "data={name: (X, y)}"
        )
    return SETS[name]


def _folder(folder: Any) -> Path | None:
    if folder is not None:
        return Path(folder)
    return Path(os.environ[FOLDER]) / "data" if os.environ.get(FOLDER) else None


def _path(chosen: Described, folder: Any) -> Path | None:
    place = _folder(folder)
    if place is None:
        return None
    paths = (place / f"{chosen.file}{ending}" for ending in (".csv", ".csv.gz"))
    return next((path for path in paths if path.exists()), None)


def _read(path: Path) -> Data:
    with gzip.open(path, "rt") if path.suffix == ".gz" else open(path, newline="") as file:
        _, *rows = csv.reader(file)
    try:
        X = np.array([row[:-1] for row in rows], dtype=np.float64)
    except ValueError as error:
        raise InputError(
            f"{path} is no table of numbers with the class in the last column ({error}); correct "
            "it, or give another folder"
        ) from error
    return _whole(X, np.array([row[-1] for row in rows]))


def _fetched(name: str, chosen: Described) -> Data:
    """The set of OpenML, numbers only, with those classes and columns that the studies take."""
    try:
        found = fetch_openml(data_id=chosen.openml, as_frame=False, parser="liac-arff")
    except Exception as error:
        raise MissingData(
            f"data set {name!r} could not be fetched from openml.org as number {chosen.openml} "
            f"({type(error).__name__}: {error}); {_by_file(chosen)}"
        ) from error
    numbers = [at for at, column in enumerate(found.feature_names) if column.lower() != "id"]
    X, y = np.asarray(found.data[:, numbers], dtype=np.float64), np.asarray(found.target, dtype=str)
    if chosen.classes:
        kept = np.isin(y, chosen.classes)
        X, y = X[kept], y[kept]
    return _whole(X, y)


def _whole(X: np.ndarray, y: np.ndarray) -> Data:
    kept = np.isfinite(X).all(axis=1)
    return X[kept], _numbered(y[kept])


def _numbered(y: Any) -> np.ndarray:
    return np.unique(y, return_inverse=True)[1].astype(np.int64)


def _how_to_get(name: str, chosen: Described, folder: Any) -> str:
    place = _folder(folder)
    looked = f"is not in {place}" if place is not None else "is in no folder we know of"
    ways = [_by_file(chosen)]
    if chosen.openml is not None:
        ways.append(f"let it be fetched from openml.org (number {chosen.openml}) with openml=True")
    return f"data set {name!r} {looked}; {', or '.join(ways)}"


def _by_file(chosen: Described) -> str:
    rows, features, classes = chosen.shape
    return (
        f"put {Path(chosen.file).name}.csv ({rows} rows, {features} numbers and the class, of "
        f"{classes}; the first line is a header; from {chosen.address}) at {chosen.file}.csv in a "
        f"folder, and name it by folder= or, with data/ below it, by {FOLDER}"
    )
