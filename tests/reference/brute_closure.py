"""What follows from statements about a few points, by repeated boolean matrix products.

Shares no code with the package: no components, no graph search, only matrices.
"""

from itertools import product

import numpy as np


class Closure:
    """All entailed must-links and cannot-links of `n` points as boolean matrices."""

    def __init__(self, n, must, cannot):
        step = np.eye(n, dtype=int)
        apart = np.zeros((n, n), dtype=int)
        for i, j in must:
            step[i, j] = step[j, i] = 1
        for i, j in cannot:
            apart[i, j] = apart[j, i] = 1
        self.n, self.step, self.apart = n, step, apart
        self.must = np.linalg.matrix_power(step, 16) > 0
        self.cannot = (self.must.astype(int) @ apart @ self.must.astype(int)) > 0

    @property
    def feasible(self):
        return not (self.must & self.cannot).any()

    def codes(self):
        return self.must.astype(int) - self.cannot.astype(int)

    def components(self):
        """Number of each point's component, components counted by their smallest member."""
        smallest = self.must.argmax(axis=1)
        return np.searchsorted(np.unique(smallest), smallest)

    def component_edges(self):
        ids = self.components()
        return sorted(
            {
                (int(min(ids[i], ids[j])), int(max(ids[i], ids[j])))
                for i, j in np.argwhere(self.cannot)
            }
        )

    def chain_length(self, i, j, kind):
        """Number of statements in the shortest chain that forbids stating `kind` of i and j."""
        walks = [np.linalg.matrix_power(self.step, k) > 0 for k in range(self.n)]
        if kind == "cannot":
            return next(k for k in range(self.n) if walks[k][i, j])
        lengths = [
            a + b + 1
            for a, b in product(range(self.n), repeat=2)
            if (walks[a].astype(int) @ self.apart @ walks[b].astype(int))[i, j]
        ]
        return min(lengths)


def feasible(n, links):
    """Whether links (i, j, kind) can hold together."""
    must = [(i, j) for i, j, kind in links if kind == "must"]
    cannot = [(i, j) for i, j, kind in links if kind == "cannot"]
    return Closure(n, must, cannot).feasible


def check_witness(n, pair, witness, explicit):
    """Explicit links from i to j, infeasible with the pair, minimal, and no chain is shorter."""
    i, j, kind = pair
    assert set(witness) <= set(explicit)
    at = i
    for low, high, _ in witness:
        assert low < high
        assert at in (low, high)
        at = high if at == low else low
    assert at == j
    assert not feasible(n, [*witness, pair])
    for left_out in range(len(witness)):
        rest = witness[:left_out] + witness[left_out + 1 :]
        assert feasible(n, [*rest, pair])
    must = [link[:2] for link in explicit if link[2] == "must"]
    cannot = [link[:2] for link in explicit if link[2] == "cannot"]
    assert len(witness) == Closure(n, must, cannot).chain_length(i, j, kind)
