"""Previewed answers to the open question, with their fits and next questions."""

from dataclasses import dataclass, field, replace

import numpy as np

from jupyter_sscluster.active import Snapshot
from jupyter_sscluster.journal.timeline import Settings, State
from jupyter_sscluster.session.engine.fit.fitting import FitProblem
from jupyter_sscluster.session.engine.fit.precomputed_fits import Ahead, same_statements
from jupyter_sscluster.session.engine.open_questions import Question
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.preview.preview import Preview

Piles = tuple[tuple[int, ...], ...]

Choice = str | int | None | Piles
"""One answer to a question: the kind of a pair, or what `Session.place` or `sort` is given."""


@dataclass(frozen=True, eq=False)
class NextQuestion:
    """The question after an answer: its type, and the snapshot and settings it was computed for."""

    snapshot: Snapshot
    settings: Settings
    question_type: str
    question: Question | None


@dataclass(frozen=True, eq=False)
class KnownAnswer:
    """An answer that was not given: its preview, the state it leads to, and the fit of that."""

    preview: Preview
    after: State | None = None
    problem: FitProblem | None = None
    fit: Ahead | None = None
    next: NextQuestion | None = None


@dataclass(eq=False)
class KnownAnswers:
    """The answers to one question at one moment. It is replaced as a whole by that of another."""

    state: State
    shown: FitRecord
    question: Question
    answers: dict[Choice, KnownAnswer] = field(default_factory=dict)

    def is_of(self, state: State, shown: FitRecord | None, question: Question | None) -> bool:
        """Whether it is about this moment."""
        return (
            self.state.answers is state.answers
            and self.state.settings is state.settings
            and self.state.fit == state.fit
            and self.shown.labels is _labels(shown)
            and (self.question is question or self.question == question)
        )

    @property
    def fits(self) -> list[Ahead]:
        """Those that were made."""
        return [each.fit for each in self.answers.values() if each.fit is not None]

    def next(
        self, question_type: str, snapshot: Snapshot, settings: Settings
    ) -> NextQuestion | None:
        """What the strategy asks at this very moment, if that is known."""
        for each in self.answers.values():
            known = each.next
            if (
                known
                and known.question_type == question_type
                and _same_moment(known, snapshot, settings)
            ):
                return known
        return None

    def add_next(self, answer: Choice, following: NextQuestion) -> None:
        """Keep what would be asked after an answer."""
        self.answers[answer] = replace(self.answers[answer], next=following)


def _labels(shown: FitRecord | None) -> np.ndarray | None:
    return None if shown is None else shown.labels


def _same_moment(known: NextQuestion, snapshot: Snapshot, settings: Settings) -> bool:
    mine = known.snapshot
    return (
        known.settings.strategy is settings.strategy
        and known.settings.clusterer is settings.clusterer
        and known.settings.n_clusters == settings.n_clusters
        and known.settings.random_state == settings.random_state
        and mine.X is snapshot.X
        and mine.unknown == snapshot.unknown
        and mine.labels is not None
        and snapshot.labels is not None
        and np.array_equal(mine.labels, snapshot.labels)
        and same_statements(mine.constraints, snapshot.constraints)
        and same_statements(mine.believed, snapshot.believed)
    )
