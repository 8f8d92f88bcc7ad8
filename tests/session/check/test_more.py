"""More checks of one cluster: which rows, what the figures weigh, undo, journals, coverage."""

import json

import numpy as np
import pytest
from checking import Checker, Given, blobs, with_errors
from sklearn.datasets import make_blobs

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal import lines
from jupyter_sscluster.journal.lines import JournalError
from jupyter_sscluster.session.intervals import StratumRows, share_of_strata, share_right


def small_and_large(seed=0, **more):
    """A session of 200 rows: a cluster of 20, of which half are wrong, and one of 180."""
    rng = np.random.default_rng(seed)
    labels = np.repeat([0, 1], [20, 180])
    y = np.where(np.arange(200) < 10, 1, labels)
    X = rng.normal(y[:, None] * 9.0, 1.0, (200, 2))
    return Session(X, Given(labels), "random", n_clusters=2, **more), y


def checked(session, y, n_rows=40):
    check = session.check(n_rows)
    person = Checker(check, y)
    cards = check.question.points
    if y[cards[0]] == y[cards[1]]:  # a card of the small cluster that is in place
        check.exchange(cards[0])
    return person.all()


def test_the_next_rows_of_the_cluster_are_asked_and_weighed_by_its_size():
    session, y = small_and_large()
    person = checked(session, y)
    check, before = person.check, person.check.rows
    keys, n_small = check._asking.keys_of(0), sum(session.labels[row] == 0 for row in before)
    assert n_small < 8 and check.result.clusters[0].in_place is None
    check.more("Cluster 1", 10)
    left = [row for row in range(20) if row not in before and check._judged().frame[row]]
    due = sorted(left, key=lambda row: keys[row])[:10]
    assert check.n_rows == 50
    person.all()
    assert check.rows == (*before, *due)
    found = check.result
    assert (found.n_checked, found.n_beyond) == (50, 10)
    assert found.clusters[0].n_checked == n_small + 10 and found.clusters[0].in_place is not None
    truth = np.mean(session.labels == y)
    assert found.in_place.low <= truth <= found.in_place.high
    right = sum(y[row] == session.labels[row] for row in check.rows)
    assert found.in_place.value > right / 50 + 0.05  # not the plain share, which has it too low


def test_the_indices_are_of_the_rows_drawn_among_all_and_say_so():
    session, y = small_and_large()
    person = checked(session, y)
    before = person.check.result.indices
    assert "Pairs: precision" in person.check.text
    person.check.more(0, 10)
    person.all()
    after = person.check.result.indices
    assert [each.value for each in after] == [each.value for each in before]
    assert "10 of them in single clusters, weighed by their size" in person.check.text
    assert "Pairs, by the 40 checks among all rows: precision" in person.check.text


def test_as_soon_as_as_many_of_all_rows_are_checked_the_sample_is_one_again():
    session, y = with_errors(0.2)
    person = Checker(session.check(30), y).all()
    person.check.more(2, 5)
    person.all()
    assert person.check.result.n_beyond == 5
    session.check(110)
    person.all()
    found = person.check.result
    assert found.n_beyond == 0
    n_right = found.n_checked - len(found.wrong)
    frame = person.check._judged().frame.sum()
    known = found.n_settled
    assert found.in_place == share_right(n_right, found.n_checked, int(frame), known, known)
    session.check(120)
    person.all()
    judged = person.check._judged()
    assert judged.cut == 1.0 and person.check.question is None
    assert person.check.result.in_place.low == person.check.result.in_place.high


def test_more_checks_are_one_undo_step_and_end_where_the_cluster_does():
    session, y = small_and_large()
    person = checked(session, y)
    check, rows, found = person.check, person.check.rows, person.check.result
    check.more(0, 4)
    assert session.history.undo_label == "4 more checks in Cluster 1"
    assert session.undo() and check.question is None and check.result.in_place == found.in_place
    session.redo()
    person.all()
    check.more(0, 100)
    person.all()
    assert {*check.rows} >= {row for row in range(20) if check._judged().frame[row]}
    with pytest.raises(InputError, match="all rows of Cluster 1 that can be drawn were drawn"):
        check.more(0)
    assert check.result.clusters[0].in_place.low == check.result.clusters[0].in_place.high
    while check.rows != rows:
        session.undo()
    assert check.result.in_place == found.in_place
    with pytest.raises(InputError, match="'Cluster 9'"):
        check.more("Cluster 9")
    with pytest.raises(InputError, match="n_rows=0"):
        check.more(0, 0)


def test_before_a_check_nothing_more_can_be_drawn():
    session, _ = with_errors()
    with pytest.raises(InputError, match="say first what the clusters stand for"):
        session.check().more(0)


