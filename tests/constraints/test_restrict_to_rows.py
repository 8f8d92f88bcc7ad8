"""What is known about some of the rows, against the closure of all of them, as matrices."""

import pickle
import re
from collections import Counter

import numpy as np
import pytest
from brute_closure import Closure
from pair_costs import counted_pairs
from random_pairs import instance
from sklearn.utils import resample, shuffle

from jupyter_sscluster import Constraints
from jupyter_sscluster._validation import InputError


def drawn_rows(rng, n):
    """Rows in any order, in some cases some of them twice."""
    if rng.random() < 0.3:
        return rng.integers(0, n, rng.integers(1, n + 1))
    return rng.permutation(n)[: rng.integers(1, n + 1)]


@pytest.mark.parametrize("seed", range(60))
def test_what_follows_is_what_followed_before(seed):
    _, known, rng = instance(seed, n=12)
    rows = drawn_rows(rng, 12)
    found = known[rows]
    before = Closure(12, known.must, known.cannot).codes()[np.ix_(rows, rows)]
    np.testing.assert_array_equal(Closure(len(rows), found.must, found.cannot).codes(), before)
    pairs = np.indices((len(rows), len(rows))).reshape(2, -1).T
    np.testing.assert_array_equal(found.relations(pairs), before.ravel())


def costs(known, place):
    """What violating each pair costs that stays, by the places of its ends."""
    found = Counter()
    for i, j, weight, together in counted_pairs(known):
        if min(place[i], place[j]) >= 0:
            found[*sorted((place[i], place[j])), bool(together)] += weight
    return found


@pytest.mark.parametrize("seed", range(60))
def test_pairs_cost_what_they_cost_before(seed):
    _, known, rng = instance(seed, n=12)
    rows = rng.permutation(12)[: rng.integers(2, 13)]
    place = {int(row): i for i, row in enumerate(rows)}
    paid, expected = (
        costs(known[rows], range(len(rows))),
        costs(known, [place.get(i, -1) for i in range(12)]),
    )
    assert all(paid[pair] >= weight for pair, weight in expected.items())
    if all(len({*weights}) < 2 for weights in (known.must_weights, known.cannot_weights)):
        assert paid == expected


def strongest_chain(n, pairs, weights, rows, i, j):
    """The largest weight such that statements at least as heavy, and those that stay, join them."""
    stays = np.isin(pairs, rows).all(axis=1)
    for weight in sorted({*weights}, reverse=True):
        heavy = pairs[stays | (weights >= weight)]
        if Closure(n, heavy, []).must[i, j]:
            return weight
    return 0.0


def test_a_new_must_link_weighs_as_much_as_the_weakest_of_the_strongest_chain():
    for seed in range(40):
        rng = np.random.default_rng(seed)
        pairs = np.array([rng.choice(9, 2, replace=False) for _ in range(9)])
        known = Constraints(9, pairs, must_weights=rng.integers(1, 9, 9) / 2)
        rows = np.sort(rng.permutation(9)[:6])
        kept, old = known[rows], known.must_weights
        stated = {tuple(p) for p in known.must.tolist()}
        for (i, j), weight in zip(rows[kept.must].tolist(), kept.must_weights, strict=True):
            if (i, j) in stated:
                assert weight == old[known.must.tolist().index([i, j])]
            else:
                assert weight == strongest_chain(9, known.must, old, rows, i, j)


def test_statements_that_stay_are_kept_as_they_are_and_few_are_new():
    known = Constraints(
        7,
        must=[(0, 1), (1, 2), (4, 5)],
        cannot=[(2, 3), (1, 3), (5, 6)],
        must_weights=[3.0, 2.0, 5.0],
        cannot_weights=[0.5, 0.25, 4.0],
        names=list("abcdefg"),
    ).add(0, 3, "must", 7.0, soft=True)
    found = known[[3, 0, 2, 5, 6]]
    assert found.must.tolist() == [[1, 2]]
    assert found.must_weights.tolist() == [2.0]
    assert found.cannot.tolist() == [[0, 2], [3, 4]]
    assert found.cannot_weights.tolist() == [0.5, 4.0]
    assert (found.soft_must.tolist(), found.soft_must_weights.tolist()) == ([[0, 1]], [7.0])
    assert found.names == tuple("dacfg")
    assert known[:] == known
    assert known[[0, 3]].cannot_weights.tolist() == [0.5]


def test_a_new_cannot_link_weighs_as_much_as_the_heaviest_between_the_components():
    known = Constraints(
        6,
        must=[(0, 1), (2, 3), (3, 4)],
        cannot=[(1, 2), (1, 3)],
        must_weights=[0.1, 0.2, 0.2],
        cannot_weights=[5.0, 3.0],
    )
    assert known[[0, 4]].cannot_weights.tolist() == [5.0]
    assert known[[0, 1, 3]].cannot_weights.tolist() == [3.0], "what stays is kept as it is"


def test_slices_masks_and_numbers_from_the_end_take_the_same_rows():
    known = Constraints(6, must=[(0, 1), (1, 5)], cannot=[(4, 5)])
    mask = np.array([False, False, False, False, True, True])
    assert known[4:] == known[mask] == known[[4, 5]] == known[[-2, -1]] == known[mask, ...]
    assert known[[4, 5]].cannot.tolist() == [[0, 1]]
    assert known[np.zeros(6, bool) | [True, False, True, False, False, True]].must.tolist() == [
        [0, 2]
    ]


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (3, "takes a single row"),
        ([], "takes no row"),
        ([[0, 1]], "takes rows by a table"),
        ([6], "out of bounds"),
        ([0.5], "integer"),
        ([True, False], "6 rows"),
        ("a", "6 rows"),
    ],
)
def test_what_names_no_rows_is_refused(rows, why):
    with pytest.raises(InputError, match=re.escape("constraints[")) as caught:
        Constraints(6, must=[(0, 1)])[rows]
    assert why in str(caught.value)


def test_to_scikit_learn_it_has_rows_and_to_numpy_it_is_one_value():
    known = Constraints(5, must=[(0, 4)], cannot=[(1, 4)])
    X = np.arange(5.0)[:, None]
    assert known.shape == (5, 5)
    assert len(known) == 2
    Z, moved = shuffle(X, known, random_state=0)
    rows = Z[:, 0].astype(int)
    assert moved.relation(*np.flatnonzero(np.isin(rows, [0, 4]))) == "must"
    _, again = resample(X, known, random_state=0)
    assert again.n_samples == 5
    assert np.array([known, known], dtype=object).shape == (2,)
    assert np.asarray(known)[()] is known
    assert pickle.loads(pickle.dumps(known[:3])) == known[:3]


def test_many_rows_take_no_time():
    known = Constraints.from_partial_labels(np.arange(200_000) % 5)
    left = known[50_000:]
    assert len(left) == 150_000 - 5 + 10
    assert left.n_components == 5
