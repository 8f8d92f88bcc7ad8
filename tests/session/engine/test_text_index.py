"""Words in ten languages, with capitals and accents folded."""

import re

import pytest
from hypothesis import given, settings, strategies as st

from jupyter_sscluster.session.engine.text_index import folded, spans, words

WRITTEN = [
    ("The tree, the TREE!", ["the", "tree", "the", "tree"]),
    ("Crème brûlée à l’été", ["creme", "brulee", "a", "l", "ete"]),
    ("Straßenbäume", ["strassenbaume"]),
    ("İstanbul'da", ["istanbul", "da"]),
    ("Ёлка и ель", ["елка", "и", "ель"]),
    ("Ελλάς", ["ελλασ"]),
    ("שָׁלוֹם עולם", ["שלום", "עולם"]),
    ("كِتاب، كتب", ["كتاب", "كتب"]),
    ("हिन्दी में", ["हिन्दी", "में"]),
    ("修剪树 a", ["修剪", "剪树", "a"]),
    ("ラーメンをがべる", ["ラーメン", "をがべる"]),
    ("한국어 텍스트", ["한국어", "텍스트"]),
    ("<b>bold</b> snake_case 2024", ["b", "bold", "b", "snake", "case", "2024"]),
    ("Don't, isn’t ISN'T", ["dont", "isnt", "isnt"]),
    (
        "rock'n'roll l'eau it's can'tx n't",
        ["rock", "n", "roll", "l", "eau", "it", "s", "can", "tx", "nt"],
    ),
    ("", []),
    ("… – !", []),
]


@pytest.mark.parametrize(("text", "expected"), WRITTEN, ids=[text for text, _ in WRITTEN])
def test_words_of_a_language(text, expected):
    assert words(text) == expected


def test_signs_that_make_another_word_stay():
    assert folded("が") != folded("か") and folded("ไม่") != folded("ไม")
    assert folded("㎑") == "khz"


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_spans_are_the_words_and_folding_is_idempotent(text):
    found = spans(text)
    assert [word for word, _, _ in found] == words(text)
    written = [folded(re.sub("['’]", "", text[begin:end])) for _, begin, end in found]
    assert [word for word, _, _ in found] == written
    assert folded(folded(text)) == folded(text)


@given(st.text(st.characters(codec="ascii"), max_size=60))
@settings(max_examples=100, deadline=None)
def test_ascii_is_no_other_language(text):
    """The short way of plain text gives what the long one does."""
    assert words(text) == words(f"{text} é")[:-1]
