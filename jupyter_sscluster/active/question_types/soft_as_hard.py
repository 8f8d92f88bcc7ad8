"""Soft statements, counted as hard ones where nothing speaks against them."""

from dataclasses import replace

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active.snapshot import Snapshot
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, soft_pairs


def soft_as_hard(snapshot: Snapshot) -> Snapshot:
    """The same, with soft statements as hard ones as far as they contradict none before.

    Hard ones come first, then cannot-links, then must-links, each by falling weight: classes that
    were told apart stay apart. What contradicts stays soft. Else a point that was placed softly
    would be as unknown as before, and the same question would be asked without end.

    >>> known = Constraints(3, cannot=[(0, 2)]).add_pairs([(0, 1), (1, 2)], "must", soft=True)
    >>> found = soft_as_hard(Snapshot([[0.0], [1.0], [5.0]], known)).constraints
    >>> found.must.tolist(), found.cannot.tolist(), found.soft_must.tolist()
    ([[0, 1]], [[0, 2]], [[1, 2]])
    """
    known, soft = snapshot.constraints, soft_pairs(snapshot.constraints)
    if not len(soft):
        return snapshot
    value = Constraints(
        known.n_samples,
        known.must,
        known.cannot,
        must_weights=known.must_weights,
        cannot_weights=known.cannot_weights,
        names=known.names,
        noise=known.noise,
    )
    order = np.lexsort((*soft.pairs.T, -soft.weights))
    ranked = soft.take(order)
    for kind, some in (("cannot", ranked.cannot), ("must", ranked.must)):
        value = _stated(value, kind, some)
    return replace(snapshot, constraints=value)


def _stated(known: Constraints, kind: str, some: WeightedPairs) -> Constraints:
    """With these, all at once or, where some contradict, one after the other."""
    try:
        return known.add_pairs(some.pairs, kind, some.weights)
    except InputError:
        pass
    noise = {*known.noise.tolist()} if kind == "must" else set[int]()
    for (i, j), weight in zip(some.pairs.tolist(), some.weights.tolist(), strict=True):
        soft = known.relation(i, j) not in (kind, None) or not noise.isdisjoint((i, j))
        known = known.add(i, j, kind, weight, soft=soft)
    return known
