"""A check of a clustering from begin to end, beside true classes."""

import numpy as np
import pytest
from checking import Checker, Given, blobs, truth, with_errors

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Placement, Sorting
from jupyter_sscluster.metrics import adjusted_rand, pairwise_precision_recall_f


def test_a_check_asks_for_cards_then_rows_then_those_out_of_place_again():
    session, y = with_errors()
    check = session.check()
    asked = check.question
    assert isinstance(asked, Sorting) and len(asked.points) == 3 and asked.cards == ()
    person = Checker(check, y)
    person.sort()
    rows = []
    for _ in range(40):
        assert isinstance(check.question, Placement)
        assert {*asked.points} <= {*check.question.representatives}
        rows.append(check.question.point)
        person.place()
    wrong = [row for row in rows if not truth(session, person)[row]]
    assert len({*rows}) == 40 and check.rows == tuple(rows)
    assert check.again == tuple(wrong) and wrong
    assert check.question.point == wrong[0]
    person.all()
    assert check.question is None and check.again == ()
    found = check.result
    assert found.wrong.tolist() == sorted(wrong)
    assert (found.n_checked, found.n_unknown) == (40, 0)
    assert found.n_changed == (len(wrong), 0)
    assert found.in_place.low <= truth(session, person).mean() <= found.in_place.high
    assert len(session.answers) == 0


def test_the_indices_are_those_of_the_drawn_rows_and_those_known():
    session, y = with_errors()
    person = Checker(session.check(), y).all()
    checks = session._engine.state.checks
    keys = person.check._asking.keys_of(checks.seed)
    cut = max(keys[row] for row in person.check.rows)
    drawn = [row for row in range(120) if keys[row] <= cut]
    assert {*person.check.rows} <= {*drawn} and len(drawn) >= 40
    found = person.check.result.indices
    scores = pairwise_precision_recall_f(y[drawn], session.labels[drawn])
    got = (found.precision.value, found.recall.value, found.f.value)
    assert got == pytest.approx((scores.precision, scores.recall, scores.f))
    expected = adjusted_rand(y[drawn], session.labels[drawn])
    assert found.adjusted_rand.value == pytest.approx(expected)


def test_the_rows_are_drawn_by_chance_not_by_the_clustering():
    one, y = with_errors(0.1)
    other, _ = with_errors(0.6, seed=5)
    rows = [Checker(session.check(30), y).all().check.rows for session in (one, other)]
    both = {*rows[0]} & {*rows[1]}
    assert len(both) >= 24  # but for the cards
    keys = one.check()._asking.keys_of(0)
    assert [keys[row] for row in rows[0]] == sorted(keys[row] for row in rows[0])


def test_of_a_cluster_a_figure_is_told_from_eight_checks_on():
    session, y = with_errors(n=60)
    person = Checker(session.check(18), y).all()
    for each in person.check.result.clusters:
        assert (each.in_place is not None) == (each.n_checked >= 8), each
        assert {*session.labels[each.wrong]} <= {each.cluster}
    assert sum(each.n_checked for each in person.check.result.clusters) == 18
    assert "too few to say" in person.check.text


def test_fewer_than_ten_checks_give_no_figure():
    session, y = with_errors()
    check = session.check()
    assert check.result is None
    assert check.text == "Say first what the clusters stand for: see question."
    person = Checker(check, y).all(most=10)
    assert check.result is None
    assert check.text == "9 of 10 checks to a first figure."
    person.all(most=1)
    assert check.result.n_checked == 10


def test_twenty_more_go_on_with_the_same_rows():
    session, y = with_errors()
    person = Checker(session.check(20), y).all()
    before = person.check.rows
    wide = person.check.result.in_place
    assert session.check() is person.check and person.check.n_rows == 20
    session.check(40)
    assert session.check(10).n_rows == 40
    person.all()
    assert person.check.rows[:20] == before and len(person.check.rows) == 40
    found = person.check.result.in_place
    assert found.high - found.low < wide.high - wide.low


def test_rows_in_no_cluster_are_in_place_where_they_are_of_no_clusters_class():
    X, y = blobs(90, 3)
    y = y.copy()
    y[::9] = 7  # odd ones
    labels = np.where(y == 7, -1, y)
    labels[1:8] = -1  # rows of clusters that the fit left out
    session = Session(X, Given(labels), "random", n_clusters=3)
    person = Checker(session.check(90), y).all()
    found = person.check.result
    assert {*found.wrong} == {*range(1, 8)}
    assert found.in_place.low == found.in_place.high == pytest.approx(83 / 90)
    assert found.clusters[0].name == "No cluster" and found.clusters[0].cluster == -1
    assert found.clusters[0].in_place.value == pytest.approx(10 / 17)


def test_five_rows_one_cluster_and_all_rows_settled():
    X = np.arange(5.0)[:, None]
    session = Session(X, Given([0] * 5), "random", n_clusters=1)
    check = session.check()
    assert isinstance(check.question, Placement) and check.n_rows == 40
    while check.question is not None and check.question.point not in check.rows:
        check.place(check.question.point, check.question.representatives[0])
    assert check.result.in_place.value == check.result.in_place.low == 1.0
    known = Constraints(5, must=[(0, k) for k in range(1, 5)])
    settled = Session(X, Given([0] * 5), "random", constraints=known, n_clusters=1)
    assert settled.check().question is None
    assert settled.check().text == "All 5 rows follow from your answers."


