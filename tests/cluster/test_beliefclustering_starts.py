"""Starts of belief clustering: which of them is kept, and what of it is remembered."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster.cluster import BeliefClustering, KMeans
from jupyter_sscluster.cluster._base.belief_fit import BeliefFit
from jupyter_sscluster.cluster._parts.belief.alternation import Rounds
from jupyter_sscluster.cluster._parts.belief.anchors import anchors
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


def test_chains_of_must_links_do_not_make_one_class_of_two():
    X, y, known = digits()
    model = BeliefClustering(3, random_state=1).fit(X, constraints=known)
    assert len(set(y[anchors(known, X, 3).rows])) < 3 or len(anchors(known, X, 3).rows) < 3
    assert adjusted_rand_score(y, model.labels_) > 0.8


@pytest.mark.parametrize("more", [-0.5, 0.5])
def test_given_labels_are_left_for_what_is_better_by_a_wrong_answer(monkeypatch, more):
    X, y, known = digits()
    run = BeliefFit._run

    def every(self, inputs, starts):
        assert [start.lead for start in starts] == [UNTOLD, 0.0, LEAD]
        rounds = [Rounds(inputs, start, self.n_clusters) for start in starts]
        return [
            (start, each, each.first_belief()) for start, each in zip(starts, rounds, strict=True)
        ]

    def worse(self, inputs, start, *begun):
        at = LEAD + more if start.given else start.lead
        return run(self, inputs, start, *begun)._replace(history=[at])

    monkeypatch.setattr(BeliefFit, "_best", every)
    monkeypatch.setattr(BeliefFit, "_run", worse)
    given = np.unique(y, return_inverse=True)[1]
    model = BeliefClustering(3, random_state=1, labels_init=given).fit(X, constraints=known)
    assert (model.objective_ == LEAD + more) == (more < 0)
    assert np.isclose(np.exp(LEAD), 19.0)


@pytest.mark.parametrize("labels_init", [None, "given"])
def test_what_was_fitted_to_choose_the_starts_serves_the_first_round(monkeypatch, labels_init):
    X, y, known = digits()
    given = None if labels_init is None else np.unique(y, return_inverse=True)[1]
    if given is None:  # components by all hard links, and by those that hold
        known = Constraints(len(y), must=[(0, 1), (1, 2), (0, 5)]).add(2, 5, "cannot", soft=True)
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
