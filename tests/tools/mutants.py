"""Would the tests notice a small fault? A sample of faults, each put in and tested for.

    python tests/tools/mutants.py                          # 20 faults in each room
    python tests/tools/mutants.py --number 40 --seed 3 --rooms active,session

A room's tests are run once, to see which of them call which function; a fault is then looked for
by those that call the function it is in, the quickest first, until one fails. Work is done in
copies of the checkout: nothing in it is touched. A fault that no test notices is printed, and the
result is 1 where less than 85 % of a room's are noticed. A fault that takes too long counts as
noticed.
"""

import argparse
import json
import multiprocessing
import os
import queue
import random
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest
from called_by_tests import CalledByTests, FirstExample
from mutations import Mutant, applied, sites

try:
    import resource
except ImportError:  # not on Windows, where the clock on the wall alone ends a run
    resource = None

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "jupyter_sscluster"
COPIED = (PACKAGE, "tests", "pyproject.toml")
NO_TESTS = pytest.ExitCode.NO_TESTS_COLLECTED
LEAST = 0.85
SECONDS = 30.0
"""The tests of a fault need the processor so long at most, the longest being left out."""
LONGEST = 900.0
"""Seconds on the wall after which something waits for ever."""
LOADED = ["pytest", "hypothesis", "pandas", "scipy.stats", "sklearn.cluster", "sklearn.ensemble"]
"""What every run imports, and what takes longer than most tests: imported once."""


class Room(NamedTuple):
    """Folders whose files are changed, and the tests that are about them."""

    folders: tuple[str, ...]
    tests: tuple[str, ...]


HOT = tuple(f"cluster/_parts/{name}" for name in ("lloyd", "soft", "hard", "metric"))
ROOMS = {
    "constraints": Room(("constraints",), ("tests/constraints", f"{PACKAGE}/constraints")),
    "session": Room(("session",), ("tests/session", f"{PACKAGE}/session")),
    "active": Room(
        ("active",), ("tests/active", "tests/promises/test_strategies.py", f"{PACKAGE}/active")
    ),
    "cluster": Room(
        HOT, ("tests/cluster", "tests/promises/test_clusterers.py", f"{PACKAGE}/cluster")
    ),
}

Calls = dict[str, tuple[float, list[list[object]]]]


class Fault(NamedTuple):
    """A change of one file of the package; `text` is the line as it was."""

    path: str
    mutant: Mutant
    text: str

    def __str__(self) -> str:
        change = f"{self.mutant.before}  →  {self.mutant.after}"
        return f"{self.path}:{self.mutant.line}  {change}  in  {self.text}"


def sample(folder: Path, room: Room, number: int, seed: int) -> list[Fault]:
    """So many places of a room in a copy, each with one of its changes."""
    every = []
    for part in room.folders:
        for path in sorted((folder / PACKAGE / part).rglob("*.py")):
            name, source = path.relative_to(folder).as_posix(), path.read_text("utf-8")
            lines = [line.strip() for line in source.splitlines()]
            every += [[Fault(name, m, lines[m.line - 1]) for m in site] for site in sites(source)]
    draw = random.Random(seed)
    return [draw.choice(site) for site in draw.sample(every, min(number, len(every)))]


