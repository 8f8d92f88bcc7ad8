"""Links that a person makes by hand: are they kept, and who moves with them?

    python benchmarks/kept_links.py                                # four sets, 40 links of a kind
    python benchmarks/kept_links.py --sets iris --only PCKMeans --links 10

Far must-links join a point to one of its 30 farthest in another cluster of the clustering without
pairs, near cannot-links part it from one of its 5 nearest in the same cluster; points are drawn,
and the same links are given to every clusterer. Each is the only answer of a session, and undone
before the next: "kept" are those that the labels then keep, "moved" is the mean number of points
that change their cluster besides the two. "Together" all links of a kind are given to one session,
in turn: how many of those that contradict none before are kept in the end, and how many points
besides them are in another cluster by then.
"""

import argparse
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from data_sets import load
from label_economy_tables import table
from sklearn.base import clone

from jupyter_sscluster.cluster import (
    AdaptivePCKMeans,
    BeliefClustering,
    COPKMeans,
    NeighbourGraphAgglomerative,
    PCKMeans,
)
from jupyter_sscluster.constraints.conflict import ConflictError
from jupyter_sscluster.session import Session

SETS = "iris,wine,wdbc,digits389"
CLUSTERERS = {
    "PCKMeans": PCKMeans(),
    "AdaptivePCKMeans(keep_stated=False)": AdaptivePCKMeans(keep_stated=False),
    "AdaptivePCKMeans": AdaptivePCKMeans(),
    "BeliefClustering": BeliefClustering(),
    "COPKMeans": COPKMeans(),
    "NeighbourGraphAgglomerative": NeighbourGraphAgglomerative(),
}
FARTHEST, NEAREST = 30, 5

Link = tuple[int, int]


def begun(X: np.ndarray, clusterer: Any, n_clusters: int) -> Session:
    """A session before its first answer."""
    known = {"n_clusters": n_clusters} if "n_clusters" in clusterer.get_params() else {}
    return Session(X, clone(clusterer).set_params(**known))


def links(X: np.ndarray, labels: np.ndarray, kind: str, number: int) -> list[Link]:
    """Different links of a kind that these labels violate."""
    rng, found = np.random.default_rng(0 if kind == "must" else 1), []
    while len(found) < number:
        i = int(rng.integers(len(X)))
        order = np.argsort(((X - X[i]) ** 2).sum(axis=1), kind="stable")
        order = order[order != i]
        near = order[-FARTHEST:] if kind == "must" else order[:NEAREST]
        fit = near[(labels[near] != labels[i]) == (kind == "must")]
        if len(fit):
            j = int(rng.choice(fit))
            link = (min(i, j), max(i, j))
            if link not in found:
                found.append(link)
    return found


def keeps(labels: np.ndarray, link: Link, kind: str) -> bool:
    """Rows in no cluster are in none together."""
    i, j = labels[list(link)]
    return bool((i == j and i >= 0) == (kind == "must"))


def one_at_a_time(session: Session, given: list[Link], kind: str) -> tuple[int, float]:
    """How many are kept, and how many points move with each on average.

    Every answer is taken back before the next: undo brings back the labels before it.
    """
    kept, moved = 0, []
    for link in given:
        before = session.labels.copy()
        session.answer(*link, kind)
        labels = session.labels
        kept += keeps(labels, link, kind)
        moved.append(len(np.setdiff1d(np.flatnonzero(labels != before), link)))
        session.undo()
    return kept, float(np.mean(moved))


def together(session: Session, given: list[Link], kind: str) -> tuple[int, int, int]:
    """How many are kept in the end, of how many that were taken, and the points that moved."""
    before, taken = session.labels.copy(), []
    for link in given:
        try:
            session.answer(*link, kind)
        except ConflictError:
            continue
        taken.append(link)
    labels = session.labels
    others = np.setdiff1d(np.flatnonzero(labels != before), taken)
    return sum(keeps(labels, link, kind) for link in taken), len(taken), len(others)


def rows(name: str, chosen: dict[str, Any], number: int) -> Iterator[list[str]]:
    X, y = load(name)
    n_clusters = len(np.unique(y))
    plain = begun(X, PCKMeans(), n_clusters).labels
    given = {kind: links(X, plain, kind, number) for kind in ("must", "cannot")}
    for title, clusterer in chosen.items():
        cells = [name, title]
        for kind, pairs in given.items():
            kept, moved = one_at_a_time(begun(X, clusterer, n_clusters), pairs, kind)
            cells += [f"{kept} of {number}", f"{moved:.1f}"]
        for kind, pairs in given.items():
            kept, taken, moved_in_all = together(begun(X, clusterer, n_clusters), pairs, kind)
            cells += [f"{kept} of {taken}", f"{moved_in_all}"]
        yield cells


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", default=SETS)
    parser.add_argument("--only", default=",".join(CLUSTERERS), help="names of the table's rows")
    parser.add_argument("--links", type=int, default=40)
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    chosen = {name: CLUSTERERS[name] for name in args.only.split(",")}
    kinds = ("must-links", "cannot-links", "must-links together", "cannot-links together")
    head = ["set", "clusterer", *(f"{k}, {what}" for k in kinds for what in ("kept", "moved"))]
    found = [row for name in args.sets.split(",") for row in rows(name, chosen, args.links)]
    print("\n".join(table(head, found)))


if __name__ == "__main__":
    main()
