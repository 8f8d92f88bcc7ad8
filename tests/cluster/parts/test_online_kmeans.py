"""k-means with means that follow every move: by hand, beside a plain loop, and hard input."""

import warnings

import numpy as np
import pytest
from scipy import sparse

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans

ONLINE = {"update": "online"}


def macqueen(X, centres, max_iter):
    """MacQueen's loop from the nearest centres on; None where a cluster is empty at first."""
    k = len(centres)
    labels = np.array([np.argmin([((x - c) ** 2).sum() for c in centres]) for x in X])
    if len(set(labels)) < k:
        return None
    for iteration in range(2, max_iter + 1):
        before = labels.copy()
        for i, x in enumerate(X):
            means = [X[labels == c].mean(axis=0) for c in range(k)]
            apart = [((x - mean) ** 2).sum() for mean in means]
            if min(apart) < apart[labels[i]]:
                labels[i] = np.argmin(apart)
        if (labels == before).all():
            return labels, iteration
    return labels, max_iter


def test_the_passes_worked_by_hand():
    # From centres 0 and 1: {0}, {1, 4, 9, 10}, means 0 and 6. 1 joins 0: means .5 and 23/3. Now 4
    # is nearer to .5 (3.5 beside 3.67), where the means before 1 moved would have kept it (4
    # beside 2): means 5/3 and 9.5. The next pass moves nothing.
    X = [[0.0], [1.0], [4.0], [9.0], [10.0]]
    model = KMeans(2, init=[[0.0], [1.0]], **ONLINE).fit(X)
    assert model.labels_.tolist() == [0, 0, 0, 1, 1]
    np.testing.assert_allclose(model.cluster_centers_, [[5 / 3], [9.5]])
    assert model.n_iter_ == 3
    np.testing.assert_allclose(model.objective_history_, [54.0, 55 / 6, 55 / 6])
    batch = KMeans(2, init=[[0.0], [1.0]]).fit(X)
    assert batch.labels_.tolist() == [0, 0, 0, 1, 1]
    assert batch.n_iter_ == 4


@pytest.mark.parametrize("n", [30, 600])
def test_it_is_the_plain_loop(n):
    equal, different = 0, 0
    for seed in range(60 if n == 30 else 4):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(n, 2)) + 3 * rng.normal(size=2)
        if seed % 2:
            X = X[rng.integers(0, n, n)]  # duplicates
        k = int(rng.integers(1, 6))
        centres = X[rng.choice(n, k, replace=False)]
        expected = macqueen(X - X.mean(axis=0), centres - X.mean(axis=0), 300)
        if expected is None:
            continue
        model = KMeans(k, init=centres, **ONLINE).fit(X)
        batch = KMeans(k, init=centres).fit(X)
        assert model.labels_.tolist() == expected[0].tolist()
        assert model.n_iter_ == expected[1]
        assert (np.diff(model.objective_history_) <= 1e-9 * model.objective_history_[0]).all()
        equal += 1
        different += batch.n_iter_ != model.n_iter_
    assert equal >= (50 if n == 30 else 3)
    assert different >= 1


@pytest.mark.parametrize("seed", range(10))
def test_on_a_grid_where_rows_are_as_near_to_two_means_no_pass_raises_the_objective(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, size=(40, 2)).astype(float)
    model = KMeans(int(rng.integers(2, 7)), random_state=seed, n_init=2, **ONLINE).fit(X)
    apart = ((X[:, None] - model.cluster_centers_) ** 2).sum(axis=2)
    own = apart[np.arange(40), model.labels_]
    assert (own <= apart.min(axis=1) + 1e-12).all()
    assert (np.diff(model.objective_history_) <= 1e-9).all()
    assert model.n_iter_ < 40


def test_it_ends_where_no_row_is_nearer_to_another_mean_and_repeats():
    X = np.random.default_rng(0).normal(size=(300, 3))
    model = KMeans(5, random_state=0, n_init=3, **ONLINE).fit(X)
    apart = ((X[:, None] - model.cluster_centers_) ** 2).sum(axis=2)
    np.testing.assert_array_equal(apart.argmin(axis=1), model.labels_)
    np.testing.assert_allclose(apart.min(axis=1).sum(), model.objective_)
    again = KMeans(5, random_state=0, n_init=3, **ONLINE).fit(X)
    np.testing.assert_array_equal(model.labels_, again.labels_)


@pytest.mark.parametrize(
    ("X", "k", "labels"),
    [([[1.0]] * 4, 2, [0, 0, 0, 0]), ([[0.0], [0.0], [5.0]], 3, None), ([[3.0]], 1, [0])],
    ids=["all equal", "fewer values than clusters", "one row"],
)
def test_rows_that_leave_no_choice(X, k, labels):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = KMeans(k, random_state=0, **ONLINE).fit(X)
        batch = KMeans(k, random_state=0).fit(X)
    assert model.labels_.tolist() == batch.labels_.tolist()
    assert np.isfinite(model.cluster_centers_).all()


def test_few_passes_and_a_tolerance_end_it_sooner():
    X = np.random.default_rng(3).normal(size=(200, 2))
    whole = KMeans(6, init=X[:6], **ONLINE).fit(X)
    assert whole.n_iter_ > 3
    rough = KMeans(6, init=X[:6], tol=0.5, **ONLINE).fit(X)
    assert rough.n_iter_ < whole.n_iter_
    first = KMeans(6, init=X[:6], max_iter=1, **ONLINE).fit(X)
    np.testing.assert_array_equal(
        first.labels_, ((X[:, None] - X[:6]) ** 2).sum(axis=2).argmin(axis=1)
    )


def test_its_steps_are_those_of_its_passes():
    X = [[0.0], [1.0], [4.0], [9.0], [10.0]]
    model = KMeans(2, init=[[0.0], [1.0]], **ONLINE)
    steps = []
    model.fit(X, trace=steps.append)
    values = [step.objective for step in steps if step.objective is not None]
    assert values[-1] == model.objective_
    assert (np.diff(values) <= 1e-9).all()


def test_what_it_has_no_means_of_is_refused():
    X = np.arange(8.0)[:, None]
    with pytest.raises(InputError, match='sample_weight.*set update="batch"'):
        KMeans(2, **ONLINE).fit(X, sample_weight=[2.0] + [1.0] * 7)
    with pytest.raises(InputError, match='KMeans with update="online".*set update="batch"'):
        KMeans(2, **ONLINE).fit(sparse.csr_array(X))
    with pytest.raises(InputError, match="update='sometimes'"):
        KMeans(2, update="sometimes").fit(X)
