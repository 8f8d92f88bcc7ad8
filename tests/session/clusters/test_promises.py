"""What a merge, a split or a group is previewed as is what happens, or it is refused.

Random sequences of all verbs, undo and redo; and labels that a session fits anew from a journal.
"""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from session_parts import blobs, picture

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.session.clusters import plans, promises

LINE = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0], [20.0], [21.0], [22.0], [23.0], [24.0]]

CLUSTERERS = ("adaptive pck-means", "pckmeans", "mpckmeans", "copkmeans")
VERBS = ("merge", "merge", "split", "split", "parts", "group", "rename", "answer", "undo", "redo")


def seen(session):
    """All that a person sees of a moment."""
    return session.labels.tobytes(), session.clusters.names, session.answers, session.n_clusters


def clusters(labels):
    return {tuple(np.flatnonzero(labels == label).tolist()) for label in np.unique(labels)}


class Sequence:
    """One random sequence on one session, every step compared with its preview."""

    def __init__(self, seed, path=None):
        self.rng = np.random.default_rng(seed)
        n, k = int(self.rng.integers(16, 50)), int(self.rng.integers(2, 6))
        self.X = blobs(n, seed=seed) * self.rng.uniform(0.3, 2.0, 2)
        self.clusterer = CLUSTERERS[seed % 4]
        self.make = lambda path: Session(
            self.X, self.clusterer, n_clusters=k, random_state=seed, path=path
        )
        self.session = self.make(path)
        self.moments, self.at = [seen(self.session)], 0
        self.counts = Counter()

    def play(self, n_steps):
        for _ in range(n_steps):
            getattr(self, str(self.rng.choice(VERBS)))()
            assert seen(self.session) == self.moments[self.at]
        return self.counts

    def push(self):
        self.moments = [*self.moments[: self.at + 1], seen(self.session)]
        self.at += 1

    def one_of(self, values):
        return int(self.rng.choice(values))

    def verb(self, name, plan, do):
        """Carry out what was planned: it is what was previewed, and one undo takes it back."""
        session = self.session
        before, was = seen(session), session.labels
        stated = {answer.number for answer in session.answers}
        if not plan.possible:
            with pytest.raises(InputError) as refused:
                do()
            assert str(refused.value) == plan.reason and seen(session) == before
            self.counts["refused"] += 1
            return False
        do()
        labels = session.labels
        assert labels.tobytes() == plan.labels.tobytes() and session.n_clusters == plan.n_clusters
        assert {*plan.parts} <= clusters(labels)
        new = [answer for answer in session.answers if answer.number not in stated]
        assert [(*each.pair, each.kind) for each in new] == list(plan.links)
        assert stated - {each.number for each in session.answers} == {*plan.taken_back}
        involved = {*was[[row for part in plan.parts for row in part]].tolist()}
        if not plan.moved and name != "group":  # every other cluster has the same rows
            whole = {each for each in clusters(was) if was[each[0]] not in involved}
            assert whole <= clusters(labels)
        after = seen(session)
        session.undo()
        assert seen(session) == before
        session.redo()
        assert seen(session) == after
        self.counts[name] += 1
        self.push()
        return True

    def merge(self):
        session = self.session
        a, b = (self.one_of(session.labels) for _ in range(2))
        both = np.isin(session.labels, [a, b])
        plan = session.clusters.plan_merge(a, b)
        if self.verb("merge", plan, lambda: session.clusters.merge(a, b)):
            assert len({*session.labels[both].tolist()}) == 1
            assert len(plan.parts) == 1 and {*np.flatnonzero(both)} <= {*plan.parts[0]}
            assert not plan.taken_back and {kind for *_, kind in plan.links} <= {"must"}

    def split(self):
        session, into = self.session, [None, 2, 3][self.one_of(3)]
        a = self.one_of(session.labels)
        plan = session.clusters.plan_split(a, into)
        if self.verb("split", plan, lambda: session.clusters.split(a, into)):
            assert len(plan.parts) >= (into or 2)

    def parts(self):
        session = self.session
        a = self.one_of(session.labels)
        rows = np.flatnonzero(session.labels == a)
        drawn = self.rng.permutation(rows)[: max(1, len(rows) // 3)].tolist()
        if len(rows) < 2:
            return
        plan = session.clusters.plan_split(a, [drawn])
        if self.verb("parts", plan, lambda: session.clusters.split(a, [drawn])):
            homes = {*session.labels[drawn].tolist()}
            rest = {*session.labels[np.setdiff1d(rows, drawn)].tolist()}
            assert len(homes) == len(rest) == 1 and homes != rest

    def group(self):
        session = self.session
        near = self.X - self.X[self.one_of(len(self.X))]
        rows = np.argsort(np.square(near).sum(axis=1))[: self.one_of(range(1, 7))].tolist()
        plan = session.clusters.plan_group(rows)
        if self.verb("group", plan, lambda: session.clusters.group(rows)):
            assert len({*session.labels[rows].tolist()}) == 1

    def rename(self):
        a = self.one_of(self.session.labels)
        self.session.clusters.rename(a, f"name {len(self.moments)} {self.at}")
        self.push()

    def answer(self):
        i, j = self.rng.permutation(len(self.X))[:2].tolist()
        known = self.session.answers
        try:
            self.session.answer(i, j, ("must", "cannot")[self.one_of(2)])
        except InputError:
            return
        if self.session.answers != known:
            self.push()

    def undo(self):
        assert (self.session.undo() is not None) == (self.at > 0)
        self.at = max(self.at - 1, 0)

    def redo(self):
        assert (self.session.redo() is not None) == (self.at < len(self.moments) - 1)
        self.at = min(self.at + 1, len(self.moments) - 1)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_previewed_is_what_happens(seed):
    counts = Sequence(seed).play(6)
    assert counts.total() > 1


@pytest.mark.thorough
def test_what_is_previewed_is_what_happens_in_a_thousand_sequences():
    counts = Counter()
    for seed in range(1000):
        counts += Sequence(seed).play(10)
    print(dict(counts))
    assert all(counts[verb] > 500 for verb in ("merge", "split", "parts", "group"))
    assert counts["refused"] < counts.total() / 2


@pytest.mark.parametrize(
    "verb",
    [
        lambda clusters, plan: (clusters.plan_merge if plan else clusters.merge)(0, 2),
        lambda clusters, plan: (clusters.plan_split if plan else clusters.split)(1, 3),
        lambda clusters, plan: (clusters.plan_group if plan else clusters.group)([3, 4, 5, 6]),
    ],
)
def test_a_fit_without_the_preview_gives_the_same(verb, path):
    def made():
        return Session(blobs(40, seed=2), n_clusters=4, random_state=0, path=path)

    session = made()
    plan = verb(session.clusters, True)
    assert plan.possible and plan.moved >= 0
    verb(session.clusters, False)
    session.close()
    lines = path.read_text().splitlines(keepends=True)
    last = max(i for i, line in enumerate(lines) if '"do":"change"' in line)
    path.write_text("".join(lines[: last + 1]))  # the fit was never written
    assert np.array_equal(made().labels, plan.labels)


def test_a_weld_of_an_earlier_version_gives_way_too():
    X = blobs(60, seed=1)
    session = Session(X, n_clusters=3, random_state=0)
    rows = np.flatnonzero(session.labels < 2).tolist()
    links = [(i, j, "must") for i, j in pairwise(rows)]
    session.answer_many(links, weight=100.0, source="merge")
    session.set_n_clusters(2)
    merged = int(session.labels[rows[0]])
    plan = session.clusters.plan_split(merged, 2)
    assert len(plan.taken_back) == len(links)
    session.clusters.split(merged, 2)
    assert np.array_equal(session.labels, plan.labels) and {*plan.parts} <= clusters(plan.labels)


def test_a_preview_that_nobody_waits_for_any_more_ends_and_is_made_anew():
    session = Session(blobs(40, seed=2), n_clusters=4, random_state=0)

    def stop(*_):
        raise FitCancelled("not wanted")

    with pytest.raises(FitCancelled), watching(stop):
        session.clusters.plan_merge(0, 2)
    assert session.clusters.plan_merge(0, 2).possible and not session.answers


def test_a_merge_that_the_clusterer_undoes_is_refused_and_nothing_recorded():
    session = Session(LINE, PCKMeans(3, constraint_weight=0.0), random_state=0)
    plan = session.clusters.plan_merge(session.labels[0], session.labels[6])
    assert plan.reason == (
        f"PCK-means would not keep Cluster {session.labels[0] + 1} and Cluster "
        f"{session.labels[6] + 1} together: 3 points would be elsewhere. Link some of the points "
        "first, or use another clusterer."
    )
    before = picture(session)
    with pytest.raises(InputError, match="would not keep"):
        session.clusters.merge(session.labels[0], session.labels[6])
    assert picture(session) == before


def test_a_light_answer_that_does_not_hold_is_stated_with_more_weight():
    session = Session(LINE, "pckmeans", n_clusters=3, random_state=0)
    session.answer(0, 1, "must")
    answers = session.clusters.merge(session.labels[0], session.labels[6])
    assert (0, 1) in [answer.pair for answer in answers]
    assert clusters(session.labels) == {(0, 1, 2, 6, 7, 8, 9, 10), (3, 4, 5)}
    session.clusters.split(session.labels[6], 2)
    assert [answer.number for answer in session.answers if answer.kind == "must"] == [1]


def test_no_more_rows_are_linked_than_a_tree_may_have(monkeypatch):
    rng = np.random.default_rng(0)
    rows = np.vstack([rng.normal(c, 1.0, (20, 2)) for c in (0, 8, 16)])
    both = {*range(20), *range(40, 60)}
    session = Session(rows, "pckmeans", n_clusters=3, random_state=0)
    found = {}
    for most in (12, 36):
        for module in (plans, promises):
            monkeypatch.setattr(module, "LARGEST_TREE", most)
        session.undo()
        session.clusters.rename(0, f"at most {most}")  # plans are kept until something happens
        found[most] = session.clusters.plan_merge(session.labels[0], session.labels[-1])
    assert "would not keep" in found[12].reason
    assert len(found[36].links) < 36 and len(both - {*found[36].parts[0]}) == 2  # of 40


def test_links_are_hard_and_trusted_even_while_answers_are_soft():
    session = Session(LINE, n_clusters=3)
    session.default_soft = True
    answers = session.clusters.merge(0, 1)
    assert answers and not any(answer.soft for answer in answers)
