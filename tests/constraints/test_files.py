"""Files of constraints: exact round trips, whatever the names hold, and refusals by line."""

import errno
import json
import os
import pickle
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from jupyter_sscluster import ConflictError, Constraints
from jupyter_sscluster._validation import InputError

NASTY = [
    "<script>alert(1)</script>",
    'say "hi", twice',
    "two\nlines\r\nand\rmore",
    "=1+1",
    " leading, trailing ",
    "",
    "name",
    "0",
    "\ufeffmark",
    "\ud800",
    "é – 日本",
    "\x00",
    "\x1c\u2028\x85",
    "# no comment",
]
FORMATS = {"csv": ("to_csv", "from_csv"), "json": ("to_json", "from_json")}
HEAD = "jupyter_sscluster constraints,version,1,n_samples,4\n"
COLUMNS = "i,j,kind,weight,soft\n"


def read(path, **keywords):
    return getattr(Constraints, FORMATS[path.suffix[1:]][1])(path, **keywords)


def save(value, path):
    getattr(value, FORMATS[path.suffix[1:]][0])(path)


def tables(value):
    return [
        (pairs.tolist(), weights.tolist())
        for pairs, weights in (
            (value.must, value.must_weights),
            (value.cannot, value.cannot_weights),
            (value.soft_must, value.soft_must_weights),
            (value.soft_cannot, value.soft_cannot_weights),
        )
    ]


@st.composite
def values(draw):
    n = draw(st.integers(1, 8))
    texts = st.one_of(st.sampled_from(NASTY), st.text(max_size=6))
    names = draw(st.none() | st.lists(texts, min_size=n, max_size=n, unique=True))
    weights = st.floats(min_value=0, exclude_min=True, max_value=1e12)
    value = Constraints(n, names=names)
    point = st.integers(0, n - 1)
    for _ in range(draw(st.integers(0, 8 if n > 1 else 0))):
        i, j = draw(st.tuples(point, point).filter(lambda p: p[0] != p[1]))
        kind, soft = draw(st.sampled_from(["must", "cannot"])), draw(st.booleans())
        soft = soft or value.witness(i, j, kind) is not None
        value = value.add(i, j, kind, draw(weights), soft=soft)
    return value


@pytest.mark.parametrize("suffix", FORMATS)
@settings(max_examples=150, deadline=None)
@given(value=values())
def test_round_trip_is_exact(tmp_path_factory, suffix, value):
    path = tmp_path_factory.mktemp("files") / f"known.{suffix}"
    save(value, path)
    back = read(path)
    assert back == value
    assert tables(back) == tables(value)
    assert back.names == value.names
    first = path.read_bytes()
    save(back, path)
    assert path.read_bytes() == first


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_nasty_name_survives(tmp_path, suffix):
    path = tmp_path / f"known.{suffix}"
    n = len(NASTY)
    value = Constraints(n, [(0, 1), (2, 5)], [(0, 2)], must_weights=[0.1, 1 / 3], names=NASTY)
    save(value, path)
    assert read(path).names == tuple(NASTY)
    assert read(path) == value


def test_a_csv_that_a_spreadsheet_saved_again(tmp_path):
    path = tmp_path / "known.csv"
    path.write_text(
        "\ufeffjupyter_sscluster constraints,version,1,n_samples,4,,\n\n"
        "kind,i,j,soft,weight,name_i,name_j\n"
        "must,0,1,FALSE,1,a,b\ncannot,2,1,TRUE,2.5,c,b\nname,3,,,,d,\n",
        encoding="utf-8",
    )
    value = Constraints.from_csv(path)
    assert value.must.tolist() == [[0, 1]]
    assert value.soft_cannot.tolist() == [[1, 2]]
    assert value.names == ("a", "b", "c", "d")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r"))
    assert Constraints.from_csv(path) == value


@pytest.mark.parametrize("suffix", FORMATS)
def test_rows_are_found_by_name_in_other_data(tmp_path, suffix):
    path = tmp_path / f"known.{suffix}"
    save(Constraints(3, [(0, 2)], names=["a", "b", "c"]).add(0, 1, "cannot", 2.0, soft=True), path)
    moved = read(path, names=["new", "c", "b", "a"])
    assert moved.n_samples == 4
    assert moved.must.tolist() == [[1, 3]]
    assert moved.soft_cannot.tolist() == [[2, 3]]
    assert moved.names == ("new", "c", "b", "a")
    with pytest.raises(InputError, match="no row is named 'a'; pass the names of the data"):
        read(path, names=["x", "b", "c"])
    with pytest.raises(InputError, match="3 names were given for n_samples=4"):
        read(path, names=["a", "b", "c"], n_samples=4)
    with pytest.raises(InputError, match="'a' is given more than once"):
        read(path, names=["a", "b", "a"])


