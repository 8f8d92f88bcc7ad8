"""The words that set the texts of a cluster apart from the others, and a name made of them."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from scipy.stats import hypergeom

from jupyter_sscluster._arrays import Array, Index, IntArray, Integers, Mask
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.text_index import folded, pieces, spans, words

READ = 20_000
"""Characters of a text that are read."""

FEWEST = 3
"""Number of texts in which a word must be."""

LEVEL = 1.0
"""The lowest z of a word that is shown. The prior makes it small: by chance alone its standard
deviation is √(p/2) or less, p the share of the cluster."""

MORE = 1.5
"""A word that is shown is so many times as frequent here as in the rest."""

BY_CHANCE = 0.05
"""The highest chance of a name where clusters have nothing to do with the texts."""

SHOWN = 7
TWICE = 2.0
"""A word of a phrase is at least so many times as frequent here as in any other cluster."""

OFTEN = 0.5
"""A phrase is in so many of the texts that have the rarer one of its words."""


class Word(NamedTuple):
    """A word with its share of the cluster's texts and of the rest, from 0 to 1, and its z."""

    word: str
    inside: float
    rest: float
    z: float


class WordCounts:
    """Which text has which words and phrases of two words, counted once; sums make the rest.

    A word counts once a text, however often the text repeats it. Words in fewer than three texts
    count for the lengths only. Of a text the first 20,000 characters are read; what is no text is
    an empty one.

    Parameters
    ----------
    texts : iterable of str, one a row
    """

    def __init__(self, texts: Iterable[Any]) -> None:
        rows, ids, known, forms = _read(texts)
        self.n_texts = len(rows) - 1
        of_row = np.repeat(np.arange(self.n_texts), np.diff(rows))
        n_known = max(1, len(known))
        single, n_texts = _pairs(of_row, ids, n_known)
        self.lengths = np.bincount(single // n_known, minlength=self.n_texts)
        named = np.array([_may_be_shown(word) for word in known], dtype=bool)
        kept = np.flatnonzero(named & (n_texts[: len(known)] >= FEWEST))
        singles = _columns(single, kept, n_known, self.n_texts)
        at = np.full(n_known, -1)
        at[kept] = np.arange(len(kept))
        self.parts, phrases = _phrases(of_row, at[ids], len(kept), self.n_texts)
        self.n_words = len(kept)
        self._has = sparse.hstack([singles, phrases], format="csr")
        self.everywhere = np.bincount(self._has.indices, minlength=self._has.shape[1])
        plain = np.bincount(ids, minlength=n_known)
        names = [*known]
        self.words = [_form(names[k], forms.get(k), int(plain[k])) for k in kept.tolist()]

    def phrase(self, number: int) -> str:
        """A phrase of two words."""
        return " ".join(self.words[part[number]] for part in self.parts)

    def of(self, labels: Integers) -> ClusterWords:
        """The sums of clusters; a label a text, -1 for those of no cluster."""
        n_clusters = int(labels.max()) + 1 if len(labels) else 0
        places = np.flatnonzero(labels >= 0)
        labels = labels[places]
        inside = sparse.csr_matrix(
            (np.ones(len(places), dtype=np.int32), (labels, places)),
            shape=(n_clusters, self.n_texts),
        )
        return ClusterWords(
            self, inside @ self._has, np.bincount(labels), np.asarray(inside @ self.lengths)
        )


def marked(text: str, chosen: Iterable[str]) -> list[str]:
    """A text in pieces, of which every second one is a word that is among some, or an ending of it.

    >>> marked("Two trees fell", ["tree"])
    ['Two ', 'trees', ' fell']
    """
    wanted = [*map(folded, chosen)]
    return pieces(text, lambda word: any(word == each or _is_same(word, each) for each in wanted))


class TextCounts:
    """The counts of a session's texts, made when they are first needed, in whichever thread.

    They are of the rows that are shown at that moment.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine, self._turn = engine, threading.Lock()
        self._rows: IntArray | None = None
        self._texts: Any = None
        self._counts: WordCounts | None = None

    @property
    def are_known(self) -> bool:
        """Whether they need not be made any more."""
        return self._counts is not None and self._texts is self._engine.data.texts

    def of(self, labels: Integers) -> ClusterWords:
        """The sums of clusters; a label a row."""
        counts = self.made()
        return counts.of(labels if self._rows is None else labels[self._rows])

    def made(self) -> WordCounts:
        """The counts of the texts."""
        with self._turn:
            known = self._counts
            if known is None or self._texts is not self._engine.data.texts:  # rows were added
                sample, self._texts = self._engine.sample, self._engine.data.texts
                texts = self._texts or ()
                self._rows = sample.rows
                self._counts = known = WordCounts(texts[row] for row in sample.numbers)
            return known


class ClusterWords:
    """The words of clusters: in how many texts of each cluster each word and phrase is."""

    def __init__(
        self, counts: WordCounts, texts_with: sparse.csr_matrix, sizes: IntArray, lengths: IntArray
    ) -> None:
        self._counts, self._texts_with = counts, texts_with
        self._sizes, self._lengths = sizes, lengths

    def about(self, cluster: int) -> tuple[tuple[Word, ...], tuple[str, ...]]:
        """The words that set a cluster apart, most first, and names made of them, the best first.

        Words are in at least three of its texts, their z is at least 1, and their share of its
        texts is at least one and a half times that of the rest. Of words of which one is the other
        with at most two letters more, such as "tree" and "trees", only the first is given.
        """
        if cluster >= len(self._sizes):
            return (), ()
        counts, size = self._counts, int(self._sizes[cluster])
        here = self._texts_with[[cluster]].toarray().ravel()
        rest = max(1, counts.n_texts - size)
        shares, others = here / max(1, size), (counts.everywhere - here) / rest
        z = self._z(here, int(self._lengths[cluster]))
        found = (z >= LEVEL) & (here >= FEWEST) & (shares >= MORE * others)
        chosen = self._chosen(np.flatnonzero(found[: counts.n_words]), z)
        told = [
            Word(counts.words[k], float(shares[k]), float(others[k]), float(z[k])) for k in chosen
        ]
        return tuple(told), self._names(cluster, chosen, here, z)

    def _z(self, here: IntArray, length: int) -> Array:
        counts = self._counts
        sides = slice(counts.n_words), slice(counts.n_words, None)
        n, everywhere = int(counts.lengths.sum()), counts.everywhere
        return np.concatenate(
            [log_odds_z(here[side], everywhere[side], length, n) for side in sides]
        )

    def _chosen(self, found: Index, z: Array) -> list[int]:
        names, chosen = self._counts.words, list[int]()
        for k in found[np.argsort(-z[found], kind="stable")].tolist():
            if len(chosen) == SHOWN:
                break
            if not any(_is_same(names[k], names[other]) for other in chosen):
                chosen.append(k)
        return chosen

    def _names(self, cluster: int, top: list[int], here: IntArray, z: Array) -> tuple[str, ...]:
        """Phrases of two words that are this cluster's own, one of them a top one; top words."""
        if not top:
            return ()
        counts, singles = self._counts, here[: self._counts.n_words]
        first, second = counts.parts
        pairs, z_pairs = here[counts.n_words :], z[counts.n_words :]
        most = np.minimum(singles[first], singles[second])
        often = (pairs >= FEWEST) & (pairs >= OFTEN * most) & (pairs >= singles[top[0]] / 4)
        leads = np.isin(first, top) | np.isin(second, top)
        found = np.flatnonzero((z_pairs >= LEVEL) & often & leads)
        found = found[self._is_sure(cluster, found + counts.n_words, here)]
        top = np.array(top)[self._is_sure(cluster, np.array(top), here)].tolist()
        if not len(found) and not top:
            return ()
        found = found[np.argsort(-z_pairs[found], kind="stable")]
        lead = self._leads(cluster, np.array([*first[found], *second[found], *top]))
        clear = np.minimum(*lead[: 2 * len(found)].reshape(2, -1)) >= TWICE
        phrases = [counts.phrase(k) for k in found[clear][:3].tolist()]
        own = [k for k, times in zip(top, lead[2 * len(found) :], strict=True) if times >= 1]
        alone = [counts.words[k] for k in own or top[:1]]
        return tuple(name[:1].upper() + name[1:] for name in [*phrases, *alone])

    def _is_sure(self, cluster: int, columns: Index, here: IntArray) -> Mask:
        """Whether chance would hardly put any word into so many of the cluster's texts.

        The chance is that of a hypergeometric draw, times the number of words and phrases.
        """
        everywhere, size = self._counts.everywhere, int(self._sizes[cluster])
        chance = hypergeom.sf(here[columns] - 1, self._counts.n_texts, everywhere[columns], size)
        return np.asarray(chance * len(everywhere) <= BY_CHANCE)

    def _leads(self, cluster: int, columns: Index) -> Array:
        """How many times as frequent words are here as in the other cluster that has them most."""
        shares = self._texts_with[:, columns].toarray() / np.maximum(1, self._sizes)[:, None]
        here = shares[cluster].copy()
        shares[cluster] = 0
        with np.errstate(divide="ignore"):
            return np.asarray(here / shares.max(axis=0))


def log_odds_z(here: IntArray, everywhere: IntArray, n_here: int, n: int) -> Array:
    """The z of the difference between the log-odds of words in one part and in the rest.

    With y words in one of n words, a part i and the rest j, and a prior of α_w for each word that
    is its count everywhere, α_0 their sum:

        δ_w = log((y_i + α_w) / (n_i + α_0 - y_i - α_w))
            - log((y_j + α_w) / (n_j + α_0 - y_j - α_w))
        σ²_w = 1 / (y_i + α_w) + 1 / (y_j + α_w),  z_w = δ_w / σ_w

    Parameters
    ----------
    here, everywhere : int arrays of shape (n_words,)
        How often a word is in the part, and in all.
    n_here, n : int
        How many words the part has, and all have.

    References
    ----------
    Monroe, B. L., Colaresi, M. P. & Quinn, K. M. (2008). Fightin' Words: lexical feature selection
    and evaluation for identifying the content of political conflict. Political Analysis 16 (4),
    372-403.

    Examples
    --------
    >>> log_odds_z(np.array([8, 2]), np.array([10, 10]), 10, 20).round(2).tolist()
    [2.18, -2.18]
    """
    one, other = here + everywhere, 2.0 * everywhere - here
    rest_one, rest_other = n_here + n - one, 2.0 * n - n_here - other
    with np.errstate(divide="ignore", invalid="ignore"):
        delta = np.log(one / rest_one) - np.log(other / rest_other)
        z: Array = delta / np.sqrt(1 / one + 1 / other)
    return np.nan_to_num(z, nan=0.0, posinf=0.0, neginf=0.0)


Forms = dict[int, Counter[str]]


def _read(texts: Iterable[Any]) -> tuple[IntArray, IntArray, dict[str, int], Forms]:
    """Where each text begins, the number of each of its words, and how words are written."""
    known: defaultdict[str, int] = defaultdict(lambda: len(known))
    forms: Forms = defaultdict(Counter)
    ends, ids = [0], list[np.ndarray]()
    for text in texts:
        read = text[:READ] if isinstance(text, str) else ""
        numbers = [known[word] for word in words(read)]
        if not read.isascii():
            for word, begin, end in spans(read):
                if (written := read[begin:end].lower()) != word:
                    forms[known[word]][written] += 1
        ids.append(np.array(numbers, dtype=np.int64))
        ends.append(ends[-1] + len(numbers))
    joined = np.concatenate(ids) if ids else np.empty(0, dtype=np.int64)
    return np.array(ends), joined, dict(known), forms


def _pairs(of_row: IntArray, ids: IntArray, n_ids: int) -> tuple[IntArray, IntArray]:
    """Each pair of a text and a word once, as a number; and in how many texts a word is."""
    once = np.unique(of_row * n_ids + ids)
    return once, np.bincount(once % n_ids, minlength=n_ids)


def _columns(pairs: IntArray, kept: IntArray, n_ids: int, n_texts: int) -> sparse.csr_matrix:
    """A row a text and a column for each word that is kept."""
    at = np.full(n_ids, -1)
    at[kept] = np.arange(len(kept))
    rows, columns = pairs // n_ids, at[pairs % n_ids]
    rows, columns = rows[columns >= 0], columns[columns >= 0]
    has = np.ones(len(rows), dtype=np.int8)
    return sparse.csr_matrix((has, (rows, columns)), shape=(n_texts, len(kept)))


def _phrases(
    of_row: IntArray, ids: IntArray, n_words: int, n_texts: int
) -> tuple[tuple[IntArray, IntArray], sparse.csr_matrix]:
    """The two words of each phrase in at least three texts, and the texts that have it."""
    beside = (of_row[:-1] == of_row[1:]) & (ids[:-1] >= 0) & (ids[1:] >= 0)
    codes = (ids[:-1] * n_words + ids[1:])[beside]
    kinds, numbers = np.unique(codes, return_inverse=True)
    n_kinds = max(1, len(kinds))
    pairs, n_in = _pairs(of_row[:-1][beside], numbers, n_kinds)
    kept = np.flatnonzero(n_in[: len(kinds)] >= FEWEST)
    parts = kinds[kept] // max(1, n_words), kinds[kept] % max(1, n_words)
    return parts, _columns(pairs, kept, n_kinds, n_texts)


def _may_be_shown(word: str) -> bool:
    """Single letters and numbers say nothing; a single Chinese character may."""
    return (len(word) > 1 or not word.isascii()) and any(map(str.isalpha, word))


def _is_same(one: str, other: str) -> bool:
    """Whether they are a word and an ending of it: "tree", "trees"."""
    short, long = sorted(map(folded, (one, other)), key=len)
    return len(short) > 2 and len(long) - len(short) <= 2 and long.startswith(short)


def _form(word: str, written: Counter[str] | None, count: int) -> str:
    """How a word is written most often."""
    if not written:
        return word
    written = written + Counter({word: count - written.total()})
    return min(written, key=lambda form: (-written[form], form))
