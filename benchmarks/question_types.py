"""A person's seconds: pairs, placements and sortings of four, by the number of clusters.

    python benchmarks/question_types.py --resume runs.jsonl      # 10 seeds of all sets
    python benchmarks/question_types.py --repeats 1 --only iris  # a trial
    python benchmarks/question_types.py --expected               # what sessions expect instead

Seconds to the best adjusted Rand index that pairs reach within 240 seconds (without wrong answers
that is about the one they end with; with them they lose again what they won), without and with 10 %
wrong answers (wrong pairs; wrong points of placements and sortings), and the same where a point
takes half and twice as long to be placed or sorted. Seconds are those of `experiments.CostModel`,
which is assumed. NPU asks, Adaptive PCK-means clusters, K is known; sets have at most 200 rows.
Every run asks once; half and double are worked out from the same answers.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from data_sets import Data, load
from label_economy_tables import Records, table

from jupyter_sscluster import Session
from jupyter_sscluster.active.question_types.placement_and_sorting import MOST_SHOWN
from jupyter_sscluster.experiments import CostModel, label_economy

SETS = {
    "2": ["heart", "wdbc", "pathbased 2"],
    "3": ["iris", "wine", "digits389"],
    "5": ["long 5", "long 5 weak"],
    "6–10": ["protein", "segment", "long 8", "long 10"],
    "15": ["long 15", "long 15 weak"],
}
SETS_LISTED = [name for names in SETS.values() for name in names]
QUESTION_TYPES = ("pair", "place", "sort")
POINTS = {"pair": range(0, 97, 8), "place": range(0, 131, 10), "sort": range(0, 61, 4)}
"""Numbers of questions that are scored: enough for 240 seconds at half the cost of a point."""

NOISE = (0.0, 0.1)
LIMIT = 240.0
GRID = np.arange(0.0, LIMIT + 1, 2.5)
FACTORS = {"as assumed": 1.0, "half": 0.5, "double": 2.0}
COST = CostModel()
ROWS = 200

Curves = dict[tuple[str, str, float], np.ndarray]


def long(k: int, weak: bool) -> Data:
    """Clusters of one long shape in four features, their means drawn in a cube."""
    rng = np.random.default_rng([k, weak])
    turn = np.linalg.qr(rng.normal(size=(4, 4)))[0] * np.array([0.35, 0.35, 0.7, 2.5])[:, None]
    means = rng.uniform(-1, 1, (k, 4)) * (2.0 if weak else 2.7) * k**0.25
    y = np.arange(ROWS) % k
    X = rng.normal(size=(ROWS, 4)) @ turn + means[y]
    return (X - X.mean(axis=0)) / X.std(axis=0), y


def data_of(name: str) -> Data:
    if name.startswith("long"):
        _, k, *weak = name.split()
        return long(int(k), bool(weak))
    X, y = load(name.removesuffix(" 2"))
    if name.endswith(" 2"):
        y = (y == np.bincount(y).argmax()).astype(int)
    rows = np.sort(np.random.default_rng(0).permutation(len(X))[:ROWS])
    return X[rows], np.unique(y[rows], return_inverse=True)[1]


def runs(args: argparse.Namespace, names: list[str]) -> Records:
    records = Records()
    for name in names:
        for question_type in QUESTION_TYPES:
            for noise in NOISE:
                print(f"{name}, {question_type}, {noise:.0%}", file=sys.stderr, flush=True)
                records += label_economy(
                    {name: data_of(name)},
                    ["npu"],
                    ["adaptivepckmeans"],
                    seeds=args.repeats,
                    question_type=question_type,
                    noise=noise,
                    checkpoints=POINTS[question_type],
                    n_jobs=args.jobs,
                    path=args.resume,
                    progress=False,
                )
    return records


def mean_curves(records: Records, factor: float, unit: str = "seconds") -> Curves:
    """ARI after each number of seconds of the grid, mean over seeds."""
    single = defaultdict[tuple[str, str, float, int], list[tuple[float, float]]](list)
    for r in records:
        at = spent(r, factor) if unit == "seconds" else float(r["actions"])
        if r["ari"] is not None:
            single[r["data"], r["question_type"], r["noise"], r["seed"]].append((at, r["ari"]))
    found = defaultdict[tuple[str, str, float], list[np.ndarray]](list)
    for (*key, _), points in single.items():
        at, height = np.array(sorted(set(points))).T
        found[tuple(key)].append(np.interp(GRID, at, height))
    return {key: np.mean(curves, axis=0) for key, curves in found.items()}


def spent(record: dict, factor: float) -> float:
    """Seconds where a point takes `factor` times as long; what begins a sorting stays."""
    seconds = float(record["person_seconds"])
    if record["question_type"] == "pair":
        return seconds
    fixed = COST.sort * record["asked"] if record["question_type"] == "sort" else 0.0
    return fixed + factor * (seconds - fixed)


def reached(curve: np.ndarray, level: float) -> float:
    """When a curve first reaches a level, between the points of the grid; infinity if never."""
    above = np.flatnonzero(curve >= level - 1e-9)
    if not len(above):
        return np.inf
    k = int(above[0])
    if k == 0:
        return float(GRID[0])
    low, high = curve[k - 1 : k + 1]
    return float(GRID[k - 1] + (GRID[k] - GRID[k - 1]) * (level - low) / (high - low))


def times(curves: Curves, names: list[str], noise: float) -> dict[str, list[float]]:
    """Seconds of every type to the best level of pairs, set by set."""
    found = defaultdict[str, list[float]](list)
    for name in names:
        level = curves[name, "pair", noise].max()
        for question_type in QUESTION_TYPES:
            found[question_type].append(reached(curves[name, question_type, noise], level))
    return found


def speedup(found: dict[str, list[float]], question_type: str) -> float:
    """How many times fewer seconds than pairs: the geometric mean over sets, at least a grid step.

    A set where the level is never reached counts as 240 seconds.
    """
    pair, other = (np.clip(found[s], GRID[1], LIMIT) for s in ("pair", question_type))
    return float(np.exp(np.mean(np.log(pair / other))))


def report(records: Records) -> Iterator[str]:
    seeds = {name: len({r["seed"] for r in records if r["data"] == name}) for name in SETS_LISTED}
    here = {r["data"] for r in records}
    groups = {k: [n for n in names if n in here] for k, names in SETS.items()}
    groups = {k: names for k, names in groups.items() if names}
    yield "# A person's seconds\n"
    about = " ".join((__doc__ or "").split("a trial")[1].split())
    told = ", ".join(f"{name} ({count})" for name, count in seeds.items() if count)
    yield f"Sets, and seeds of each: {told}. {about}\n"
    plain = mean_curves(records, 1.0)
    yield from levels(plain, groups)
    yield from by_set(plain, groups)
    yield from faster(records, groups)


def levels(curves: Curves, groups: dict[str, list[str]]) -> Iterator[str]:
    yield "## Adjusted Rand index after 30 / 60 / 120 / 240 seconds, mean over sets\n"
    rows = []
    for k, names in groups.items():
        for noise in NOISE:
            row = [k, f"{noise:.0%}"]
            for question_type in QUESTION_TYPES:
                mean = np.mean([curves[name, question_type, noise] for name in names], axis=0)
                at = [int(np.searchsorted(GRID, s)) for s in (30, 60, 120, 240)]
                row.append(" / ".join(f"{mean[i]:.3f}" for i in at))
            rows.append(row)
    yield from table(["K", "wrong", "pairs", "placements", "sort 4"], rows)


def by_set(curves: Curves, groups: dict[str, list[str]]) -> Iterator[str]:
    yield "\n## Seconds to the best index that pairs reach within 240 seconds\n"
    rows = []
    for k, names in groups.items():
        for name in names:
            for noise in NOISE:
                found = times(curves, [name], noise)
                level = curves[name, "pair", noise].max()
                texts = [f"{found[s][0]:.0f}" if found[s][0] < 1e9 else "–" for s in QUESTION_TYPES]
                rows.append([k, name, f"{noise:.0%}", f"{level:.3f}", *texts])
    yield from table(["K", "set", "wrong", "index", "pairs", "placements", "sort 4"], rows)
    yield "\n– : not within 240 seconds."


def faster(records: Records, groups: dict[str, list[str]]) -> Iterator[str]:
    yield "\n## Times fewer seconds than pairs\n"
    yield "Geometric mean over sets; where the level is not reached, 240 seconds count.\n"
    curves = {name: mean_curves(records, factor) for name, factor in FACTORS.items()}
    by_actions = mean_curves(records, 1.0, "actions")
    rows = []
    for k, names in groups.items():
        scores = defaultdict[str, list[float]](list)
        for noise in NOISE:
            row = [k, f"{noise:.0%}"]
            for made in curves.values():
                found = times(made, names, noise)
                both = [speedup(found, question_type) for question_type in QUESTION_TYPES[1:]]
                row.append(" / ".join(f"{v:.2f}" for v in both))
                for question_type, value in zip(QUESTION_TYPES[1:], both, strict=True):
                    scores[question_type].append(value)
            acted = times(by_actions, names, noise)
            fewer = " / ".join(
                f"{speedup(acted, question_type):.2f}" for question_type in QUESTION_TYPES[1:]
            )
            rows.append([*row, fewer, ""])
        rows[-1][-1] = offered(scores)
    head = ["K", "wrong", *(f"points {name}: place / sort" for name in FACTORS)]
    head += ["times fewer actions: place / sort", "mean of all seconds"]
    yield from table(head, rows)


def offered(scores: dict[str, list[float]]) -> str:
    """The mean gain of each type over noise and costs."""
    means = {
        question_type: float(np.exp(np.mean(np.log(values))))
        for question_type, values in scores.items()
    }
    return " / ".join(f"{mean:.2f}" for mean in means.values())


def expected(names: list[str]) -> Iterator[str]:
    """Times fewer seconds than pairs as `Session.questions.times` expects them, by K."""
    rows = []
    for k, some in SETS.items():
        found = [_expected(name) for name in some if name in names]
        if found:
            means = np.exp(np.mean(np.log(found), axis=0))
            rows.append([k, " / ".join(f"{mean:.2f}" for mean in means)])
    yield from table(["K", "expected: place / sort"], rows)


def _expected(name: str) -> list[float]:
    """Of placements and sortings: the mean after 20, 30, 40 and 60 right answers about pairs."""
    X, y = data_of(name)
    clusters = len(np.unique(y))
    session = Session(X, "adaptivepckmeans", strategy="npu", n_clusters=clusters, random_state=0)
    found = []
    for number, question in enumerate(session.ask(60), 1):
        question.answer("must" if y[question.i] == y[question.j] else "cannot")
        worth = session.stopping.expected_changes.n_pairs
        if number in (20, 30, 40, 60) and worth is not None:
            place, sort = COST.seconds("place", 1, min(clusters, MOST_SHOWN)), 4
            seconds = np.array([place, COST.seconds("sort", sort, clusters)])
            found.append(COST.pair * worth * np.array([1, sort]) / seconds)
    return np.mean(found, axis=0).tolist()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--only", help="sets, separated by commas")
    parser.add_argument("--resume", metavar="FILE", help="where finished runs are kept")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--expected", action="store_true", help="what sessions expect of each type")
    args = parser.parse_args()
    names = args.only.split(",") if args.only else SETS_LISTED
    print("\n".join(expected(names) if args.expected else report(runs(args, names))))


if __name__ == "__main__":
    main()
