"""COBRAS against the algorithm as published, which remembers what it did, and worked by hand."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import COBRAS, Oracle, Snapshot
from jupyter_sscluster.active.superinstances.splitting import whole
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.metrics import adjusted_rand

THREE = np.array([[0.0], [1.0], [2.2], [10.0], [11.0], [12.2], [20.0], [21.0], [22.2]])


class Ended(Exception):
    pass


class Remembering:
    """COBRAS as the paper has it: lists of clusters of super-instances, changed in place."""

    def __init__(self, X, y, budget, n_first, seed):
        self.X, self.y, self.budget = X, y, budget
        self.known = Constraints(len(X))
        self.asked, self.finished = [], {}
        self.clusters = [[part] for part in whole(X, seed).parts(n_first)]

    def run(self):
        try:
            self.merge()
            while self.split():
                self.merge()
        except Ended:
            pass
        return self

    def together(self, one, other):
        pair = tuple(sorted((one.medoid, other.medoid)))
        if self.known.relation(*pair) is None:
            if len(self.asked) == self.budget:
                raise Ended
            kind = "must" if self.y[pair[0]] == self.y[pair[1]] else "cannot"
            self.asked.append(pair)
            self.known = self.known.add(*pair, kind)
        return self.known.relation(*pair) == "must"

    def split(self):
        everyone = [part for cluster in self.clusters for part in cluster]
        left = [part for part in everyone if len(np.unique(self.X[part.rows], axis=0)) > 1]
        left = [p for p in left if len(np.unique(self.known.component_ids[p.rows])) > 1]
        if not left:
            return False
        largest = max(left, key=lambda part: (len(part), -part.rows[0]))
        inner, depth = largest, 0
        while len(halves := inner.parts(2)) == 2 and not self.together(*halves):
            depth, inner = depth + 1, halves[inner.lot]
        self.clusters = [[part for part in c if part is not largest] for c in self.clusters]
        self.clusters = [c for c in self.clusters if c]
        self.clusters += [[part] for part in largest.parts(2 ** max(depth, 1))]
        return True

    def merge(self):
        """Nearest clusters first, by their nearest medoids; from the start again after a merge."""
        while self.merge_once():
            pass
        self.finished[len(self.asked)] = self.known, [list(c) for c in self.clusters]

    def merge_once(self):
        pairs = []
        for a, one in enumerate(self.clusters):
            for b, other in enumerate(self.clusters[:a]):
                kinds = {self.known.relation(p.medoid, q.medoid) for p in one for q in other}
                if "must" in kinds:
                    self.clusters[b] += self.clusters.pop(a)
                    return True
                if "cannot" not in kinds:
                    pairs += [(self.distance(p, q), a, b, p, q) for p in one for q in other]
        for _, a, b, p, q in sorted(pairs, key=lambda entry: entry[0]):
            if self.known.relation(p.medoid, q.medoid) is None and self.together(p, q):
                self.clusters[b] += self.clusters.pop(a)
                return True
        return False

    def distance(self, one, other):
        return np.linalg.norm(self.X[one.medoid] - self.X[other.medoid])


def world(seed):
    rng = np.random.default_rng(seed)
    X, mode = make_blobs(150, 3, centers=5, cluster_std=2.0, random_state=seed)
    y = (mode % int(rng.integers(2, 5))).astype(int)
    return X, np.where(rng.random(150) < 0.1, rng.integers(0, 2, 150), y)


@pytest.mark.parametrize("n_first", [1, 4])
@pytest.mark.parametrize("seed", range(6))
def test_asks_what_the_published_algorithm_asks_that_remembers(seed, n_first):
    X, y = world(seed)
    reference = Remembering(X, y, 60, n_first, seed).run()
    fitted = COBRAS(n_clusters=2, random_state=seed, first_super_instances=n_first).fit(
        X, Oracle(y, 60)
    )
    asked = [tuple(sorted((q.i, q.j))) for q in fitted.queries_]
    assert len(reference.asked) == 60
    assert asked == reference.asked


@pytest.mark.parametrize("seed", range(6))
def test_after_a_round_of_merging_the_clusters_are_the_published_ones(seed):
    X, y = world(seed)
    reference, cobras = (
        Remembering(X, y, 60, 4, seed).run(),
        COBRAS(random_state=seed, first_super_instances=4),
    )
    compared = 0
    for known, clusters in reference.finished.values():
        if "halves" not in cobras.propose(Snapshot(X, known))[0].reason:
            continue  # the halves' relation followed, so the next round has begun
        compared += 1
        expected = np.empty(len(X), dtype=int)
        for number, cluster in enumerate(clusters):
            for part in cluster:
                expected[part.rows] = number
        found = cobras.partition(Snapshot(X, known))
        rows = np.setdiff1d(np.arange(len(X)), known.touched)
        assert adjusted_rand(expected, found, rows=rows) == pytest.approx(1.0)
        assert all(found[i] == found[j] for i, j in known.must)
        assert all(found[i] != found[j] for i, j in known.cannot)
    assert compared > 3


@pytest.mark.parametrize("seed", range(10))
def test_the_partition_keeps_every_answer_whoever_asked(seed):
    X, y = world(seed)
    known = Constraints.from_labels(y, 40, random_state=seed)
    found = COBRAS().partition(Snapshot(X, known))
    assert all(found[i] == found[j] for i, j in known.must)
    assert all(found[i] != found[j] for i, j in known.cannot)
    assert set(found) == set(range(found.max() + 1))


def test_three_groups_worked_by_hand():
    """Medoids 1, 4, 7, the nearest first; then 0, 1 | 2 of the first group, and 3, 4 | 5."""
    cobras, known, asked = COBRAS(first_super_instances=3), Constraints(9), []
    for kind in ("cannot", "must", "must", "cannot", "must"):
        query = cobras.propose(Snapshot(THREE, known))[0]
        asked.append((query.pair, round(9 * query.score)))
        known = known.add(*query.pair, kind)
        if len(asked) in (2, 4):
            assert cobras.partition(Snapshot(THREE, known)).tolist() == [0] * 3 + [1] * 6
    assert asked == [((1, 4), 6), ((4, 7), 6), ((0, 2), 3), ((2, 4), 4), ((3, 5), 3)]


def test_a_group_whose_halves_are_apart_is_cut_into_more_parts():
    X = np.array([[0.0], [1.0], [10.0], [11.0], [100.0], [101.0], [110.0], [111.0]])
    known = Constraints(8)
    for _ in range(2):
        pair = COBRAS(first_super_instances=1).propose(Snapshot(X, known))[0].pair
        known = known.add(*pair, "cannot")
    first, second = known.cannot.tolist() if len(known.cannot) == 2 else (None, None)
    assert (first[0] < 4 <= first[1]) or (second[0] < 4 <= second[1])
    pair = COBRAS(first_super_instances=1).propose(Snapshot(X, known))[0].pair
    known = known.add(*pair, "must")
    query = COBRAS(first_super_instances=1).propose(Snapshot(X, known))[0]
    assert "groups of 2 points and 2 points" in query.reason


def test_two_doubts_between_two_clusters_are_enough():
    X = np.concatenate([THREE, THREE + 0.1])
    cobras, unknown = COBRAS(first_super_instances=6), []
    known = Constraints(18, must=[(0, 9), (1, 10), (0, 1), (3, 12), (4, 13), (3, 4)])
    known = known.add_pairs([(i, 6) for i in (0, 3)], "cannot")
    for _ in range(12):
        query = cobras.propose(Snapshot(X, known, unknown=unknown))[0]
        unknown.append(query.pair)
    ids = known.component_ids
    between = [sorted(ids[list(pair)].tolist()) for pair in unknown]
    assert max(between.count(pair) for pair in between) <= 2


def test_soft_answers_are_answers():
    hard = Constraints(9, cannot=[(1, 4), (4, 7)])
    soft = Constraints(9).add_pairs([(1, 4), (4, 7)], "cannot", soft=True)
    asked = [
        COBRAS(first_super_instances=3).propose(Snapshot(THREE, known))[0].pair
        for known in (hard, soft)
    ]
    assert asked == [(1, 7), (1, 7)]


def test_classes_of_several_clusters_are_found_without_their_number():
    corners = [[4.0 * i, 4.0 * j] for i in range(4) for j in range(2)]
    X, mode = make_blobs(320, centers=corners, cluster_std=0.5, random_state=0)
    y = (mode // 2 + mode) % 2
    fitted = COBRAS(n_clusters=2).fit(X, Oracle(y, 60))
    assert len(np.unique(fitted.partition_)) == 2
    assert adjusted_rand(y, fitted.partition_) > 0.9
    assert adjusted_rand(y, fitted.labels_) < 0.5


def test_rows_that_are_alike_or_alone():
    same = np.ones((5, 2))
    assert COBRAS().propose(Snapshot(same, Constraints(5)))[0].pair is not None
    assert COBRAS().partition(Snapshot(same, Constraints(5))).tolist() == [0] * 5
    assert COBRAS().propose(Snapshot([[1.0]], Constraints(1))) == []
    assert COBRAS().partition(Snapshot([[1.0]], Constraints(1))).tolist() == [0]


def test_refuses_no_super_instance():
    with pytest.raises(InputError, match="first_super_instances"):
        COBRAS(first_super_instances=0).propose(Snapshot(THREE, Constraints(9)))


def test_many_rows_are_split_by_the_centres_of_some():
    X = np.repeat([[0.0, 0.0], [5.0, 1.0], [9.0, 9.0]], 5000, axis=0)
    X += np.random.default_rng(0).normal(scale=0.1, size=X.shape)
    parts = whole(X, 0).parts(3)
    assert [part.rows.tolist() for part in parts] == np.arange(15000).reshape(3, -1).tolist()
    assert [len(part) for part in whole(np.ones((20000, 1)), 0).parts(2)] == [20000]
