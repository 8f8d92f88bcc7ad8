"""What was said, what follows, and every refusal."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
from brute_closure import Closure
from hypothesis import given, settings, strategies as st

from jupyter_sscluster import ConflictError, Constraints
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import as_constraints, components

FIXTURE = Constraints(5, must=[(0, 1), (1, 2), (3, 4)], cannot=[(2, 3)])


@st.composite
def consistent(draw, largest=12):
    """(n, must, cannot) that labels agree with, so that nothing contradicts."""
    n = draw(st.integers(2, largest))
    labels = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    pair = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda p: p[0] != p[1])
    pairs = draw(st.lists(pair, max_size=15))
    must = [p for p in pairs if labels[p[0]] == labels[p[1]]]
    return n, must, [p for p in pairs if p not in must]


# ---------------------------------------------------------------- what follows


def test_hand_fixture():
    assert [g.tolist() for g in FIXTURE.neighbourhoods()] == [[0, 1, 2], [3, 4]]
    assert FIXTURE.relation(0, 4) == "cannot"
    assert FIXTURE.relation(0, 2) == "must"
    closure = FIXTURE.closure()
    assert len(closure.cannot) == 6
    assert len(closure.must) == 4
    with pytest.raises(ConflictError) as caught:
        FIXTURE.add(4, 0, "must")
    assert caught.value.pair == (0, 4, "must")
    assert caught.value.witness == [
        (0, 1, "must"),
        (1, 2, "must"),
        (2, 3, "cannot"),
        (3, 4, "must"),
    ]
    assert str(caught.value) == (
        "must-link (0, 4) contradicts the must-links 0 – 1 – 2, cannot-link 2 – 3, must-link 3 – 4"
        "; take one of these back, leave the pair out, or state it as soft, which entails nothing"
    )


def test_a_point_alone_and_nothing_known():
    alone = Constraints(1)
    assert alone.component_ids.tolist() == [0]
    assert alone.neighbourhoods() == []
    assert alone.component_edges.shape == (0, 2)
    assert alone.touched.tolist() == []
    assert alone.closure() == alone
    assert alone.relation(0, 0) == "must"
    assert alone.n_clusters_bounds() == (1, 1, 1)
    assert Constraints(4).n_clusters_bounds() == (1, 1, 4)
    assert Constraints(4).relation(0, 1) is None


def test_neighbourhoods_by_size_then_smallest_member():
    known = Constraints(9, must=[(7, 8), (1, 2), (4, 6), (6, 5)])
    assert [g.tolist() for g in known.neighbourhoods()] == [[4, 5, 6], [1, 2], [7, 8]]
    assert known.component_ids.tolist() == [0, 1, 1, 2, 3, 3, 3, 4, 4]
    assert known.component_sizes.tolist() == [1, 2, 1, 3, 2]
    assert known.touched.tolist() == [1, 2, 4, 5, 6, 7, 8]


def test_bounds_on_the_number_of_clusters():
    ring = Constraints(7, must=[(5, 6)], cannot=[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    lower, feasible, upper = ring.n_clusters_bounds()
    assert (lower, upper) == (3, 6)
    assert lower <= feasible <= 3
    clique = Constraints.from_partial_labels([0, 1, 2, 3, -1, 0])
    assert clique.n_clusters_bounds() == (4, 4, 5)


def test_partial_labels_are_components_where_something_is_known():
    known = Constraints(6, must=[(1, 4)], cannot=[(4, 5)]).add(0, 3, "must", soft=True)
    assert known.partial_labels().tolist() == [-1, 1, -1, -1, 1, 4]


@given(consistent())
def test_closure_is_idempotent_and_says_all_that_follows(drawn):
    n, must, cannot = drawn
    value = Constraints(n, must, cannot, must_weights=[0.5] * len(must))
    brute = Closure(n, must, cannot)
    closure = value.closure()
    assert closure.closure() == closure
    upper = np.argwhere(np.triu(np.ones((n, n)), 1))
    stated = {tuple(p): +1 for p in closure.must.tolist()}
    stated |= {tuple(p): -1 for p in closure.cannot.tolist()}
    assert [stated.get(tuple(p), 0) for p in upper.tolist()] == [
        brute.codes()[i, j] for i, j in upper
    ]
    explicit = {tuple(sorted(p)) for p in must}
    for pair, weight in zip(closure.must.tolist(), closure.must_weights, strict=True):
        assert weight == (0.5 if tuple(pair) in explicit else 1.0)


@given(consistent(), st.randoms(use_true_random=False))
def test_order_of_statement_is_irrelevant(drawn, random):
    n, must, cannot = drawn
    one = Constraints(n, must, cannot)
    said = [(*p, "must") for p in must] + [(*p, "cannot") for p in cannot]
    random.shuffle(said)
    other = Constraints(n)
    for i, j, kind in said:
        other = other.add(j, i, kind)
    assert one == other
    assert hash(one) == hash(other)
    assert np.array_equal(one.component_ids, other.component_ids)
    assert np.array_equal(one.component_edges, other.component_edges)
    assert one.closure() == other.closure()


@given(consistent())
def test_witness_depends_on_the_statements_and_not_on_their_order(drawn):
    n, must, cannot = drawn
    one, other = Constraints(n, must, cannot), Constraints(n, must[::-1], cannot[::-1])
    for i in range(n):
        for j in range(i + 1, n):
            for kind in ("must", "cannot"):
                assert one.witness(i, j, kind) == other.witness(i, j, kind)


def test_witness_takes_the_lowest_indices_among_equally_short_chains():
    square = Constraints(4, must=[(2, 3), (0, 2), (1, 3), (0, 1)])
    assert square.witness(0, 3, "cannot") == [(0, 1, "must"), (1, 3, "must")]
    assert square.witness(3, 0, "cannot") == [(1, 3, "must"), (0, 1, "must")]
    assert square.witness(0, 3, "must") is None


# ---------------------------------------------------------------- the value


def test_statements_keep_their_order_and_the_larger_weight():
    known = Constraints(9, must=[(5, 4), (0, 1), (4, 5)], must_weights=[1, 2, 3])
    assert known.must.tolist() == [[4, 5], [0, 1]]
    assert known.must_weights.tolist() == [3, 2]
    again = known.add(5, 4, "must", 0.5)
    assert again is known
    assert known.add(1, 0, "must", 7.0).must_weights.tolist() == [3, 7]
    assert len(known) == 2


@pytest.mark.parametrize("known", [Constraints(4), Constraints(4, [(0, 1)], [(1, 2)]).closure()])
def test_arrays_cannot_be_made_writable(known):
    known = pickle.loads(pickle.dumps(known.add(0, 1, "must", 3.0)))
    for value in (known, known.add(2, 3, "cannot", soft=True)):
        hard = [value.must, value.cannot, value.must_weights, value.cannot_weights]
        soft = [value.soft_must, value.soft_cannot, value.soft_must_weights]
        found = [value.component_ids, value.component_sizes, value.component_edges]
        for array in [*hard, *soft, value.soft_cannot_weights, *found]:
            with pytest.raises(ValueError, match="WRITEABLE"):
                array.flags.writeable = True
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0


def test_add_leaves_the_original_alone_and_arrays_are_read_only():
    before = pickle.dumps(FIXTURE)
    more = FIXTURE.add(0, 3, "cannot", 2.5)
    assert (len(FIXTURE), len(more)) == (4, 5)
    assert pickle.dumps(FIXTURE) == before
    for array in (more.must, more.cannot, more.must_weights, more.cannot_weights, more.soft_must):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    for array in (more.component_ids, more.component_sizes, more.component_edges):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    with pytest.raises(AttributeError, match="immutable"):
        more.must = []
    with pytest.raises(AttributeError, match="immutable"):
        del more._statements


def test_the_callers_arrays_are_neither_changed_nor_frozen():
    pairs, weights = np.array([[3, 1], [0, 2]]), np.array([1.0, 2.0])
    known = Constraints(4, pairs, must_weights=weights)
    assert pairs.tolist() == [[3, 1], [0, 2]]
    pairs[0], weights[0] = 0, 9
    assert known.must.tolist() == [[1, 3], [0, 2]]
    assert known.must_weights.tolist() == [1, 2]


def test_copies_pickles_and_values_as_keys():
    known = FIXTURE.add(1, 4, "must", 0.1, soft=True)
    restored = pickle.loads(pickle.dumps(known))
    assert restored == known
    assert restored.relation(0, 4) == "cannot"
    assert not restored.must.flags.writeable
    assert copy.copy(known) == copy.deepcopy(known) == known
    assert {known: 1}[restored] == 1
    assert known != FIXTURE
    assert known != "known"
    assert Constraints(5) != Constraints(6)
    assert Constraints(2, names=["a", "b"]) != Constraints(2)
    assert Constraints(3, must=[(0, 1)]) != Constraints(3, cannot=[(0, 1)])
    assert Constraints(3, [(0, 1)]) != Constraints(3, [(0, 1)], must_weights=[2])
    assert repr(known) == "Constraints(5 samples, 3 must, 1 cannot, 1 soft)"


def test_errors_pickle_and_name_rows_by_their_names():
    with pytest.raises(ConflictError) as caught:
        Constraints(3, [(0, 1)], [(1, 0)], names=["<b>x</b>", "y, z", "w"])
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.pair, error.witness) == ((0, 1, "cannot"), [(0, 1, "must")])
    assert str(error) == str(caught.value)
    assert "cannot-link (<b>x</b>, y, z) contradicts the must-link <b>x</b> – y, z" in str(error)


def test_relations_outlive_the_graphs_kept_for_a_while():
    values = [Constraints(30)]
    for i in range(25):
        values.append(values[-1].add(i, i + 1, "must"))
    assert len(components._recent) <= 8
    assert components._recent[-1].component_ids is values[-1].component_ids
    for size, value in enumerate(values):
        assert value.component_sizes[0] == size + 1
        assert value.relation(0, size) == "must"
        assert value.relation(0, 28) is None


# ---------------------------------------------------------------- soft statements


def test_soft_statements_entail_nothing_and_never_conflict():
    known = FIXTURE.add(0, 2, "cannot", 2.0, soft=True).add(0, 4, "must", soft=True)
    assert known.soft_cannot.tolist() == [[0, 2]]
    assert known.soft_cannot_weights.tolist() == [2.0]
    assert known.relation(0, 2) == "must"
    assert known.relation(0, 4) == "cannot"
    assert len(known) == 6
    assert known.remove(0, 2).remove(4, 0) == FIXTURE


def test_a_hard_statement_takes_the_place_of_a_soft_one():
    soft_first = Constraints(3).add(0, 1, "must", 3, soft=True).add(0, 1, "must", 2)
    hard_first = Constraints(3).add(0, 1, "must", 2).add(0, 1, "must", 3, soft=True)
    assert soft_first == hard_first == Constraints(3, must=[(0, 1)], must_weights=3)


def test_conflicts_kept_as_soft_whatever_their_order():
    must, cannot = [(0, 1), (1, 2), (3, 4)], [(0, 2), (2, 3), (0, 1)]
    value = Constraints(5, must, cannot, cannot_weights=[5, 6, 7], conflicts="soft")
    other = Constraints(5, must[::-1], cannot[::-1], cannot_weights=[7, 6, 5], conflicts="soft")
    assert value == other
    assert value.soft_cannot.tolist() == [[0, 2], [0, 1]]
    assert value.soft_cannot_weights.tolist() == [5, 7]
    assert value.cannot.tolist() == [[2, 3]]
    assert value.relation(0, 2) == "must"


# ---------------------------------------------------------------- one value from what is given


def test_as_constraints_merges_every_source():
    base = FIXTURE.add(0, 4, "must", 0.5, soft=True)
    merged = as_constraints(
        5, must=[[2, 0]], cannot=[], constraints=base, y=["a", -1, "a", None, "b"]
    )
    assert merged.must.tolist() == [[0, 1], [1, 2], [3, 4], [0, 2]]
    assert merged.cannot.tolist() == [[2, 3], [0, 4]]
    assert merged.soft_must.tolist() == [[0, 4]]
    assert as_constraints(5) == Constraints(5)
    assert as_constraints(5, constraints=base) is base
    assert as_constraints(2, [(0, 1)], [(0, 1)], conflicts="soft").soft_cannot.tolist() == [[0, 1]]
    with pytest.raises(ConflictError, match="must-links 0 – 1 – 2"):
        as_constraints(5, cannot=[(0, 2)], constraints=base)


def test_a_union_has_the_statements_of_both_values():
    one = Constraints(5, must=[(0, 1)], names=list("abcde")).add(2, 3, "must", soft=True)
    other = Constraints(5, must=[(0, 1)], cannot=[(1, 2)], must_weights=3.0).add(2, 3, "must", 2.0)
    union = one | other
    assert union.must.tolist() == [[0, 1], [2, 3]] and union.must_weights.tolist() == [3, 2]
    assert union.cannot.tolist() == [[1, 2]] and not len(union.soft_must)
    assert union.names == one.names == (other | one).names and (one | one) == one
    assert (other | one) == union
    with pytest.raises(ConflictError, match=r"a .* b"):
        one | Constraints(5, cannot=[(0, 1)])
    with pytest.raises(InputError, match="5 and 4 rows"):
        one | Constraints(4)
    with pytest.raises(InputError, match="is called .* in one value and 'z' in the other"):
        one | Constraints(5, names=["z", *one.names[1:]])
    with pytest.raises(TypeError):
        one | [(0, 1)]
    with pytest.raises(InputError, match="in must and cannot"):
        list(one)


# ---------------------------------------------------------------- guises of pairs


@pytest.mark.parametrize(
    "pairs",
    [
        [[0, 1], (2, 3)],
        np.array([[0, 1], [2, 3]], dtype=np.uint8),
        [np.array([0, 1]), (np.int32(2), np.int64(3))],
        zip([0, 2], [1, 3], strict=True),
        pd.DataFrame({"i": [0, 2], "j": [1, 3]}),
        np.array([[1, 0], [2, 3], [0, 1]], order="F"),
    ],
)
def test_pairs_in_many_guises(pairs):
    assert Constraints(5, must=pairs).must.tolist() == [[0, 1], [2, 3]]


@pytest.mark.parametrize("nothing", [(), [], np.empty((0, 2)), np.array([], dtype=int), iter([])])
def test_no_pairs_in_many_guises(nothing):
    assert len(Constraints(5, must=nothing)) == 0


# ---------------------------------------------------------------- size


def test_chain_of_a_hundred_thousand():
    n = 100_000
    chain = np.stack([np.arange(n - 1), np.arange(1, n)], axis=1)
    known = Constraints(n, must=chain)
    assert known.n_components == 1
    assert known.relation(0, n - 1) == "must"
    with pytest.raises(ConflictError) as caught:
        known.add(0, n - 1, "cannot")
    assert len(caught.value.witness) == n - 1
    assert "99988 more" in str(caught.value)
    middle = known.remove(50_000, 50_001)
    assert middle.component_sizes.tolist() == [50_001, 49_999]


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 2**32))
def test_many_statements_on_many_points(seed):
    rng = np.random.default_rng(seed)
    labels = rng.integers(4, size=100_000)
    known = Constraints(100_000)
    for i, j in rng.choice(100_000, size=(60, 2), replace=False):
        known = known.add(i, j, "must" if labels[i] == labels[j] else "cannot")
    pairs = np.concatenate([known.must, known.cannot])
    told = known.relations(pairs)
    assert np.array_equal(told == 1, labels[pairs[:, 0]] == labels[pairs[:, 1]])
    assert (told != 0).all()


def test_in_order_equal_values_have_equal_tables():
    names = list("abcdef")
    known = Constraints(6, [(4, 5), (0, 1)], [(5, 2), (1, 3)], must_weights=[2.0, 1.0], names=names)
    known = known.add(2, 3, "must", 0.5, soft=True).add(0, 4, "cannot", 0.25, soft=True)
    again = Constraints(6, [(1, 0), (5, 4)], [(3, 1), (2, 5)], must_weights=[1.0, 2.0])
    again = again.add(4, 0, "cannot", 0.25, soft=True).add(3, 2, "must", 0.5, soft=True)
    for value in (known.in_order(), again.in_order()):
        assert value.names is None
        assert value.must.tolist() == [[0, 1], [4, 5]]
        assert value.must_weights.tolist() == [1.0, 2.0]
        assert value.cannot.tolist() == [[1, 3], [2, 5]]
        assert (value.soft_must.tolist(), value.soft_cannot.tolist()) == ([[2, 3]], [[0, 4]])
    assert known.must.tolist() == [[4, 5], [0, 1]]
    noise = Constraints(6, noise=[3]).in_order().noise
    assert noise.tolist() == [3]
