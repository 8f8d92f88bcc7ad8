"""What comes out, bit for bit: one digest a case, to compare two commits by.

    OMP_NUM_THREADS=1 python benchmarks/fingerprints.py --out before.txt
    OMP_NUM_THREADS=1 python benchmarks/fingerprints.py --against before.txt   # 1 if any differs
    OMP_NUM_THREADS=1 python benchmarks/fingerprints.py --quick --against before_quick.txt

Only public names are used, so that one file runs on commits whose files lie elsewhere; PYTHONPATH
says which checkout is looked at. Arrays count with their shape and every bit, as 64-bit numbers;
text as it is. Sentences stand in cases of their own: `….reason` those of questions, `….words` those
of errors and warnings. Seconds, times of day and the package's version are left out. Digests are
those of one machine and one set of libraries: sums differ in the last bit elsewhere, and with the
number of threads of BLAS too, which is why there should be one.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from data_sets import Absent, load
from fingerprinting.cases import SETS
from fingerprinting.digests import Case, lines
from fingerprinting.fits import (
    clusterer_cases,
    constraint_cases,
    golden_cases,
    large_cases,
    level_cases,
    metric_cases,
    seeding_cases,
)
from fingerprinting.loops import SESSIONS, oracle_cases, session_cases, strategy_cases

import jupyter_sscluster


def cases(*, quick: bool) -> Iterator[Case]:
    sets = []
    for name in SETS:
        try:
            load(name)
            sets.append(name)
        except Absent as reason:
            print(f"skipped {name}: {reason}", file=sys.stderr)
    some = [s for s in ("iris", "wine", "glass") if s in sets]
    yield from clusterer_cases(some[:2] if quick else sets, quick=quick)
    yield from golden_cases()
    yield from large_cases(quick=quick)
    yield from level_cases()
    yield from strategy_cases(some[:1] if quick else sets)
    yield from oracle_cases()
    yield from session_cases(SESSIONS[:2] if quick else [s for s in SESSIONS if s[0] in sets])
    yield from seeding_cases(some[:1] if quick else sets)
    yield from metric_cases(some[:1] if quick else sets)
    yield from constraint_cases(some[:1] if quick else sets)


RENAMED = {
    "penalty=released": "penalty=distance,algorithm=reference",
    "released=True": "algorithm=reference",
    "as_printed=True": "algorithm=paper",
}
"""Parameters in the names of cases of 7ccf221, and what they are called today."""


def compared(now: list[str], before: list[str]) -> list[str]:
    """The cases that differ, that are new, and that are gone."""
    for old_name, name in RENAMED.items():
        before = [text.replace(old_name, name) for text in before]
    new, old = (dict(text.rsplit("  ", 1) for text in texts) for texts in (now, before))
    differing = [f"differs: {name}" for name in new if name in old and new[name] != old[name]]
    differing += [f"new: {name}" for name in new if name not in old]
    return differing + [f"gone: {name}" for name in old if name not in new]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, help="write the lines here")
    parser.add_argument("--against", type=Path, help="compare with these lines")
    parser.add_argument("--only", default="", help="cases whose name contains this text")
    parser.add_argument("--quick", action="store_true", help="fewer cases, under a minute")
    args = parser.parse_args()
    print(f"looking at {Path(jupyter_sscluster.__file__).parent}", file=sys.stderr)
    begun = time.perf_counter()
    chosen = (case for case in cases(quick=args.quick) if args.only in case[0])
    found = list(lines(chosen))
    if args.out is None and args.against is None:
        print("\n".join(found))
    if args.out is not None:
        args.out.write_text("\n".join(found) + "\n")
    print(f"{len(found)} cases in {time.perf_counter() - begun:.0f} s", file=sys.stderr)
    if args.against is None:
        return 0
    before = [t for t in args.against.read_text().splitlines() if args.only in t]
    differing = compared(found, before)
    print("\n".join(differing) or f"all {len(found)} cases are the same, bit for bit")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
