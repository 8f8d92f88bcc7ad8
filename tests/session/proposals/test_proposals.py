"""Merges and splits that a clusterer proposes: each is one link, one undo step, and then gone."""

import pickle

import numpy as np
import pytest
from session_parts import ProposingPCKMeans

from jupyter_sscluster import Session
from jupyter_sscluster._arrays import alone
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.metrics import adjusted_rand
from jupyter_sscluster.session.proposals import proposals as module

X = np.array([[0.0], [0.2], [1.0], [1.2], [5.0], [5.3], [9.0], [9.2]])


@pytest.fixture
def session():
    return Session(X, ProposingPCKMeans(4))


def keys(session):
    return [each.key for each in session.proposals]


def test_they_are_listed_best_first(session):
    proposals = session.proposals
    assert len(proposals) == 7
    assert [each.kind for each in proposals] == ["merge"] * 6 + ["split"]
    best = proposals[0]
    assert (sorted(best.pair), best.threshold) == ([1, 2], 1.0)
    assert {*best.rows.tolist(), *best.other_rows.tolist()} == {0, 1, 2, 3}
    assert best.pair[0] in best.rows and best.pair[1] in best.other_rows
    assert proposals.why_none == ""
    assert "2 and 2 rows" in repr(best) and repr(proposals) == "Proposals(7 open, 0 reviewed)"


@pytest.mark.parametrize(
    ("place", "verdict", "kind", "became"),
    [
        (0, "accept", "must", "merged"),
        (0, "reject", "cannot", "kept apart"),
        (-1, "accept", "cannot", "split"),
        (-1, "reject", "must", "kept whole"),
    ],
)
@pytest.mark.parametrize("soft", [False, True])
def test_an_answer_is_one_link_and_one_undo_step(session, place, verdict, kind, became, soft):
    session.default_soft = soft
    proposal = session.proposals[place]
    before = keys(session)
    answer = getattr(session.proposals, verdict)(proposal)
    assert ({answer.i, answer.j}, answer.kind) == ({*proposal.pair}, kind)
    assert (answer.soft, answer.source) == (soft, "proposal")
    assert answer.weight == (2.0 if soft else 1.0)
    assert session.answers == (answer,)
    assert dict(session.proposals.reviewed) == {proposal.key: became}
    assert proposal.key not in keys(session)
    session.undo()
    assert session.answers == ()
    assert keys(session) == before
    assert dict(session.proposals.reviewed) == {}
    session.redo()
    assert dict(session.proposals.reviewed) == {proposal.key: became}


def test_any_link_between_the_sides_answers_a_proposal(session):
    best = session.proposals[0]
    session.answer(0, 3, "cannot")
    assert best.key not in keys(session)
    session.answer(4, 5, "unknown")
    assert any(each.kind == "split" for each in session.proposals)


def test_skipped_ones_come_last_once_more_and_are_then_left_out(session):
    first, second, *_ = session.proposals
    before = len(session.answers)
    session.proposals.skip()
    assert session.proposals[0] is second and session.proposals[-1] is first
    assert dict(session.proposals.reviewed) == {first.key: "skipped"}
    session.proposals.skip(first)
    assert first.key not in keys(session)
    assert dict(session.proposals.reviewed) == {first.key: "skipped"}
    session.proposals.restore_skipped()
    assert session.proposals[0] is first
    assert len(session.answers) == before


def test_a_proposal_of_an_earlier_fit_is_one_as_long_as_its_rows_are_as_they_were(session):
    merge, *_, split = session.proposals
    assert session.proposals.is_open(merge) and session.proposals.is_open(split)
    session.clusters.merge(session.labels[merge.pair[0]], session.labels[merge.pair[1]])
    assert not session.proposals.is_open(merge)
    session.undo()
    assert session.proposals.is_open(merge)
    session.answer(split.rows[0], split.other_rows[0], "must")
    assert not session.proposals.is_open(split)


def test_one_with_a_row_that_belongs_to_no_cluster_is_not_open(session):
    best = session.proposals[0]
    i, j = best.pair
    session.noise.add([j])
    assert not session.proposals.is_open(best)
    assert not any(j in each.pair for each in session.proposals)
    with pytest.raises(InputError, match=f"row {j} is in no cluster, as was said"):
        session.proposals.accept(best)
    assert session.answers == ()
    session.undo()
    assert session.proposals.is_open(best) and session.proposals[0].key == best.key
    assert i in session.proposals[0].pair


@pytest.mark.parametrize("verdict", ["accept", "reject", "skip"])
def test_one_that_is_not_open_any_more_is_refused(session, verdict):
    best, *_, split = session.proposals
    answer = session.proposals.reject(best)
    session.answer(split.rows[0], split.other_rows[0], "cannot")
    before, reviewed = session.answers, dict(session.proposals.reviewed)
    with pytest.raises(InputError, match=f"not open: answer {answer.number} links rows"):
        getattr(session.proposals, verdict)(best)
    with pytest.raises(InputError, match="not open: answer 2 links rows"):
        getattr(session.proposals, verdict)(split)
    assert session.answers == before
    assert dict(session.proposals.reviewed) == reviewed
    session.undo()
    session.undo()
    getattr(session.proposals, verdict)(best)


