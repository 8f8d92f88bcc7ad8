"""Which answers may be wrong or are violated, and why; answers that are enforced."""

import numpy as np
import pytest
from repeatable import rounds
from session_parts import Deaf, blobs, picture
from sklearn.datasets import load_iris

from jupyter_sscluster import ConflictError, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import AdaptivePCKMeans, ConstrainedCompleteLink, KMeans, PCKMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.review.suspicions import nearest_answers

X = blobs(30)
IRIS, CLASSES = load_iris(return_X_y=True)
PULL = np.log(1.5)


def make(clusterer=None, **settings):
    return Session(X, PCKMeans(3) if clusterer is None else clusterer, "random", **settings)


def noisy(seed, n_answers=40, n_wrong=4):
    """Iris, answers of which some are wrong, and the numbers of these."""
    rng = np.random.default_rng(seed)
    rows = rng.choice(150, 14, replace=False)
    pairs = [(i, j) for i in rows for j in rows if i < j]
    pairs = [pairs[k] for k in rng.permutation(len(pairs))[:n_answers]]
    kinds = ["must" if CLASSES[i] == CLASSES[j] else "cannot" for i, j in pairs]
    other = {"must": "cannot", "cannot": "must"}
    kinds[:n_wrong] = [other[kind] for kind in kinds[:n_wrong]]
    session = Session(IRIS, AdaptivePCKMeans(3), "random")
    links = [(int(i), int(j), kind) for (i, j), kind in zip(pairs, kinds, strict=True)]
    session.answer_many(links, soft=True)
    return session, set(range(1, n_wrong + 1))


# --------------------------------------------------------------------------- suspected


def test_wrong_answers_among_many_are_suspected_and_right_ones_are_not():
    found, accused = 0, 0
    for seed in range(5):
        session, wrong = noisy(seed)
        suspected = {each.number for each in session.review.suspicions.suspected}
        found += len(suspected & wrong)
        accused += len(suspected - wrong)
        assert 0.02 < session.review.suspicions.error_rate < 0.25
    assert found >= 14
    assert accused <= 3


def test_the_method_for_wrong_answers_tells_the_same():
    session, wrong = noisy(0)
    for clusterer in ("adaptivepckmeans", "beliefclustering"):
        session.set_clusterer(clusterer)
        assert {each.number for each in session.review.suspicions.suspected} == wrong
        whys = [each.why for each in session.review.suspicions.suspected]
        assert all(why.startswith("Contradicted by answer") for why in whys)


def odds(session, number, without=()):
    """Log-odds that an answer is wrong, weighed anew with all answers but some."""
    known = Constraints(session.n_samples)
    for answer in session.answers:
        if answer.number not in without:
            known = known.add(answer.i, answer.j, answer.kind, soft=True)
    model = session._engine.fits.model(session.history.current_fit.fit)
    found = model.suspicious(known, error_rate=session.review.suspicions.error_rate)
    answer = session.answers[number - 1]
    at = [
        k
        for k, (pair, kind) in enumerate(zip(found.pairs.tolist(), found.kinds, strict=True))
        if tuple(pair) == answer.pair and kind == answer.kind
    ]
    wrong = found.wrong[at[0]]
    return np.log(wrong) - np.log1p(-wrong)


def test_those_that_pull_the_other_way_are_those_without_which_it_were_likelier_right():
    n_named, number = 0, rounds(3, least=1)
    for seed in range(number):
        session, _ = noisy(seed)
        for each in session.review.suspicions.suspected:
            if each.wrong > 1 - 1e-9:
                continue
            pulls = {
                answer.number: odds(session, each.number)
                - odds(session, each.number, {answer.number})
                for answer in session.answers
                if answer.number != each.number
            }
            pulling = sorted(n for n, pull in pulls.items() if pull >= PULL)
            strongest = sorted(sorted(pulling, key=lambda n: -pulls[n])[:5])
            assert sorted(pulls[n] for n in each.against) == pytest.approx(
                sorted(pulls[n] for n in strongest)
            )
            if len(each.against) > 1:
                listed = ", ".join(map(str, each.against[:-1]))
                assert each.why == f"Contradicted by answers {listed} and {each.against[-1]}."
            n_named += len(each.against)
    assert n_named >= 3 * number


