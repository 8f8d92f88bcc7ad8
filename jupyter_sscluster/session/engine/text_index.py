"""The words of texts in any language, with case and accents folded."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

MARKS = "".join(
    re.escape(chr(code))
    for first, last in ((0x300, 0x1ABF), (0x1DC0, 0x1DFF), (0x3099, 0x309A), (0xA800, 0xABFF))
    for code in range(first, last + 1)
    if unicodedata.category(chr(code)).startswith("M")
)
"""Vowel signs and accents: `\\w` leaves them out, and the words of Hindi would fall apart."""

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
KANA = "\u3041-\u3096", "\u30a1-\u30fa\u30fc-\u30ff"
LETTER = rf"[^\W_{HAN}{''.join(KANA)}]"

NOT = r"(?:(?<=[nN])['’][tT](?![^\W_]))?"
"""The end of "don't", "isn't" and the like, each of which is one word."""

WORD = re.compile(
    rf"[{HAN}]+|[{KANA[0]}{MARKS}]+|[{KANA[1]}{MARKS}]+"
    rf"|{LETTER}(?:{LETTER}|[{MARKS}\u200c\u200d])*{NOT}"
)
ASCII_WORD = re.compile(rf"[a-z0-9]+{NOT}")
APOSTROPHE = re.compile("['’]")
IS_HAN = re.compile(rf"[{HAN}]")

ACCENTS = range(200, 241)
POINTS = range(10, 36)
"""Combining classes: the accents of Latin, Greek and Cyrillic; the points of Hebrew and Arabic."""


@lru_cache(maxsize=1 << 16)
def folded(text: str) -> str:
    """A text as a search compares it: without capitals, accents and optional vowel points.

    Signs without which a word is another one stay, as those of Hindi, Thai and Japanese do.

    Examples
    --------
    >>> folded("ÉCOLE"), folded("Straße"), folded("פּוֹל")
    ('ecole', 'strasse', 'פול')
    """
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    kept = (sign for sign in apart if not _is_accent(unicodedata.combining(sign)))
    return unicodedata.normalize("NFKC", "".join(kept))


def words(text: str) -> list[str]:
    """The folded words of a text in their order.

    A word is a run of letters, digits and their marks. Chinese characters, between which there are
    no spaces, give each pair of neighbours. The apostrophe of "don't" is left out.

    Examples
    --------
    >>> words("Träume, l'eau!"), words("हिन्दी"), words("修剪树"), words("Don't!")
    (['traume', 'l', 'eau'], ['हिन्दी'], ['修剪', '剪树'], ['dont'])
    """
    if text.isascii():
        found: list[str] = ASCII_WORD.findall(text.lower())
        return [word.replace("'", "") for word in found] if "n't" in text.lower() else found
    return [word for word, _, _ in spans(text)]


def spans(text: str) -> list[tuple[str, int, int]]:
    """The same, each with where it begins and ends in the text as written.

    Examples
    --------
    >>> spans("The Crème")
    [('the', 0, 3), ('creme', 4, 9)]
    """
    if text.isascii():
        every = ASCII_WORD.finditer(text.lower())
        return [(found[0].replace("'", ""), *found.span()) for found in every]
    return [span for found in WORD.finditer(text) for span in _spans(found)]


def pieces(text: str, is_found: Callable[[str], bool]) -> list[str]:
    """A text in pieces: every second one is a word that is found, as the text writes it.

    >>> pieces("Two Trees", "trees".__eq__)
    ['Two ', 'Trees', '']
    """
    found, at = list[str](), 0
    for word, begin, end in spans(text):
        if begin >= at and is_found(word):
            found += [text[at:begin], text[begin:end]]
            at = end
    return [*found, text[at:]]


def _spans(found: re.Match[str]) -> list[tuple[str, int, int]]:
    run, begin, end = found[0], found.start(), found.end()
    if end - begin < 2 or not IS_HAN.match(run):
        return [(APOSTROPHE.sub("", folded(run)), begin, end)]
    return [(run[k : k + 2], begin + k, begin + k + 2) for k in range(len(run) - 1)]


def _is_accent(combining: int) -> bool:
    return combining in ACCENTS or combining in POINTS
