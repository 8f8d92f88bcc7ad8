"""Folds of pairs: nothing that is tested follows from what is known of the training rows."""

import numpy as np
import pytest
from brute_closure import Closure
from random_pairs import instance

from jupyter_sscluster import Constraints
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import PairKFold

IRIS_LIKE = Constraints.from_labels(np.arange(150) // 50, 100)


@pytest.mark.parametrize("seed", range(30))
def test_no_tested_pair_is_entailed_by_the_training_pairs(seed):
    _, known, _ = instance(seed, n=16)
    splitter = PairKFold(known, n_splits=2, random_state=seed)
    if len(known) == 1:
        with pytest.raises(InputError, match="would have a pair to test"):
            list(splitter.split())
        return
    folds = list(splitter.split(np.zeros((16, 1))))
    for (train, test), (training, tested) in zip(folds, splitter.split_pairs(), strict=True):
        assert sorted([*train, *test]) == list(range(16))
        assert len(tested) > 0
        knows = Closure(16, training.must, training.cannot).codes() != 0
        np.fill_diagonal(knows, False)
        assert not knows[test].any()
        asked = Closure(16, tested.must, tested.cannot).codes()
        assert not (asked != 0)[np.ix_(train, test)].any()
        # Components are whole, so that a fold knows what all statements say about its rows.
        everything = Closure(16, known.must, known.cannot).codes()
        np.testing.assert_array_equal(asked[np.ix_(test, test)], everything[np.ix_(test, test)])
        assert not (everything > 0)[np.ix_(train, test)].any()


def test_folds_are_about_equal_and_each_tests_both_kinds():
    folds = list(PairKFold(IRIS_LIKE).split())
    assert len(folds) == PairKFold(IRIS_LIKE).get_n_splits() == 5
    assert {len(test) for _, test in folds} <= set(range(25, 36))
    for _, test in folds:
        assert len(IRIS_LIKE[test].must) and len(IRIS_LIKE[test].cannot)
    sizes = [
        len(test) for _, test in PairKFold(Constraints(103, cannot=[(0, 1), (2, 3)]), 2).split()
    ]
    assert sorted(sizes) == [51, 52]


def test_the_same_seed_gives_the_same_folds_and_another_gives_others():
    first, again, other = (
        [test.tolist() for _, test in PairKFold(IRIS_LIKE, 3, random_state=seed).split()]
        for seed in (0, 0, 1)
    )
    assert first == again != other


def test_too_few_pairs_and_other_rows_are_refused():
    with pytest.raises(InputError, match="only 2 of the folds .* choose n_splits <= 2"):
        list(PairKFold(Constraints(20, must=[(0, 1)], cannot=[(2, 3)]), 4).split())
    with pytest.raises(InputError, match="only 0 of the folds .* state more pairs"):
        list(PairKFold(Constraints(20), 4).split())
    with pytest.raises(InputError, match="n_splits=1"):
        list(PairKFold(IRIS_LIKE, 1).split())
    with pytest.raises(InputError, match="150 rows"):
        list(PairKFold(IRIS_LIKE).split(np.zeros((149, 2))))
