"""Classes by rows that are stated to be apart, and what a start from them is worth."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster.cluster import BeliefClustering, KMeans
from jupyter_sscluster.cluster._base import belief_fit
from jupyter_sscluster.cluster._base.belief_fit import BeliefFit
from jupyter_sscluster.cluster._parts.belief.alternation import Rounds
from jupyter_sscluster.cluster._parts.belief.anchors import Anchors, anchors
from jupyter_sscluster.cluster._parts.belief.fit_inputs import PairStatements
from jupyter_sscluster.cluster._parts.belief.rows_apart import rows_apart
from jupyter_sscluster.cluster._parts.belief.starts import LEAD, UNTOLD
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import tracing
from jupyter_sscluster.cluster.kmeans import plain_clusters
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.datasets import load_digits389

# Rows of every third or so of the digits, as Normalised Point-based Uncertainty asked about them
# with one answer in ten wrong: those marked.
ASKED = """
110-43! 76-43 44-76 44-43! 92-76 92-43 31-92! 118-31 142-118 96-110! 96-76 57-96 57-76 104-118
136-44 130-136 1-92 1-76 23-76 23-142 57-23 141-136 146-142 151-57 71-151 26-118 60-44 60-1
87-96 140-141 0-118 66-146 48-92 69-66 78-141 2-142 68-57 93-43 143-96 132-2! 132-1 38-66 97-104
145-146 98-118 52-71 19-68 15-2 24-15 45-15
"""


def digits():
    X, y = load_digits389()
    rows = np.sort(np.random.default_rng(0).permutation(len(X))[: round(0.3 * len(X))])
    X, y = X[rows], y[rows]
    pairs = {True: [], False: []}
    for asked in ASKED.split():
        i, j = map(int, asked.rstrip("!").split("-"))
        pairs[bool(y[i] == y[j]) != asked.endswith("!")].append((i, j))
    return X, y, Constraints(len(y), pairs[True], pairs[False], conflicts="soft")


def found(known, clusters, n_clusters):
    apart = rows_apart(PairStatements.of(known), np.array(clusters), n_clusters)
    return apart and (apart.rows.tolist(), [rows.tolist() for rows in apart.members])


def test_rows_are_apart_by_statements_about_themselves():
    # 0, 1 and 2 are apart, and 3, 4 and 5 with them; the must-link 3-4 makes one class of two.
    apart = [(0, 1), (0, 2), (1, 2)]
    known = Constraints(6).add_pairs([(0, 3), (1, 4), (2, 5), (3, 4)], "must", soft=True)
    known = known.add_pairs(apart, "cannot", soft=True)
    rows, members = found(known, [0] * 6, 3)
    assert rows == [0, 1, 2]
    assert [each[0] for each in members] == rows
    assert members[2] == [2, 5]
    # By way of 3-4 the rows 0 and 1 would be in one component, if all must-links were right.
    hard = Constraints(6, must=[(0, 3), (1, 4), (2, 5), (3, 4)], cannot=apart, conflicts="soft")
    assert found(hard, [0] * 6, 3)[0] == rows


def test_no_class_rests_on_a_row_that_was_hardly_asked_about():
    known = Constraints(6, cannot=[(0, 1), (0, 2), (1, 2)])
    assert found(known, [0] * 6, 3) is None  # each is compared with two others
    assert found(known.add(2, 3, "must"), [0] * 6, 3) is None
    more = known.add(0, 3, "must").add(1, 4, "must").add(2, 5, "must")
    assert found(more, [0] * 6, 3)[0] == [0, 1, 2]
    assert found(Constraints(6), [0] * 6, 3) is None
    assert found(Constraints(6, must=[(0, 1), (1, 2)]), [0] * 6, 3) is None
    assert found(more, [0] * 6, 2) is None  # one cannot-link would be all they rest on


def test_a_pair_stated_both_ways_is_not_apart():
    apart = [(0, 1), (0, 2), (1, 2)]
    known = Constraints(6, must=[(0, 3), (1, 4), (2, 5)], cannot=apart)
    assert found(known, [0] * 6, 3)[0] == [0, 1, 2]
    assert found(known.add(0, 1, "must", soft=True), [0] * 6, 3) is None


def test_rows_in_different_clusters_of_k_means_come_first():
    # Two cliques of the same size share 0 and 1: with 2, and with 3, of which more is said.
    cannot = [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3)]
    known = Constraints(8, must=[(2, 4), (3, 5), (3, 6), (3, 7)], cannot=cannot)
    assert sorted(found(known, [0, 1, 2, 2, 2, 2, 2, 2], 3)[0]) == [0, 1, 3]
    assert sorted(found(known, [0, 1, 2, 0, 2, 2, 2, 2], 3)[0]) == [0, 1, 2]


def test_chains_of_must_links_do_not_make_one_class_of_two(monkeypatch):
    X, y, known = digits()
    model = BeliefClustering(3, random_state=1).fit(X, constraints=known)
    assert adjusted_rand_score(y, model.labels_) > 0.75
    assert sorted(y[model.anchors_]) == [3, 8, 9]
    assert len(set(y[anchors(known, X, 3).rows])) < 3 or len(anchors(known, X, 3).rows) < 3
    monkeypatch.setattr(belief_fit, "rows_apart", lambda *_: None)
    without = BeliefClustering(3, random_state=1).fit(X, constraints=known)
    assert adjusted_rand_score(y, without.labels_) < adjusted_rand_score(y, model.labels_) - 0.05


@pytest.mark.parametrize("more", [-0.5, 0.5])
def test_another_start_has_to_be_better_by_a_wrong_answer(monkeypatch, more):
    X, _, known = digits()
    run = BeliefFit._run

    def worse(self, ground, start, *begun):
        at = start.lead + more if start.lead == LEAD else start.lead
        return run(self, ground, start, *begun)._replace(history=[at])

    monkeypatch.setattr(BeliefFit, "_run", worse)
    monkeypatch.setattr(belief_fit, "AS_MANY", 0.0)
    model = BeliefClustering(3, random_state=1).fit(X, constraints=known)
    assert (model.objective_ == LEAD + more) == (more < 0)
    assert np.isclose(np.exp(LEAD), 19.0)


@pytest.mark.parametrize(("n_rows", "lead"), [(10, LEAD), (8, LEAD), (7, 0.0)])
def test_a_start_from_rows_has_its_lead_where_it_places_as_many(monkeypatch, n_rows, lead):
    """Ten rows are in the components that answers tell apart."""
    X, leads = np.random.default_rng(0).normal(size=(40, 2)), []
    known = Constraints(40, must=[(0, 3), (0, 4), (1, 5), (1, 6), (1, 7), (2, 8), (2, 9)])
    known = known.add_pairs([(0, 1), (0, 2), (1, 2)], "cannot")
    members = np.split(np.arange(n_rows), [1, 2])
    apart = Anchors(np.array([each[0] for each in members]), members)
    monkeypatch.setattr(belief_fit, "rows_apart", lambda *_: apart)
    best = BeliefFit._best

    def seen(self, inputs, starts):
        leads.extend(start.lead for start in starts)
        return best(self, inputs, starts)

    monkeypatch.setattr(BeliefFit, "_best", seen)
    BeliefClustering(3, random_state=0).fit(X, constraints=known)
    assert leads == [UNTOLD, 0.0, lead]


@pytest.mark.parametrize("labels_init", [None, "given"])
def test_what_was_fitted_to_choose_the_starts_serves_the_first_round(monkeypatch, labels_init):
    X, y, known = digits()
    given = None if labels_init is None else np.unique(y, return_inverse=True)[1]
    model = BeliefClustering(3, random_state=1, labels_init=given)
    n_fitted, fitting = [0], Rounds._models

    def counted(self, *args, **named):
        n_fitted[0] += 1
        return fitting(self, *args, **named)

    monkeypatch.setattr(Rounds, "_models", counted)
    made = model.fit(X, constraints=known)
    before, n_fitted[0], following = n_fitted[0], 0, Rounds.next

    def anew(self, belief, *, in_metric=True):
        return following(self, belief.copy(), in_metric=in_metric)

    def fresh(self, inputs, start, rounds, belief):
        return run(self, inputs, start, Rounds(inputs, start, self.n_clusters), belief)

    run = BeliefFit._run
    monkeypatch.setattr(Rounds, "next", anew)
    monkeypatch.setattr(BeliefFit, "_run", fresh)
    again = BeliefClustering(3, random_state=1, labels_init=given).fit(X, constraints=known)
    assert before < n_fitted[0]
    assert np.array_equal(again.posterior_, made.posterior_)
    assert np.array_equal(again.objective_history_, made.objective_history_)


def test_a_seed_remembers_the_clusters_it_starts_from_and_a_generator_does_not():
    X, _, known = digits()
    first = BeliefClustering(3, random_state=1).fit(X, constraints=known)
    assert np.array_equal(
        BeliefClustering(3, random_state=1).fit(X, constraints=known).posterior_, first.posterior_
    )
    points = centred(X)
    one, same = (plain_clusters(points, known, 3, 10, 1) for _ in range(2))
    assert one is same and plain_clusters(points, known, 4, 10, 1) is not one
    drawn = plain_clusters(points, known, 3, 10, np.random.default_rng(1))
    assert plain_clusters(points, known, 3, 10, np.random.default_rng(1)) is not drawn
    direct = KMeans(3, random_state=1)._fit(points, known, None)
    assert np.array_equal(direct.labels, one.labels)
    assert np.array_equal(direct.centres, one.centres)


def test_what_is_remembered_holds_no_steps_of_a_traced_fit():
    X, _, known = digits()
    points = centred(X[:60] + 1.0)
    with tracing(True):
        assert KMeans(3, random_state=1)._fit(points, known[:60], None).noted
        assert not plain_clusters(points, known[:60], 3, 10, 1).noted
