"""A person who answers in a terminal or a plain notebook."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

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
HELP = "Type m (must: same group), c (cannot: different groups), s (skip: don't know) or q (quit)."
SHOWN = 12
"""Features shown at most: those in which the two points differ most."""


class HumanOracle:
    """Asks a person, in a line of text.

    Shows the two points with their names and values, and reads one letter: m (must), c (cannot),
    s (don't know), q (quit). Anything else is asked again. After q, at the end of input, or when
    the kernel is interrupted, no question is left: `fit` ends with all answers given so far, and
    clusters.

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
        All answers so far.
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
        self.reason = ""
        self._ended = False

    @property
    def remaining(self) -> float:
        """Questions left; none after q, infinity without a limit."""
        if self._ended:
            return 0
        if self.max_queries_cnt is None:
            return float("inf")
        return self.max_queries_cnt - len(self.answers)

    def query(self, i: int, j: int) -> str:
        """What the person says: "must", "cannot" or "unknown".

        Raises
        ------
        BudgetExhausted
            If the person wants no more, or no question is left.
        InputError
            If a point does not exist, or both are the same.
        """
        i, j = (check_count(point, "point", 0, self.n_samples - 1) for point in (i, j))
        if i == j:
            raise InputError(f"query({i}, {j}) asks about one point; give two points")
        if self.remaining < 1:
            raise BudgetExhausted("no question is left; make a new HumanOracle to go on")
        self._print(self._question(i, j))
        kind = self._answer()
        if kind is None:
            self._ended = True
            raise BudgetExhausted(f"ended after {len(self.answers)} answers, all of them kept")
        self.answers.append((i, j, kind))
        self.reason = ""
        return kind

    def _answer(self) -> str | None:
        """must, cannot or unknown; None to end."""
        while True:
            try:
                said = self._input("m / c / s / q? ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                return None
            if said in KEYS or said in KEYS.values():
                return KEYS.get(said, said)
            if said in ("q", "quit"):
                return None
            self._print(HELP)

    def _question(self, i: int, j: int) -> str:
        first, second = (str(p) if self.names is None else self.names[p] for p in (i, j))
        lines = [f"Question {len(self.answers) + 1}: do {first} and {second} belong together?"]
        if self.reason:
            lines.append(f"    {self.reason}")
        return "\n".join([*lines, *self._values(i, j)])

    def _values(self, i: int, j: int) -> list[str]:
        """One line a feature, those that differ most for their spread first."""
        if self.X is None:
            return []
        size = abs(self.X).max(axis=0)
        scaled = self.X / np.where(size > 0, size, 1.0)
        spread = scaled.std(axis=0)
        gap = abs(scaled[i] - scaled[j]) / np.where(spread > 0, spread, 1.0)
        order = (-gap).argsort(kind="stable")[:SHOWN].tolist()
        texts = [self._features[f] if self._features else f"feature {f}" for f in order]
        width = max(map(len, texts))
        lines = [
            f"    {text + ':':<{width + 1}}  {self.X[i, f]:g} | {self.X[j, f]:g}"
            for f, text in zip(order, texts, strict=True)
        ]
        left = self.X.shape[1] - len(order)
        return [*lines, f"    … and {left} more"] if left else lines
