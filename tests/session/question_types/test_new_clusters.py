"""What finds a cluster raises K in the same step; answers may be stated softly."""

import numpy as np
import pytest
from session_parts import picture
from shapely import Shapely, X, make, three_apart

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Placement
from jupyter_sscluster.cluster import KMeans, PCKMeans
from jupyter_sscluster.session.engine.open_questions import REOPENED

# --------------------------------------------------------------------------- more clusters


@pytest.mark.parametrize("guessed", [False, True])
def test_none_of_these_is_a_new_cluster_in_the_same_step(path, guessed):
    session = Session(X, None if guessed else KMeans(3), Shapely(), path=path)
    k = session.n_clusters
    labels, moments = session.labels.tobytes(), len(session.answers)
    among = [int(np.flatnonzero(session.labels == c)[0]) for c in range(k)]
    point = next(row for row in range(30) if row not in among)
    session.place(point, among, None)
    assert (
        session.n_clusters
        == session.clusterer.n_clusters
        == session.history.current_fit.n_clusters
        == k + 1
    )
    assert len(np.unique(session.labels)) == k + 1
    assert session.history.undo_label == f"answers 1–{k}: {k} cannot-links, {k + 1} clusters"
    assert session.undo() is not None
    assert (session.n_clusters, len(session.answers)) == (k, moments)
    assert session.labels.tobytes() == labels
    assert (session.question.point, session.question.representatives) == (point, tuple(among))
    session.redo()
    before = picture(session)
    session.close()
    again = Session(X, None if guessed else KMeans(3), Shapely(), path=path)
    assert picture(again) == before
    again.undo()
    assert again.n_clusters == k
    assert again.question == Placement(point, tuple(among), 0.0, REOPENED)


def test_none_of_some_clusters_leaves_k():
    session = three_apart(make())
    session.place(9, [1, 2], None)
    assert session.n_clusters == 3
    session.place(9, [0], None)  # the last of three that are known to be apart
    assert session.n_clusters == 4


def test_rows_of_one_cluster_do_not_stand_for_all():
    session = make()
    mates = np.flatnonzero(session.labels == session.labels[0])[1:4].tolist()
    session.place(0, mates, None)
    assert session.n_clusters == 3
    session = make(n_clusters=1)
    session.place(0, [5], None)
    assert session.n_clusters == 2


def test_a_new_cluster_that_was_known_to_be_apart_needs_no_answer():
    session = three_apart(make(n_clusters=2))
    assert session.n_clusters == 2  # answers to pairs leave K to the person
    assert session.place(2, [0, 1], None) == ()
    assert session.n_clusters == 3
    assert session.undo() == "3 clusters"
    assert session.n_clusters == 2


def test_a_clique_that_was_too_large_before_is_left_to_the_person():
    session = three_apart(make(n_clusters=2))
    session.place(9, [0, 1, 2], 0)
    assert session.n_clusters == 2


def test_new_piles_raise_k_by_as_many_as_it_takes():
    session = make()
    session.sort([[i] for i in range(7)])
    assert session.n_clusters == 7
    assert session.history.undo_label == "answers 1–21: 21 cannot-links, 7 clusters"
    session.undo()
    assert session.n_clusters == 3
    session.sort([[0, 3, 6, 9]])
    assert session.n_clusters == 3


def test_a_pile_apart_from_all_classes_but_shown_with_some_raises_k():
    session = three_apart(make())
    session.answer(9, 2, "cannot")
    session.sort([[0], [1], [9]])  # 9 is apart from 2 as well
    assert session.n_clusters == 4


def test_first_centres_of_another_k_are_refused_and_nothing_is_recorded():
    session = Session(X, PCKMeans(3, init=X[:3]), Shapely())
    session.propose_placement()
    before = picture(session)
    with pytest.raises(InputError, match="init has shape"):
        session.sort([[i] for i in range(4)])
    assert picture(session) == before
    assert session.question is Shapely.place


# --------------------------------------------------------------------------- softly


def test_softly_answers_are_soft_until_hard_ones_are_wanted_again(path):
    session = make(path)
    assert not session.default_soft
    before = session.history.current_fit.fit
    session.default_soft = True
    assert (session.default_soft, session.history.undo_label) == (
        True,
        "answers are soft from here on",
    )
    assert session.history.current_fit.fit == before  # nothing to cluster anew
    session.default_soft = True
    assert session.history.undo_label == "answers are soft from here on"
    soft = [session.answer(0, 1, "must"), session.answer(0, 1, "cannot")]
    soft += session.answer_many([(3, 4)], "must") + session.place(9, [0, 1], 0)
    soft += session.sort([[12, 15], [13]])
    assert all(answer.soft for answer in soft)
    assert not session.answer(20, 21, "must", soft=False).soft
    assert not session.answer(20, 22, "unknown").soft
    assert len(session.constraints.must) + len(session.constraints.cannot) == 1
    session.close()
    again = make(path)
    assert again.default_soft
    again.default_soft = False
    assert not again.answer(5, 6, "must").soft
    again.undo()
    again.undo()
    assert again.default_soft
    with pytest.raises(InputError, match="default_soft='yes' must be True or False"):
        again.default_soft = "yes"


def test_none_of_these_said_softly_is_a_new_cluster_too():
    session = three_apart(make())
    session.default_soft = True
    session.place(9, [0, 1, 2], None)
    assert session.n_clusters == 4
    session.sort([[i] for i in range(20, 26)])
    assert session.n_clusters == 6
