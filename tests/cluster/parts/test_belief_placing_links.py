"""Belief clustering: what placements and sortings say beside their must-links."""

import itertools

import numpy as np
import pytest
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score
from true_pairs import placed

from jupyter_sscluster.cluster import BeliefClustering
from jupyter_sscluster.cluster._parts.belief import placing_links
from jupyter_sscluster.cluster._parts.belief.error_rate import estimated
from jupyter_sscluster.cluster._parts.belief.fit_inputs import PairStatements
from jupyter_sscluster.cluster._parts.belief.placing_links import with_placing_links
from jupyter_sscluster.cluster._parts.belief.propagation import propagate
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs


def gained(known, n_clusters):
    """By how much statements weigh more, by pairs."""
    stated = PairStatements.of(known)
    found = with_placing_links(stated, known, n_clusters)
    more = (found.weights - stated.weights).tolist()
    return {tuple(p): w for p, w in zip(found.pairs_of_rows.pairs.tolist(), more, strict=True) if w}


def by_loops(known, n_clusters):
    """The same by loops over rows and pairs."""
    stated = stated_pairs(known)
    pairs, musts = stated.pairs.tolist(), [tuple(pair) for pair in known.must.tolist()]
    said = dict(zip(musts, stated.weights.tolist(), strict=False))  # hard must-links come first
    times = {row: sum(row in pair for pair in pairs) for row in known.touched.tolist()}
    links = {row: sum(min(said[pair], 1.0) for pair in musts if row in pair) for row in times}
    found = {}
    for i, j in map(tuple, known.cannot.tolist()):
        found[i, j] = float(np.clip(min(links[i], links[j]) - 1, 0, 20))
    hosts = {}
    for i, j in musts:
        for x, host in ((i, j), (j, i)):
            if times[x] == 1 < times[host]:
                hosts[i, j] = host
    several = {pair: host for pair, host in hosts.items() if [*hosts.values()].count(host) > 1}
    if 3 * len(several) >= len(musts):
        roots = {int(known.component_ids[row]): row for row in times}.values()
        for pair, host in several.items():
            r = min(sum(known.relation(host, b) == "cannot" for b in roots), n_clusters - 1)
            found[pair] = said[pair] * np.log(max(r, 1)) / np.log(19.0)
    return {pair: w for pair, w in found.items() if w}


def test_placements_say_that_classes_are_apart_and_where_no_row_belongs():
    known = Constraints(14, must=[(0, 2), (0, 3), (0, 4), (1, 5), (1, 6), (9, 10)])
    known = known.add(0, 1, "cannot").add(0, 9, "cannot").add(7, 8, "cannot", soft=True)
    # Three and two must-links: one more than one. Beside 0 there were 1 and 9; beside 1 only 0.
    two, three = np.log([2, 3]) / np.log(19)
    expected = {(0, 1): 1.0, (0, 2): two, (0, 3): two, (0, 4): two}
    assert gained(known, 4) == pytest.approx(expected)
    assert gained(known, 2) == {(0, 1): 1.0}
    known = known.add(3, 13, "cannot")  # more was said about 3, and 13 is one more beside 0
    assert gained(known, 4) == pytest.approx({(0, 1): 1.0, (0, 2): three, (0, 4): three})
    many = Constraints(50, must=[(k % 2, k) for k in range(2, 50)], cannot=[(0, 1)])
    assert gained(many, 2) == {(0, 1): 20.0}


def test_at_least_a_third_of_the_must_links_look_like_placing_links():
    """Two links with 0 beside four links of a chain are a third of all; beside five, less."""
    chain = [(10, 11), (11, 12), (12, 13), (13, 14), (14, 10)]
    known = Constraints(20, must=[(0, 1), (0, 2), *chain[:4]], cannot=[(0, 10), (0, 14)])
    known = known.add(0, 18, "cannot")
    assert {(0, 1), (0, 2)} <= set(gained(known, 4))
    more = known.add(*chain[4], "must")
    assert not {(0, 1), (0, 2)} & set(gained(more, 4))
    least = [
        with_placing_links(PairStatements.of(each), each, 4).least_error for each in (known, more)
    ]
    assert least == [0.05, 0.005]
    star = Constraints(9, must=[(0, 3), (1, 4), (2, 5)], cannot=[(0, 1), (0, 2), (1, 2)])
    assert gained(star, 3) == {}  # one link with each representative places none


