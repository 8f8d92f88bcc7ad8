"""`make fuzz`: the property tests on new examples, many more of them, until the time is over.

A round is a run of pytest with `fuzzing.py` as its plugin; every round has more examples of each
test than the one before. What is found does not end it, and is printed at the end with its example.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from fuzzing import ROUND  # noqa: E402
from repeatable import PROFILE  # noqa: E402

MOST = 64
"""How many times the examples that a test asks for are run at most, before its next turn."""
WITHOUT_END = 900
"""Seconds after the time is over when processes that still run are given up."""


def play(folder, number, factor, until, jobs, paths):
    """One round: the lines of its reports."""
    results, said = folder / f"{number}.jsonl", folder / f"{number}.log"
    wanted = {"factor": factor, "until": until, "results": str(results), "order": number}
    with said.open("w") as log, _begun(wanted, jobs, paths, log) as running:
        try:
            code = running.wait(timeout=max(until - time.time(), 0) + WITHOUT_END)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)  # workers included
            print(f"round {number} did not end; what it found until then counts")
            code = 0
        except KeyboardInterrupt:
            os.killpg(running.pid, signal.SIGKILL)
            raise
    if code not in (0, 1):
        print(f"{said.read_text()[-3000:]}\nRound {number} could not be run (pytest said {code}).")
        return None
    if not results.exists():  # the time was over before the first test began
        return []
    return [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]


def _begun(wanted, jobs, paths, log):
    """The process of a round, in a group of its own with its workers."""
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider"),
            *("-n", str(jobs), "--dist", "worksteal", "--ignore=tests/browser", *paths),
        ],
        cwd=ROOT,
        env=os.environ | {PROFILE: "fuzz", ROUND: json.dumps(wanted), "OMP_NUM_THREADS": "1"},
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def search(minutes, jobs, paths):
    """Rounds until the time is over: all their reports."""
    until, factor, number, reports = time.time() + 60 * minutes, 1, 0, []
    with tempfile.TemporaryDirectory() as folder:
        while time.time() < until:
            number += 1
            try:
                new = play(Path(folder), number, factor, until, jobs, paths)
            except KeyboardInterrupt:
                return reports, True
            if new is None:
                return reports, False
            found = len({line["test"] for line in new if line["found"]})
            examples = sum(line["examples"] for line in new)
            print(f"round {number}, {factor} × the examples: {examples} run, {found} tests failed")
            sys.stdout.flush()
            reports, factor = reports + new, min(4 * factor, MOST)
    return reports, True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("paths", nargs="*", default=["tests"])
    asked = parser.parse_args()
    reports, whole = search(asked.minutes, asked.jobs, asked.paths)
    found = {}
    for line in reports:
        if line["found"]:
            found.setdefault(line["test"], []).append(line["found"])
    for test, texts in found.items():
        print(f"\n{'=' * 20} {test}, in {len(texts)} of the rounds; the first time:\n{texts[0]}")
    examples = sum(line["examples"] for line in reports)
    tests = len({line["test"] for line in reports})
    print(f"\n{examples} examples of {tests} property tests; {len(found)} tests failed.")
    return int(bool(found) or not whole)


if __name__ == "__main__":
    sys.exit(main())
