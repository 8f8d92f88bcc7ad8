"""Files that are no journal of these data: refused with the place named, and left alone."""

import errno
import json
import os

import pytest
from hypothesis import given, settings, strategies as st
from journaled import X, busy, make, refused
from session_parts import Broken

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.session import JournalError


def test_a_zero_with_a_sign_is_the_same_zero(path):
    zeros = X.copy()
    zeros[3] = 0.0
    Session(zeros, n_clusters=2, path=path).close()
    zeros[3] = -0.0
    Session(zeros, n_clusters=2, path=path).close()


def test_other_data_are_refused(path):
    make(path).close()
    data = path.read_bytes()
    for other, words in [
        (X[:14], "other data: 14 of its 30 rows are in X"),
        (X + 1e-12, "other data: 0 of"),
    ]:
        with pytest.raises(JournalError, match=words):
            Session(other, KMeans(3), path=path)
    assert path.read_bytes() == data


def test_a_refused_opening_leaves_the_open_session_alone(path):
    session = make(path)
    with pytest.raises(JournalError):
        Session(X + 1, KMeans(3), path=path)
    with pytest.raises(InputError):
        make(path, n_clusters=0)
    assert session.answer(0, 1, "must").number == 1


@pytest.mark.parametrize(
    "text",
    [b"a,b\n1,2\n", b"hello", b"\x89PNG\r\n\x1a\n", b"[1]\n", b'{"journal": "other"}\n', b"\xff\n"],
)
def test_a_foreign_file_is_left_as_it_is(path, text):
    path.write_bytes(text)
    refused(path, "is not a session journal")


def test_another_version_is_refused(path):
    make(path).close()
    path.write_bytes(path.read_bytes().replace(b'"version":1', b'"version":3', 1))
    refused(path, "version 3.*reads versions 1 and 2")


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"nonsense",
        b"",
        b"[]",
        b'{"do":"redo"}',
        b'{"do":"change","add":[[9,0,0,"must",1.0,false,0,"user"]],"remove":[],"cause":""}',
        b'{"do":"change","add":[[9,0,99,"unknown",1.0,false,0,"user"]],"remove":[],"cause":""}',
        b'{"do":"change","add":[[9,0,5,"perhaps",1.0,false,0,"user"]],"remove":[],"cause":""}',
        b'{"do":"change","add":[],"remove":[77],"cause":""}',
        b'{"do":"set","cause":"","n_clusters":-3,"random_state":null}',
        b'{"do":"set","cause":"","n_clusters":null,"random_state":null,"clusterer":{"name":"x","params":{}}}',
        b'{"do":"fit","fit":1,"base":7,"rows":"","labels":""}',
        b'{"do":"fit","fit":1,"base":null,"rows":"!!","labels":""}',
        b'{"do":"score","fit":99,"score":1}',
        b'{"do":"given","given":3}',
    ],
)
def test_a_damaged_line_is_named(path, line):
    session = make(path)
    session.answer(0, 1, "must")
    session.close()
    lines = path.read_bytes().split(b"\n")
    lines.insert(3, line)
    path.write_bytes(b"\n".join(lines))
    refused(path, "line 4 of the journal .* is damaged")


def test_a_damaged_header_is_named(path):
    make(path).close()
    head, rest = path.read_bytes().split(b"\n", 1)
    entry = json.loads(head)
    for key in ("data", "settings", "answers", "given"):
        less = {name: value for name, value in entry.items() if name != key}
        path.write_bytes(json.dumps(less).encode() + b"\n" + rest)
        refused(path, "line 1 of the journal .* is damaged")


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_a_changed_byte_is_refused_or_understood(tmp_path_factory, data):
    folder = tmp_path_factory.getbasetemp() / "bytes"
    if not folder.exists():
        folder.mkdir()
        busy(folder / "whole").close()
    whole = bytearray((folder / "whole").read_bytes())
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] = data.draw(st.integers(0, 255))
    path = folder / "changed"
    path.write_bytes(whole)
    try:
        session = make(path)
    except InputError:
        assert path.read_bytes() == whole
    else:
        assert len(session.labels) == 30
        session.close()


def test_places_where_no_journal_can_be(path, tmp_path):
    refused(tmp_path, "is a folder")
    refused(tmp_path / "no" / "such", "folder .* does not exist")
    with pytest.raises(InputError, match="path=''"):
        make("")


def test_a_file_that_may_not_be_written(path, monkeypatch):
    make(path).close()
    real = os.open

    def read_only(path, flags, *mode):
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, *mode)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", read_only)
        refused(path, "Permission denied")
        refused(path.with_name("new"), "Permission denied")
    assert not path.with_name("new").exists()


def test_bad_arguments_leave_no_file(path):
    for bad in ({"n_clusters": 0}, {"clusterer": "none"}, {"clusterer": Broken(always=True)}):
        with pytest.raises((InputError, RuntimeError)):
            make(path, **bad)
        assert not path.exists()
