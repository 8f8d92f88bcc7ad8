"""Rows said to be noise: held beside the pairs, refused with must-links, kept in files."""

import pickle

import numpy as np
import pytest

from jupyter_sscluster import Constraints
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import PairKFold, as_constraints
from jupyter_sscluster.constraints.merge_constraints import about_all, among
from jupyter_sscluster.metrics import violated_pairs, violations

NAMES = ["a", "b", "c", "d", "e", "f"]


def known(**more):
    return Constraints(6, must=[(0, 1)], cannot=[(1, 2), (3, 4)], noise=[5, 3, 5], **more)


def test_noise_is_part_of_the_value():
    value = known()
    assert value.noise.tolist() == [3, 5]
    assert not value.noise.flags.writeable
    assert repr(value) == "Constraints(6 samples, 1 must, 2 cannot, 2 noise)"
    assert value != value.with_noise([]) and value == value.with_noise([5, 3])
    assert hash(value) == hash(known()) and len({value, known(), value.with_noise([5])}) == 2
    assert len(value) == 3
    assert pickle.loads(pickle.dumps(value)) == value


def test_every_change_keeps_noise():
    value = known()
    for changed in (
        value.add(0, 2, "cannot"),
        value.add(0, 2, "must", soft=True),
        value.remove(3, 4),
        value.closure(),
        value | Constraints(6, must=[(2, 4)]),
        Constraints(6, cannot=[(0, 4)]) | value,
        as_constraints(6, [(2, 4)], constraints=value, y=[0, 0, 1, -1, -1, -1]),
    ):
        assert changed.noise.tolist() == [3, 5], changed
    assert (value | Constraints(6, noise=[4])).noise.tolist() == [3, 4, 5]


def test_some_rows_keep_their_noise():
    value = known(names=NAMES)
    assert value[[5, 0, 3]].noise.tolist() == [0, 2]
    assert value[:3].noise.tolist() == []
    rows = np.array([0, 1, 2, 3, 4])
    assert about_all(among(value.with_noise([3]), rows), 6, rows, tuple(NAMES)).noise.tolist() == [
        3
    ]
    for train, test in PairKFold(Constraints(6, must=[(0, 1), (2, 4)], noise=[3]), 2).split_pairs():
        assert train.noise.tolist() + test.noise.tolist() == [3]


def test_a_must_link_with_noise_is_refused_and_says_the_way_out():
    value = known(names=NAMES)
    way_out = r"session\.remove\(answer\) or session\.noise\.remove"
    for pair in ((3, 2), (2, 3)):
        with pytest.raises(InputError, match=f"row d .* together with c: .*{way_out}"):
            value.add(*pair, "must")
    with pytest.raises(InputError, match="row 3 cannot be in no cluster and .* together with 0"):
        known() | Constraints(6, must=[(0, 3)])
    with pytest.raises(InputError, match="row 1 cannot be in no cluster and .* together with 0"):
        known().with_noise([1])
    with pytest.raises(InputError, match="row 4 cannot .* together with 2"):
        Constraints(6, must=[(2, 3), (3, 4)], noise=[0, 4])
    assert value.add(3, 2, "cannot").relation(2, 3) == "cannot"
    assert value.add(3, 2, "must", soft=True).soft_must.tolist() == [[2, 3]]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([6], "noise holds the row 6; rows of 6 samples are numbered from 0 to 5"),
        ([-1], "noise holds the row -1"),
        ([1.0], "must be a list of row numbers"),
        ([True, False], "np.flatnonzero"),
        ([[1, 2]], "must be a list of row numbers"),
        ("3", "must be a list of row numbers"),
        (3, "must be a list of row numbers"),
    ],
)
def test_what_is_no_list_of_rows_is_refused(rows, sentence):
    with pytest.raises(InputError, match=sentence):
        Constraints(6, noise=rows)
    with pytest.raises(InputError, match=sentence):
        Constraints(6).with_noise(rows)


def test_clusters_are_bounded_by_the_other_rows():
    value = Constraints(6, cannot=[(0, 1), (0, 2), (1, 2)], noise=[2, 4])
    assert value.n_clusters_bounds() == (2, 2, 4)


def test_noise_is_with_no_row_whatever_links_say():
    labels = np.array([0, 0, 1, -1, -1, -1])
    value = Constraints(6, must=[(0, 1), (4, 5)], cannot=[(1, 2), (3, 4)])
    assert violations(labels, value) == (1, 0, 1, 0, 1.0)
    must, cannot = violated_pairs(labels, value)
    assert (must.tolist(), cannot.tolist()) == ([False, True], [False, False])
    assert violations(["x", "x", "y", -1, -1, -1], value).must == 0  # texts name clusters


@pytest.mark.parametrize("ending", ["csv", "json"])
@pytest.mark.parametrize("names", [None, NAMES])
def test_files_keep_noise(tmp_path, ending, names):
    value = known(names=names).add(0, 4, "must", 2.5, soft=True)
    path = tmp_path / f"known.{ending}"
    getattr(value, f"to_{ending}")(path)
    read = getattr(Constraints, f"from_{ending}")
    assert read(path) == value
    if names is not None:
        turned = read(path, names=NAMES[::-1])
        assert turned.noise.tolist() == [0, 2]


@pytest.mark.parametrize("ending", ["csv", "json"])
def test_only_files_with_noise_are_of_the_new_version(tmp_path, ending):
    path = tmp_path / f"known.{ending}"
    for value, version in ((known(), 2), (known().with_noise([]), 1)):
        getattr(value, f"to_{ending}")(path)
        first = "".join(path.read_text().split())[:90]
        assert f"version,{version}," in first or f'"version":{version},' in first


def test_bad_noise_in_files_is_refused_by_line(tmp_path):
    path = tmp_path / "known.csv"
    head = "jupyter_sscluster constraints,version,2,n_samples,6\ni,j,kind,weight,soft\n"
    path.write_text(f"{head}9,,noise,,\n")
    with pytest.raises(InputError, match=r"known\.csv, line 3: i is 9; rows of 6 samples"):
        Constraints.from_csv(path)
    path.write_text(f"{head}0,1,must,1.0,false\n1,,noise,,\n")
    with pytest.raises(InputError, match="row 1 cannot be in no cluster"):
        Constraints.from_csv(path)
    path = tmp_path / "known.json"
    path.write_text(
        '{"format": "jupyter_sscluster constraints", "version": 2, "n_samples": 6, "names": null, '
        '"statements": [{"i": 1, "kind": "noise", "weight": 1.0}]}'
    )
    with pytest.raises(InputError, match="statement 1 has an unknown entry 'weight'; keep i, kind"):
        Constraints.from_json(path)


def test_noise_in_a_file_is_one_row(tmp_path):
    path = tmp_path / "told.csv"
    Constraints(3, noise=[0]).to_csv(path)
    path.write_text(path.read_text().replace("0,,noise", "0,1,noise"))
    with pytest.raises(InputError, match="leave j empty"):
        Constraints.from_csv(path)
