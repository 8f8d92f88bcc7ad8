"""What may be given as `init` and `random_state`, checked before a fit."""

import numpy as np
import pytest

from jupyter_sscluster import _catalogue, seeding
from jupyter_sscluster._validation import InputError, check_params
from jupyter_sscluster.cluster import KMeans, PCKMeans


def own_seeding(X, n_clusters, *, constraints=None, random_state=None):
    return X[:n_clusters]


@pytest.mark.parametrize(
    "init",
    [*seeding.__all__, "Farthest-First", np.eye(3), [[0.0, 1], [2, 3]], own_seeding, seeding.dkm],
)
def test_seedings_arrays_and_functions_pass(init):
    check_params(PCKMeans(3, init=init))


@pytest.mark.parametrize("init", ["nope", "", 3, None, [1.0, 2.0], [[1.0], [2.0, 3.0]], [["a"]]])
def test_other_inits_are_named(init):
    with pytest.raises(InputError, match=r"PCKMeans: init=.*'kmeans_plusplus'.*, or a function"):
        check_params(PCKMeans(3, init=init))


@pytest.mark.parametrize(
    "state",
    [None, 0, np.int64(7), np.random.RandomState(0), np.random.default_rng(0), np.random.PCG64(1)],
)
def test_sources_of_random_numbers_pass(state):
    check_params(KMeans(3, random_state=state))


@pytest.mark.parametrize("state", ["x", -1, 1.5, True, object(), [[0.5]]])
def test_other_random_states_are_named(state):
    with pytest.raises(InputError, match=r"random_state=.*an integer >= 0, or a NumPy Generator"):
        check_params(KMeans(3, random_state=state))


def test_seedings_of_other_distributions_count_by_name(monkeypatch):
    monkeypatch.setattr(_catalogue, "_of_others", lambda kind, find: {"mine": own_seeding})
    check_params(KMeans(2, init="mine"))
    assert KMeans(2, init="mine").fit([[0.0], [1.0], [5.0]]).labels_.tolist() == [0, 0, 1]
