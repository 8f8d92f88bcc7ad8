"""The columns that may be axes."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.session.engine.preprocessing import Prepared
from jupyter_sscluster.widget.core.row_content.shown_values import Shown

FILLED = " (as clustered)"


class Columns(NamedTuple):
    """Values (n, m), NaN where one is missing, and names of m columns.

    `first` are the two that are offered first: without gaps, as a point needs both values.
    """

    table: NDArray[np.float64]
    names: list[str]
    first: tuple[int, int]


def columns(rows: Prepared, shown: Shown) -> Columns:
    """Columns of numbers as they were given, then those that are clustered under other names.

    One that has gaps stands among these, too, with its gaps filled in.
    """
    if rows.preprocess is None:
        return Columns(shown.numbers, list(shown.features), (0, min(1, len(shown.features) - 1)))
    made = rows.columns or [f"Feature {j}" for j in range(rows.values.shape[1])]
    whole = [bool(np.isfinite(column).all()) for column in shown.numbers.T]
    gaps = {name for name, is_whole in zip(shown.features, whole, strict=True) if not is_whole}
    new = [j for j, name in enumerate(made) if name in gaps or name not in shown.features]
    table = np.column_stack([shown.numbers, rows.values[:, new]])
    called = [f"{made[j]}{FILLED}" if made[j] in gaps else made[j] for j in new]
    # what is clustered has no gaps
    offered = [*np.flatnonzero(whole).tolist(), *range(len(whole), len(whole) + len(new))]
    first = (offered[0], offered[min(1, len(offered) - 1)])
    return Columns(table, [*shown.features, *called], first)