def test_one_whose_rows_are_in_one_cluster_by_now_is_not_shown_but_can_be_answered(session):
    best = session.proposals[0]
    i, j = best.pair
    session.set_n_clusters(1)
    assert session.labels[i] == session.labels[j]
    assert not session.proposals.is_open(best) and not session.proposals.is_settled(best)
    answer = session.proposals.reject(best)
    assert (answer.i, answer.j, answer.kind) == (i, j, "cannot")
    assert session.proposals.is_settled(best)
    assert session.proposals.reviewed[best.key] == "kept apart"


def test_all_are_reviewed_in_the_end(session):
    for _ in range(100):
        if not len(session.proposals):
            break
        session.proposals.reject()
    assert len(session.proposals) == 0
    assert {*session.proposals.reviewed.values()} >= {"kept apart"}
    with pytest.raises(InputError, match="all are answered"):
        session.proposals.accept()


def test_a_contradiction_is_refused_and_changes_nothing(session):
    best = session.proposals[0]
    i, j = best.pair
    session.answer(i, 4, "must")
    session.answer(j, 4, "cannot")
    before = session.answers
    with pytest.raises(ConflictError):
        session.proposals.accept(best)
    assert session.answers == before
    assert dict(session.proposals.reviewed) == {}


def test_other_clusterers_say_that_they_make_none():
    session = Session(X, "pckmeans", n_clusters=3)
    assert list(session.proposals) == []
    with pytest.raises(InputError, match="PCK-means proposes no merges and no splits"):
        session.proposals.accept()


def test_only_pairs_that_are_shown_are_proposed():
    session = Session(X, ProposingPCKMeans(4), sample=[0, 1, 2, 6])
    assert all({*each.pair} <= {0, 1, 2, 6} for each in session.proposals)
    assert len(session.proposals) > 0


@pytest.mark.parametrize("which", [7, -1, 1.5])
def test_a_place_that_is_not_there_is_refused(session, which):
    with pytest.raises(InputError, match="which="):
        session.proposals.accept(which)


def sixty_groups(spread):
    """Rows of 60 groups of 2 to 20, and the group of each."""
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(60), rng.integers(2, 21, 60))
    return rng.normal(size=(60, 8))[y] + spread * rng.normal(size=(len(y), 8)), y


def test_an_accepted_merge_joins_both_sides_where_answers_are_soft():
    """Of groups far from each other, one soft answer of weight 1 joins the two rows alone."""
    session = Session(sixty_groups(0.3)[0], "neighbourgraphagglomerative")
    session.default_soft = True
    merges = [each for each in session.proposals if each.kind == "merge"]
    for merge in merges[:8]:
        session.proposals.accept(merge)
        sides = session.labels[[*merge.rows, *merge.other_rows]]
        # But for rows that are nearer to a third cluster by now.
        assert (sides == session.labels[merge.pair[0]]).mean() > 0.9
        session.undo()
    unlikely = min(merges, key=lambda each: each.p_same)
    session.answer(*unlikely.pair, "must", source="question")
    assert len({*session.labels[[*unlikely.rows, *unlikely.other_rows]]}) > 1


def test_right_answers_to_proposals_of_many_groups_mend_the_clustering():
    """Answers about the nearest rows would say "different" of a height too often."""
    many, y = sixty_groups(0.4)
    session = Session(many, "neighbourgraphagglomerative")
    before = adjusted_rand(y, alone(session.labels))
    for _ in range(40):
        i, j = session.proposals[0].pair
        is_merge = session.proposals[0].kind == "merge"
        (session.proposals.accept if (y[i] == y[j]) == is_merge else session.proposals.reject)()
    assert len(session.proposals.reviewed) == 40
    assert adjusted_rand(y, alone(session.labels)) > before + 0.01


def test_they_are_pickled_and_one_that_was_shown_holds_no_fit(session):
    for asked_before in (True, False):
        proposal = session.proposals[asked_before]
        pair = proposal.pair if asked_before else None
        again = pickle.loads(pickle.dumps(proposal))
        assert again.pair == (pair or proposal.pair)
        assert again.rows.tolist() == proposal.rows.tolist()
        assert not any(map(callable, vars(proposal).values()))


def test_those_that_were_answered_softly_make_room_for_further_ones(session, monkeypatch):
    monkeypatch.setattr(module, "MOST", 1)
    session.default_soft = True
    seen = set()
    for _ in range(6):
        (key,) = keys(session)
        assert key not in seen
        seen.add(key)
        session.proposals.reject()
        session.wait()
