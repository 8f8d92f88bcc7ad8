"""Columns of a data frame that look like labels: nobody means to cluster by the answer."""

import re
from typing import Any

import numpy as np

from jupyter_sscluster._data_frames import TableFrame, is_missing

MOST = 50
"""Values that differ, up to which a column may be one of labels."""

_WHOLE = {"y", "truth", "groundtruth", "leiden", "louvain", "gt"}
_LAST = {
    "class",
    "classes",
    "label",
    "labels",
    "target",
    "targets",
    "cluster",
    "clusters",
    "species",
    "diagnosis",
    "category",
    "celltype",
}
_BEFORE_TYPE = {"cell", "tumor", "tumour"}
_NUMBERED = {"id", "true", "code", "name"}
"""What may follow: a `cluster_id` or `label_true` says the same."""

_COUNTED = {"n", "num", "no", "number", "count", "counts", "size", "score", "mean", "distance"}
"""A word of these makes it a measurement: `n_clusters`, `class size`."""

_LOOKS = ("looks like", "look like")


def tells_labels(name: str, others: set[str]) -> bool:
    """Whether the name of a column says that it holds labels; `others` are those beside it.

    >>> tells_labels("Cell type", set()), tells_labels("n_clusters", set())
    (True, False)
    >>> tells_labels("y", {"sepal length"}), tells_labels("y", {"x"})
    (True, False)
    """
    words = re.findall(r"[a-z]+|\d+", re.sub(r"([a-z])([A-Z])", r"\1 \2", name).lower())
    if not words or _COUNTED & set(words):
        return False
    if words == ["y"]:  # beside x it is a coordinate
        return "x" not in others
    if words[-1] in _NUMBERED and len(words) > 1:
        words = words[:-1]
    if len(words) > 1 and words[-1] == "type" and words[-2] in _BEFORE_TYPE:
        return True
    return "".join(words) in _WHOLE or words[-1] in _LAST


def label_columns(frame: TableFrame) -> list[Any]:
    """The columns that look like labels, by what they are called and what they hold.

    These have 2 to 50 different values, each of two rows or more on average, and they are whole
    numbers, true and false, or texts. A measurement, such as the target of a regression, has more.
    """
    called = {name.lower() for name in frame.names}
    found = []
    for place, (label, name) in enumerate(zip(frame.labels, frame.names, strict=True)):
        if tells_labels(name, called - {name.lower()}) and _few_values(frame, place):
            found.append(label)
    return found


def label_advice(frame: TableFrame, labels: list[Any], *, in_session: bool) -> str:
    """A sentence about columns that look like labels and are clustered with the others."""
    several = len(labels) > 1
    listed = ", ".join(repr(str(each)) for each in labels)
    drop = "drop" if hasattr(frame.native, "drop") else "drop_columns"
    columns = "columns=" if frame.like_pandas else ""
    shown = ""
    if in_session:
        shown = (
            f", or by ClusterExplorer(X, tooltip={labels!r}), which shows "
            f"{'them' if several else 'it'}; y_true=X[{labels[0]!r}] gives a score against true "
            "labels"
        )
    return (
        f"X has {'columns' if several else 'a column'} {listed}, which {_LOOKS[several]} labels "
        f"and {'are' if several else 'is'} clustered with the others; leave "
        f"{'them' if several else 'it'} out by X.{drop}({columns}{labels!r}){shown}."
    )


def _few_values(frame: TableFrame, place: int) -> bool:
    """Whether a column has few values that differ, and these are no measurements."""
    if frame.kinds[place] == "date":
        return False
    if frame.kinds[place] == "number":
        numbers = frame.floats(place)
        numbers = numbers[~np.isnan(numbers)]
        if not len(numbers) or not (np.isfinite(numbers) & (numbers == np.floor(numbers))).all():
            return False
        n_different, n_rows = len(np.unique(numbers)), len(numbers)
    else:
        values = [str(each) for each in frame.values(place) if not is_missing(each)]
        n_different, n_rows = len(set(values)), len(values)
    return 2 <= n_different <= MOST and 2 * n_different <= n_rows
