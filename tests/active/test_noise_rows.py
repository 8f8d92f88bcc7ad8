"""Strategies ask nothing about noise, and are not changed by what lies there."""

import numpy as np
import pytest
from table import STRATEGIES

from jupyter_sscluster import Constraints
from jupyter_sscluster.active import ASC, NPU, FunctionStrategy, Snapshot
from jupyter_sscluster.active.restrict_to_rows import propose_among
from jupyter_sscluster.cluster import AdaptivePCKMeans

NOISE = [0, 7, 13]
OTHERS = np.delete(np.arange(20), NOISE)
EVERY = pytest.mark.parametrize("row", STRATEGIES, ids=lambda row: row.name)


def snapshot():
    """Two blobs, three rows far away that are noise, and a don't-know about one of these."""
    X = np.random.default_rng(2).normal(scale=0.5, size=(20, 2))
    X[10:] += 5.0
    X[NOISE] = [[60.0, 0.0], [-50.0, 9.0], [0.0, 80.0]]
    known = Constraints(20, must=[(1, 2)], cannot=[(1, 12), (0, 3)], noise=NOISE)
    known = known.add(7, 9, "must", soft=True).add(4, 5, "must", soft=True)
    labels = np.repeat([0, 1], 10)
    labels[NOISE] = -1
    return Snapshot(X, known, labels, AdaptivePCKMeans(2), unknown=[(7, 8), (3, 14)])


def part():
    """What the others are by themselves, under their names in the whole."""
    whole, place = snapshot(), {row: k for k, row in enumerate(OTHERS.tolist())}
    return Snapshot(
        whole.X[OTHERS],
        whole.constraints[OTHERS],
        whole.labels[OTHERS],
        whole.clusterer,
        unknown=[(place[3], place[14])],
        names=[str(row) for row in OTHERS],
    )


@EVERY
def test_questions_are_those_about_the_other_rows_alone(row):
    asked = row.make().propose(snapshot(), n_pairs=3)
    alone = row.make().propose(part(), n_pairs=3)
    assert len(asked) == len(alone) > 0
    for query, other in zip(asked, alone, strict=True):
        assert query.pair == tuple(OTHERS[list(other.pair)])
        assert (query.reason, query.score) == (other.reason, other.score)
    scores = row.make().scores(snapshot())
    np.testing.assert_array_equal(scores[OTHERS], row.make().scores(part()))
    np.testing.assert_array_equal(scores[NOISE], 0.0)


def test_placements_sortings_and_doubt_too():
    npu, whole, alone = NPU(n_estimators=10), snapshot(), part()
    placed, other = npu.propose_placement(whole), npu.propose_placement(alone)
    assert placed.point == OTHERS[other.point]
    assert placed.representatives == tuple(OTHERS[list(other.representatives)])
    piled, other = npu.propose_sorting(whole), npu.propose_sorting(alone)
    assert piled.points == tuple(OTHERS[list(other.points)])
    assert piled.cards == tuple(OTHERS[list(other.cards)])
    assert npu.expected_changes(whole) == npu.expected_changes(alone)
    np.testing.assert_array_equal(npu.uncertainty(whole).doubt[NOISE], 0.0)
    np.testing.assert_array_equal(
        npu.uncertainty(whole).doubt[OTHERS], npu.uncertainty(alone).doubt
    )


def test_among_some_rows_noise_is_passed_over():
    npu, whole = NPU(n_estimators=10), snapshot()
    assert npu.propose_placement(whole, among=[7, 16]).point == 16
    assert 16 in propose_among(npu, whole, [7, 16])[0].pair
    assert propose_among(npu, whole, NOISE) == []


def test_where_all_is_noise_nothing_is_asked():
    nothing = Snapshot([[0.0], [1.0], [2.0]], Constraints(3, noise=[0, 1, 2]))
    npu = NPU(n_estimators=10)
    assert npu.propose(nothing) == []
    assert npu.propose_placement(nothing) is None
    assert npu.scores(nothing).tolist() == [0.0, 0.0, 0.0]


def test_a_strategy_of_ones_own_sees_all_rows_and_asks_about_no_noise():
    shown = []

    def every(snapshot):
        shown.append(snapshot)
        return [(i, j) for i in range(20) for j in range(i + 1, 20)]

    asked = FunctionStrategy(every).propose(snapshot(), n_pairs=200)
    assert shown[0].n_samples == 20
    assert [*shown[0].constraints.noise] == NOISE
    assert shown[0].constraints.soft_must.tolist() == [[7, 9]]
    assert asked and not {*NOISE} & {row for query in asked for row in query.pair}


def test_pairs_are_inferred_for_the_other_rows():
    inferring = ASC(n_neighbors=3, threshold=2, propagate=True)
    given = inferring.clustered_with(snapshot())
    assert [*given.noise] == NOISE
    alone = inferring.clustered_with(part())
    assert (
        given[OTHERS] == alone or given[OTHERS].soft_cannot.tolist() == alone.soft_cannot.tolist()
    )