def copied(folder: Path) -> Path:
    """A copy of what is tested."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    return folder


# ------------------------------------------------------------------ runs of pytest


def pytest_run(folder: Path, tests: list[str], seconds: float | None = None) -> tuple[int, str]:
    """A run of some tests in a copy until the first that fails: the result, and what it said.

    `seconds` of the processor end it; without them, it notes which functions the tests call.
    """
    context = multiprocessing.get_context("forkserver" if resource else "spawn")
    process = context.Process(target=_run_here, args=(folder, tests, seconds))
    process.start()
    process.join(None if seconds is None else LONGEST)
    if process.is_alive():
        process.kill()
        process.join()
    return process.exitcode or 0, (folder / "said.txt").read_text("utf-8", "replace")


def _run_here(folder: Path, tests: list[str], seconds: float | None) -> None:
    """Become that run."""
    if resource is not None and seconds is not None:
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (round(seconds), most))
    os.chdir(folder)
    os.environ["PYTHONPATH"] = str(folder)
    sys.path.insert(0, str(folder))
    # Python tells compiled files apart by their second, and a file may change twice in one.
    sys.dont_write_bytecode = seconds is not None
    said = os.open("said.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(said, 1)
    os.dup2(said, 2)
    chosen = Path("chosen-tests.txt")
    chosen.write_text("\n".join(tests), "utf-8")
    plugins: list[object] = [FirstExample()]
    if seconds is None:
        plugins.append(CalledByTests(folder, folder / "called.json"))
    sys.exit(int(pytest.main(["-q", "-x", "-p", "no:cacheprovider", f"@{chosen}"], plugins)))


def calls(room: Room, folders: list[Path]) -> Calls:
    """Which functions each test of a room calls, and how long it takes."""
    paths = [folders[0] / name for name in room.tests]
    files = [f for p in paths for f in (sorted(p.rglob("*.py")) if p.is_dir() else [p])]
    names = [path.relative_to(folders[0]).as_posix() for path in files]
    shares = [names[start :: len(folders)] for start in range(len(folders))]
    with ThreadPoolExecutor(len(folders)) as pool:
        found = pool.map(_calls, folders, shares)
    return {name: called for share in found for name, called in share.items()}


def _calls(folder: Path, files: list[str]) -> Calls:
    result, said = pytest_run(folder, files)
    if result not in (0, NO_TESTS):
        raise SystemExit(f"the tests fail without any fault, mend that first:\n{said}")
    return json.loads((folder / "called.json").read_text("utf-8"))


# ------------------------------------------------------------------ faults


def chosen(fault: Fault, known: Calls) -> list[str]:
    """The tests to run for a fault, quickest first; all quick ones if none calls its function."""
    place = [fault.path, fault.mutant.function]
    about = [name for name, (_, called) in known.items() if place in called]
    tests, total = [], 0.0
    for name in sorted(about or known, key=lambda name: known[name][0]):
        total += known[name][0]
        if tests and total > SECONDS:
            break
        tests.append(name)
    return tests


def _with_fault(folder: Path, tests: list[str], known: Calls) -> tuple[int, str]:
    """A run of tests; the one that fails has to fail again, as chance and a busy machine do not."""
    result, said = _limited(folder, tests, known)
    lines = [line.removeprefix("FAILED ") for line in said.splitlines()]
    failed = [name for name in tests for line in lines if f"{line} - ".startswith(f"{name} - ")]
    if result > 0 and failed and _limited(folder, failed, known)[0] == 0:
        return _limited(folder, tests, known)
    return result, said


def _limited(folder: Path, tests: list[str], known: Calls) -> tuple[int, str]:
    return pytest_run(folder, tests, 30 + 4 * sum(known[name][0] for name in tests))


def outcome(fault: Fault, folder: Path, known: Calls) -> str:
    """Whether it is "caught", "late" or "missed"; the file is as before afterwards."""
    path = folder / fault.path
    before, times = path.read_bytes(), path.stat()
    tests = chosen(fault, known)
    try:
        path.write_text(applied(before.decode(), fault.mutant), "utf-8")
        # So that what was compiled before is not taken for this.
        os.utime(path, (time.time(), times.st_mtime + 1000 + fault.mutant.start))
        result, said = _with_fault(folder, tests, known)
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    if result == NO_TESTS or "ERROR: not found" in said:
        raise SystemExit(f"{fault}: its tests could not be run\n{said}")
    return "late" if result < 0 else "caught" if result else "missed"


def examined(faults: list[Fault], known: Calls, folders: list[Path]) -> list[str]:
    """The outcome of each fault, as many at a time as there are copies."""
    free: queue.Queue[Path] = queue.Queue()
    for folder in folders:
        free.put(folder)

    def one(fault: Fault) -> str:
        folder = free.get()
        try:
            how = outcome(fault, folder, known)
        finally:
            free.put(folder)
        if how == "missed":
            print(f"missed: {fault}", flush=True)
        return how

    with ThreadPoolExecutor(len(folders)) as pool:
        return list(pool.map(one, faults))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=20, help="faults in each room")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rooms", default=",".join(ROOMS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = "1"
    if resource is not None:
        multiprocessing.get_context("forkserver").set_forkserver_preload(LOADED)
    short_of = 0
    with tempfile.TemporaryDirectory() as folder:
        folders = [copied(Path(folder) / str(job)) for job in range(args.jobs)]
        for name in args.rooms.split(","):
            begun = time.perf_counter()
            faults = sample(folders[0], ROOMS[name], args.number, args.seed)
            found = examined(faults, calls(ROOMS[name], folders), folders)
            share = 1 - found.count("missed") / max(len(found), 1)
            short_of += share < LEAST
            print(
                f"{name}: {share:.0%} of {len(faults)} faults caught, {found.count('late')} of "
                f"them by the time they took, in {time.perf_counter() - begun:.0f} s",
                flush=True,
            )
    return 1 if short_of else 0


if __name__ == "__main__":
    sys.exit(main())
