"""Which rows are drawn: by chance, the same ones for the same rows, whatever comes later."""

import numpy as np
import pytest
from scipy.stats import chisquare

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.session.check.drawing import AT_ONCE, card_order, card_rows, row_keys
from jupyter_sscluster.session.check.piles import classes_of_piles
from jupyter_sscluster.session.engine.sample.sample import shown_rows


def rows(n=200, seed=0):
    return np.random.default_rng(seed).normal(size=(n, 3))


def test_keys_are_spread_evenly():
    keys = row_keys(rows(10_000), 0)
    assert keys.min() >= 0 and keys.max() < 1 and len(np.unique(keys)) == 10_000
    assert chisquare(np.bincount((20 * keys).astype(int), minlength=20)).pvalue > 0.001


def test_rows_that_come_later_change_no_key():
    X = rows()
    assert row_keys(X, 4)[:120].tolist() == row_keys(X[:120], 4).tolist()
    assert row_keys(X, 5)[0] != row_keys(X, 4)[0]


def test_rows_in_another_order_have_the_same_keys():
    X = rows()
    X[50:60] = X[0]
    order = np.random.default_rng(1).permutation(200)
    assert sorted(row_keys(X[order], 0)) == sorted(row_keys(X, 0))
    single = [row for row in range(200) if row == 0 or not 50 <= row < 60]
    moved = row_keys(X[order], 0)[np.argsort(order)]
    assert moved[single[1:]].tolist() == row_keys(X, 0)[single[1:]].tolist()


def test_equal_rows_are_drawn_one_by_one():
    X = np.zeros((50, 2))
    X[1] = -0.0
    assert len(np.unique(row_keys(X, 0))) == 50


@pytest.mark.parametrize("block", [7, 64])
def test_blocks_make_no_difference(monkeypatch, block):
    from jupyter_sscluster.session.engine.sample import drawing

    whole = row_keys(rows(), 0)
    monkeypatch.setattr(drawing, "BLOCK", block)
    assert row_keys(rows(), 0).tolist() == whole.tolist()


def cards(X, labels, cluster, must=(), exchanged=(), shown=None):
    sample = shown_rows(X, shown, None)
    return card_rows(sample, labels, Constraints(len(X), must=[*must]), cluster, exchanged)


def test_the_card_of_a_cluster_is_near_its_mean():
    X = np.array([[0.0], [1.0], [2.1], [9.0], [10.0]])
    labels = np.array([0, 0, 0, 1, 1])
    assert cards(X, labels, 0) == (1,)
    assert cards(X, labels, 0, exchanged=[1]) == (0,) or cards(X, labels, 0, exchanged=[1]) == (2,)
    assert cards(X, labels, 0, exchanged=[0, 1, 2]) == (1,)
    assert cards(X, labels, 2) == ()
    assert cards(X, labels, 0, must=[(0, 2)]) in [(0, 2), (2, 0)]
    assert cards(X, labels, 0, must=[(0, 2)], exchanged=[2]) == (1,)
    assert cards(X, labels, 0, must=[(0, 3)]) == (1,)
    assert cards(X, labels, 1, shown=np.array([0, 3])) == (3,)
    assert cards(X, labels, 1, shown=np.array([0, 1])) == (3,)


def test_the_order_of_cards_tells_nothing_of_the_rows_cluster():
    values = np.arange(6.0)[:, None]
    orders = [card_order(0, row, 0, [1, 2, 3, 4, 5], 3, values) for row in range(600)]
    assert {len({*order}) for order in orders} == {5}
    places = np.bincount([order.index(3) for order in orders], minlength=5)
    assert chisquare(places).pvalue > 0.001
    assert card_order(0, 7, 0, [1, 2, 3], 1, values) == card_order(0, 7, 0, [1, 2, 3], 2, values)
    assert {card_order(0, 7, look, [1, 2, 3, 4], 1, values) for look in range(9)} != {orders[7]}


def test_of_many_cards_the_nearest_and_the_own_come_first():
    values = np.concatenate([[[0.0]], np.arange(30.0)[:, None]])
    shown = [*range(100, 130)]
    found = card_order(0, 1, 0, shown, 125, values)
    assert {*found[:AT_ONCE]} == {*range(100, 108), 125}
    assert sorted(found) == shown


def test_piles_give_classes():
    assert classes_of_piles([3, 5, 8], {}, []) == [3, 5, 8]
    assert classes_of_piles([3, 5, 8], {}, [[8, 3], []]) == [8, 5, 8]
    assert classes_of_piles([3], {1: 70}, [[1, 3]]) == [70]
