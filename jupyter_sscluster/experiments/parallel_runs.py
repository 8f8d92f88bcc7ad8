"""Runs in parallel, each kept as soon as it is finished; what a file holds is not run again."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import joblib

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.experiments.finished_runs import Record, check_writable, finished, keep

PORTION = 32


class PendingRun(Protocol):
    """A run, and what tells it from every other one."""

    @property
    def key(self) -> str:
        """The same for the same data and parameters only."""
        ...

    def run(self) -> list[Record]:
        """Its records."""
        ...


def run_all(
    jobs: Sequence[PendingRun], file: Path | None, n_jobs: int | None, bar: Any
) -> dict[str, list[Record]]:
    """Records by the keys of the runs."""
    if file is not None:
        check_writable(file)
    done = {} if file is None else finished(file)
    left = {job.key: job for job in jobs if job.key not in done}
    results = _results((joblib.delayed(_of)(key, job) for key, job in left.items()), n_jobs)
    if bar is not None and left:
        results = bar(results, total=len(left), unit="run")
    for key, records in results:
        if file is not None:
            keep(file, key, records)
        done[key] = records
    return done


def _results(jobs: Iterator[Any], n_jobs: int | None) -> Iterator[tuple[str, list[Record]]]:
    """Results as they come; in portions from a backend that holds them back until all are there."""
    try:
        parallel = joblib.Parallel(n_jobs=n_jobs, return_as="generator_unordered")
    except ValueError:
        parallel = joblib.Parallel(n_jobs=n_jobs)
        while portion := list(islice(jobs, PORTION)):
            yield from parallel(portion)
    else:
        yield from parallel(jobs)


def package(name: str, wanted: str) -> Any:
    """A package of the extra `experiments`, where somebody asks for what needs it."""
    try:
        return import_module(name)
    except ImportError as error:
        instead = f", or pass {wanted.replace('True', 'False')}" if "=True" in wanted else ""
        raise InputError(
            f"{wanted} needs {name.partition('.')[0]}; install "
            f"jupyter_sscluster[experiments]{instead}"
        ) from error


def _of(key: str, job: PendingRun) -> tuple[str, list[Record]]:
    return key, job.run()
