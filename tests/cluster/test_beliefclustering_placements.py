"""Belief clustering: what placements and sortings say beside their must-links."""

import itertools

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score
from true_pairs import placed

from jupyter_sscluster.cluster import BeliefClustering
from jupyter_sscluster.cluster._parts.belief import placements
from jupyter_sscluster.cluster._parts.belief.fit_inputs import PairStatements
from jupyter_sscluster.cluster._parts.belief.placements import with_placements
from jupyter_sscluster.cluster._parts.belief.propagation import propagate
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs


def said_beside(known, n_clusters):
    """What placements say beside the statements, of rows: the cannot-links, and what links gain."""
    stated = PairStatements.of(known)
    found = with_placements(stated, known, n_clusters)
    n = stated.n_recorded
    np.testing.assert_array_equal(found.pairs[:n], stated.pairs)
    np.testing.assert_array_equal(found.together[:n], stated.together)
    assert not found.together[n:].any()
    rows = found.pairs_of_rows
    apart = zip(np.sort(rows.pairs[n:], axis=1).tolist(), rows.weights[n:].tolist(), strict=True)
    gained = zip(rows.pairs[:n].tolist(), (rows.weights[:n] - stated.weights).tolist(), strict=True)
    return {tuple(pair): w for pair, w in apart}, {tuple(pair): w for pair, w in gained if w}


def by_loops(known, n_clusters):
    """The same by loops over rows and pairs."""
    stated, musts = stated_pairs(known).pairs.tolist(), known.must.tolist()
    times = {row: sum(row in pair for pair in stated) for row in known.touched.tolist()}
    placed = {}
    for i, j in musts:
        for x, a in ((i, j), (j, i)):
            if times[x] == 1 < times[a]:
                placed[i, j] = a
    several = {pair: a for pair, a in placed.items() if [*placed.values()].count(a) > 1}
    if 3 * len(several) < len(musts):
        return {}, {}
    links = {row: [*placed.values()].count(row) for row in times}
    first = {}
    for row in sorted(links, key=lambda x: (-links[x], x)):
        first.setdefault(int(known.component_ids[row]), row)
    apart = {}
    for a, b in itertools.combinations(sorted(first.values()), 2):
        m = min(links[a], links[b])
        if known.relation(a, b) == "cannot" and m > 1:
            apart[a, b] = min(m - 1.0, 20.0)
    gained = {}
    for pair, a in several.items():
        r = min(sum(known.relation(a, b) == "cannot" for b in first.values()), n_clusters - 1)
        if a in first.values() and r > 1:
            gained[pair] = np.log(r) / np.log(19.0)
    return apart, gained


def test_placements_say_that_representatives_are_apart_and_where_no_row_belongs():
    known = Constraints(14, must=[(0, 2), (0, 3), (0, 4), (1, 5), (1, 6), (9, 10)])
    known = known.add(0, 1, "cannot").add(0, 9, "cannot").add(7, 8, "cannot", soft=True)
    apart, gained = said_beside(known, 4)
    assert apart == {(0, 1): 1.0}  # of three and two placements: one more than one
    # Beside 0 there were 1 and 9; beside 1 only 0 is known.
    two = np.log(2) / np.log(19)
    assert gained == pytest.approx({(0, 2): two, (0, 3): two, (0, 4): two})
    assert said_beside(known, 2)[1] == {}
    known = known.add(3, 13, "cannot")  # more was said about 3, and 13 is one more beside 0
    three = np.log(3) / np.log(19)
    assert said_beside(known, 4)[1] == pytest.approx({(0, 2): three, (0, 4): three})
    many = Constraints(50, must=[(k % 2, k) for k in range(2, 50)], cannot=[(0, 1)])
    assert said_beside(many, 2) == ({(0, 1): 20.0}, {})


def test_representatives_are_apart_though_the_statement_is_about_others():
    """0 stands for the class that 9 was first known by, which is apart from 1."""
    known = Constraints(12, must=[(0, 9), (0, 2), (0, 3), (1, 5), (1, 6)], cannot=[(1, 9)])
    assert said_beside(known, 3)[0] == {(0, 1): 1.0}


