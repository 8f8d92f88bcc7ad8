"""Beliefs about rows in pairs, against the joint distribution written out."""

from itertools import product

import numpy as np
import pytest

from jupyter_sscluster.cluster._parts.belief.error_rate import estimate, estimated
from jupyter_sscluster.cluster._parts.belief.propagation import (
    flattened,
    log_evidence,
    propagate,
)


def enumerated(unary, pairs, together, weights, error):
    """P(c_i = k) and P(wrong), from the probability of every clustering."""
    n, k = unary.shape
    belief, wrong, total = np.zeros((n, k)), np.zeros(len(pairs)), 0.0
    for labels in product(range(k), repeat=n):
        p = np.prod([unary[i, c] for i, c in enumerate(labels)])
        against = [(labels[i] == labels[j]) != t for (i, j), t in zip(pairs, together, strict=True)]
        for w, violated in zip(weights, against, strict=True):
            right = (1 - error) ** w / ((1 - error) ** w + error**w)
            p *= 1 - right if violated else right
        total += p
        wrong += p * np.array(against)
        for i, c in enumerate(labels):
            belief[i, c] += p
    return belief / total, wrong / total, total


def drawn(rng, n, k, n_more=0):
    """A random tree on n rows, and pairs beyond it, in any order and direction."""
    pairs = [(int(rng.integers(i)), i) for i in range(1, n)]
    pairs += [tuple(rng.choice(n, 2, replace=False)) for _ in range(n_more)]
    order = rng.permutation(n)
    pairs = order[np.array(pairs)][rng.permutation(len(pairs))]
    flip = rng.random(len(pairs)) < 0.5
    pairs[flip] = pairs[flip, ::-1]
    weights = rng.choice([0.3, 1.0, 2.5], len(pairs))
    return rng.dirichlet(np.ones(k), n), pairs, rng.random(len(pairs)) < 0.5, weights


