"""Links of single rows that are in another cluster than the rows near them; moves as proposals."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.special import expit, logit
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster.active import MergeOrSplit, Snapshot
from jupyter_sscluster.cluster import NeighbourGraphAgglomerative
from jupyter_sscluster.constraints import Constraints


def touching(seed, n_groups=30, n_features=8):
    """Groups of ten rows, some of which are nearer to another group."""
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(n_groups), 10)
    return rng.normal(size=(n_groups, n_features))[y] + 0.45 * rng.normal(
        size=(len(y), n_features)
    ), y


def moves(model):
    return [each for each in model.proposals(10**4, moves=True) if each.kind == "move"]


def by_loops(model, soft=()):
    """(row, cluster): P of the likeliest other cluster, by a loop over all rows."""
    P, labels = model.posterior_.toarray(), model.labels_
    found = {}
    for row in range(len(labels)):
        others = [c for c in np.flatnonzero(P[row] >= 0.01) if c != labels[row]]
        if others:
            best = max(others, key=lambda c: (P[row, c], -c))
            said = sum(
                sign * np.log(9.0)
                for i, j, sign in soft
                for one, two in ((i, j), (j, i))
                if one == row and labels[two] == best
            )
            found[row, best] = expit(logit(P[row, best]) + said)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_moves_are_the_likeliest_other_clusters_by_loops_over_all_rows(seed):
    X, _ = touching(seed)
    free = NeighbourGraphAgglomerative().fit(X)
    first = moves(free)[:4]
    known, soft = Constraints(len(X)), []
    for number, each in enumerate(first):
        kind, sign = ("must", 1) if number % 2 else ("cannot", -1)
        known = known.add(*each.typical[0], kind, soft=True)
        soft.append((*each.typical[0], sign))
    for said, stated in ((Constraints(len(X)), []), (known, soft)):
        model = NeighbourGraphAgglomerative().fit(X, constraints=said)
        expected = by_loops(model, stated)
        found = moves(model)
        assert len(found) > 2
        gains = [each.gain for each in found]
        assert gains == sorted(gains, reverse=True)
        for each in found:
            (row,), cluster = each.rows, model.labels_[each.other_rows[0]]
            members = np.flatnonzero(model.labels_ == cluster)
            assert each.other_rows.tolist() == members.tolist()
            assert each.p_same == pytest.approx(expected[row, cluster])
            p = each.p_same
            assert each.gain == pytest.approx(min(p, 1.0 - p) * np.sqrt(len(members)))
            assert all(pair[0] == row and pair[1] in members for pair in each.typical)
            apart = np.linalg.norm(X[members] - X[row], axis=1)
            assert each.distance == pytest.approx(apart.min())
            assert each.nearest == (row, members[apart.argmin()])
        surest = found[0].typical[0][1]
        own = model.posterior_.toarray()[:, model.labels_[surest]]
        assert own[surest] == own[found[0].other_rows].max()


def test_a_row_is_not_proposed_where_hard_links_say_it():
    X, _ = touching(0)
    free = NeighbourGraphAgglomerative().fit(X)
    row, other = moves(free)[0].typical[0]
    for kind in ("must", "cannot"):
        told = NeighbourGraphAgglomerative().fit(X, **{kind: [(row, other)]})
        about = [(each.rows[0], told.labels_[each.other_rows[0]]) for each in moves(told)]
        assert (row, told.labels_[other]) not in about
    assert {each.kind for each in free.proposals(100)} <= {"merge", "split"}


@pytest.mark.parametrize("seed", range(4))
def test_a_row_that_is_told_to_be_elsewhere_moves_alone(seed):
    X, _ = touching(seed)
    free = NeighbourGraphAgglomerative().fit(X)
    for each in moves(free)[:5]:
        row, other = each.typical[0]
        told = NeighbourGraphAgglomerative().fit(X, must=[(row, other)])
        assert told.labels_[row] == told.labels_[other] >= 0
        assert told._learned_groups.misplaced.tolist() == [row]
        assert told.cut_ == free.cut_
        rest = np.arange(len(X)) != row
        # Rows that were with it may be with others now.
        assert adjusted_rand_score(free.groups_[rest], told.groups_[rest]) > 0.9
        assert told.n_clusters_ >= free.n_clusters_ - 1


def test_as_many_rows_as_say_the_same_of_two_clusters_make_one_of_them():
    X, _ = touching(1)
    free = NeighbourGraphAgglomerative().fit(X)
    each = moves(free)[0]
    row, other = each.typical[0]
    own = np.setdiff1d(np.flatnonzero(free.labels_ == free.labels_[row]), [row])
    pairs = [(row, other), *zip(own.tolist(), each.other_rows.tolist(), strict=False)]
    told = NeighbourGraphAgglomerative().fit(X, must=pairs)
    assert len(told._learned_groups.misplaced) == 0
    assert len({*told.groups_[own].tolist()}) == 1


def test_rows_that_links_join_are_not_all_taken_from_their_clusters():
    X, _ = touching(2)
    free = NeighbourGraphAgglomerative().fit(X)
    rows = [each.rows[0] for each in moves(free)[:6]]
    pairs = [(int(i), int(j)) for i, j in pairwise(rows)]
    told = NeighbourGraphAgglomerative().fit(X, must=pairs)
    assert not np.isin(rows, told._learned_groups.misplaced).all()
    assert len({*told.labels_[rows].tolist()}) == 1


def test_equal_rows_stay_together_unless_they_are_told_to_be_apart():
    X, _ = touching(3)
    row, other = moves(NeighbourGraphAgglomerative().fit(X))[0].typical[0]
    alone = NeighbourGraphAgglomerative().fit(X, must=[(row, other)])
    assert alone._learned_groups.misplaced.tolist() == [row]
    twice = np.concatenate([X, X[[row]]])
    told = NeighbourGraphAgglomerative().fit(twice, must=[(row, other)])
    assert row not in told._learned_groups.misplaced
    assert told.labels_[row] == told.labels_[-1] == told.labels_[other]


def test_the_strategy_asks_about_such_a_row_and_says_so():
    X, y = touching(0)
    known, asked = Constraints(len(X)), []
    for _ in range(40):
        model = NeighbourGraphAgglomerative().fit(X, constraints=known)
        query = MergeOrSplit().propose(Snapshot(X, known, model.labels_, model))[0]
        asked.append(query.reason)
        known = known.add(*query.pair, "must" if y[query.pair[0]] == y[query.pair[1]] else "cannot")
    told = [reason for reason in asked if "may belong to" in reason]
    assert told
    assert told[0].startswith("Point ")
    after = NeighbourGraphAgglomerative().fit(X, constraints=known).groups_
    before = NeighbourGraphAgglomerative().fit(X).groups_
    assert adjusted_rand_score(y, after) > adjusted_rand_score(y, before)


@pytest.mark.parametrize("seed", range(60))
def test_all_hard_links_hold_whatever_is_misplaced(seed):
    rng = np.random.default_rng(seed)
    X, y = touching(seed, int(rng.integers(3, 8)), 4)
    said = y.copy()
    stray = rng.choice(len(X), len(X) // 5, replace=False)
    said[stray] = rng.integers(y.max() + 1, size=len(stray))
    pairs = np.sort(rng.integers(len(X), size=(30, 2)), axis=1)
    pairs = np.unique(pairs[pairs[:, 0] < pairs[:, 1]], axis=0)
    same = said[pairs[:, 0]] == said[pairs[:, 1]]
    linkage, least = ("auto", "average", "single")[seed % 3], seed % 2 + 1
    model = NeighbourGraphAgglomerative(least, n_neighbors=6, linkage=linkage)
    known = Constraints(len(X), pairs[same], pairs[~same])
    model.fit(X, constraints=known)
    assert all(model.labels_[i] == model.labels_[j] >= 0 for i, j in pairs[same])
    assert all(model.groups_[i] != model.groups_[j] for i, j in pairs[~same])
    assert model.posterior_.shape == (len(X), model.n_clusters_)
    assert (model.predict(X) == model.labels_).all()
    order = rng.permutation(len(X))
    back = np.argsort(order)
    again = model.fit(
        X[order], constraints=Constraints(len(X), back[pairs[same]], back[pairs[~same]])
    )
    assert (
        adjusted_rand_score(
            again.groups_[back],
            NeighbourGraphAgglomerative(least, n_neighbors=6, linkage=linkage)
            .fit(X, constraints=known)
            .groups_,
        )
        == 1.0
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_row_that_is_told_not_to_be_with_another_takes_its_near_rows_along(seed):
    """A split is of both parts, however unlikely one row of the smaller part was in the larger."""
    X, _ = touching(seed)
    free = NeighbourGraphAgglomerative().fit(X)
    splits = [each for each in free.proposals(100) if each.kind == "split"]
    splits = [each for each in splits if min(len(each.rows), len(each.other_rows)) > 1][:5]
    assert splits
    for each in splits:
        told = NeighbourGraphAgglomerative().fit(X, cannot=[each.typical[0]])
        assert len(told._learned_groups.misplaced) == 0
        one, two = (
            told._learned_groups.candidates.groups[rows] for rows in (each.rows, each.other_rows)
        )
        assert not {*one.tolist()} & {*two.tolist()}
