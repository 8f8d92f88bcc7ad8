"""The pairs in force and the joined statements, against all pairs counted one by one."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from pair_costs import counted_pairs
from random_pairs import instance

from jupyter_sscluster.cluster._parts.soft.uniform_violation_costs import violated_weight
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pairs_in_force import pairs_in_force
from jupyter_sscluster.constraints.weighted_pairs import (
    heaviest,
    soft_pairs,
    stated_pairs,
    stated_tables,
)

SEEDS = st.integers(0, 2**32 - 1)


def sorted_pairs(pairs):
    return sorted((*sorted((int(i), int(j))), float(w), bool(t)) for i, j, w, t in pairs)


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS)
def test_written_out_they_are_all_pairs_that_count(seed):
    _, known, rng = instance(seed)
    force = pairs_in_force(known)
    table = force.written_out()
    rows = force.rows[table.pairs]
    found = zip(*rows.T, table.weights, table.together, strict=True)
    expected = counted_pairs(known)
    assert sorted_pairs(found) == sorted_pairs(expected)
    assert force.n_pairs == len(table) == len(expected)
    assert force.separates == any(not together for *_, together in expected)
    np.testing.assert_array_equal(force.rows, known.touched)
    ids = known.component_ids[force.rows]
    np.testing.assert_array_equal(force.component[:, None] == force.component, ids[:, None] == ids)
    labels = rng.integers(0, 3, known.n_samples).astype(np.int32)
    paid = sum(w for i, j, w, together in expected if (labels[i] == labels[j]) != together)
    assert violated_weight(force, labels[force.rows], 3) == pytest.approx(paid, rel=1e-12)


@pytest.mark.parametrize(
    ("must_weights", "cannot_weights", "closed"),
    [(1.0, 1.0, True), (2.0, 0.5, True), ([1.0, 2.0], 1.0, False), (1.0, [1.0, 2.0], False)],
)
def test_the_closure_is_in_force_where_weights_of_each_kind_are_equal(
    must_weights, cannot_weights, closed
):
    known = Constraints(
        6,
        must=[(0, 1), (1, 2)],
        cannot=[(2, 3), (4, 5)],
        must_weights=must_weights,
        cannot_weights=cannot_weights,
    ).add(0, 5, "must", 0.3, soft=True)
    force = pairs_in_force(known)
    assert (force.entailed is not None) == closed
    assert force.n_pairs == (3 + 4 if closed else 4) + 1
    assert len(force.listed) == (1 if closed else 2)


def test_nothing_known_is_no_pair():
    force = pairs_in_force(Constraints(4))
    assert (len(force.rows), force.n_pairs, force.separates) == (0, 0, False)


def test_a_large_component_is_never_written_out():
    known = Constraints(100_000, must=[(i, i + 1) for i in range(99_999)])
    force = pairs_in_force(known)
    assert force.n_pairs == 100_000 * 99_999 / 2
    assert force.entailed is not None
    assert not force.listed


def test_statements_are_joined_by_kind_the_hard_ones_first():
    known = Constraints(6, must=[(0, 1)], cannot=[(1, 2)], must_weights=[2.0], cannot_weights=[3.0])
    known = known.add(3, 4, "must", 0.5, soft=True).add(4, 5, "cannot", 7.0, soft=True)
    stated = stated_pairs(known)
    assert stated.pairs.tolist() == [[0, 1], [3, 4], [1, 2], [4, 5]]
    assert stated.weights.tolist() == [2.0, 0.5, 3.0, 7.0]
    assert stated.together.tolist() == [True, True, False, False]
    assert stated.must.pairs.tolist() == [[0, 1], [3, 4]]
    assert stated.cannot.weights.tolist() == [3.0, 7.0]
    assert soft_pairs(known).pairs.tolist() == [[3, 4], [4, 5]]
    assert heaviest(known) == 7.0
    assert [(table.kind, table.soft) for table in stated_tables(known)] == [
        ("must", False),
        ("cannot", False),
        ("must", True),
        ("cannot", True),
    ]
    assert stated.violated(np.array([0, 1, 1, 0, 0, 1])).tolist() == [True, False, True, False]
    assert [len(table.pairs) for table in stated_tables(known)] == [1, 1, 1, 1]


def test_nothing_stated_is_no_weight():
    assert heaviest(Constraints(3)) == 0.0
    assert len(stated_pairs(Constraints(3))) == 0
