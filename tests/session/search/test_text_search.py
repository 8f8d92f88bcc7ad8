"""The search in texts, beside one that looks at every word of every text."""

import random

import pytest
from hypothesis import given, strategies as st

from jupyter_sscluster.session.engine.text_index import folded, words
from jupyter_sscluster.session.search.name_search import find_rows
from jupyter_sscluster.session.search.text_search import TextSearch, marked


def search_of(texts, piece=3):
    told = [[text] if isinstance(text, str) else text for text in texts]
    search = TextSearch(told.__getitem__)
    for begin in range(0, len(told), piece):
        search.add(range(begin, min(begin + piece, len(told))))
    return search


def by_every_word(texts, text):
    """Rows with a word that begins with each token; if there are none, with one that has it."""
    for holds in (str.startswith, str.__contains__):
        found = [
            row
            for row, told in enumerate(texts)
            if all(any(holds(word, token) for word in words(told)) for token in words(text))
        ]
        if found:
            return found
    return []


@given(st.integers(0, 10_000))
def test_it_finds_what_a_look_at_every_word_finds(seed):
    draw = random.Random(seed)
    letters = "abcé"
    word = lambda most: "".join(draw.choices(letters, k=draw.randint(1, most)))  # noqa: E731
    texts = [" ".join(word(4) for _ in range(draw.randint(0, 4))) for _ in range(25)]
    search = search_of(texts, draw.randint(1, 30))
    for text in (word(3), f"{word(2)} {word(2)}"):
        assert search.find(text).tolist() == by_every_word(texts, text)


def test_rows_beside_the_index_are_searched_too():
    told = [["a lamp"], ["a lamppost"], ["lamps"]]
    search = TextSearch(told.__getitem__)
    search.add([2])
    assert search.missing(range(3)) == [0, 1]
    assert search.find("lamp").tolist() == [2]
    assert search.find("lamp", [0, 1]).tolist() == [0, 1, 2]
    assert search.find("lamp").tolist() == [2]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("ecole", [0]),
        ("ÉCOLE", [0]),
        ("strasse", [1]),
        ("שלום", [2]),
        ("fox", [3]),
        ("🦊", [3]),
        ("c++", [4]),
        ("c+", [4]),
        ("<b>", [5]),
        ("剪树", [6]),
        ("树", [6]),
        ("attery", [7]),
        ("q z", []),
        ("", []),
    ],
)
def test_scripts_signs_and_markup(text, rows):
    texts = ["L'École", "Straße", "שלום", "🦊 fox", "in C++", "<b>bold", "修剪树", "battery", "c"]
    assert search_of(texts).find(text).tolist() == rows


@pytest.mark.parametrize("text", ["dont", "don't", "Don’t", "don"])
def test_not_is_found_with_and_without_its_apostrophe(text):
    texts = ["I don't know", "I don’t know", "do not", "Dont"]
    found = [0, 1] if "'" in text or "’" in text else [0, 1, 3]
    assert search_of(texts).find(text).tolist() == found
    assert marked(texts[:1], "dont") == ["I ", "don't", " know"]


def test_a_row_may_have_several_texts_or_none():
    search = search_of([["red", "blue lamp"], [], [""], ["lamp"]])
    assert search.find("lamp red").tolist() == [0]
    assert search.find("lamp").tolist() == [0, 3]


def test_a_near_spelling_is_offered_only_where_it_finds_something():
    search = search_of(["three potholes", "a lamp", "lamps and trees"])
    assert search.similar("pothoels") == "potholes"
    assert search.similar("treez lamp") == "trees lamp"
    assert search.similar("potholes lamp") == "", "both are words, but no text has both"
    assert search.similar("lmp") == "", "too short"
    assert search.similar("zebra") == ""


@pytest.mark.parametrize(
    ("texts", "text", "pieces"),
    [
        (["no", "a Lamp, <i>lit</i>"], "lamp", ["a ", "Lamp", ", <i>lit</i>"]),
        (["Crème BRÛLÉE, crème"], "creme b", ["", "Crème", " ", "BRÛLÉE", ", ", "crème", ""]),
        (["de\u0301ja\u0300 vu"], "deja", ["", "de\u0301ja\u0300", " vu"]),
        (["the battery"], "attery", ["the ", "battery", ""]),
        (["only a name"], "zoe", ["only a name"]),
        ([], "x", [""]),
    ],
)
def test_the_words_found_are_marked_in_the_text_as_written(texts, text, pieces):
    assert marked(texts, text) == pieces


def test_of_a_long_text_the_part_around_the_word():
    told = "word " * 20_000 + "a potole and then a pothole of " + "more " * 50
    pieces = marked([told], "pothole")
    assert pieces[:2] == ["…word a potole and then a ", "pothole"]
    assert pieces[2].startswith(" of more") and pieces[2].endswith("…")
    assert "".join(pieces).strip("…") in " ".join(told.split())


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ("修剪树木公交晚点" * 60 + "苹果派" + "公交晚点" * 60, "苹果"),
        ("ที่นี่น้ำท่วมมาก" * 40 + "ประปา" + "ท่วมมาก" * 40, "ประปา"),
        ("see https://example.org/" + "path/" * 80 + "pothole/" + "path/" * 80, "pothole"),
        ("x" * 300 + "hole" + "y" * 300, "hole"),
    ],
)
def test_an_excerpt_holds_the_word_where_no_space_is_near(told, text):
    pieces = marked([told], text)
    assert any(text in piece for piece in pieces[1::2]) and pieces[0].startswith("…")
    assert text in "".join(pieces)[:60] and len("".join(pieces)) <= 112


NAMES = ["Joan", "ANN", "Hanna", "an", "Annabel", "7", "17", "b", "Zoë", "<b>bold</b>"]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("an", [3, 1, 4, 0, 2]),
        (" ann ", [1, 4, 2]),
        ("7", [5, 7, 6]),
        ("zoe", [8]),
        ("<b>", [9]),
        ("mia", []),
        ("", []),
    ],
)
def test_of_names_the_best_come_first(text, rows):
    assert find_rows(text, [folded(name) for name in NAMES], range(10)) == rows


def test_numbers_stand_for_names_where_there_are_none():
    assert find_rows("12", None, range(200)) == [12, *range(120, 130)]
    assert find_rows("12", None, [3, 12, 512, 1200]) == [12, 1200]
    assert find_rows("x", None, range(200)) == []
    assert find_rows("9" * 30, None, range(200)) == []
