"""A journal whose process was killed or whose disk was full: nothing acknowledged is lost."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from journaled import make
from session_parts import picture

from jupyter_sscluster import ConflictError
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session import JournalError

SUPPORT = str(Path(__file__).parents[1] / "support")


def test_a_torn_last_line_is_left_out_at_every_byte(path):
    session = make(path)
    session.answer(0, 1, "must")
    before, start = picture(session), path.stat().st_size
    session.answer(2, 3, "unknown")
    after = picture(session)
    session.close()
    whole = path.read_bytes()
    for length in range(start, len(whole) + 1):
        path.write_bytes(whole[:length])
        again = make(path)
        assert picture(again) == (after if length == len(whole) else before)
        assert len(again.notes) == (start < length < len(whole))
        assert path.read_bytes() == whole[:length]
        again.close()


def test_a_torn_line_is_cut_off_by_the_next_answer(path):
    session = make(path)
    session.close()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"do":"change","add":[[1,0,' + b"1" * 5000)
    session = make(path)
    assert "cut off" in session.notes[0]
    session.answer(5, 6, "must")
    before = picture(session)
    session.close()
    assert path.read_bytes().startswith(whole + b'{"do":"change","add":[[1,5,6')
    assert path.read_bytes().endswith(b"}\n")
    again = make(path)
    assert picture(again) == before
    assert again.notes == ()


@pytest.mark.parametrize("length", [0, 1, 20, 40, 200])
def test_a_torn_header_is_a_new_journal(path, length):
    make(path).close()
    path.write_bytes(path.read_bytes()[:length])
    session = make(path)
    session.answer(0, 1, "must")
    session.close()
    assert len(make(path).answers) == 1


CHILD = """
import sys
import numpy as np
sys.path.insert(0, {tests!r})
from session_parts import blobs
from jupyter_sscluster import Session
from jupyter_sscluster.cluster import KMeans
session = Session(blobs(30), KMeans(3, n_init=1), "random", path={path!r}, background={background})
print("ready", flush=True)
rng = np.random.default_rng({seed})
while True:
    i, j = rng.choice(30, 2, replace=False).tolist()
    if rng.random() < 0.2 and session.history.can_undo:
        session.undo()
        print("undo", flush=True)
    else:
        print(session.answer(i, j, "unknown" if rng.random() < 0.5 else "must").number, flush=True)
"""


@pytest.mark.parametrize("background", [False, True])
def test_nothing_acknowledged_is_lost_by_kill_9(path, background):
    acknowledged, seed = [], 0
    for seed, delay in enumerate((3, 40)):
        code = CHILD.format(tests=SUPPORT, path=str(path), background=background, seed=seed)
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert child.stdout.readline() == "ready\n"
        acknowledged += [child.stdout.readline().strip() for _ in range(delay)]
        child.kill()
        acknowledged += child.stdout.read().split()
        child.wait()
    session = make(path)
    replayed = []
    for line in path.read_bytes().splitlines()[1:]:
        entry = json.loads(line) if line.endswith(b"}") else {}
        if entry.get("do") in ("change", "undo"):
            replayed.append(str(entry["add"][0][0]) if entry["do"] == "change" else "undo")
    assert is_subsequence(acknowledged, replayed)
    assert len(replayed) - len(acknowledged) <= 3
    in_force = []
    for step in replayed:
        in_force = in_force[:-1] if step == "undo" else [*in_force, int(step)]
    assert [answer.number for answer in session.answers] == in_force


def is_subsequence(short, long):
    rest = iter(long)
    return all(step in rest for step in short)


def test_a_conflict_leaves_the_journal_as_it_is(path):
    session = make(path)
    session.answer_many([(0, 1), (1, 2)], "must")
    before = path.read_bytes()
    with pytest.raises(ConflictError):
        session.answer(0, 2, "cannot")
    with pytest.raises(InputError):
        session.set_n_clusters(0)
    session.answer_many([], "must")
    assert path.read_bytes() == before


@pytest.mark.parametrize("broken", ["fsync", "write"])
def test_a_full_disk_records_nothing(path, monkeypatch, broken):
    session = make(path)
    session.answer(0, 1, "must")
    before, data = picture(session), path.read_bytes()

    def fail(*arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, broken, fail)
        with pytest.raises(JournalError, match="No space left.*nothing was recorded"):
            session.answer(2, 3, "must")
        assert picture(session) == before
    assert path.read_bytes() == data
    session.answer(4, 5, "must")
    session.close()
    assert [answer.pair for answer in make(path).answers] == [(0, 1), (4, 5)]


def test_labels_that_could_not_be_written_are_still_shown(path, monkeypatch):
    session = make(path)
    real = os.write
    calls = []

    def second_fails(*arguments):
        calls.append(1)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", second_fails)
        session.answer(2, 3, "must")
    assert len(session.history.fits) == 2
    assert "No space left" in session.notes[0]
    session.set_n_clusters(4)
    before = session.labels.tobytes()
    session.close()
    assert make(path, n_clusters=3).labels.tobytes() == before
