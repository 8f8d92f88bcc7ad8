"""What the parts of `label_economy.py` share: data, runs with an estimate of time, tables."""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from data_sets import Absent, load
from scipy import stats

from jupyter_sscluster.experiments import PairedComparison, label_economy
from jupyter_sscluster.experiments.finished_runs import finished

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


def brief(found: PairedComparison) -> str:
    """Difference, interval and direction."""
    side = "above" if found.low > 0 else "below" if found.high < 0 else "open"
    return f"{found.difference:+.3f} [{found.low:+.3f}, {found.high:+.3f}] {side}"


# ------------------------------------------------------------------ one protocol for all defaults

AT = (0, 1, 2, 3, 5, 7, 10, 25, 50, 100)
HOLDOUT = 0.3
SCORES = {"all": "ari", "untouched": "ari_untouched", "hold-out": "ari_holdout"}


class Way(NamedTuple):
    """A strategy, the clusterer that is scored, and what the strategy goes by while it asks."""

    title: str
    strategy: str
    clusterer: str
    made: Any = None
    asker: str | None = None


def given(paths: Iterable[str]) -> Records:
    """Records of finished runs, of this or of another version, from files of --resume's kind."""
    kept = [records for path in paths for records in finished(Path(path)).values()]
    return [record for records in kept for record in records]


def runs(args: argparse.Namespace, way: Way, data: Any, repeats: int, noise: float) -> Records:
    """Those that were given, and with --resume or without --given those that are missing."""
    found = of(args.records, strategy=way.strategy, clusterer=way.clusterer, noise=noise)
    found = [r for r in found if r["data"] in data and r["seed"] < repeats]
    found = [r for r in found if r["holdout"] == HOLDOUT and r["questions"] in AT]
    if args.given and not args.resume:
        return found
    done = {(r["data"], r["seed"]) for r in found}
    made = {way.clusterer: way.clusterer if way.made is None else way.made}
    for name, points in data.items():
        seeds = [seed for seed in range(repeats) if (name, seed) not in done]
        if seeds:
            say(f"{way.title}, {noise:.0%} wrong, {name}: {len(seeds)} runs")
            found += label_economy(
                {name: points},
                [way.strategy],
                made,
                seeds,
                checkpoints=AT,
                holdout=HOLDOUT,
                noise=noise,
                asker=way.asker,
                path=args.resume,
                n_jobs=args.jobs,
            )
    return found


Cells = dict[tuple[str, int, str, int], float]
"""Scores by data set, seed, part ("all", "untouched", "hold-out") and number of questions."""


def cells_of(records: Records) -> Cells:
    return {
        (r["data"], r["seed"], part, r["questions"]): r[score]
        for r in records
        for part, score in SCORES.items()
        if r.get(score) is not None
    }


def by_set(cells: Cells, part: str, at: int) -> dict[str, np.ndarray]:
    """Scores over seeds, by data set."""
    found = defaultdict[str, list[float]](list)
    for (name, _, where, questions), value in cells.items():
        if (where, questions) == (part, at):
            found[name].append(value)
    return {name: np.array(values) for name, values in found.items()}


def less(first: Cells, second: Cells) -> Cells:
    """First less second where both have the same set, seed, part and questions."""
    return {key: value - second[key] for key, value in first.items() if key in second}


def common(first: Cells, second: Cells) -> tuple[Cells, Cells]:
    """Both on the sets and seeds that both have."""
    keys = first.keys() & second.keys()
    return {k: first[k] for k in first if k in keys}, {k: second[k] for k in second if k in keys}


def means(cells: Cells, part: str, at: int) -> np.ndarray:
    """The mean of each set over its seeds."""
    return np.array([values.mean() for values in by_set(cells, part, at).values()])


def interval(values: np.ndarray) -> str:
    """Mean over sets and its 95 % interval by Student's t."""
    if len(values) < 2:
        return f"{values.mean():+.3f}" if len(values) else "–"
    half = stats.sem(values) * stats.t.ppf(0.975, len(values) - 1)
    return f"{values.mean():+.3f} [{values.mean() - half:+.3f}, {values.mean() + half:+.3f}]"


def beyond(values: np.ndarray, errors: float) -> bool:
    """Whether the mean over two seeds or more lies so many standard errors below zero."""
    return len(values) > 1 and bool(values.mean() < -max(errors * stats.sem(values), 1e-9))


def triple(cells: Cells, at: int) -> str:
    """All / untouched / hold-out, means over sets."""
    found = [means(cells, part, at) for part in SCORES]
    return " / ".join(f"{values.mean():.3f}" if len(values) else "–" for values in found)


def seeds_of(cells: Cells) -> str:
    """How many seeds a set has: one number, or the least and the most."""
    seeds = defaultdict[str, set[int]](set)
    for name, seed, *_ in cells:
        seeds[name].add(seed)
    counts = sorted({len(found) for found in seeds.values()} or {0})
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
