"""What further answers are expected to change, and where the strategy is unsure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jupyter_sscluster.active import ExpectedChanges, Uncertainty
from jupyter_sscluster.active.question_types.expected_changes import ANSWERS, CALIBRATED
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.present import Present, per_moment
from jupyter_sscluster.session.engine.settings import title_of

FEW = 0.02
"""Share of the points that ten answers move at most when stopping is fair."""


class Stopping:
    """Whether more answers are expected to change the clustering; `session.stopping`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __repr__(self) -> str:
        return f"Stopping(is_reached={self.is_reached}, {self.expected_changes.text!r})"

    @property
    @per_moment
    def expected_changes(self, now: Present) -> ExpectedChanges:
        """How many points the next ten answers are expected to move, by the strategy.

        `moved` is that number, reliable up to 4, and `text` is a sentence: "10 or more" above that.
        If the strategy cannot tell, `moved` is None and `text` says why. The estimate is about what
        answers would change, not about how right the clusters are.

        It is computed when asked for, once after every change.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], strategy="random", n_clusters=2)
        >>> session.stopping.expected_changes.moved is None
        True
        """
        strategy = now.strategy
        tell = getattr(strategy, "expected_changes", None)
        if tell is None:
            return ExpectedChanges(
                None, f"{title_of(strategy)} does not say what is left; NPU does."
            )
        found: ExpectedChanges = tell(now.snapshot())
        if not now.sample.all and found.moved is not None:
            found = replace(found, text=f"{found.text} That counts the points shown.")
        return found

    @property
    def is_reached(self) -> bool:
        """Whether the last ten answers moved, and the next ten are expected to move, few points.

        That is fewer than 2 % each, of the last ten in total: with a `sample`, of all rows moved
        and of the rows shown expected. Before ten answers it is False, and as long as the last
        change is not clustered. Only an estimate that is reliable counts, and only answers with a
        link that were clustered. Nothing is stopped.
        """
        return is_fair(self._engine, self.expected_changes)

    @property
    @per_moment
    def uncertainty(self, now: Present) -> Uncertainty:
        """How unsure the strategy is of every point; points of satisfied links count as sure.

        `doubt` runs from 0 to 1 and `levels` from 0 to 3; both are None if the strategy has too
        little to go by, and `text` says why. It is computed when asked for, once after every
        change. Rows that are not shown, of a session with a `sample`, have 0.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], strategy="random", n_clusters=2)
        >>> session.stopping.uncertainty.doubt is None, session.stopping.uncertainty.text
        (True, 'Random does not say how sure it is; NPU does.')
        """
        strategy = now.strategy
        tell = getattr(strategy, "uncertainty", None)
        if tell is None:
            return Uncertainty(None, f"{title_of(strategy)} does not say how sure it is; NPU does.")
        found: Uncertainty = tell(now.snapshot())
        doubt = None if found.doubt is None else now.sample.spread(found.doubt)
        return _sure_of_links(replace(found, doubt=doubt), now.state, now.labels)


def is_fair(engine: Engine, expected: ExpectedChanges) -> bool:
    """Whether stopping is fair in the present state of a session, by what is expected.

    What is expected counts the points shown, and a fit moves all rows.
    """
    with engine.lock:
        moves = [moved for _, moved in engine.ledger.points_moved]
        fitted, shown = engine.ledger.fitted, len(engine.sample)
    return fitted and is_enough(expected, shown, moves, engine.n_samples)


def is_enough(
    expected: ExpectedChanges, n_shown: int, moves: Sequence[int], n_samples: int | None = None
) -> bool:
    """Whether stopping is fair, by what is expected and what each answer so far has moved.

    The estimate alone was wrong where clusters do not fit the classes yet: answers then move many
    points at once, which it does not foresee, but the last ten answers have done so already.
    `benchmarks/stop_signal.py` has the measurement.

    >>> calm, few = [3, 40] + 10 * [0], ExpectedChanges(2.0, "")
    >>> [is_enough(few, 150, moves) for moves in (calm, calm[:9], calm[:11], calm + [3])]
    [True, False, False, False]
    >>> [is_enough(ExpectedChanges(moved, ""), 150, calm) for moved in (None, 3.5, 4.5)]
    [False, False, False]
    """
    moved, last = expected.moved, moves[-ANSWERS:]
    if moved is None or len(last) < ANSWERS or moved > CALIBRATED:
        return False
    return moved < FEW * n_shown and sum(last) < FEW * (n_samples or n_shown)


def _sure_of_links(found: Uncertainty, state: State, labels: np.ndarray) -> Uncertainty:
    """The same, with the points of satisfied links as sure ones."""
    links = [answer for answer in state.answers if answer.kind != "unknown"]
    rows = [row for answer in links if not answer.is_violated_by(labels) for row in answer.pair]
    if found.doubt is None or not rows:
        return found
    doubt = found.doubt.copy()
    doubt[rows] = 0.0
    return replace(found, doubt=doubt)
