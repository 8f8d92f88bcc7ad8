"""Begins a check of a session, or goes on with it."""

from __future__ import annotations

from jupyter_sscluster.session.check.check import Check
from jupyter_sscluster.session.engine.engine import HasEngine


def check(session: HasEngine, n_rows: int | None = None) -> Check:
    """Begin a check of how right the clustering is, or go on with it; see `Check`.

    Rows are drawn at random, the same ones for the same data and seed. A person says with which
    clusters' cards each belongs. The result has a 95 % interval for the share of all rows that are
    where they belong, and for precision, recall, F and adjusted Rand index over pairs. The checks
    are kept apart from the answers: nothing is learned from them.

    Parameters
    ----------
    n_rows : int, optional
        How many rows to check in all, at first 40 by default; a larger number than before checks
        more. `sample_size` tells how many an interval of a given width needs.

    Returns
    -------
    Check

    Raises
    ------
    InputError
        If nothing was clustered yet.
    """
    part = session._engine.part(Check)
    part.begin(n_rows)
    return part