def test_weak_answers_that_weigh_more_are_no_strong_ones():
    """They count as what they were stated to be."""
    y = np.arange(60) % 4
    first = [int(np.flatnonzero(y == c)[0]) for c in range(4)]
    known = Constraints(60)
    for c, row in enumerate(first):
        known = known.add_pairs([(row, int(x)) for x in np.flatnonzero(y == c)[1:5]], "must", 0.7)
    known = known.add_pairs([*itertools.combinations(first, 2)], "cannot", 0.7)
    stated = with_placing_links(PairStatements.of(known), known, 4)
    assert stated.weights.min() > 0.9
    assert stated.counts.tolist() == [0.7] * len(known)


def test_must_links_of_rows_that_more_was_said_about_are_no_placing_links():
    chain = Constraints(12, must=[(0, 1), (1, 2), (2, 3), (3, 4), (3, 5)], cannot=[(4, 8), (5, 9)])
    assert gained(chain, 3) == {}
    known = Constraints(60, must=[(k, k + 1) for k in range(40)], cannot=[(1, 50), (50, 55)])
    known = known.add_pairs([(0, 41), (0, 42), (50, 51), (50, 52)], "must")
    assert gained(known, 3) == {(1, 50): 1.0}  # these four are few among 44
    assert gained(Constraints(5, cannot=[(0, 1)]), 3) == {}
    assert gained(Constraints(5), 3) == {}


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
            soft = bool(rng.random() < 0.1)
            known = known.add(i, j, kind, weight=float(rng.choice([0.5, 1.0, 2.0])), soft=soft)
    for n_clusters in (1, 2, 3, 8):
        found = gained(known, n_clusters)
        assert found == pytest.approx(by_loops(known, n_clusters))
    assert seed or len(found) > 5


def checked(known, n_clusters):
    """The pairs that models may contradict, the point of each first."""
    found = with_placing_links(PairStatements.of(known), known, n_clusters)
    numbers, points = found.placing_links.T
    pairs, rows = found.pairs_of_rows.pairs[numbers], found.rows[points]
    others = pairs.sum(axis=1) - rows
    return [*zip(rows.tolist(), others.tolist(), strict=True)]


def test_models_may_contradict_must_links_of_points_in_no_other_statement():
    known = Constraints(14, must=[(0, 2), (3, 0), (0, 4), (1, 5), (1, 6), (9, 10)])
    known = known.add(0, 1, "cannot").add(0, 9, "cannot")
    expected = [(2, 0), (3, 0), (4, 0), (5, 1), (6, 1), (10, 9)]  # more is said about 9
    assert sorted(checked(known, 4)) == expected
    said = known.add(4, 1, "cannot").add(11, 12, "must", soft=True)
    assert sorted(checked(said, 4)) == [pair for pair in expected if pair != (4, 0)]
    assert sorted(checked(known.add(7, 8, "must"), 4)) == expected
    by_hand = known.with_by_hand([(2, 0), (0, 1)])
    assert sorted(checked(by_hand, 4)) == expected[1:]
    chain = Constraints(20, must=[(k, k + 1) for k in range(12)], cannot=[(0, 15)])
    assert checked(chain.add_pairs([(0, 16), (0, 17)], "must"), 3) == []  # two of 14 place a row


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_placement_that_models_contradict_is_doubted(by_hand):
    """And is not kept, nor are there others: but if it is by hand."""
    X, y = make_blobs(240, 4, centers=10 * np.eye(4), random_state=0)
    known = placed(y, np.random.default_rng(0).permutation(240)[:60])
    card = int(known.must[0, 0])
    point = next(r for r in range(240) if y[r] != y[card] and r not in known.touched)
    known = known.add(card, point, "must")
    if by_hand:
        known = known.with_by_hand([(card, point)])
    model = BeliefClustering(4, random_state=0).fit(X, constraints=known)
    doubtful = model.suspicious()
    expected = [] if by_hand else [sorted((card, point))]
    assert doubtful.pairs[doubtful.suspected].tolist() == expected
    assert (model.labels_[point] == model.labels_[card]) == by_hand
    right = np.arange(240) != point
    assert adjusted_rand_score(y[right], model.labels_[right]) == 1.0


def test_labels_that_are_given_are_kept_whatever_models_say():
    X, y = make_blobs(240, 4, centers=10 * np.eye(4), random_state=0)
    told = np.full(240, -1)
    told[:60] = y[:60]
    told[0] = (y[0] + 1) % 4
    model = BeliefClustering(4, random_state=0).fit(X, told)
    assert not model.suspicious().suspected.any()
    of_class = np.flatnonzero(told[:60] == told[0])
    assert len(np.unique(model.labels_[of_class])) == 1


