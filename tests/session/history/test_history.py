"""Looking back at any moment, branches, and moving between them: all as it was shown then."""

import contextlib
import json
import random
import time

import numpy as np
import pytest
from session_parts import Talking, blobs, picture
from work import lines_run

from jupyter_sscluster import ConflictError, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans, PCKMeans
from jupyter_sscluster.journal.lines import JournalError, entry_of
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.history.moments import line

X = blobs(30)


def make(**settings):
    return Session(X, **{"clusterer": PCKMeans(3, n_init=1), "strategy": "random", **settings})


def seen(moment):
    """What a moment shows, from a session that stands there or from a look back."""
    return {
        "answers": moment.answers,
        "constraints": moment.constraints,
        "unknown": moment.unknown,
        "labels": moment.labels.tobytes(),
        "fit": None if moment.record is None else moment.record.fit,
        "names": moment.cluster_names,
        "settings": (moment.n_clusters, moment.clusterer, moment.strategy),
    }


def test_a_moment_is_what_the_session_showed_then():
    session = make(background=False)
    before = time.time()
    answer = session.answer(0, 1, "must")
    labels, record = session.labels, session.history.current_fit
    session.clusters.rename(0, "far")
    session.set_n_clusters(4)
    session.set_strategy("npu")
    moment = session.history.at(1)
    assert (moment.step, moment.branch, moment.cause) == (1, 1, "answer 1: 0 – 1, must-link")
    assert before <= moment.when <= time.time()
    assert (moment.answers, moment.labels is labels, moment.record is record) == (
        (answer,),
        True,
        True,
    )
    assert (moment.clusterer, moment.n_clusters, moment.strategy) == ("PCK-means", 3, "Random")
    assert (moment.own, moment.score) == (True, record.score)
    assert moment.cluster_names == ("Cluster 1", "Cluster 2", "Cluster 3")
    assert session.history.at(2).cluster_names == ("far", "Cluster 2", "Cluster 3")
    assert len(session.history.at(3).cluster_names) == 4
    assert [session.history.at(step).cause for step in (0, 2, 3)] == [
        "start",
        "Cluster 1 is called far",
        "4 clusters",
    ]
    assert [moment.step for moment in session.history.steps] == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="read-only"):
        moment.labels[0] = 1


def test_looking_back_changes_nothing(path):
    session = make(path=path)
    session.answer(0, 1, "must")
    session.answer(3, 4, "must")
    before, file, events = picture(session), path.read_bytes(), []
    session.subscribe(events.append)
    assert [len(session.history.at(step).answers) for step in range(3)] == [0, 1, 2]
    assert (len(session.history.steps), len(session.history.branches)) == (3, 1)
    assert (picture(session), path.read_bytes(), events) == (before, file, [])


class Shy(KMeans):
    """Fails as long as nothing is known."""

    uses_constraints = True

    def fit(self, X, y=None, **known):
        if not len(known["constraints"]):
            raise RuntimeError("nothing is known")
        return super().fit(X)


def test_the_present_moment_is_what_is_shown_where_no_fit_is_on_the_way():
    session = make(clusterer=Shy(3), background=True)
    for act in (lambda: None, lambda: session.answer(0, 1, "must"), session.undo):
        act()
        session.wait()
    assert (
        session.history.step,
        session.history.current_fit is None,
        engine_of(session).fits.error is None,
    ) == (
        0,
        False,
        False,
    )
    for moment in (session.history.at(session.history.step), session.history.steps[-1]):
        assert moment.labels.tobytes() == session.labels.tobytes()
        assert moment.cluster_names == session.clusters.names
        assert (moment.record, moment.own) == (session.history.current_fit, False)
    session.redo()
    assert session.history.at(0).record is None
    session.close()


@pytest.mark.parametrize("step", [-1, 2, 1.0, True, "1", None])
def test_there_is_no_such_moment(step):
    session = make()
    session.answer(0, 1, "must")
    before = picture(session)
    for call in (session.history.at, session.history.branch_from):
        with pytest.raises(InputError, match="the steps of this session are 0 to 1"):
            call(step)
    assert picture(session) == before


@pytest.mark.parametrize("branch", [0, 2, True, "1", None, 1.5, 1.0, [1]])
def test_there_is_no_such_branch(branch):
    with pytest.raises(InputError, match="session.history.branches has 1 to 1"):
        make().history.switch(branch)


def branched(**settings):
    """Three answers, two of them undone and answered otherwise, and a branch of that branch."""
    session = make(**settings)
    for pair in [(0, 1), (3, 4), (6, 7)]:
        session.answer(*pair, "must")
    session.history.branch_from(1)
    session.answer(0, 3, "cannot")
    session.set_n_clusters(4)
    session.undo()
    session.answer(2, 5, "unknown")
    return session


