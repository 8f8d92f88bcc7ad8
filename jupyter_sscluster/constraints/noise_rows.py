"""Rows that were said to be noise: in no cluster, and must-linked to no other row."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Index, IntArray, read_only
from jupyter_sscluster._validation import InputError, unmasked
from jupyter_sscluster.constraints.components import ComponentGraph
from jupyter_sscluster.constraints.row_names import row_texts

NO_ROWS: IntArray = read_only(np.empty(0, dtype=np.int64))

WAY_OUT = "take one of the two back: in a session, session.remove(answer) or session.noise.remove"


def checked_noise(rows: Any, n_samples: int) -> IntArray:
    """Row numbers in ascending order, each once, read-only; `InputError` if they are none.

    >>> checked_noise([4, 1, 4], 5).tolist()
    [1, 4]
    """
    given = np.asarray(unmasked(rows, "noise"))
    if given.size == 0:
        return NO_ROWS
    if given.ndim != 1 or given.dtype.kind not in "iu":
        raise InputError(
            f"noise={rows!r} must be a list of row numbers, such as [3, 17]; of a mask take "
            "np.flatnonzero(mask)"
        )
    wrong = given[(given < 0) | (given >= n_samples)]
    if wrong.size:
        raise InputError(
            f"noise holds the row {wrong[0]}; rows of {n_samples} samples are numbered from 0 to "
            f"{n_samples - 1}"
        )
    return read_only(np.unique(given).astype(np.int64))


def unlinked(noise: IntArray, graph: ComponentGraph, names: Sequence[str] | None) -> IntArray:
    """The noise, unless a must-link joins some of it to another row: then `InputError`."""
    linked = noise[graph.sizes[graph.component_ids[noise]] > 1] if len(noise) else noise
    if len(linked):
        row = linked[0]
        with_it = np.flatnonzero(graph.component_ids == graph.component_ids[row])
        raise _refused(row, with_it[with_it != row][0], names)
    return noise


def no_noise(must: IntArray, noise: IntArray, names: Sequence[str] | None) -> IntArray:
    """The must-links (m, 2), unless an end of one is noise: then `InputError`."""
    ends = np.isin(must, noise) if len(noise) else np.zeros((0, 2), dtype=bool)
    if ends.any():
        first = int(ends.any(axis=1).argmax())
        row, other = must[first] if ends[first, 0] else must[first, ::-1]
        raise _refused(row, other, names)
    return must


def _refused(row: int, other: int, names: Sequence[str] | None) -> InputError:
    noise, with_it = row_texts(np.array([row, other]), names)
    return InputError(
        f"row {noise} cannot be in no cluster and belong together with {with_it}: a must-link says "
        f"the one, noise the other; {WAY_OUT}"
    )


def noise_among(noise: IntArray, rows: Index) -> IntArray:
    """The places in `rows` at which there is noise.

    >>> noise_among(np.array([1, 4]), np.array([4, 0, 1])).tolist()
    [0, 2]
    """
    return NO_ROWS if not len(noise) else read_only(np.flatnonzero(np.isin(rows, noise)))


def other_rows(noise: IntArray, n_samples: int) -> IntArray:
    """The rows that are no noise, in ascending order; `InputError` if there are none."""
    if len(noise) == n_samples:
        raise InputError(
            f"all {n_samples} rows were said to be in no cluster, so that none is left to cluster; "
            "take some back: in a session, session.noise.remove(rows)"
        )
    return np.delete(np.arange(n_samples), noise)
