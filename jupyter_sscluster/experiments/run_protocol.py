"""Protocols into records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.datasets import MissingData, load
from jupyter_sscluster.datasets.loading import described
from jupyter_sscluster.experiments.coerce_input import checked
from jupyter_sscluster.experiments.parallel_runs import package, run_all
from jupyter_sscluster.experiments.protocol_design import Protocol
from jupyter_sscluster.experiments.protocol_fold import ProtocolRun
from jupyter_sscluster.experiments.studies import protocol as named

Given = Mapping[str, tuple[Any, Any]]


def run(
    protocol: Protocol | str,
    *,
    repeats: int | None = None,
    n_jobs: int | None = None,
    path: Any = None,
    data: Given | None = None,
    folder: Any = None,
    openml: bool = False,
    skip_missing: bool = False,
    progress: bool = True,
    as_frame: bool = False,
) -> Any:
    """Run a protocol: every method on every fold of every repeat, at every level of supervision.

    Parameters
    ----------
    protocol : Protocol or str
        One of your own, or the name of a study's: see `PROTOCOLS`.
    repeats : int, optional
        Other than the protocol says. More of them later run the missing ones alone.
    n_jobs : int, optional
        Processes, as in joblib: -1 is one a core; by default one, or what a
        `joblib.parallel_config` around the call says, with any backend, Dask's included.
    path : str or Path, optional
        A file to which every finished run is appended as a line of JSON. Runs that it holds, with
        the same data and parameters, are not done again, so a killed experiment goes on.
    data : mapping of name to (X, y), optional
        Data of your own, by the names that stand in `sets`; raw, the protocol prepares them.
    folder, openml : optional
        Where other sets come from, see `jupyter_sscluster.datasets.load`.
    skip_missing : bool, default False
        Whether sets that are in none of these places are left out.
    progress : bool, default True
        Whether a line says how many runs are done and how long the rest takes.
    as_frame : bool, default False
        Whether to return a pandas DataFrame.

    Returns
    -------
    list of dict, or DataFrame
        One record for each set (`data`), `method`, `repeat`, `fold`, `kind` and `level`: the scores
        on all rows (`ari`), on rows that nothing was told about (`ari_untouched`) and on test
        rows (`ari_holdout`), None where there are no two such rows or where the fit failed
        (`failed` says why); `n_told` pairs or labels, `n_clusters` found, `seconds` of processor
        time; with a `grid`, `tried`, what every value scored on the rows that count; and what the
        clusterer tells of itself: `n_members`, `n_propagated` and `n_inferred` of the last round,
        `weights` of features and the `noise_weight` of those that are known to tell nothing, the
        largest weight being 1; with a `grid`, of its values the mean of `weights`, and the largest
        `noise_weight`. With questions, `asking_seconds` of the whole strategy run.

    Raises
    ------
    InputError
        If the protocol contradicts itself, a number is no good or a package is missing; before
        anything runs.
    MissingData
        If a set is in none of these places; the sentence says how to get it.

    >>> from jupyter_sscluster.experiments import Method, Protocol
    >>> mine = Protocol("mine", ("iris",), (Method("k-means", "kmeans"),), (0,), folds=2)
    >>> records = run(mine, repeats=1, progress=False)
    >>> [(record["fold"], round(record["ari_holdout"], 1)) for record in records]
    [(0, 0.7), (1, 0.6)]
    """
    chosen = named(protocol) if isinstance(protocol, str) else protocol
    if not isinstance(chosen, Protocol):
        raise InputError(
            f"protocol of type {type(chosen).__name__} must be a Protocol, or the name of one"
        )
    chosen = chosen if repeats is None else chosen.with_(repeats=repeats)
    frame = package("pandas", "as_frame=True") if as_frame else None
    bar = package("tqdm.auto", "progress=True").tqdm if progress else None
    cells = cells_of(chosen, data, folder, openml, skip_missing)
    done = run_all(cells, None if path is None else Path(path), n_jobs, bar)
    records = [record for cell in cells for record in done[cell.key]]
    return frame.DataFrame(records) if frame is not None else records


def cells_of(
    protocol: Protocol,
    data: Given | None = None,
    folder: Any = None,
    openml: bool = False,
    skip_missing: bool = False,
) -> list[ProtocolRun]:
    """All runs of a protocol, one repeat after the other, so that the first ones are whole."""
    found = dict[str, tuple[NDArray[np.float64], NDArray[np.int64], tuple[int, ...]]]()
    missing = dict[str, MissingData]()
    for name in protocol.sets:
        try:
            found[name] = _prepared(protocol, name, data or {}, folder, openml)
        except MissingData as error:
            missing[name] = error
    if missing and not (skip_missing and found):
        raise MissingData(_what_is_missing(missing, list(found)))
    return [
        ProtocolRun(protocol, name, X, y, noise, method, repeat, fold)
        for repeat in range(protocol.repeats)
        for name, (X, y, noise) in found.items()
        for fold in range(max(protocol.folds, 1))
        for method in protocol.methods
    ]


def _what_is_missing(missing: Mapping[str, MissingData], found: Sequence[str]) -> str:
    """How to get the first set that is missing, and what would run without it and the others."""
    first = next(iter(missing))
    without = f"without {', '.join(missing)}"
    if not found:
        return f"{missing[first]}; {without} the protocol has no data set to run on"
    return f"{missing[first]}; skip_missing=True runs {', '.join(found)}, {without}"


def _prepared(
    protocol: Protocol, name: str, data: Given, folder: Any, openml: bool
) -> tuple[NDArray[np.float64], NDArray[np.int64], tuple[int, ...]]:
    """Rows as the protocol wants them, classes, and features that are known to tell nothing."""
    noise = tuple[int, ...]()
    if name in data:
        X, y = checked(name, *data[name])
    else:
        X, y = load(name, folder, openml=openml)
        noise = described(name).noise
    if protocol.rows and len(X) > protocol.rows:
        rows = np.random.default_rng(protocol.seed).permutation(len(X))[: protocol.rows]
        X, y = X[rows], np.unique(y[rows], return_inverse=True)[1].astype(np.int64)
    return scaled(X, protocol.preprocess), y, noise


def scaled(X: NDArray[np.float64], how: str) -> NDArray[np.float64]:
    """Every feature standardised, or from 0 to 1; one that is constant becomes 0."""
    if how == "raw":
        return X
    low = X.min(axis=0) if how == "unit" else X.mean(axis=0)
    size = np.ptp(X, axis=0) if how == "unit" else X.std(axis=0)
    constant = np.ptp(X, axis=0) == 0
    return np.where(constant, 0.0, (X - low) / np.where(constant, 1.0, size))
