"""Where questions meet fewer classes than K for long, a note offers fewer clusters; K stays."""

import numpy as np
import pytest
from session_parts import picture
from shapely import make
from sklearn.datasets import make_blobs, make_classification, make_moons

from jupyter_sscluster import Session
from jupyter_sscluster.metrics import adjusted_rand

DRAWS = [0, *(pytest.param(draw, marks=pytest.mark.thorough) for draw in (1, 2))]
N = 110


def long_blobs(seed):
    X, y = make_blobs(N, 2, centers=3, random_state=seed)
    return X @ np.array([[0.6, -0.6], [-0.4, 0.8]]), y


def two_humps(seed):
    return make_classification(
        N, 6, n_informative=4, n_redundant=0, n_classes=4, class_sep=1.5, random_state=seed
    )


SETS = {
    "3 blobs": lambda seed: make_blobs(N, 4, centers=3, cluster_std=1.5, random_state=seed),
    "5 blobs": lambda seed: make_blobs(N, 5, centers=5, cluster_std=2.0, random_state=seed),
    "long": long_blobs,
    "unequal": lambda seed: make_blobs([60, 30, 13, 7], 3, cluster_std=1.5, random_state=seed),
    "moons": lambda seed: make_moons(N, noise=0.1, random_state=seed),
    "two humps each": two_humps,
}


def answered(session, y, form, n_answers, wrong=0.0, seed=0):
    """The same session after so many answers, and the notes that it had after each."""
    rng, notes = np.random.default_rng(seed), []
    for _ in range(n_answers):
        if form == "pair":
            i, j = session.propose()[0].pair
            same = (y[i] == y[j]) != (rng.random() < wrong)
            session.answer(i, j, "must" if same else "cannot", source="question")
        else:
            question = session.propose_placement()
            among = question.representatives
            fits = [row for row in among if y[row] == y[question.point]]
            choice = fits[0] if fits else None
            if rng.random() < wrong:
                choice = int(rng.choice(among))
            session.place(question.point, among, choice)
        notes.append([note for note in session.notes if "too many" in note])
    return notes


@pytest.mark.parametrize("form", ["pair", "place"])
def test_five_clusters_of_three_classes_become_three_by_the_note(form, path):
    X, y = SETS["3 blobs"](0)
    session = Session(X, "pckmeans", n_clusters=5, path=path)
    notes = answered(session, y, form, 40)
    assert notes[14] == [] and session.n_clusters == 5
    assert notes[-1] == [
        "n_clusters=5 may be too many: the last 15 rows asked about are all in the 3 classes that "
        "answers tell apart; if there are no others, choose n_clusters=3."
    ]
    five = adjusted_rand(y, session.labels)
    session.set_n_clusters(3)
    assert session.notes == () and adjusted_rand(y, session.labels) > five + 0.05
    session.close()
    again = Session(X, "pckmeans", n_clusters=5, path=path)
    assert again.n_clusters == 3 and picture(again) == picture(session)
    assert again.undo() == "3 clusters"
    assert again.n_clusters == 5 and list(again.notes) == notes[-1]


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("form", [pytest.param("pair", marks=pytest.mark.thorough), "place"])
@pytest.mark.parametrize("name", SETS)
def test_where_k_is_right_nothing_is_offered_and_k_stays(name, form, draw):
    X, y = SETS[name](draw)
    k = len(np.unique(y))
    session = Session(X, "pckmeans", n_clusters=k, random_state=draw)
    assert not any(answered(session, y, form, 40))
    assert session.n_clusters == k


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("form", ["pair", "place"])
@pytest.mark.parametrize("name", SETS)
def test_soft_answers_one_in_ten_of_them_wrong_offer_nothing(name, form, seed):
    X, y = SETS[name](seed)
    k = len(np.unique(y))
    session = Session(X, "pckmeans", n_clusters=k, random_state=seed)
    session.default_soft = True
    assert not any(answered(session, y, form, 40, wrong=0.1, seed=seed))
    assert session.n_clusters >= k  # "none of these" said of a class not met yet raises it


def placed(session, rows, source="question"):
    """Rows of the blobs of 0 and 1, which are known to be apart, one after the other."""
    for row in rows:
        session.answer(row % 3, row, "must", source=source)


ROWS = [row for row in range(3, 27) if row % 3 < 2]


def test_only_rows_that_questions_chose_are_evidence():
    session = make(n_clusters=3)
    session.answer(0, 1, "cannot")
    placed(session, ROWS, "lasso")
    for row in ROWS:
        session.answer(1 - row % 3, row, "cannot", source="question")
    assert session.notes == ()
    session = make(n_clusters=3)
    session.answer(0, 1, "cannot")
    placed(session, ROWS[:14])
    assert session.notes == ()
    placed(session, ROWS[14:15])
    assert "choose n_clusters=2" in session.notes[0]
    session.set_n_clusters(2)
    assert session.notes == ()
    session.set_clusterer("neighbourgraphagglomerative")
    assert session.notes == ()
    session.set_clusterer("kmeans", n_clusters=3)
    assert "choose n_clusters=2" in session.notes[0]


def test_a_class_that_is_met_late_ends_the_note_and_raises_k():
    session = make(n_clusters=3)
    session.answer(0, 2, "cannot", soft=True)
    session.answer(1, 2, "unknown")
    session.answer(0, 1, "cannot")
    placed(session, ROWS)
    session.set_n_clusters(2)
    session.place(2, [0, 1], None)
    assert (session.n_clusters, session.notes) == (3, ())
    session.set_n_clusters(4)
    assert session.notes == ()  # it was met with the last answer


def test_one_class_is_no_reason_for_one_cluster():
    session = make(n_clusters=3)
    for row in range(1, 20):
        session.answer(0, row, "must", source="question")
    assert session.notes == ()