def test_must_links_of_rows_that_more_was_said_about_are_no_placements():
    chain = Constraints(12, must=[(0, 1), (1, 2), (2, 3), (3, 4), (3, 5)], cannot=[(4, 8), (5, 9)])
    assert said_beside(chain, 3) == ({}, {})
    known = Constraints(60, must=[(k, k + 1) for k in range(40)], cannot=[(0, 50), (50, 55)])
    known = known.add_pairs([(0, 41), (0, 42), (50, 51), (50, 52)], "must")
    assert said_beside(known, 3) == ({}, {})  # these four are few among 44
    assert said_beside(Constraints(5, cannot=[(0, 1)]), 3) == ({}, {})


@pytest.mark.parametrize("seed", range(30))
def test_what_placements_say_is_what_loops_find(seed):
    rng = np.random.default_rng(seed)
    known = Constraints(80)
    pairs = [(i, j, "cannot") for i, j in itertools.combinations(range(6), 2) if rng.random() < 0.7]
    pairs += [(int(rng.integers(6)), int(j), "must") for j in rng.permutation(80)[:30]]
    for i, j in rng.integers(0, 80, (12, 2)).tolist():
        pairs.append((i, j, "must" if rng.random() < 0.7 else "cannot"))
    for i, j, kind in pairs:
        if i != j and known.relation(i, j) is None:
            known = known.add(i, j, kind, soft=bool(rng.random() < 0.1))
    for n_clusters in (1, 2, 3, 8):
        apart, gained = said_beside(known, n_clusters)
        expected = by_loops(known, n_clusters)
        assert (apart, gained) == (pytest.approx(expected[0]), pytest.approx(expected[1]))
    assert seed or (apart and gained)


def test_a_wrong_placement_is_with_one_of_many():
    """P(x placed with a) is 1 - e if x is of the class of a, and e / r if it is of another."""
    k, e = 6, 0.05
    known = Constraints(40, must=[(c, 6 + 4 * c + m) for c in range(k) for m in range(4)])
    known = known.add_pairs([*itertools.combinations(range(k), 2)], "cannot").add(0, 39, "must")
    unary = np.full((len(known.touched), k), 1.0 / k)
    unary[:k] = 0.001 / k + 0.999 * np.eye(k)
    x = int(np.searchsorted(known.touched, 39))
    alone = PairStatements.of(known)
    for stated, odds in ((alone, 19.0), (with_placements(alone, known, k), 19.0 * (k - 1))):
        given = stated.pairs, stated.together, stated.weights, e
        belief = propagate(unary, *given).belief[x]
        np.testing.assert_allclose(belief[0] / belief[1:], odds, rtol=0.03)


def stripes(seed):
    """Two classes along a narrow direction, and two clusters that mean nothing along a wide one."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, 300)
    X = rng.normal(size=(300, 2))
    X[:, 0] += np.where(y, 1.4, -1.4)
    X[:, 1] += rng.choice([-3.0, 3.0], 300)
    return X, y


@pytest.mark.parametrize("seed", range(5))
def test_placed_rows_do_not_fall_into_one_cluster(seed, monkeypatch):
    """Two rows are apart by one answer; all else says that rows are with one or the other."""
    X, y = stripes(seed)
    doubtful = np.argsort(np.abs(X[:, 0]))[:100]
    rows = np.random.default_rng(seed).permutation(doubtful)[:48]
    known = placed(y, rows)
    assert (len(known.must), len(known.cannot)) == (46, 1)
    model = BeliefClustering(2, keep_stated=False, random_state=0).fit(X, constraints=known)
    assert adjusted_rand_score(y[rows], model.labels_[rows]) == 1.0
    assert adjusted_rand_score(y, model.labels_) > 0.7
    if seed in (0, 1, 4):
        monkeypatch.setattr(placements, "MOST_SAID", 0.0)
        model.fit(X, constraints=known)
        assert adjusted_rand_score(y[rows], model.labels_[rows]) < 0.1
