"""What is told at each level of supervision, about training rows alone."""

import time
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.active import Oracle, Snapshot
from jupyter_sscluster.active.oracle_loop import AskedPair, Loop
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.merge_constraints import about_all, among
from jupyter_sscluster.constraints.sampling import distinct_integers, unrank_pairs
from jupyter_sscluster.experiments.protocol_design import Method, Protocol, asker, first_asker

WRONG, OTHERS = 2, 3
"""What is drawn with the seed of a fold, beside the order of rows and pairs."""


class Supervision(NamedTuple):
    """What a method is told: pairs, or labels that are -1 where unknown; and about which rows."""

    kind: str
    level: float
    n_told: int
    constraints: Constraints | None
    labels: NDArray[np.int64] | None
    rows: IntArray
    seconds: float = 0.0


def told(
    protocol: Protocol,
    method: Method,
    clusterer: Any,
    X: NDArray[np.float64],
    y: NDArray[np.int64],
    train: IntArray,
    seed: int,
) -> Iterator[Supervision]:
    """All levels, in their order; a smaller one tells part of what a larger one does."""
    if protocol.told == "labels":
        yield from _labels(protocol, y, train, seed)
    elif protocol.told == "pairs":
        pairs = _drawn(train, int(max(protocol.levels)), seed)
        for level in protocol.levels:
            some = pairs[: int(level)]
            yield _pairs("both", level, y, some, _wrong(len(some), protocol.noise, seed))
    elif protocol.told == "share":
        yield from _shares(protocol, y, train, seed)
    else:
        yield from _questions(protocol, method, clusterer, X, y, train, seed)


def _labels(
    protocol: Protocol, y: NDArray[np.int64], train: IntArray, seed: int
) -> Iterator[Supervision]:
    """A share of the labels of every class."""
    rng = np.random.default_rng(seed)
    n_classes = int(y.max()) + 1
    orders = [rng.permutation(train[y[train] == k]) for k in range(n_classes)]
    others = np.random.default_rng([seed, OTHERS]).integers(1, max(n_classes, 2), len(y))
    said = np.where(_wrong(len(y), protocol.noise, seed), (y + others) % n_classes, y)
    for level in protocol.levels:
        rows = np.sort(np.concatenate([order[: round(level * len(order))] for order in orders]))
        labels = np.full(len(y), -1)
        labels[rows] = said[rows]
        yield Supervision("both", level, len(rows), None, labels, rows)


def _drawn(rows: IntArray, n_pairs: int, seed: int) -> IntArray:
    """Distinct pairs of these rows in random order, at most as many as there are."""
    total = len(rows) * (len(rows) - 1) // 2
    ranks = np.random.default_rng(seed).permutation(
        distinct_integers(total, min(n_pairs, total), np.random.default_rng([seed, 1]))
    )
    drawn: IntArray = rows[unrank_pairs(ranks)]
    return drawn


