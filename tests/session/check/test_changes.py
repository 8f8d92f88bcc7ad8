"""A check while answers, clusterings and rows come and go."""

import numpy as np
import pytest
from checking import Checker, Given, blobs, with_errors

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Sorting


def test_after_another_clustering_the_same_rows_give_a_new_figure():
    session, y = with_errors(0.4)
    person = Checker(session.check(), y).all()
    before, rows = person.check.result.in_place, person.check.rows
    session.set_clusterer(Given(y))
    after = person.check.result.in_place
    assert person.check.rows == rows and after.value == 1.0 > before.value
    assert person.check.since.n_moved == int((session.labels != session.history.at(0).labels).sum())
    assert "changed cluster since; the figures are of this clustering" in person.check.text
    session.undo()
    assert person.check.result.in_place == before


def test_rows_that_a_person_put_out_are_not_counted():
    session, y = with_errors(0.0, n=60)
    session.noise.add(range(0, 60, 4))
    person = Checker(session.check(60), y).all()
    assert person.check.result.n_samples == 45
    assert not {*person.check.rows} & {*range(0, 60, 4)}


def test_rows_that_answers_settle_are_counted_not_drawn():
    X, y = blobs(60, 2)
    session = Session(X, Given(y), "random", n_clusters=2)
    card = int(np.flatnonzero(y == 0)[0])
    same = [int(row) for row in np.flatnonzero(y == 0)[1:11]]
    session.answer_many([(card, row, "must") for row in same], soft=False)
    person = Checker(session.check(40), y).all()
    assert not {*person.check.rows} & {card, *same}
    found = person.check.result
    assert found.n_settled == 11 + 1 and found.n_samples == 60
    assert (
        found.in_place.high == 1.0
        and "12 of 60 rows are known without a check" in person.check.text
    )
    drawn = person.check.rows[:8]
    other = [row for row in drawn if y[row] == 0]
    session.answer(card, other[0], "must")
    again = person.check.result
    assert (again.n_checked, again.n_settled) == (39, 13)


def test_checks_told_become_answers_and_count_no_more():
    session, y = with_errors(annotator="Ann")
    person = Checker(session.check(), y).all()
    rows, found = person.check.rows, person.check.result
    session.set_clusterer("pckmeans")
    before = person.check.result
    answers = person.check.tell()
    assert person.check.rows == () and person.check.result is None
    assert {answer.source for answer in answers} == {"check by Ann"}
    must = [answer for answer in answers if answer.kind == "must"]
    assert len(must) == 40 and all(y[a.i] == y[a.j] for a in must)
    assert all(y[a.i] != y[a.j] for a in answers if a.kind == "cannot")
    assert session.history.steps[-1].cause.startswith("40 checks told to the clustering: ")
    fresh = Checker(session.check(), y).all()
    assert len({*fresh.check.rows} & {*rows}) == 0 and fresh.check.result.n_settled >= 40
    while person.check.rows != rows:
        session.undo()
    assert person.check.rows == rows and person.check.result.in_place == before.in_place
    assert found.n_checked == 40


def test_what_contradicts_an_answer_is_not_told():
    session, y = with_errors(0.3)
    check = session.check()
    Checker(check, y).all()
    row = check.rows[0]
    card = next(c for c in check._judged().card_of_class.values() if y[c] == y[row])
    session.answer(row, card, "cannot")
    answers = check.tell()
    assert (row, card, "must") not in [(a.i, a.j, a.kind) for a in answers]
    with pytest.raises(InputError, match="no check to tell"):
        check.tell()


def test_rows_that_come_in_later_are_due_first_and_not_counted_before():
    X, y = blobs(120, 3)
    session = Session(X, "kmeans", "random", n_clusters=3)
    late = [*range(60, 120)]
    session.noise.add(late)
    person = Checker(session.check(30), y).all()
    before = person.check.result
    assert before.n_samples == 60 and not {*person.check.rows} & {*late}
    session.noise.remove(late)
    keys = person.check._asking.keys_of(0)
    cut = max(keys[row] for row in person.check.rows)
    due = {row for row in late if keys[row] <= cut}
    assert {*person.check.due} == due and due
    assert person.check.result.n_samples == 60
    assert "The figures are about 60 rows; " in person.check.text
    assert person.check.question.point in due
    person.all()
    assert person.check.due == () and person.check.result.n_samples == 120
    assert len(person.check.rows) == 30 + len(due)
    assert {*person.check.rows} >= due


