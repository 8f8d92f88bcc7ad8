"""What one answer about several points states, compared with all pairs of it written out."""

import itertools

import numpy as np
import pytest

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import ConflictError, Constraints
from jupyter_sscluster.constraints.placement_and_sorting import (
    placement_statements,
    sorting_statements,
)

KINDS = ("must", "cannot")


def told(known, said):
    """The value with all of it stated."""
    for i, j, kind in said:
        if kind in KINDS:
            known = known.add(i, j, kind)
    return known


def some_known(rng, y, count):
    return Constraints.from_labels(y, count, int(rng.integers(2**31)))


def every_relation(known):
    pairs = np.array(list(itertools.combinations(range(known.n_samples), 2)))
    return known.relations(pairs).tolist()


def test_a_placement_says_all_its_pairs_and_no_cannot_link_twice():
    for seed in range(200):
        rng = np.random.default_rng(seed)
        y = rng.integers(0, 4, 9)
        known = some_known(rng, y, int(rng.integers(0, 12)))
        point, *among = rng.permutation(9)[: int(rng.integers(2, 6))].tolist()
        mates = [row for row in among if y[row] == y[point]]
        choice = mates[0] if mates else None
        among = [row for row in among if row == choice or y[row] != y[point]]
        said = placement_statements(known, point, among, choice)
        written_out = known
        for row in among:
            written_out = written_out.add(point, row, "must" if row == choice else "cannot")
        assert every_relation(told(known, said)) == every_relation(written_out)
        scratch = known
        for i, j, kind in said:
            assert kind == "must" or scratch.relation(i, j) is None
            scratch = scratch.add(i, j, kind)
        assert [kind for *_, kind in said].count("must") == (choice is not None)


def test_piles_say_all_their_pairs_and_no_cannot_link_twice():
    for seed in range(200):
        rng = np.random.default_rng(seed)
        y = rng.integers(0, 3, 9)
        known = some_known(rng, y, int(rng.integers(0, 12)))
        rows = rng.permutation(9)[: int(rng.integers(1, 8))].tolist()
        piles = [[row for row in rows if y[row] == k] for k in range(3)]
        said = sorting_statements(known, piles)
        written_out = known
        for i, j in itertools.combinations(rows, 2):
            written_out = written_out.add(i, j, "must" if y[i] == y[j] else "cannot")
        assert every_relation(told(known, said)) == every_relation(written_out)
        scratch = known
        for i, j, kind in said:
            assert kind == "must" or scratch.relation(i, j) is None
            scratch = scratch.add(i, j, kind)
        together = sum(len(pile) - 1 for pile in piles if pile)
        assert [kind for *_, kind in said].count("must") == together


def test_an_implied_must_link_is_stated_again():
    known = Constraints(5, must=[(0, 1), (1, 2)], cannot=[(0, 3)])
    assert placement_statements(known, 0, [2, 3], 2) == [(0, 2, "must")]
    assert sorting_statements(known, [[2, 0], [3]]) == [(0, 2, "must")]


def test_what_contradicts_is_not_hidden():
    known = Constraints(4, must=[(0, 1)], cannot=[(0, 2)])
    said = placement_statements(known, 0, [1, 2], 2)
    assert said == [(0, 2, "must"), (0, 1, "cannot")]
    with pytest.raises(ConflictError):
        told(known, said)
    assert sorting_statements(known, [[0], [1]]) == [(0, 1, "cannot")]
    assert (2, 1, "must") in sorting_statements(known, [[1, 2], [0, 3]])


def test_one_pile_all_new_none_and_nothing_known():
    start = Constraints(4)
    assert sorting_statements(start, [[0, 1, 2, 3]]) == [
        (1, 0, "must"),
        (2, 0, "must"),
        (3, 0, "must"),
    ]
    apart = sorting_statements(start, [[0], [1], [2], [3]])
    assert apart == [(i, j, "cannot") for i, j in itertools.combinations(range(4), 2)]
    assert sorting_statements(start, []) == sorting_statements(start, [[], [2]]) == []


def test_unsorted_points_are_unknown_with_every_pile():
    known = Constraints(6, cannot=[(0, 1)])
    among = placement_statements(known, 0, [1, 2, 3], "unknown")
    assert among == [(0, 1, "unknown"), (0, 2, "unknown"), (0, 3, "unknown")]
    assert sorting_statements(known, [[1], [2]], unsure=[0, 4]) == [
        (1, 2, "cannot"),
        (0, 1, "unknown"),
        (0, 2, "unknown"),
        (4, 1, "unknown"),
        (4, 2, "unknown"),
    ]
    assert sorting_statements(known, [], unsure=[3, 4, 5]) == [
        (3, 4, "unknown"),
        (3, 5, "unknown"),
        (4, 5, "unknown"),
    ]
    assert sorting_statements(known, [], unsure=[3]) == []


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda c: placement_statements(c, 0, [], 1), "placed among no others"),
        (lambda c: placement_statements(c, 0, [0, 1], 1), "row 0 occurs twice"),
        (lambda c: placement_statements(c, 0, [1, 2], 3), r"choice=3 is not among \[1, 2\]"),
        (lambda c: placement_statements(c, 0, [1, 9], 1), "row"),
        (lambda c: placement_statements(c, 0, [1], "none"), "choice"),
        (lambda c: sorting_statements(c, [[0, 1], [1]]), "row 1 occurs twice"),
        (lambda c: sorting_statements(c, [[0]], unsure=[0]), "row 0 occurs twice"),
        (lambda c: sorting_statements(c, [[0.5]]), "row"),
    ],
)
def test_what_makes_no_sense_is_refused(call, said):
    with pytest.raises(InputError, match=said):
        call(Constraints(4))
