"""An index of the words of texts: which rows have words that begin with what was typed."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from jupyter_sscluster._arrays import IntArray, Mask
from jupyter_sscluster.session.engine.text_index import folded, pieces, spans, words

Texts = Callable[[int], Sequence[str]]
"""The texts of a row."""

BEFORE, AROUND = 24, 110
"""Characters before the first word found, and of the whole excerpt."""

NEAR_SPELLING = 0.75
"""Least share of letters that two spellings have in common, as `difflib` counts them."""

SHORTEST = 4
"""Letters of a word from which on a similar spelling is offered."""

LAST = "\U0010ffff"


class Segment:
    """The words of some rows, sorted, each with the rows that have it."""

    def __init__(self, rows: Sequence[int], texts: Iterable[Sequence[str]]) -> None:
        self.rows = np.asarray(rows, dtype=np.int64)
        known: dict[str, int] = {}
        codes, counts = list[int](), list[int]()
        lines, self._begins = list[bytes](), [0]
        for each in texts:
            found = {word for text in each for word in words(text)}
            codes += [known.setdefault(word, len(known)) for word in found]
            counts.append(len(found))
            lines.append(b"".join(map(_line, each)))
            self._begins.append(self._begins[-1] + len(lines[-1]))
        self._lines = b"".join(lines)
        self.words = sorted(known)
        rank = np.empty(len(known), dtype=np.int64)
        rank[[known[word] for word in self.words]] = np.arange(len(known))
        order = rank[codes]
        self._places = np.repeat(np.arange(len(counts)), counts)[np.argsort(order, kind="stable")]
        self._ends = np.concatenate([[0], np.cumsum(np.bincount(order, minlength=len(known)))])

    def matches(self, tokens: Sequence[str], *, inside: bool) -> IntArray:
        """The rows that have a word for each token: one that begins with it, or just has it."""
        found = np.ones(len(self.rows), dtype=bool)
        for token in tokens:
            found &= self._containing(token) if inside else self._beginning(token)
        return self.rows[found]

    def holding(self, line: bytes) -> IntArray:
        """The rows that have this with all its signs."""
        found, at = list[int](), self._lines.find(line)
        while at >= 0:
            found.append(bisect_right(self._begins, at) - 1)
            at = self._lines.find(line, self._begins[found[-1] + 1])
        return self.rows[found]

    def _beginning(self, token: str) -> Mask:
        first, last = bisect_left(self.words, token), bisect_left(self.words, token + LAST)
        return self._at(self._places[self._ends[first] : self._ends[last]])

    def _containing(self, token: str) -> Mask:
        held = np.array([token in word for word in self.words], dtype=bool)
        return self._at(self._places[np.repeat(held, np.diff(self._ends))])

    def _at(self, places: IntArray) -> Mask:
        found = np.zeros(len(self.rows), dtype=bool)
        found[places] = True
        return found


class TextSearch:
    """Finds rows by words of their texts; it is filled piece by piece.

    Case and accents make no difference. A search costs O(log of the words + rows found) for each
    piece; filling it costs O(characters).

    Examples
    --------
    >>> told = [["Pothole in Mill Street"], ["Three potholes"], ["Crème brûlée"], ["a café"]]
    >>> search = TextSearch(told.__getitem__)
    >>> search.add(range(4))
    >>> search.find("pothole").tolist(), search.find("BRULE").tolist()
    ([0, 1], [2])
    >>> search.find("mill pot").tolist(), search.find("hole").tolist(), search.find("pots").tolist()
    ([0], [0, 1], [])
    >>> search.similar("potolhe"), search.similar("xylophone")
    ('pothole', '')
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._segments: list[Segment] = []
        self._indexed: set[int] = set()
        self._known: list[str] | None = None

    def missing(self, rows: Iterable[int]) -> list[int]:
        """Those of some rows that are not in the index."""
        return [row for row in rows if row not in self._indexed]

    def add(self, rows: Sequence[int]) -> None:
        """Put rows into the index."""
        self._segments.append(Segment(rows, map(self._texts, rows)))
        self._indexed.update(rows)
        self._known = None

    def find(self, text: str, more: Sequence[int] = ()) -> IntArray:
        """The rows of which a text has all words typed, or their beginnings, ascending.

        Where none has, those whose words have them inside. Signs count where some are typed and a
        text has just these. `more` are rows that are searched without being in the index.
        """
        tokens, line = words(text), _line(text).strip()
        segments = [*self._segments, *([Segment(more, map(self._texts, more))] if more else [])]
        found = np.empty(0, dtype=np.int64)
        if line and line != " ".join(tokens).encode():
            found = np.sort(np.concatenate([found, *(each.holding(line) for each in segments)]))
        for inside in (False, True) if tokens else ():
            if not len(found):
                parts = [each.matches(tokens, inside=inside) for each in segments]
                found = np.sort(np.concatenate([found, *parts]))
        return found

    def similar(self, text: str) -> str:
        """What was typed with words of the texts in place of those that none of them has.

        Empty if a word has nothing like it, or if nothing would be found.
        """
        if self._known is None:
            self._known = sorted({word for each in self._segments for word in each.words})
        put = [_spelling(token, self._known) for token in words(text)]
        said = " ".join(put)
        return said if all(put) and len(self.find(said)) else ""


