"""Labels into pairs: uniform, distinct, and never a pair of an unknown label."""

from collections import Counter
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, strategies as st
from repeatable import rounds

from jupyter_sscluster import Constraints
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Oracle
from jupyter_sscluster.cluster import SeededKMeans
from jupyter_sscluster.constraints.sampling import distinct_integers, label_codes, unrank_pairs


def test_unranking_lists_every_pair_once():
    pairs = unrank_pairs(np.arange(50 * 49 // 2))
    assert sorted(map(tuple, pairs.tolist())) == list(combinations(range(50), 2))


@given(st.integers(1, 10**9), st.integers(-2, 2))
def test_unranking_is_exact_where_floats_are_not(larger, step):
    rank = larger * (larger - 1) // 2 + step
    assume(rank >= 0)
    ((a, b),) = unrank_pairs(np.array([rank])).tolist()
    assert 0 <= a < b
    assert b * (b - 1) // 2 + a == rank


@given(st.integers(0, 60), st.data())
def test_distinct_integers(total, data):
    size = data.draw(st.integers(0, total))
    drawn = distinct_integers(total, size, np.random.default_rng(data.draw(st.integers(0, 99))))
    assert len(drawn) == size
    assert len(set(drawn.tolist())) == size
    assert all(0 <= value < total for value in drawn.tolist())


@pytest.mark.parametrize("n_pairs", [2, 4, 8])
def test_pairs_are_drawn_uniformly(n_pairs):
    y = [0, 0, 1, -1, 1, 2]
    repeats = rounds(4000)
    counts = Counter()
    for seed in range(repeats):
        known = Constraints.from_labels(y, n_pairs, random_state=seed)
        counts.update(map(tuple, [*known.must.tolist(), *known.cannot.tolist()]))
    known = [0, 1, 2, 4, 5]
    assert set(counts) == set(combinations(known, 2))
    expected = repeats * n_pairs / 10
    spread = np.sqrt(expected * (1 - n_pairs / 10))
    assert all(abs(count - expected) < 5 * spread for count in counts.values())


def test_drawn_sets_are_uniform_not_only_their_pairs():
    counts = Counter()
    for seed in range(6000):
        drawn = distinct_integers(6, 2, np.random.default_rng(seed))
        counts[tuple(drawn.tolist())] += 1
    assert len(counts) == 30
    chi2 = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi2 < 66


def test_relations_are_those_of_the_labels_and_the_seed_decides():
    rng = np.random.default_rng(3)
    y = rng.integers(5, size=400)
    known = Constraints.from_labels(y, 900, random_state=7)
    assert len(known) == 900
    assert (y[known.must[:, 0]] == y[known.must[:, 1]]).all()
    assert (y[known.cannot[:, 0]] != y[known.cannot[:, 1]]).all()
    again = Constraints.from_labels(y, 900, random_state=7)
    assert again.must.tolist() == known.must.tolist()
    assert Constraints.from_labels(y, 900, random_state=8) != known


@given(st.lists(st.sampled_from([0, 1, 2, -1]), min_size=2, max_size=14), st.data())
def test_one_kind_alone_has_all_its_pairs_and_no_others(y, data):
    kind = data.draw(st.sampled_from(["must", "cannot"]))
    rows = [i for i, label in enumerate(y) if label != -1]
    all_pairs = list(combinations(rows, 2))
    wanted = [p for p in all_pairs if (y[p[0]] == y[p[1]]) == (kind == "must")]
    known = Constraints.from_labels(y, len(wanted), kind=kind)
    drawn = {"must": known.must, "cannot": known.cannot}
    assert sorted(map(tuple, drawn[kind].tolist())) == wanted
    assert len(known) == len(wanted)
    share = data.draw(st.floats(0, 1))
    size = round(share * len(all_pairs))
    if size <= len(wanted):
        some = Constraints.from_labels(y, kind=kind, share=share)
        found = {"must": some.must, "cannot": some.cannot}[kind].tolist()
        assert len(some) == len(found) == size
        assert set(map(tuple, found)) <= set(wanted)
    else:
        with pytest.raises(
            InputError, match=f"{size}, is more than the {len(wanted)} {kind}-links"
        ):
            Constraints.from_labels(y, kind=kind, share=share)


@pytest.mark.parametrize("kind", ["must", "cannot"])
def test_pairs_of_one_kind_are_drawn_uniformly(kind):
    y = [0, 1, 0, -1, 2, 0, 1]
    counts, repeats = Counter(), rounds(4000)
    for seed in range(repeats):
        known = Constraints.from_labels(y, 2, random_state=seed, kind=kind)
        counts.update(map(tuple, getattr(known, kind).tolist()))
    n_kind = {"must": 4, "cannot": 11}[kind]
    assert len(counts) == n_kind
    expected = repeats * 2 / n_kind
    spread = np.sqrt(expected * (1 - 2 / n_kind))
    assert all(abs(count - expected) < 5 * spread for count in counts.values())


def test_shares_of_the_pool_are_those_of_the_study():
    """Table 1 of Vouros and Vasilaki (2020): 135 rows of iris, 10 % of 9045 pairs; brodinova."""
    for n_rows, share, n_pairs in ((135, 0.01, 90), (108, 0.01, 58), (108, 0.1, 578)):
        y = np.arange(n_rows) % 3
        for kind in ("both", "must", "cannot"):
            assert len(Constraints.from_labels(y, share=share, kind=kind)) == n_pairs


def test_a_share_is_drawn_as_that_number_of_pairs():
    y = np.arange(40) % 4
    assert Constraints.from_labels(y, share=0.1) == Constraints.from_labels(y, 78)


def test_a_few_pairs_of_very_many_points():
    y = np.arange(1_000_000) % 3
    known = Constraints.from_labels(y, 50)
    assert len(known) == 50


@pytest.mark.parametrize(
    "y",
    [
        ["a", "b", None, "a"],
        [("x", 1), "b", float("nan"), ("x", 1)],
        np.array([2.0, 3.5, np.nan, 2.0]),
        np.array([7, 8, -1, 7]),
        np.array(["a", "b", None, "a"], dtype=object),
        pd.Series(["a", "b", None, "a"]),
        pd.Series([1, 2, None, 1], dtype="Int64"),
        pd.Series(pd.Categorical(["a", "b", None, "a"])),
        [True, False, -1.0, True],
    ],
)
def test_labels_of_every_sort(y):
    assert label_codes(y).tolist() == [0, 1, -1, 0]
    known = Constraints.from_labels(y, 3)
    assert known.must.tolist() == [[0, 3]]
    assert sorted(known.cannot.tolist()) == [[0, 1], [1, 3]]
    assert Constraints.from_partial_labels(y).partial_labels().tolist() == [0, 1, -1, 0]


@pytest.mark.parametrize(
    "y",
    [
        np.array(["a", "b", -1]),
        np.array(["a", "b", -1.0]),
        np.array(["a", "b", np.nan]),
        np.array(["a", "b", None]).astype(str),
        np.array([b"a", b"b", -1]),
        np.array(["a", "b", "-1"], dtype=np.dtypes.StringDType()),
    ],
)
def test_unknown_labels_that_numpy_has_made_texts_of_are_no_classes(y):
    said = r"holds b?'(-1|-1\.0|nan|None)' in row 2, .* pass a list or an array of dtype=object"
    with pytest.raises(InputError, match=said):
        Constraints.from_partial_labels(y)
    with pytest.raises(InputError, match=said):
        Constraints.from_labels(y, 1)
    with pytest.raises(InputError, match=said):
        SeededKMeans(n_clusters=2).fit(np.eye(3), y)
    with pytest.raises(InputError, match=said):
        Oracle(y)


def test_texts_that_look_unknown_are_classes_where_nothing_was_converted():
    y = ["a", "-1", "nan", "None", -1, "a"]
    for labels in (y, np.array(y, dtype=object)):
        assert label_codes(labels).tolist() == [0, 1, 2, 3, -1, 0]
    assert label_codes(np.array(["a", "-1b", "Nan", "none"])).tolist() == [0, 1, 2, 3]


@given(st.lists(st.sampled_from(["a", "b", "c", None]), min_size=1, max_size=12))
def test_partial_labels_entail_equality_on_known_points_with_the_fewest_pairs(y):
    known = Constraints.from_partial_labels(y)
    for i, j in combinations(range(len(y)), 2):
        if y[i] is None or y[j] is None:
            assert known.relation(i, j) is None
        else:
            assert known.relation(i, j) == ("must" if y[i] == y[j] else "cannot")
    classes = set(y) - {None}
    n_known = sum(label is not None for label in y)
    assert len(known.must) == n_known - len(classes)
    assert len(known.cannot) == len(classes) * (len(classes) - 1) // 2


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Constraints.from_labels([0, 1, -1], 2), "n_pairs=2 is more than the 1 pairs of 2"),
        (lambda: Constraints.from_labels([0, 1], -1), "n_pairs=-1 must be an integer >= 0"),
        (lambda: Constraints.from_labels([0, 1], 1.0), "n_pairs=1.0 must be"),
        (lambda: Constraints.from_labels([0, 1], 1, "x"), "random_state='x' is no seed"),
        (lambda: Constraints.from_labels([0, 1]), "n_pairs=None and share=None: give one"),
        (lambda: Constraints.from_labels([0, 1], 1, share=0.5), "n_pairs=1 and share=0.5: give"),
        (lambda: Constraints.from_labels([0, 1], share=5), "share=5 must be a number from 0 to 1"),
        (lambda: Constraints.from_labels([0, 1], share=np.nan), "share=nan must be a number"),
        (lambda: Constraints.from_labels([0, 1], 1, kind="ml"), "kind='ml' must be \"both\""),
        (lambda: Constraints.from_labels([0, 1], 1, kind="must"), "more than the 0 must-links of"),
        (lambda: Constraints.from_labels([0, 1], 1, -3), "random_state=-3 is no seed"),
        (lambda: Constraints.from_labels("aab", 1), "y='aab' holds no labels"),
        (lambda: Constraints.from_labels(3, 1), "y=3 holds no labels"),
        (lambda: Constraints.from_labels(np.zeros((2, 2)), 1), r"y has shape \(2, 2\)"),
        (lambda: Constraints.from_partial_labels([[0], [1]]), r"label \[0\] is a list"),
        (lambda: Constraints.from_partial_labels([np.eye(2)]), "is a ndarray, which cannot be"),
        (lambda: Constraints.from_partial_labels([]), "n_samples=0 must be"),
        (
            lambda: Constraints.from_partial_labels(np.arange(9000)),
            "y names 9000 classes, which takes 40495500 cannot-links; at most 20000000",
        ),
    ],
)
def test_refusals(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()
