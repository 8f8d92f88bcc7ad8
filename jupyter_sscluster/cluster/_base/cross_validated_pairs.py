"""Refuse pairs of row numbers that a cross-validation passes on with a subset of the rows.

scikit-learn takes the rows of a fold from X, and from every argument of `fit` with as many entries
as X has rows. A list of pairs is no such thing: it reaches the fit as it was given, or, with as
many pairs as there are rows, less some pairs. Where its numbers exist in the fold as well, nothing
would be amiss but the result.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError


def check_pairs_of_these_rows(ml: Any, cl: Any) -> None:
    """Refuse pairs that scikit-learn hands on to a fit on some of the rows they are about.

    Of the functions that are running those of scikit-learn are looked at that hold these very lists
    among the arguments of a fit, and the rows to fit: pairs that somebody made for the rows of a
    fold are none of these, nor are those of a "fold" that has all rows in their order.

    Raises
    ------
    InputError
        With the way out, `constraints=`.
    """
    given = {"ml": ml, "cl": cl}
    given = {name: pairs for name, pairs in given.items() if pairs is not None}
    frame = sys._getframe(1) if given else None
    while frame is not None:
        for name, pairs in given.items():
            if _of_other_rows(frame, pairs):
                raise InputError(
                    f"{name}={short(pairs)} are pairs of rows of all data, and a cross-validation "
                    "fits some of the rows, where these numbers mean other ones; pass "
                    f"constraints=Constraints({_n_rows(frame)}, must=..., cannot=...) instead: "
                    "each fold then gets what is known about its rows"
                )
        frame = frame.f_back


def _of_other_rows(frame: FrameType, pairs: Any) -> bool:
    """Whether this is a function of scikit-learn that takes rows for a fit with these pairs."""
    if not str(frame.f_globals.get("__name__", "")).startswith("sklearn."):
        return False
    names = frame.f_locals
    rows = names.get("train", names.get("train_idx"))
    if rows is None or not any(_holds(value, pairs) for value in names.values()):
        return False
    n_rows = _n_rows(frame)
    return not np.array_equal(np.arange(n_rows)[rows], np.arange(n_rows))


def _holds(value: Any, pairs: Any) -> bool:
    return isinstance(value, dict) and any(held is pairs for held in value.values())


def _n_rows(frame: FrameType) -> int:
    X = frame.f_locals["X"]
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def short(value: Any) -> str:
    """A value as text of at most 40 characters."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 40 else f"{text[:37]}..."
