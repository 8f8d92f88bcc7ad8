"""Fingerprints of rows, columns and names: equal for equal values, in plain whole numbers."""

import hashlib
import struct

import numpy as np
import pytest

from jupyter_sscluster.session.engine.rows import fingerprints
from jupyter_sscluster.session.engine.rows.fingerprints import (
    column_fingerprints,
    data_entry,
    fingerprints_of,
    name_fingerprints,
    row_fingerprints,
)

ALL = 2**64 - 1
STEP = 0x9E3779B97F4A7C15


def mixed(z):
    """SplitMix64's last steps, in Python's own numbers."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & ALL
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & ALL
    return z ^ (z >> 31)


def bits(value):
    return struct.unpack("<Q", struct.pack("<d", value + 0.0))[0]


def by_hand(row):
    found = len(row)
    for value in row:
        found = mixed(((found ^ bits(value)) + STEP) & ALL)
    return found


def table():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3))
    X[5], X[6] = X[2], [0.0, -0.0, 1e300]
    return X


def test_rows_are_as_by_hand():
    X = table()
    assert row_fingerprints(X).tolist() == [by_hand(row) for row in X.tolist()]


def test_columns_are_as_by_hand():
    X = table()
    places = [mixed((row + STEP) & ALL) for row in range(len(X))]
    wanted = [
        sum(mixed(bits(value) ^ place) for value, place in zip(column, places, strict=True)) & ALL
        for column in X.T.tolist()
    ]
    assert column_fingerprints(X).tolist() == wanted


def test_equal_rows_are_equal_and_others_are_not():
    X = table()
    found = row_fingerprints(X)
    assert found[2] == found[5] and len({*found.tolist()}) == 39
    assert row_fingerprints(np.abs(X[[6]]))[0] == found[6]
    assert row_fingerprints(X[:, ::-1])[0] != found[0] != row_fingerprints(X[:, :2])[0]
    assert row_fingerprints(np.asfortranarray(X)).tolist() == found.tolist()


def test_a_million_rows_have_no_two_alike():
    X = np.arange(1_000_000, dtype=float)[:, None]
    assert len(np.unique(row_fingerprints(X))) == len(X)


def test_names_are_the_first_bytes_of_blake2b():
    digest = hashlib.blake2b("ähnlich".encode(), digest_size=8).digest()
    assert name_fingerprints(["x", "ähnlich"])[1] == int.from_bytes(digest, "little")
    assert len(name_fingerprints(["\ud800", ""])) == 2


def test_an_entry_gives_its_fingerprints_back(monkeypatch):
    X, names = table(), [f"row {k}" for k in range(40)]
    entry = data_entry(X, names)
    assert fingerprints_of(entry, "rows").tolist() == row_fingerprints(X).tolist()
    assert fingerprints_of(entry, "names").tolist() == name_fingerprints(names).tolist()
    assert "names" not in data_entry(X, None)
    with pytest.raises(ValueError, match="40 fingerprints are not those of 41 rows"):
        fingerprints_of({**entry, "shape": [41, 3]}, "rows")
    monkeypatch.setattr(fingerprints, "MOST", 39)
    assert data_entry(X, names).keys() == {"shape", "fingerprint"}
