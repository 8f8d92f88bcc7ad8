"""Questions about what follows from other answers: what contradicts is recorded, softly."""

import numpy as np
import pytest

from jupyter_sscluster import ConflictError, Session
from jupyter_sscluster.active import NoisyOracle, Oracle, RobustNPU
from jupyter_sscluster.active.oracle_loop import stated
from jupyter_sscluster.cluster import BeliefClustering
from jupyter_sscluster.constraints import Constraints

RNG = np.random.default_rng(3)
Y = np.repeat([0, 1, 2], 30)
X = RNG.normal(size=(90, 2)) + 4.0 * np.c_[Y == 1, Y == 2]
ASKED = {"source": "question"}


def opened(**where):
    asking = RobustNPU(BeliefClustering(max_rounds=2, n_init=2, random_state=0))
    return Session(X, "kmeans", asking, n_clusters=3, random_state=0, **where)


def told(session):
    return [(a.number, a.i, a.j, a.kind, a.soft) for a in session.answers]


@pytest.mark.thorough
def test_sixty_answers_of_which_a_fifth_is_wrong_are_all_kept_and_questions_go_on(tmp_path):
    session, oracle = opened(path=tmp_path / "a.jsonl"), NoisyOracle(Oracle(Y, None), 0.2, 1)
    known, given, pairs, contradicted = Constraints(len(Y)), [], set(), 0
    for _ in range(60):
        asked = session.propose()[0].pair
        assert session.question is not None and session.question.pair == asked
        assert frozenset(asked) not in pairs
        kind, before = oracle.query(*asked), told(session)
        relation = known.relation(*asked)
        answer = session.answer(*asked, kind, **ASKED)
        assert session.question is None
        pairs.add(frozenset(asked))
        given.append((answer.number, *asked, kind))
        known = stated(known, asked, kind)
        assert [row[:4] for row in told(session)] == given
        assert session.constraints == known
        if relation not in (None, kind):
            contradicted += 1
            after = told(session)
            assert session.undo() == session.redo()
            session.undo()
            assert told(session) == before
            assert session.question is not None and session.question.pair == asked
            session.redo()
            assert told(session) == after
            assert session.question is None
    assert contradicted >= 3
    next_one, answers = session.propose(), session.answers
    session.close()
    again = Session.load(tmp_path / "a.jsonl", X)
    assert again.answers == answers
    assert again.constraints == known
    assert again.propose() == next_one
    again.undo()
    assert told(again) == [
        (*row, soft) for row, (*_, soft) in zip(given[:-1], told(again), strict=True)
    ]


def test_a_cannot_link_within_a_component_is_soft_and_so_are_earlier_ones():
    session = opened()
    session.answer_many([(0, 1, "must"), (1, 2, "must"), (2, 3, "cannot")], **ASKED)
    assert session.answer(0, 2, "cannot", **ASKED).soft
    late = session.answer(0, 3, "must", **ASKED)
    assert (late.number, late.soft) == (5, False)
    assert [(row[0], row[4]) for row in told(session)] == [
        (1, False), (2, False), (3, True), (4, True), (5, False),
    ]  # fmt: skip
    assert session.undo() == "answer 5: 0 – 3, must-link, answer 3 now soft"
    assert [a.number for a in session.answers if a.soft] == [4]
    session.redo()
    session.remove(5)
    assert [a.number for a in session.answers] == [1, 2, 3, 4]
    assert session.constraints.soft_cannot.tolist() == [[2, 3], [0, 2]]


@pytest.mark.parametrize("people", [[None], ["Ann"], ["Ann", "Bob", None]], ids=str)
def test_neither_the_order_of_the_answers_nor_who_signs_them_makes_a_difference(people):
    said = [(0, 1, "must"), (1, 2, "must"), (2, 0, "cannot"), (2, 3, "cannot"), (0, 3, "must")]
    wanted = None
    for seed in range(8):
        session = opened()
        for k in np.random.default_rng(seed).permutation(len(said)):
            session.annotators.current = people[k % len(people)]
            session.answer(*said[k], **ASKED)
        wanted = wanted or session.constraints
        assert session.constraints == wanted
    assert sorted(wanted.soft_cannot.tolist()) == [[0, 2], [2, 3]]


@pytest.mark.parametrize("who", [None, "Ann"])
def test_links_made_by_hand_are_refused_where_they_contradict_and_stay_hard(who):
    session = opened(annotator=who)
    session.answer_many([(0, 1, "must"), (1, 2, "cannot")])
    for kind, pair in (("must", (0, 2)), ("cannot", (0, 1))):
        with pytest.raises(ConflictError):
            session.answer(*pair, kind)
    assert len(session.answers) == 2
    assert session.answer(0, 2, "must", **ASKED).soft
    assert session.constraints.cannot.tolist() == [[1, 2]]
    session.set_strategy("npu")
    with pytest.raises(ConflictError):
        session.answer(1, 2, "must", **ASKED)


def test_points_placed_and_sorted_against_what_is_known_join_no_clusters():
    session = opened()
    session.answer_many([(0, 1, "must"), (30, 31, "must"), (0, 30, "cannot")], **ASKED)
    for tell in (lambda: session.place(1, [30, 60], 30), lambda: session.sort([[1, 31], [60]])):
        before = told(session)
        said = tell()
        assert (said[0].kind, said[0].soft) == ("must", True)
        assert session.constraints.relation(0, 30) == "cannot"
        assert told(session)[: len(before)] == before
        assert session.undo().startswith("answer")
        assert told(session) == before
        with pytest.raises(ConflictError):
            session.place(1, [30, 60], 30, source="user")


@pytest.mark.parametrize("shape", ["place", "sort"])
def test_other_shapes_go_on_whatever_is_answered(shape):
    session, oracle = opened(), NoisyOracle(Oracle(Y, None), 0.3, 0)
    for _ in range(60):
        if shape == "place":
            if (asked := session.propose_placement()) is None:
                break
            session.place(
                asked.point,
                asked.representatives,
                oracle.place(asked.point, asked.representatives),
            )
        else:
            if (asked := session.propose_sorting()) is None:
                break
            session.sort(oracle.sort(asked.points, asked.cards))
    assert any(answer.soft for answer in session.answers)
