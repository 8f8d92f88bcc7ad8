"""Every clusterer on real data under 0 to 500 pairs: what it finds, keeps and costs.

    python benchmarks/clusterer_grid.py                          # the grid, 10 seeds
    python benchmarks/clusterer_grid.py --only PCKMeans,KMeans --sets iris,wine --seeds 3
    python benchmarks/clusterer_grid.py --protocol others        # sets and pairs of other programs

Cells are the mean adjusted Rand index on all rows / on the rows that no pair touches. Parameters
are defaults, K the number of classes, pairs are drawn from the true classes, the same for every
clusterer. Those that need labels rather than pairs (SeededKMeans, ConstrainedKMeans) are given
the classes of the rows that the pairs touch. Finished fits are appended to `--keep FILE`, and a
later run goes on from there. Times are processor seconds of one fit on one thread.
"""

import argparse
import json
import os
import time
import warnings
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from data_sets import Absent, load
from scipy.stats import sem
from threadpoolctl import threadpool_limits

from jupyter_sscluster import Constraints
from jupyter_sscluster._catalogue import clusterers
from jupyter_sscluster.cluster import Infeasible
from jupyter_sscluster.metrics import adjusted_rand

SETS = "iris,wine,wdbc,digits389,glass,ionosphere,ecoli,protein,crabs,letters IJL,heart"
SETS += ",pathbased,spiral"
OTHERS = {
    "km": (0.616, 0.899, 0.660, 0.688, 0.660, 0.688, 0.788),
    "COP": (0.662, 0.939, 0.678, 0.692, 0.924, None, 0.769),
    "COP (Babaki)": (None, None, None, 0.622, None, None, 0.707),
    "PCCC (HiGHS)": (0.773, 0.954, 0.746, 0.677, 0.951, 0.919, 0.713),
    "PCK": (0.721, 0.918, 0.667, 0.594, 0.832, 0.587, 0.731),
    "MPCK": (0.827, 0.891, 0.720, 0.487, 0.675, 0.765, None),
    "MMC": (0.879, 0.859, 0.689, 0.685, 0.715, 0.787, 0.616),
    "ITML": (0.917, 0.940, 0.775, 0.780, 0.863, 0.928, 0.703),
    "RCA": (0.906, 0.849, 0.235, None, 0.762, None, 0.531),
    "PCK, a sketch": (0.743, 0.959, 0.751, 0.756, 0.932, 0.923, None),
}
"""Adjusted Rand index on all rows of the programs others offer, at OTHERS_AT; None: they fail."""
OTHERS_AT = [("iris", 100), ("wine", 100), ("wdbc", 100), ("digits389", 100)]
OTHERS_AT += [("wdbc", 500), ("digits389", 500), ("blobs", 100)]

Key = tuple[str, str, int, int]


def fitted(key: Key) -> dict[str, Any]:
    """One fit, and what came of it."""
    name, dataset, n_pairs, seed = key
    X, y = load(dataset)
    n_clusters = len(np.unique(y))
    known = Constraints.from_labels(y, n_pairs, random_state=seed)
    cls = clusterers()[name]
    model = cls(n_clusters)
    if "random_state" in cls.parameter_ranges:
        model.set_params(random_state=seed)
    by_labels = name in ("seededkmeans", "constrainedkmeans")
    partial = np.full(len(y), -1)
    partial[known.touched] = y[known.touched]
    record: dict[str, Any] = dict(zip(("clusterer", "set", "pairs", "seed"), key, strict=True))
    begun = time.process_time()
    try:
        with threadpool_limits(1), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            model.fit(X, y=partial) if by_labels else model.fit(X, constraints=known)
    except Infeasible as error:
        return record | {"infeasible": str(error)}
    except Exception as error:
        return record | {"failed": f"{type(error).__name__}: {error}"}
    rows = np.setdiff1d(np.arange(len(y)), known.touched)
    violated = model.violations_
    return record | {
        "seconds": time.process_time() - begun,
        "all": adjusted_rand(y, model.labels_),
        "untouched": adjusted_rand(y, model.labels_, rows=rows) if len(rows) > 1 else None,
        "violated": int(violated.closure_must + violated.closure_cannot),
        "hard": bool(cls.hard),
        "clusters": int(model.labels_.max()) + 1,
        "numpy_warnings": [str(w.message) for w in caught if w.category is RuntimeWarning],
    }


def kept(path: Path | None) -> dict[Key, dict[str, Any]]:
    """Fits that an earlier run finished."""
    if path is None or not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return {(r["clusterer"], r["set"], r["pairs"], r["seed"]): r for r in lines}


def run(keys: list[Key], path: Path | None, jobs: int) -> dict[Key, dict[str, Any]]:
    """All fits, those of the file first; each is written as soon as it is done."""
    records = kept(path)
    missing = [key for key in keys if key not in records]
    with ProcessPoolExecutor(jobs) as pool:
        for key, record in zip(missing, pool.map(fitted, missing, chunksize=4), strict=True):
            records[key] = record
            if path is not None:
                with path.open("a") as file:
                    file.write(json.dumps(record) + "\n")
    return {key: records[key] for key in keys}


def mean_of(records: list[dict[str, Any]], what: str) -> float:
    values = [r[what] for r in records if r.get(what) is not None]
    return float(np.mean(values)) if values else float("nan")


def cell(records: list[dict[str, Any]]) -> str:
    """Mean on all / on untouched rows, and how many fits gave nothing."""
    lost = sum("failed" in r or "infeasible" in r for r in records)
    if lost == len(records):
        return "none"
    texts = [f"{mean_of(records, what):.3f}" for what in ("all", "untouched")]
    return " / ".join("–" if t == "nan" else t for t in texts) + (f" ({lost} lost)" if lost else "")