def test_the_nearest_answers_are_those_on_the_shortest_cycle():
    """From 0-1: 0-2-1 is a cycle of three, 0-3-4-1 one of four; 0-5-6 leads nowhere, 7-8 is apart.

    A pair on no cycle counts its distance and two: 0-5 as much as the middle of the longer cycle.
    """
    pairs = [(0, 5), (3, 4), (5, 6), (7, 8), (0, 2), (0, 3), (1, 2), (1, 4)]
    others = [Answer(number, *pair, "must") for number, pair in enumerate(pairs, 2)]
    found = nearest_answers(Answer(1, 0, 1, "cannot"), others)
    cycles = [(0, 2), (1, 2)], [(0, 5), (3, 4), (0, 3), (1, 4)], [(5, 6)]
    assert [each.pair for each in found] == [pair for group in cycles for pair in group]


def test_one_answer_against_the_features_alone_is_not_suspected():
    session = Session(IRIS, AdaptivePCKMeans(3), "random")
    far = int(np.argmax(np.linalg.norm(IRIS - IRIS[0], axis=1)))
    session.answer(0, far, "must")
    (only,) = session.review.suspicions
    assert only.wrong <= 0.5
    assert (only.violated, only.why, only.against) == (False, "", ())


def test_what_is_thought_is_kept_until_something_changes():
    session = make()
    session.answer(0, 1, "cannot")
    first = session.review.suspicions
    assert session.review.suspicions is first
    session.answer(5, 9, "unknown")
    assert session.review.suspicions is not first
    assert [each.number for each in session.review.suspicions] == [1]  # a don't-know says nothing
    assert session.review.suspicions.of(2) is None
    session.undo()
    session.undo()
    assert len(session.review.suspicions) == 0


def test_a_clustering_from_a_file_or_from_long_ago_is_weighed_too(path):
    session, _ = noisy(1)
    before = {each.number: each.wrong for each in session.review.suspicions}
    for i in range(5):
        session.answer(140 + i, 145, "must")
    for _ in range(5):
        session.undo()
    after = {each.number: each.wrong for each in session.review.suspicions}
    assert after == pytest.approx(before, abs=1e-6)
    session.save(path)
    again = Session.load(path, IRIS)
    fits = len(again.history.fits)
    loaded = {each.number: each.wrong for each in again.review.suspicions}
    assert loaded == pytest.approx(before, abs=1e-6)
    assert len(again.history.fits) == fits  # that it was fitted for this is no step of the session


@pytest.mark.parametrize(
    ("clusterer", "words"),
    [
        (
            ConstrainedCompleteLink(3),
            " has no posterior, so that nothing tells which answers may be wrong",
        ),
        (Deaf(0, n_clusters=3), "Deaf has no posterior"),
    ],
)
def test_without_a_posterior_the_reason_is_told(clusterer, words):
    session = make(clusterer)
    session.answer(0, 1, "must")
    found = session.review.suspicions
    assert found.error_rate is None
    assert [each.wrong for each in found] == [None]
    assert words in found.reason


def test_before_the_first_clustering_there_is_nothing_to_tell():
    session = make(Deaf(30, n_clusters=3), background=True)
    session.answer(0, 1, "must")
    assert len(session.review.suspicions) == 0
    assert session.review.suspicions.reason == "Nothing has been clustered yet."
    session.close()


def test_a_fit_on_its_way_does_no_harm():
    session = make(PCKMeans(3), background=True)
    assert session.wait(20)
    session.set_clusterer(Deaf(30, n_clusters=3))
    session.answer(0, 1, "cannot")
    (only,) = session.review.suspicions
    assert only.wrong is None
    session.set_clusterer(AdaptivePCKMeans(3))
    assert session.wait(20)
    assert session.review.suspicions.of(1).wrong < 0.5


# --------------------------------------------------------------------------- violated, and why


def test_too_many_points_apart_from_each_other_are_told_as_such():
    session = make()
    four = [0, 3, 6, 9]
    session.answer_many([(i, j) for i in four for j in four if i < j], "cannot")
    violated = session.review.suspicions.violated
    assert violated
    for each in violated:
        assert each.why == "Impossible: 4 points all apart from each other, 3 clusters."


