"""Random additions, rows left out and put back, against sets; and journals cut at every byte."""

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st
from session_parts import blobs

from jupyter_sscluster import ConflictError, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal import lines
from jupyter_sscluster.journal.row_state import LATER
from jupyter_sscluster.session import JournalError

N = 12
X = blobs(60)

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("extend"), st.integers(1, 4)),
        st.tuples(st.sampled_from(["exclude", "include", "accept"]), st.integers(0, 10**6)),
        st.tuples(st.just("again"), st.integers(0, 10**6)),
        st.tuples(st.just("answer"), st.integers(0, 10**6)),
        st.tuples(st.sampled_from(["undo", "redo", "fit", "reopen", "back"]), st.just(0)),
    ),
    max_size=14,
)


class Model:
    """What is in force at a moment: rows, those left out, those that wait, and answers."""

    def __init__(self, n, out, new, answers):
        self.n, self.out, self.new, self.answers = n, frozenset(out), frozenset(new), answers

    def but(self, **changes):
        return Model(**{**vars(self), **changes})

    def waiting(self):
        named = {row for answer in self.awake() for row in answer[:2]}
        return sorted(self.new - self.out - named)

    def awake(self):
        return [answer for answer in self.answers if self.out.isdisjoint(answer[:2])]


class Walk:
    """A session and the moments that it went through."""

    def __init__(self, path):
        self.path, self.session = path, opened(path, N)
        self.moments, self.at, self.n = [Model(N, (), (), ())], 0, N
        self.parents, self.ahead = [None], [None]
        self.shown = [self.session.labels.copy()]

    def step(self, do, number):
        before = len(self.session.history)
        getattr(self, do)(number)
        self.check()
        return len(self.session.history) - before

    def push(self, model):
        self.moments.append(model)
        self.parents.append(self.at)
        self.ahead.append(None)
        self.ahead[self.at] = self.at = len(self.moments) - 1
        self.shown.append(self.session.labels.copy())

    @property
    def now(self):
        return self.moments[self.at]

    def extend(self, n):
        n = min(n, len(X) - self.n)
        if not n:
            return
        before = self.session.labels.copy()
        new = self.session.rows.extend(X[self.n : self.n + n])
        assert new.tolist() == [*range(self.n, self.n + n)]
        assert self.session.labels[: self.n].tolist() == before.tolist()
        later = {*new.tolist()}
        self.moments = [
            m.but(n=self.n + n, out=m.out | later, new=m.new | later) for m in self.moments
        ]
        self.shown = [np.concatenate([each, [-1] * n]) for each in self.shown]
        self.n += n
        self.push(self.now.but(out=self.now.out - later, new=self.now.new | later))

    def again(self, number):
        """The first of the rows that an undo left out are added again."""
        rows = [row for row, why in self.session.rows.excluded.items() if why == LATER]
        rows = rows[: 1 + number % len(rows)] if rows else []
        if rows:
            before = self.session.labels.copy()
            assert self.session.rows.extend(X[rows]).tolist() == rows
            before[rows] = self.session.labels[rows]
            assert self.session.labels.tolist() == before.tolist()
            self.push(self.now.but(out=self.now.out - {*rows}, new=self.now.new | {*rows}))

    def exclude(self, number):
        row = number % self.n
        if row in self.now.out:
            return
        try:
            self.session.rows.exclude([row], f"reason {number}")
        except InputError:
            assert self.n - len(self.now.out) - 1 < 2
            return
        self.push(self.now.but(out=self.now.out | {row}))

    def include(self, number):
        if not self.now.out:
            return
        row = sorted(self.now.out)[number % len(self.now.out)]
        back = self.now.but(out=self.now.out - {row})
        try:
            self.session.rows.include([row])
        except ConflictError:
            assert contradicts(back.awake())
            return
        assert not contradicts(back.awake()) and self.session.labels[row] >= 0
        self.push(back)

    def accept(self, number):
        waiting = self.now.waiting()
        if waiting:
            row = waiting[number % len(waiting)]
            self.session.rows.tray.accept([row])
            self.push(self.now.but(new=self.now.new - {row}))

    def answer(self, number):
        i, j = number % self.n, number // self.n % self.n
        kind = "must" if number % 3 else "cannot"
        if i == j:
            return
        said = (min(i, j), max(i, j), kind)
        try:
            before = len(self.session.history)
            self.session.answer(i, j, kind)
        except ConflictError:
            assert contradicts([*self.now.awake(), said])
            return
        except InputError:
            assert {i, j} & self.now.out
            return
        if len(self.session.history) > before:
            self.push(self.now.but(answers=(*self.now.answers, said)))

    def undo(self, _):
        if self.session.undo() is not None:
            self.at = self.parents[self.at]

    def redo(self, _):
        if self.session.redo() is not None:
            self.at = self.ahead[self.at]

    def fit(self, _):
        self.session.fit()
        self.push(self.now)

    def back(self, _):
        self.session.history.branch_from(0)
        way = self.at
        while self.parents[way] is not None:
            self.ahead[self.parents[way]], way = way, self.parents[way]
        self.at = 0

    def reopen(self, _):
        self.session.close()
        self.session = opened(self.path, self.n)

    def check(self):
        session, now = self.session, self.now
        assert {*session.rows.excluded} == now.out and session.n_samples == now.n == self.n
        assert session.rows.tray.rows.tolist() == now.waiting()
        stated = [(*a.pair, a.kind) for a in session.answers]
        assert stated == [*now.answers]
        assert len(session.rows.resting) == len(now.answers) - len(now.awake())
        known = session.constraints
        kept = [(i, j, "must") for i, j in known.must.tolist()]
        kept += [(i, j, "cannot") for i, j in known.cannot.tolist()]
        assert {*kept} == {*now.awake()} and known.noise.tolist() == sorted(now.out)
        assert session.labels.tolist() == self.shown[self.at].tolist()
        assert np.flatnonzero(session.labels < 0).tolist() == sorted(now.out)


