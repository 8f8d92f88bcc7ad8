"""What the parts of `label_economy.py` share: data, runs with an estimate of time, tables."""

import argparse
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from sets import Absent, load

from jupyter_sscluster.experiments import Comparison, label_economy

Records = list[dict[str, Any]]


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def table(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def data_of(names: list[str], args: argparse.Namespace, scaling: str = "standardised") -> Any:
    """The sets that are there; of more than --rows rows a sample, the same every time."""
    found = {}
    for name in names[:2] if args.quick else names:
        try:
            X, y = load(name, scaling)
        except Absent as reason:
            print(f"{name} skipped: {reason}\n")
            continue
        if len(X) > args.rows:
            print(f"{name}: {args.rows} of {len(X)} rows, drawn at random with seed 0.\n")
            rows = np.random.default_rng(0).permutation(len(X))[: args.rows]
            X, y = X[rows], y[rows]
        found[name] = X, y
    return found


def there(kind: dict[str, Any], names: list[str]) -> list[str]:
    """The names that the catalogue has; the others are said."""
    for name in names:
        if name not in kind:
            print(f"{name} skipped: it is not in the catalogue.\n")
    return [name for name in names if name in kind]


def measured(
    what: str, args: argparse.Namespace, repeats: int, data: Any, **options: Any
) -> Records:
    """All runs; after the first repeat it is said how long the others will take."""
    if not data or not options["strategies"] or not options.get("clusterers", ["pckmeans"]):
        return []
    common = {"path": args.resume, "n_jobs": args.jobs, **options}
    say(f"{what}: first of {repeats} repeats")
    records = label_economy(data, seeds=[0], **common)
    runs = {tuple(r[k] for k in ("data", "strategy", "clusterer", "noise")): r for r in records}
    spent = sum(r["seconds"] for r in runs.values())
    spent += sum(r.get("fit_seconds", 0.0) for r in records)
    left = spent * (repeats - 1)
    say(
        f"{what}: the first repeat cost {spent:.0f} s of processor time, the others about "
        f"{left / 60:.1f} min, {left / 60 / args.jobs:.1f} min on {args.jobs} processes"
    )
    if repeats > 1:
        records += label_economy(data, seeds=range(1, repeats), **common)
    return records


def of(records: Records, **fields: Any) -> Records:
    return [r for r in records if all(r[name] == value for name, value in fields.items())]


def brief(found: Comparison) -> str:
    """Difference, interval and direction."""
    side = "above" if found.low > 0 else "below" if found.high < 0 else "open"
    return f"{found.difference:+.3f} [{found.low:+.3f}, {found.high:+.3f}] {side}"