def _shares(
    protocol: Protocol, y: NDArray[np.int64], train: IntArray, seed: int
) -> Iterator[Supervision]:
    """Per cent of all pairs of the rows, of both kinds by halves or of one alone.

    `Constraints.from_labels(kind=, share=)` draws each share anew, and here the pairs of a smaller
    level must be among those of a larger one.
    """
    pairs = _drawn(train, len(train) ** 2, seed)
    same = y[pairs[:, 0]] == y[pairs[:, 1]]
    for kind in protocol.kinds:
        for level in protocol.levels:
            wanted = round(level / 100 * len(pairs))
            must = {"both": wanted - wanted // 2, "must": wanted, "cannot": 0}[kind]
            chosen = np.concatenate([pairs[same][:must], pairs[~same][: wanted - must]])
            yield _pairs(kind, level, y, chosen)


def _questions(
    protocol: Protocol,
    method: Method,
    clusterer: Any,
    X: NDArray[np.float64],
    y: NDArray[np.int64],
    train: IntArray,
    seed: int,
) -> Iterator[Supervision]:
    """The first questions that a strategy asks of who knows the classes."""
    given = _drawn(np.arange(len(train)), protocol.start, seed)
    known = _known(y[train], given)
    n_clusters = int(y.max()) + 1
    given_to: dict[str, Any] = {"n_clusters": n_clusters, "random_state": seed}
    strategy = asker(method, clusterer, **given_to)
    before = first_asker(method, clusterer, **given_to)
    left, queries = int(max(protocol.levels)), list[Any]()
    begun = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if before is not None and method.first is not None:
            before.fit(X[train], Oracle(y[train], min(method.first[1], left)), constraints=known)
            known, queries = before.constraints_, list(before.queries_)
        oracle = Oracle(y[train], left - len(queries))
        queries += _asked(strategy, X[train], oracle, known, n_clusters, method.batch)
    seconds = time.process_time() - begun
    asked = np.array([(q.i, q.j) for q in queries], dtype=np.int64).reshape(-1, 2)
    for level in protocol.levels:
        pairs = train[np.concatenate([given, asked[: int(level)]])]
        asked_about = _pairs("both", level, y, pairs)
        given_too = _with_inferred(strategy, X, train, n_clusters, asked_about.constraints)
        yield asked_about._replace(constraints=given_too, seconds=seconds)


def _asked(
    strategy: Any, X: NDArray[np.float64], oracle: Oracle, known: Constraints, k: int, batch: int
) -> list[AskedPair]:
    """What a strategy asks, one question after the other, or so many before any is answered."""
    if batch == 1:
        asked: list[AskedPair] = strategy.fit(X, oracle, constraints=known).queries_
        return asked
    loop = Loop(strategy, Snapshot(X, known, n_clusters=k))
    while oracle.remaining > 0:
        if strategy.uses_labels:
            loop.cluster(loop.labels)
        queries = strategy.propose(loop.snapshot(), int(min(batch, oracle.remaining)))
        if not queries:
            break
        for query in queries:
            loop.ask(oracle, query)
    return loop.asked


def _with_inferred(
    strategy: Any,
    X: NDArray[np.float64],
    train: IntArray,
    n_clusters: int,
    known: Constraints | None,
) -> Constraints | None:
    """What is known, and what the strategy infers for the clusterer, where it does."""
    infers = getattr(strategy, "clustered_with", None)
    if known is None or infers is None:
        return known
    told = among(known, train)
    given: Constraints = infers(Snapshot(X[train], told, n_clusters=n_clusters))
    return known if given == told else about_all(given, len(X), train, None)


def told_about(shown: Supervision, rows: IntArray) -> Supervision:
    """What is told about these sorted rows alone: their labels, or what follows for pairs."""
    if shown.labels is not None:
        labels = np.full(len(shown.labels), -1)
        labels[rows] = shown.labels[rows]
        return shown._replace(labels=labels)
    if shown.constraints is None:
        return shown
    told, n_rows = shown.constraints[rows], shown.constraints.n_samples
    return shown._replace(constraints=about_all(told, n_rows, rows, None))


def told_in_order(shown: Supervision, order: IntArray) -> Supervision:
    """The same about rows in another order: row `order[i]` becomes row i."""
    if shown.labels is not None:
        return shown._replace(labels=shown.labels[order])
    known = shown.constraints
    if known is None:
        return shown
    place = np.argsort(order)
    told = Constraints(known.n_samples, must=place[known.must], cannot=place[known.cannot])
    told = told.add_pairs(place[known.soft_must], "must", known.soft_must_weights, soft=True)
    told = told.add_pairs(place[known.soft_cannot], "cannot", known.soft_cannot_weights, soft=True)
    return shown._replace(constraints=told)


def _pairs(
    kind: str, level: float, y: NDArray[np.int64], pairs: IntArray, wrong: Any = False
) -> Supervision:
    return Supervision(kind, level, len(pairs), _known(y, pairs, wrong), None, np.unique(pairs))


def _known(y: NDArray[np.int64], pairs: IntArray, wrong: Any = False) -> Constraints:
    same = (y[pairs[:, 0]] == y[pairs[:, 1]]) ^ wrong
    return Constraints(len(y), must=pairs[same], cannot=pairs[~same], conflicts="soft")


def _wrong(n: int, noise: float, seed: int) -> NDArray[np.bool_]:
    """Which are wrong; of fewer the same."""
    return np.random.default_rng([seed, WRONG]).random(n) < noise
