"""What `fingerprints.py` looks at: sets, knowledge, clusterers and strategies with parameters."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from data_sets import load

from jupyter_sscluster import Constraints, seeding
from jupyter_sscluster.cluster import (
    ITMLKMeans,
    MKMeans,
    MPCKMeans,
    PCKMeans,
    PCSKMeans,
    RCAKMeans,
    SparseKMeans,
)

ROWS = 150

SETS = "iris,wine,wdbc,digits389,glass,ionosphere,ecoli,protein,crabs,letters IJL,heart"
SETS = (SETS + ",pathbased,spiral").split(",")

TOUCHED = 105
"""Rows about which all is known, in "many": what follows is more than 4096 pairs."""
LONG = 4500
"""Pairs with weights of their own, in "weighted many": so many that they are not written out."""


def sample(name: str, seed: int = 7) -> tuple[np.ndarray, np.ndarray]:
    """Some rows of a set, the same for a seed."""
    X, y = load(name)
    rows = np.sort(np.random.default_rng(seed).permutation(len(X))[:ROWS])
    return X[rows], y[rows]


def doubted(y: np.ndarray, share: float = 0.15) -> np.ndarray:
    """Classes, of which some are wrong."""
    rng = np.random.default_rng(11)
    return np.where(rng.random(len(y)) < share, rng.permutation(y), y)


def few(y: np.ndarray) -> Constraints:
    return Constraints.from_labels(y, 40, random_state=1)


def some(y: np.ndarray) -> Constraints:
    """Pairs that agree with each other, and not always with the data."""
    return Constraints.from_labels(doubted(y), 60, random_state=2)


def many(y: np.ndarray) -> Constraints:
    partial_labels = doubted(y).copy()
    rows = np.random.default_rng(5).permutation(len(y))[TOUCHED:]
    partial_labels[rows] = -1
    return Constraints.from_partial_labels(partial_labels)


def weighted(y: np.ndarray, n_pairs: int = 60) -> Constraints:
    """Pairs of random classes with weights of their own."""
    plain = Constraints.from_labels(doubted(y), n_pairs, random_state=3)
    rng = np.random.default_rng(6)
    weights = [0.25 + rng.random(len(pairs)) for pairs in (plain.must, plain.cannot)]
    return Constraints(
        len(y), plain.must, plain.cannot, must_weights=weights[0], cannot_weights=weights[1]
    )


def soft(y: np.ndarray) -> Constraints:
    """Statements to be kept, and others that may contradict them and each other."""
    known, rng = Constraints.from_labels(y, 25, random_state=4), np.random.default_rng(8)
    pairs = rng.permutation(len(y))[:60].reshape(-1, 2)
    known = known.add_pairs(pairs[:15], "must", 0.5 + rng.random(15), soft=True)
    known = known.add_pairs(pairs[10:], "cannot", 1.5, soft=True)
    return known.add_pairs(Constraints.from_labels(y, 20, random_state=9).must, "must", soft=True)


def labelled(y: np.ndarray) -> np.ndarray:
    """Classes of a third of the rows."""
    known = np.random.default_rng(10).random(len(y)) < 0.3
    return np.where(known, doubted(y, 0.05), -1)


SITUATIONS: dict[str, Callable[[np.ndarray], Any]] = {
    "none": lambda y: Constraints(len(y)),
    "few": few,
    "some": some,
    "many": many,
    "weighted": weighted,
    "weighted many": partial(weighted, n_pairs=LONG),
    "soft": soft,
    "labels": labelled,
}

EVERY = ["none", "few", "some", "many", "weighted", "weighted many", "soft"]
MOST = ["some", "many", "weighted many", "soft"]
BOTH = ["some", "many"]
QUICK = {"n_init": 2, "max_iter": 25}

CLUSTERERS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("KMeans", QUICK, ["few"]),
    ("KMeans", QUICK | {"init": "dkm"}, ["few"]),
    ("SeededKMeans", QUICK, ["labels"]),
    ("ConstrainedKMeans", QUICK, ["labels"]),
    *(
        ("COPKMeans", QUICK | {"order": order}, ["few", "some", "many"])
        for order in ("regret", "saturation", "random", "index")
    ),
    ("SCOPKMeans", QUICK, EVERY),
    ("PCKMeans", QUICK, EVERY),
    *(("PCKMeans", QUICK | {"init": init}, ["some"]) for init in seeding.__all__),
    ("PCKMeans", QUICK | {"constraint_weight": 2.5}, MOST),
    ("PCKMeans", QUICK | {"penalty": "distance"}, EVERY),
    ("PCKMeans", QUICK | {"penalty": "distance", "constraint_weight": 0.7}, BOTH),
    ("PCKMeans", QUICK | {"penalty": "distance", "algorithm": "reference"}, MOST),
    ("MKMeans", QUICK, [*BOTH, "soft"]),
    ("MKMeans", QUICK | {"metric": "diagonal"}, [*BOTH, "soft"]),
    ("MKMeans", QUICK | {"shrinkage": 0.0}, ["some"]),
    ("RCAKMeans", QUICK, [*BOTH, "soft"]),
    ("RCAKMeans", QUICK | {"shrinkage": 0.0}, ["some"]),
    ("MPCKMeans", QUICK, EVERY),
    ("MPCKMeans", QUICK | {"metric": "diagonal"}, EVERY),
    ("MPCKMeans", QUICK | {"per_cluster_metric": True}, MOST),
    ("MPCKMeans", QUICK | {"metric": "diagonal", "per_cluster_metric": True}, MOST),
    ("MPCKMeans", QUICK | {"diameter": "box", "constraint_weight": 1.5}, BOTH),
    ("MPCKMeans", QUICK | {"metric": "diagonal", "shrinkage": 0, "diameter": "box"}, BOTH),
    (
        "MPCKMeans",
        QUICK | {"metric": "diagonal", "shrinkage": 0, "diameter": "box", "algorithm": "reference"},
        MOST,
    ),
    *(
        ("GPKMeans", QUICK | {"propagation": way, "scale": scale, "max_rounds": 3}, ["few"])
        for way in ("full", "reduced")
        for scale in ("euclidean", "mahalanobis", "consistent")
    ),
    ("GPKMeans", QUICK | {"exclude": "literal", "threshold": 0.3, "max_rounds": 3}, ["soft"]),
    ("GPKMeans", QUICK | {"base": PCKMeans(n_init=2), "max_rounds": 3}, ["some"]),
    ("SparseKMeans", QUICK, ["none"]),
    ("SparseKMeans", QUICK | {"sparsity": 1.3}, ["none"]),
    ("PCSKMeans", QUICK, EVERY),
    ("PCSKMeans", QUICK | {"sparsity": 1.3, "constraint_weight": 0.8}, MOST),
    ("PCSKMeans", QUICK | {"weight_penalty": False, "clip": False}, BOTH),
    ("PCSKMeans", QUICK | {"diameter": "box"}, BOTH),
    (
        "PCSKMeans",
        QUICK | {"algorithm": "reference", "weight_penalty": False, "diameter": "box"},
        MOST,
    ),
    ("ConstrainedCompleteLink", {}, ["none", *MOST]),
    ("ConstrainedCompleteLink", {"dead_end": "stop"}, BOTH),
    ("ConstrainedCompleteLink", {"precision": "single"}, ["some"]),
    *(
        ("ConstrainedAgglomerative", {"linkage": linkage, "dead_end": dead_end}, ["few", "some"])
        for linkage in ("single", "complete", "average", "ward")
        for dead_end in ("stop", "lookahead", "relax")
    ),
    ("ConstrainedAgglomerative", {}, ["none", "many", "soft"]),
    ("ConstrainedAgglomerative", {"precision": "single"}, ["few"]),
    ("BoostedEnsemble", {"n_estimators": 6, "n_init": 1, "max_iter": 20}, [*BOTH, "soft"]),
    *(
        ("ConsensusClustering", {"n_estimators": 4, "n_init": 1, "weights": w, "final": f}, BOTH)
        for w, f in (("satisfaction", "auto"), ("uniform", "kmeans"), ("silhouette", "auto"))
    ),
    (
        "ConsensusClustering",
        {"n_estimators": 3, "n_init": 1, "final": "agglomerative", "constrained": False},
        ["soft"],
    ),
    ("ITMLKMeans", QUICK, [*BOTH, "soft"]),
    ("ITMLKMeans", QUICK | {"gamma": 0.1, "bounds": (0.5, 4.0)}, ["few"]),
    ("PCCC", QUICK | {"time_limit": None, "mip_gap": 0.02}, ["none", "few", "some", "many"]),
    ("PCCC", QUICK | {"time_limit": None, "soft": True, "mip_gap": 0.02}, ["few", "soft"]),
    ("PCCC", QUICK | {"time_limit": None, "min_size": 12, "mip_gap": 0.02}, ["few"]),
    ("PCCC", QUICK | {"time_limit": None, "max_size": 0.6, "mip_gap": 0.02}, ["few"]),
    ("AdaptivePCKMeans", QUICK, EVERY),
    ("AdaptivePCKMeans", QUICK | {"keep_stated": False}, ["some", "soft"]),
    *(
        ("AdaptivePCKMeans", QUICK | {"first_metric": first}, ["some"])
        for first in ("itml", "rca", "identity")
    ),
]

LEVELS: list[dict[str, Any]] = [
    {"fewest": 2, "most": 4},
    {"min_size": 5, "max_size": 0.6},
    {"max_diameter": 5.0},
    {"min_separation": 0.4},
    {"epsilon": 0.3, "max_diameter": 4.0},
]

STRATEGIES: list[tuple[str, dict[str, Any]]] = [
    ("Random", {}),
    ("ExploreConsolidate", {}),
    ("ExploreConsolidate", {"infer_last": False, "patience": 2}),
    ("MinMax", {}),
    ("NPU", {"n_estimators": 10}),
    ("NPU", {"n_estimators": 10, "diversity": 0.0, "infer_last": False}),
    ("ASC", {}),
    ("ASC", {"n_neighbors": 4, "threshold": 2}),
    ("MMDBatch", {}),
    ("MMDBatch", {"method": "relaxed", "batch_size": 4}),
    ("EnsembleUncertainty", {"n_estimators": 12}),
    ("EnsembleUncertainty", {"n_estimators": 12, "fallback": "random"}),
]


# ------------------------------------------------------------------ what other programs found

GOLDEN = [
    f"{program}_{data}_{pairs}"
    for program, sizes in (("pcskm", ("c0", "c40", "c200")), ("wekaut_mpckmeans", ("c40", "c200")))
    for data in ("fisheriris_raw", "fisheriris_z", "synth3_20d_raw")
    for pairs in sizes
] + ["metric_learn_iris_c40", "metric_learn_iris_c100"]

SPARSE = {"weight_penalty": False, "diameter": "box", "algorithm": "reference"}
METRIC = {"metric": "diagonal", "shrinkage": 0, "diameter": "box", "algorithm": "reference"}


def golden_fits(name: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Fits on the input of a file of golden data, with the options that its program has."""
    beside = Path(__file__).resolve().parents[3] / "shared"
    path = Path(os.environ.get("SSCLUSTER_SHARED", beside)) / "golden" / f"{name}.npz"
    if not path.exists():
        return
    with np.load(path) as file:
        given = dict(file)
    X, k = given["X"], int(given.get("n_clusters", 3))
    known = Constraints(len(X), given.get("ml", ()), given.get("cl", ()))
    start = {"init": given["init"]} if "init" in given else {"random_state": 0}
    once = start | {"max_iter": 25}
    models: dict[str, Any] = {
        "released metric": MPCKMeans(k, **METRIC, constraint_weight=1.0, **once),
        "default": MPCKMeans(k, **once),
        "released distance": PCKMeans(
            k, penalty="distance", algorithm="reference", constraint_weight=1.0, **once
        ),
        "default distance": PCKMeans(k, penalty="distance", **once),
        "rca": RCAKMeans(k, shrinkage=0.0, **once),
        "itml": ITMLKMeans(k, **once),
        "full": MKMeans(k, shrinkage=0.0, **once),
        "diagonal": MKMeans(k, metric="diagonal", shrinkage=0.0, **once),
    }
    for bound in given.get("sparsity", ()):
        models[f"released sparse {bound:g}"] = PCSKMeans(
            k, sparsity=bound, constraint_weight=1.0, **SPARSE, **once
        )
        models[f"sparse {bound:g}"] = SparseKMeans(k, sparsity=bound, **start)
    for title, model in models.items():
        yield (
            f"golden/{name}/{title}",
            lambda m=model: m.fit(X, constraints=known),
        )
    yield f"golden/{name}/dkm", lambda: seeding.dkm(X, k, quantiles="hazen")
    yield f"golden/{name}/robin", lambda: seeding.robin(X, k)
    yield (
        f"golden/{name}/neighbourhoods",
        lambda: seeding.neighbourhoods(
            X, k, constraints=known, random_state=0, weighting="product"
        ),
    )
