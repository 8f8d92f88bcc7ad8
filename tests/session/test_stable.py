"""Numbers of clusters stay: against brute force over all ways of numbering."""

import itertools

import numpy as np
from hypothesis import given, settings, strategies as st

from jupyter_sscluster.session.engine.stable_labels import renumbered, stable_labels

labellings = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from([9, 0, 2, 5])), min_size=1, max_size=12
)


def most_kept(raw, previous, n_slots):
    """Points that keep their number under the best one-to-one numbering, by trying them all."""
    names = sorted(set(raw))
    return max(
        sum(slots[names.index(r)] == p for r, p in zip(raw, previous, strict=True))
        for slots in itertools.permutations(range(n_slots), len(names))
    )


@given(labellings, st.integers(1, 5))
@settings(max_examples=300, deadline=None)
def test_as_many_points_as_possible_keep_their_number(rows, n_clusters):
    previous, raw = (list(column) for column in zip(*rows, strict=True))
    labels = stable_labels(raw, previous, n_clusters)
    n_slots = max(n_clusters, len(set(raw)))
    assert labels.dtype == np.int32
    assert 0 <= labels.min() <= labels.max() < n_slots
    assert len(set(zip(raw, labels.tolist(), strict=True))) == len(set(raw)) == len(set(labels))
    assert (labels == previous).sum() == most_kept(raw, previous, n_slots)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=30), st.permutations(range(5)))
def test_a_permutation_changes_nothing(labels, order):
    raw = np.array(order)[labels]
    assert stable_labels(raw, labels, 5).tolist() == labels


def test_growing_gives_new_numbers_and_shrinking_frees_them():
    two = [0, 0, 0, 1, 1, 1]
    assert stable_labels([7, 7, 9, 8, 8, 8], two, 3).tolist() == [0, 0, 2, 1, 1, 1]
    three = [0, 0, 2, 2, 2, 1]
    assert stable_labels([4, 4, 6, 6, 6, 4], three, 2).tolist() == [0, 0, 1, 1, 1, 0]
    assert stable_labels([4, 4, 6, 6, 6, 4], three, 3).tolist() == [0, 0, 2, 2, 2, 0]


def test_without_a_past_the_clusterers_numbers_stay_if_they_can():
    assert stable_labels([2, 0, 0], n_clusters=3).tolist() == [2, 0, 0]
    assert stable_labels([4, 7, 7], n_clusters=3).tolist() == [0, 1, 1]


@given(labellings, st.lists(st.booleans(), min_size=12, max_size=12), st.integers(1, 5))
@settings(max_examples=100, deadline=None)
def test_rows_in_no_cluster_stay_there_and_count_for_nothing(rows, out, n_clusters):
    previous, raw = (np.array(column) for column in zip(*rows, strict=True))
    out = np.array(out[: len(raw)])
    labels = stable_labels(np.where(out, -1, raw), previous, n_clusters)
    assert (labels[out] == -1).all()
    if not out.all():
        alone = stable_labels(raw[~out], previous[~out], n_clusters)
        assert labels[~out].tolist() == alone.tolist()


def test_a_row_that_was_in_no_cluster_pulls_its_cluster_nowhere():
    assert stable_labels([5, 5, 6, 6], [-1, -1, 0, 0], 3).tolist() == [1, 1, 0, 0]
    before = np.array([-1, 2, 2, -1])
    assert renumbered(np.array([0, 1, 1, -1]), before) == ((2, 1),)
    assert renumbered(np.array([-1, -1, -1, -1]), before) == ()