def test_two_clusters_and_another_clustering_make_a_stratum_of_each_overlap():
    session, y = with_errors(0.3, n=240)
    person = Checker(session.check(20), y).all()
    person.check.more(0, 6)
    person.all()
    shifted = np.where(np.arange(240) < 120, session.labels, (session.labels + 1) % 3)
    session.set_clusterer(Given(shifted))
    person.all()
    person.check.more(1, 6)
    person.all()
    judged = person.check._judged()
    first, second = judged.checks.more
    patterns = np.isin(np.arange(240), first.rows) * 2 + np.isin(np.arange(240), second.rows)
    pairs = {*zip(patterns.tolist(), judged.strata.tolist(), strict=True)}
    assert len(pairs) == len({*patterns.tolist()}) == 4
    for stratum in range(4):  # of each those with the least keys were looked at
        inside = np.flatnonzero((judged.strata == stratum) & judged.frame)
        n_looked = int(judged.checked[inside].sum())
        order = inside[np.argsort(judged.keys[inside])]
        assert {*order[:n_looked].tolist()} == {*inside[judged.checked[inside]].tolist()}
    found = person.check.result
    counts = [
        StratumRows(*(int(each[judged.strata == k].sum()) for each in masks))
        for masks in [(judged.told & judged.in_place, judged.told, judged.frame)]
        for k in range(4)
    ]
    assert found.in_place == share_of_strata(counts, found.n_settled, found.n_settled)


def test_rows_that_come_in_later_belong_to_no_cluster_of_which_more_was_checked():
    X, y = blobs(180, 3)
    session = Session(X[:120], "kmeans", "random", n_clusters=3)
    person = Checker(session.check(30), y).all()
    cut = person.check._judged().cut
    person.check.more(0, 12)
    person.all()
    session.rows.extend(X[120:])
    keys = person.check._asking.keys_of(0)
    assert {*person.check.due} == {row for row in range(120, 180) if keys[row] <= cut}
    person.all()
    assert person.check.due == () and person.check.result.n_samples == 180


def test_a_row_drawn_more_that_is_corrected_counts_in_its_stratum():
    session, y = small_and_large()
    person = checked(session, y)
    person.check.more(0, 10)
    person.all()
    before = person.check.result
    wrong = [row for row in before.wrong.tolist() if row < 20]
    assert len(wrong) >= 3
    session.noise.add(wrong)
    after = person.check.result
    assert after.n_corrected == len(wrong) and after.n_beyond == before.n_beyond
    assert abs(after.in_place.high - before.in_place.high) <= len(wrong) / 200 + 0.01


def test_a_journal_read_again_says_the_same(tmp_path):
    path = tmp_path / "a.session"
    X, y = make_blobs(80, centers=3, cluster_std=2.0, random_state=2)
    session = Session(X, "kmeans", "random", n_clusters=3, path=path, annotator="Ann")
    person = Checker(session.check(20), y).all()
    cluster = np.flatnonzero(session.labels == 0).tolist()
    person.check.more("Cluster 1", 10)
    person.all(4)
    told, asked = person.check.text, person.check.question
    session.save(tmp_path / "copy.session")
    session.close()
    entries = map(json.loads, path.read_bytes().splitlines())
    (entry,) = [each for each in entries if each.get("do") == "check more"]
    assert entry["rows"] == cluster and len(entry["drawn"]) == 10
    assert entry["cause"] == "10 more checks in Cluster 1"
    taken_up = Session(X, "kmeans", "random", n_clusters=3, path=path)
    for again in (taken_up, Session.load(tmp_path / "copy.session", X)):
        assert (again.check().text, again.check().question) == (told, asked)
        assert again.check()._engine.state.checks == person.check._engine.state.checks
        again.close()


def test_an_earlier_release_refuses_it_and_so_does_this_where_it_is_damaged(tmp_path, monkeypatch):
    path, X = tmp_path / "a.session", make_blobs(80, centers=3, random_state=2)[0]
    Session(X, "kmeans", "random", n_clusters=3, path=path).close()
    whole = path.read_bytes()
    begun = {"do": "check", "cards": [[3], [4]], "classes": [3, 4], "seed": 0, "n_rows": 40}
    more = {"do": "check more", "rows": [5, 6, 7], "drawn": [6], "cause": "1 more check"}
    for damage in ({"rows": [5]}, {"drawn": []}, {"rows": [5, 80]}, {"cause": 3}, {"drawn": "6"}):
        path.write_bytes(whole + lines.line(begun) + lines.line(more | damage))
        with pytest.raises(JournalError, match="is damaged"):
            Session.load(path, X)
    path.write_bytes(whole + lines.line(more))
    with pytest.raises(JournalError, match="is damaged"):  # no check was begun
        Session.load(path, X)
    path.write_bytes(whole + lines.line(begun) + lines.line(more))
    assert Session.load(path, X).check().n_rows == 41
    monkeypatch.setattr(lines, "KINDS", lines.KINDS - {"check more"})
    with pytest.raises(JournalError, match="'check more', which this r"):
        Session.load(path, X)


def test_one_stratum_is_a_plain_sample_and_one_without_checks_takes_the_others_share():
    assert share_of_strata([StratumRows(37, 40, 130)], 20, 20) == share_right(37, 40, 130, 20, 20)
    assert share_of_strata([StratumRows(0, 0, 9), StratumRows(0, 0, 5)]) == share_right(0, 0, 14)
    found = share_of_strata([StratumRows(8, 10, 100), StratumRows(0, 0, 100)])
    assert found.value == pytest.approx(0.8) and found.high - found.low > 0.4
    whole = share_of_strata([StratumRows(8, 10, 10), StratumRows(5, 5, 5)], 3, 5)
    assert (whole.low, whole.value, whole.high) == pytest.approx([16 / 20] * 3)
    assert share_of_strata([StratumRows(8, 10, 100), StratumRows(5, 5, 50)]) == share_of_strata(
        [StratumRows(8, 10, 100), StratumRows(5, 5, 50)]
    )
