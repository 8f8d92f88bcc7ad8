"""Rows added to a session: which rows a fit moves then, and how well a new class is found.

    python benchmarks/unknown_number/new_rows.py                 # six sets, two seeds
    python benchmarks/unknown_number/new_rows.py --class-is-new  # among the new rows only

Sessions of default settings with 40 right answers about 60 % of the rows get the others. Shares are
those of the rows before that change cluster: *confirmed* are named by hard answers. The index is
the adjusted Rand index with the true classes; a fresh fit is offered where its objective is lower
by more than 2 %. Where a class is new, one of its rows is said to be of a new cluster.
"""

import argparse
import sys
import warnings
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster import Session

sys.path.append(str(Path(__file__).parents[1]))
from data_sets import load

SETS = ["wdbc", "image_segmentation", "digits389_10pct", "wine", "15 blobs", "ecoli"]
NEW_CLASS = ["wine", "15 blobs", "protein"]
MOST, ANSWERS, SHARE = 500, 40, 0.6


class Way(NamedTuple):
    """What came of a way to go on: shares of rows that moved, and agreement."""

    name: str
    confirmed: float
    others: float
    before: float
    all: float


def rows(name: str, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """At most 500 rows of a set."""
    if name == "15 blobs":
        X, y = make_blobs(450, 5, centers=15, random_state=3)
    else:
        X, y = load(name)
    kept = np.random.default_rng(seed).permutation(len(X))[:MOST]
    return X[kept], y[kept]


def ways(name: str, seed: int, class_is_new: bool) -> tuple[list[Way], dict[str, float]]:
    """All ways of a set and a seed, and what the tray says of the new rows."""
    X, y = rows(name, seed)
    rng = np.random.default_rng(seed)
    lacking = int(rng.integers(y.max() + 1)) if class_is_new else -1
    first = rng.permutation(np.flatnonzero(y != lacking))[: int(SHARE * len(X))]
    order = np.concatenate([first, np.setdiff1d(np.arange(len(X)), first)])
    X, y, n = X[order], y[order], len(first)
    session = Session(X[:n], n_clusters=len(np.unique(y[:n])), random_state=seed)
    for query in session.ask(ANSWERS):
        query.answer("must" if y[query.i] == y[query.j] else "cannot")
    before, known = session.labels.copy(), session.constraints
    confirmed = np.unique([known.must.ravel().tolist() + known.cannot.ravel().tolist()])
    others = np.setdiff1d(np.arange(n), confirmed.astype(int))

    def way(called: str, labels: np.ndarray) -> Way:
        moved = labels[:n] != before
        share = moved[confirmed.astype(int)].mean() if confirmed.size else 0.0
        scores = adjusted_rand_score(y[:n], labels[:n]), adjusted_rand_score(y, labels)
        return Way(called, float(share), float(moved[others].mean()), *map(float, scores))

    session.rows.extend(X[n:])
    tray, found = session.rows.tray, [way("placed, no fit", session.labels)]
    new = y[n:] == lacking
    far = np.isin(np.arange(n, len(X)), tray.far)
    told = {"clear": tray.clear.size / len(tray), "far": float(far[~new].mean())}
    if class_is_new:
        told["far of the new class"] = float(far[new].mean())
    fits = session.rows.preview_fits()
    found += [way("warm fit", fits.warm.labels), way("fresh fit", fits.fresh.labels)]
    told["fresh offered"] = float(fits.fresh_is_ahead)
    if class_is_new:
        session.rows.tray.new_cluster([int(np.flatnonzero(y == lacking)[0])])
        found.append(way(f"one none of these, K {session.n_clusters}", session.labels))
    return found, told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=lambda text: text.split(","))
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--class-is-new", action="store_true")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    every: dict[str, list[Way]] = {}
    print("set, seed: way, confirmed moved, others moved, index of rows before, of all")
    for name in given.sets or (NEW_CLASS if given.class_is_new else SETS):
        for seed in range(given.seeds):
            found, told = ways(name, seed, given.class_is_new)
            tray = ", ".join(f"{key} {value:.2f}" for key, value in told.items())
            print(f"{name}, {seed} (of the new rows {tray})")
            for each in found:
                every.setdefault(each.name.split(", K")[0], []).append(each)
                print(f"   {each.name:28}", " ".join(f"{value:6.3f}" for value in each[1:]))
    print("mean of all; the largest share of confirmed rows that moved")
    for key, found in every.items():
        values = np.array([each[1:] for each in found])
        means = " ".join(f"{value:6.3f}" for value in values.mean(axis=0))
        print(f"   {key:28}", means, f"  {values[:, 0].max():.3f}")


if __name__ == "__main__":
    main()
