"""Data of many groups, or of long ones, with known groups; -1 belongs to none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import make_circles, make_moons

sys.path.append(str(Path(__file__).parents[1]))
from data_sets import load

Made = tuple[np.ndarray, np.ndarray]


def identities(
    seed: int,
    n_groups: int,
    n_features: int,
    spread: float,
    *,
    noise: float = 0.0,
    unequal: float = 0.0,
    flank: float = 0.0,
    median: int = 7,
) -> Made:
    """Groups of 1 to 30 rows about normal centres.

    Spreads are `unequal` times a log-normal; 40 % of a group's rows are displaced by `flank`;
    a share of `noise` rows are spread as all of them.
    """
    rng = np.random.default_rng(seed)
    sizes = np.clip(np.round(rng.lognormal(np.log(median), 0.75, n_groups)), 1, 30).astype(int)
    y = np.repeat(np.arange(n_groups), sizes)
    centres = rng.normal(size=(n_groups, n_features))
    scales = spread * np.exp(unequal * rng.normal(size=n_groups))
    X = centres[y] + rng.normal(size=(len(y), n_features)) * scales[y][:, None]
    if flank:
        away = rng.normal(size=(n_groups, n_features)) * flank
        X += away[y] * (rng.random(len(y)) < 0.4)[:, None]
    if noise:
        n_noise = int(noise * len(y) / (1.0 - noise))
        X = np.vstack([X, rng.normal(size=(n_noise, n_features)) * X.std(axis=0)])
        y = np.append(y, np.full(n_noise, -1))
    return _shuffled(rng, X, y)


def moons(seed: int, noise: float = 0.0) -> Made:
    """Two crescents of 600 rows."""
    X, y = make_moons(600, noise=0.08, random_state=seed)
    return _with_background(seed, X, y, noise)


def rings(seed: int) -> Made:
    """Two rings and a disc within."""
    X, y = make_circles(600, noise=0.04, factor=0.5, random_state=seed)
    rng = np.random.default_rng(seed)
    return _shuffled(
        rng, np.vstack([X, rng.normal(size=(150, 2)) * 0.08]), np.append(y, np.full(150, 2))
    )


def densities(seed: int) -> Made:
    """Eight blobs with spreads of 1 to 12, and 10 % background."""
    rng = np.random.default_rng(seed)
    centres, spreads = rng.uniform(-10, 10, size=(8, 2)), np.exp(rng.uniform(-2.3, 0.2, 8))
    y = rng.integers(8, size=600)
    X = centres[y] + rng.normal(size=(600, 2)) * spreads[y][:, None]
    return _with_background(seed, X, y, 0.1)


def texts(seed: int) -> Made:
    """Ten topics: unit vectors of 128 features."""
    rng = np.random.default_rng(seed)
    y = rng.choice(10, 1000, p=rng.dirichlet(np.full(10, 3.0)))
    topics, axes = rng.normal(size=(10, 128)), rng.normal(size=(10, 6, 128))
    X = topics[y] + 0.35 * np.einsum("ij,ijk->ik", rng.normal(size=(1000, 6)), axes[y])
    X += rng.normal(size=X.shape)
    return X / np.linalg.norm(X, axis=1, keepdims=True), y


def alone(labels: np.ndarray) -> np.ndarray:
    """The same, each row in no group, -1, as a group of its own."""
    out = labels < 0
    return np.where(out, labels.max() + np.cumsum(out), labels)


def shapes(seed: int, name: str) -> Made:
    """A set of two features from a file, its rows in another order for each seed."""
    return _shuffled(np.random.default_rng(seed), *load(name))


def _with_background(seed: int, X: np.ndarray, y: np.ndarray, noise: float) -> Made:
    rng = np.random.default_rng(seed)
    n_noise = int(noise * len(X) / (1.0 - noise))
    X = np.vstack([X, rng.uniform(X.min(axis=0), X.max(axis=0), size=(n_noise, 2))])
    return _shuffled(rng, X, np.append(y, np.full(n_noise, -1)))


def _shuffled(rng: Any, X: np.ndarray, y: np.ndarray) -> Made:
    order = rng.permutation(len(y))
    return X[order], y[order]


FAMILIES: dict[str, Callable[[int], Made]] = {
    "id-easy": partial(identities, n_groups=150, n_features=16, spread=0.25),
    "id-mid": partial(identities, n_groups=150, n_features=16, spread=0.45),
    "id-hard": partial(identities, n_groups=150, n_features=16, spread=0.6),
    "id-flank": partial(identities, n_groups=100, n_features=32, spread=0.3, flank=0.6, median=10),
    "id-noise": partial(identities, n_groups=120, n_features=16, spread=0.35, noise=0.2),
    "id-vary": partial(identities, n_groups=150, n_features=16, spread=0.35, unequal=0.4),
    "texts": texts,
    "moons": moons,
    "moons-n": partial(moons, noise=0.1),
    "rings": rings,
    "densities": densities,
    "spiral": partial(shapes, name="spiral"),
    "pathbased": partial(shapes, name="pathbased"),
}
