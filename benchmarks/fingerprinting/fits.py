"""Fits and values of `fingerprints.py`: clusterers, seedings, metrics, constraints and files."""

import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from fingerprinting.cases import CLUSTERERS, GOLDEN, LEVELS, SITUATIONS, golden_fits, sample
from fingerprinting.digests import Case, Words
from sklearn.datasets import make_blobs

from jupyter_sscluster import Constraints, cluster, metrics, seeding


def clusterer_cases(sets: list[str], *, quick: bool) -> Iterator[Case]:
    for name, seed in itertools.product(sets, (7,) if quick else (7, 8)):
        X, y = sample(name, seed)
        k = len(np.unique(y))
        told = {title: make(y) for title, make in SITUATIONS.items()}
        for index, (title, params, situations) in enumerate(CLUSTERERS):
            wanted = situations
            if quick:
                wanted = [s for n, s in enumerate(situations) if (n + index) % 3 == 0] or wanted[:1]
            for situation in wanted:
                shown = ",".join(f"{key}={value}" for key, value in params.items())
                model = getattr(cluster, title)(k, **params)
                yield (
                    f"cluster/{name} {seed}/{situation}/{title}({shown})",
                    lambda m=model, X=X, s=told[situation]: fitted(m, X, s),
                )


def fitted(model: Any, X: np.ndarray, known: Any) -> Any:
    """The fitted model, and where new rows go."""
    if "random_state" in model.get_params():
        model.set_params(random_state=3)
    by_labels = isinstance(known, np.ndarray)
    model.fit(X, y=known) if by_labels else model.fit(X, constraints=known)
    return model, model.predict(X[::3] * 1.01), getattr(model, "n_clusters", None)


def large_cases(*, quick: bool) -> Iterator[Case]:
    """Rows in several blocks, and few pairs among many rows."""
    n = 20_000 if quick else 60_000
    X, y = make_blobs(n, 8, centers=4, cluster_std=4.0, random_state=1)
    known = Constraints.from_labels(y, 400, random_state=2)
    partial_labels = np.where(np.arange(n) < 300, y, -1)
    many = Constraints.from_partial_labels(partial_labels)
    for title, params in [
        ("KMeans", {}),
        ("PCKMeans", {}),
        ("PCKMeans", {"penalty": "distance"}),
        ("MPCKMeans", {}),
        ("MPCKMeans", {"metric": "diagonal", "per_cluster_metric": True}),
        ("PCSKMeans", {}),
        ("COPKMeans", {}),
    ]:
        for told, value in (("few", known), ("many", many)):
            model = getattr(cluster, title)(4, n_init=1, max_iter=8, **params)
            yield (
                f"large/{told}/{title}({params})",
                lambda m=model, v=value: fitted(m, X, v),
            )


def level_cases() -> Iterator[Case]:
    X, y = sample("iris")
    for params in LEVELS:
        level = cluster.ClusterLevel(**params)
        yield f"level/{params}/pairs", lambda level=level: level.constraints(X)
        yield f"level/{params}/violated", lambda level=level: violated(level, X, y)
        yield f"level/{params}/bounds", lambda level=level: level.bounds(X)
    for name in ("iris", "wine"):
        X, y = sample(name)
        known = SITUATIONS["few"](y)
        yield (
            f"estimate/{name}",
            lambda X=X, known=known: cluster.estimate_n_clusters(X, known, most=5),
        )


def violated(level: Any, X: np.ndarray, y: np.ndarray) -> Any:
    """The bounds that labels violate; a method that older commits call `broken`."""
    found = getattr(level, "violated", None) or level.broken
    violations = found(X, y)
    return violations, Words("words", [violation.text for violation in violations])


def seeding_cases(sets: list[str]) -> Iterator[Case]:
    for name, title, situation in itertools.product(sets, seeding.__all__, ("few", "many", "none")):
        X, y = sample(name)
        k, known = len(np.unique(y)), SITUATIONS[situation](y)
        f = getattr(seeding, title)
        yield (
            f"seeding/{name}/{situation}/{title}",
            lambda f=f, X=X, k=k, v=known: f(X, k, constraints=v, random_state=4),
        )


def metric_cases(sets: list[str]) -> Iterator[Case]:
    for name in sets:
        X, y = sample(name)
        known, found = SITUATIONS["soft"](y), (y + (X[:, 0] > 0)) % (y.max() + 1)
        for rows in (None, np.arange(10, 90)):
            part_of = {"rows": rows}
            for title in metrics.__all__:
                if title in ("PairwiseScores", "Violations", "violated_pairs"):
                    continue
                f = getattr(metrics, title)
                arguments = {
                    "coherence": (X, known),
                    "informativeness": (found, known),
                    "kept_share": (found, known),
                    "violations": (found, known),
                }.get(title, (y, found))
                if title in ("calinski_harabasz", "davies_bouldin", "dunn", "silhouette"):
                    arguments = (X, found)
                part = "all" if rows is None else "part"
                yield (
                    f"metrics/{name}/{part}/{title}",
                    lambda f=f, a=arguments, r=part_of: f(*a, **r),
                )
        yield (
            f"metrics/{name}/violated_pairs",
            lambda f=found, v=known: metrics.violated_pairs(f, v),
        )


def constraint_cases(sets: list[str]) -> Iterator[Case]:
    for name, (situation, make) in itertools.product(sets, SITUATIONS.items()):
        _, y = sample(name)
        known = make(y)
        if isinstance(known, Constraints):
            yield f"constraints/{name}/{situation}/files", lambda v=known: written(v)
            yield f"constraints/{name}/{situation}/known", lambda v=known: entailed(v)
    yield "constraints/conflict", lambda: Constraints(6, [(0, 1), (1, 2)]).add(2, 0, "cannot")


def written(known: Constraints) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        csv, js = (Path(folder) / f"pairs.{end}" for end in ("csv", "json"))
        known.to_csv(csv)
        known.to_json(js)
        read = [Constraints.from_csv(csv, n_samples=known.n_samples), Constraints.from_json(js)]
        return [csv.read_bytes(), js.read_bytes(), read]


def entailed(known: Constraints) -> Any:
    n = known.n_samples
    pairs = np.random.default_rng(0).integers(0, n, (300, 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    return [
        known.component_ids,
        known.component_edges,
        known.neighbourhoods(),
        known.closure(),
        known.relations(pairs),
        known.partial_labels(),
        known.n_clusters_bounds(),
        known.touched,
        [known.witness(int(i), int(j), "cannot") for i, j in pairs[:20]],
    ]


def golden_cases() -> Iterator[Case]:
    for name in GOLDEN:
        yield from golden_fits(name)