def contradicts(answers):
    parent = [*range(len(X))]

    def root(row):
        while parent[row] != row:
            row = parent[row]
        return row

    for i, j, kind in answers:
        if kind == "must":
            parent[root(i)] = root(j)
    return any(kind == "cannot" and root(i) == root(j) for i, j, kind in answers)


def opened(path, n):
    return Session(X[:n], "pckmeans", "random", n_clusters=2, path=path)


@settings(max_examples=100, deadline=None)
@given(steps=STEPS)
@example([("extend", 3), ("undo", 0), ("answer", 13), ("reopen", 0), ("redo", 0)])
@example([("extend", 2), ("exclude", 13), ("fit", 0), ("include", 0), ("undo", 0), ("reopen", 0)])
@example([("extend", 3), ("undo", 0), ("again", 1), ("fit", 0), ("undo", 0), ("reopen", 0)])
@example([("extend", 2), ("undo", 0), ("include", 0), ("extend", 1), ("back", 0), ("extend", 1)])
def test_any_steps_are_as_with_sets(tmp_path_factory, steps):
    walk = Walk(tmp_path_factory.mktemp("walk") / "journal")
    for step in steps:
        walk.step(*step)
    walk.session.close()


def busy(path):
    session = opened(path, N)
    session.answer(0, 1, "cannot")
    session.rows.extend(X[N : N + 4])
    session.rows.exclude([1, 13], "broken")
    session.rows.include([1])
    session.rows.tray.accept()
    session.undo()
    session.fit()
    session.close()


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.thorough)])
def test_a_journal_cut_at_every_byte_opens_or_is_refused_in_a_sentence(tmp_path, step):
    """No step is lost whose line end is in the file; with fewer rows added, the others are new."""
    busy(tmp_path / "whole")
    data = (tmp_path / "whole").read_bytes()
    ends = [at + 1 for at in range(len(data)) if data[at : at + 1] == b"\n"]
    tried = range(0, len(data) + 1, step)
    tried = {*tried, *ends, *(end - 1 for end in ends), *(end + 1 for end in ends)}
    n_opened, refused = 0, []
    for at in sorted(tried):
        path = tmp_path / "cut"
        path.write_bytes(data[:at])
        try:
            session = Session.load(path, X[: N + 4])
        except JournalError as error:
            refused.append(str(error))
            continue
        n_opened += 1
        said = [text for text in data[:at].split(b"\n")[:-1] if b'"do":"extend"' in text]
        assert session.n_samples == N + 4
        steps = [step.cause for step in session.history.steps]
        assert steps.count("4 rows added") == 1
        assert bool(said) == (not any("4 rows of X are new" in note for note in session.notes))
    assert n_opened > len(tried) / 2
    assert all(str(tmp_path) in text and "\n" not in text for text in refused)


@pytest.mark.parametrize("key", ["n", "labels", "data", "rows", "reason", "cause"])
def test_lines_that_make_no_sense_are_refused(tmp_path, key):
    busy(tmp_path / "whole")
    texts = (tmp_path / "whole").read_bytes().splitlines(keepends=True)
    for place, text in enumerate(texts[1:], 1):
        entry = lines.entry_of(text[:-1])
        if key not in entry or entry["do"] not in ("extend", "exclude", "include", "settle"):
            continue
        for wrong in (None, -1, "?", [99], {}):
            changed = [*texts]
            changed[place] = lines.line({**entry, key: wrong})
            (tmp_path / "wrong").write_bytes(b"".join(changed))
            if key in ("cause", "reason") and wrong == "?":
                continue
            with pytest.raises(JournalError, match=rf"line.* {place + 1}|line 1 of|other data"):
                Session.load(tmp_path / "wrong", X[: N + 4])
