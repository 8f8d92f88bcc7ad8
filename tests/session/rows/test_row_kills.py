"""Processes killed while rows are added, left out and put back: nothing acknowledged is lost."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SUPPORT = str(Path(__file__).parents[2] / "support")

KILLS = """
import json, os, signal, sys, time
import numpy as np
sys.path.insert(0, {support!r})
from session_parts import blobs
from jupyter_sscluster import Session
from jupyter_sscluster.journal.row_state import LATER
X = blobs(400)

def opened(path, n):
    return Session(X[:n], "kmeans", "random", n_clusters=2, path=path)

def work(path, seed, out):
    rng, n, session = np.random.default_rng(seed), 12, opened(path, 12)
    while True:
        out_of_force = sorted(session.rows.excluded)
        what = rng.integers(7)
        again = [row for row in out_of_force if session.rows.excluded[row] == LATER]
        if what == 0 and n < 390:
            session.rows.extend(X[n : n + 3])
            n += 3
        elif what == 1 and out_of_force:
            session.rows.include(out_of_force[:1])
        elif what == 2 and len(session.rows.tray):
            session.rows.tray.accept(session.rows.tray.rows[:1])
        elif what == 3 and session.undo() is not None:
            pass
        elif what == 4 and again:  # rows of an undone addition, which have their numbers again
            assert session.rows.extend(X[again]).tolist() == again
        elif what == 5 and len(session.rows.tray) and session.n_clusters < 5:
            session.rows.tray.new_cluster(session.rows.tray.rows[:1])
        elif len(session.rows) > 6:
            session.rows.exclude([int(rng.integers(n))], "why")
        told = [session.history.step, sorted(session.rows.excluded), n, os.path.getsize(path)]
        os.write(out, (json.dumps(told) + "\\n").encode())

rng, lost, n_told = np.random.default_rng(0), 0, 0
for seed in range({n}):
    path = os.path.join({folder!r}, str(seed))
    back, out = os.pipe()
    child = os.fork()
    if child == 0:
        work(path, seed, out)
    os.close(out)
    with os.fdopen(back, "rb") as heard:
        first = heard.readline()
        time.sleep(float(rng.uniform(0.0, 0.15)))
        os.kill(child, signal.SIGKILL)
        told = [json.loads(line) for line in (first + heard.read()).split(b"\\n")[:-1]]
    os.waitpid(child, 0)
    step, excluded, n, size = told[-1]
    n_told += len(told)
    data = open(path, "rb").read()
    lines = map(json.loads, data.split(b"\\n")[:-1])
    known = sum(entry["data"]["shape"][0] for entry in lines if "data" in entry)
    opened(path, known).close()  # whatever the end looks like
    with open(path, "wb") as file:
        file.write(data[:size])  # what the last step told was written
    session = opened(path, n)
    lost += [session.history.step, sorted(session.rows.excluded)] != [step, excluded]
    session.close()
print(json.dumps([lost, n_told]))
"""


@pytest.mark.parametrize("n", [6, pytest.param(150, marks=pytest.mark.thorough)])
def test_no_acknowledged_step_is_lost_by_kill_9(tmp_path, n):
    code = KILLS.format(support=SUPPORT, folder=str(tmp_path), n=n)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lost, n_told = json.loads(done.stdout)
    assert lost == 0 and n_told >= n
