"""Sessions with a journal, pictures of all their states, and processes killed while they write."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from session_parts import blobs, picture

from jupyter_sscluster import Session
from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.session import JournalError

X = blobs(30)


def make(path=None, **settings):
    return Session(
        X, **{"clusterer": KMeans(3, n_init=1), "strategy": "random", **settings}, path=path
    )


def busy(path):
    """A session in which a bit of everything has happened."""
    session = make(path)
    session.answer(0, 1, "must", weight=0.1)
    session.answer(2, 5, "unknown")
    session.set_n_clusters(4)
    session.answer_many([(3, 4), (6, 7)], "cannot")
    session.set_clusterer("pckmeans", n_init=1)
    session.set_strategy("explore consolidate")
    session.answer(0, 1, "cannot", soft=True)
    session.replace(1, 8, 9, "must")
    session.remove(4)
    session.fit(fresh=True)
    session.undo()
    session.undo()
    session.redo()
    return session


def steps(session):
    """Pictures of every state that undo and redo lead to, starting with the present one."""
    pictures = [picture(session)]
    while session.undo() is not None:
        pictures.append(picture(session))
    while session.redo() is not None:
        pictures.append(picture(session))
    return pictures


def refused(path, words, **settings):
    data = path.read_bytes() if path.is_file() else None
    with pytest.raises(JournalError, match=words) as caught:
        make(path, **settings)
    if data is not None:
        assert path.read_bytes() == data
    assert str(path.name) in str(caught.value) or str(path.parent) in str(caught.value)


SCRIPT = """
import json, os, signal, sys, time
import numpy as np
sys.path.insert(0, {support!r})
from session_parts import blobs
from jupyter_sscluster import Session
{program}

rng, lost, n_told = np.random.default_rng(0), 0, 0
for seed in range({n}):
    path = os.path.join({folder!r}, str(seed))
    back, out = os.pipe()
    child = os.fork()
    if child == 0:
        for told in work(path, seed):
            os.write(out, (json.dumps([told, os.path.getsize(path)]) + "\\n").encode())
        os._exit(1)
    os.close(out)
    with os.fdopen(back, "rb") as heard:
        first = heard.readline()
        time.sleep(float(rng.uniform(0.0, {most})))
        os.kill(child, signal.SIGKILL)
        lines = (first + heard.read()).split(b"\\n")[:-1]
    os.waitpid(child, 0)
    told, size = json.loads(lines[-1])
    n_told += len(lines)
    whole = open(path, "rb").read()
    opened_as_it_is(path, whole)
    with open(path, "wb") as file:
        file.write(whole[:size])  # what the last step told was written
    lost += json.loads(json.dumps(found(path, told))) != told
print(json.dumps([lost, n_told]))
"""


def killed(program: str, folder: Path, n: int, *, most: float = 0.15) -> tuple[int, int]:
    """Kill so many processes of a program; how many lost something, and the steps told in all.

    The program has `work(path, seed)`, which yields what is in force after each step;
    `opened_as_it_is(path, data)`, which opens the file whatever its end looks like; and
    `found(path, told)`, what is in force in the file up to the last step told.
    """
    support = str(Path(__file__).parent)
    code = SCRIPT.format(support=support, program=program, folder=str(folder), n=n, most=most)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lost, n_told = json.loads(done.stdout)
    return lost, n_told