def test_rows_that_differ_between_two_moments_are_those_shown_otherwise():
    session = branched(background=False)
    shown = [session.history.at(step).labels.tolist() for step in range(len(session.history))]
    found = 0
    for one, labels in enumerate(shown):
        for two, others in enumerate(shown):
            expected = [row for row in range(30) if labels[row] != others[row]]
            assert session.history.changed(one, two).tolist() == expected
            found += len(expected)
        now = [row for row in range(30) if labels[row] != session.labels[row]]
        assert session.history.changed(one).tolist() == now
    assert found
    with pytest.raises(InputError, match=r"other.*the steps of this session are 0 to"):
        session.history.changed(0, len(session.history))


def test_what_was_undone_is_a_branch():
    session = branched()
    told = [(b.number, b.began, b.steps, b.end, b.present) for b in session.history.branches]
    assert told == [
        (1, None, (0, 1, 2, 3), 3, False),
        (2, 1, (4, 5), 5, False),
        (3, 4, (6,), 6, True),
    ]
    assert [answer.number for answer in session.answers] == [1, 4, 5]
    assert [session.history.at(step).branch for step in range(7)] == [1, 1, 1, 1, 2, 2, 3]
    assert [moment.step for moment in session.history.steps] == [0, 1, 4, 6]


def test_a_line_tells_in_short_what_its_moments_show():
    session = branched()
    session.remove(4)
    for step in range(len(session.history)):
        stops = line(engine_of(session), step)
        assert step in [stop.step for stop in stops]
        for stop in stops:
            assert stop.record is session.history.at(stop.step).record
    assert [(stop.step, stop.number) for stop in line(engine_of(session), 7)] == [
        *[(0, 0), (1, 1), (4, 4), (6, 5)],
        (7, 5),
    ]
    assert [stop.step for stop in line(engine_of(session), 2)] == [0, 1, 2, 3]


def test_going_somewhere_is_a_move_like_undo():
    session = branched()
    n_fits, events, labels = len(session.history.fits), [], session.history.at(3).labels
    session.subscribe(events.append)
    revision = engine_of(session).revision
    assert session.history.switch(1) == "answer 3: 6 – 7, must-link"
    assert (session.labels is labels, session.history.step, len(session.history)) == (True, 3, 7)
    assert engine_of(session).revision == revision + 1
    assert [(event.kind, event.detail) for event in events] == [
        ("answers", "back to: answer 3: 6 – 7, must-link")
    ]
    assert session.history.switch(1) is None
    assert session.history.branch_from(3) is None
    assert len(events) == 1
    assert session.undo() == "answer 3: 6 – 7, must-link"
    session.undo()
    assert session.redo() == "answer 2: 3 – 4, must-link"  # the line gone along last
    assert session.history.branch_from(1) is not None
    assert session.history.redo_label == "answer 2: 3 – 4, must-link"
    session.history.switch(2)
    assert (session.n_clusters, session.history.undo_label) == (4, "4 clusters")
    assert len(session.history.fits) == n_fits


def test_redo_across_a_branching_point_goes_along_the_line_last_taken():
    session = branched()
    session.history.switch(2)
    while session.undo() is not None:
        pass
    said = []
    while (label := session.redo()) is not None:
        said.append(label)
    assert said == ["answer 1: 0 – 1, must-link", "answer 4: 0 – 3, cannot-link", "4 clusters"]


def test_a_run_of_automatic_answers_is_one_undo_step_and_as_many_moments():
    session = make(y_true=np.arange(30) % 3)
    session.run_oracle(n_questions=3)
    assert [branch.steps for branch in session.history.branches] == [(0, 1, 2, 3)]
    assert session.history.branch_from(2).startswith("answer 2: ")
    assert (session.history.undo_label, session.history.redo_label) == (
        "2 automatic answers",
        session.history.at(3).cause,
    )
    session.clusters.rename(0, "far")
    session.history.switch(1)
    assert (session.undo(), session.history.step) == ("3 automatic answers", 0)
    assert (session.redo(), session.history.step) == ("3 automatic answers", 3)
    session.history.switch(2)
    assert [moment.step for moment in session.history.steps] == [0, 1, 2, 4]
    assert [session.undo() for _ in range(2)] == [
        "Cluster 1 is called far",
        "2 automatic answers",
    ]


def test_a_move_is_written_before_it_acts_and_leaves_nothing_half_done(path):
    session = branched(path=path)
    session.propose()
    session.history.switch(1)
    assert entry_of(path.read_bytes().splitlines()[-1]) == {"do": "go", "step": 3}
    session.propose()
    before, question = picture(session), session.question

    def refuse(entry, **kwargs):
        raise JournalError("no room")

    session._engine.journal.append = refuse
    with pytest.raises(JournalError, match="no room"):
        session.history.switch(2)
    assert (picture(session), session.question) == (before, question)


def test_the_tree_comes_back_from_the_journal(path, tmp_path):
    session = branched(path=path)
    session.history.branch_from(2)
    shown = [seen(session.history.at(step)) for step in range(len(session.history))]
    before, tree, times = (
        picture(session),
        session.history.branches,
        [m.when for m in session.history.steps],
    )
    session.save(tmp_path / "kept")
    for again in (Session.load(tmp_path / "kept", X), make(path=path)):
        assert (picture(again), again.history.branches, again.history.step) == (before, tree, 2)
        assert [seen(again.history.at(step)) for step in range(len(again.history))] == shown
        assert [moment.when for moment in again.history.steps] == times


