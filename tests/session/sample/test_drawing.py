"""Which rows are drawn: how many, how often, and what is refused."""

import numpy as np
import pytest

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session.engine.sample import drawing
from jupyter_sscluster.session.engine.sample.drawing import check_sample, draw

NONE = np.empty(0, dtype=np.int64)


def test_rows_are_drawn_half_evenly_and_half_by_distance():
    """Of a cloud and a few rows far off: those always, of the cloud no row more than another."""
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(size=(2000, 2)), rng.normal(size=(20, 2)) + 500])
    drawn = [draw(X, 100, NONE, seed) for seed in range(60)]
    often = np.bincount(np.concatenate(drawn), minlength=len(X))
    assert {len(rows) for rows in drawn} == {100}
    assert all((np.diff(rows) > 0).all() for rows in drawn)
    # 1/(2n) alone would take about 3.5 % of these rows; D² adds to that what is far from centres
    assert 0.01 * 60 < often[:2000].mean() < 0.06 * 60
    rim = np.argsort(-np.square(X[:2000] - X[:2000].mean(axis=0)).sum(axis=1))[:200]
    assert often[rim].mean() > 1.3 * often[:2000].mean()


def test_few_rows_far_off_are_in_the_sample():
    X = np.zeros((5000, 3))
    X[[17, 4000]] = [[90.0, 0, 0], [0, 80.0, 0]]
    for seed in range(3):
        assert {17, 4000} <= set(draw(X, 50, NONE, seed).tolist())


@pytest.mark.parametrize("X", [np.zeros((300, 2)), np.repeat([[1.0, 2.0], [5.0, 1.0]], 150, 0)])
def test_equal_rows_are_drawn_evenly(X):
    rows = draw(X, 100, np.array([299, 299, 3]), 4)
    assert len(rows) == len(set(rows.tolist())) == 100 and {3, 299} <= set(rows.tolist())


def test_the_draw_does_not_depend_on_how_the_data_are_read(monkeypatch, tmp_path):
    X = np.random.default_rng(2).normal(size=(3000, 4))
    mapped = np.memmap(tmp_path / "X", float, "w+", shape=X.shape)
    mapped[:] = X
    known = draw(X, 200, np.array([5]), 1)
    monkeypatch.setattr(drawing, "BLOCK", 7)
    assert np.array_equal(draw(mapped, 200, np.array([5]), 1), known)
    assert not np.array_equal(draw(X, 200, np.array([5]), 2), known)


def test_more_rows_in_pairs_than_were_asked_for():
    X = np.random.default_rng(0).normal(size=(50, 2))
    always = np.arange(0, 40, 2)
    assert np.array_equal(draw(X, 5, always, 0), always)


@pytest.mark.parametrize(
    ("sample", "words"),
    [
        (1, "sample=1"),
        (2.5, "sample=2.5"),
        (True, "sample=True"),
        ("many", "neither a number nor a list"),
        ([[1, 2]], "neither a number nor a list"),
        ([1, 10], "sample=10"),
        ([-1, 3], "sample=-1"),
        ([4, 4], "has 1 rows"),
        ([True, False], "2 truth values for 10 rows"),
        (["a", "q"], "name of no row"),
    ],
)
def test_what_is_no_sample(sample, words):
    with pytest.raises(InputError, match=words):
        check_sample(sample, 10, list("abcdefghij"))


def test_rows_by_number_by_name_and_by_truth():
    by_name = check_sample(["c", "a"], 4, list("abcd"))
    assert by_name.rows.tolist() == [0, 2]
    assert by_name.plain == check_sample(np.array([2, 0, 2]), 4, None).plain
    assert by_name.plain == check_sample([True, False, True, False], 4, None).plain
    assert by_name.plain != check_sample([0, 1], 4, None).plain
    assert check_sample(3, 4, None).plain == 3


@pytest.mark.parametrize("sample", [None, 10, 11, range(10), [True] * 10])
def test_a_sample_of_all_rows_is_none(sample):
    assert check_sample(sample, 10, None) is None
