"""Refuse pairs of row numbers that a cross-validation passes on with a subset of the rows.

scikit-learn takes the rows of a fold from X, and from every argument of `fit` with as many entries
as X has rows. A list of pairs reaches the fit unchanged or, with as many pairs as rows, without
some pairs: if its row numbers exist in the fold as well, the result is silently wrong.
"""

import sys
from types import FrameType
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError


def pairs_of_these_rows(**given: Any) -> tuple[Any, Any]:
    """The must-links and cannot-links of a fit, each given under one of its two names.

    Raises `InputError` if scikit-learn passes them to a fit on some of their rows. Running
    scikit-learn functions are searched for these very lists among the arguments of a fit, and for
    the rows to fit. Pairs made for the rows of a fold pass, and so does a fold of all rows.
    """
    given = {name: pairs for name, pairs in given.items() if pairs is not None}
    for name, same in (("must", "ml"), ("cannot", "cl")):
        if name in given and same in given:
            raise InputError(f"{name}= and {same}= mean the same; pass one of them")
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
    return given.get("must", given.get("ml")), given.get("cannot", given.get("cl"))


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
