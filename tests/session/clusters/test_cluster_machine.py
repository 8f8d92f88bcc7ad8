"""Random walks over names, merges and splits against a model of plain lists, reopened."""

import itertools
import tempfile
from pathlib import Path

import numpy as np
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from session_parts import blobs, picture

from jupyter_sscluster import ConflictError, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.session import engine_of

N = 14
X = blobs(N, seed=5)
TEXTS = ["a", "b", "Setosa", "<b>", "🦄", "Cluster 1", "Cluster 3", "A", " ", "c d"]
numbers = st.integers(0, 5)


def joined(pairs):
    """The set of each row that must-links lead to."""
    found = {row: {row} for row in range(N)}
    for i, j in pairs:
        both = found[i] | found[j]
        for row in both:
            found[row] = both
    return found


class Moment:
    """What the model knows of one state: answers by number, K, and names by row."""

    def __init__(self, answers, n_clusters):
        self.answers, self.n_clusters = answers, n_clusters
        self.seen = None


class Walk(RuleBasedStateMachine):
    """A session and its model, side by side."""

    @initialize(k=st.integers(2, 4))
    def start(self, k):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "journal"
        self.k = k
        self.session = self.opened()
        self.moments, self.at = [Moment({}, k)], 0
        self.look()

    def opened(self):
        model = PCKMeans(n_init=1)
        return Session(X, model, "random", n_clusters=self.k, path=self.path)

    def teardown(self):
        if hasattr(self, "folder"):
            self.session.close()
            self.folder.cleanup()

    @property
    def now(self):
        return self.moments[self.at]

    def look(self):
        session = self.session
        self.now.seen = (session.labels.tobytes(), session.clusters.names, session.answers)

    def push(self, added, removed=(), n_clusters=None):
        kept = {n: said for n, said in self.now.answers.items() if n not in removed}
        new = {answer.number: (*answer.pair, answer.kind) for answer in added}
        k = self.now.n_clusters if n_clusters is None else n_clusters
        self.moments = [*self.moments[: self.at + 1], Moment(kept | new, k)]
        self.at += 1
        self.look()

    def rows(self, cluster):
        return np.flatnonzero(self.session.labels == cluster).tolist()

    def stated(self, kind):
        return [said[:2] for said in self.now.answers.values() if said[2] == kind]

    def refused(self, call):
        """It is refused with a sentence, and nothing has changed."""
        before = picture(self.session)
        try:
            call()
        except (InputError, ConflictError):
            assert picture(self.session) == before
            return True
        return False

    @rule(a=numbers, b=numbers)
    def merge(self, a, b):
        session, names = self.session, self.session.clusters.names
        rows = [self.rows(a), self.rows(b)]
        together = joined(self.stated("must"))
        reach = set().union(*(together[row] for row in itertools.chain(*rows)))
        held = any(i in reach and j in reach for i, j in self.stated("cannot"))
        shown = max(a, b) < len(names)
        may = shown and a != b and all(rows) and not held
        before, answers = dict(enumerate(names)), set(session.answers)
        if not may:
            assert self.refused(lambda: session.clusters.merge(a, b))
            return
        larger = min((a, b), key=lambda each: (-len(self.rows(each)), each))
        if self.is_refused(session.clusters.plan_merge(a, b), lambda: session.clusters.merge(a, b)):
            return
        assert not self.refused(lambda: session.clusters.merge(a, b))
        new = [answer for answer in session.answers if answer not in answers]
        both = rows[0] + rows[1]
        parts = {frozenset(together[row]) for row in both}
        light = len(self.stated("must"))  # what is known may have to be stated with more weight
        assert len(new) < len(parts) + light
        assert all(n.kind == "must" and {n.i, n.j} <= {*both} for n in new)
        if len(parts) > 1:
            after = joined([*self.stated("must"), *(n.pair for n in new)])
            assert any(after[i] & {*rows[1]} for i in rows[0])
        self.push(new, n_clusters=self.now.n_clusters - 1)
        assert len(set(session.labels[both])) == 1
        if not before[larger].startswith("Cluster "):
            assert session.clusters.names[session.labels[both[0]]] == before[larger]

    def is_refused(self, plan, call):
        """Whether the clusterer would not keep what is planned; then it is refused."""
        if plan.possible:
            return False
        assert "would not keep" in plan.reason and self.refused(call)
        return True

    @rule(a=numbers, into=st.sampled_from([None, 2, 3, 4]))
    def split(self, a, into):
        session = self.session
        members = self.rows(a)
        given = {n.number for n in session.answers if n.source in ("merge", "split")}
        stays = [
            said[:2]
            for number, said in self.now.answers.items()
            if said[2] == "must" and not (number in given and {*said[:2]} & {*members})
        ]
        together = joined(stays)
        parts = {frozenset(together[row] & {*members}) for row in members}
        wanted = 2 if into is None else into
        if a >= len(session.clusters.names) or len(parts) < wanted:
            assert self.refused(lambda: session.clusters.split(a, into))
            return
        known, answers = session.constraints, set(session.answers)
        plan = session.clusters.plan_split(a, into)
        if self.is_refused(plan, lambda: session.clusters.split(a, into)):
            return
        session.clusters.split(a, into)
        new = [answer for answer in session.answers if answer not in answers]
        assert [(*n.pair, n.kind) for n in new] == list(plan.links)
        assert {*plan.taken_back} <= given
        assert session.labels.tobytes() == plan.labels.tobytes()
        assert all({*part} == {*self.rows(session.labels[part[0]])} for part in plan.parts)
        centres = plan.regrouped.rows
        for i, j in itertools.combinations(centres, 2):
            was = "cannot" if known.relation(i, j) == "cannot" else None
            assert was or (min(i, j), max(i, j), "cannot") in plan.links
        self.push(new, plan.taken_back, n_clusters=self.now.n_clusters + len(plan.parts) - 1)
        assert len(set(session.labels[[*centres]])) == len(centres)

    @rule(a=numbers, text=st.sampled_from(TEXTS), by_name=st.booleans())
    def rename(self, a, text, by_name):
        session = self.session
        names = session.clusters.names
        exists = a < len(names)
        own = f"Cluster {a + 1}"
        line = text.strip()
        others = {name.casefold() for k, name in enumerate(names) if k != a}
        may = exists and bool(line) and line.casefold() not in others
        may = may and (line == own or not line.startswith("Cluster "))
        which = names[a] if exists and by_name else a
        labels = session.labels
        if not may:
            assert self.refused(lambda: session.clusters.rename(which, text))
            return
        session.clusters.rename(which, text)
        assert session.clusters.names == (*names[:a], line, *names[a + 1 :])
        assert session.labels is labels
        if line != names[a]:
            self.push([])

    @rule(
        i=st.integers(0, N - 1), j=st.integers(0, N - 1), kind=st.sampled_from(["must", "cannot"])
    )
    def answer(self, i, j, kind):
        known = set(self.session.answers)
        if not self.refused(lambda: self.session.answer(i, j, kind)):
            new = [answer for answer in self.session.answers if answer not in known]
            if new:
                self.push(new)

    @precondition(lambda self: self.now.answers)
    @rule(data=st.data())
    def take_back(self, data):
        number = data.draw(st.sampled_from(sorted(self.now.answers)))
        self.session.remove(number)
        self.push([], (number,))

    @rule(k=st.integers(1, 5))
    def set_n_clusters(self, k):
        self.session.set_n_clusters(k)
        if k != self.now.n_clusters:
            self.push([], n_clusters=k)

    @rule(times=st.integers(1, 3))
    def undo(self, times):
        for _ in range(times):
            assert (self.session.undo() is not None) == (self.at > 0)
            self.at = max(self.at - 1, 0)

    @rule(times=st.integers(1, 3))
    def redo(self, times):
        for _ in range(times):
            assert (self.session.redo() is not None) == (self.at < len(self.moments) - 1)
            self.at = min(self.at + 1, len(self.moments) - 1)

    @rule()
    def reopen(self):
        before = picture(self.session)
        self.session.close()
        self.session = self.opened()
        assert picture(self.session) == before

    @invariant()
    def agrees(self):
        session, now = self.session, self.now
        assert engine_of(session).fits.error is None and session.n_clusters == now.n_clusters
        said = {answer.number: (*answer.pair, answer.kind) for answer in session.answers}
        assert said == now.answers
        assert (session.labels.tobytes(), session.clusters.names, session.answers) == now.seen
        names = session.clusters.names
        assert len({name.casefold() for name in names}) == len(names)
        assert len(names) == max(now.n_clusters, session.labels.max() + 1)


TestWalk = Walk.TestCase
TestWalk.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
