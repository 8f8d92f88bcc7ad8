"""Rows that a fit moves although answers name them, and fits that are made aside."""

from dataclasses import replace

import numpy as np
import pytest
from checking import Given

from jupyter_sscluster import Session
from jupyter_sscluster.session.rows.fit_preview import FitPreviews

X = np.arange(12.0)[:, None]
HALVES = np.repeat([0, 1], 6)
MOVED = np.where(np.isin(np.arange(12), [2, 4]), 1, HALVES)


def confirmed(said, then):
    """Rows that a fit moves after three answers and whatever `then` does."""
    session = Session(X, Given(HALVES), "random", n_clusters=2, names=[f"r{k}" for k in range(12)])
    for answer in said:
        session.answer(*answer)
    then(session)
    return session


def refit(session):
    session.set_clusterer(Given(MOVED))


def test_rows_that_answers_name_are_listed_if_a_fit_moves_them(tmp_path):
    session = confirmed([(0, 2, "must"), (3, 9, "cannot")], refit)
    record = session.history.current_fit
    assert record.moved_points.tolist() == [2, 4]
    assert record.moved_confirmed.tolist() == session.rows.moved_confirmed.tolist() == [2]
    assert any("moved point r2, which earlier answers name" in note for note in session.notes)
    path = tmp_path / "kept"
    session.save(path)
    again = Session.load(path, X, clusterer=Given(MOVED), names=session.names)
    assert again.rows.moved_confirmed.tolist() == [2]
    session.undo()
    assert not session.rows.moved_confirmed.size


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ([(0, 3, "must")], "others moved"),
        ([(0, 2, "must", 1.0, True)], "soft"),
        ([(2, 4, "unknown")], "nothing was said"),
    ],
)
def test_other_rows_are_not_listed(said, why):
    session = Session(X, Given(HALVES), "random", n_clusters=2)
    for i, j, kind, *more in said:
        session.answer(i, j, kind, soft=bool(more))
    refit(session)
    assert session.history.current_fit.moved == 2 and not session.rows.moved_confirmed.size, why


def test_what_a_new_answer_is_about_may_move():
    class Heeds(Given):
        def fit(self, X, y=None, constraints=None):
            super().fit(X)
            if constraints is not None and len(constraints.cannot):
                self.labels_ = np.asarray(MOVED)
            return self

    session = Session(X, Heeds(HALVES), "random", n_clusters=2)
    session.answer(2, 4, "must")
    session.answer(4, 0, "cannot")
    assert session.history.current_fit.moved == 2 and not session.rows.moved_confirmed.size


def test_a_fresh_fit_is_ahead_if_it_is_another_and_its_objective_is_lower():
    session = Session(X, "kmeans", "random", n_clusters=2)
    session.rows.extend([[20.0], [30.0]])
    found = session.rows.preview_fits()
    assert not found.warm.fresh and found.fresh.fresh and not found.fresh_is_ahead
    assert found.text == found.warm.text
    moved = np.arange(3)
    other = replace(found.fresh, labels=1 - found.fresh.labels, moved=moved)
    for share, ahead in ((0.97, True), (0.99, False), (1.2, False)):
        fresh = replace(other, objective=share * found.warm.objective)
        both = FitPreviews(found.warm, fresh)
        assert both.fresh_is_ahead is ahead
    both = FitPreviews(found.warm, replace(other, objective=0.0))
    assert both.text.endswith(
        "From scratch 3 would move, none of them named by answers; it describes the rows better."
    )
    assert not FitPreviews(found.warm, replace(other, objective=None)).fresh_is_ahead
    steps = len(session.history)
    found.fresh.adopt()
    assert len(session.history) == steps + 1 and session.history.current_fit.fresh
