"""A session that is answered from true labels."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError, InputTypeError, Real, check_count
from jupyter_sscluster.active import NoisyOracle, Oracle
from jupyter_sscluster.session.answering import Answering
from jupyter_sscluster.session.automatic.copies import Copied
from jupyter_sscluster.session.automatic.run import AutomaticRun

SHARE = Real(0.0, 1.0)


class Automatic(Answering, Copied):
    """The oracle's part of a session."""

    _true_labels: Any

    @property
    def has_true_labels(self) -> bool:
        """Whether `y_true` was given."""
        return self._truth is not None

    def answer_automatically(
        self,
        n_questions: int | None = None,
        *,
        wrong: float = 0.0,
        beside: Iterable[Any] = (),
        random_state: int | None = None,
    ) -> AutomaticRun:
        """Have the strategy's questions answered from the true labels, for teaching.

        All answers of a run, those that it is asked for later among them, are one undo step.

        Parameters
        ----------
        n_questions : int, optional
            How many; by default until nothing is left to ask. 0 only begins a run.
        wrong : float
            Share of wrong answers, from 0 to 1. Which pairs they are depends on the seed alone.
        beside : names, classes or instances of strategies
            They ask as many questions on copies of this session, for comparison.
        random_state : int, optional
            Seed of the wrong answers; by default the session's.

        Returns
        -------
        AutomaticRun
            With the curve of each strategy; it can go on.

        Raises
        ------
        InputError
            If there are no true labels, or an argument breaks a rule; nothing is asked.
        """
        if self._truth is None:
            raise InputError(
                "there are no true labels to answer from; pass y_true= where the session is made"
            )
        if not SHARE.check(wrong):
            raise InputError(
                f"wrong={wrong!r} must be {SHARE.describe()}, the share of wrong answers"
            )
        if n_questions is not None:
            check_count(n_questions, "n_questions", 0, way_out="None asks until nothing is left")
        if random_state is None:
            random_state = self._state.settings.random_state
        listed = [beside] if isinstance(beside, str) else beside
        if not isinstance(listed, Iterable):
            raise InputTypeError(
                f"beside={beside!r} must be names, classes or instances of strategies; pass a "
                'list of them, such as beside=["random"]'
            )
        oracle = NoisyOracle(Oracle(self._true_labels, None), wrong, random_state)
        self._engine.wait()
        run = AutomaticRun(self, oracle, [self._copy(strategy) for strategy in listed])
        run.ask(n_questions)
        return run

    def _know(self, truth: np.ndarray | None, y_true: Any) -> None:
        """Keep what the oracle answers from; nothing else reads it."""
        self._truth, self._true_labels = truth, copy(y_true)