def test_undo_and_redo_take_one_check_back_and_bring_it_again():
    session, y = with_errors()
    person = Checker(session.check(), y).all(most=13)
    done = person.check.rows
    row = person.check.question.point
    person.all(most=1)
    assert session.undo() == f"check: point {row}"
    assert person.check.rows == done and person.check.question.point == row
    assert session.redo() == f"check: point {row}"
    assert person.check.rows == (*done, row)
    for _ in range(14):
        session.undo()
    assert person.check.rows == () and isinstance(person.check.question, Sorting)
    assert len(session.history.branches) == 1


class Repairing(Given):
    """Labels as given, but a row that is linked with a card has the label of the card."""

    def __init__(self, labels=None, cards=()):
        super().__init__(labels)
        self.cards = cards

    def fit(self, X, y=None, must_link=None, cannot_link=None, constraints=None):
        self.labels_ = np.array(self.labels)
        for i, j in [*constraints.must, *constraints.soft_must]:
            card, row = (i, j) if i in self.cards else (j, i)
            self.labels_[row] = self.labels_[card]
        return self


def checked_with_errors(seed):
    """A session of 400 rows of which 15 % are wrong, after 40 checks, and a card of each class."""
    X, y = blobs(400, 3, seed)
    rng = np.random.default_rng(seed)
    labels = np.where(rng.random(400) < 0.15, (y + rng.integers(1, 3, 400)) % 3, y)
    session = Session(X, Repairing(labels), "random", n_clusters=3)
    person = Checker(session.check(40), y)
    cards = person.check.question.points
    person.all()
    session.set_clusterer(Repairing(labels, cards))
    assert len({*y[[*cards]]}) == 3
    return session, person, {int(y[card]): card for card in cards}


def repaired(session, person, cards, rows, soft):
    y = person.y
    links = [(row, cards[int(y[row])], "must") for row in rows]
    session.answer_many(links, soft=soft)


@pytest.mark.parametrize("how", ["hard", "soft", "put out"])
def test_rows_that_are_corrected_since_say_nothing_of_the_rows_that_were_not_drawn(how):
    covered = []
    for seed in (1, 2, 3, 4, 5, 6, 7, 8):
        session, person, cards = checked_with_errors(seed)
        y = person.y
        before = person.check.result
        wrong, given = before.wrong.tolist(), session.labels.copy()
        inside = np.ones(400, bool)
        if how == "put out":
            session.noise.add(wrong)
            inside[wrong] = False
        else:
            repaired(session, person, cards, wrong, how == "soft")
        moved = (session.labels != given)[wrong]
        assert moved.all() or how == "put out"
        found = person.check.result
        assert found.n_corrected == len(wrong) and found.n_checked == before.n_checked == 40
        assert found.in_place.high <= before.in_place.high + len(wrong) / 400 + 0.001
        meant = person.meant(session.labels)
        named = np.array([meant[int(k)] for k in session.labels])
        truth = np.mean((named == y)[inside])
        covered.append(found.in_place.low <= truth <= found.in_place.high)
        number = f"{len(wrong)} row{'s were' if len(wrong) > 1 else ' was'} corrected since"
        assert number in person.check.text or not wrong
        session.undo()
        assert person.check.result.n_corrected == 0
    assert np.mean(covered) >= 0.75


def test_checks_are_told_while_nobody_has_said_what_a_new_cluster_stands_for():
    session, y = with_errors(0.1)
    person = Checker(session.check(30), y).all()
    halves = y.copy()
    halves[np.flatnonzero(y == 1)[::2]] = 3
    session.set_clusterer(Given(halves), n_clusters=4)
    assert isinstance(person.check.question, Sorting)
    answers = person.check.tell()
    assert sum(answer.kind == "must" for answer in answers) == 30
    assert all((y[a.i] == y[a.j]) == (a.kind == "must") for a in answers)


