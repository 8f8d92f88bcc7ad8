"""The clusters as a column beside the data, in the kind of frame that was given."""

import sys
from types import SimpleNamespace

import numpy as np
import pandas as pd
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


class Frame:
    """What polars has of a frame, as far as it is asked for."""

    def __init__(self, columns):
        self.held = dict(columns)
        self.columns = list(columns)

    def __getitem__(self, name):
        return SimpleNamespace(name=name, values=self.held[name])

    def with_columns(self, column):
        return Frame({**self.held, column.name: column.values})


def test_a_frame_of_the_kind_of_polars_stays_one():
    found = with_labels(Frame({"a": [1, 2, 3]}), LABELS)
    assert isinstance(found, Frame)
    assert found.columns == ["a", "cluster"]
    np.testing.assert_array_equal(found.held["cluster"], LABELS)


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


def test_no_library_of_frames_is_imported():
    assert "polars" not in sys.modules
