"""The columns that may be axes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.session.engine.preprocessing import Prepared
from jupyter_sscluster.widget.core.row_content.shown_values import Shown


class Columns(NamedTuple):
    """Values (n, m), NaN where one is missing, and names of m columns."""

    table: NDArray[np.float64]
    names: list[str]


def columns(rows: Prepared, shown: Shown) -> Columns:
    """Columns of numbers as they were given, then those that are clustered under other names."""
    if rows.preprocess is None:
        return Columns(shown.numbers, list(shown.features))
    made = rows.columns or [f"Feature {j}" for j in range(rows.values.shape[1])]
    new = [j for j, name in enumerate(made) if name not in shown.features]
    table = np.column_stack([shown.numbers, rows.values[:, new]])
    return Columns(table, [*shown.features, *(made[j] for j in new)])
