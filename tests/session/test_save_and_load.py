"""Sessions saved to a file and loaded from it."""

import pytest
from journaled import X, busy, make
from session_parts import picture

from jupyter_sscluster import Session
from jupyter_sscluster.session import JournalError


def test_save_and_load(path, tmp_path):
    for session in (busy(None), busy(path)):
        session.save(tmp_path / "kept.json")
        copy = Session.load(tmp_path / "kept.json", X)
        assert picture(copy) == picture(session)
        assert copy.path is None
        copy.answer(20, 21, "must")
        copy.save(tmp_path / "more.json")
        assert len(Session.load(tmp_path / "more.json", X).answers) == len(session.answers) + 1


def test_a_saved_file_serves_as_journal(path):
    session = make()
    session.answer(0, 1, "must")
    session.save(path)
    again = make(path)
    again.answer(2, 3, "must")
    again.save(path)
    again.close()
    assert len(make(path).answers) == 2


def test_what_cannot_be_saved_or_loaded(tmp_path):
    session = make()
    with pytest.raises(JournalError, match="is a folder"):
        session.save(tmp_path)
    with pytest.raises(JournalError, match="does not exist"):
        session.save(tmp_path / "no" / "where")
    with pytest.raises(JournalError, match="no session in"):
        Session.load(tmp_path / "nothing", X)
    session.save(tmp_path / "kept")
    with pytest.raises(JournalError, match="other data"):
        Session.load(tmp_path / "kept", X[:, :1])
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]
