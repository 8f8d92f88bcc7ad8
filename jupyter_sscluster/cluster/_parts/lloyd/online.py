"""MacQueen's k-means: the means follow each row that changes its cluster."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster.cluster._parts.lloyd import trace_recorder
from jupyter_sscluster.cluster._parts.lloyd.cluster_sums import means_of
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation, Result

_ROWS = 256
"""Rows whose distances are known at a time: a move changes those to two centres."""


def online(
    loop: Alternation,
    centres: Array,
    *,
    max_iter: int,
    tol: float = 0.0,
    tick: Callable[[int], None] | None = None,
) -> Result:
    """Pass over the rows until none moves, no centre moves beyond `tol`, or for `max_iter`.

    The first iteration is that of Lloyd. A row moves where another centre is nearer, and not where
    one is as near: so no cluster loses its last row, and every move lowers the inertia, by more
    than rounding hides.
    """
    X, notes = loop.points.X, trace_recorder.notes()
    if tick is not None:
        tick(1)
    labels, centres, objective = loop.iterate(centres, None, notes)
    history, converged = [objective], False
    counts = np.bincount(labels, minlength=len(centres)).astype(np.float64)
    least = tol * loop.points.total / X.size
    while not converged and len(history) < max_iter:
        if tick is not None:
            tick(len(history) + 1)
        before, moved = centres.copy(), 0
        for start in range(0, len(X), _ROWS):
            chunk = slice(start, start + _ROWS)
            moved += _pass_over(X[chunk], labels[chunk], centres, counts)
        # Sums over the rows again, so that rounding does not grow from pass to pass.
        centres = means_of(loop.sums(labels), centres)
        history.append(loop.objective(labels, centres))
        if notes is not None:
            notes.assigned(labels, loop.objective(labels, before))
            notes.recentred(centres, history[-1])
        shift = float(((centres - before) ** 2).sum(axis=1).max())
        converged = not moved or (tol > 0 and shift <= least)
    history[-1] = loop.objective(labels, centres)
    noted = trace_recorder.of(notes, objective=history[-1])
    return Result(labels, centres, history[-1], history, len(history), converged, noted=noted)


def _pass_over(X: Array, labels: Labels, centres: Array, counts: Array) -> int:
    """Move rows one after the other; labels, centres and counts change in place."""
    near = np.stack([_squares(X, centre) for centre in centres], axis=1)
    moved, at, rows = 0, 0, np.arange(len(X))
    while at < len(X):
        own = near[rows[at:], labels[at:]]
        to_go = near[at:].min(axis=1) < own
        if not to_go.any():
            break
        row = at + int(to_go.argmax())
        old, new = int(labels[row]), int(near[row].argmin())
        centres[old] -= (X[row] - centres[old]) / (counts[old] - 1.0)
        centres[new] += (X[row] - centres[new]) / (counts[new] + 1.0)
        counts[[old, new]] += -1.0, 1.0
        labels[row] = new
        moved, at = moved + 1, row + 1
        for k in (old, new):
            near[at:, k] = _squares(X[at:], centres[k])
    return moved


def _squares(X: Array, centre: Array) -> Array:
    apart = X - centre
    squares: Array = np.einsum("ij,ij->i", apart, apart)
    return squares
