"""A random sample of one source's answers, checked by a person."""

from __future__ import annotations

from collections.abc import Mapping

from scipy.stats import binomtest

from jupyter_sscluster._validation import InputError, Real
from jupyter_sscluster.session.engine.engine import Engine

AUDIT = "audit"
"""The source of a person's answers in an audit."""

CONFIDENCE = Real(0.0, 1.0)

Pair = tuple[int, int]


class Audit:
    """How often a source is wrong according to a person; `session.annotators.audit` makes it.

    The person's answers are recorded in the session as soft ones, so that they contradict nothing;
    `disagreements` lists where the source was wrong. The figures follow the session: an undo
    removes a check, and the same audit of a reloaded session continues.

    Attributes
    ----------
    source : str
    """

    def __init__(self, engine: Engine, source: str, sample: Mapping[Pair, str]) -> None:
        self.source = source
        self._engine, self._sample = engine, dict(sample)
        self._skipped: set[Pair] = set()

    def __len__(self) -> int:
        return len(self._sample)

    def __repr__(self) -> str:
        return f"Audit({self.text})"

    @property
    def unchecked(self) -> tuple[Pair, ...]:
        """The pairs of the sample that are still to be checked, in the order they were drawn."""
        done = self._checked()
        return tuple(
            pair for pair in self._sample if pair not in done and pair not in self._skipped
        )

    def check(self, i: int, j: int, kind: str) -> None:
        """Record the person's answer about a pair of the sample; "unknown" leaves the pair out.

        Raises
        ------
        InputError
            If the pair is not one of the sample, or the person is the source.
        """
        pair = (min(i, j), max(i, j))
        if pair not in self._sample:
            raise InputError(f"({i}, {j}) is no pair of this audit; check one of audit.unchecked")
        if self._engine.annotator == self.source:
            raise InputError(
                f"{self.source} cannot audit its own answers; set session.annotators.current to "
                "another name"
            )
        if kind == "unknown":
            self._skipped.add(pair)
            return
        self._engine.record([(*pair, kind)], soft=True, source=AUDIT)

    @property
    def n_checked(self) -> int:
        """Number of answers that a person has checked."""
        return len(self._checked())

    @property
    def n_wrong(self) -> int:
        """Number of those that the person contradicts."""
        return sum(kind != self._sample[pair] for pair, kind in self._checked().items())

    @property
    def error_rate(self) -> float | None:
        """Share of the checked answers that are wrong; None before the first."""
        return self.n_wrong / self.n_checked if self.n_checked else None

    def interval(self, confidence: float = 0.95) -> tuple[float, float] | None:
        """Confidence interval of the error rate of all answers, by Wilson; None before the first.

        It ignores how few answers there are in all, and is then too wide.

        References
        ----------
        Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference.
        Journal of the American Statistical Association 22, 209-212.
        """
        if not CONFIDENCE.check(confidence) or confidence in (0, 1):
            raise InputError(f"confidence={confidence!r} must be a number between 0 and 1")
        if not self.n_checked:
            return None
        found = binomtest(self.n_wrong, self.n_checked).proportion_ci(confidence, method="wilson")
        return float(found.low), float(found.high)

    @property
    def text(self) -> str:
        """The result as a sentence."""
        bounds = self.interval()
        if bounds is None or self.error_rate is None:
            return f"{self.source}: none of {len(self)} answers checked yet."
        low, high = (f"{100 * bound:.0f} %" for bound in bounds)
        return (
            f"{self.source}: {self.n_wrong} of {self.n_checked} checked answers wrong, "
            f"{100 * self.error_rate:.0f} % (95 % interval: {low} to {high})."
        )

    def _checked(self) -> dict[Pair, str]:
        """The person's last answer about each pair of the sample."""
        return {
            answer.pair: answer.kind
            for answer in self._engine.answers
            if answer.manner == AUDIT and answer.pair in self._sample
            if answer.annotator != self.source
        }
