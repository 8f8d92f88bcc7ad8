"""Answers about several points: one step each, partly told, don't know, none of these, more K."""

import itertools
import json
from pathlib import Path

import pytest
from session_parts import picture
from shapely import Shapely, X, make, said, three_apart
from sklearn.base import BaseEstimator

from jupyter_sscluster import ConflictError, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Query, Sorting
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine.open_questions import REOPENED

# --------------------------------------------------------------------------- one step


def test_a_placement_is_one_step_one_line_and_one_question(path):
    session = three_apart(make(path))
    lines = path.read_text().count('"change"')
    placement = session.propose_placement()
    assert session.question is placement is Shapely.place
    assert session.questions.open == ()
    answers = session.place(9, placement.representatives, 0)
    assert said(answers) == [(9, 0, "must")]  # that it is apart from 1 and 2 follows
    assert {answer.source for answer in answers} == {"question"}
    assert path.read_text().count('"change"') == lines + 1
    assert session.question is None
    assert [session.constraints.relation(9, i) for i in range(3)] == ["must", "cannot", "cannot"]
    assert session.undo() == "answer 4: 9 – 0, must-link"
    assert session.question is placement
    session.redo()
    assert session.question is None


def test_a_sorting_is_one_step_one_line_and_one_question(path):
    session = make(path)
    lines, number = path.read_text().count('"change"'), engine_of(session).timeline.next_number
    sorting = session.propose_sorting()
    assert session.question is sorting
    answers = session.sort([[0, 12, 15], [1, 13], [16]])
    assert len(answers) == engine_of(session).timeline.next_number - number == 3 + 3
    assert path.read_text().count('"change"') == lines + 1
    for i, j in itertools.combinations([0, 12, 15, 1, 13], 2):
        assert session.constraints.relation(i, j) == ("must" if i % 3 == j % 3 else "cannot")
    assert session.constraints.relation(16, 0) == session.constraints.relation(16, 13) == "cannot"
    assert session.question is None
    session.undo()
    assert (len(session.answers), session.question) == (0, sorting)
    session.redo()
    assert (len(session.answers), session.question) == (6, None)


def test_points_in_no_pile_say_nothing_and_the_question_is_closed_all_the_same():
    session = make()
    sorting = session.propose_sorting()
    session.sort([[0, 12], [1]])
    assert session.constraints.touched.tolist() == [0, 1, 12]
    assert engine_of(session).state.unknown == ()
    assert session.question is None
    session.undo()
    assert session.question is sorting
    session.redo()
    assert session.question is None


def test_nothing_of_a_sort_is_in_the_session_before_it_is_recorded(path):
    session = make(path)
    session.answer(3, 4, "cannot")
    before, data = picture(session), path.read_bytes()
    sorting = session.propose_sorting()
    assert (picture(session), path.read_bytes()) == (before, data)
    session.undo()
    assert session.answers == ()
    assert session.question is sorting
    session.redo()
    assert picture(session)["answers"] == before["answers"]


def test_only_one_question_is_open_and_it_can_be_dismissed():
    session = make()
    (query,) = session.propose()
    assert session.question is query
    events = []
    session.subscribe(lambda event: events.append((event.kind, event.detail)))
    session.propose_placement()
    assert (session.question, session.questions.open) == (Shapely.place, ())
    sorting = session.propose_sorting(2)
    assert sorting.points == (12, 13)
    assert session.question is sorting
    assert session.questions.dismiss()
    assert (session.question, session.questions.dismiss()) == (None, False)
    assert events == [("question", Shapely.place), ("question", sorting), ("question", None)]
    session.propose_sorting()
    session.set_strategy("random")
    assert session.question is None


def test_a_placement_closes_when_pairs_tell_its_answer():
    session = three_apart(make())
    placement = session.propose_placement()
    session.answer(9, 1, "cannot")
    assert session.question is placement
    session.answer(9, 12, "must")
    session.answer(12, 2, "must")
    assert session.question is None
    session.undo()
    assert session.question is placement
    session.answer(9, 2, "unknown")
    session.answer(9, 0, "cannot")
    assert session.question is None


