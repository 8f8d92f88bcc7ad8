"""`algorithm="paper"` of COP-, PCK- and MPCK-means against restatements of the pseudo-code."""

import itertools

import numpy as np
import printed
import pytest
from brute_closure import Closure
from metric_variants import EVERY_METRIC
from shared import load

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import COPKMeans, MPCKMeans, NotFound, PCKMeans
from jupyter_sscluster.constraints import Constraints

CASES = 50
K = 3


def case(seed, n=12, n_pairs=9):
    """Rows of three classes that overlap, some pairs, three rows as centres, visiting orders."""
    rng = np.random.default_rng(seed)
    y = np.r_[np.arange(K), rng.integers(0, K, n - K)]
    X = rng.normal(size=(n, 2)) + 1.5 * np.eye(K)[y][:, :2]
    known = Constraints.from_labels(y, n_pairs, random_state=seed)
    closure = Closure(n, known.must.tolist(), known.cannot.tolist())
    must = closure.must & ~np.eye(n, dtype=bool)
    return X, known, (must, closure.cannot), X[rng.choice(n, K, replace=False)], seed


def orders(seed, n):
    """What the estimator draws for its first start."""
    rng = np.random.default_rng(seed).spawn(2)[-1].spawn(1)[0]
    while True:
        yield rng.permutation(n)


def made(cls, centres, seed, **params):
    return cls(K, init=centres, n_init=1, random_state=seed, algorithm="paper", **params)


def test_cop_is_that_of_the_text_dead_ends_included():
    equal = dead = 0
    for seed in itertools.count():
        X, known, pairs, centres, _ = case(seed, n_pairs=12)
        model = made(COPKMeans, centres, seed)
        try:
            expected = printed.cop(X, *pairs, centres, orders(seed, len(X)))
        except printed.DeadEnd:
            with pytest.raises(NotFound, match='algorithm="paper" gives up'):
                model.fit(X, constraints=known)
            dead += 1
            continue
        if expected is None:
            continue
        model.fit(X, constraints=known)
        assert model.labels_.tolist() == expected[0].tolist()
        assert model.n_iter_ == expected[1]
        equal += 1
        if equal == CASES:
            break
    assert dead >= 5


def test_pck_is_that_of_the_text():
    equal = 0
    for seed in itertools.count():
        X, known, pairs, centres, _ = case(seed)
        weight = [0.1, 0.5, 2.0][seed % 3]
        expected = printed.pck(X, *pairs, centres, weight, orders(seed, len(X)))
        if expected is None:
            continue
        model = made(PCKMeans, centres, seed, constraint_weight=weight).fit(X, constraints=known)
        assert model.labels_.tolist() == expected[0].tolist()
        assert model.n_iter_ == expected[1]
        assert (np.diff(model.objective_history_) <= 1e-9).all()
        equal += 1
        if equal == CASES:
            break


@EVERY_METRIC
@pytest.mark.parametrize("order", ["random", "greedy"])
def test_mpck_is_that_of_the_text(variant, order):
    equal = differ = 0
    single, diagonal = not variant["per_cluster_metric"], variant["metric"] == "diagonal"
    for seed in itertools.count():
        X, known, pairs, centres, _ = case(seed, n=10 if single else 14, n_pairs=6)
        # Not 1: a must-linked row that is a first centre would pay as much here as there.
        weight = [0.05, 0.2, 0.9][seed % 3]
        visits = orders(seed, len(X)) if order == "random" else itertools.repeat(None)
        expected = printed.mpck(
            X, *pairs, centres, weight, visits, single=single, diagonal=diagonal, max_iter=30
        )
        if expected is None:
            continue
        model = made(MPCKMeans, centres, seed, constraint_weight=weight, max_iter=30, **variant)
        differ += model.fit(X, constraints=known).labels_.tolist() != expected[0].tolist()
        model.set_params(order=order).fit(X, constraints=known)
        assert model.labels_.tolist() == expected[0].tolist()
        assert model.n_iter_ == expected[1]
        learned = expected[2][0] if single else np.array(expected[2])
        if diagonal:
            learned = np.diagonal(learned, axis1=-2, axis2=-1)
        np.testing.assert_allclose(model.metric_, learned, rtol=1e-8, atol=1e-10)
        equal += 1
        if equal == CASES:
            break
    # The greedy order is one of its own: from the same start some cases end elsewhere.
    assert (differ > 0) == (order == "greedy")


def test_distance_penalties_by_the_paper_never_raise_the_objective():
    for seed in range(10):
        X, known, _, centres, _ = case(seed)
        model = made(PCKMeans, centres, seed, penalty="distance").fit(X, constraints=known)
        assert (np.diff(model.objective_history_) <= 1e-9).all()


@pytest.mark.parametrize("cls", [COPKMeans, PCKMeans, MPCKMeans])
def test_ten_starts_repeat_with_the_seed_and_the_default_does_better(cls):
    X, y = load("iris", standardised=True)
    known = Constraints.from_labels(y, 40, random_state=0)
    ours = {"shrinkage": 0} if cls is MPCKMeans else {}
    first = cls(K, algorithm="paper", random_state=1, **ours).fit(X, constraints=known)
    again = cls(K, algorithm="paper", random_state=1, **ours).fit(X, constraints=known)
    assert first.labels_.tobytes() == again.labels_.tobytes()
    weight = {} if cls is COPKMeans else {"constraint_weight": first.constraint_weight_}
    better = cls(K, random_state=1, **ours, **weight).fit(X, constraints=known)
    assert better.objective_ <= first.objective_ + 1e-9


def test_nothing_known_is_kmeans_from_the_same_start():
    X, _ = load("iris", standardised=True)
    start = X[[0, 60, 120]]
    plain = [cls(K, init=start).fit(X).labels_ for cls in (COPKMeans, PCKMeans)]
    for cls, labels in zip((COPKMeans, PCKMeans), plain, strict=True):
        assert cls(K, init=start, algorithm="paper").fit(X).labels_.tolist() == labels.tolist()
    assert MPCKMeans(K, init=start, algorithm="paper").fit(X).shrinkage_ == 0.0


def test_the_reference_implementation_of_pck_means_needs_distance_penalties():
    with pytest.raises(InputError, match='set penalty="distance"'):
        PCKMeans(2, algorithm="reference").fit([[0.0], [1.0]])


@pytest.mark.parametrize("algorithm", ["fast", "reference"])
def test_the_greedy_order_is_that_of_the_pseudo_code_alone(algorithm):
    set_ = {"metric": "diagonal", "shrinkage": 0, "diameter": "box"}
    with pytest.raises(InputError, match=f"order='greedy' with algorithm='{algorithm}', .* set"):
        MPCKMeans(2, algorithm=algorithm, order="greedy", **set_).fit([[0.0], [1.0]])


@pytest.mark.parametrize("model", [COPKMeans(2, algorithm="reference"), PCKMeans(2, algorithm="a")])
def test_an_algorithm_that_a_class_does_not_have_is_refused(model):
    with pytest.raises(InputError, match="algorithm=.* must be one of"):
        model.fit([[0.0], [1.0]])
