"""Files of constraints: exact round trips, whatever the names hold, and refusals by line."""

import json

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
    weights = st.floats(min_value=0, exclude_min=True, allow_infinity=False)
    value = Constraints(n, names=names)
    point = st.integers(0, n - 1)
    for _ in range(draw(st.integers(0, 8 if n > 1 else 0))):
        i, j = draw(st.tuples(point, point).filter(lambda p: p[0] != p[1]))
        kind, soft = draw(st.sampled_from(["must", "cannot"])), draw(st.booleans())
        soft = soft or value.witness(i, j, kind) is not None
        value = value.add(i, j, kind, draw(weights), soft=soft)
    return value


@pytest.mark.parametrize("suffix", FORMATS)
def test_round_trip_is_exact(tmp_path_factory, suffix):
    path = tmp_path_factory.mktemp("files") / f"known.{suffix}"

    @settings(max_examples=150, deadline=None)
    @given(values())
    def check(value):
        save(value, path)
        back = read(path)
        assert back == value
        assert tables(back) == tables(value)
        assert back.names == value.names
        first = path.read_bytes()
        save(back, path)
        assert path.read_bytes() == first

    check()


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
    with pytest.raises(InputError, match="'a' stands more than once"):
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
    HEAD.replace(",1,", ",2,"): "version 2 of the constraints format; this program reads version 1",
    HEAD.replace(",1,", ",one,"): "has version 'one'",
    HEAD.replace("4", "0"): "n_samples=0 must be",
    HEAD.replace("4", "many"): "n_samples='many' must be",
    HEAD.replace("4", "9" * 18): "must be an integer from 1 to 1000000000",
    HEAD: "has no column 'i'",
    HEAD + "i,j,kind,weight\n": "has no column 'soft'; its second line must name",
    HEAD + "i,j,kind,weight,soft,name_i\n": "has no column 'name_j'",
    HEAD + "i,j,kind,weight,soft,note\n": "column 'note' is unknown or stands twice",
    HEAD + "i,j,kind,weight,soft,i\n": "column 'i' is unknown or stands twice",
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
        "the row name 'a' stands more than once"
    ),
    HEAD + COLUMNS + "0," + "1" * 200_000 + "\n": "is no CSV",
}


@pytest.mark.parametrize(("text", "sentence"), BAD_CSV.items(), ids=range(len(BAD_CSV)))
def test_bad_csv_is_refused_by_line(tmp_path, text, sentence):
    path = tmp_path / "known.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=sentence) as caught:
        Constraints.from_csv(path)
    assert "known.csv" in str(caught.value) or "row name" in str(caught.value)


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
    changed(version=2): "version 2 of the constraints format",
    changed(version=True): "has version True",
    changed(note=1): "has an unknown entry 'note'; keep format, version",
    json.dumps({k: v for k, v in GOOD.items() if k != "n_samples"}): "has no 'n_samples'",
    changed(n_samples=True): "n_samples=True must be",
    changed(n_samples="4"): "n_samples='4' must be",
    changed(names="abcd"): '"names" must be null or a list of 4 texts',
    changed(names=["a", "b", "c", 4]): '"names" must be null or a list of 4 texts',
    changed(names=["a", "b", "c"]): "3 names were given for 4 rows",
    changed(names=["a", "b", "a", "c"]): "'a' stands more than once",
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
    stated(weight=10**400): "is too large",
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
    with pytest.raises(FileNotFoundError):
        read(tmp_path / f"absent.{suffix}")


def test_a_file_that_contradicts_itself(tmp_path):
    path = tmp_path / "known.csv"
    lines = "0,1,must,1,false\n1,2,must,1,false\n0,2,cannot,1,false\n"
    path.write_text(HEAD + COLUMNS + lines, encoding="utf-8")
    with pytest.raises(ConflictError, match="must-links 0 – 1 – 2"):
        Constraints.from_csv(path)


def test_a_hundred_thousand_statements(tmp_path):
    n = 100_001
    chain = np.stack([np.arange(n - 1), np.arange(1, n)], axis=1)
    value = Constraints(n, chain, must_weights=np.random.default_rng(0).random(n - 1) + 0.1)
    for suffix in FORMATS:
        path = tmp_path / f"known.{suffix}"
        save(value, path)
        assert read(path) == value
