"""Sentences about the data that a person should read before trusting a clustering."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

DOMINANT = 0.9
"""Share of the total variance above which one feature decides by itself."""


def scale_note(X: np.ndarray, features: Sequence[str] | None) -> str | None:
    """A sentence if one of several features outweighs all others together, else None.

    Squared distances add up over the features, so that a feature with more than nine tenths of
    the total variance leaves nothing for the others to decide. Features with a single value do
    not count.

    Examples
    --------
    >>> X = np.array([[0.0, 100.0], [1.0, 900.0], [2.0, 500.0]])
    >>> print(scale_note(X, ["hue", "proline"]).partition(",")[0])
    proline carries more than 99.9 % of the variance
    """
    largest = float(np.abs(X).max())
    # scaled first: the squares of huge values must not overflow
    varied = X.max(axis=0) > X.min(axis=0)
    if np.count_nonzero(varied) < 2:
        return None
    variances = np.where(varied, (X / largest).var(axis=0), 0.0)
    shares = variances / variances.sum()
    most = int(shares.argmax())
    if shares[most] <= DOMINANT:
        return None
    name = f"Feature {most}" if features is None else features[most]
    columns = "" if features is not None else "axis=0"
    return (
        f"{name} carries {_share(float(shares[most]))} of the variance, so it alone decides the "
        "clusters; standardise the columns first if that is not meant: "
        f"ClusterExplorer((X - X.mean({columns})) / X.std({columns}))."
    )


def _share(share: float) -> str:
    text = f"{100 * share:.1f}"
    return "more than 99.9 %" if text == "100.0" else f"{text} %"
