"""Sparse rows give what the same rows written out give."""

import numpy as np
import pytest
from scipy import sparse

from jupyter_sscluster._sparse_rows import SparseRows, checked_table
from jupyter_sscluster._validation import InputError


def table(seed, n=40, d=12):
    """Some rows, an empty one and an empty column among them."""
    rng = np.random.default_rng(seed)
    X = rng.normal(2.0, 1.0, (n, d)) * (rng.random((n, d)) < 0.2)
    X[3], X[:, 5] = 0.0, 0.0
    return X


@pytest.mark.parametrize("seed", range(4))
def test_products_distances_and_sums_are_those_of_dense_rows(seed):
    X, rng = table(seed), np.random.default_rng(seed)
    offset, weights = X.mean(axis=0), rng.random(40)
    rows, apart = SparseRows(sparse.csr_array(X), offset, wide=True), X - offset
    form, labels = rng.normal(size=(3, 13)), rng.integers(3, size=40)
    wide = np.column_stack([apart, np.ones(40)])
    np.testing.assert_allclose(rows.products(form), form @ wide.T, atol=1e-12)
    np.testing.assert_allclose(rows.bare.products(form[:, :-1]), form[:, :-1] @ apart.T, atol=1e-12)
    centres = rng.normal(size=(3, 12))
    expected = ((apart - centres[labels]) ** 2).sum(axis=1)
    np.testing.assert_allclose(rows.apart(centres, labels), expected, atol=1e-12)
    np.testing.assert_allclose(rows.squares(), (apart**2).sum(axis=1), atol=1e-12)
    labels[::5] = -1
    members = (labels == np.arange(3)[:, None]) * weights
    np.testing.assert_allclose(rows.sums(labels, 3, weights), members @ wide, atol=1e-12)
    np.testing.assert_allclose(rows.mean(weights), weights @ apart / weights.sum(), atol=1e-12)
    expected = weights @ apart**2 / weights.sum()
    np.testing.assert_allclose(rows.mean_squares(weights), expected, atol=1e-12)
    np.testing.assert_array_equal(rows[[3, 7]], wide[[3, 7]])
    np.testing.assert_array_equal(rows[labels == 1], wide[labels == 1])
    assert rows[5:9].shape == (4, 13) and rows.about(np.zeros(12))[[7]].tolist() == [X[7].tolist()]


def test_chunks_do_not_change_distances(monkeypatch):
    X = table(0, n=300)
    rows, labels = SparseRows.of(sparse.csr_array(X)), np.arange(300) % 2
    centres = np.random.default_rng(0).normal(size=(2, 12))
    whole = rows.apart(centres, labels)
    monkeypatch.setattr("jupyter_sscluster._sparse_rows._ENTRIES", 1)
    assert len(rows.chunks(3)) == 5
    np.testing.assert_array_equal(rows.apart(centres, labels), whole)


def test_they_are_never_written_out():
    with pytest.raises(TypeError, match="never written out"):
        np.asarray(SparseRows.of(sparse.csr_array(table(0))))


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"])
@pytest.mark.parametrize("dtype", [np.float32, np.int64, bool])
def test_any_sparse_form_becomes_a_table_of_its_own(form, dtype):
    X = (table(1) > 2).astype(dtype)
    given = sparse.csr_array(X).asformat(form)
    made = checked_table(given)
    assert made.format == "csr" and made.dtype == np.float64
    np.testing.assert_array_equal(made.toarray(), X)
    made.data[:] = 7.0
    np.testing.assert_array_equal(given.toarray(), X)


def test_entries_that_are_given_twice_are_added_and_what_was_given_stays():
    given = sparse.coo_array(([1.0, 2.0, 4.0], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    assert checked_table(given).toarray().tolist() == [[0.0, 3.0], [4.0, 0.0]]
    double = sparse.csr_array((np.array([1.0, 2.0]), [1, 1], [0, 2, 2]), shape=(2, 2))
    assert checked_table(double).nnz == 1 and double.nnz == 2


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (np.nan, "contains NaN: 1 of its stored values, the first in row 3, column 2"),
        (np.inf, "contains infinity: .* row 3, column 2; .* set the values to 0"),
        (1j, "Complex data not supported: .* pass X.real"),
    ],
)
def test_values_that_are_no_numbers_are_named(value, said):
    X = np.zeros((5, 4), dtype=type(value) if isinstance(value, complex) else float)
    X[1, 0], X[3, 2] = 1.0, value
    with pytest.raises(InputError, match=said):
        checked_table(sparse.csr_array(X))


def test_a_table_without_rows_is_refused():
    with pytest.raises(InputError, match="0 sample"):
        checked_table(sparse.csr_array((0, 3)))
