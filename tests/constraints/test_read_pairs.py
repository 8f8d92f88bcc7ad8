"""Pairs read from a plain table."""

import pytest

import jupyter_sscluster as ssc
from jupyter_sscluster import ConflictError, Constraints
from jupyter_sscluster._validation import InputError


def table(tmp_path, text):
    path = tmp_path / "pairs.csv"
    path.write_text(text)
    return path


def test_all_words_for_a_kind_are_read(tmp_path):
    text = """kind,I,J,note
must,0,1,a
Must-link,1,2,b
same,2,3,c
True,3,4,d
cannot-link,0,5,e
different,6,0,f

unknown,5,7,g
"""
    pairs = ssc.read_pairs(table(tmp_path, text), n_samples=8)
    assert pairs.must.tolist() == [[0, 1], [1, 2], [2, 3], [3, 4]]
    assert pairs.cannot.tolist() == [[0, 5], [0, 6]]


def test_weights_and_our_own_files_are_read(tmp_path):
    path = table(tmp_path, "i,j,kind,weight\n0,1,must,2.5\n1,2,cannot,\n")
    assert ssc.read_pairs(path, 3) == Constraints(
        3, must=[(0, 1)], cannot=[(1, 2)], must_weights=[2.5]
    )
    known = Constraints(4, must=[(0, 3)])
    known.to_csv(path)
    assert ssc.read_pairs(path, 4) == known
    with pytest.raises(InputError, match="about 4 rows"):
        ssc.read_pairs(path, 5)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no column 'i'"),
        ("i,j\n0,1\n", "no column 'kind'"),
        ("i,j,kind\n0,1,must\n0,x,must\n", "line 3: i and j must be row numbers"),
        ("i,j,kind\n0,1,maybe\n", "line 2: the answer 'maybe' is not known"),
        ("i,j,kind\n0,9,must\n", "line 2: "),
        ("i,j,kind\n0\n", "line 2: "),
    ],
)
def test_a_line_that_is_no_pair_is_named(tmp_path, text, sentence):
    with pytest.raises(InputError, match=sentence):
        ssc.read_pairs(table(tmp_path, text), 4)


def test_a_contradiction_is_a_conflict(tmp_path):
    with pytest.raises(ConflictError):
        ssc.read_pairs(table(tmp_path, "i,j,kind\n0,1,must\n1,0,cannot\n"), 4)