def _spelling(token: str, known: Sequence[str]) -> str:
    """A token that words begin with, or else the word that is most like it."""
    at = bisect_left(known, token)
    if at < len(known) and known[at].startswith(token):
        return token
    if len(token) < SHORTEST:
        return ""
    like = known[bisect_left(known, token[0]) : bisect_left(known, token[0] + LAST)]
    near = [word for word in like if abs(len(word) - len(token)) <= 2]
    return next(iter(difflib.get_close_matches(token, near, 1, NEAR_SPELLING)), "")


def marked(texts: Sequence[str], text: str) -> list[str]:
    r"""A line around the words that are found in some texts, in pieces: every second is a word.

    Examples
    --------
    >>> marked(["It went on and on until its battery\ndied of <b>age"], "BATT")
    ['…went on and on until its ', 'battery', ' died of <b>age']
    >>> marked(["Café"], "cafe"), marked(["no"], "x")
    (['', 'Café', ''], ['no'])
    """
    tokens = words(text)
    line, first = "", None
    for each in texts:
        said = " ".join(each.split())
        place = _first(said, tokens)
        if place is not None or not line:
            line, first = said, place
        if place is not None:
            break
    begin = 0 if first is None else _begin(line, first - BEFORE)
    end = _end(line, begin + AROUND)
    found = pieces(line[begin:end], lambda word: any(token in word for token in tokens))
    found[0] = ("…" if begin else "") + found[0]
    found[-1] += "…" if end < len(line) else ""
    return found


def _line(text: str) -> bytes:
    """A text folded, with all its signs, as a line of UTF-8: each run of spaces is one.

    Curly apostrophes are straight.
    """
    said = text.lower() if text.isascii() else " ".join(map(folded, text.split()))
    said = said.replace("’", "'")
    return f"{' '.join(said.split())}\n".encode(errors="surrogatepass")


def _first(line: str, tokens: Sequence[str]) -> int | None:
    """Where the first word begins that is found: one that begins with a token before others."""
    if line.isascii() and tokens and "n't" not in line.lower():
        begins = re.search(rf"(?<![a-z0-9])(?:{'|'.join(map(re.escape, tokens))})", line.lower())
        return begins.start() if begins else _inside(line.lower(), tokens)
    inside = None
    for word, start, end in spans(line):
        if any(map(word.startswith, tokens)):
            return start
        if inside is None and (at := _inside(word, tokens)) is not None:
            run = line[start:end]  # a run of letters in Thai may be a whole text
            inside = start + bisect_left(range(len(run)), at, key=lambda k: len(folded(run[:k])))
    return inside


def _inside(line: str, tokens: Sequence[str]) -> int | None:
    return min((at for token in tokens if (at := line.find(token)) >= 0), default=None)


def _begin(line: str, begin: int) -> int:
    """The beginning of a word near this place; this place where words are long."""
    space = line.rfind(" ", max(0, begin - BEFORE), max(0, begin))
    return space + 1 if space >= 0 or begin <= BEFORE else begin


def _end(line: str, end: int) -> int:
    """The end of a word near this place."""
    if end >= len(line):
        return len(line)
    space = line.rfind(" ", end - BEFORE, end + 1)
    return end if space < 0 else space
