"""What sets a cluster apart, against brute force."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from jupyter_sscluster import Session
from jupyter_sscluster.session.clusters.examples import DOUBT, examples, margins
from jupyter_sscluster.session.clusters.profile import BINS, distinctions


def largest_gap(one, other):
    """The largest difference between the shares of values up to any of them."""
    return max(abs(np.mean(one <= v) - np.mean(other <= v)) for v in (*one, *other))


@given(seed=st.integers(0, 10**6), n=st.integers(2, 30), levels=st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_distances_are_the_largest_gap_between_the_two_shares(seed, n, levels):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, levels, size=(n, 7)).astype(float)
    inside = rng.permutation(np.arange(n) < rng.integers(1, n))
    gaps = [largest_gap(column[inside], column[~inside]) for column in X.T]
    found = distinctions(X, inside)
    order = sorted(range(7), key=lambda k: (-round(gaps[k], 9), k))
    assert [each.column for each in found] == [k for k in order[:5] if gaps[k] > 1e-9]
    for each in found:
        column = X[:, each.column]
        assert each.distance == pytest.approx(gaps[each.column])
        assert each.medians == (np.median(column[inside]), np.median(column[~inside]))
        span = column.max() - column.min()
        assert each.places == pytest.approx([(m - column.min()) / span for m in each.medians])
        for heights in each.silhouettes:
            assert len(heights) == BINS and min(heights) >= 0 and max(heights) == 1


def test_a_silhouette_is_highest_where_the_values_are():
    X = np.array([[0.0]] * 9 + [[10.0]] + [[10.0]] * 5)
    (found,) = distinctions(X, np.arange(15) < 10)
    one, other = found.silhouettes
    assert np.argmax(one) == 0 and np.argmax(other) == BINS - 1
    assert 0.05 < one[-1] < 0.2 and other[0] == 0


def test_nothing_sets_apart_what_is_everything_or_alike():
    X = np.arange(6.0)[:, None]
    assert distinctions(X, np.ones(6, dtype=bool)) == () == distinctions(X, np.zeros(6, dtype=bool))
    assert distinctions(np.ones((6, 3)), np.arange(6) < 3) == ()


def test_huge_values_do_not_overflow():
    X = np.array([[-1e308], [-9e307], [1e308], [1.2e308]])
    (found,) = distinctions(X, np.arange(4) < 2)
    assert found.distance == 1.0 and np.isfinite([*found.medians, *found.places]).all()


def test_missing_values_are_left_out():
    nan = np.nan
    X = np.array([[0.0, nan], [nan, nan], [1.0, nan], [5.0, 1.0], [nan, 2.0], [6.0, 3.0]])
    (found,) = distinctions(X, np.arange(6) < 3)
    assert (found.column, found.distance, found.medians) == (0, 1.0, (0.5, 5.5))


def test_many_rows_are_looked_at_in_steps():
    rng = np.random.default_rng(0)
    X, inside = rng.normal(size=(40000, 2)), np.arange(40000) % 3 == 0
    X[inside, 1] += 1.0
    found = distinctions(X, inside)
    gap = 0.383  # of two normal distributions a standard deviation apart
    assert found[0].column == 1 and found[0].distance == pytest.approx(gap, abs=0.03)


def test_margins_compare_the_own_mean_with_the_nearest_other():
    rng = np.random.default_rng(1)
    X, labels = rng.normal(size=(40, 3)), np.arange(40) % 4
    labels[labels == 3] = 5  # a number that is left out changes nothing
    means = {k: X[labels == k].mean(axis=0) for k in set(labels.tolist())}
    rows = np.flatnonzero(labels == 1)
    expected = []
    for row in rows:
        a = np.linalg.norm(X[row] - means[1])
        b = min(np.linalg.norm(X[row] - means[k]) for k in means if k != 1)
        expected.append((b - a) / max(a, b))
    found, other = margins(X, labels, 1)
    assert found == pytest.approx(expected)
    nearest = [min((k for k in means if k != 1), key=lambda k: away(X[r], means[k])) for r in rows]
    assert other.tolist() == nearest
    shown = examples(X, labels, 1)
    assert list(shown.typical) == [int(rows[k]) for k in np.argsort(-np.array(expected))[:5]]
    assert list(shown.doubtful) == [int(rows[k]) for k in np.argsort(expected)[:5]]
    assert list(shown.could_be) == [nearest[k] for k in np.argsort(expected)[:5]]
    assert shown.n_doubtful == sum(each < DOUBT for each in expected)


def away(row, mean):
    return np.linalg.norm(row - mean)


def test_of_few_points_none_is_typical_and_doubtful():
    for n, each in [(1, (1, 0)), (2, (1, 1)), (3, (1, 1)), (5, (2, 2)), (40, (20, 12))]:
        X = np.append(np.arange(n), 100.0)[:, None]
        shown = examples(X, (X > 99).astype(int).ravel(), 0)
        typical, doubtful = shown.typical, shown.doubtful
        assert (len(typical), len(doubtful)) == each and not {*typical} & {*doubtful}


def test_typical_points_are_spread_over_a_large_cluster():
    """A point of each of 24 heaps, which is the one nearest to the mean of its heap."""
    rng = np.random.default_rng(3)
    heaps = np.stack([np.arange(24) % 6, np.arange(24) // 6], axis=1) * 10.0
    steps = np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]])
    X = np.concatenate([(heaps[:, None] + steps).reshape(-1, 2), rng.normal(size=(9, 2)) + 500])
    labels = np.repeat([0, 1], [120, 9])
    shown = examples(X, labels, 0)
    assert sorted(shown.typical) == list(range(0, 120, 5))
    assert examples(X, labels, 0) == shown


def test_equal_points_are_typical_once():
    shown = examples(np.append(np.zeros(60), 1.0)[:, None], np.repeat([0, 1], [60, 1]), 0)
    assert len(shown.typical) == 1 and len(shown.doubtful) == 12


def test_a_description_says_name_size_and_links():
    X = [[0.0, 5.0], [1.0, 5.0], [2.0, 5.0], [10.0, 5.0], [11.0, 5.0], [12.0, 5.0]]
    session = Session(X, n_clusters=2)
    session.clusters.rename(session.labels[0], "low")
    session.answer(0, 1, "must")
    session.answer(1, 4, "cannot")
    session.answer(3, 4, "must")
    session.answer(2, 3, "unknown")
    low = session.clusters.describe("low")
    assert (low.name, low.size, low.links) == ("low", 3, 2)
    assert [each.column for each in low.features] == [0]
    assert low.typical == (1,) and low.doubtful == (2,) and low.could_be == (session.labels[3],)
    assert str(low) == "low, 3 points: feature 0 is 1 (others 11)"
    assert low.words == () and low.suggested_name == ""
    other = np.array([[0.0], [0.0], [1.0], [1.0], [1.0], [0.0]])
    assert session.clusters.describe("low", other).features[0].medians == (0.0, 1.0)


def test_one_cluster_has_typical_points_and_no_features():
    session = Session([[0.0], [1.0], [2.0], [9.0]], n_clusters=1)
    profile = session.clusters.describe(0)
    assert profile.features == () and profile.typical == (2, 1) and profile.doubtful == (3, 0)
    assert profile.could_be == () and profile.n_doubtful == 0
