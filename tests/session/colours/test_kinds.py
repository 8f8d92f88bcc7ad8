"""Kinds of a column: the most frequent first, the others together."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, strategies as st
from sklearn.metrics import adjusted_mutual_info_score

from jupyter_sscluster.session.colours.kinds import COLOURED, OTHERS, kinds_of
from jupyter_sscluster.session.colours.scale import NO_VALUE, STEPS

LISTS = st.lists(st.one_of(st.none(), st.sampled_from("abcdefghijk")), min_size=1)


@given(LISTS)
def test_kinds_are_counted_as_a_counter_counts(values):
    kinds = kinds_of(values)
    counted = Counter(value for value in values if value is not None)
    assert dict(zip(kinds.names, kinds.counts().tolist(), strict=True)) == counted
    counts = kinds.counts().tolist()
    assert counts == sorted(counts, reverse=True)
    for value, row, code in zip(values, kinds.rows, kinds.codes, strict=True):
        if value is None:
            assert (row, code) == (OTHERS, NO_VALUE)
        else:
            assert kinds.names[row] == value
            assert code == STEPS + min(int(row), COLOURED)


@given(LISTS, st.sets(st.integers(0, 10)))
def test_rows_of_some_kinds_are_those_with_their_names(values, chosen):
    kinds = kinds_of(values)
    chosen = {kind for kind in chosen if kind < len(kinds.names)}
    names = {kinds.names[kind] for kind in chosen}
    assert kinds.of(chosen).tolist() == [value in names for value in values]
    rest = set(kinds.names[COLOURED:])
    assert kinds.of([OTHERS]).tolist() == [value in rest for value in values]


def test_values_are_told_apart_by_their_texts_and_need_not_be_hashable():
    kinds = kinds_of([1, 1.0, True, "1", [1], [1]], str)
    assert kinds.names == ["1", "[1]", "1.0", "True"]
    assert kinds.rows.tolist() == [0, 2, 3, 0, 1, 1]


def test_the_empty_text_has_a_name():
    kinds = kinds_of(["", "a", "", None])
    assert (kinds.names, kinds.rows.tolist()) == (["(empty)", "a"], [0, 1, 0, OTHERS])


def test_agreement_is_the_adjusted_mutual_information_of_rows_with_a_kind():
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 3, 90)
    values = [None if row % 9 == 0 else "ab"[int(label > 0)] for row, label in enumerate(labels)]
    there = [row for row in range(90) if values[row] is not None]
    expected = adjusted_mutual_info_score(labels[there], [values[row] for row in there])
    assert kinds_of(values).agreement(labels) == pytest.approx(expected)
    assert kinds_of([str(label) for label in labels]).agreement(labels) == pytest.approx(1.0)
    assert kinds_of([str(row) for row in range(90)]).agreement(labels) is None
    assert kinds_of([None] * 90).agreement(labels) is None


def test_ten_thousand_kinds_share_a_colour_but_for_seven():
    values = [str(row % 10_000) for row in range(20_003)]
    kinds = kinds_of(values)
    assert len(kinds.names) == 10_000
    assert set(kinds.codes) == set(range(STEPS, STEPS + COLOURED + 1))
    assert (kinds.n_others, kinds.all_differ) == (9_993, False)
    assert kinds_of([str(row) for row in range(100)]).all_differ
