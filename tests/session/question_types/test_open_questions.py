"""Open questions are part of the state: asking and dismissing leave no trace, undo brings back."""

import tempfile
from pathlib import Path

from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from session_parts import blobs, picture

from jupyter_sscluster import Session
from jupyter_sscluster.session import engine_of

X = blobs(12)


def traces(session, path):
    """All that asking a question must leave as it is."""
    engine = engine_of(session)
    step, size = engine.timeline.tree.at, engine.timeline.tree.size
    return picture(session), engine.revision, step, size, path.read_bytes(), engine.now.found


class Asking(RuleBasedStateMachine):
    """A model that keeps, for each step, the pairs that were open when it was left."""

    @initialize()
    def start(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "journal"
        self.session = Session(X, "kmeans", "random", n_clusters=3, path=self.path)
        self.answered = []  # the steps that undo would take back: the pair asked about, or None
        self.followed = []  # the pair that was open after each of them

    def teardown(self):
        if hasattr(self, "folder"):
            self.session.close()
            self.folder.cleanup()

    @property
    def pair(self):
        asked = self.session.question
        return None if asked is None else asked.pair

    @rule(n_pairs=st.integers(1, 3))
    def propose(self, n_pairs):
        before = traces(self.session, self.path)
        queries = self.session.propose(n_pairs)
        assert self.pair == (queries[0].pair if queries else None)
        assert traces(self.session, self.path) == before

    @rule()
    def dismiss(self):
        before = traces(self.session, self.path)
        self.session.questions.dismiss()
        assert self.pair is None
        assert traces(self.session, self.path) == before

    @precondition(lambda self: len(self.session.questions.open) > 1)
    @rule()
    def select(self):
        before = traces(self.session, self.path)
        last = self.session.questions.open[-1]
        assert self.session.questions.select(*last.pair) is last
        assert self.pair == last.pair
        assert traces(self.session, self.path) == before

    @precondition(lambda self: self.pair is not None)
    @rule(kind=st.sampled_from(["must", "unknown"]))
    def answer(self, kind):
        self.answered.append(self.pair)
        self.session.answer(*self.pair, kind, source="question")
        assert self.pair != self.answered[-1]
        self.followed.append(self.pair)

    @rule()
    def change_something_else(self):
        before = self.pair
        self.session.fit(fresh=True)
        self.answered.append(None)
        self.followed.append(self.pair)
        assert self.pair == before

    @precondition(lambda self: self.answered)
    @rule()
    def undo(self):
        before, pair, _ = self.pair, self.answered.pop(), self.followed.pop()
        self.session.undo()
        assert self.pair == (before if pair is None else pair)

    @precondition(lambda self: self.answered)
    @rule()
    def undo_and_redo(self):
        before, pair = self.pair, self.answered[-1]
        self.session.undo()
        self.session.redo()
        assert self.pair in {before, None, self.followed[-1]} or pair is None

    @invariant()
    def nothing_open_is_known(self):
        if hasattr(self, "session"):
            known = self.session.constraints
            assert all(known.relation(*each.pair) is None for each in self.session.questions.open)


TestAsking = Asking.TestCase
TestAsking.settings = settings(max_examples=12, stateful_step_count=15, deadline=None)


def test_the_question_of_a_journal_is_open_again_once_its_answer_is_undone(tmp_path):
    path = tmp_path / "journal"
    session = Session(X, "kmeans", "random", n_clusters=3, path=path)
    pair = session.propose()[0].pair
    session.answer(*pair, "must", source="question")
    session.close()
    session = Session(X, "kmeans", "random", n_clusters=3, path=path)
    assert session.question is None
    session.undo()
    assert session.question.pair == tuple(sorted(pair))
    session.close()


def test_a_question_is_opened_after_an_undo_and_its_redo():
    session = Session(X, "kmeans", "random", n_clusters=3)
    session.fit(fresh=True)
    assert session.question is None and session.labels is not None
    session.undo()
    session.redo()
    asked = session.propose()
    assert [session.question] == asked


def test_ask_gives_at_most_so_many_questions_and_takes_every_word_for_an_answer():
    session = Session(X, "kmeans", "random", n_clusters=3)
    words = iter(["must-link", False, None, "same", "don't know"])
    for question in session.ask(5):
        question.answer(next(words))
    kinds = [answer.kind for answer in session.answers]
    assert kinds == ["must", "cannot", "unknown", "must", "unknown"]
    assert {answer.source for answer in session.answers} == {"question"}
