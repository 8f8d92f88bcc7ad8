"""One session writes a journal at a time, in this process or another."""

import gc
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from journaled import X, make, refused

from jupyter_sscluster import Session
from jupyter_sscluster.session import JournalError, engine_of

SUPPORT = str(Path(__file__).parents[1] / "support")


def test_the_newer_session_of_a_process_takes_over(path):
    older = make(path, background=True)
    older.answer(0, 1, "must")
    newer = make(path)
    assert [answer.pair for answer in newer.answers] == [(0, 1)]
    with pytest.raises(JournalError, match="newer session"):
        older.answer(2, 3, "must")
    with pytest.raises(JournalError, match="newer session"):
        older.undo()
    assert len(older.answers) == 1
    newer.answer(4, 5, "must")
    newer.close()
    with pytest.raises(JournalError, match="was closed"):
        newer.answer(6, 7, "must")
    assert [answer.pair for answer in make(path).answers] == [(0, 1), (4, 5)]


def test_running_the_cell_again_and_again(path):
    for n in range(4):
        session = make(path, background=True)
        assert len(session.answers) == n
        session.answer(2 * n, 2 * n + 1, "must")


def test_a_session_forgotten_lets_go_of_the_file(path):
    make(path).answer(0, 1, "must")
    gc.collect()
    code = f"""
    import sys
    sys.path.insert(0, {SUPPORT!r})
    from journaled import make
    make({str(path)!r}).answer(2, 3, "must")
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)
    assert len(make(path).answers) == 2


def test_another_process_that_writes_it_is_not_disturbed(path):
    code = f"""
    import sys
    sys.path.insert(0, {SUPPORT!r})
    from journaled import make
    session = make({str(path)!r})
    print("ready", flush=True)
    sys.stdin.read()
    session.answer(0, 1, "must")
    """
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout.readline() == "ready\n"
    refused(path, "in use by another running kernel")
    assert Session.load(path, X).answers == ()
    child.communicate()
    assert child.returncode == 0
    assert len(make(path).answers) == 1


def test_who_listens_hears_that_the_session_has_ended_and_why(path):
    older = make(path)
    heard = []
    older.subscribe(heard.append)
    assert engine_of(older).journal.closed is None
    newer = make(path)
    assert [event.kind for event in heard] == ["closed"]
    assert heard[0].detail == engine_of(older).journal.closed
    assert "newer session" in engine_of(older).journal.closed
    older.close()
    assert len(heard) == 1
    newer.close()
    assert "was closed" in engine_of(newer).journal.closed
