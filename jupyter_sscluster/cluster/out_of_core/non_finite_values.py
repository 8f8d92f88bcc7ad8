"""Find non-finite values in blocks, and name the block in the error."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Block
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.out_of_core.blocks import Own


class NotFinite(NamedTuple):
    """The first value of a block that is no number."""

    block: int
    row: int
    column: int
    value: float
    n_wrong: int


def not_finite(block: Block, own: Own) -> NotFinite | None:
    """The first NaN or infinite value of a block, if there is one."""
    finite = np.isfinite(block)
    if finite.all():
        return None
    row, column = (int(place) for place in np.argwhere(~finite)[0])
    value = float(block[row, column])
    return NotFinite(own.number, row, column, value, int((~finite).sum()))


def message_of(bad: NotFinite, names: Sequence[str] | None, start: int | None = None) -> str:
    """A sentence on a value that is no finite number."""
    column = f"column {bad.column}" if names is None else f"column {names[bad.column]!r}"
    row = "" if start is None else f" (row {start + bad.row} of all)"
    return (
        f"X holds {bad.value} in block {bad.block}, row {bad.row} of it{row}, {column}, and "
        f"{bad.n_wrong} value(s) in that block are no finite numbers (NaN or infinity); leave such "
        "rows out, or fill them in, before clustering"
    )


def check_finite(block: Block, own: Own, names: Sequence[str] | None) -> None:
    """Refuse a block with such a value."""
    bad = not_finite(block, own) if block.dtype.kind == "f" else None
    if bad is not None:
        raise InputError(message_of(bad, names))