@pytest.mark.parametrize("seed", range(40))
def test_beliefs_are_exact_on_trees(seed):
    rng = np.random.default_rng(seed)
    given = drawn(rng, int(rng.integers(2, 8)), int(rng.integers(1, 4)))
    error = float(rng.uniform(0.01, 0.5))
    found = propagate(*given, error, limited=False)
    belief, wrong, total = enumerated(*given, error)
    assert log_evidence(*given, error) == pytest.approx(np.log(total), abs=1e-10)
    np.testing.assert_allclose(found.belief, belief, atol=1e-12)
    np.testing.assert_allclose(found.wrong, wrong, atol=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_several_statements_on_one_pair_are_exact_too(seed):
    rng = np.random.default_rng(seed)
    unary, pairs, together, weights = drawn(rng, 5, 3)
    pairs = np.concatenate([pairs, pairs[:2, ::-1], pairs[:1]])
    together = np.concatenate([together, ~together[:2], together[:1]])
    weights = np.concatenate([weights, [1.0, 0.5, 3.0]])
    found = propagate(unary, pairs, together, weights, 0.1, limited=False)
    belief, wrong, _ = enumerated(unary, pairs, together, weights, 0.1)
    np.testing.assert_allclose(found.belief, belief, atol=1e-12)
    np.testing.assert_allclose(found.wrong, wrong, atol=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_beliefs_are_near_on_small_cycles(seed):
    rng = np.random.default_rng(seed)
    unary, pairs, together, weights = drawn(rng, 6, 3, n_more=2)
    unary = 0.7 * unary + 0.1
    found = propagate(unary, pairs, together, np.minimum(weights, 1.0), 0.15, limited=False)
    belief, wrong, _ = enumerated(unary, pairs, together, np.minimum(weights, 1.0), 0.15)
    np.testing.assert_allclose(found.belief, belief, atol=0.2)
    np.testing.assert_allclose(found.wrong, wrong, atol=0.2)
    assert np.abs(found.belief - belief).mean() < 0.05


def test_two_rows_by_hand():
    # Must-link, e = 1/4: .75 where both are in one cluster, .25 where not.
    # together (.8)(.3) + (.2)(.7) = .38, apart .62: .285 to .155, so wrong .155 / .44.
    unary = np.array([[0.8, 0.2], [0.3, 0.7]])
    given = np.array([[0, 1]]), np.array([True]), np.ones(1), 0.25
    found = propagate(unary, *given, limited=False)
    np.testing.assert_allclose(found.wrong, [0.155 / 0.44])
    # Row 0 in cluster 0: .8 (.3 x .75 + .7 x .25) = .32 of .44; row 1: .3 (.8 x .75 + .2 x .25).
    np.testing.assert_allclose(found.belief[:, 0], [0.32 / 0.44, 0.195 / 0.44])


@pytest.mark.parametrize("n_clusters", [2, 3, 10, 100])
@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("error", [0.005, 0.05, 0.2, 0.35])
def test_one_answer_against_the_features_alone_is_not_suspected(n_clusters, together, error):
    posterior = np.eye(n_clusters)[[0, 1 if together else 0]]
    given = np.array([[0, 1]]), np.array([together]), np.ones(1), error
    assert propagate(flattened(posterior), *given).wrong[0] <= 0.5
    if error <= 0.05:
        # As rows are flattened by a tenth, two of them agree by a fifth over K.
        assert propagate(flattened(posterior), *given).wrong[0] > 3 * error


def test_statements_are_limited_one_by_one():
    """Two pairs that the features contradict, and one of them stated twice."""
    unary = flattened(np.eye(3)[[0, 1, 0, 1]])
    pairs, together = np.array([[0, 1], [2, 3], [3, 2]]), np.ones(3, dtype=bool)
    given = unary, pairs, together, np.ones(3), 0.05
    all_, none = (propagate(*given, limited=limited) for limited in (True, False))
    first = propagate(*given, limited=np.array([False, True, True]))
    np.testing.assert_allclose(first.wrong, [none.wrong[0], *all_.wrong[1:]])
    assert first.wrong[0] > all_.wrong[0]
    mixed = propagate(*given, limited=np.array([True, False, True]))
    np.testing.assert_allclose(mixed.wrong, all_.wrong)
    for found in (none, first, mixed):
        np.testing.assert_array_equal(found.belief, all_.belief)


def test_a_contradicted_answer_is_suspected_unless_its_weight_is_100():
    # Rows 0-3 are linked with each other, 4-7 too, all within what features say; 0-4 is wrong.
    inside = [(i, j) for i in range(4) for j in range(i)]
    pairs = np.array([*inside, *np.add(inside, 4).tolist(), (1, 5), (2, 6), (0, 4)])
    together = np.array([True] * 12 + [False] * 2 + [True])
    unary = flattened(np.repeat(np.eye(3)[:2], 4, axis=0))
    weights = np.ones(15)
    wrong = propagate(unary, pairs, together, weights, 0.05).wrong
    assert wrong[-1] > 0.9
    assert (wrong[:-1] < 0.1).all()
    weights[-1] = 100.0
    wrong = propagate(unary, pairs, together, weights, 0.05).wrong
    assert wrong[-1] < 1e-9
    # Now the three links of row 0 to its like are wrong, or the three of row 4.
    at_either = (pairs[:12] == 0).any(axis=1) | (pairs[:12] == 4).any(axis=1)
    np.testing.assert_allclose(wrong[:12][at_either], 0.5, atol=0.05)
    assert wrong[:12][~at_either].max() < 0.05


def test_at_an_error_rate_of_one_half_answers_say_nothing():
    unary, pairs, together, weights = drawn(np.random.default_rng(0), 6, 3, n_more=3)
    found = propagate(unary, pairs, together, weights, 0.5)
    np.testing.assert_allclose(found.belief, unary, rtol=1e-12)
    np.testing.assert_allclose(found.wrong, 0.5)
    same = (unary[pairs[:, 0]] * unary[pairs[:, 1]]).sum(axis=1)
    alone = propagate(unary, pairs, together, weights, 0.5, limited=False)
    np.testing.assert_allclose(alone.wrong, np.where(together, 1 - same, same))


def test_of_two_answers_on_one_pair_the_features_tell_which_is_doubted():
    unary = flattened(np.eye(2)[[0, 1]])
    pairs, both = np.array([[0, 1], [1, 0]]), np.array([True, False])
    found = propagate(unary, pairs, both, np.ones(2), 0.05)
    np.testing.assert_allclose(found.belief, unary)
    assert found.wrong[0] > 0.5
    assert found.wrong.sum() == pytest.approx(1.0)


def test_no_pair_and_one_cluster():
    unary = np.full((3, 2), 0.5)
    none = np.empty((0, 2), dtype=np.int64), np.empty(0, dtype=bool), np.empty(0)
    assert propagate(unary, *none, 0.05).wrong.shape == (0,)
    assert estimate(unary, *none) == 0.05
    pairs, together = np.array([[0, 1], [1, 2]]), np.array([True, False])
    found = propagate(np.ones((3, 1)), pairs, together, np.ones(2), 0.05, limited=False)
    np.testing.assert_allclose(found.belief, 1.0)
    np.testing.assert_allclose(found.wrong, [0.0, 1.0], atol=1e-12)


def answers(rng, rate, n=60, n_pairs=240, k=3):
    y = np.arange(n) % k
    i, j = np.triu_indices(n, 1)
    chosen = rng.choice(len(i), n_pairs, replace=False)
    pairs = np.column_stack([i[chosen], j[chosen]])
    flipped = rng.random(n_pairs) < rate
    return flattened(np.eye(k)[y]), pairs, (y[i[chosen]] == y[j[chosen]]) ^ flipped, flipped


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.3])
def test_the_error_rate_is_a_fixed_point_near_the_truth(rate):
    unary, pairs, together, flipped = answers(np.random.default_rng(1), rate)
    found = estimated(unary, pairs, together, np.ones(len(pairs)))
    again = propagate(unary, pairs, together, np.ones(len(pairs)), found.error)
    fixed = np.clip((1 + again.wrong.sum()) / (20 + len(pairs)), 0.005, 0.35)
    assert found.error == pytest.approx(fixed, abs=2e-4)
    assert found.error == pytest.approx(rate, abs=0.02)
    assert ((found.wrong > 0.5) == flipped).mean() > (0.97 if rate < 0.2 else 0.75)