def test_a_point_that_is_known_can_be_shown_again_and_answered():
    session = three_apart(make())
    session.answer(9, 12, "must")
    session.answer(12, 0, "must")
    placement = session.propose_placement()
    assert session.question is placement
    assert said(session.place(9, placement.representatives, 0)) == [(9, 0, "must")]
    assert session.question is None
    session.undo()
    assert session.question is placement
    doubts = session.place(9, placement.representatives, "unknown")
    assert said(doubts) == [(9, i, "unknown") for i in range(3)]
    assert session.question is None


# --------------------------------------------------------------------------- don't know


def test_dont_know_is_recorded_for_every_pair():
    session = make()
    session.answer(9, 1, "cannot")
    session.propose_placement()
    answers = session.place(9, (0, 1, 2), "unknown")
    assert said(answers) == [(9, i, "unknown") for i in range(3)]
    assert engine_of(session).state.unknown == ((0, 9), (2, 9))
    assert session.question is None
    assert session.undo() == "answers 2–4: 3 × don't know"
    assert session.question is Shapely.place


def test_a_sorting_that_cannot_be_told_states_nothing_of_its_cards():
    session = make()
    with pytest.raises(InputError, match="no sorting is open"):
        session.sort("unknown")
    sorting = session.propose_sorting(2)
    answers = session.sort("unknown")
    assert said(answers) == [(i, j, "unknown") for i in (12, 13) for j in (0, 1)]
    assert (len(session.constraints), session.question) == (0, None)
    session.undo()
    assert session.question is sorting
    session.sort([[0, 12], [1]], unsure=[13])
    assert engine_of(session).state.unknown == ((0, 13), (1, 13))


# --------------------------------------------------------------------------- contradictions


def test_a_contradiction_records_nothing_and_names_the_chain():
    session = three_apart(make())
    session.answer(9, 12, "must")
    session.answer(12, 1, "must")
    session.propose_placement()
    before = picture(session)
    with pytest.raises(ConflictError) as caught:
        session.place(9, [0, 1, 2], 0)
    assert caught.value.pair == (0, 9, "must")
    assert [answer.number for answer in engine_of(session).now.chain(caught.value.witness)] == [
        1,
        5,
        4,
    ]
    with pytest.raises(ConflictError):
        session.place(9, [0, 1, 2], None)
    with pytest.raises(ConflictError):
        session.sort([[0, 12, 9], [1, 3]])
    assert picture(session) == before
    assert session.question is Shapely.place


def test_ways_out_of_a_contradiction_are_one_step():
    session = three_apart(make())
    session.answer(9, 1, "must")
    placement = session.propose_placement()
    softly = session.place(9, placement.representatives, 0, soft=True)
    assert said(softly) == [(9, 0, "must"), (9, 1, "cannot")]  # apart from 2: that would follow
    assert all(answer.soft for answer in softly)
    assert session.question is None
    session.undo()
    assert session.question is placement
    (new,) = session.place(9, placement.representatives, 0, instead_of=[4])
    assert session.history.undo_label == "answer 7: 9 – 0, must-link, instead of answer 4"
    assert [answer.number for answer in session.answers] == [1, 2, 3, new.number]
    session.undo()
    assert session.question is placement
    assert [answer.number for answer in session.answers] == [1, 2, 3, 4]
    session.sort([[9, 12], [0], [1]], instead_of=[4])
    assert session.n_clusters == 3
    session.undo()
    session.sort([[9, 12], [0], [1], [2]], instead_of=[4])
    assert session.n_clusters == 4
    with pytest.raises(InputError, match="answer 4 is not in force"):
        session.sort([[0, 3]], instead_of=[4])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda s: s.place(0, [], None), "among no others"),
        (lambda s: s.place(0, [1, 1], 1), "row 1 occurs twice"),
        (lambda s: s.place(0, [1, 2], 3), "choice=3"),
        (lambda s: s.place(30, [1, 2], 1), "row=30"),
        (lambda s: s.place(0, [1, 2], "maybe"), "choice='maybe'"),
        (lambda s: s.sort([[0, 1], [1]]), "row 1 occurs twice"),
        (lambda s: s.sort(3), "piles=3 must be a list"),
        (lambda s: s.sort([3]), "must be a list of lists"),
        (lambda s: s.sort("none"), "piles='none' must be"),
        (lambda s: s.sort([[0]], unsure=[99]), "row=99"),
        (lambda s: s.place(0, [1], 1, source=3), "source=3"),
        (lambda s: s.propose_sorting(0), "size=0"),
    ],
)
def test_what_makes_no_sense_is_refused(call, words):
    session = make()
    before = picture(session)
    with pytest.raises(InputError, match=words):
        call(session)
    assert picture(session) == before


