"""Questions about several points: what an answer would change, and the question after it."""

import numpy as np
import pytest
from session_parts import Talking, blobs
from sklearn.datasets import load_iris

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.preview.previews import Previews

IRIS, CLASSES = load_iris(return_X_y=True)
STRATEGIES = ["npu", "robustnpu"]


def twin(session, path):
    """The same session once more, which has foreseen nothing."""
    session.save(path)
    return Session.load(path, IRIS)


def true_piles(asked):
    """Cards first, then the points on the pile of their class."""
    piles = {int(CLASSES[card]): [int(card)] for card in asked.cards}
    for row in asked.points:
        piles.setdefault(int(CLASSES[row]), []).append(int(row))
    return list(piles.values())


def half(piles):
    """As they stand when not everything is sorted yet."""
    return [pile for pile in (pile[: max(1, len(pile) - 1)] for pile in piles) if pile]


def test_how_points_would_be_sorted_is_how_they_are(tmp_path):
    session = Session(IRIS, n_clusters=2, strategy="npu")
    moved = grown = 0
    for _ in range(4):
        asked = session.propose_sorting()
        assert engine_of(session).part(Previews).is_quick
        right = true_piles(asked)
        for piles in (right, half(right), "unknown"):
            outcome, other = session.preview(piles), twin(session, tmp_path / "twin")
            other.propose_sorting()
            other.sort(piles)
            assert outcome.labels.tobytes() == other.labels.tobytes()
            rows = np.flatnonzero(session.labels != other.labels)
            assert outcome.moved_points.tolist() == rows.tolist()
            moved, grown = moved + outcome.moved, grown + (other.n_clusters > session.n_clusters)
        foreseen = session.preview(right)
        session.sort(right)
        assert session.labels.tobytes() == foreseen.labels.tobytes()
    assert moved and grown


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("shape", ["place", "sort"])
def test_the_next_of_its_shape_is_made_ahead(shape, strategy, tmp_path):
    session = Session(IRIS, "pckmeans", strategy, n_clusters=3)

    def ask(one):
        return one.propose_placement() if shape == "place" else one.propose_sorting()

    def say(one, asked, answer):
        if shape == "place":
            one.place(asked.point, asked.representatives, answer)
        else:
            one.sort(answer)

    for _ in range(3):
        asked = ask(session)
        if shape == "place":
            right = [row for row in asked.representatives if CLASSES[row] == CLASSES[asked.point]]
            answers = (*asked.representatives, None, "unknown")
            given = right[0] if right else None
        else:
            given = true_piles(asked)
            answers = (given, half(given), "unknown")
        for answer in answers:
            after, other = session.preview(answer).next_question, twin(session, tmp_path / "twin")
            ask(other)
            say(other, asked, answer)
            if engine_of(other).fits.error is None:
                assert after == ask(other)
        say(session, asked, given)
        assert engine_of(session).part(Previews).knows_next(shape)
        assert not engine_of(session).part(Previews).knows_next("pair")
        with pytest.MonkeyPatch.context() as patch:
            for name in ("propose_placement", "propose_sorting"):
                patch.setattr(type(session.strategy), name, lambda *_, **__: pytest.fail("again"))
            assert ask(session) is not None
        assert session.question is not None


def test_a_sorting_of_another_size_or_among_some_points_asks_for_itself():
    session = Session(IRIS, "pckmeans", "npu", n_clusters=3)
    asked = session.propose_sorting()
    _ = session.preview("unknown").next_question
    session.sort("unknown")
    assert engine_of(session).part(Previews).knows_next("sort")
    assert len(session.propose_sorting(6).points) == 6
    assert set(session.propose_sorting(among=range(40)).points) <= set(range(40))
    assert session.propose_sorting().points != asked.points


def test_what_is_no_sorting_is_refused():
    session = Session(blobs(60), Talking(n_steps=3), "npu", n_clusters=2)
    asked = session.propose_sorting()
    strange = next(row for row in range(60) if row not in (*asked.points, *asked.cards))
    for answer, text in (
        ("must", "must be one of 'unknown'"),
        (None, "must be one of 'unknown'"),
        ([[strange]], f"must hold rows of the open question, not {strange}"),
        ([3, 5], "must be a list of lists of rows"),
    ):
        with pytest.raises(InputError, match=text):
            session.preview(answer)
    point, *others = asked.points
    outcome = session.preview([[point, *others[:1]], [point]])
    assert (outcome.labels, outcome.moved) == (None, None)
    assert f"row {point}" in outcome.reason or str(point) in outcome.reason
    assert session.answers == ()
    before = Talking.steps
    session.preview([[point, others[0]]])
    made = Talking.steps
    session.sort([[point, others[0]]])
    assert before < made == Talking.steps, "its fit was made ahead"
