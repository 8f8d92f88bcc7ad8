"""Scores by their definitions, and the fixtures that can be checked by hand."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.metrics import silhouette_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.metrics import (
    Violations,
    adjusted_rand,
    silhouette,
    violated_pairs,
    violations,
)

SEEDS = st.integers(0, 2**32 - 1)


@settings(max_examples=200, deadline=None)
@given(seed=SEEDS)
def test_violations_count_every_pair_once(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 15))
    pairs = np.array([rng.choice(n, 2, replace=False) for _ in range(rng.integers(0, 12))])
    pairs = pairs.reshape(-1, 2)
    split = int(rng.integers(len(pairs) + 1))
    known = Constraints(n, pairs[:split], pairs[split:], conflicts="soft", must_weights=0.5)
    labels = rng.integers(-3, 3, n)
    closed = known.closure()

    def violated(pairs, together):
        # rows of label -1 are in no cluster, and so never together
        return [(labels[i] == labels[j] != -1) != together for i, j in pairs]

    must, cannot = violated_pairs(labels, known)
    assert must.tolist() == violated(known.must, True)
    assert cannot.tolist() == violated(known.cannot, False)
    soft = sum(violated(known.soft_cannot, False)) * 1.0
    assert violations(labels, known) == Violations(
        int(must.sum()),
        int(cannot.sum()),
        sum(violated(closed.must, True)),
        sum(violated(closed.cannot, False)),
        pytest.approx(0.5 * must.sum() + cannot.sum() + soft),
    )


def test_violations_of_the_example_of_the_closure():
    known = Constraints(5, [(0, 1), (1, 2), (3, 4)], [(2, 3)])
    assert violations([0, 0, 0, 1, 1], known)[:4] == (0, 0, 0, 0)
    assert violations([0, 0, 0, 0, 0], known)[:4] == (0, 1, 0, 6)
    assert violations([0, 1, 2, 3, 4], known)[:4] == (3, 0, 4, 0)


def test_violations_of_large_groups_are_counted_not_listed():
    n = 200_000
    half = n // 2
    chain = np.stack([np.arange(n - 1), np.arange(1, n)], axis=1)
    known = Constraints(n, np.delete(chain, half - 1, axis=0), [(0, n - 1)])
    labels = np.zeros(n, dtype=int)
    assert violations(labels, known)[2:4] == (0, half * half)


def test_labels_of_another_length_are_refused():
    with pytest.raises(InputError, match="labels have shape"):
        violations([0, 1], Constraints(3))
    with pytest.raises(InputError, match="labels have shape"):
        silhouette([[0.0], [1.0], [2.0]], [0, 1])


def test_adjusted_rand_by_hand():
    classes, clusters = [0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 1, 1, 2, 2, 2]
    assert adjusted_rand(classes, clusters) == pytest.approx(1.25 / 5.25)
    assert adjusted_rand(clusters, classes) == adjusted_rand(classes, clusters)
    assert adjusted_rand(classes, [5, 5, 5, 1, 1, 1, 0, 0]) == 1.0
    assert adjusted_rand([0, 0], [0, 0]) == 1.0


@pytest.mark.parametrize("seed", range(5))
def test_silhouette_by_its_definition(seed):
    rng = np.random.default_rng(seed)
    X, labels = rng.normal(size=(30, 2)), rng.integers(0, 4, 30)
    apart = np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))
    scores = []
    for i in range(30):
        same = labels == labels[i]
        if same.sum() == 1:
            scores.append(0.0)
            continue
        a = apart[i, same].sum() / (same.sum() - 1)
        b = min(apart[i, labels == c].mean() for c in set(labels.tolist()) - {labels[i]})
        scores.append((b - a) / max(a, b))
    assert silhouette(X, labels) == pytest.approx(np.mean(scores))


def test_silhouette_of_many_rows_is_that_of_a_fixed_sample():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 5000)
    X = rng.normal(size=(5000, 2)) + 4 * y[:, None]
    first = silhouette(X, y)
    assert first == silhouette(X, y)
    assert first == pytest.approx(silhouette_score(X, y), abs=0.03)
    assert silhouette(X + 1e7, y) == pytest.approx(first, abs=1e-6)


@pytest.mark.parametrize("labels", [[0, 0, 0], [0, 1, 2]])
def test_silhouette_is_zero_where_it_is_not_defined(labels):
    assert silhouette([[0.0], [1.0], [5.0]], labels) == 0.0
    assert silhouette([[3.0]] * 3, [0, 0, 1]) == 0.0
