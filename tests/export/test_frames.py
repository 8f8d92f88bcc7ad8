"""The clusters as a column beside the data, in the kind of frame that was given."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.sparse import csr_array

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.export import with_labels

LABELS = np.array([1, 0, 1], dtype=np.int32)


def test_a_pandas_frame_keeps_index_types_and_order():
    given = pd.DataFrame({"a": [1, 2, 3], "b": list("xyz")}, index=[7, 5, 9])
    copy = given.copy()
    found = with_labels(given, LABELS)
    pd.testing.assert_frame_equal(found, copy.assign(cluster=LABELS))
    pd.testing.assert_frame_equal(given, copy)
    np.testing.assert_array_equal(found.loc[5, "cluster"], 0)


@pytest.mark.parametrize("kind", [pl.DataFrame, pa.table])
def test_a_frame_of_another_kind_stays_one(kind):
    given = kind({"a": [1, 2, 3], "b": list("xyz")})
    found = with_labels(given, LABELS)
    assert type(found) is type(given)
    assert found.to_pandas().to_dict("list") == {
        "a": [1, 2, 3],
        "b": list("xyz"),
        "cluster": LABELS.tolist(),
    }
    assert given.equals(kind({"a": [1, 2, 3], "b": list("xyz")}))
    with pytest.raises(InputError, match="X has a column 'cluster' already"):
        with_labels(found, LABELS)


def test_an_array_becomes_a_dict_that_any_frame_is_made_of():
    found = with_labels(np.eye(3)[:, :2], LABELS)
    frame = pd.DataFrame(found)
    assert list(frame.columns) == ["Feature 0", "Feature 1", "cluster"]
    assert frame["cluster"].tolist() == [1, 0, 1]


def test_a_column_that_is_there_is_not_replaced():
    given = pd.DataFrame({"cluster": [1, 2, 3]})
    with pytest.raises(InputError, match="X has a column 'cluster' already; give the new one"):
        with_labels(given, LABELS)
    assert list(with_labels(given, LABELS, "group").columns) == ["cluster", "group"]


def test_a_feature_of_an_array_is_not_replaced():
    with pytest.raises(InputError, match="X has a column 'Feature 0' already; give the new one"):
        with_labels(np.eye(3), LABELS, "Feature 0")


def test_texts_are_one_column():
    found = with_labels(["a", "b", "c"], LABELS)
    assert found["Feature 0"].tolist() == ["a", "b", "c"] and found["cluster"] is LABELS


@pytest.mark.parametrize(
    ("given", "column", "sentence"),
    [
        (csr_array(np.eye(3)), "cluster", "X is sparse, with the shape .3, 3.*take session.labels"),
        (np.zeros((3, 2, 2)), "cluster", "X has 3 dimensions.*take session.labels"),
        (pd.DataFrame({"a": [1, 2, 3]}), 3, "column=3 must be a text"),
    ],
)
def test_what_cannot_be_beside_the_clusters_is_refused(given, column, sentence):
    with pytest.raises(InputError, match=sentence):
        with_labels(given, LABELS, column)
