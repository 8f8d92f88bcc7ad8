"""Random small worlds, and runs of strategies in them, for the tests of strategies."""

import itertools
import sys

import numpy as np

from jupyter_sscluster.active import Snapshot
from jupyter_sscluster.constraints import Constraints


class World:
    """Few points, some of them twice, with true classes and a clustering that is partly wrong."""

    def __init__(self, seed, n_samples=None):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(2, 11)) if n_samples is None else n_samples
        k = int(rng.integers(1, min(n, 4) + 1))
        self.y = rng.integers(0, k, n)
        self.X = rng.normal(size=(n, 2)).round(1) + 3.0 * self.y[:, None]
        self.X[rng.integers(n)] = self.X[rng.integers(n)]
        self.labels = np.where(rng.random(n) < 0.3, rng.integers(0, k, n), self.y)
        self.n_clusters = k if rng.random() < 0.7 else None
        self.rng = rng

    def truth(self, i, j):
        return "must" if self.y[i] == self.y[j] else "cannot"

    def snapshot(self, answers):
        """What is known after some answers (i, j, kind), in the order given."""
        snapshot = self.show(Constraints(len(self.y)))
        for answer in answers:
            snapshot = self.after(snapshot, answer)
        return snapshot

    def after(self, snapshot, answer):
        i, j, kind = answer
        if kind == "unknown":
            return self.show(snapshot.constraints, (*snapshot.unknown, (i, j)))
        return self.show(snapshot.constraints.add(i, j, kind), snapshot.unknown)

    def show(self, constraints, unknown=()):
        return Snapshot(
            self.X, constraints, self.labels, unknown=unknown, n_clusters=self.n_clusters
        )

    def run(self, strategy, doubt=0.0, own=0.0, limit=200):
        """Answers until nothing is left: some "don't know", some to pairs nobody asked about."""
        answers, snapshot = [], self.snapshot([])
        while len(answers) < limit:
            queries = strategy.propose(snapshot)
            if not queries:
                break
            check_queries(queries, snapshot, strategy.asks_again)
            i, j = queries[0].pair
            if self.rng.random() < own:
                i, j = (int(p) for p in self.rng.choice(len(self.y), 2, replace=False))
            doubtful = self.rng.random() < doubt
            answers.append((i, j, "unknown" if doubtful else self.truth(i, j)))
            snapshot = self.after(snapshot, answers[-1])
        return answers


def check_queries(queries, snapshot, again=False):
    """Pairs that are not known; where a strategy asks again, that were not stated."""
    known = snapshot.constraints
    told = {*map(tuple, known.must.tolist()), *map(tuple, known.cannot.tolist())}
    pairs = [tuple(sorted(query.pair)) for query in queries]
    assert len(set(pairs)) == len(pairs)
    for (i, j), query in zip(pairs, queries, strict=True):
        assert 0 <= i < j < snapshot.n_samples
        assert (i, j) not in told if again else known.relation(i, j) is None
        assert (i, j) not in snapshot.closed
        assert np.isfinite(query.score)
        assert query.reason.endswith(".")


def forget():
    """Empty the caches: what one order of the answers left there must not answer for another."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith("jupyter_sscluster."):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def all_known(constraints):
    pairs = np.array(list(itertools.combinations(range(constraints.n_samples), 2)))
    return bool((constraints.relations(pairs.reshape(-1, 2)) != 0).all())
