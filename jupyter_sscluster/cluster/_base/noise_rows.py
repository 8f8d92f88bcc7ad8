"""Rows said to be noise: left out of a fit, and put back with the label -1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.fit.steps import Assigned, MemberFound, Step
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.noise_rows import other_rows
from jupyter_sscluster.constraints.sampling import label_codes
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs


@dataclass(frozen=True, eq=False)
class ClusteredRows:
    """The `rows` that a fit clusters, where others are noise, and what was `told` about all."""

    rows: IntArray
    told: Constraints

    @classmethod
    def of(cls, told: Constraints) -> ClusteredRows | None:
        """The rows that are no noise; None where there is no noise, so that all are clustered."""
        return cls(other_rows(told.noise, told.n_samples), told) if len(told.noise) else None

    @property
    def known(self) -> Constraints:
        """What was said about these rows, by their places among them: no statement is new.

        No must-link has an end that is noise, so that nothing follows through such rows. Rows
        without names are called by their numbers among all, so that errors name the right ones.
        """
        known = self.told[self.rows]
        return known if known.names is not None else known.named(map(str, self.rows.tolist()))

    def taken(self, data: Any, weights: Array | None, y: Any) -> tuple[Any, Any, Constraints, Any]:
        """The values of these rows, their weights, what is known of them, their partial labels."""
        return (
            data[self.rows],
            None if weights is None else weights[self.rows],
            self.known,
            None if y is None else label_codes(y)[self.rows],
        )

    def spread(self, values: Any, fill: float, axis: int = 0) -> Any:
        """Of one value for each of these rows one for each of all: `fill` for noise."""
        given = np.moveaxis(np.asarray(values), axis, 0)
        found = np.full((self.told.n_samples, *given.shape[1:]), fill, dtype=given.dtype)
        found[self.rows] = given
        return np.moveaxis(found, 0, axis)

    def spread_sparse(self, values: sparse.csr_array) -> sparse.csr_array:
        """Of a sparse row for each of these rows one for each of all: empty for noise."""
        lengths = self.spread(np.diff(values.indptr), 0)
        ends = np.concatenate([[0], np.cumsum(lengths)])
        shape = (self.told.n_samples, values.shape[1])
        return sparse.csr_array((values.data, values.indices, ends), shape=shape)

    def steps(self, steps: Iterable[Step]) -> Iterator[Step]:
        """The same steps, told of all rows; those of a dendrogram stay, as it does."""
        gone = np.isin(stated_pairs(self.told).pairs, self.told.noise).any(axis=1)
        kept, first = np.flatnonzero(~gone), True
        for step in steps:
            yield self._of_all(replace(step, violated=kept[step.violated]), first=first)
            first = first and not isinstance(step, Assigned)

    def _of_all(self, step: Step, *, first: bool) -> Step:
        """The step, told of all rows; `first` where it is the first that gives labels."""
        if isinstance(step, MemberFound):
            return replace(step, labels=self.spread(step.labels, -1))
        if isinstance(step, Assigned) and first:
            every = np.arange(self.told.n_samples, dtype=np.int32)
            return replace(step, rows=every, clusters=self.spread(step.clusters, -1))
        if isinstance(step, Assigned):
            return replace(step, rows=self.rows[step.rows].astype(np.int32))
        return step


def check_no_noise_in_blocks(constraints: Constraints | None) -> None:
    """Refuse noise among rows that are read in blocks."""
    noise = () if not isinstance(constraints, Constraints) else constraints.noise
    if len(noise):
        raise InputError(
            f"{len(noise)} rows were said to be noise, and rows that are read in blocks are all "
            "clustered; pass rows in memory, or leave these rows out of X"
        )
