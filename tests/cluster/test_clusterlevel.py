"""Bounds on whole clusters against every labelling of a few rows."""

import itertools

import numpy as np
import pytest
from hypothesis import given, reject, settings, strategies as st

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import (
    PCCC,
    ClusterLevel,
    ConstrainedAgglomerative,
    COPKMeans,
    Infeasible,
    NotFound,
)
from jupyter_sscluster.cluster._parts.bounds.pairs_by_distance import (
    delta_forest,
    nearest_neighbours,
    pairs_beyond,
)
from jupyter_sscluster.constraints import Constraints

LINE = [[0.0], [1.0], [2.0], [9.0], [10.0]]


def partitions(n):
    """Every way to share out n rows, clusters numbered by first row."""
    if n == 0:
        yield ()
        return
    for labels in partitions(n - 1):
        for k in range(max(labels, default=-1) + 2):
            yield (*labels, k)


def met(level, X, labels):
    """The bounds by their definitions, row by row."""
    n, clusters = len(X), [[i for i in range(len(X)) if labels[i] == k] for k in set(labels)]
    apart = [[float(np.linalg.norm(X[i] - X[j])) for j in range(n)] for i in range(n)]
    small, large = level.min_size or 1, level.max_size or n
    small, large = [s if isinstance(s, int) else s * n for s in (small, large)]
    together = [(i, j) for i, j in itertools.combinations(range(n), 2) if labels[i] == labels[j]]
    separate = [(i, j) for i, j in itertools.combinations(range(n), 2) if labels[i] != labels[j]]
    return {
        "fewest": len(clusters) >= (level.fewest or 1),
        "most": len(clusters) <= (level.most or n),
        "min_size": all(len(c) >= small for c in clusters),
        "max_size": all(len(c) <= large for c in clusters),
        "max_diameter": level.max_diameter is None
        or all(apart[i][j] <= level.max_diameter for i, j in together),
        "min_separation": not level.min_separation
        or all(apart[i][j] >= level.min_separation for i, j in separate),
        "epsilon": level.epsilon is None
        or all(
            min(apart[i][j] for j in c if j != i) <= level.epsilon
            for c in clusters
            if len(c) > 1
            for i in c
        ),
    }


def drawn(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 6, (int(rng.integers(2, 7)), int(rng.integers(1, 3)))).astype(float)
    n = len(X)

    def maybe(value):
        return value if rng.random() < 0.5 else None

    level = ClusterLevel(
        fewest=maybe(int(rng.integers(1, 3))),
        most=maybe(int(rng.integers(2, n + 1))),
        min_size=maybe([1, 2, 0.3][rng.integers(3)]),
        max_size=maybe([n, 3, 0.7][rng.integers(3)]),
        max_diameter=maybe(float(rng.integers(0, 7))),
        min_separation=maybe(float(rng.integers(0, 4))),
        epsilon=maybe(float(rng.integers(0, 4))),
    )
    return X, level


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_violations_follow_their_definition(seed):
    X, level = drawn(seed)
    for labels in itertools.islice(partitions(len(X)), 0, None, 7):
        wrong = {rule for rule, kept in met(level, X, labels).items() if not kept}
        assert {b.rule for b in level.violated(X, labels)} == wrong


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_the_pairs_say_diameter_and_separation_no_more_and_no_less(seed):
    X, level = drawn(seed)
    kept = {
        labels
        for labels in partitions(len(X))
        if met(level, X, labels)["max_diameter"] and met(level, X, labels)["min_separation"]
    }
    try:
        known = level.constraints(X)
    except Infeasible as error:
        assert not kept
        refused = error.witness[-1]
    else:
        refused = None
    if refused is not None:
        assert refused[2] == "cannot"
        return
    allowed = {
        labels
        for labels in partitions(len(X))
        if all(labels[i] == labels[j] for i, j in known.must)
        and all(labels[i] != labels[j] for i, j in known.cannot)
    }
    assert allowed == kept
    assert len(known.must) < len(X)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_bounds_exclude_no_number_of_clusters_that_exists(seed):
    X, level = drawn(seed)
    numbers = {len(set(p)) for p in partitions(len(X)) if all(met(level, X, p).values())}
    try:
        low, high = level.bounds(X)
    except Infeasible:
        assert not numbers
    else:
        assert all(low <= k <= high for k in numbers)


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_strict_pairs_keep_every_row_within_reach(seed):
    X, level = drawn(seed)
    try:
        known = level.constraints(X, strict=True)
    except (Infeasible, NotFound):
        reject()
    alone = nearest_neighbours(X)[1] > (np.inf if level.epsilon is None else level.epsilon)
    for labels in partitions(len(X)):
        if all(labels[i] == labels[j] for i, j in known.must):
            rows = {row for b in level.violated(X, labels) if b.rule == "epsilon" for row in b.rows}
            assert all(alone[row] for row in rows)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_pairs_by_distance_agree_with_all_distances(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 5, (40, 2)).astype(float)
    limit = float(rng.integers(1, 6))
    apart = np.linalg.norm(X[:, None] - X, axis=2)
    groups = np.sort(rng.integers(0, 12, 40))
    groups = np.unique(groups, return_inverse=True)[1]
    far = np.argwhere(np.triu(apart > limit))
    found = pairs_beyond(X, limit, groups, 10_000)
    assert all(apart[i, j] > limit for i, j in found)
    assert {tuple(sorted(groups[p])) for p in far} == {tuple(sorted(groups[p])) for p in found}
    inside = {tuple(p) for p in far if groups[p[0]] == groups[p[1]]}
    assert inside == {tuple(p) for p in found if groups[p[0]] == groups[p[1]]}
    assert pairs_beyond(X, limit, groups, len(found) - 1) is None or len(found) == 0
    close = np.argwhere(np.triu(apart < limit, 1))
    tree = Constraints(40, must=delta_forest(X, limit))
    assert len(tree.must) == 40 - tree.n_components
    all_close = Constraints(40, must=close)
    np.testing.assert_array_equal(tree.component_ids, all_close.component_ids)