@pytest.mark.parametrize(
    ("clusterer", "why"),
    [
        (
            KMeans(3),
            "k-means (no constraints) ignores constraints; Adaptive PCK-means keeps them.",
        ),
        (
            PCKMeans(3, constraint_weight=0.0),
            "PCK-means weighs pairs against distances; Adaptive PCK-means keeps them.",
        ),
    ],
)
def test_a_clusterer_that_does_not_keep_pairs_is_told(clusterer, why):
    session = make(clusterer)
    mates = np.flatnonzero(session.labels == session.labels[0])[:2].tolist()
    session.answer(*mates, "cannot")
    (only,) = session.review.suspicions
    assert (only.violated, only.suspected, only.why) == (True, False, why)
    session.set_clusterer(AdaptivePCKMeans(3))
    (only,) = session.review.suspicions
    assert (only.violated, only.why) == (False, "")


def test_what_the_default_leaves_out_is_told_as_unlikely_or_as_pulled_away_from():
    n_left_out = 0
    for seed in range(4):
        rng = np.random.default_rng(seed)
        session, known = Session(IRIS, AdaptivePCKMeans(3), "random"), Constraints(150)
        links = []
        while len(links) < 145:  # no cycle of pairs, so that no wrong answer is a contradiction
            i, j = sorted(rng.choice(150, 2, replace=False).tolist())
            if known.relation(i, j) is None:
                kind = "must" if (CLASSES[i] == CLASSES[j]) != (rng.random() < 0.1) else "cannot"
                links.append((i, j, kind))
                known = known.add(i, j, "must")
        session.answer_many(links)
        model = session._engine.fits.model(session.history.current_fit.fit)
        left_out = {(i, j) for i, j in model.suspected_.tolist()}
        for each in session.review.suspicions.violated:
            assert session.answers[each.number - 1].pair in left_out
            assert each.why.endswith(".")
            assert each.why.startswith(("Contradicted by answer", "The other answers"))
        n_left_out += len(session.review.suspicions.violated)
    assert n_left_out >= 3


def test_a_soft_answer_that_is_violated_is_told_as_soft():
    session = make(PCKMeans(3, constraint_weight=0.0))
    mates = np.flatnonzero(session.labels == session.labels[0])[:2].tolist()
    session.answer(*mates, "cannot", soft=True)
    assert session.review.suspicions.of(1).why == "Recorded as soft, so it may be violated."


# --------------------------------------------------------------------------- enforced


def test_an_answer_is_enforced_in_one_step(path):
    session = make(path=path)
    session.answer(0, 1, "must", source="question")
    session.answer(4, 5, "cannot", weight=1e6, source="label:2")
    session.answer(7, 8, "must", soft=True)
    enforced = session.review.enforce(1)
    assert (enforced.number, enforced.pair, enforced.kind) == (4, (0, 1), "must")
    assert (enforced.weight, enforced.soft, enforced.source) == (100.0, False, "user")
    assert [answer.number for answer in session.answers] == [2, 3, 4]
    assert session.review.enforce(4) is session.answers[-1]
    assert session.review.enforce(2).weight == 1e6
    assert engine_of(session).timeline.next_number == 5
    session.undo()
    assert session.question is None
    assert (session.answers[0].number, session.answers[0].weight) == (1, 1.0)
    session.redo()
    hard = session.review.enforce(3)
    assert (hard.soft, session.constraints.relation(7, 8)) == (False, "must")
    before = picture(session)
    session.close()
    assert picture(make(path=path)) == before


def test_a_suspected_answer_that_is_enforced_is_trusted():
    session, wrong = noisy(0)
    suspect = session.review.suspicions.suspected[0]
    assert suspect.number in wrong
    enforced = session.review.enforce(suspect.number)
    trusted = session.review.suspicions.of(enforced.number)
    assert trusted.wrong < 1e-6
    assert not trusted.violated


def test_what_contradicts_cannot_be_enforced():
    session = make()
    session.answer(0, 1, "must")
    session.answer(0, 1, "cannot", soft=True)
    session.answer(2, 3, "unknown")
    before = picture(session)
    with pytest.raises(ConflictError):
        session.review.enforce(2)
    with pytest.raises(InputError, match="answer 3 is a don't know"):
        session.review.enforce(3)
    with pytest.raises(InputError, match="answer 9 is not in force"):
        session.review.enforce(9)
    assert picture(session) == before
