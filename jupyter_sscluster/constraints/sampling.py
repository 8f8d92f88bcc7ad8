"""Sample pairs from labels: at random, or a minimal set that implies all labels."""

from typing import Any

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._data_frames import as_list, opened
from jupyter_sscluster._validation import InputError, check_count, is_number, unmasked

PAIR_LIMIT = 20_000_000

DRAWN = {"both": "pairs", "must": "must-links", "cannot": "cannot-links"}
"""The kinds that are drawn, and what they are called."""

UNKNOWN_AS_TEXT = ("-1", "-1.0", "nan", "None", "<NA>")
"""What NumPy makes of an unknown label when it turns labels of several types into texts."""


def label_codes(y: Any) -> IntArray:
    """Number the labels from 0 in order of first appearance; -1 where a label is unknown.

    Unknown are -1, NaN and None. Labels may be any hashable values. A NumPy array of texts in which
    one of these may have become a text, such as `np.array(["a", "b", -1])`, is refused: whether
    its "-1" is a class cannot be told. In a list, "-1" is a class like any other text.
    """
    unmasked(y, "y", dates=True)
    if hasattr(y, "__array__") and not hasattr(y, "__iter__"):
        y = np.asarray(y)[()]
    if getattr(y, "ndim", 1) != 1 or opened(y) is not None:
        raise InputError(
            f"y has shape {tuple(y.shape)}; one label a row is needed, shape (n_samples,)"
        )
    if isinstance(y, (str, bytes, dict)) or not hasattr(y, "__iter__"):
        raise InputError(f"y={y!r} holds no labels; give one label a row, -1 where it is unknown")
    values = y.tolist() if isinstance(y, np.ndarray) else list(as_list(y))
    if isinstance(y, np.ndarray) and y.dtype.kind in "UST":
        _check_texts(values)
    numbers: dict[Any, int] = {}
    return np.fromiter((_code(v, numbers) for v in values), dtype=np.int64, count=len(values))


def random_pairs(
    codes: IntArray,
    n_pairs: int | None,
    random_state: Any,
    kind: str = "both",
    share: float | None = None,
) -> tuple[IntArray, IntArray]:
    """Distinct pairs drawn uniformly by rank, in less than n² memory; must-links, cannot-links.

    `share` of the pairs of all labelled points, rounded, takes the place of `n_pairs`.
    """
    if not isinstance(kind, str) or kind not in DRAWN:
        raise InputError(f'kind={kind!r} must be "both", "must" or "cannot"')
    known = np.flatnonzero(codes >= 0)
    sizes = np.unique(codes[known], return_counts=True)[1]
    every, must = len(known) * (len(known) - 1) // 2, int((sizes * (sizes - 1) // 2).sum())
    total = {"both": every, "must": must, "cannot": every - must}[kind]
    wanted, asked = _wanted(n_pairs, share, every)
    if wanted > total:
        raise InputError(
            f"{asked} is more than the {total} {DRAWN[kind]} of {len(known)} labelled points; "
            f"ask for at most {total}, or label more points"
        )
    ranks = distinct_integers(total, wanted, _generator(random_state))
    if kind == "both":
        pairs = known[unrank_pairs(ranks)]
        same = codes[pairs[:, 0]] == codes[pairs[:, 1]]
        return pairs[same], pairs[~same]
    by_class = known[np.argsort(codes[known], kind="stable")]
    pairs = by_class[(_unrank_within if kind == "must" else _unrank_between)(ranks, sizes)]
    none = pairs[:0]
    return (pairs, none) if kind == "must" else (none, pairs)


def spanning_pairs(codes: IntArray) -> tuple[IntArray, IntArray]:
    """The fewest pairs that entail all known labels; return must-links and cannot-links.

    Must-links form stars about each class's first point, so that chains shown to a person are
    short.
    """
    known = np.flatnonzero(codes >= 0)
    _, first, which = np.unique(codes[known], return_index=True, return_inverse=True)
    n_apart = len(first) * (len(first) - 1) // 2
    if n_apart > PAIR_LIMIT:
        raise InputError(
            f"y names {len(first)} classes, which takes {n_apart} cannot-links; at most "
            f"{PAIR_LIMIT} are made: give labels of fewer classes"
        )
    heads = known[first]
    star = np.stack([heads[which], known], axis=1)
    low, high = np.triu_indices(len(heads), 1)
    heads = np.sort(heads)
    return star[star[:, 0] != star[:, 1]], np.stack([heads[low], heads[high]], axis=1)


