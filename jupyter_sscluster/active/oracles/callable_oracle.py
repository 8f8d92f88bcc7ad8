"""Answers of a function: a rule, a model, a service."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from numbers import Number
from os import PathLike
from pathlib import Path
from typing import Any

from jupyter_sscluster._data_frames import as_list, opened
from jupyter_sscluster._validation import InputError, InputTypeError, check_count
from jupyter_sscluster.active.oracle import BudgetExhausted
from jupyter_sscluster.active.oracles.answer_cache import AnswerCache, CachedAnswer, content_key
from jupyter_sscluster.active.oracles.by_pairs import placed_by_pairs, sorted_by_pairs
from jupyter_sscluster.constraints.answer_kinds import kind_of

NAME_LENGTH = 80

Pair = tuple[int, int]


class AskingFailed(RuntimeError):
    """The function that was asked has failed; whatever it answered before is kept."""


class CallableOracle:
    """Answers of a function about two items: a rule, a model, a service, a person elsewhere.

    It is asked once about each pair. An answer is kept, in a file where `cache` is given, before it
    is used, by what the two items hold, in whichever order: neither a kernel that is killed nor a
    run that is interrupted loses one. Where the function is to answer anew, give it another `name`.

    Parameters
    ----------
    ask : callable
        ``ask(a, b)`` of two items returns "must", "cannot" or "unknown", or True, False or None,
        alone or with a confidence above 0 and up to 1: ``("must", 0.8)``. The confidence becomes
        the weight of a soft answer, which may be violated; one of 1 is as none, and 0 is a
        don't-know. The item with the smaller row comes first.
    items : sequence or DataFrame, optional
        What is known of each row; by default the row's number. Of a data frame of any kind, a
        mapping of its columns.
    n_samples : int, optional
        Number of rows, where there are no items.
    cache : path, optional
        File of the answers, lines of JSON; it is made, or read where it is there.
    batch : int, optional
        ``ask`` then takes a list of at most so many pairs of items and returns a list or an array
        of answers, in their order. `prepare` asks so.
    name : str, optional
        Who answers: the source that answers are signed with; by default the function's name.
    key : callable, optional
        A text for what an item holds, where it is not text, numbers, dates, bytes, arrays, or
        lists and mappings of these.
    max_queries_cnt : int, optional
        How often the function may be called about a pair; what is kept counts nothing.

    Attributes
    ----------
    n_samples : int
    source : str
        The name.
    queries_cnt : int
        Pairs that the function was asked about; those that were kept already do not count.
    remaining : int or float
        How many more it may be asked about; infinity without a limit.

    Raises
    ------
    InputError
        If an argument breaks a rule, or the file holds something else.

    Examples
    --------
    >>> oracle = CallableOracle(lambda a, b: a[0] == b[0], ["apple", "avocado", "banana"])
    >>> oracle.query(0, 1), oracle.query(2, 0), oracle.query(0, 2), oracle.queries_cnt
    ('must', 'cannot', 'cannot', 2)
    >>> unsure = CallableOracle(lambda a, b: ("must", 0.7), n_samples=3, name="guess")
    >>> unsure.said(0, 1)
    CachedAnswer(kind='must', weight=0.7)
    """

    def __init__(
        self,
        ask: Callable[..., Any],
        items: Any = None,
        *,
        n_samples: int | None = None,
        cache: str | PathLike[str] | None = None,
        batch: int | None = None,
        name: str | None = None,
        key: Callable[[Any], str] | None = None,
        max_queries_cnt: int | None = None,
    ) -> None:
        if not callable(ask):
            raise InputTypeError(f"ask={ask!r} must be a function of two items")
        self.ask, self.batch, self._key = ask, batch, key or content_key
        self._items = _rows(items, n_samples)
        self.n_samples = len(self._items)
        if batch is not None:
            check_count(batch, "batch", 1, way_out="None asks about one pair at a time")
        if max_queries_cnt is not None:
            check_count(max_queries_cnt, "max_queries_cnt", 0, way_out="None means no limit")
        self.max_queries_cnt = max_queries_cnt
        self.source = _name(ask, name)
        self.queries_cnt = 0
        self._names: dict[int, str] = {}
        self._cache = AnswerCache(_path(cache), self.source)

    @property
    def remaining(self) -> float:
        """Pairs that the function may still be asked about."""
        limit = self.max_queries_cnt
        return float("inf") if limit is None else limit - self.queries_cnt

    def query(self, i: int, j: int) -> str:
        """What the function says of two rows: "must", "cannot" or "unknown".

        Raises
        ------
        AskingFailed
            If it raises.
        BudgetExhausted
            If it may be asked no more.
        InputError
            If a row does not exist, both are the same, or what it says is no answer.
        """
        return self.said(i, j).kind

    def said(self, i: int, j: int) -> CachedAnswer:
        """The same with its weight."""
        pair = self._pair(i, j)
        known = self._cache.get(self._keys(pair))
        if known is not None:
            return known
        self._put([pair])
        found = self._cache.get(self._keys(pair))
        assert found is not None
        return found

    def known(self, i: int, j: int) -> CachedAnswer | None:
        """What was said of two rows, if anything was; the function is not asked."""
        return self._cache.get(self._keys(self._pair(i, j)))

    def prepare(self, pairs: Iterable[Sequence[int]]) -> int:
        """Have answers to these pairs at hand, asking in batches; how many had to be asked.

        It ends early where no question is left.

        Raises
        ------
        AskingFailed, InputError
            As for `query`; the answers before are kept.
        """
        new: dict[tuple[str, str], Pair] = {}
        for i, j in pairs:
            pair = self._pair(i, j)
            first, second = sorted(self._keys(pair))
            if self._cache.get((first, second)) is None:
                new.setdefault((first, second), pair)
        size = self.batch or 1
        open_pairs = list(new.values())
        if self.remaining < len(open_pairs):
            open_pairs = open_pairs[: int(max(0, self.remaining))]
        for start in range(0, len(open_pairs), size):
            self._put(open_pairs[start : start + size])
        return len(open_pairs)

    def place(self, point: int, representatives: Sequence[int]) -> int | str | None:
        """With which of the representatives a row belongs, asked pair by pair; see `query`."""
        return placed_by_pairs(self.query, point, representatives)

    def sort(self, points: Sequence[int], representatives: Sequence[int] = ()) -> list[list[int]]:
        """The rows in piles, asked pair by pair; see `query`."""
        return sorted_by_pairs(self.query, points, representatives)

    # ------------------------------------------------------------------ inside

    def _put(self, pairs: list[Pair]) -> None:
        """Ask about pairs, and keep every answer that is one."""
        if self.remaining < len(pairs):
            raise BudgetExhausted(
                f"all {self.max_queries_cnt} questions to {self.source} are used up; raise "
                "max_queries_cnt"
            )
        couples = [(self._items[i], self._items[j]) for i, j in pairs]
        try:
            told = [self.ask(*couples[0])] if self.batch is None else self.ask(couples)
        except Exception as error:
            raise AskingFailed(
                f"{self.source} failed on {_named(pairs)} with {type(error).__name__}: {error}; "
                f"{_kept(len(self._cache))}correct the function, or ask about other pairs"
            ) from error
        self.queries_cnt += len(pairs)
        answers = _listed(told, len(pairs), self.source)
        wrong = None
        for pair, answer in zip(pairs, answers, strict=True):
            said = _said(answer)
            if said is not None:
                self._cache.keep(self._keys(pair), said)
            elif wrong is None:
                wrong = InputError(_no_answer(answer, self.source, pair))
        if wrong is not None:
            raise wrong

    def _pair(self, i: int, j: int) -> Pair:
        a, b = (check_count(row, "row", 0, self.n_samples - 1) for row in (i, j))
        if a == b:
            raise InputError(
                f"query({i}, {j}) asks whether row {a} belongs with itself; give two different rows"
            )
        return (a, b) if a < b else (b, a)

    def _keys(self, pair: Pair) -> tuple[str, str]:
        for row in pair:
            if row not in self._names:
                self._names[row] = str(self._key(self._items[row]))
        return self._names[pair[0]], self._names[pair[1]]


def weighed(oracle: Any, i: int, j: int) -> tuple[Any, float]:
    """What any oracle answers, and how much it weighs: 1 where it tells no weight."""
    said = getattr(oracle, "said", None)
    return said(i, j) if callable(said) else (oracle.query(i, j), 1.0)


def _rows(items: Any, n_samples: int | None) -> Sequence[Any]:
    if items is None:
        if n_samples is None:
            raise InputError("CallableOracle needs the items, one a row, or n_samples")
        return range(check_count(n_samples, "n_samples"))
    frame = opened(items)
    rows = list(as_list(items)) if frame is None else frame.records()
    if n_samples is not None and len(rows) != n_samples:
        raise InputError(f"{len(rows)} items were given for n_samples={n_samples}; leave one out")
    return rows


def _path(cache: str | PathLike[str] | None) -> Path | None:
    path = None if cache is None else Path(cache)
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise InputError(f"cache={str(path)!r} must be a file in a folder that exists")
    return path


def _name(ask: Callable[..., Any], name: str | None) -> str:
    if name is None:
        own = str(getattr(ask, "__name__", type(ask).__name__))
        return own if own.isidentifier() else "function"
    clean = name.strip() if isinstance(name, str) else ""
    if not clean or len(clean) > NAME_LENGTH or not clean.isprintable() or " by " in f" {clean} ":
        raise InputError(
            f"name={name!r} must be a text of 1 to {NAME_LENGTH} characters on one line, without "
            "'by' as a word of its own"
        )
    return clean


def _listed(told: Any, count: int, source: str) -> list[Any]:
    told = as_list(told)
    column = isinstance(told, (list, tuple)) or len(getattr(told, "shape", ())) == 1
    answers = list(told) if column else None
    if answers is None or len(answers) != count:
        got = repr(told) if answers is None else f"{len(answers)} answers"
        raise InputError(f"{source} gave {got} to {count} pairs; return one answer a pair, listed")
    return answers


def _said(answer: Any) -> CachedAnswer | None:
    """What an answer means; None if it is none."""
    kind, confidence = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, 1.0)
    if isinstance(kind, Number) and not isinstance(kind, bool):
        return None
    try:
        meant, weight = kind_of(kind), float(confidence)
    except (InputError, TypeError, ValueError):
        return None
    if not 0.0 <= weight <= 1.0:
        return None
    return CachedAnswer(meant, weight) if weight and meant != "unknown" else CachedAnswer("unknown")


def _no_answer(answer: Any, source: str, pair: Pair) -> str:
    shown = repr(answer)
    shown = shown if len(shown) <= 60 else f"{shown[:60]}…"
    return (
        f"{source} answered {shown} about {_named([pair])}; return 'must', 'cannot' or 'unknown' "
        "(or True, False, None), alone or with a confidence from 0 to 1, such as ('must', 0.8)"
    )


def _kept(answers: int) -> str:
    if not answers:
        return ""
    return f"its {answers} other answer{' is' if answers == 1 else 's are'} kept: "


def _named(pairs: list[Pair]) -> str:
    i, j = pairs[0]
    more = f" and {len(pairs) - 1} more pairs" if len(pairs) > 1 else ""
    return f"rows {i} and {j}{more}"
