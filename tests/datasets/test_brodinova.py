"""The generated groups: means, covariances and noise as they are described."""

import numpy as np
import pytest

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.datasets import make_brodinova


def large(seed, informative=4, noise=3):
    return make_brodinova(informative, noise, n_per_group=40_000, random_state=seed)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_means_are_shared_and_each_feature_is_of_one_group(seed):
    X, y = large(seed)
    means = np.array([X[y == group].mean(axis=0) for group in range(3)])
    shared = means[0, 0]
    assert 3 <= abs(shared) <= 6
    wanted = np.zeros((3, 7))
    for feature in range(4):
        wanted[feature % 3, feature] = shared
    assert np.abs(means - wanted).max() < 0.05


def test_a_group_has_the_covariance_of_a_turned_correlation_and_noise_is_standard_normal():
    X, y = large(0)
    for group in range(3):
        values = np.linalg.eigvalsh(np.cov(X[y == group, :4].T))
        # 1 - ρ thrice and 1 + 3ρ once, whatever the turn.
        rho = 1 - values[:3].mean()
        assert 0.1 <= rho <= 0.9
        assert values[:3] == pytest.approx(np.full(3, 1 - rho), abs=0.03)
        assert values[3] == pytest.approx(1 + 3 * rho, abs=0.06)
    noise = np.cov(X[:, 4:].T)
    assert np.abs(noise - np.eye(3)).max() < 0.02
    assert np.abs(np.cov(X.T)[:4, 4:]).max() < 0.03


def test_the_same_seed_draws_the_same_and_another_something_else():
    first, again, other = (make_brodinova(random_state=seed)[0] for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert make_brodinova(5, 0)[0].shape == (120, 5)
    with pytest.raises(InputError, match="n_informative"):
        make_brodinova(0)