def test_dont_knows_are_left_out_and_bounds_told_where_they_are_many():
    session, y = with_errors()
    check = session.check()
    person = Checker(check, y)
    person.sort()
    for place in range(40):
        if place % 5 == 0:
            check.place(check.question.point, "unknown")
        else:
            person.place()
    person.all()
    found = check.result
    assert (found.n_checked, found.n_unknown) == (32, 8)
    assert found.bounds.low < found.in_place.low < found.in_place.high <= found.bounds.high
    assert "8 more checks could not be told" in check.text
    assert "all wrong, or all right" in check.text
    few, _ = with_errors()
    careful = Checker(few.check(), y).all()
    assert careful.check.result.bounds is None


def test_a_slip_is_found_at_the_second_look_and_a_third_decides():
    session, y = with_errors(0.0)
    rows = Checker(session.check(), y).all().check.rows
    again, _ = with_errors(0.0)
    person = Checker(again.check(), y, slips=rows[:2]).all()
    assert person.check.result.in_place.value == 1.0
    assert person.check.result.n_changed == (2, 2)
    assert "At the second look at 2 rows, 2 of them changed" in person.check.text
    assert [len(looks) for looks in person.check._judged().looks.values()][:3] == [3, 3, 1]


def test_two_people_who_differ_are_decided_by_a_third_look():
    session, y = with_errors(0.0, annotator="Ann")
    person = Checker(session.check(), y).all()
    check, row = person.check, person.check.rows[3]
    wrong = next(c for c in check._judged().card_of_class.values() if y[c] != y[row])
    session.annotators.current = "Bob"
    check.place(row, wrong)
    assert check.question.point == row and check.annotators == ("Ann", "Bob")
    assert check.result.in_place.value == 1.0  # the first look counts until a third decides
    check.place(row, wrong)
    assert check.result.wrong.tolist() == [row]
    assert "checks by Ann and Bob" in check.summary


def test_three_looks_that_all_differ_are_a_dont_know():
    session, y = with_errors(0.0)
    check = Checker(session.check(), y).all().check
    row = check.rows[0]
    others = [c for c in check._judged().card_of_class.values() if y[c] != y[row]]
    for card in others:
        check.place(row, card)
    assert (check.result.n_checked, check.result.n_unknown) == (39, 1)


def test_rows_that_were_not_drawn_and_choices_on_no_card_are_refused():
    session, _ = with_errors()
    check = session.check()
    with pytest.raises(InputError, match="say first what the clusters stand for"):
        check.place(0, None)
    for piles, sentence in [([[0]], "on no card"), ([[119, 119]], "on no card")]:
        with pytest.raises(InputError, match=sentence):
            check.sort(piles)
    for piles in (5, [5], [None], "a", ["ab"]):
        with pytest.raises(InputError, match="must be a list of lists of rows"):
            check.sort(piles)
    points = check.question.points
    with pytest.raises(InputError, match="in two piles"):
        check.sort([[points[0]], [points[0], points[1]]])
    check.sort()
    with pytest.raises(InputError, match="no sorting of cards is open"):
        check.sort()
    row = check.question.point
    other = next(k for k in range(120) if k != row and k not in points)
    with pytest.raises(InputError, match="was not drawn"):
        check.place(other, None)
    for choice in (other, row):
        with pytest.raises(InputError, match="is on no card"):
            check.place(row, choice)
    with pytest.raises(InputError, match="choice|row"):
        check.place(row, 500)
    for wrong in (0, 1.5, "many"):
        with pytest.raises(InputError, match="n_rows="):
            session.check(wrong)
    assert check.rows == () and len(session.history) == 2


def test_names_stand_for_rows():
    X, y = blobs(30, 2)
    session = Session(X, Given(y), "random", n_clusters=2, names=[f"r{k}" for k in range(30)])
    check = session.check()
    check.sort([])
    row = check.question.point
    card = next(c for c in check.question.representatives if y[c] == y[row])
    check.place(f"r{row}", f"r{card}")
    assert check.rows == (row,) and session.history.steps[-1].cause == f"check: point r{row}"


def test_nothing_clustered_yet_is_refused():
    X, _ = blobs(30, 2)
    session = Session(X, Given([-1] * 30), "random", n_clusters=2)
    with pytest.raises(InputError, match="no row is in a cluster"):
        session.check()
    assert session._engine.state.checks is None


def test_rows_of_a_sample_are_drawn_from_all_rows_and_shown_when_asked():
    X, y = blobs(300, 3)
    session = Session(X, "kmeans", "random", n_clusters=3, sample=60)
    person = Checker(session.check(30), y).all(most=12)
    shown = {*session.sample.rows.tolist()}
    assert {*person.check.rows, person.check.question.point} <= shown
    assert len({*person.check.rows} - {*session.sample.rows[:60].tolist()}) > 3
    person.all()
    assert person.check.result.n_samples == 300


def test_only_dont_knows_give_no_figure():
    session = Session(np.array([[0.0], [1], [2], [10], [11]]), n_clusters=2)
    check = session.check()
    check.sort()
    while check.question is not None:
        check.place(check.question.point, "unknown")
    assert check.result is None and check.summary == ""
    assert check.text == "No figure: none of the 3 checks could be told."


def test_the_text_says_that_rows_wait_for_a_second_look():
    session, y = with_errors()
    person = Checker(session.check(20), y).all(most=21)
    number = len(person.check.again)
    assert number > 1 and f"{number} rows wait for a second look." in person.check.text
    assert person.check.summary.endswith(f"; {number} rows wait for a second look")
    person.all()
    assert "wait for" not in person.check.text + person.check.summary
    assert f"At the second look at {number} rows, none of them changed." in person.check.text


def test_after_the_sorting_was_undone_the_text_asks_for_it():
    session, _ = with_errors()
    check = session.check()
    check.sort()
    session.undo()
    assert isinstance(check.question, Sorting)
    assert check.text == "Say first what the clusters stand for: see question."