@pytest.mark.parametrize("suffix", FORMATS)
def test_rows_are_found_by_number_without_names(tmp_path, suffix):
    path = tmp_path / f"known.{suffix}"
    save(Constraints(3, [(0, 2)]), path)
    assert read(path, n_samples=3) == Constraints(3, [(0, 2)])
    assert read(path, names=["a", "b", "c"]).names == ("a", "b", "c")
    for keywords in ({"n_samples": 4}, {"names": ["a", "b"]}):
        with pytest.raises(InputError, match=r"the file is about 3 samples, not \d"):
            read(path, **keywords)
    with pytest.raises(InputError, match="n_samples=0 must be"):
        read(path, n_samples=0)


BAD_CSV = {
    "": "is no constraints file: its first line must read",
    "i,j\n0,1\n": "is no constraints file",
    HEAD.replace(",1,", ",3,"): "version 3 of the constraints format; .* reads versions 1 and 2",
    HEAD.replace(",1,", ",one,"): "has version 'one'",
    HEAD.replace("4", "0"): "n_samples=0 must be",
    HEAD.replace("4", "many"): "n_samples='many' must be",
    HEAD.replace("4", "9" * 18): "must be an integer from 1 to 1000000000",
    HEAD: "has no column 'i'",
    HEAD + "i,j,kind,weight\n": "has no column 'soft'; its second line must name",
    HEAD + "i,j,kind,weight,soft,name_i\n": "has no column 'name_j'",
    HEAD + "i,j,kind,weight,soft,note\n": "column 'note' is unknown or given twice",
    HEAD + "i,j,kind,weight,soft,i\n": "column 'i' is unknown or given twice",
    HEAD + COLUMNS + "0,1,must,1.0\n": "line 3 has 4 cells for 5 columns",
    HEAD + COLUMNS + "0,1,must,1,false\n0,4,must,1,false\n": "line 4: j is 4; rows of 4 samples",
    HEAD + COLUMNS + "-1,1,must,1,false\n": "line 3: i is '-1'",
    HEAD + COLUMNS + "0,1.0,must,1,false\n": "line 3: j is '1.0'",
    HEAD + COLUMNS + "²,1,must,1,false\n": "line 3: i is '²'",
    HEAD + COLUMNS + "2,2,must,1,false\n": "line 3 links row 2 to itself",
    HEAD + COLUMNS + "0,1,<b>,1,false\n": "line 3: kind '<b>' is unknown",
    HEAD + COLUMNS + "0,,name,,\n": "line 3: j is ''",
    HEAD + COLUMNS + "0,1,must,0,false\n": "line 3: weight 0.0 must be a finite number",
    HEAD + COLUMNS + "0,1,must,nan,false\n": "line 3: weight nan must be",
    HEAD + COLUMNS + "0,1,must,1_0,false\n": "line 3: weight '1_0' must be",
    HEAD + COLUMNS + "0,1,must,,false\n": "line 3: weight '' must be",
    HEAD + COLUMNS + "0,1,must,1,no\n": "line 3: soft is 'no'; it must be true or false",
    HEAD + COLUMNS[:-1] + ",name_i,name_j\n0,1,must,1,false,a,b\n": "names 2 of 4 rows, row 2 has",
    HEAD + COLUMNS[:-1] + ",name_i,name_j\n0,1,must,1,false,a,b\n1,2,must,1,false,c,d\n": (
        "line 4: row 1 is named 'c' here and 'b' before"
    ),
    HEAD + COLUMNS[:-1] + ",name_i,name_j\n4,,name,,,a,\n": "line 3: i is 4; rows are numbered",
    HEAD + COLUMNS[:-1] + ",name_i,name_j\n0,1,must,1,false,a,b\n2,3,must,1,false,a,d\n": (
        "known.csv: the row name 'a' names more than one row; .* in the file"
    ),
    HEAD + COLUMNS + "0," + "1" * 200_000 + "\n": "is no CSV",
}


