"""A person who answers in a terminal or a plain notebook."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np

from jupyter_sscluster._validation import (
    InputError,
    check_count,
    check_data,
    check_names,
    feature_names,
    row_names,
)
from jupyter_sscluster.active.oracle import BudgetExhausted

KEYS = {"m": "must", "c": "cannot", "s": "unknown"}
NUMBERS = "Type the number of a point, 0 for none of them, s (skip: don't know) or q (quit)."
HELP = "Type m (must: same group), c (cannot: different groups), s (skip: don't know) or q (quit)."
SHOWN = 12
"""Features shown at most: those in which the two points differ most."""


class HumanOracle:
    """Asks a person, in a line of text.

    Shows the two points with their names and values, and reads one letter: m (must), c (cannot),
    s (don't know), q (quit). Anything else is asked again. After q, at the end of input, or when
    the kernel is interrupted, no question is left: `fit` ends with all answers given so far, and
    clusters. Where a point is to be placed, or several are to be sorted, it reads the number of the
    point that it belongs with, or 0 for none of them; a point that is sorted as 0 gets a number of
    its own. A sorting that is ended keeps the points that have been sorted.

    Parameters
    ----------
    X : array or DataFrame, shape (n_samples, n_features), optional
        Whose values are shown; at most twelve features, those that differ most for their spread.
    names : sequence of str, optional
        Names of the rows; those of the DataFrame if it has any.
    n_samples : int, optional
        Number of points, where there is no X.
    max_queries_cnt : int or None, default None
        How many questions may be asked; None for no limit.
    input, print : callable, optional
        What reads a line, given the prompt, and what shows a text.

    Attributes
    ----------
    answers : list of (i, j, kind)
        All answers to pairs so far.
    placements : list of (point, representatives, answer)
    sortings : list of (points, piles)
    reason : str
        Why the next pair is asked about; `fit` fills it in, and it is shown.

    >>> oracle = HumanOracle([[5.1, 1.4], [6.3, 6.0]], input=lambda prompt: "c")
    >>> oracle.query(0, 1)
    Question 1: do 0 and 1 belong together?
        feature 0:  5.1 | 6.3
        feature 1:  1.4 | 6
    'cannot'
    """

    def __init__(
        self,
        X: Any = None,
        *,
        names: Any = None,
        n_samples: int | None = None,
        max_queries_cnt: int | None = None,
        input: Callable[[str], str] | None = None,
        print: Callable[[str], object] | None = None,
    ) -> None:
        self.X = None if X is None else check_data(X)
        if self.X is not None:
            n_samples = len(self.X)
        if n_samples is None:
            raise InputError(
                "HumanOracle needs the points: pass X, or n_samples where there is no X"
            )
        self.n_samples = check_count(n_samples, "n_samples")
        if max_queries_cnt is not None:
            check_count(max_queries_cnt, "max_queries_cnt", 0, way_out="None means no limit")
        self.max_queries_cnt = max_queries_cnt
        names = row_names(X) if names is None and X is not None else names
        self.names = None if names is None else check_names(names, self.n_samples)
        self._features = feature_names(X) if X is not None else None
        self._input, self._print = input or builtins.input, print or builtins.print
        self.answers = list[tuple[int, int, str]]()
        self.placements = list[tuple[int, list[int], int | str | None]]()
        self.sortings = list[tuple[list[int], list[list[int]]]]()
        self.reason = ""
        self._ended = False

    @property
    def remaining(self) -> float:
        """Questions left; none after q, infinity without a limit."""
        if self._ended:
            return 0
        if self.max_queries_cnt is None:
            return float("inf")
        return self.max_queries_cnt - self._n_answered

    def query(self, i: int, j: int) -> str:
        """What the person says: "must", "cannot" or "unknown".

        Raises
        ------
        BudgetExhausted
            If the person wants no more, or no question is left.
        InputError
            If a point does not exist, or both are the same.
        """
        i, j = self._asked([i, j], f"query({i}, {j})")
        first, second = self._name(i), self._name(j)
        self._show(f"do {first} and {second} belong together?", self._values([i, j]))
        kind = self._typed("m / c / s / q? ", KEYS | {kind: kind for kind in KEYS.values()}, HELP)
        if kind is None:
            self._end()
        self.answers.append((i, j, kind))
        return str(kind)

    def place(self, point: int, representatives: Sequence[int]) -> int | str | None:
        """With which of the representatives the person says that a point belongs.

        Returns
        -------
        int, None or "unknown"
            A representative, or None for none of these.

        Raises
        ------
        BudgetExhausted, InputError
            As for `query`.
        """
        point, *shown = self._asked([point, *representatives], "place")
        self._show(f"which of these does {self._name(point)} belong with?", self._listed(shown))
        self._print("\n".join([f"    {self._name(point)}:", *self._values([point, *shown])]))
        choice = self._number(shown)
        if choice is None:
            self._end()
        answer = None if choice == 0 else choice if isinstance(choice, str) else shown[choice - 1]
        self.placements.append((point, shown, answer))
        return answer

    def sort(self, points: Sequence[int], representatives: Sequence[int] = ()) -> list[list[int]]:
        """The piles that the person makes, one point after another.

        Returns
        -------
        list of lists of int
            The first piles start with the representatives.

        Raises
        ------
        BudgetExhausted, InputError
            As for `query`; ended after some points, the piles of these are returned.
        """
        rows = self._asked([*points, *representatives], "sort")
        told, piles = rows[: len(points)], [[row] for row in rows[len(points) :]]
        names = ", ".join(map(self._name, told))
        self._show(f"where do {names} belong?", self._listed([pile[0] for pile in piles]))
        for count, point in enumerate(told):
            values = self._values([point, *(pile[0] for pile in piles)])
            self._print("\n".join([f"    {self._name(point)}:", *values]))
            choice = self._number([pile[0] for pile in piles])
            if choice is None and count == 0:
                self._end()
            if choice is None:
                self._ended = True
                break
            if choice == 0:
                piles.append([point])
                self._print(f"    {len(piles)}: {self._name(point)}")
            elif isinstance(choice, int):
                piles[choice - 1].append(point)
        self.sortings.append((told, piles))
        return piles

    @property
    def _n_answered(self) -> int:
        return len(self.answers) + len(self.placements) + len(self.sortings)

    def _asked(self, rows: Sequence[int], asked: str) -> list[int]:
        """The rows, all different, if another question may be asked."""
        found = [check_count(row, "point", 0, self.n_samples - 1) for row in rows]
        if len(set(found)) < len(found):
            raise InputError(f"{asked} asks about one point twice; give different points")
        if self.remaining < 1:
            raise BudgetExhausted("no question is left; make a new HumanOracle to go on")
        return found

    def _end(self) -> NoReturn:
        self._ended = True
        raise BudgetExhausted(f"ended after {self._n_answered} answers, all of them kept")

    def _number(self, shown: list[int]) -> Any:
        """The number typed, "unknown" for don't know, None to end."""
        keys = {str(number): number for number in range(len(shown) + 1)}
        wanted = f"0-{len(shown)} / s / q? " if shown else "0 / s / q? "
        return self._typed(wanted, {**keys, "s": "unknown", "unknown": "unknown"}, NUMBERS)

    def _name(self, row: int) -> str:
        return str(row) if self.names is None else self.names[row]

    def _listed(self, shown: list[int]) -> list[str]:
        return [f"    {number}: {self._name(row)}" for number, row in enumerate(shown, 1)]

    def _show(self, text: str, lines: list[str]) -> None:
        """A question, why it is asked, and what belongs to it."""
        why = [f"    {self.reason}"] if self.reason else []
        self._print("\n".join([f"Question {self._n_answered + 1}: {text}", *why, *lines]))
        self.reason = ""

    def _typed(self, prompt: str, keys: dict[str, Any], rule: str) -> Any:
        """What a key means; None to end."""
        while True:
            try:
                said = self._input(prompt).strip().lower()
            except (EOFError, KeyboardInterrupt):
                return None
            if said in keys:
                return keys[said]
            if said in ("q", "quit"):
                return None
            self._print(rule)

    def _values(self, rows: Sequence[int]) -> list[str]:
        """One line a feature, those that differ most for their spread first."""
        if self.X is None:
            return []
        size = abs(self.X).max(axis=0)
        scaled = self.X / np.where(size > 0, size, 1.0)
        spread = scaled.std(axis=0)
        gap = np.ptp(scaled[rows], axis=0) / np.where(spread > 0, spread, 1.0)
        order = (-gap).argsort(kind="stable")[:SHOWN].tolist()
        texts = [self._features[f] if self._features else f"feature {f}" for f in order]
        width = max(map(len, texts))
        lines = [
            f"    {text + ':':<{width + 1}}  {' | '.join(f'{self.X[row, f]:g}' for row in rows)}"
            for f, text in zip(order, texts, strict=True)
        ]
        left = self.X.shape[1] - len(order)
        return [*lines, f"    … and {left} more"] if left else lines
