"""When to stop: how many points the next ten answers move, beside what was expected.

    python benchmarks/expected_changes.py --seeds 4 --resume states.jsonl
    python benchmarks/expected_changes.py --seeds 1 --only iris

RobustNPU asks about pairs, Adaptive PCK-means clusters, K is known, sets have at most 200 rows,
and there are up to 120 answers. After every ten answers the program records the expected number of
changes, if there is one (every class has been found), and how many points the next ten answers
moved to another cluster; clusters are matched by their common points. The posterior was chosen on
the sets marked *, with the questions of NPU; the formula and the bins were fixed before.
"""

import argparse
import json
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from label_economy_tables import table
from question_types import data_of
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster.active import NoisyOracle, Oracle, RobustNPU, Snapshot
from jupyter_sscluster.cluster import AdaptivePCKMeans
from jupyter_sscluster.constraints import Constraints

MADE_ON = ["iris", "wine", "wdbc", "heart", "digits389", "long 5"]
OTHERS = ["pathbased 2", "protein", "glass", "segment", "long 5 weak", "long 8", "long 10", "ecoli"]
BINS = [(0.0, 1.0), (1.0, 2.0), (2.0, 4.0), (4.0, np.inf)]
NAMES = ["< 1", "1–2", "2–4", "> 4"]
NOISE = (0.0, 0.1)
BUDGET, STEP = 120, 10

State = dict[str, Any]


def states(name: str, seed: int, noise: float) -> Iterator[State]:
    """What was expected after each ten answers of one run, and what came."""
    X, y = data_of(name)
    k = int(y.max()) + 1
    oracle: Any = Oracle(y, BUDGET)
    if noise:
        oracle = NoisyOracle(oracle, noise, seed)
    strategy = RobustNPU(AdaptivePCKMeans(k, random_state=seed), k, seed)
    answers = strategy.fit(X, oracle).queries_
    now, labels = after(X, k, seed, answers[:0])
    for count in range(0, len(answers) - STEP + 1, STEP):
        known, last = now, labels
        now, labels = after(X, k, seed, answers[: count + STEP])
        expected = strategy.expected_changes(Snapshot(X, known, last, n_clusters=k)).moved
        yield {
            "set": name,
            "seed": seed,
            "noise": noise,
            "answers": count,
            "expected": expected,
            "moved": moved(last, labels),
            "ari": float(adjusted_rand_score(y, last)),
        }


def after(X: np.ndarray, k: int, seed: int, answers: list) -> tuple[Constraints, np.ndarray]:
    """What is known after some answers, and the clusters."""
    must, cannot = ([(a.i, a.j) for a in answers if a.kind == kind] for kind in ("must", "cannot"))
    known = Constraints(len(X), must, cannot, conflicts="soft")
    return known, AdaptivePCKMeans(k, random_state=seed).fit(X, constraints=known).labels_


def moved(before: np.ndarray, now: np.ndarray) -> int:
    """Points in another cluster, clusters matched so that as few as possible are."""
    both = np.zeros((before.max() + 1, now.max() + 1))
    np.add.at(both, (before, now), 1)
    return int(len(now) - both[linear_sum_assignment(-both)].sum())


def collected(args: argparse.Namespace, names: list[str]) -> list[State]:
    """The states of all runs; finished ones stand in the file."""
    path = Path(args.resume) if args.resume else None
    lines = path.read_text().splitlines() if path and path.exists() else []
    found = [json.loads(line) for line in lines]
    done = {(r["run"]["set"], r["run"]["seed"], r["run"]["noise"]) for r in found}
    for seed in range(args.seeds):
        for name in names:
            for noise in NOISE:
                if (name, seed, noise) in done:
                    continue
                print(f"{name}, seed {seed}, {noise:.0%}", file=sys.stderr, flush=True)
                run = {"set": name, "seed": seed, "noise": noise}
                entry = {"run": run, "states": list(states(name, seed, noise))}
                found.append(entry)
                if path:
                    with path.open("a") as file:
                        file.write(json.dumps(entry) + "\n")
    return [state for entry in found for state in entry["states"]]


def report(found: list[State]) -> Iterator[str]:
    names = list(dict.fromkeys(s["set"] for s in found))
    marked = ", ".join(f"{name}*" if name in MADE_ON else name for name in names)
    seeds = len({s["seed"] for s in found})
    told = [s for s in found if s["expected"] is not None]
    yield "# When to stop\n"
    yield f"Sets: {marked}. {seeds} seeds, {len(told)} states with a number of {len(found)}.\n"
    yield (
        "Points really moved by the next ten answers, by the number that was expected; in brackets "
        "the median, how many states, and the adjusted Rand index there.\n"
    )
    rows = []
    for bounds, title in zip(BINS, NAMES, strict=True):
        row = [title]
        for made in (True, False):
            for noise in NOISE:
                row.append(cell(told, bounds, made, noise))
        rows.append(row)
    head = [f"sets {of}, {noise:.0%} wrong" for of in ("*", "others") for noise in NOISE]
    yield from table(["expected", *head], rows)


def cell(told: list[State], bounds: tuple[float, float], made: bool, noise: float) -> str:
    low, high = bounds
    of = [s for s in told if (s["set"] in MADE_ON) == made and s["noise"] == noise]
    inside = [s for s in of if low <= s["expected"] < high]
    if not inside:
        return "–"
    values = np.array([s["moved"] for s in inside])
    ari = np.mean([s["ari"] for s in inside])
    error = values.std() / np.sqrt(len(values))
    return f"{values.mean():.1f} ± {error:.1f} ({np.median(values):.0f}; {len(values)}; {ari:.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--only", help="sets, separated by commas")
    parser.add_argument("--resume", metavar="FILE", help="where finished runs are kept")
    args = parser.parse_args()
    names = args.only.split(",") if args.only else OTHERS + MADE_ON
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        print("\n".join(report(collected(args, names))))


if __name__ == "__main__":
    main()
