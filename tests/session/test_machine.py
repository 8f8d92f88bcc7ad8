"""Random walks through a session against a model of plain lists, reopened again and again."""

import itertools
import tempfile
from pathlib import Path

import numpy as np
import pytest
from brute_closure import Closure
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from session_parts import blobs, picture

from jupyter_sscluster import ConflictError, Session
from jupyter_sscluster.constraints.placement_and_sorting import (
    placement_statements,
    sorting_statements,
)
from jupyter_sscluster.session import JournalError, engine_of

N = 9
X = blobs(N)
CLUSTERERS = ["kmeans", "pckmeans"]

rows = st.integers(0, N - 1)
pairs = st.tuples(rows, rows).filter(lambda pair: pair[0] != pair[1])
kinds = st.sampled_from(["must", "cannot", "unknown"])


def hard(answers, kind):
    return [(i, j) for _, i, j, what, soft in answers if what == kind and not soft]


def clique(answers, rows):
    """The largest number of components, one of a row among them, that are all apart."""
    closure = Closure(N, hard(answers, "must"), hard(answers, "cannot"))
    ids, apart = closure.components(), closure.cannot
    first = [int(np.flatnonzero(ids == each)[0]) for each in np.unique(ids)]
    own = {int(ids[row]) for row in rows}
    sizes = (
        len(some)
        for size in range(1, len(first) + 1)
        for some in itertools.combinations(first, size)
        if own & {int(ids[row]) for row in some}
        and all(apart[i, j] for i, j in itertools.combinations(some, 2))
    )
    return max(sizes, default=0)


def feasible(answers):
    return Closure(N, hard(answers, "must"), hard(answers, "cannot")).feasible


class Moment:
    """What the model knows of one state; the one before it, and the one gone to last from it."""

    def __init__(self, answers, clusterer, n_clusters, strategy, softly):
        self.answers, self.clusterer, self.softly = answers, clusterer, softly
        self.n_clusters, self.strategy = n_clusters, strategy
        self.labels = self.shown = self.before = self.ahead = self.branch = None

    def but(self, **changes):
        told = ("answers", "clusterer", "n_clusters", "strategy", "softly")
        now = {key: value for key, value in vars(self).items() if key in told}
        return Moment(**{**now, **changes})


def seen(moment):
    """All that a moment shows."""
    return (
        moment.answers,
        moment.constraints,
        moment.unknown,
        moment.labels.tobytes(),
        moment.record.fit,
        moment.record.score,
        moment.cluster_names,
        moment.n_clusters,
        moment.clusterer,
        moment.strategy,
    )


def present(session):
    """The same of the present moment, from the session itself."""
    fit = session.history.current_fit
    return (
        session.answers,
        session.constraints,
        engine_of(session).state.unknown,
        session.labels.tobytes(),
        fit.fit,
        fit.score,
        session.clusters.names,
        session.n_clusters,
        session.clusterer.title,
        session.strategy.title,
    )