@pytest.mark.parametrize(("text", "sentence"), BAD_CSV.items(), ids=range(len(BAD_CSV)))
def test_bad_csv_is_refused_by_line(tmp_path, text, sentence):
    path = tmp_path / "known.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=sentence) as caught:
        Constraints.from_csv(path)
    assert "known.csv" in str(caught.value)


GOOD = {
    "format": "jupyter_sscluster constraints",
    "version": 1,
    "n_samples": 4,
    "names": None,
    "statements": [{"i": 0, "j": 1, "kind": "must", "weight": 1, "soft": False}],
}


def changed(**keywords):
    return json.dumps({**GOOD, **keywords})


def stated(**keywords):
    return changed(statements=[{**GOOD["statements"][0], **keywords}])


BAD_JSON = {
    "": "is no JSON",
    '{"format": ': "is no JSON",
    "[" * 100_000: "is no JSON",
    "1" * 5000: "is no JSON",
    "[]": "is no constraints file",
    changed(format="other"): "is no constraints file",
    changed(version=3): "version 3 of the constraints format",
    changed(version=True): "has version True",
    changed(note=1): "has an unknown entry 'note'; keep format, version",
    json.dumps({k: v for k, v in GOOD.items() if k != "n_samples"}): "has no 'n_samples'",
    changed(n_samples=True): "n_samples=True must be",
    changed(n_samples="4"): "n_samples='4' must be",
    changed(names="abcd"): '"names" must be null or a list of 4 texts',
    changed(names=["a", "b", "c", 4]): '"names" must be null or a list of 4 texts',
    changed(names=["a", "b", "c"]): "3 names were given for 4 rows",
    changed(names=["a", "b", "a", "c"]): "known.json: the row name 'a' names more than one",
    changed(statements={}): '"statements" must be a list',
    changed(statements=[[0, 1, "must"]]): "statement 1 is .* it must be an object with i, j",
    changed(statements=[{"i": 0, "j": 1}]): "statement 1 has no 'kind'",
    stated(by="me"): "statement 1 has an unknown entry 'by'",
    stated(j=4): "statement 1: j is 4; rows of 4 samples",
    stated(j=-1): "statement 1: j is -1",
    stated(j=1.0): "statement 1: j is 1.0",
    stated(j="1"): "statement 1: j is '1'",
    stated(i=True): "statement 1: i is True",
    stated(j=0): "statement 1 links row 0 to itself",
    stated(kind="must-link"): "kind 'must-link' is unknown",
    stated(kind=None): "kind None is unknown",
    stated(weight=0): "weight 0 must be a finite number above 0",
    stated(weight=float("nan")): "weight nan must be",
    stated(weight=float("inf")): "weight inf must be",
    stated(weight=10**400): "must be a finite number above 0, at most",
    stated(weight=1.1e12): r"statement 1: weight 11.* must be .* at most 1e\+12",
    stated(weight="1"): "weight '1' must be",
    stated(weight=True): "weight True must be",
    stated(soft=0): "soft is 0; it must be true or false",
}


@pytest.mark.parametrize(("text", "sentence"), BAD_JSON.items(), ids=range(len(BAD_JSON)))
def test_bad_json_is_refused_by_place(tmp_path, text, sentence):
    path = tmp_path / "known.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=sentence):
        Constraints.from_json(path)


@pytest.mark.parametrize("suffix", FORMATS)
def test_bytes_that_are_no_text(tmp_path, suffix):
    path = tmp_path / f"known.{suffix}"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="is no UTF-8 text"):
        read(path)


