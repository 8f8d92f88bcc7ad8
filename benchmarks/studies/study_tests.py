"""The tests that the studies announce: signs of differences, and signed ranks over cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from jupyter_sscluster.experiments.statistics import SAME, wilcoxon
from studies.contrasts import LEVEL, Contrast, Kept, means


@dataclass(frozen=True)
class StudyTest:
    """A test over cells, each a contrast of two means over all folds, levels and repeats.

    Attributes
    ----------
    label : str
        What is compared, in short.
    rule : {"signs", "ranks"}
        The binomial test of as many cells having the sign that is said, one-sided, or Wilcoxon's
        signed rank test, two-sided. Cells without a difference count for neither.
    relation : {">", "<", "≈"}
        ">" holds where the first side is above with p < .05, "<" where it is below, and either
        fails where the other does; "≈" holds where no difference is found, by ranks alone.
    cells : tuple of Contrast
    """

    label: str
    rule: str
    relation: str
    cells: tuple[Contrast, ...]


class Outcome(NamedTuple):
    """What a test says: of `n` cells that there are records of, `above` have the first side above.

    `p` is that of the test, `gap` the mean difference over cells, `verdict` as for claims.
    """

    test: StudyTest
    n: int
    above: int
    gap: float
    p: float
    verdict: str

    def __str__(self) -> str:
        name = {"signs": "sign test", "ranks": "signed ranks"}[self.test.rule]
        missing = len(self.test.cells) - self.n
        left_out = f", {missing} not run" if missing else ""
        return (
            f"{self.test.label}: above in {self.above} of {self.n} cells{left_out}, "
            f"{self.gap:+.3f}, {name} p = {self.p:.1g}"
        )


def outcome(test: StudyTest, records: Kept, protocol: str) -> Outcome | None:
    """The test on the cells that there are records of; None if there are fewer than two."""
    pairs = [pair for cell in test.cells if (pair := means(cell, records, protocol))]
    if len(pairs) < 2:
        return None
    gaps = np.array([first - second for first, second in pairs])
    if test.rule == "ranks":
        p, verdict = _by_ranks(test.relation, gaps)
    else:
        p, verdict = _by_signs(test.relation, gaps)
    above = int((gaps >= SAME).sum())
    return Outcome(test, len(pairs), above, float(gaps.mean()), p, verdict)


def _by_ranks(relation: str, gaps: NDArray[np.float64]) -> tuple[float, str]:
    decided = gaps[np.abs(gaps) >= SAME]
    leads = float((np.sign(decided) * stats.rankdata(np.abs(decided))).sum()) > 0
    p = wilcoxon(gaps)
    if relation == "≈":
        return p, "fails" if p < LEVEL else "holds"
    if p >= LEVEL:
        return p, "undecided"
    return p, "holds" if leads == (relation == ">") else "fails"


def _by_signs(relation: str, gaps: NDArray[np.float64]) -> tuple[float, str]:
    above, below = int((gaps >= SAME).sum()), int((gaps <= -SAME).sum())
    kept, lost = (above, below) if relation == ">" else (below, above)
    p, other = (_as_many(each, above + below) for each in (kept, lost))
    return p, "holds" if p < LEVEL else "fails" if other < LEVEL else "undecided"


def _as_many(seen: int, n: int) -> float:
    """The chance of at least so many heads of n."""
    return float(stats.binom.sf(seen - 1, n, 0.5)) if n else 1.0


def together(found: list[Outcome]) -> str:
    """One verdict of several tests: all must hold, and one that fails is enough to fail."""
    verdicts = {each.verdict for each in found}
    if not found:
        return ""
    return "fails" if "fails" in verdicts else "holds" if verdicts == {"holds"} else "undecided"
