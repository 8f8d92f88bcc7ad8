"""One interactive run, without a screen."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.session.annotators.annotators import Annotators
from jupyter_sscluster.session.annotators.helpers import Helpers
from jupyter_sscluster.session.check import begin as checking
from jupyter_sscluster.session.clusters.clusters import Clusters
from jupyter_sscluster.session.comparison import comparison
from jupyter_sscluster.session.engine import opening, operations
from jupyter_sscluster.session.engine.cautions import NumberNotes
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.open_questions import Question, open_question
from jupyter_sscluster.session.engine.records import Event
from jupyter_sscluster.session.engine.sample.sample import Sample
from jupyter_sscluster.session.export import model
from jupyter_sscluster.session.feasibility.feasibility import Feasibility
from jupyter_sscluster.session.feasibility.problem import Problem
from jupyter_sscluster.session.fit_steps import traced_fit
from jupyter_sscluster.session.history.history import History, redo as redone, undo as undone
from jupyter_sscluster.session.nearest import nearest as nearest_rows
from jupyter_sscluster.session.noise.noise import Noise
from jupyter_sscluster.session.oracle_run import oracle_run
from jupyter_sscluster.session.preview import previews
from jupyter_sscluster.session.proposals.proposals import Proposals
from jupyter_sscluster.session.questions import answering, asking
from jupyter_sscluster.session.questions.questions import Questions
from jupyter_sscluster.session.review.review import Review
from jupyter_sscluster.session.rows.rows import Rows
from jupyter_sscluster.session.settings import settings as setting
from jupyter_sscluster.session.stopping.stopping import Stopping

Path = str | os.PathLike[str]


class Session:
    """The loop of clustering, asking and answering, with undo, history and a journal on disk.

    Every answer leads to a new fit from the last centres (a warm start); belief clustering starts
    afresh, as do `fit(fresh=True)` and another clusterer or K. Clusters keep their numbers.

    Parameters
    ----------
    X : array-like, DataFrame, sparse matrix or AnnData of shape (n_samples, n_features)
        Of an AnnData `X_pca` is clustered, or else its `X`; of a sparse matrix with more than 100
        columns the principal components. `notes` say which.
    clusterer : str, class or instance, optional
        An instance brings its own ``n_clusters``. By default belief clustering for 50 to 100,000
        rows with up to 10 clusters, or rows times clusters up to 20,000; else adaptive PCK-means.
        If `n_clusters` is None too and the rows are small groups, neighbour-graph agglomerative.
    strategy : str, class, instance or function of a snapshot, optional
        What asks; by default `MergeOrSplit` for `NeighbourGraphAgglomerative`, else `RobustNPU`.
    constraints : Constraints, optional
        What is known at the start. Each statement becomes an answer with the source "initial".
    n_clusters : int, optional
        By default that of an instance, else an estimate; see `estimate_n_clusters`.
    path : str or Path, optional
        Journal: every change is on disk before it is acted on. If the file exists the session goes
        on where it ended; edited arguments are a change. One kernel at a time may have it open.
    names : sequence of str, optional
        Row names; by default the index of a DataFrame.
    y_true : array-like of shape (n_samples,), optional
        True labels, for teaching: used for the score and by `run_oracle`.
    preprocess : scikit-learn transformer or "standardise", optional
        Such as ``StandardScaler()``: a copy is fitted, what comes out is clustered. "standardise"
        puts the mean of a column where a value is missing, then scales all; sparse ones uncentred.
    random_state : int, default 0
        Seed of every estimator that has none of its own, and of the sample.
    background : bool, default False
        Fit in a thread of its own instead of the caller's.
    annotator : str, optional
        Who answers: the name in the `source` of each answer; see `annotators`.
    sample : int or sequence of rows, optional
        For large data: how many rows are shown and asked about, or which. Fits run on all rows.
        `X` may be a memory map or a Dask array or frame then, not copied, and not to be changed.
    texts : sequence of str, optional
        What each row says, not clustered: `clusters[k].describe()` has the words of a cluster.
    missing : {"refuse", "exclude"}
        Of the journal's rows that `X` has not: leave out those, too, that answers or checks name.
    changed : {"refuse", "keep", "new"}
        Rows with other values than the journal knows: they stay the same rows, or are others.

    Raises
    ------
    InputError
        If an argument breaks a rule, or the journal belongs to other data, is damaged, or is in
        use. If the first fit fails in the caller's thread, its error.

    Examples
    --------
    >>> session = Session([[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]], n_clusters=2)
    >>> session.answer(2, 4, "must").number
    1
    >>> session.constraints.relation(4, 2), session.history.current_fit.n_answers
    ('must', 1)
    >>> session.undo(), len(session.answers)
    ('answer 1: 2 – 4, must-link', 0)
    """

    __slots__ = ("__weakref__", "_engine")  # what is set and means nothing is refused

    def __init__(
        self,
        X: Any,
        clusterer: Any = None,
        strategy: Any = None,
        constraints: Constraints | None = None,
        *,
        n_clusters: int | None = None,
        path: Path | None = None,
        names: Sequence[str] | None = None,
        y_true: Any = None,
        preprocess: Any = None,
        random_state: int = 0,
        background: bool = False,
        annotator: str | None = None,
        sample: Any = None,
        texts: Sequence[str] | None = None,
        missing: str = "refuse",
        changed: str = "refuse",
    ) -> None:
        given = {key: value for key, value in locals().items() if key != "self"}
        self._engine = opening.opened(**given)

    @classmethod
    def load(
        cls,
        path: Path,
        X: Any,
        *,
        clusterer: Any = None,
        strategy: Any = None,
        names: Sequence[str] | None = None,
        y_true: Any = None,
        preprocess: Any = None,
        background: bool = False,
        without_lines: Sequence[int] = (),
        texts: Sequence[str] | None = None,
        missing: str = "refuse",
        changed: str = "refuse",
    ) -> Self:
        """Restore what `save` wrote, or a journal, with its history; the file is only read.

        `clusterer` and `strategy` are needed where one of your own was used, which a file cannot
        hold; the others are as for the constructor.
        `without_lines` are the numbers, from 1, of damaged lines to go on without; `notes` tell
        what is missing, and `save` writes the rest as a file that is whole.
        """
        given = {key: value for key, value in locals().items() if key != "cls"}
        session = cls.__new__(cls)
        session._engine = opening.loaded(**given)
        return session

    def __repr__(self) -> str:
        kind = type(self._engine.state.settings.clusterer).__name__
        told = f"{self.n_samples:,} points, {kind}, {self.n_clusters} clusters"
        return f"Session({told}, {len(self.answers)} answers)"

    @property
    def X(self) -> np.ndarray:
        """The data, (n_samples, n_features) float64, read-only; what came out of `preprocess`."""
        values: np.ndarray = self._engine.X
        return values

    @property
    def preprocess(self) -> Any:
        """The fitted transformer that made `X` of the data as given, or None."""
        return self._engine.data.preprocess

    @property
    def n_samples(self) -> int:
        """Number of points."""
        return self._engine.n_samples

    @property
    def names(self) -> tuple[str, ...] | None:
        """Row names, or None."""
        return self._engine.names

    @property
    def feature_names(self) -> tuple[str, ...] | None:
        """What the columns of `X` are called, or None."""
        return self._engine.data.features

    @property
    def labels(self) -> np.ndarray:
        """Cluster of every point by the last finished fit, (n_samples,) int32, read-only.

        "Cluster 1" of the page is 0 here, "No cluster" -1. All 0 before the first fit.
        """
        return self._engine.labels

    @property
    def constraints(self) -> Constraints:
        """What is known about pairs, and which rows are noise."""
        return self._engine.state.constraints

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers in force, in order."""
        return self._engine.answers

    @property
    def n_clusters(self) -> int:
        """Number of clusters, as set; of a clusterer that finds it, as found."""
        return self._engine.now.n_clusters

    @property
    def clusterer(self) -> Any:
        """The clusterer as it will be fitted: an unfitted copy with K and seed set."""
        return self._engine.now.clusterer

    @property
    def strategy(self) -> Any:
        """The strategy, a copy with the seed set."""
        return self._engine.now.strategy

    @property
    def fitted_clusterer(self) -> Any:
        """The clusterer as it was fitted for `labels`, which is not to be changed.

        None before the first fit, after a session was read from a file, and after several undos.
        """
        fit = self._engine.ledger.shown
        return None if fit is None else self._engine.fits.model(fit.fit)

    @property
    def path(self) -> str | None:
        """Where the journal is, or None."""
        path = self._engine.journal.path
        return None if path is None else str(path)

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences to read once: about too small a K, the journal and the data."""
        engine = self._engine
        present = () if engine.fits.error else engine.part(NumberNotes).sentences
        return (*present, *engine.notes)

    # ------------------------------------------------------------------ parts

    @property
    def annotators(self) -> Annotators:
        """Who answered what: agreement, disagreements, audits and second opinions."""
        return self._engine.part(Annotators)

    @property
    def clusters(self) -> Clusters:
        """The clusters shown: names, profiles, merging, splitting and grouping."""
        return self._engine.part(Clusters)

    @property
    def helpers(self) -> Helpers:
        """The functions that answer beside people: error rates, weights and costs."""
        return self._engine.part(Helpers)

    @property
    def history(self) -> History:
        """Steps, branches and fits; whether something can be undone."""
        return self._engine.part(History)

    @property
    def noise(self) -> Noise:
        """The rows that are in no cluster, stated or found by the fit."""
        return self._engine.part(Noise)

    @property
    def problem(self) -> Problem | None:
        """What prevents a clustering of the present answers, with remedies; None if nothing."""
        return self._engine.part(Feasibility).problem

    @property
    def proposals(self) -> Proposals:
        """Merges and splits that the clusterer is unsure of."""
        return self._engine.part(Proposals)

    @property
    def questions(self) -> Questions:
        """The pairs that were proposed together, and what the strategy can ask."""
        return self._engine.part(Questions)

    @property
    def review(self) -> Review:
        """The answers that are worth a second look."""
        return self._engine.part(Review)

    @property
    def rows(self) -> Rows:
        """The rows: more of them are added, some are left out and put back."""
        return self._engine.part(Rows)

    @property
    def sample(self) -> Sample:
        """The rows that are shown and asked about; its `rows` are None where all are."""
        return self._engine.sample

    @property
    def stopping(self) -> Stopping:
        """Whether more answers are expected to change the clustering."""
        return self._engine.part(Stopping)

    # ------------------------------------------------------------------ questions and answers

    @property
    def question(self) -> Question | None:
        """The open question, of any type, or None; of a batch see `questions.select`."""
        return open_question(self._engine.state)

    # methods that are defined, with their docstrings, where their work is done
    ask = asking.ask
    propose = asking.propose
    propose_placement = asking.propose_placement
    propose_sorting = asking.propose_sorting
    preview = previews.preview

    answer = answering.answer
    answer_many = answering.answer_many
    remove = answering.remove
    replace = answering.replace
    place = answering.place
    sort = answering.sort
    undo = undone
    redo = redone

    # ------------------------------------------------------------------ settings

    set_clusterer = setting.set_clusterer
    set_params = setting.set_params
    set_n_clusters = setting.set_n_clusters
    set_strategy = setting.set_strategy

    @property
    def default_soft(self) -> bool:
        """Whether answers that do not say are soft; setting it is an undo step.

        A soft answer entails nothing and never contradicts: a wrong one does less harm.
        """
        return self._engine.state.settings.softly

    @default_soft.setter
    def default_soft(self, on: bool) -> None:
        self._engine.apply(lambda now: operations.softly(now, on))

    # ------------------------------------------------------------------ fits, listening, keeping

    def fit(self, fresh: bool = False) -> None:
        """Fit again, as after an answer, or (`fresh`) from the clusterer's own starts.

        The new fit is an undo step, unless it only repeats one that failed or was cancelled.
        """
        engine = self._engine
        done = engine.apply(lambda now: operations.refit(fresh=fresh, fitted=engine.ledger.fitted))
        if done is None:
            engine.fits.start()

    def cancel(self) -> bool:
        """Abandon the running fit; the last clustering stays. Whether there was one."""
        return self._engine.fits.cancel()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the running fit and its score; False if ``timeout`` seconds were not enough."""
        return self._engine.fits.wait(timeout)

    @property
    def is_fitting(self) -> bool:
        """Whether a fit is running that will be shown."""
        return self._engine.fits.is_running

    check = checking.check
    compare = comparison.compare
    nearest = nearest_rows.nearest
    trace = traced_fit.trace
    run_oracle = oracle_run.run_oracle

    def subscribe(self, callback: Callable[[Event], None]) -> Callable[[], None]:
        """Call ``callback(event)`` whenever something happens; the result ends that.

        It is called in whichever thread it happens in, and may call the session.
        """
        return self._engine.listeners.add(callback)

    save = opening.save
    export_model = model.export_model

    def close(self) -> None:
        """End: abandon the running fit and release the journal."""
        self._engine.retire(opening.CLOSED)


def engine_of(session: Session) -> Engine:
    """The engine of a session, for what shows it; it is no part of the interface for users."""
    return session._engine
