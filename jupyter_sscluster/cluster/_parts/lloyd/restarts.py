"""Several starts of Lloyd's algorithm, of which the best is returned."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any, Protocol

import numpy as np

from jupyter_sscluster import _catalogue
from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError, check_data
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import StepRecord, if_traced
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding.generator import generator, has_state

_FIXED = ("neighbourhoods",)
"""Seedings that draw nothing from must-links: a second start would repeat the first."""

_DRAWS = 20
"""How often a start that repeats one before is drawn, from a seeding of few starts."""


class StartParameters(Protocol):
    """The parameters read here."""

    n_clusters: int
    init: Any
    n_init: int
    max_iter: int
    random_state: Any


class Run(Protocol):
    """One run from the given centres; `tick` is called with the number of each iteration."""

    def __call__(self, centres: Array, *, tick: Callable[[int], None]) -> Result:
        """Do it."""
        ...


def best_of(
    starts: Iterable[Array],
    n_starts: int,
    max_iter: int,
    run: Run,
    key: Callable[[Result], Any] = attrgetter("objective"),
) -> Result:
    """The run with the lowest `key` over these starts, the first of equals."""
    best: Result | None = None
    for s, centres in enumerate(starts):
        found = run(centres, tick=_ticker(s, n_starts, max_iter))
        first = StepRecord("seeded", centres=centres, number=s + 1, total=n_starts)
        found = found.after(if_traced(first))
        # Strictly less: of equal runs the first, so that more starts change nothing needlessly.
        if best is None or key(found) < key(best):
            best = found
    assert best is not None
    return best


def n_starts(estimator: StartParameters) -> int:
    """How many starts there are: given centres are one, and so is a seeding that draws nothing."""
    init = estimator.init
    drawn = is_seeding(init) and getattr(_catalogue.resolve("seedings", init), "draws", True)
    return estimator.n_init if drawn else 1


def starts(estimator: StartParameters, points: Points, known: Constraints) -> Iterator[Array]:
    """Centres (k, d), in centred coordinates, of each start.

    An array or a deterministic seeding is one start. A seeding that is random only without
    must-links is used once, and k-means++ for the other starts. Repeated starts are drawn again, by
    k-means++ if nothing else is found. Every start has its own random stream. Rows of weight 0 are
    never centres.
    """
    init, k = estimator.init, estimator.n_clusters
    if not is_seeding(init):
        yield _given(init, points, k)
        return
    first = _catalogue.resolve("seedings", init)
    later = _catalogue.resolve("seedings", "kmeans_plusplus")
    # It draws only where there are no must-links, and would then repeat itself with them.
    fixed = isinstance(init, str) and first.__name__ in _FIXED
    first, later = (points.seeding(draw) for draw in (first, later))
    # Streams are spawned, not shared: a start draws the same numbers whatever the others drew.
    fresh = _Fresh(first, later)
    if not points.counted.all():
        known = known[np.flatnonzero(points.counted)]
    seed = estimator.random_state
    for s, stream in enumerate(generator(seed).spawn(n_starts(estimator))):
        draw = fresh if fresh.needed else later if fixed and s else first
        given = {"constraints": known, "random_state": stream}
        # k-means++ asks for no constraints: the same numbers draw the same rows in the next fit.
        if draw is not later or has_state(seed):
            yield _given(_drawn(draw, points, k, **given), points, k)
            continue
        if (k, seed, s) not in points.seeds:
            points.seeds[k, seed, s] = _drawn(draw, points, k, **given)
        yield _given(points.seeds[k, seed, s], points, k)


class _Fresh:
    """Draws starts that differ, from a seeding that has few of them."""

    def __init__(self, seeding: Callable[..., Array], instead: Callable[..., Array]) -> None:
        self.needed = bool(getattr(seeding, "repeats", False))
        self._seeding, self._instead = seeding, instead
        self._seen: set[bytes] = set()

    def __call__(self, points: Points, n_clusters: int, **given: Any) -> Array:
        for _ in range(_DRAWS):
            centres = _drawn(self._seeding, points, n_clusters, **given)
            # The same centres in another order are the same start.
            name = centres[np.lexsort(centres.T)].tobytes()
            if name not in self._seen:
                self._seen.add(name)
                return centres
        return _drawn(self._instead, points, n_clusters, **given)


def _drawn(seeding: Callable[..., Array], points: Points, n_clusters: int, **given: Any) -> Array:
    """Centres from the rows that count."""
    if isinstance(seeding, _Fresh):
        return seeding(points, n_clusters, **given)
    if points.weights is None:
        return seeding(points.raw, n_clusters, **given)
    weights = points.weights[points.counted]
    # Where all weigh the same it is as without weights, to the last digit.
    if "sample_weight" in inspect.signature(seeding).parameters and np.ptp(weights):
        given["sample_weight"] = weights
    return seeding(points.raw[points.counted], n_clusters, **given)


def is_seeding(init: Any) -> bool:
    """Whether `init` draws centres: a name or a function, not the centres themselves."""
    return isinstance(init, str) or callable(init)


def _ticker(start: int, n_starts: int, max_iter: int) -> Callable[[int], None]:
    if n_starts > 1:
        return lambda iteration: report("start", start + 1, n_starts)
    return lambda iteration: report("iteration", iteration, max_iter)


def _given(init: Any, points: Points, n_clusters: int) -> Array:
    centres = check_data(init, name="init")
    shape = (n_clusters, points.X.shape[1])
    if centres.shape != shape:
        raise InputError(
            f"init has shape {centres.shape}; it must hold one row a cluster and one column a "
            f"feature, shape {shape}: pass such an array, or the name of a seeding"
        )
    return np.asarray(centres - points.offset)