def table(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def groups(records: dict[Key, dict[str, Any]]) -> dict[tuple[str, str, int], list[dict[str, Any]]]:
    by_cell = defaultdict(list)
    for (name, dataset, n_pairs, _), record in records.items():
        by_cell[name, dataset, n_pairs].append(record)
    return by_cell


def below_baseline(records: dict[Key, dict[str, Any]], what: str) -> list[list[str]]:
    """Cells in which a clusterer is below k-means by more than one standard error, seed by seed."""
    rows = []
    for (name, dataset, n_pairs), found in groups(records).items():
        base = [records.get(("kmeans", dataset, n_pairs, r["seed"]), {}) for r in found]
        both = [
            (r[what], b[what])
            for r, b in zip(found, base, strict=True)
            if r.get(what) is not None and b.get(what) is not None
        ]
        if len(both) < 2 or name == "kmeans":
            continue
        lead = np.subtract(*np.transpose(both))
        error = float(sem(lead))
        if lead.mean() < -max(error, 1e-9):
            rows.append([name, dataset, str(n_pairs), f"{lead.mean():+.3f} ± {error:.3f}"])
    return rows


def milliseconds(by_cell: Any, name: str, dataset: str, pairs: list[int]) -> str:
    found = [r["seconds"] for m in pairs for r in by_cell[name, dataset, m] if "seconds" in r]
    return f"{1e3 * np.median(found):.0f}" if found else "–"


def report(records: dict[Key, dict[str, Any]], sets: list[str], pairs: list[int]) -> Iterator[str]:
    by_cell = groups(records)
    names = list(dict.fromkeys(key[0] for key in records))
    titles = {name: cls.__name__ for name, cls in clusterers().items()}
    for n_pairs in pairs:
        yield f"\n## {n_pairs} pairs: adjusted Rand index, all / untouched rows\n"
        rows = [[titles[n], *(cell(by_cell[n, s, n_pairs]) for s in sets)] for n in names]
        yield from table(["clusterer", *sets], rows)
    yield "\n## Processor time of one fit, milliseconds, median over seeds and numbers of pairs\n"
    spent = [[titles[n], *(milliseconds(by_cell, n, s, pairs) for s in sets)] for n in names]
    yield from table(["clusterer", *sets], spent)
    every = list(records.values())
    hard = [r for r in every if r.get("hard")]
    yield (
        f"\n{len(every)} fits: {sum('failed' in r for r in every)} exceptions, "
        f"{sum('infeasible' in r for r in every)} proved infeasible; hard methods violated "
        f"{sum(r['violated'] for r in hard)} pairs, stated or entailed, in {len(hard)} fits; "
        f"{sum(bool(r.get('numpy_warnings')) for r in every)} fits warned of numbers."
    )
    for r in every:
        if "failed" in r:
            where = f"{r['clusterer']}, {r['set']}, {r['pairs']} pairs, seed {r['seed']}"
            yield f"* {where}: {r['failed']}"
    for what in ("all", "untouched"):
        yield f"\n## Below k-means by more than one standard error, on {what} rows\n"
        yield from table(["clusterer", "set", "pairs", "lead"], below_baseline(records, what))


def beside_others(records: dict[Key, dict[str, Any]]) -> Iterator[str]:
    """Our rows and those of the programs others offer, and who leads each column."""
    by_cell = groups(records)
    yield "\n## Beside what others offer: adjusted Rand index on all rows\n"
    head = ["program", *(f"{s} {m}" for s, m in OTHERS_AT)]
    rows = [[n, *("–" if v is None else f"{v:.3f}" for v in cells)] for n, cells in OTHERS.items()]
    ours = {}
    for name in dict.fromkeys(key[0] for key in records):
        ours[name] = [mean_of(by_cell[name, s, m], "all") for s, m in OTHERS_AT]
        rows.append([clusterers()[name].__name__, *(f"{v:.3f}" for v in ours[name])])
    # Those that are given classes know more than the pairs say, so they lead nothing.
    alike = {n: v for n, v in ours.items() if n not in ("seededkmeans", "constrainedkmeans")}
    best = [np.nanmax(column) for column in zip(*alike.values(), strict=True)]
    theirs = [max(v for v in column if v) for column in zip(*OTHERS.values(), strict=True)]
    rows.append(["best of ours", *(f"**{v:.3f}**" for v in best)])
    rows.append(["best of theirs", *(f"**{v:.3f}**" for v in theirs)])
    yield from table(head, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--protocol", choices=["grid", "others"], default="grid")
    parser.add_argument("--only", default="", help="class names, separated by commas")
    parser.add_argument("--sets", default="")
    parser.add_argument("--pairs", default="")
    parser.add_argument("--seeds", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="file to which finished fits are appended")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    grid = args.protocol == "grid"
    sets = (args.sets or (SETS if grid else "iris,wine,wdbc,digits389,blobs")).split(",")
    pairs = [int(m) for m in (args.pairs or ("0,20,100,500" if grid else "100,500")).split(",")]
    names = [n.lower() for n in args.only.split(",") if n] or list(clusterers())
    present = []
    for dataset in sets:
        try:
            load(dataset)
            present.append(dataset)
        except Absent as reason:
            print(f"skipped {dataset}: {reason}")
    seeds = range(args.seeds or (10 if grid else 20))
    keys = [(n, s, m, seed) for n in names for s in present for m in pairs for seed in seeds]
    records = run(keys, args.keep, args.jobs)
    print("\n".join(report(records, present, pairs)))
    if not grid:
        print("\n".join(beside_others(records)))


if __name__ == "__main__":
    main()
