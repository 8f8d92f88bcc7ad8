"""How often each source of answers errs, as the answers of the others have it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.sources import source_of
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.fit.without_source import beliefs_if, told_if
from jupyter_sscluster.session.engine.present import Present

CHANCE = 0.5

CERTAIN = 0.95
"""The probability from which a source is said to be worse than chance."""

GRID = np.linspace(0.0025, 0.9975, 200)
"""Error rates that are weighed."""


@dataclass(frozen=True)
class SourceSuspicion:
    """What the answers of others make of one source.

    Attributes
    ----------
    name : str
        Who answered, "" for an unnamed annotator.
    n_answers : int
        Its answers that decide a pair.
    error_rate : float
        The median of how often it errs.
    low, high : float
        The ends of the interval of 95 % of the probability.
    worse_than_chance : float
        The probability that it errs more than half of the time.
    """

    name: str
    n_answers: int
    error_rate: float
    low: float
    high: float
    worse_than_chance: float

    @property
    def suspected(self) -> bool:
        """Whether it is nearly certain that it errs more than half of the time."""
        return self.worse_than_chance >= CERTAIN

    @property
    def text(self) -> str:
        """The finding as a sentence."""
        who = self.name or "An unnamed annotator"
        rate, low, high = (f"{100 * x:.0f} %" for x in (self.error_rate, self.low, self.high))
        told = f"about {rate} of {self.n_answers} answers are wrong ({low} to {high})"
        if self.suspected:
            return f"{who} is wrong more often than by chance: {told}."
        return f"{who}: {told}."


def sources_of(engine: Engine, now: Present) -> tuple[SourceSuspicion, ...]:
    """What the others make of each source, where several have answered, in order of name.

    For each source P(together) of its pairs is computed without its answers; with an error rate ε
    its answers have the likelihood Π (p (1 - ε) + (1 - p) ε), p being the probability of what it
    said. All ε are equally likely before.
    """
    deciding = [a for a in now.state.rows.awake(now.answers) if a.kind != "unknown"]
    names = sorted({answer.annotator for answer in deciding})
    if len(names) < 2 or now.fit is None:
        return ()
    found = []
    for name in names:
        own = [answer for answer in deciding if answer.annotator == name]
        told = told_if(now.state, name, False)
        if len(told) and not source_of(now.state.sources, name).aside:
            q = beliefs_if(engine.X, now.sample, now.state, now.fit, told)
            if q is not None:
                found.append(suspicion(name, probabilities(q, now, own)))
    return tuple(found)


def probabilities(q: Array, now: Present, answers: Sequence[Answer]) -> Array:
    """The probability of what each answer says."""
    places = [[now.sample.place(row) for row in answer.pair] for answer in answers]
    i, j = np.array(places, dtype=np.intp).reshape(-1, 2).T
    together = (q[i] * q[j]).sum(axis=1)
    must = np.array([answer.kind == "must" for answer in answers])
    found: Array = np.where(must, together, 1.0 - together)
    return found


def suspicion(name: str, p: Array) -> SourceSuspicion:
    """What the probabilities of its answers, without these, make of a source.

    >>> bad = suspicion("Bob", np.array([0.1, 0.05, 0.02, 0.1, 0.2, 0.05]))
    >>> bad.suspected, round(bad.error_rate, 2)
    (True, 0.9)
    >>> suspicion("Ann", np.array([0.9, 0.5, 0.97])).suspected
    False
    """
    logs = np.log(p[:, None] * (1.0 - GRID) + (1.0 - p[:, None]) * GRID).sum(axis=0)
    share = np.exp(logs - logs.max())
    share /= share.sum()
    below = share.cumsum()
    low, middle, high = (float(GRID[below.searchsorted(at)]) for at in (0.025, 0.5, 0.975))
    worse = float(share[GRID > CHANCE].sum())
    return SourceSuspicion(name, len(p), middle, low, high, worse)
