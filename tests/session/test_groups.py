"""Groups of points become as few links as say the same."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.spatial.distance import pdist, squareform
from session_parts import blobs

from jupyter_sscluster import ConflictError, Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.session import apart_links, links_to_cluster, spanning_links

X = blobs(40)

pairs = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)).filter(lambda p: p[0] != p[1]))
groups = st.lists(st.integers(0, 11), max_size=9)


def make():
    return Session(X, KMeans(3, n_init=1), "random")


def must(constraints, links):
    return constraints.add_pairs([(i, j) for i, j, _ in links], "must")


def test_ten_points_give_nine_links_and_one_undo_takes_them_back():
    session = make()
    links = spanning_links(session.constraints, range(5, 15), session.X)
    assert len(links) == 9
    session.answer_many(links)
    assert len(session.constraints.must) == 9
    assert np.ptp(session.constraints.component_ids[5:15]) == 0
    assert session.history.undo_label == "answers 1–9: 9 must-links"
    session.undo()
    assert len(session.constraints) == 0


def test_what_is_linked_already_is_not_linked_again():
    known = Constraints(40, must=[(5, 6), (6, 7), (8, 20), (20, 9)])
    for data in (None, X):
        links = spanning_links(known, range(5, 15), data)
        assert len(links) == 6
        assert must(known, links).component_sizes.max() == 11
        assert spanning_links(must(known, links), range(5, 15), data) == []


@given(pairs, groups, st.booleans())
@settings(max_examples=150, deadline=None)
def test_links_join_the_group_and_none_is_superfluous(linked, group, with_data):
    known = Constraints(12, must=linked)
    links = spanning_links(known, group, X[:12] if with_data else None)
    joined = must(known, links)
    ids = joined.component_ids[group]
    assert len(set(ids.tolist())) <= 1
    assert joined.n_components == known.n_components - len(links)
    assert {point for i, j, _ in links for point in (i, j)} <= set(group)


def test_the_tree_is_as_short_as_scipys():
    rows = np.arange(3, 33)
    links = spanning_links(Constraints(40), rows, X)
    length = sum(np.linalg.norm(X[i] - X[j]) for i, j, _ in links)
    assert length == pytest.approx(minimum_spanning_tree(squareform(pdist(X[rows]))).sum())


def test_equal_and_huge_points_are_no_trouble():
    assert len(spanning_links(Constraints(6), range(6), np.ones((6, 2)))) == 5
    far = np.array([[1e308, -1e308], [-1e308, 1e308], [0.0, 0.0]])
    assert len(spanning_links(Constraints(3), range(3), far)) == 2


def test_a_large_group_is_a_chain():
    links = spanning_links(Constraints(5000), range(5000), np.zeros((5000, 2)))
    assert links == [(i, i + 1, "must") for i in range(4999)]


def test_groups_of_none_or_one_need_no_link():
    assert spanning_links(Constraints(5), []) == []
    assert spanning_links(Constraints(5), [3, 3], X[:5]) == []
    assert apart_links(Constraints(5), [], [1, 2]) == []


def test_one_link_keeps_two_linked_groups_apart():
    known = Constraints(40, must=[(0, 1), (1, 2), (10, 11)])
    assert apart_links(known, [0, 1, 2], [11, 10]) == [(0, 10, "cannot")]
    assert apart_links(known.add(2, 10, "cannot"), [0, 1, 2], [11, 10]) == []


@given(pairs, groups, groups)
@settings(max_examples=150, deadline=None)
def test_two_groups_are_apart_in_every_pair(linked, one, other):
    known = Constraints(12, must=linked)
    ids = known.component_ids
    if set(one) & set(other):
        with pytest.raises(InputError, match="is in both groups"):
            apart_links(known, one, other)
        return
    links = apart_links(known, one, other)
    if set(ids[one]) & set(ids[other]):
        with pytest.raises(ConflictError):
            known.add_pairs([(i, j) for i, j, _ in links], "cannot")
        return
    apart = known.add_pairs([(i, j) for i, j, _ in links], "cannot")
    for i, j in itertools.product(one, other):
        assert apart.relation(i, j) == "cannot"
    parts = {tuple(sorted((int(ids[i]), int(ids[j])))) for i in one for j in other}
    assert len(links) == len(parts)


def test_too_many_links_name_the_way_out():
    with pytest.raises(InputError, match="1600 links.*all must-link first"):
        apart_links(Constraints(100), range(40), range(50, 90))
    with pytest.raises(InputError, match="250000 links"):
        apart_links(Constraints(1000), range(500), range(500, 1000))


@pytest.mark.parametrize("bad", [[0, 40], [-1], ["a"], [0.5], [[1, 2]], 3])
def test_bad_groups_are_named(bad):
    with pytest.raises(InputError):
        spanning_links(Constraints(40), bad)
    with pytest.raises(InputError):
        apart_links(Constraints(40), [1], bad)


def test_labelled_groups_stay_together_and_apart_from_other_labels():
    session = make()
    for cluster, group in [(0, [1, 2, 3]), (1, [5, 6]), (0, [9, 10]), (1, [12])]:
        links = links_to_cluster(session, group, cluster)
        session.answer_many(links, source=f"label:{cluster}")
    relation = session.constraints.relation
    zero, one = [1, 2, 3, 9, 10], [5, 6, 12]
    for group in (zero, one):
        assert all(relation(i, j) == "must" for i, j in itertools.combinations(group, 2))
    assert all(relation(i, j) == "cannot" for i, j in itertools.product(zero, one))


def test_the_first_label_of_a_cluster_ties_the_group_to_its_middle():
    session = make()
    members = np.flatnonzero(session.labels == 2)
    middle = np.argmin(np.linalg.norm(X - X[members].mean(axis=0), axis=1))
    group = np.flatnonzero(session.labels == 0)[:3]
    links = links_to_cluster(session, group, 2)
    assert len(links) == 3
    assert int(middle) in {point for link in links for point in link[:2]}
    assert links_to_cluster(session, [], 2) == []


def test_a_label_that_contradicts_is_refused_like_any_answer():
    session = make()
    session.answer_many(links_to_cluster(session, [1, 2], 0), source="label:0")
    session.answer_many(links_to_cluster(session, [5, 6], 1), source="label:1")
    before = session.answers
    with pytest.raises(ConflictError):
        session.answer_many(links_to_cluster(session, [1], 1), source="label:1")
    assert session.answers == before


def test_groups_apart_take_one_link_for_each_pair_of_parts():
    first, second = list(range(10)), list(range(10, 18))
    apart = Constraints(20)
    assert len(apart_links(apart, first, second)) == 80
    halves = apart.add_pairs([(i, i + 1) for i in [*range(4), *range(5, 9)]], "must")
    assert len(apart_links(halves, first, second)) == 2 * 8
    whole = halves.add(4, 5, "must").add_pairs([(j, j + 1) for j in second[:-1]], "must")
    assert apart_links(whole, first, second) == [(0, 10, "cannot")]
    assert apart_links(whole.add(3, 14, "cannot"), first, second) == []
