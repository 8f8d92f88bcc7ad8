"""A journal that is removed, replaced or changed by something else, and what no journal can be."""

import os
import shutil

import pytest
from journaled import X, make
from session_parts import picture

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import RecordedOracle
from jupyter_sscluster.session import JournalError, engine_of


def removed(path):
    path.unlink()


def renamed(path):
    path.rename(path.with_name("elsewhere"))


def replaced(path):
    beside = path.with_name("beside")
    beside.write_bytes(b"another file\n" * 200)
    os.replace(beside, path)


def copied_back(path):
    beside = path.with_name("beside")
    shutil.copy(path, beside)
    os.replace(beside, path)


def emptied(path):
    path.write_bytes(b"")


def longer(path):
    with path.open("ab") as file:
        file.write(b"something else\n")


HAPPENS = {
    removed: "was removed",
    renamed: "was removed",
    replaced: "was replaced",
    copied_back: "was replaced",
    emptied: "was changed",
    longer: "was changed",
}


@pytest.fixture(params=HAPPENS.items(), ids=lambda each: each[0].__name__)
def happens(request):
    return request.param


def session_at(path):
    session = make(path)
    session.answer(0, 1, "must")
    return session


def contents(path):
    return path.read_bytes() if path.exists() else None


def test_it_is_noticed_at_the_next_answer(path, happens):
    what, words = happens
    session = session_at(path)
    what(path)
    before, found = picture(session), contents(path)
    for act in (
        lambda: session.answer(2, 3, "must"),
        session.undo,
        lambda: session.set_n_clusters(4),
    ):
        with pytest.raises(JournalError, match=rf"{words}.*nothing was recorded.*session\.save\("):
            act()
    assert picture(session) == before
    assert contents(path) == found


def test_it_is_written_anew_where_that_is_asked(path, happens):
    what, _ = happens
    session = session_at(path)
    what(path)
    session.save(path)
    session.answer(2, 3, "must")
    before = picture(session)
    session.close()
    assert picture(make(path)) == before


def test_another_file_gets_what_the_session_holds(path, happens, tmp_path):
    what, _ = happens
    session = session_at(path)
    what(path)
    found = contents(path)
    session.save(tmp_path / "kept")
    assert picture(Session.load(tmp_path / "kept", X)) == picture(session)
    assert contents(path) == found


def test_what_is_written_anew_is_locked(path):
    session = session_at(path)
    path.unlink()
    session.save(path)
    assert path.stat().st_ino == os.fstat(engine_of(session).journal._descriptor).st_ino
    descriptor = os.open(path, os.O_RDWR)
    locking = pytest.importorskip("fcntl")
    with pytest.raises(BlockingIOError):
        locking.flock(descriptor, locking.LOCK_EX | locking.LOCK_NB)
    os.close(descriptor)


def test_a_session_that_has_ended_writes_over_nobody(path):
    session = session_at(path)
    session.close()
    session.save(path)
    newer = make(path)
    newer.answer(2, 3, "must")
    newer.close()
    written = path.read_bytes()
    session.save(path)
    assert path.read_bytes() == written
    path.write_bytes(b"another file\n")
    with pytest.raises(JournalError, match="another file"):
        session.save(path)
    assert path.read_bytes() == b"another file\n"


def test_another_working_folder_is_no_other_journal(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = session_at("answers.jsonl")
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    session.answer(2, 3, "must")
    assert session.path == "answers.jsonl"
    session.close()
    assert len(make(tmp_path / "answers.jsonl").answers) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_devices_and_pipes_are_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", "/dev/zero", "/dev/full", "/dev/null"):
        for act in (make, lambda path: Session.load(path, X), make().save, RecordedOracle):
            with pytest.raises(InputError, match="is a device or a pipe"):
                act(place)


@pytest.mark.parametrize(
    "name",
    ["a\0b", "a\ud800b", "x" * 100_000, "", b"name", 3, None],
    ids=lambda name: repr(name)[:9],
)
def test_what_is_no_name_of_a_file(tmp_path, name, monkeypatch):
    monkeypatch.chdir(tmp_path)
    acts = [make, lambda path: Session.load(path, X), make().save, RecordedOracle]
    for act in acts if name is not None else acts[1:]:
        with pytest.raises(InputError) as caught:
            act(name)
        assert len(str(caught.value)) < 300
    assert [*tmp_path.iterdir()] == []
