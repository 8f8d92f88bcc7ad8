"""Processes killed while they work: what their last acknowledged step told is in the file."""

import json
import subprocess
import sys
from pathlib import Path

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
