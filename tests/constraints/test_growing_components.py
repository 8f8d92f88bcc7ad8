"""Components that grow by one statement at a time, beside a closure worked out anew each time."""

import numpy as np
from hypothesis import given, settings, strategies as st

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.growing_components import GrowingComponents


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_relations_are_those_of_the_closure(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 9))
    known = Constraints(n)
    growing = GrowingComponents(known.component_ids.tolist())
    for _ in range(12):
        i, j = map(int, rng.choice(n, 2, replace=False))
        together = bool(rng.random() < 0.5)
        before = known.relation(i, j)
        assert growing.relation(i, j) is (None if before is None else before == "must")
        assert growing.state(i, j, together=together) is (before is None)
        if before is None:
            known = known.add(i, j, "must" if together else "cannot")


def test_it_begins_with_components_that_are_apart():
    growing = GrowingComponents([0, 0, 1, 2], [(0, 1)])
    assert [growing.relation(0, j) for j in (1, 2, 3)] == [True, False, None]