def test_a_placement_that_models_are_unsure_of_is_kept():
    """Two classes that overlap: models have many of the points on the other side of the border."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    X = rng.normal(size=(200, 2)) + 1.2 * y[:, None]
    known = placed(y, rng.permutation(200)[:80])
    model = BeliefClustering(2, random_state=0).fit(X, constraints=known)
    rows, names = known.touched, model.labels_[known.must[0, 0]] ^ y[known.must[0, 0]]
    likeliest = model.predict_proba(X[rows] + 1e-9).argmax(axis=1) ^ names
    assert (likeliest != y[rows]).sum() > 10
    assert model.suspicious().suspected.sum() <= 2
    assert ((model.labels_[rows] ^ names) != y[rows]).sum() <= 2


def test_a_wrong_placement_is_with_one_of_many():
    """P(x placed with a) is 1 - e if x is of the class of a, and e / r if it is of another."""
    k, e = 6, 0.05
    known = Constraints(40, must=[(c, 6 + 4 * c + m) for c in range(k) for m in range(4)])
    known = known.add_pairs([*itertools.combinations(range(k), 2)], "cannot").add(0, 39, "must")
    unary = np.full((len(known.touched), k), 1.0 / k)
    unary[:k] = 0.001 / k + 0.999 * np.eye(k)
    x = int(np.searchsorted(known.touched, 39))
    alone = PairStatements.of(known)
    for stated, odds in ((alone, 19.0), (with_placing_links(alone, known, k), 19.0 * (k - 1))):
        given = stated.pairs, stated.together, stated.weights, e
        belief = propagate(unary, *given).belief[x]
        np.testing.assert_allclose(belief[0] / belief[1:], odds, rtol=0.03)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("n_placed", [3, 8])
def test_a_wrong_must_link_does_not_keep_two_parts_of_a_class_apart(seed, n_placed):
    """a and b are of one class; b is wrongly with p, which is apart from a."""
    X, y = make_blobs(200, 2, centers=[[0, 0], [9, 0], [0, 9]], random_state=seed)
    (a, b, *first), (p, *second), (q, *third) = (np.flatnonzero(y == c).tolist() for c in range(3))
    known = Constraints(200, cannot=[(p, a), (q, a), (q, p)])
    known = known.add_pairs([(a, x) for x in first[:n_placed]], "must")
    known = known.add_pairs([(b, x) for x in first[n_placed : 2 * n_placed]], "must")
    known = known.add_pairs([(p, x) for x in second[:n_placed]], "must")
    known = known.add_pairs([(q, x) for x in third[:n_placed]], "must").add(b, p, "must")
    model = BeliefClustering(3, random_state=0).fit(X, constraints=known)
    assert adjusted_rand_score(y, model.labels_) > 0.97
    doubtful = model.suspicious()
    assert doubtful.pairs[doubtful.suspected].tolist() == [sorted((b, p))]


def test_the_error_rate_is_not_below_what_it_was_before_any_answer_with_placing_links():
    X, y = stripes(0)
    known = placed(y, np.random.default_rng(0).permutation(300)[:40])
    assert BeliefClustering(2, random_state=0).fit(X, constraints=known).error_rate_ >= 0.05
    pairs = Constraints.from_labels(y, 60, 0)
    assert BeliefClustering(2, random_state=0).fit(X, constraints=pairs).error_rate_ < 0.05
    unary, together = 0.9 * np.eye(2)[[0, 0]] + 0.05, np.array([True])
    assert estimated(unary, np.array([[0, 1]]), together, np.ones(1), least=0.1).error == 0.1


def stripes(seed):
    """Two classes along a narrow direction, and two clusters that mean nothing along a wide one."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, 300)
    X = rng.normal(size=(300, 2))
    X[:, 0] += np.where(y, 1.4, -1.4)
    X[:, 1] += rng.choice([-3.0, 3.0], 300)
    return X, y


@pytest.mark.parametrize("seed", [1, 0, 2, 3, 4])
def test_placed_rows_do_not_fall_into_one_cluster(seed, monkeypatch):
    """Two rows are apart by one answer; all else says that rows are with one or the other."""
    X, y = stripes(seed)
    doubtful = np.argsort(np.abs(X[:, 0]))[:100]
    rows = np.random.default_rng(seed).permutation(doubtful)[:48]
    known = placed(y, rows)
    assert (len(known.must), len(known.cannot)) == (46, 1)
    model = BeliefClustering(2, keep_stated=False, random_state=0).fit(X, constraints=known)
    assert adjusted_rand_score(y[rows], model.labels_[rows]) > (0.7 if seed == 0 else 0.99)
    assert adjusted_rand_score(y, model.labels_) > 0.7
    if seed in (1, 3, 4):
        monkeypatch.setattr(placing_links, "MOST_ADDED", 0.0)
        model.fit(X, constraints=known)
        assert adjusted_rand_score(y[rows], model.labels_[rows]) < 0.1