# --------------------------------------------------------------------------- strategies


class Own(BaseEstimator):
    """A strategy of somebody else's, from before there were shapes."""

    def propose(self, snapshot, n_pairs=1):
        return [Query((0, 1), 0.0, "Because.")]


def test_a_strategy_says_which_shapes_it_offers():
    session = make()
    assert session.questions.types == ("pair", "place", "sort")
    session.set_strategy(Own())
    assert session.questions.types == ("pair",)
    for call in (session.propose_placement, session.propose_sorting):
        with pytest.raises(InputError, match='Own asks no questions of the type "(place|sort)"'):
            call()
    assert session.propose()[0].pair == (0, 1)


class Silent(Shapely):
    """Has nothing left to ask."""

    def propose_placement(self, snapshot):
        return None

    propose_sorting = propose_placement


def test_nothing_left_to_ask_closes_what_was_open():
    session = make()
    session.propose_placement()
    session.set_strategy(Silent())
    assert session.propose_placement() is None
    assert session.question is None


# --------------------------------------------------------------------------- journals


def test_new_fields_are_written_only_where_they_are_used(path):
    session = make(path)
    session.answer(3, 4, "must")
    session.set_n_clusters(4)
    session.place(9, [0, 1], 0, source="user")
    session.place(10, [0, 1], 0)
    session.sort([[i] for i in range(11, 16)], source="lasso")
    session.default_soft = True
    entries = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    used = [
        set(entry) - {"do", "sum", "time"} for entry in entries if entry["do"] in ("change", "set")
    ]
    change, configure = {"add", "remove", "cause"}, {"cause", "n_clusters", "random_state"}
    assert used == [
        change,
        configure,
        change,
        change | {"asked"},
        change | {"n_clusters"},
        configure | {"softly"},
    ]
    assert [entry["asked"] for entry in entries if "asked" in entry] == [["place", [10], [0, 1]]]


def test_a_journal_from_before_there_were_shapes_is_the_same_session_and_the_same_bytes(path):
    old = Path(__file__).parent / "from_before_shapes.jsonl"
    session = Session.load(old, X)
    assert [(a.number, a.i, a.j, a.kind, a.soft) for a in session.answers] == [
        (2, 2, 5, "unknown", False),
        (3, 3, 4, "cannot", False),
        (5, 0, 1, "cannot", True),
        (6, 8, 9, "must", False),
    ]
    assert (session.n_clusters, session.default_soft, session.history.redo_label) == (
        4,
        False,
        "fresh fit",
    )
    assert [record.clusterer for record in session.history.branch_fits][-1] == "PCK-means"
    session.save(path)
    assert path.read_bytes() == old.read_bytes()


def test_a_sorting_from_before_the_session_was_opened_comes_back_too(path):
    session = make(path)
    sorting = session.propose_sorting()
    session.sort([[0, 12], [1, 13]])
    session.close()
    again = make(path)
    again.undo()
    assert again.question == Sorting(sorting.points, sorting.cards, 0.0, REOPENED)