@pytest.mark.parametrize("how", ["answers", "put out"])
def test_rows_that_could_not_be_drawn_for_a_time_are_due(how):
    X, y = blobs(120, 3)
    session = Session(X, Given(y), "random", n_clusters=3)
    person = Checker(session.check(20), y)
    cards = {int(y[card]): card for card in person.check.question.points}
    person.sort()
    keys = person.check._asking.keys_of(0)
    rest = sorted({*range(120)} - {*cards.values()}, key=lambda row: keys[row])
    away = rest[3:9]
    if how == "answers":
        session.answer_many([(row, cards[int(y[row])], "must") for row in away], soft=False)
    else:
        session.noise.add(away)
    person.all()
    assert len(person.check.rows) == 20 and not {*person.check.rows} & {*away}
    if how == "answers":
        for number in [answer.number for answer in session.answers]:
            session.remove(number)
    else:
        session.noise.remove(away)
    assert {*person.check.due} == {*away} and person.check.question.point == away[0]
    assert "6 rows came in or back since" in person.check.text
    person.all()
    assert person.check.due == () and {*person.check.rows} == {*rest[:26]}
    assert person.check.result.n_samples == 120


def test_an_answer_that_joins_two_cards_makes_their_classes_one():
    X, y = blobs(120, 3)
    rng = np.random.default_rng(0)
    halves = np.where((y == 0) & (rng.random(120) < 0.5), 3, y)
    session = Session(X, Given(halves), "random", n_clusters=4)
    person = Checker(session.check(40), halves).all()
    one, other = [card for card in session._engine.state.checks.card_rows if y[card] == 0]
    session.answer(one, other, "must")
    session.set_clusterer(Given(y), n_clusters=3)
    found = person.check.result
    assert person.check.question is None and found.in_place.value == 1.0
    assert found.indices.recall.value == 1.0 and not len(found.wrong)
    session.undo()
    session.undo()
    assert person.check.result.indices.recall.value == 1.0
    assert len(person.check._judged().card_of_class) == 4


def test_an_answer_against_a_check_is_told():
    session, y = with_errors(0.0)
    check = session.check(12)
    person = Checker(check, y)
    person.sort()
    row = check.question.point
    check.place(row, None)
    person.all()
    check.place(row, None)
    check.place(row, None)
    cards = session._engine.state.checks.card_rows
    session.answer(row, next(card for card in cards if y[card] == y[row]), "must")
    assert check.result.contradicted.tolist() == [row]
    assert "Answers put 1 row elsewhere than its check does" in check.text
    session.undo()
    assert not len(check.result.contradicted)


def test_rows_that_are_added_are_due_and_not_counted_before():
    X, y = blobs(180, 3)
    session = Session(X[:120], "kmeans", "random", n_clusters=3)
    person = Checker(session.check(30), y).all()
    assert person.check.result.n_samples == 120
    session.rows.extend(X[120:])
    keys = person.check._asking.keys_of(0)
    cut = max(keys[row] for row in person.check.rows)
    assert {*person.check.due} == {row for row in range(120, 180) if keys[row] <= cut}
    assert person.check.due and person.check.result.n_samples == 120
    assert "The figures are about 120 rows; " in person.check.text
    person.all()
    assert person.check.due == () and person.check.result.n_samples == 180


def test_rows_that_are_added_are_due_and_rows_left_out_leave(tmp_path):
    X, y = blobs(120, 3)
    path = tmp_path / "answers.jsonl"
    session = Session(X[:80], "kmeans", "random", n_clusters=3, path=path)
    person = Checker(session.check(30), y).all()
    rows, before = person.check.rows, person.check.result
    session.rows.extend(X[80:])
    keys = person.check._asking.keys_of(0)
    due = np.flatnonzero(keys[80:] <= max(keys[row] for row in rows)) + 80
    assert person.check.due == tuple(due) and len(due)
    assert person.check.result.n_samples == 80
    session.close()
    session = Session(X, "kmeans", "random", n_clusters=3, path=path)
    assert session.check().due == tuple(due) and session.check().rows == rows
    assert session.check().result.in_place == before.in_place
    person = Checker(session.check(), y).all()
    assert person.check.due == () and person.check.result.n_samples == 120
    session.rows.exclude([rows[0], rows[1]])
    found = person.check.result
    assert (found.n_samples, found.n_checked) == (118, 30 + len(due) - 2)
    session.close()
