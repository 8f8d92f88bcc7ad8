"""The words that set a cluster's texts apart, against sums written out and whole clusterings."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session.clusters.words import WordCounts, log_odds_z

ANY = st.lists(st.sampled_from(["tree", "bus", "stop", "the", "old"]), max_size=6).map(" ".join)


def written_out(texts, inside):
    """z of every word by the formula, one word at a time."""
    sides = [Counter(), Counter()]
    for text, here in zip(texts, inside, strict=True):
        sides[not here].update(set(text.split()))
    prior = sides[0] + sides[1]
    n_prior, found = prior.total(), {}
    for word in prior:
        y, n = [side[word] for side in sides], [side.total() for side in sides]
        odds = [
            (y[k] + prior[word]) / (n[k] + n_prior - y[k] - prior[word] or math.nan) for k in (0, 1)
        ]
        deviation = math.sqrt(sum(1 / (y[k] + prior[word]) for k in (0, 1)))
        z = math.log(odds[0] / odds[1]) / deviation
        found[word] = 0.0 if math.isnan(z) else z
    return found


@given(st.lists(st.tuples(ANY, st.booleans()), min_size=4, max_size=30))
@settings(max_examples=60, deadline=None)
def test_words_have_the_z_and_the_shares_of_the_formula(rows):
    texts, inside = [text for text, _ in rows], np.array([here for _, here in rows])
    found, _ = WordCounts(texts).of((~inside).astype(int)).about(0)
    expected = written_out(texts, inside)
    have = {
        word: [
            np.mean([word in text.split() for text, side in rows if side == here] or [0.0])
            for here in (True, False)
        ]
        for word in expected
    }
    listed = [
        word
        for word, z in expected.items()
        if z >= 1 and have[word][0] * inside.sum() > 2.5 and have[word][0] >= 1.5 * have[word][1]
    ]
    assert {each.word for each in found} == {*listed}
    assert [each.z for each in found] == sorted((each.z for each in found), reverse=True)
    for each in found:
        assert each.z == pytest.approx(expected[each.word])
        assert [each.inside, each.rest] == pytest.approx(have[each.word])


def test_the_log_odds_of_a_part_and_of_the_rest_are_opposite():
    here, everywhere = np.array([8, 2, 0, 5]), np.array([10, 10, 4, 10])
    z = log_odds_z(here, everywhere, 15, 34)
    assert z == pytest.approx(-log_odds_z(everywhere - here, everywhere, 19, 34))


def said(*groups):
    """The texts of several clusters and the words of the first."""
    texts = [text for group in groups for text in group]
    labels = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    return WordCounts(texts).of(labels).about(0)


def test_a_phrase_of_its_own_words_is_the_name():
    roads = [f"the road surface number {k} is broken" for k in range(9)]
    buses = [f"the bus number {k} is late" for k in range(9)]
    words, names = said(roads, buses)
    assert {each.word for each in words} == {"road", "surface", "broken"}
    assert names[0] == "Road surface"


def test_clusters_at_random_have_names_in_one_of_twenty_at_most():
    rng, named = np.random.default_rng(0), []
    known = [a + b for a in "abcdefghijklmnopqrst" for b in "uvwxyzäöü"]
    for n, n_clusters in ((60, 3), (300, 5), (600, 12)):
        texts = [" ".join(rng.choice(known[:n], 8)) for _ in range(n)]
        found = WordCounts(texts).of(rng.integers(n_clusters, size=n))
        named += [found.about(cluster)[1] != () for cluster in range(n_clusters)]
    assert np.mean(named) <= 0.05


def test_a_word_of_all_texts_sets_nothing_apart():
    assert said(["same same"] * 9, ["same"] * 9) == ((), ())
    assert said([""] * 9, [None] * 9) == ((), ())
    assert said([]) == ((), ())


def test_endings_letters_and_numbers_are_left_out():
    words, _ = said(["tree trees x 2024"] * 9, ["bus late y 1999"] * 9)
    assert [each.word for each in words] == ["tree"]


def test_a_long_text_counts_as_one():
    words, _ = said(["spam " * 20_000, *["egg"] * 9], ["bus"] * 9)
    assert [each.word for each in words] == ["egg"]


@pytest.mark.parametrize(
    ("inside", "outside", "name"),
    [
        ("Die Bäume fallen", "Der Bus kommt", "Bäume"),
        ("Деревья у дома", "Автобус опоздал", "Деревья"),
        ("עצים ליד הבית", "האוטובוס מאחר", "עצים"),
        ("الأشجار قرب المنزل", "الحافلة متأخرة", "الأشجار"),
        ("修剪树木", "公交晚点", "修剪"),
        ("पेड़ घर", "बस देर", "पेड़"),
        ("木を切る", "バスが来る", "切"),
        ("나무 가지", "버스 정류장", "나무"),
        ("Árboles caídos", "El autobús", "Árboles"),
        ("L’été brûlant", "Le bus", "Brûlant"),
    ],
)
def test_words_are_written_as_the_texts_have_them(inside, outside, name):
    words, names = said([inside] * 9, [outside] * 9)
    assert name.lower() in {each.word for each in words}
    assert all(word in inside.lower() for word in " ".join(names).lower().split())


def test_a_session_tells_words_and_a_name_that_is_free():
    texts = [f"tree {k} falls" for k in range(8)] + [f"bus {k} stops" for k in range(8)]
    session = Session(np.repeat([[0.0], [9.0]], 8, axis=0), n_clusters=2, texts=texts)
    trees = session.labels[0]
    before = session.clusters[trees].describe()
    assert {each.word for each in before.words} == {"tree", "falls"}
    assert before.suggested_name and session.clusters.words(trees) == before.words
    session.clusters.rename(1 - trees, before.suggested_name)
    after = session.clusters[trees].describe().suggested_name
    assert after and after != before.suggested_name
    assert "tree" in str(before)


def test_a_merge_changes_the_words():
    texts = [f"{word} {k}" for word in ("tree", "bus", "lamp") for k in range(8)]
    X = np.repeat([[0.0], [9.0], [30.0]], 8, axis=0)
    session = Session(X, n_clusters=3, texts=texts)
    assert [each.word for each in session.clusters.words(session.labels[0])] == ["tree"]
    session.clusters.merge(session.labels[0], session.labels[8])
    assert {each.word for each in session.clusters.words(session.labels[0])} == {"tree", "bus"}


@pytest.mark.parametrize("texts", [["one"], "one text", 5])
def test_texts_that_are_not_one_a_row_are_refused(texts):
    with pytest.raises(InputError, match="one text a row"):
        Session([[0.0], [1.0], [2.0]], n_clusters=2, texts=texts)
