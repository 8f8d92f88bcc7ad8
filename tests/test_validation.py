"""Every bad X gets a sentence that names the value, the rule and the way out."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from jupyter_sscluster._validation import (
    Choice,
    Either,
    Flag,
    InputError,
    Int,
    Nullable,
    Real,
    check_count,
    check_data,
    check_names,
    check_params,
    feature_names,
    row_names,
)


@pytest.mark.parametrize(
    ("X", "value", "way_out"),
    [
        (sparse.eye(3).tocsr(), "sparse", "toarray"),
        (np.ones((3, 2)) * 1j, "Complex data", ".real"),
        (np.ones(3), "1 dimension", "reshape"),
        (np.ones((2, 2, 2)), "3 dimension", "shape"),
        (np.ones((0, 2)), "(0, 2)", "at least one row"),
        (np.ones((2, 0)), "(2, 0)", "one column"),
        ([["a", "b"]], "'a'", "numeric"),
        ([[1.0, np.nan]], "NaN in row 0, column 1", "sklearn.impute"),
        ([[1.0, 2.0], [np.inf, 0.0]], "infinity in row 1, column 0", "drop these rows"),
        (
            pd.DataFrame({"a": [1.0], "colour": ["red"]}),
            "'colour'",
            "make_column_transformer((OneHotEncoder(), ['colour'])",
        ),
        (pd.DataFrame([[1.0, 2.0]], columns=["a", "a"]), "'a'", "rename"),
        (pd.DataFrame({"a": [1.0, None]}), "NaN in row 1, column 'a'", "drop these rows"),
        ([[1.0, 2.0], [3.0]], "row 0 holds 2 value(s) and row 1 holds 1", "fill row 1 up"),
        ([np.ones(2), np.ones(2), np.ones(3)], "row 2 holds 3", "leave it out"),
        ([[1.0, 2.0], 3.0], "no table of numbers", "all of one length"),
        ([[1.0, [2.0, 3.0]]], "no table of numbers", "all of one length"),
        (np.ma.array(np.ones((2, 2)), mask=[[0, 0], [0, 1]]), "1 masked value(s)", "compress_rows"),
        (np.ma.array(np.ones((2, 2)), mask=True), "first at (0, 0)", "filled"),
        (
            pd.DataFrame({"b": [1, 2], "a": pd.array([1, None], dtype="Int64")}),
            "NaN in row 1, column 'a'",
            "drop these rows",
        ),
        (
            pd.DataFrame({"a": pd.array([None, 1.5], dtype="Float64")}),
            "NaN in row 0, column 'a'",
            "sklearn.impute",
        ),
        (
            pd.DataFrame({"a": pd.array([True, None], dtype="boolean")}),
            "NaN in row 1, column 'a'",
            "drop these rows",
        ),
        (pd.DataFrame([[1.0, 2.0]], columns=[1, "a"]), "named 1, a int, beside", "astype(str)"),
        (None, "X=None", "DataFrame"),
        (3.5, "X=3.5", "shape (n_samples, n_features)"),
        (np.float64(2.0), "2.0", "DataFrame"),
        ("abc", "X='abc'", "an array"),
        ({"a": [1, 2]}, "{'a': [1, 2]}", "DataFrame"),
        (np.array(4.0), "0 dimension", "reshape"),
        ([], "1 dimension", "reshape"),
    ],
)
def test_bad_data_is_named(X, value, way_out):
    with pytest.raises(InputError) as caught:
        check_data(X)
    assert value in str(caught.value)
    assert way_out in str(caught.value)


@pytest.mark.parametrize("X", [[[1, 2], [3, 4]], np.eye(2, dtype=np.float32)[:, ::-1], [[True]]])
def test_good_data_become_contiguous_floats(X):
    result = check_data(X)
    assert result.dtype == np.float64
    assert result.flags.c_contiguous
    np.testing.assert_array_equal(result, np.asarray(X, dtype=float))


def test_nullable_columns_and_masked_arrays_with_every_value_are_taken():
    frame = pd.DataFrame({"a": pd.array([1, 2], dtype="Int64"), "b": [0.5, 1.5]})
    np.testing.assert_array_equal(check_data(frame), [[1, 0.5], [2, 1.5]])
    whole = np.ma.array([[1.0, 2.0]], mask=False)
    assert type(check_data(whole)) is np.ndarray
    numbered = pd.DataFrame([[1.0, 2.0]], columns=[0, 1])
    np.testing.assert_array_equal(check_data(numbered), [[1.0, 2.0]])


def test_names_of_a_data_frame():
    frame = pd.DataFrame({"a": [1, 2], 3: [0, 0]}, index=["x", "y"])
    assert feature_names(frame) == ["a", "3"]
    assert row_names(frame) == ["x", "y"]
    assert row_names(frame.reset_index(drop=True)) is None
    assert row_names(frame.to_numpy()) is None
    assert feature_names(frame.to_numpy()) is None


def test_a_shuffled_index_counts_as_names():
    frame = pd.DataFrame({"a": [1, 2]}, index=[1, 0])
    assert row_names(frame) == ["1", "0"]


def test_row_names_must_be_unique_and_complete():
    with pytest.raises(InputError, match=r"'x' is given more than once.*reset_index"):
        row_names(pd.DataFrame({"a": [1, 2]}, index=["x", "x"]))
    with pytest.raises(InputError, match="1 names were given for 2 rows"):
        check_names(["x"], 2)


@pytest.mark.parametrize("value", [0, -1, 2.0, "3", True, None, np.nan, 9])
def test_counts_out_of_range(value):
    with pytest.raises(InputError, match=r"K=.* must be an integer from 1 to 8; take fewer"):
        check_count(value, "K", 1, 8, "take fewer")


def test_counts_in_range():
    assert check_count(np.int32(3), "K", 1, 3) == 3


@pytest.mark.parametrize(
    ("rule", "good", "bad"),
    [
        (Int(1), [1, np.int64(5)], [0, 1.0, True, "1", None]),
        (Int(0, 3), [0, 3], [4, -1]),
        (Real(0, low_open=True), [0.1, 1], [0, -1, np.inf, np.nan, True, "a"]),
        (Real(0, 1), [0, 1.0], [1.01]),
        (Choice("auto", 3), ["auto", 3], ["Auto", 3.0, None, True]),
        (Flag(), [True, np.bool_(False)], [0, 1, "yes"]),
        (Nullable(Int(1)), [None, 2], [0]),
        (Either(Choice("auto"), Real(0)), ["auto", 0.5], ["off", -1]),
    ],
)
def test_rules(rule, good, bad):
    assert [v for v in good if not rule.check(v)] == []
    assert [v for v in bad if rule.check(v)] == []


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Real(0.0), "a number >= 0"),
        (Real(0, 1e12, low_open=True), "a number > 0 and <= 1e+12"),
        (Real(0, 1), "a number from 0 to 1"),
        (Int(high=3), "an integer <= 3"),
    ],
)
def test_rules_in_words(rule, words):
    assert rule.describe() == words


def test_parameters_are_checked_by_their_declared_rules():
    class Thing:
        parameter_ranges = {"size": Either(Choice("auto"), Int(1, 9)), "rate": Real(0)}

        def __init__(self, size, rate=0.5):
            self.size, self.rate = size, rate

        def get_params(self, deep=False):
            return {"size": self.size, "rate": self.rate}

    check_params(Thing("auto"))
    with pytest.raises(
        InputError, match=r"Thing: size=0 must be 'auto', or an integer from 1 to 9"
    ):
        check_params(Thing(0))
    with pytest.raises(InputError, match=r"rate=-1 must be a number >= 0"):
        check_params(Thing(3, -1))


def test_numbers_too_large_to_calculate_with():
    for table in (pd.DataFrame({"x": [1, 10**400]}), [[1], [10**400]]):
        with pytest.raises(InputError, match=r"infinity in row 1, column 'x'|too large"):
            check_data(table)
