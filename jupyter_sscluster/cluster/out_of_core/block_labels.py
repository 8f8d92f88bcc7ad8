"""Labels of rows in blocks: an array for held rows, a rule for all others."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Labels


@dataclass
class LabelRule:
    """Labels of the rows that are not held: where `form` times (x, 1) is least.

    `rows` were relocated to `clusters`. `digest` names these labels, once they are `settled`: of
    relocated rows it is taken anew. `sums` (k, d + 1) are those of the members.
    """

    form: Array
    sums: Array
    digest: bytes
    rows: list[int] = field(default_factory=list)
    clusters: list[int] = field(default_factory=list)
    settled: bool = False

    def relocate(self, row: int, vector: Array, old: int, new: int) -> None:
        """Put a row of a cluster into another."""
        wide = np.append(vector, 1.0)
        self.sums = self.sums.copy()
        self.sums[old] -= wide
        self.sums[new] += wide
        self.rows, self.clusters = [*self.rows, row], [*self.clusters, new]

    def relocated(self) -> tuple[Index, Labels]:
        """The rows that were relocated, sorted, and their clusters."""
        rows = np.array(self.rows, dtype=np.intp)
        order = np.argsort(rows)
        return rows[order], np.array(self.clusters, dtype=np.int32)[order]


class BlockLabels(np.ndarray[Any, np.dtype[np.int32]]):
    """Labels (m,) of the rows that are held, with the `rule` for all others."""

    rule: LabelRule | None

    def __new__(cls, labels: Labels, rule: LabelRule) -> Self:
        """These labels, with a rule."""
        made = np.asarray(labels, dtype=np.int32).view(cls)
        made.rule = rule
        return made

    def __array_finalize__(self, source: Any) -> None:
        self.rule = getattr(source, "rule", None)


def rule_of(labels: Labels) -> LabelRule:
    """The rule that these labels come with."""
    rule: LabelRule | None = getattr(labels, "rule", None)
    assert rule is not None, "labels of rows in blocks come with a rule for those not held"
    return rule
