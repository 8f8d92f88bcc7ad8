"""Colourings, cliques and odd cycles against brute force on small graphs."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints.feasibility import (
    colour,
    dsatur,
    greedy_clique,
    max_clique,
    n_clusters_bounds,
    odd_cycle,
)


@st.composite
def graphs(draw, largest=8):
    n = draw(st.integers(1, largest))
    pairs = list(combinations(range(n), 2))
    return n, draw(st.lists(st.sampled_from(pairs), max_size=24)) if pairs else []


def proper(colours, edges):
    return all(colours[a] != colours[b] for a, b in edges)


def colourable(n, edges, k):
    every = np.array(list(product(range(k), repeat=n))).reshape(-1, n)
    ends = np.asarray(edges, dtype=int).reshape(-1, 2)
    return bool((every[:, ends[:, 0]] != every[:, ends[:, 1]]).all(axis=1).any())


def chromatic_number(n, edges):
    return next(k for k in range(1, n + 1) if colourable(n, edges, k))


def clique_number(n, edges):
    known = {frozenset(edge) for edge in edges}
    for size in range(n, 0, -1):
        for chosen in combinations(range(n), size):
            if all(frozenset(pair) in known for pair in combinations(chosen, 2)):
                return size
    return 0


def assert_clique(vertices, edges):
    known = {frozenset(edge) for edge in edges}
    assert all(frozenset(pair) in known for pair in combinations(np.asarray(vertices).tolist(), 2))


def random_graph(n, n_edges, seed):
    pairs = np.array(list(combinations(range(n), 2)))
    return np.random.default_rng(seed).permutation(pairs)[:n_edges]


@settings(max_examples=150, deadline=None)
@given(graphs(7))
def test_bounds_enclose_the_chromatic_number(graph):
    n, edges = graph
    degree = np.bincount(np.ravel(list({tuple(sorted(e)) for e in edges})).astype(int), minlength=n)
    chromatic = chromatic_number(n, edges)
    lower, feasible, upper = n_clusters_bounds(n, edges)
    assert lower <= chromatic <= feasible <= min(upper, degree.max() + 1)
    assert upper == n
    assert proper(dsatur(n, edges), edges)


@settings(max_examples=100, deadline=None)
@given(graphs(7), st.integers(0, 6))
def test_k_colours_agree_with_brute_force(graph, k):
    n, edges = graph
    answer = colour(n, edges, k)
    assert answer.status == ("found" if k >= chromatic_number(n, edges) else "infeasible")
    if answer.status == "found":
        assert proper(answer.colours, edges)
        assert answer.colours.min() >= 0
        assert answer.colours.max() < k


@settings(max_examples=150, deadline=None)
@given(graphs(9))
def test_cliques_agree_with_brute_force(graph):
    n, edges = graph
    exact = max_clique(n, edges)
    greedy = greedy_clique(n, edges)
    assert exact.exact
    assert len(greedy) <= len(exact.vertices) == clique_number(n, edges)
    assert_clique(exact.vertices, edges)
    assert_clique(greedy, edges)


@settings(max_examples=60, deadline=None)
@given(graphs(9), st.data())
def test_one_more_edge_never_lowers_the_lower_bound(graph, data):
    n, edges = graph
    assume(n > 1)
    extra = data.draw(st.sampled_from(list(combinations(range(n), 2))))
    assert n_clusters_bounds(n, [*edges, extra]).lower >= n_clusters_bounds(n, edges).lower


@settings(max_examples=150, deadline=None)
@given(graphs(9))
def test_odd_cycle_exists_exactly_when_two_colours_fail(graph):
    n, edges = graph
    cycle = odd_cycle(n, edges)
    assert (cycle is None) == colourable(n, edges, 2)
    if cycle is not None:
        known = {frozenset(edge) for edge in edges}
        walk = cycle.tolist()
        assert len(walk) % 2 == 1
        assert len(set(walk)) == len(walk)
        assert all(
            frozenset((a, b)) in known for a, b in zip(walk, walk[1:] + walk[:1], strict=True)
        )


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("n_edges", [14, 18, 22, 26])
def test_three_colours_near_the_threshold(seed, n_edges):
    edges = random_graph(9, n_edges, seed)
    answer = colour(9, edges, 3)
    assert (answer.status == "found") == colourable(9, edges, 3)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_mycielski_graphs_need_more_colours_than_their_cliques_say(order):
    n, edges = 2, [(0, 1)]
    for _ in range(order):
        copies = [(a, b + n) for a, b in edges] + [(b, a + n) for a, b in edges]
        edges, n = edges + copies + [(v + n, 2 * n) for v in range(n)], 2 * n + 1
    assert len(max_clique(n, edges).vertices) == 2
    assert colour(n, edges, order + 1).status == "infeasible"
    assert colour(n, edges, order + 2).status == "found"


def test_witnesses_are_a_clique_and_an_odd_cycle():
    clique = list(combinations([3, 9, 11, 20], 2))
    answer = colour(50, [(0, 1), (1, 2), *clique], 3)
    assert answer.witness.tolist() == [3, 9, 11, 20]
    ring = [(10 + at, 10 + (at + 1) % 5) for at in range(5)]
    cycle = colour(50, ring, 2).witness
    assert sorted(cycle.tolist()) == [10, 11, 12, 13, 14]
    assert colour(3, [(0, 2)], 1).witness.tolist() == [0, 2]


@pytest.mark.parametrize("seed", [2, 7, 20])
def test_a_clique_that_only_a_search_finds_is_the_witness(seed):
    edges = random_graph(24, 110, seed)
    assert len(max_clique(24, edges, limit=1).vertices) == 4
    answer = colour(24, edges, 4)
    assert (answer.status, len(answer.witness)) == ("infeasible", 5)
    assert_clique(answer.witness, edges.tolist())


def branches(n, edges, k):
    """Vertices coloured by a search that visits the most saturated first, one by one."""
    near = [{b for e in edges for b in e if v in e and b != v} for v in range(n)]

    def search(colours):
        if len(colours) == n:
            return 0, True
        taken = {v: {colours[u] for u in near[v] if u in colours} for v in range(n)}
        open_ = [v for v in range(n) if v not in colours]
        vertex = min(open_, key=lambda v: (-len(taken[v]), -len(near[v]), v))
        count = 0
        for value in range(min(max(colours.values(), default=-1) + 2, k)):
            if value not in taken[vertex]:
                below, found = search({**colours, vertex: value})
                count += 1 + below
                if found:
                    return count, True
        return count, False

    return search({})[0]


def test_every_branch_is_counted_and_none_is_looked_at_twice():
    searched = []
    for (n, n_edges, k), seed in product([(14, 32, 3), (14, 40, 4), (18, 60, 4)], range(40)):
        edges = random_graph(n, n_edges, seed).tolist()
        if np.bincount(np.ravel(edges), minlength=n).min() < k:
            continue  # some vertex is coloured last, without any search
        answer = colour(n, edges, k)
        if answer.nodes:
            assert answer.nodes == branches(n, edges, k)
            searched.append(answer.status)
    assert searched.count("found") >= 3
    assert searched.count("infeasible") >= 3


def test_node_limit_gives_unknown_rather_than_a_wrong_answer():
    n, edges = 40, random_graph(40, 175, seed=0)
    assert colour(n, edges, 4, node_limit=1).status == "unknown"
    edges = random_graph(40, 600, seed=0)
    cut_short = max_clique(n, edges, limit=1)
    assert not cut_short.exact
    assert_clique(cut_short.vertices, edges.tolist())


@pytest.mark.parametrize("k", [3, 4])
def test_planted_colourings_of_hundreds_of_vertices_are_found(k):
    rng = np.random.default_rng(k)
    classes = rng.integers(k, size=400)
    pairs = rng.integers(400, size=(1000, 2))
    edges = pairs[classes[pairs[:, 0]] != classes[pairs[:, 1]]]
    answer = colour(400, edges, k)
    assert answer.status == "found"
    assert proper(answer.colours, edges)


def test_only_vertices_with_edges_cost_anything_and_depth_is_no_limit():
    n = 100_000
    path = np.column_stack([np.arange(n - 1), np.arange(1, n)])
    assert odd_cycle(n, path) is None
    ring = np.vstack([path, [[0, n - 2]]])
    assert len(odd_cycle(n, ring)) == n - 1
    assert colour(n, ring, 3).status == "found"
    assert n_clusters_bounds(n, [(5, 70_000)]) == (2, 2, n)


def test_repeats_and_directions_count_once():
    once, often = [(0, 1), (1, 2)], [(1, 0), (0, 1), (2, 1), (1, 2), (1, 2)]
    assert dsatur(3, once).tolist() == dsatur(3, often).tolist()
    assert n_clusters_bounds(3, often) == (2, 2, 3)


def test_graphs_without_edges():
    assert n_clusters_bounds(4, []) == (1, 1, 4)
    assert colour(4, [], 1).colours.tolist() == [0, 0, 0, 0]
    assert colour(4, [], 0).status == "infeasible"
    assert odd_cycle(4, np.empty((0, 2), dtype=int)) is None


@pytest.mark.parametrize(
    ("edges", "sentence"),
    [
        ([(0, 4)], "range of 4 vertices"),
        ([(-1, 2)], "range of 4 vertices"),
        ([(2, 2)], "joins a vertex to itself"),
        ([(0.0, 1.0)], "integer array"),
        ([0, 1], "shape"),
    ],
)
def test_bad_edges_are_named(edges, sentence):
    with pytest.raises(InputError, match=sentence):
        dsatur(4, edges)
