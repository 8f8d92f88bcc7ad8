"""One digest for all that a case gives, whatever it is made of."""

import hashlib
import warnings
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator

from jupyter_sscluster import Constraints

WORDS = ("reason", "text")
PASSING = ("seconds", "time")

Case = tuple[str, Callable[[], Any]]


class Words(NamedTuple):
    """Sentences, whose digest is a case of its own."""

    suffix: str
    texts: list[str]


def feed(digest: Any, value: Any) -> None:
    """Every bit of a value, whatever it is made of; the kind and the shape come first."""
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "biuf":
        kind = "<f8" if value.dtype.kind == "f" else "<i8"
        array = np.ascontiguousarray(value, dtype=kind)
        digest.update(f"array {array.shape} {kind} ".encode())
        digest.update(array.tobytes())
    elif isinstance(value, bool | int | float):
        feed(digest, np.asarray(value))
    elif value is None or isinstance(value, str | bytes):
        digest.update(f"{type(value).__name__} {value!r} ".encode())
    elif isinstance(value, dict):
        feed(digest, [item for key in sorted(value) for item in (key, value[key])])
    else:
        parts = parts_of(value)
        digest.update(f"parts {len(parts)} ".encode())
        for part in parts:
            feed(digest, part)


def parts_of(value: Any) -> list[Any]:
    """What counts of a composite: no names of classes, no sentences, no seconds."""
    spared = (*WORDS, *PASSING)
    if isinstance(value, Constraints):
        tables = ("must", "cannot", "soft_must", "soft_cannot")
        arrays = [getattr(value, f"{t}{end}") for t in tables for end in ("", "_weights")]
        return [value.n_samples, value.names, *arrays]
    if isinstance(value, BaseEstimator):
        learned = {k: v for k, v in vars(value).items() if k.endswith("_") and k[0] != "_"}
        return [item for key in sorted(learned) for item in (key, learned[key])]
    if hasattr(value, "_fields"):
        return [getattr(value, name) for name in value._fields if name not in spared]
    if is_dataclass(value):
        names = [field.name for field in fields(value)]
        return [getattr(value, name) for name in names if name not in spared]
    return list(value)


def short(value: Any) -> str:
    digest = hashlib.sha256()
    feed(digest, value)
    return digest.hexdigest()[:16]


def outcome(case: Callable[[], Any]) -> tuple[Any, list[Words]]:
    """What a case gives, or the kind of its error; and the sentences that came with it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value, said = case(), []
        except Exception as error:
            value, said = f"raised {type(error).__name__}", [str(error)]
    said += [str(w.message) for w in caught if w.category.__module__.startswith("sklearn")]
    words = [Words("words", said)] if said else []
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Words):
        value, own = value
        words.append(own)
    return value, words


def lines(cases: Iterator[Case]) -> Iterator[str]:
    for name, case in cases:
        value, words = outcome(case)
        yield f"{name}  {short(value)}"
        for suffix, texts in words:
            yield f"{name}.{suffix}  {short(texts)}"