def refused(call, kind, sentence):
    with pytest.raises(InputError, match=sentence) as caught:
        call()
    assert isinstance(caught.value, kind)
    kind_of = type(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    # as Dask brings an error back from a worker
    assert str(kind_of.__new__(kind_of, *caught.value.args)) == str(caught.value)


@pytest.mark.parametrize("suffix", FORMATS)
def test_places_that_cannot_be_read_or_written(tmp_path, suffix):
    write, fetch = (getattr(Constraints, name) for name in FORMATS[suffix])
    write = partial(write, Constraints(3, [(0, 1)]))
    absent, deep = tmp_path / f"absent.{suffix}", tmp_path / "none" / "known"
    refused(lambda: fetch(absent), FileNotFoundError, f"no file .*absent.{suffix}; check its name")
    refused(lambda: write(deep), FileNotFoundError, "the folder .*none does not exist; create it")
    for call in (fetch, write):
        refused(partial(call, tmp_path), IsADirectoryError, "is a folder; give the name of a file")
        refused(partial(call, None), TypeError, "path=None is no name of a file; give a text")
        refused(partial(call, b"a.csv"), TypeError, "path=b'a.csv' is no name of a file")
        refused(partial(call, ""), ValueError, "path='' is no name of a file")
        refused(partial(call, "a\0b"), ValueError, "is no name of a file")
    assert list(tmp_path.iterdir()) == []


def failing(number):
    def fail(*args, **keywords):
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize(
    ("owner", "name", "number", "kind"),
    [
        (os, "fsync", errno.ENOSPC, OSError),
        (Path, "replace", errno.EACCES, PermissionError),
        (os, "open", errno.EACCES, PermissionError),
        (Path, "open", errno.EROFS, OSError),
    ],
)
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path, suffix, monkeypatch, owner, name, number, kind
):
    path = tmp_path / f"known.{suffix}"
    save(Constraints(3, [(0, 1)]), path)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, failing(number))
        sentence = rf"could not be written \({os.strerror(number)}\), and is as it was; choose"
        refused(lambda: save(Constraints(3, [(0, 2)]), path), kind, sentence)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_file_that_may_not_be_read(tmp_path, suffix, monkeypatch):
    path = tmp_path / f"known.{suffix}"
    save(Constraints(3, [(0, 1)]), path)
    monkeypatch.setattr(Path, "read_bytes", failing(errno.EACCES))
    refused(lambda: read(path), PermissionError, "cannot be read .Permission denied.; give a file")


@pytest.mark.skipif(os.name != "posix", reason="links and modes of files as POSIX has them")
@pytest.mark.parametrize("suffix", FORMATS)
def test_a_file_that_is_replaced_keeps_its_links_and_its_mode(tmp_path, suffix):
    path, link = tmp_path / f"known.{suffix}", tmp_path / f"link.{suffix}"
    save(Constraints(3, [(0, 1)]), path)
    path.chmod(0o640)
    link.symlink_to(path)
    save(Constraints(3, [(0, 2)]), link)
    assert link.is_symlink()
    assert read(path) == Constraints(3, [(0, 2)])
    assert path.stat().st_mode & 0o777 == 0o640
    getattr(Constraints(3), FORMATS[suffix][0])(os.devnull)
    assert Path(os.devnull).is_char_device()


def test_a_file_that_contradicts_itself(tmp_path):
    path = tmp_path / "known.csv"
    lines = "2,0,cannot,1,false\n\n0,2,must,1,true\n0,1,must,1,false\n1,2,must,1,false\n"
    path.write_text(HEAD + COLUMNS + lines, encoding="utf-8")
    sentence = (
        r"known\.csv, line 3: cannot-link \(0, 2\) contradicts the must-links 0 – 1 – 2 "
        r"\(line 6, line 7\); delete one of these from the file, or set its soft to true"
    )
    refused(lambda: Constraints.from_csv(path), ConflictError, sentence)
    with pytest.raises(ConflictError) as caught:
        Constraints.from_csv(path)
    assert caught.value.pair == (0, 2, "cannot")
    assert caught.value.witness == [(0, 1, "must"), (1, 2, "must")]
    path.write_text(path.read_text(encoding="utf-8").replace("1,false", "1,true", 1))
    assert len(Constraints.from_csv(path)) == 4


def test_a_json_file_that_contradicts_itself_by_the_names_of_its_rows(tmp_path):
    path = tmp_path / "known.json"
    statements = [{**GOOD["statements"][0], "kind": kind} for kind in ("must", "cannot")]
    path.write_text(changed(statements=statements, names=list("abcd")), encoding="utf-8")
    sentence = r"json, statement 2: cannot-link \(b, a\) contra.* must-link b – a \(statement 1\)"
    with pytest.raises(ConflictError, match=sentence):
        Constraints.from_json(path, names=["d", "b", "a", "c"])


@pytest.mark.thorough
def test_a_hundred_thousand_statements(tmp_path):
    n = 100_001
    chain = np.stack([np.arange(n - 1), np.arange(1, n)], axis=1)
    value = Constraints(n, chain, must_weights=np.random.default_rng(0).random(n - 1) + 0.1)
    for suffix in FORMATS:
        path = tmp_path / f"known.{suffix}"
        save(value, path)
        assert read(path) == value
