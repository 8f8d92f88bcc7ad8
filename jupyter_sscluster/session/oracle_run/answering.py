"""A session that is answered from true labels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jupyter_sscluster._validation import InputError, InputTypeError, Real, check_count
from jupyter_sscluster.active import NoisyOracle, Oracle
from jupyter_sscluster.active.oracle_loop import check_oracle
from jupyter_sscluster.session.oracle_run.copies import Copied
from jupyter_sscluster.session.oracle_run.oracle_run import AutomaticRun, checked_source

SHARE = Real(0.0, 1.0)


class Automatic(Copied):
    """The oracle's part of a session."""

    @property
    def has_true_labels(self) -> bool:
        """Whether `y_true` was given."""
        return self._engine.data.truth is not None

    def answer_automatically(
        self,
        n_questions: int | None = None,
        *,
        oracle: Any = None,
        wrong: float = 0.0,
        beside: Iterable[Any] = (),
        random_state: int | None = None,
    ) -> AutomaticRun:
        """Have the strategy's questions answered by an oracle, or, for teaching, by true labels.

        All answers of a run, those that it is asked for later among them, are one undo step.

        Parameters
        ----------
        n_questions : int, optional
            How many; by default until nothing is left to ask. 0 only begins a run.
        oracle : object, optional
            Who answers: anything with ``query(i, j)``, such as `CallableOracle`, whose answers are
            signed with its name and soft where it is not certain. By default the true labels.
        wrong : float
            Of answers from true labels: share of wrong ones, from 0 to 1. Which pairs they are
            depends on the seed alone.
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
            If there is nobody to answer, or an argument breaks a rule; nothing is asked.
        """
        if oracle is not None:
            check_oracle(oracle, self.n_samples)
            checked_source(oracle)
        elif self._engine.data.truth is None:
            raise InputError(
                "there are no true labels to answer from; pass y_true= where the session is made, "
                "or oracle= here"
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
        if oracle is None:
            oracle = NoisyOracle(Oracle(self._engine.data.given_truth, None), wrong, random_state)
        elif wrong:
            raise InputError(
                f"wrong={wrong!r} is about answers from true labels; put NoisyOracle around the "
                "oracle instead"
            )
        self._engine.fits.wait()
        run = AutomaticRun(self, oracle, [self._copy(strategy) for strategy in listed])
        run.ask(n_questions)
        return run