def test_all_wrong_is_bounded_and_half_a_weight_counts_half():
    unary, pairs, together, _ = answers(np.random.default_rng(2), 1.0)
    assert estimate(unary, pairs, together, np.ones(len(pairs))) <= 0.35
    one = np.array([[0, 1]]), np.array([True])
    # Together for sure, so the answer is right: 20 e + v P(wrong by e) = 1 + v 0.
    sure = np.eye(2)[[0, 0]]
    for weight, counted in [(0.5, 0.5), (1.0, 1.0), (100.0, 1.0)]:
        error = estimate(sure, *one, np.array([weight]))
        wrong = propagate(sure, *one, np.array([weight]), error).wrong[0]
        by_rate = 1 / (1 + ((1 - error) / error) ** counted)
        assert 20 * error + counted * by_rate == pytest.approx(1 + counted * wrong, abs=3e-3)


@pytest.mark.parametrize("weight", [1e-300, 1e-9, 1e3, 1e12])
def test_weights_of_any_size_leave_numbers(weight):
    unary, pairs, together, weights = drawn(np.random.default_rng(3), 7, 3, n_more=6)
    weights[::2] = weight
    unary[0] = [1.0, 0.0, 0.0]
    with np.errstate(all="raise"):
        found = propagate(unary, pairs, together, weights, 0.05)
    assert np.isfinite(found.belief).all() and np.isfinite(found.wrong).all()
    np.testing.assert_allclose(found.belief.sum(axis=1), 1.0)


@pytest.mark.parametrize("weight", [0.3, 0.5, 0.8])
def test_the_error_rate_is_that_of_answers_of_weight_1(weight):
    rng, n, error = np.random.default_rng(3), 2000, 0.1
    y = rng.integers(2, size=n)
    unary = np.where(np.eye(2)[y] > 0, 0.9, 0.1)  # what is known of the rows beside the answers
    unary = np.where((rng.random(n) < 0.9)[:, None], unary, unary[:, ::-1])
    pairs = np.stack([np.arange(n), rng.permutation(n)], axis=1)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    p_wrong = 1 / (1 + ((1 - error) / error) ** weight)
    together = (y[pairs[:, 0]] == y[pairs[:, 1]]) ^ (rng.random(len(pairs)) < p_wrong)
    weights = np.full(len(pairs), weight)
    found = estimated(unary, pairs, together, weights)
    assert found.error == pytest.approx(error, abs=0.04)
    # The expected log-likelihood of L, with the prior's one wrong answer in twenty, is largest.
    L = np.log((1 - found.error) / found.error) + np.array([-1e-3, 0.0, 1e-3])
    of_weights = np.outer(L, weights)
    value = (
        -np.logaddexp(0, -of_weights) @ (1 - found.wrong)
        - np.logaddexp(0, of_weights) @ found.wrong
    )
    value += -19 * np.logaddexp(0, -L) - np.logaddexp(0, L)
    slope = (value[2] - value[0]) / 2e-3
    assert abs(slope) < 0.5


def test_of_mixed_weights_those_that_count_fully_tell_the_rate_as_they_do_alone():
    rng = np.random.default_rng(5)
    unary = rng.dirichlet([0.3, 0.3], size=60)
    pairs = np.array([(i, i + 1) for i in range(0, 60, 2)])
    together = rng.random(30) < 0.5
    alone = estimated(unary, pairs, together, np.ones(30))
    expected = (1 + alone.wrong.sum()) / 50
    assert alone.error == pytest.approx(expected, abs=1e-3)
    light = np.where(np.arange(30) < 15, 1.0, 1e-9)
    mixed = estimated(unary, pairs, together, light)
    half = estimated(unary, pairs[:15], together[:15], np.ones(15))
    assert mixed.error == pytest.approx(half.error, abs=1e-3)