def unrank_pairs(ranks: IntArray) -> IntArray:
    """The pairs (a, b), a < b, of rank b (b - 1) / 2 + a among all pairs of whole numbers."""
    larger = np.floor((1 + np.sqrt(1 + 8.0 * ranks)) / 2).astype(np.int64)
    larger -= larger * (larger - 1) // 2 > ranks
    return np.stack([ranks - larger * (larger - 1) // 2, larger], axis=1)


def _unrank_within(ranks: IntArray, sizes: IntArray) -> IntArray:
    """Places (a, b), a < b, of the pairs of these ranks inside classes that follow each other."""
    starts, first = np.cumsum(sizes) - sizes, np.cumsum(sizes * (sizes - 1) // 2)
    which = np.searchsorted(first, ranks, side="right")
    first -= sizes * (sizes - 1) // 2
    return unrank_pairs(ranks - first[which]) + starts[which, None]


def _unrank_between(ranks: IntArray, sizes: IntArray) -> IntArray:
    """The same for pairs across: a member of a class has one with each place before the class."""
    starts = np.cumsum(sizes) - sizes
    first = np.cumsum(sizes * starts)
    which = np.searchsorted(first, ranks, side="right")
    first -= sizes * starts
    member, before = np.divmod(ranks - first[which], np.maximum(starts[which], 1))
    return np.stack([before, starts[which] + member], axis=1)


def distinct_integers(total: int, size: int, rng: np.random.Generator) -> IntArray:
    """Draw `size` different integers below `total`, uniformly and in random order."""
    if 2 * size > total:
        return rng.permutation(total)[:size]
    drawn = np.empty(0, dtype=np.int64)
    while len(drawn) < size:
        drawn = np.concatenate([drawn, rng.integers(total, size=size)])
        _, first = np.unique(drawn, return_index=True)
        drawn = drawn[np.sort(first)]
    return drawn[:size]


def _wanted(n_pairs: int | None, share: float | None, every: int) -> tuple[int, str]:
    """How many pairs are asked for, and how that was said."""
    if (n_pairs is None) == (share is None):
        raise InputError(
            f"n_pairs={n_pairs!r} and share={share!r}: give one of them, a number of pairs or a "
            "share of all pairs"
        )
    if share is None:
        return check_count(n_pairs, "n_pairs", low=0), f"n_pairs={n_pairs}"
    if not (is_number(share) and 0 <= share <= 1):
        raise InputError(
            f"share={share!r} must be a number from 0 to 1; for 5 % of all pairs give 0.05"
        )
    wanted = round(share * every)
    return wanted, f"share={share} of all {every} pairs, {wanted},"


def _check_texts(values: list[Any]) -> None:
    """Refuse texts that may be unknown labels which NumPy has turned into texts."""
    for row, value in enumerate(values):
        text = value.decode("latin-1") if isinstance(value, bytes) else value
        if text in UNKNOWN_AS_TEXT:
            raise InputError(
                f"y is a NumPy array of texts and holds {value!r} in row {row}, which NumPy also "
                "makes of an unknown label; pass a list or an array of dtype=object, "
                f"where -1, NaN and None are unknown and {text!r} is a class"
            )


def _code(value: Any, numbers: dict[Any, int]) -> int:
    try:
        return -1 if _is_unknown(value) else numbers.setdefault(value, len(numbers))
    except (TypeError, ValueError) as error:
        raise InputError(
            f"the label {value!r} is a {type(value).__name__}, which cannot be compared as a "
            "label; use numbers or strings"
        ) from error


def _is_unknown(value: Any) -> bool:
    if value is None or type(value).__name__ == "NAType":
        return True
    return bool(value != value) or bool(value == -1)


def _generator(random_state: Any) -> np.random.Generator:
    try:
        return np.random.default_rng(random_state)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"random_state={random_state!r} is no seed; use a whole number >= 0, a NumPy "
            "Generator, or None for a different draw every time"
        ) from error
