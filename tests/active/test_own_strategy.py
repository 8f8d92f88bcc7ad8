"""Strategies that a user writes: a class with `questions`, or a function of a snapshot."""

import pytest
from sklearn.datasets import make_blobs

from jupyter_sscluster import Session, _catalogue
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Int, Oracle, Query, Real, Snapshot, Strategy
from jupyter_sscluster.constraints import Constraints

X, Y = make_blobs(20, centers=2, random_state=0)


class Candidates(Strategy):
    """Returns the pairs that it was given."""

    title = "Candidates"
    parameter_ranges = {**Strategy.parameter_ranges, "first": Int(0), "share": Real(0.0, 1.0)}

    def __init__(self, clusterer=None, n_clusters=None, random_state=0, first=0, share=0.5):
        super().__init__(clusterer, n_clusters, random_state)
        self.first = first
        self.share = share

    def questions(self, snapshot):
        yield Query((self.first, 1), 2.0, "Asked first.")
        yield from ((self.first, row) for row in range(snapshot.n_samples) if row != self.first)


def test_pairs_that_are_known_or_closed_are_skipped():
    known = Constraints(20, must=[(0, 1)], cannot=[(1, 2)])
    snapshot = Snapshot(X, known, unknown=[(0, 3)])
    assert [query.pair for query in Candidates().propose(snapshot, 2)] == [(0, 4), (0, 5)]
    [query] = Candidates().propose(Snapshot(X, Constraints(20)))
    assert (query.pair, query.reason) == ((0, 1), "Asked first.")
    assert Candidates().fit(X, Oracle(Y, 5)).n_queries_ == 5
    with pytest.raises(InputError, match="share=2"):
        Candidates(share=2).propose(snapshot)


def test_a_function_is_a_strategy(tmp_path):
    def pairs_with_the_first(snapshot):
        return [(row, 0) for row in range(1, snapshot.n_samples)]

    session = Session(X, "pckmeans", pairs_with_the_first, n_clusters=2, path=tmp_path / "a.jsonl")
    assert session.propose()[0].pair == (0, 1)
    session.answer(0, 1, "must")
    session.close()
    again = Session(X, "pckmeans", pairs_with_the_first, n_clusters=2, path=tmp_path / "a.jsonl")
    assert again.propose()[0].pair == (0, 2)


@pytest.mark.parametrize("found", [[3], [(0, "a")], [(0, 1, 2)], [None]])
def test_an_invalid_pair_is_refused(found):
    session = Session(X, "pckmeans", lambda snapshot: found, n_clusters=2)
    with pytest.raises(InputError, match="pairs of row numbers"):
        session.propose()


def test_a_strategy_without_questions_is_told_so_and_no_menu_lists_the_base():
    class Empty(Strategy):
        title = "Empty"

    with pytest.raises(InputError, match=r"questions\(snapshot\)"):
        Empty().propose(Snapshot(X, Constraints(20)))
    assert not {"strategy", "functionstrategy"} & set(_catalogue.strategies())