class Walk(RuleBasedStateMachine):
    """A session and its model, side by side."""

    @initialize(with_file=st.booleans())
    def start(self, with_file):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "journal" if with_file else None
        self.session = self.opened()
        self.now, self.number = Moment([], "kmeans", 2, "random", False), 1
        self.moments, self.now.branch, self.n_branches = [self.now], 1, 1

    def opened(self):
        return Session(X, "kmeans", "random", n_clusters=2, path=self.path)

    def teardown(self):
        if hasattr(self, "folder"):
            self.session.close()
            self.folder.cleanup()

    def push(self, moment):
        moment.before, moment.branch = self.now, self.now.branch
        if any(other.before is self.now for other in self.moments):
            self.n_branches += 1
            moment.branch = self.n_branches
        self.moments.append(moment)
        self.go(moment)

    def go(self, moment):
        self.now = moment
        while moment.before is not None:
            moment.before.ahead, moment = moment, moment.before

    def record(self, call, statements, removed=(), soft=None, rows=(), named=0):
        """Try the same answers on both; a contradiction must leave both as they were.

        An answer of another shape than a pair is about `rows`, and tells `named` clusters apart.
        """
        soft = self.now.softly if soft is None else soft
        kept, new = [a for a in self.now.answers if a[0] not in removed], []
        for i, j, kind in statements:
            manner = (kind, soft and kind != "unknown")
            known = {(frozenset(a[1:3]), *a[3:]) for a in kept + new}
            again = (frozenset((i, j)), *manner) in known
            if not again or manner not in (("must", False), ("cannot", False)):
                new.append((self.number + len(new), i, j, *manner))
        answers = kept + new
        if not feasible(answers):
            before = picture(self.session)
            with pytest.raises(ConflictError):
                call()
            assert picture(self.session) == before
            return
        call()
        n_clusters, found = max(self.now.n_clusters, named), clique(answers, rows)
        if found > n_clusters and found > clique(self.now.answers, rows):
            n_clusters = found
        if new or removed or n_clusters != self.now.n_clusters:
            self.number += len(new)
            self.push(self.now.but(answers=answers, n_clusters=n_clusters))

    @rule(pair=pairs, kind=kinds, soft=st.booleans())
    def answer(self, pair, kind, soft):
        self.record(lambda: self.session.answer(*pair, kind, soft=soft), [(*pair, kind)], (), soft)

    @rule(statements=st.lists(st.tuples(pairs, kinds), max_size=4))
    def answer_many(self, statements):
        flat = [(*pair, kind) for pair, kind in statements]
        self.record(lambda: self.session.answer_many(flat), flat)

    @rule(drawn=st.permutations(range(N)), size=st.integers(1, 4), choice=st.integers(-2, 3))
    def place(self, drawn, size, choice):
        point, *among = drawn[: size + 1]
        chosen = {-2: "unknown", -1: None}.get(choice, among[min(max(choice, 0), size - 1)])
        known, labels = self.session.constraints, self.session.labels
        said, named = placement_statements(known, point, among, chosen), 0
        if chosen is None:
            of_all = self.now.n_clusters if len(set(labels[among])) == self.now.n_clusters else 0
            apart = [(i, j) for i, j in itertools.combinations(among, 2) if known.relation(i, j)]
            apart = [(i, j) for i, j in apart if known.relation(i, j) == "cannot"]
            cliques = (
                some
                for k in range(1, size + 1)
                for some in itertools.combinations(among, k)
                if set(itertools.combinations(some, 2)) <= set(apart)
            )
            named = 1 + max(of_all, *map(len, cliques))
        self.record(
            lambda: self.session.place(point, among, chosen),
            said,
            rows=[point, *among],
            named=named,
        )

    @rule(drawn=st.permutations(range(N)), cuts=st.lists(st.integers(0, 5), max_size=4))
    def sort(self, drawn, cuts):
        bounds = [0, *sorted(cuts)]
        piles = [drawn[a:b] for a, b in itertools.pairwise(bounds) if a < b]
        said = sorting_statements(self.session.constraints, piles, drawn[8:])
        self.record(
            lambda: self.session.sort(piles, unsure=drawn[8:]),
            said,
            rows=[pile[0] for pile in piles],
            named=len(piles),
        )

    @rule(on=st.booleans())
    def set_softly(self, on):
        self.session.default_soft = on
        if on != self.now.softly:
            labels = self.now.labels
            self.push(self.now.but(softly=on))
            self.now.labels = labels

    @precondition(lambda self: self.now.answers)
    @rule(data=st.data())
    def take_back(self, data):
        number = data.draw(st.sampled_from(self.now.answers))[0]
        self.record(lambda: self.session.remove(number), [], (number,))

    @precondition(lambda self: self.now.answers)
    @rule(data=st.data(), pair=pairs, kind=kinds)
    def replace(self, data, pair, kind):
        number = data.draw(st.sampled_from(self.now.answers))[0]
        self.record(lambda: self.session.replace(number, *pair, kind), [(*pair, kind)], (number,))

    @rule(name=st.sampled_from(CLUSTERERS))
    def set_clusterer(self, name):
        self.session.set_clusterer(name)
        if name != self.now.clusterer:
            self.push(self.now.but(clusterer=name))

    @rule(k=st.integers(1, 4))
    def set_n_clusters(self, k):
        self.session.set_n_clusters(k)
        if k != self.now.n_clusters:
            self.push(self.now.but(n_clusters=k))

    @rule(name=st.sampled_from(["random", "npu"]))
    def set_strategy(self, name):
        self.session.set_strategy(name)
        if name != self.now.strategy:
            labels = self.now.labels
            self.push(self.now.but(strategy=name))
            self.now.labels = labels

    @rule(fresh=st.booleans())
    def refit(self, fresh):
        self.session.fit(fresh)
        self.push(self.now.but())

    @rule(cluster=st.integers(0, 1), name=st.sampled_from(["Setosa", "Virginica", None]))
    def rename(self, cluster, name):
        wanted = name or f"Cluster {cluster + 1}"
        names = self.session.clusters.names
        if cluster >= len(names) or wanted in names:
            return
        self.session.clusters.rename(cluster, wanted)
        labels = self.now.labels
        self.push(self.now.but())
        self.now.labels = labels

    @rule()
    def undo(self):
        before = self.now.before
        assert (self.session.undo() is not None) == (before is not None)
        self.go(before or self.now)

    @rule()
    def redo(self):
        ahead = self.now.ahead
        assert (self.session.redo() is not None) == (ahead is not None)
        self.go(ahead or self.now)

    @rule(data=st.data())
    def branch_from(self, data):
        step = data.draw(st.integers(0, len(self.moments) - 1))
        moved = self.moments[step] is not self.now
        assert (self.session.history.branch_from(step) is not None) == moved
        self.go(self.moments[step])

    @rule(data=st.data())
    def switch(self, data):
        number = data.draw(st.integers(1, self.n_branches))
        self.session.history.switch(number)
        self.go([moment for moment in self.moments if moment.branch == number][-1])

    @precondition(lambda self: self.path is not None)
    @rule(tail=st.binary(max_size=30), let_go=st.booleans())
    def reopen(self, tail, let_go):
        before = picture(self.session)
        if let_go:
            self.session.close()
        with open(self.path, "ab") as file:
            file.write(tail.replace(b"\n", b""))
        older, self.session = self.session, self.opened()
        with pytest.raises(JournalError):  # its file is closed, and the folder can be removed
            older.fit()
        assert picture(self.session) == before

    @rule()
    def save_and_load(self):
        kept = Path(self.folder.name) / "kept"
        self.session.save(kept)
        loaded = Session.load(kept, X)
        assert picture(loaded) == picture(self.session)
        self.looks_back(loaded)

    def looks_back(self, session):
        assert len(session.history) == len(self.moments)
        for step, moment in enumerate(self.moments):
            assert seen(session.history.at(step)) == moment.shown, step

    @invariant()
    def agrees(self):
        session, now = self.session, self.now
        assert [(a.number, a.i, a.j, a.kind, a.soft) for a in session.answers] == now.answers
        assert engine_of(session).timeline.next_number == self.number
        closure = Closure(N, hard(now.answers, "must"), hard(now.answers, "cannot"))
        every = [(i, j) for i in range(N) for j in range(N)]
        assert (session.constraints.relations(every).reshape(N, N) == closure.codes()).all()
        stated = {frozenset(a[1:3]) for a in now.answers if a[3] != "unknown"}
        unknown = {frozenset(a[1:3]) for a in now.answers if a[3] == "unknown"}
        assert {frozenset(pair) for pair in engine_of(session).state.unknown} == unknown - stated
        assert (session.n_clusters, session.default_soft) == (now.n_clusters, now.softly)
        assert type(session.clusterer).__name__.lower() == now.clusterer
        assert type(session.strategy).__name__.lower() == now.strategy
        assert (session.history.can_undo, session.history.can_redo) == (
            now.before is not None,
            now.ahead is not None,
        )

    @invariant()
    def no_moment_is_lost_or_changed(self):
        """What is shown of the present moment is written down, and compared ever after."""
        session, now = self.session, self.now
        now.shown = now.shown or present(session)
        assert session.history.step == self.moments.index(now)
        self.looks_back(session)
        way, at = [], now
        while at is not None:
            way, at = [at, *way], at.before
        assert [moment.step for moment in session.history.steps] == [*map(self.moments.index, way)]
        branches = [[] for _ in range(self.n_branches)]
        for step, moment in enumerate(self.moments):
            branches[moment.branch - 1].append(step)
        assert [list(branch.steps) for branch in session.history.branches] == branches
        end = now
        while end.ahead is not None:
            end = end.ahead
        assert [branch.number for branch in session.history.branches if branch.present] == [
            end.branch
        ]

    @invariant()
    def labels_are_those_of_the_moment(self):
        labels = self.session.labels
        assert engine_of(self.session).fits.error is None
        assert 0 <= labels.min() <= labels.max() < self.now.n_clusters
        if self.now.labels is None:
            self.now.labels = labels.tobytes()
        assert labels.tobytes() == self.now.labels


TestWalk = Walk.TestCase
TestWalk.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