def test_an_older_journal_reads_as_before_and_has_its_branches(path, tmp_path):
    session = branched()
    session.save(path)
    entries = [json.loads(line) for line in path.read_text().splitlines()]
    moves = [k for k, entry in enumerate(entries) if entry.get("do") == "go"]
    undone = [{"do": "undo"}, {"do": "undo"}]
    older = [{k: v for k, v in entry.items() if k != "time"} for entry in entries]
    older[moves[0] : moves[0] + 1] = undone
    path.write_text("".join(json.dumps(entry) + "\n" for entry in older))
    again = Session.load(path, X)
    assert again.history.branches == session.history.branches
    assert again.answers == session.answers
    assert {moment.when for moment in again.history.steps} == {None}


@pytest.mark.parametrize("entry", [{"do": "go"}, {"do": "go", "step": 9}, {"do": "go", "step": -1}])
def test_a_move_to_nowhere_is_damage(path, entry):
    session = make(path=path)
    session.close()
    with path.open("a") as file:
        file.write(json.dumps(entry) + "\n")
    with pytest.raises(JournalError, match="damaged"):
        make(path=path)


def test_a_moment_whose_fit_was_cancelled_shows_the_one_before():
    session = make(clusterer=Talking(n_steps=1), background=True)
    assert session.wait(10)
    session.set_params(n_steps=500)
    session.cancel()
    labels = session.labels
    session.answer(0, 1, "must")
    assert session.history.at(2).labels is labels  # while it is being fitted
    session.cancel()
    for step in (0, 1, 2):
        moment = session.history.at(step)
        assert (moment.labels is labels, moment.own) == (True, step == 0)
    session.set_params(n_steps=1)
    assert session.wait(10)
    assert session.history.at(3).own
    assert session.history.at(2).labels is labels
    assert session.labels is not labels


def test_before_the_first_fit_all_points_are_in_one_cluster():
    session = make(clusterer=Talking(n_steps=500), background=True)
    moment = session.history.at(0)
    assert (moment.record, moment.own, moment.score, set(moment.labels)) == (None, False, None, {0})
    session.cancel()


def test_a_fit_that_ends_while_one_looks_back_changes_the_present_alone():
    session = make(clusterer=Talking(n_steps=1), background=True)
    assert session.wait(10)
    session.answer(0, 1, "must")
    past = seen(session.history.at(0))
    assert session.wait(10)
    assert seen(session.history.at(0)) == past
    assert session.history.at(1).own


def act(session, draw):
    """One of all that can happen to a session, drawn; contradictions are refused as always."""
    pair = draw.sample(range(30), 2)
    actions = [
        lambda: session.answer(*pair, draw.choice(["must", "cannot", "unknown"])),
        lambda: session.answer(*pair, "cannot", soft=True),
        lambda: session.answer_many([pair, draw.sample(range(30), 2)], "must", soft=True),
        lambda: session.set_n_clusters(draw.randint(2, 5)),
        lambda: session.set_strategy(draw.choice(["random", "npu"])),
        lambda: session.set_clusterer(draw.choice(["pckmeans", "kmeans", "copkmeans"])),
        lambda: session.clusters.rename(0, f"name {draw.random()}"),
        lambda: session.fit(fresh=True),
        lambda: session.remove(draw.choice(session.answers).number),
        session.undo,
        session.undo,
        session.redo,
        lambda: session.history.branch_from(draw.randrange(len(session.history))),
        lambda: session.history.switch(draw.randint(1, len(session.history.branches))),
    ]
    with contextlib.suppress(ConflictError, InputError, IndexError):
        draw.choice(actions)()


def test_200_random_actions_with_branches(path):
    draw = random.Random(4)
    session = make(path=path, clusterer=KMeans(3, n_init=1))
    shown = {0: seen(Present(session))}
    for _ in range(200):
        act(session, draw)
        shown[session.history.step] = seen(Present(session))
    assert len(session.history.branches) > 10
    assert len(shown) == len(session.history) > 80
    session.close()
    for again in (session, make(path=path, clusterer=KMeans(3, n_init=1))):
        assert {step: seen(again.history.at(step)) for step in range(len(again.history))} == shown
        for branch in again.history.branches:
            assert again.history.at(branch.end).branch == branch.number


class Present:
    """The present values of a session, under the names that a moment has."""

    def __init__(self, session):
        for name in ("answers", "constraints", "labels", "n_clusters"):
            setattr(self, name, getattr(session, name))
        self.record = session.history.current_fit
        self.unknown = engine_of(session).state.unknown
        self.clusterer, self.strategy = session.clusterer.title, session.strategy.title
        self.cluster_names = session.clusters.names


def test_500_steps_cost_no_more_to_look_at_than_the_way_to_them():
    session = make(clusterer=KMeans(3, n_init=1))
    for k in range(500):
        session.default_soft = k % 2 == 0
    assert len(session.history) == 501
    assert len(session.history.steps) == 501
    assert lines_run(lambda: session.history.at(500)) < 6000
    assert np.array_equal(session.history.at(3).labels, session.labels)
