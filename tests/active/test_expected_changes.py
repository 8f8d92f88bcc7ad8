"""How many points the next ten answers are expected to move, and when there is no estimate."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs
from table import STRATEGIES

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import NPU, ExpectedChanges, RobustNPU, Snapshot, Strategy
from jupyter_sscluster.active.question_types.class_probabilities import ClassProbabilities
from jupyter_sscluster.active.question_types.expected_changes import (
    expected_changes,
    expected_number_of_moves,
)
from jupyter_sscluster.cluster import BeliefClustering
from jupyter_sscluster.constraints import Constraints


def standing(p, placed, n_clusters=2, **options):
    p = np.array(p, dtype=float)
    mask = np.zeros(len(p), dtype=bool)
    mask[placed] = True
    X = np.arange(float(len(p)))[:, None]
    known = Constraints(len(p), cannot=[(0, 1)])
    rows = tuple(np.array([k]) for k in range(p.shape[1]))
    return ClassProbabilities(
        Snapshot(X, known), rows, p, mask, lambda: iter([]), n_clusters, **options
    )


def test_the_ten_most_uncertain_that_are_not_placed_count():
    p = np.array([[1, 0], [0, 1]] + [[0.5, 0.5]] * 2 + [[0.7, 0.3]] * 9 + [[0.9, 0.1]] * 5)
    at = standing(p, [0, 1, 2])
    wanted = (1 - (0.98 * 0.5 + 0.01)) + 9 * (1 - (0.98 * 0.7 + 0.01))
    assert expected_changes(at).moved == pytest.approx(wanted)
    assert expected_number_of_moves(p, np.ones(18), np.ones(18, dtype=bool)) == 0.0
    two = standing(p[:4], [0, 1])
    assert expected_changes(two).moved == pytest.approx(2 * 0.5)


def test_every_number_of_points_has_its_sentence():
    def of(count, q):
        return expected_changes(standing([[1, 0], [0, 1]] + [[q, 1 - q]] * count, [0, 1]))

    assert of(10, 0.97).moved < 1
    assert of(10, 0.97).text == ("The next ten answers are expected to move at most one point.")
    assert of(6, 0.5).text == "The next ten answers are expected to move about 3 points."
    assert of(3, 0.6).text == "The next ten answers are expected to move about one point."
    assert of(10, 0.5).moved == pytest.approx(5.0)
    assert "or more" in of(10, 0.5).text
    assert expected_changes(standing([[1, 0], [0, 1]], [0, 1])).moved == 0.0


def test_where_it_is_not_calibrated_the_sentence_says_why():
    p = [[1, 0], [0, 1], [0.5, 0.5]]
    for at, said in (
        (standing(p, [0, 1], n_clusters=None), "number of clusters is not set"),
        (standing(p, [0, 1], n_clusters=3), "Answers cover 2 of 3 clusters"),
        (standing(np.ones((3, 1)), [0]), "Too few answers"),
        (standing(p, [0, 1], usable=False), "Too few answers"),
    ):
        found = expected_changes(at)
        assert found.moved is None
        assert said in found.text


@pytest.mark.parametrize("row", STRATEGIES, ids=lambda row: row.name)
def test_every_strategy_gives_an_outlook_or_a_reason(row):
    X, y = make_blobs(40, centers=2, cluster_std=1.0, random_state=3)
    known = Constraints(40, cannot=[(int((y == 0).argmax()), int((y == 1).argmax()))])
    snapshot = Snapshot(X, known, y, n_clusters=2)
    found = row.make().expected_changes(snapshot)
    assert isinstance(found, ExpectedChanges)
    assert found.text.endswith(".")
    if "sort" in row.cls.question_types:
        assert found.moved >= 0.0
        assert (
            row.make().expected_changes(Snapshot(X, Constraints(40), y, n_clusters=2)).moved is None
        )
    elif row.cls.expected_changes is not Strategy.expected_changes:
        assert found.moved >= 0.0, "it estimates them in its own way"
    else:
        assert found == ExpectedChanges(None, f"{row.title} cannot estimate the changes; NPU can.")
    with pytest.raises(InputError, match="takes a Snapshot"):
        row.make().expected_changes(X)


def test_more_is_to_be_moved_where_classes_overlap():
    found = []
    for spread in (0.5, 4.0):
        X = make_blobs(80, centers=[[0, 0], [6, 0]], cluster_std=spread, random_state=0)[0]
        ends = int(X[:, 0].argmin()), int(X[:, 0].argmax())
        known = Constraints(80, cannot=[ends])
        labels = (X[:, 0] > 3).astype(int)
        found.append(NPU().expected_changes(Snapshot(X, known, labels, n_clusters=2)).moved)
    assert found[0] < found[1] / 2


def test_beliefs_do_not_expect_moves_where_the_features_leave_no_doubt():
    centres = [[20.0 * i, 20.0 * j] for i in range(5) for j in range(2)]
    X, y = make_blobs(120, centers=centres, cluster_std=0.5, random_state=0)
    firsts, seconds = (np.array([np.flatnonzero(y == k)[n] for k in range(10)]) for n in (0, 1))
    apart = [(int(i), int(j)) for i in firsts for j in firsts if i < j]
    known = Constraints(120, must=np.stack([firsts, seconds], axis=1), cannot=apart)
    belief = BeliefClustering(10, random_state=0)
    found = RobustNPU(belief).expected_changes(Snapshot(X, known, y, n_clusters=10))
    assert found.moved < 0.5
    assert "at most one point" in found.text


@pytest.mark.parametrize("n_placed", [4, 10])
def test_classes_are_looked_for_until_two_are_known_and_while_some_are_missing(n_placed):
    placed, twelve = range(n_placed), np.full((12, 2), 0.5)
    assert standing(twelve[:, :1], placed, n_clusters=3).explores, "one class is known"
    some = standing(twelve, placed, n_clusters=3)
    assert some.explores == (n_placed < 8), "one of three is missing: 2K + 2 = 8 points"
    assert not standing(twelve, placed).explores, "both are known"
    assert standing(twelve, placed, usable=False).explores, "the posterior knows nothing"


@pytest.mark.parametrize("n_placed", [1, 2, 4])
def test_with_an_unknown_number_of_classes_two_placed_points_are_enough(n_placed):
    unknown = standing(np.full((12, 2), 0.5), range(n_placed), n_clusters=None)
    assert unknown.explores == (n_placed < 2)


def test_what_a_placement_tells_is_the_root_of_the_pairs_that_would_place_the_point():
    p = np.array(
        [[0.2, 0.5, 0.3], [0.1, 0.1, 0.8], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    )
    placed, members = np.arange(5) >= 2, tuple(np.array([row]) for row in (2, 3, 4))
    X = np.arange(5.0)[:, None]

    def expected(n_clusters, **more):
        snapshot = Snapshot(
            X, Constraints(5, cannot=[(2, 3), (2, 4), (3, 4)]), n_clusters=n_clusters, **more
        )
        standing = ClassProbabilities(snapshot, members, p, placed, lambda: iter(()), n_clusters)
        return expected_changes(standing).n_pairs

    # In order of likelihood: 1, 2 and 2 questions, as the third class follows from the others.
    known = [0.5 * 1 + 0.3 * 2 + 0.2 * 2, 0.8 * 1 + 0.1 * 2 + 0.1 * 2]
    assert expected(3) == pytest.approx(np.mean(np.sqrt(known)))
    unknown = [0.5 * 1 + 0.3 * 2 + 0.2 * 3, 0.8 * 1 + 0.1 * 2 + 0.1 * 3]
    assert expected(None) == expected(4) == pytest.approx(np.mean(np.sqrt(unknown)))
    left = [(0, 2), (0, 3), (0, 4)]  # a point of which nobody knew anything is not asked about
    assert expected(3, unknown=left) == pytest.approx(np.sqrt(known[1]))