def test_many_rows_need_no_matrix_of_distances():
    X = np.random.default_rng(0).normal(size=(50_000, 2)).cumsum(axis=0)
    level = ClusterLevel(min_separation=1.0)
    assert 0 < len(level.constraints(X).must) < 50_000


def test_a_contradiction_shows_its_chain():
    with pytest.raises(Infeasible, match="than 1.5, .* a chain of 2 links;") as caught:
        ClusterLevel(max_diameter=1.5, min_separation=1.2).constraints(LINE)
    assert caught.value.witness == [(0, 1, "must"), (1, 2, "must"), (0, 2, "cannot")]
    with pytest.raises(Infeasible, match="than 1.2, .* the cannot-link 0 – 1;") as caught:
        ClusterLevel(min_separation=1.2).constraints(LINE, Constraints(5, cannot=[(0, 1)]))
    assert caught.value.witness == [(0, 1, "cannot"), (0, 1, "must")]


def test_infeasible_bounds_say_why():
    for level, known, says in [
        (ClusterLevel(min_size=3), Constraints(5, cannot=[(0, 1)]), "at least 2 clusters"),
        (ClusterLevel(max_size=2), Constraints(5, must=[(0, 1), (1, 2)]), "must-linked to row 0"),
        (ClusterLevel(most=2, max_size=0.4), None, "at least 3 clusters are needed, as 5 rows"),
        (ClusterLevel(fewest=6), None, "fewest=6"),
        (ClusterLevel(min_size=6), None, "6 rows or more .* there are 5; lower min_size"),
        (
            ClusterLevel(min_size=3, max_size=0.4),
            None,
            "3 .* max_size=0.4 allows 2; lower",
        ),
        (ClusterLevel(epsilon=1.0, most=1, min_separation=0.5), None, ""),
        (ClusterLevel(epsilon=0.5, most=4), None, "5 rows have no other within epsilon"),
        (ClusterLevel(epsilon=0.5, min_size=2), None, "row 0 has no other row"),
        (ClusterLevel(epsilon=0.5), Constraints(5, must=[(3, 4)]), "row 3 has no other row"),
    ]:
        if says:
            with pytest.raises(Infeasible, match=says):
                level.bounds(LINE, known)
        else:
            assert level.bounds(LINE, known) == (1, 1)


def test_bad_bounds_are_named():
    for bad, says in [
        ({"min_size": 0}, "min_size=0 must be"),
        ({"max_size": 1.5}, "max_size=1.5"),
        ({"max_diameter": -1.0}, "max_diameter=-1.0"),
        ({"epsilon": float("nan")}, "epsilon=nan"),
        ({"fewest": 4, "most": 3}, "choose fewest <= most"),
        ({"min_size": 0.5, "max_size": 0.2}, "choose min_size <= max_size"),
    ]:
        with pytest.raises(InputError, match=says):
            ClusterLevel(**bad)
    with pytest.raises(InputError, match="most_pairs=3"):
        ClusterLevel(max_diameter=1.0).constraints(LINE, most_pairs=3)
    with pytest.raises(InputError, match="about 4 rows, and the number of rows of X is 5"):
        ClusterLevel().constraints(LINE, Constraints(4))
    with pytest.raises(InputError, match="one label a row"):
        ClusterLevel().violated(LINE, [0, 1])


def test_clusterers_that_break_no_pair_meet_the_bounds():
    rng = np.random.default_rng(0)
    X = np.concatenate(
        [rng.uniform(-1, 1, (30, 2)) + centre for centre in ([0, 0], [4, 0], [0, 4])]
    )
    wanted = ClusterLevel(fewest=3, most=3, min_size=0.2, max_diameter=3.0, min_separation=0.6)
    known = wanted.constraints(X)
    assert wanted.bounds(X) == (3, 3)
    for model in (
        COPKMeans(3, random_state=0),
        ConstrainedAgglomerative(3),
        PCCC(3, min_size=0.2, random_state=0),
    ):
        assert wanted.violated(X, model.fit(X, constraints=known).labels_) == []
