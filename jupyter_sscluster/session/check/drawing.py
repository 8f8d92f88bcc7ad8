"""Which rows are checked: a number for each row that never changes, and the rows on cards."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, Integers
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.session.engine.present import Present
from jupyter_sscluster.session.engine.sample.drawing import blocks
from jupyter_sscluster.session.engine.sample.sample import Sample

ON_A_CARD = 3
"""Rows that show at most what a cluster is."""

AT_ONCE = 9
"""Cards from which a person chooses at once: one digit each."""


def row_keys(X: Any, seed: int) -> Array:
    """A number in [0, 1) for each row, by its values alone: the rows of least keys are checked.

    The first 53 bits of SHA-256 of the seed and the values; of equal rows each but the first has
    its place among them counted in. Rows that are added later change no key.

    References
    ----------
    Ohlsson, E. (1995). Coordination of samples using permanent random numbers. In: Business Survey
    Methods, 153-169.

    Examples
    --------
    >>> keys = row_keys(np.array([[0.0], [1.0], [1.0]]), 0)
    >>> bool((keys == row_keys(np.array([[0.0], [1.0]]), 0)[[0, 1, 1]]).all()), keys[1] == keys[2]
    (False, np.False_)
    """
    begin = hashlib.sha256(f"{seed} <f8 {X.shape[1]} ".encode())
    digests, met = [], dict[bytes, int]()
    for block in blocks(X):
        for row in np.ascontiguousarray(block, dtype="<f8") + 0.0:
            digest = begin.copy()
            digest.update(row.tobytes())
            found = digest.digest()[:8]
            before = met[found] = met.get(found, -1) + 1
            if before:
                digest.update(f" {before}".encode())
                found = digest.digest()[:8]
            digests.append(found)
    numbers = np.frombuffer(b"".join(digests), dtype=">u8")
    return (numbers >> np.uint64(11)).astype(np.float64) / 2.0**53


def card_rows(
    sample: Sample,
    labels: Integers,
    constraints: Constraints,
    cluster: int,
    exchanged: Collection[int] = (),
) -> tuple[int, ...]:
    """The row that shows what a cluster is: of its rows shown the nearest to their mean.

    Where answers join several of its rows it is one of those, and two more follow of which is known
    that they are the same. Rows that were `exchanged`, and what is joined to them, come last. Empty
    where the cluster has no row.
    """
    places = np.flatnonzero(sample.of(labels) == cluster)
    if not len(places):
        return tuple(np.flatnonzero(labels == cluster)[:1].tolist())
    with np.errstate(over="ignore", invalid="ignore"):
        far = np.square(sample.X[places] - sample.X[places].mean(axis=0)).sum(axis=1)
    own = sample.of(constraints.component_ids)[places]
    gone = np.isin(own, constraints.component_ids[[*exchanged]])
    ids, counts = np.unique(own[~gone], return_counts=True)
    if len(ids) and counts.max() > 1:
        gone |= own != ids[counts.argmax()]
    first = np.lexsort((far, gone))[0]
    joined = np.flatnonzero(own == own[first])
    nearest = joined[np.argsort(far[joined], kind="stable")]
    order = [first, *nearest[nearest != first]][:ON_A_CARD]
    return tuple(sample.row(int(places[each])) for each in order)


def cards_of(
    now: Present, labels: Integers, cluster: int, exchanged: Collection[int] = ()
) -> tuple[int, ...]:
    """The rows that show what a cluster is now; see `card_rows`."""
    return card_rows(now.sample, labels, now.constraints, cluster, exchanged)


def labels_in_force(now: Present) -> Integers:
    """The labels, -1 also for rows that were put out since the last fit."""
    labels = now.labels.copy()
    labels[now.constraints.noise] = -1
    return labels


def card_order(
    seed: int, row: int, look: int, cards: Sequence[int], own: int | None, values: Any
) -> tuple[int, ...]:
    """Cards in the order in which they are shown for a row: nine at a time, each nine shuffled.

    Of more the nearest come first, with the row's own cluster (`own`) among them; `values` are
    those of the row and of the cards. Nothing in the order tells which cluster the row is in.
    """
    if len(cards) > AT_ONCE:
        far = np.square(values[1:] - values[0]).sum(axis=1)
        if own is not None:
            far[[*cards].index(own)] = -1.0
        cards = [cards[place] for place in np.argsort(far, kind="stable")]
    rng = np.random.default_rng([seed, row, look])
    found = list[int]()
    for start in range(0, len(cards), AT_ONCE):
        found += rng.permutation(cards[start : start + AT_ONCE]).tolist()
    return tuple(found)
