"""One interactive run, without a screen."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import checked_annotator
from jupyter_sscluster.journal.lines import write_whole
from jupyter_sscluster.session.annotators.annotators import Annotators
from jupyter_sscluster.session.clusters.clusters import Clusters
from jupyter_sscluster.session.comparison.comparison import Comparison, comparison_problem
from jupyter_sscluster.session.engine import opening, operations
from jupyter_sscluster.session.engine.advice import scale_note
from jupyter_sscluster.session.engine.constructor_arguments import check_arguments
from jupyter_sscluster.session.engine.data import Data, check_rows
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.input_data import prepared
from jupyter_sscluster.session.engine.records import Event
from jupyter_sscluster.session.engine.scores import with_truth
from jupyter_sscluster.session.feasibility.feasibility import Feasibility
from jupyter_sscluster.session.feasibility.problem import Problem
from jupyter_sscluster.session.fit_steps.traced_fit import TracedFit, trace
from jupyter_sscluster.session.history.history import History
from jupyter_sscluster.session.oracle_run.oracle_run import OracleRun, run_oracle
from jupyter_sscluster.session.preview.known_answers import Choice
from jupyter_sscluster.session.preview.preview import Preview
from jupyter_sscluster.session.preview.previews import Previews
from jupyter_sscluster.session.read_access import Reading
from jupyter_sscluster.session.review.review import Review
from jupyter_sscluster.session.sample.drawing import check_sample
from jupyter_sscluster.session.sample.large_data import may_be_large
from jupyter_sscluster.session.stopping.stopping import Stopping

CLOSED = "this session was closed; make a new one with the same path to go on"


class Session(Reading):
    """The loop of clustering, asking and answering, with undo, history and a journal on disk.

    Every answer leads to a new fit. It goes on from the last centres (a warm start) as long as
    clusterer and K stay as they are; `fit(fresh=True)` uses the clusterer's own starts. After
    every fit the clusters are matched to those before, so that each keeps its number.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n_samples, n_features)
    clusterer : str, class or instance, optional
        By default adaptive PCK-means. An instance brings its own ``n_clusters``.
    strategy : str, class or instance, optional
        What proposes questions; by default RobustNPU.
    constraints : Constraints, optional
        What is known at the start. Each statement becomes an answer with the source "initial".
    n_clusters : int, optional
        By default the clusterer's if an instance is given, else the K from 2 to 8 with the best
        silhouette of plain k-means.
    path : str or Path, optional
        Journal: every change is on disk before it is acted on. If the file exists the session
        goes on where it ended; arguments that were edited since are applied as a change. One kernel
        at a time may have it open; where no file can be locked, as where Python runs in a browser,
        a warning says so once, and it is written all the same.
    names : sequence of str, optional
        Row names; by default the index of a DataFrame.
    y_true : array-like of shape (n_samples,), optional
        True labels, for teaching: used for the score, and to answer in a person's stead where
        `run_oracle` asks for that.
    preprocess : scikit-learn transformer, optional
        Such as ``StandardScaler()``, a Pipeline or a ColumnTransformer: a copy is fitted to `X`,
        and what comes out is clustered. `session.X` holds that, `session.preprocess` the copy.
    random_state : int
        Seed of every estimator that has none of its own, and of the sample.
    sample : int or sequence of rows, optional
        For large data: how many rows are shown and asked about, or which. They are drawn once, half
        of them evenly and half by distance, and those in pairs are always among them. Fits run on
        all rows, `labels` are those of all, and rows keep their numbers; see `sample`. `X` may be
        a memory map or a Dask array or frame then, and is not copied, so that it must not be
        changed.
    background : bool
        Fit in a thread of its own instead of the caller's.
    annotator : str, optional
        Who answers: signed in the `source` of each answer. Another name may be set later.

    Raises
    ------
    InputError
        If an argument breaks a rule, or the journal belongs to other data, is damaged, or is in
        use. If the very first fit fails in the caller's thread, its error.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]])
    >>> session = Session(X, n_clusters=2)
    >>> session.answer(2, 4, "must").number
    1
    >>> session.constraints.relation(4, 2), session.history.current_fit.n_answers
    ('must', 1)
    >>> session.undo(), len(session.answers)
    ('answer 1: 2 – 4, must-link', 0)
    """

    def __init__(
        self,
        X: Any,
        clusterer: Any = None,
        strategy: Any = None,
        constraints: Constraints | None = None,
        *,
        n_clusters: int | None = None,
        path: str | os.PathLike[str] | None = None,
        names: Sequence[str] | None = None,
        y_true: Any = None,
        preprocess: Any = None,
        random_state: int = 0,
        background: bool = False,
        annotator: str | None = None,
        sample: Any = None,
    ) -> None:
        name = checked_annotator(annotator)
        made = prepared(X, preprocess, sampled=sample is not None)
        data = check_rows(made, names, constraints, copied=sample is None)
        wanted = check_sample(sample, len(data.X), data.names)
        data = with_truth(data, y_true)
        arguments = check_arguments(
            data.empty, clusterer, strategy, constraints, n_clusters, random_state, wanted
        )
        file = None if path is None else _checked_path(path)
        is_new_file = file is not None and not file.exists()
        start = opening.begin(data, arguments, file)
        self._set_up(data, start, annotator=name, background=background)
        self._engine.fits.start()
        if start.is_new and not background and self._engine.fits.failure is not None:
            self.close()
            if is_new_file and file is not None:
                with contextlib.suppress(OSError):
                    file.unlink()
            raise self._engine.fits.failure

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        X: Any,
        *,
        clusterer: Any = None,
        strategy: Any = None,
        names: Sequence[str] | None = None,
        y_true: Any = None,
        preprocess: Any = None,
        background: bool = False,
    ) -> Self:
        """Restore a saved session, with its history; the file is only read.

        Parameters
        ----------
        path : str or Path
            What `save` wrote, or a journal.
        X : array-like or DataFrame
            The same values as then.
        clusterer, strategy : estimator, optional
            Needed only where one of your own was used, which a file cannot hold.
        names, y_true, preprocess, background
            As for the constructor.
        """
        some = may_be_large(X) and opening.shows_some(path)
        made = prepared(X, preprocess, sampled=some)
        data = check_rows(made, names, None, copied=not made.in_blocks)
        data = with_truth(data, y_true)
        own = [estimator for estimator in (clusterer, strategy) if estimator is not None]
        session = cls.__new__(cls)
        start = opening.load(data, _checked_path(path), own)
        session._set_up(data, start, background=background)
        session._engine.fits.start()
        return session

    def _set_up(
        self,
        data: Data,
        start: opening.Opening,
        *,
        annotator: str = "",
        background: bool = False,
    ) -> None:
        self._engine = Engine(
            data,
            start.ledger,
            start.journal,
            start.shown,
            annotator=annotator,
            background=background,
        )
        self._engine.notes += start.notes
        scale = scale_note(start.shown.X, data.features, data.preprocess)
        self._engine.notes += [] if scale is None else [scale]

    # ------------------------------------------------------------------ settings

    def set_clusterer(self, clusterer: Any, /, **params: Any) -> None:
        """Use another clusterer: its name, class, or an instance (which brings its own K)."""
        self._engine.apply(
            lambda now: operations.clusterer(now, clusterer, dict(params), self._n_features)
        )

    def set_params(self, **params: Any) -> None:
        """Change parameters of the clusterer."""
        self._engine.apply(lambda now: operations.parameters(now, dict(params), self._n_features))

    def set_n_clusters(self, n_clusters: int) -> None:
        """Change the number of clusters."""
        self._engine.apply(
            lambda now: operations.settings(now, self._n_features, n_clusters=n_clusters)
        )

    def set_strategy(self, strategy: Any = None, /, **params: Any) -> None:
        """Use another strategy, or (without one) other parameters of the present strategy.

        Open questions are dropped.
        """
        n_features, given = self._n_features, dict(params)
        if strategy is None:
            self._engine.apply(lambda now: operations.strategy_parameters(now, given, n_features))
        else:
            self._engine.apply(lambda now: operations.strategy(now, strategy, given, n_features))

    @property
    def default_soft(self) -> bool:
        """Whether answers are recorded as soft ones unless they are said to be hard.

        Setting it is an undo step. A soft answer entails nothing and never contradicts, so that
        single wrong answers do less harm; right ones carry less far. Answers given before stay as
        they are.
        """
        return self._engine.state.settings.softly

    @default_soft.setter
    def default_soft(self, on: bool) -> None:
        self._engine.apply(lambda now: operations.softly(now, on))

    # ------------------------------------------------------------------ fits

    def fit(self, fresh: bool = False) -> None:
        """Fit again, from the last centres or (`fresh`) from the clusterer's own starts.

        The new fit is an undo step of its own. After a fit that failed or was cancelled it is
        only made up for, unless `fresh`.
        """
        done = self._engine.apply(
            lambda now: operations.refit(fresh=fresh, fitted=self._engine.ledger.fitted)
        )
        if done is None:
            self._engine.fits.start()

    def cancel(self) -> bool:
        """Abandon the running fit; the last clustering stays. Whether there was one."""
        return self._engine.fits.cancel()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the running fit and its score; False if ``timeout`` seconds were not enough."""
        return self._engine.fits.wait(timeout)

    def compare(self, clusterer: Any = None, /, **params: Any) -> Comparison:
        """Fit another clusterer to the same constraints and report where the two differ.

        The session does not change, and nothing is written to its journal. `adopt` of the result
        uses the other clusterer; `propose(among=comparison.changed)` asks about the points that the
        two place differently.

        Parameters
        ----------
        clusterer : str, class or instance, optional
            As for `set_clusterer`: by default the one in use, for other parameters.
        **params
            Its parameters; `n_clusters` is that of the session unless it is given here or the
            clusterer is an instance.

        Returns
        -------
        Comparison
            With the same clusterer and parameters the comparison is with its own starts, as
            `fit(fresh=True)` would fit it.

        Raises
        ------
        InputError
            If the clusterer or a parameter is refused, or there is no clustering to compare with.
            If the fit fails, its error.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]]
        >>> session = Session(X, "pckmeans", n_clusters=2)
        >>> found = session.compare("mpckmeans", n_clusters=3)
        >>> found.shown.title, found.other.title, found.n_agree, len(found.changed)
        ('PCK-means', 'MPCK-means', 5, 1)
        >>> round(found.adjusted_rand, 2), session.history.undo_label is None
        (0.71, True)
        >>> found.adopt()
        >>> session.n_clusters, session.history.undo_label
        (3, 'clusterer MPCK-means, 3 clusters')
        """
        return comparison_problem(self._engine, clusterer, params).solve()

    def trace(self, *, fresh: bool = False) -> TracedFit:
        """Repeat the fit that is shown and return its steps; nothing is changed.

        It starts where that fit started, so that its last step has the labels that are shown;
        `same` tells whether it has. With `fresh` it uses the clusterer's own starts instead, as a
        fit that starts from the clusters before has little to show.

        Raises
        ------
        InputError
            If there is no fit to be repeated, or the clusterer reports no steps.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> from jupyter_sscluster.cluster import KMeans
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], KMeans(), n_clusters=2)
        >>> found = session.trace()
        >>> [type(step).__name__ for step in found.trace]
        ['Seeded', 'Assigned', 'Recentred', 'Assigned', 'Recentred']
        >>> found.labels(len(found) - 1).tolist() == session.labels.tolist()
        True
        """
        return trace(self._engine, fresh=fresh)

    def run_oracle(
        self,
        oracle: Any = None,
        n_questions: int | None = None,
        *,
        wrong: float = 0.0,
        beside: Iterable[Any] = (),
        random_state: int | None = None,
    ) -> OracleRun:
        """Have the strategy's questions answered by an oracle or, for teaching, by true labels.

        All answers of a run, those of later calls of its `ask` included, are one undo step.

        Parameters
        ----------
        oracle : object, optional
            Anything with ``query(i, j)``, such as `CallableOracle`; its answers are signed with
            its name, and soft where it is not certain. By default the true labels.
        n_questions : int, optional
            How many; by default until nothing is left to ask. 0 only starts a run.
        wrong : float
            Share of wrong answers among those from true labels, from 0 to 1. Which pairs they are
            depends on the seed alone.
        beside : names, classes or instances of strategies
            They ask as many questions on copies of this session, for comparison.
        random_state : int, optional
            Seed of the wrong answers; by default the session's.

        Returns
        -------
        OracleRun
            With the curve of each strategy; it can be continued.

        Raises
        ------
        InputError
            If there is nobody to answer, or an argument breaks a rule; nothing is asked.
        """
        return run_oracle(
            self._engine,
            oracle,
            n_questions,
            wrong=wrong,
            beside=beside,
            random_state=random_state,
        )

    # ------------------------------------------------------------------ parts

    @cached_property
    def annotators(self) -> Annotators:
        """Who answered what: agreement, disagreements, audits and second opinions."""
        return Annotators(self._engine)

    @cached_property
    def clusters(self) -> Clusters:
        """The clusters shown: names, profiles, merging, splitting and grouping."""
        return Clusters(self._engine)

    @cached_property
    def history(self) -> History:
        """Steps, branches and fits; whether something can be undone."""
        return History(self._engine)

    @cached_property
    def review(self) -> Review:
        """The answers that are worth a second look."""
        return Review(self._engine)

    @cached_property
    def stopping(self) -> Stopping:
        """Whether more answers are expected to change the clustering."""
        return Stopping(self._engine)

    @cached_property
    def _feasibility(self) -> Feasibility:
        return Feasibility(self._engine)

    @property
    def problem(self) -> Problem | None:
        """What prevents a clustering of the present answers, None if nothing does.

        Either more points are all apart from each other than there are clusters, so that no
        clusterer can satisfy all answers, or the clusterer failed. The last clustering stays
        meanwhile, and the answers are recorded; `remedies` lists what can be done.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [4.0], [5.0], [9.0], [10.0]]
        >>> session = Session(X, "copkmeans", n_clusters=2)
        >>> _ = session.answer_many([(0, 2), (2, 4), (0, 4)], "cannot")
        >>> session.problem.title
        '2 clusters cannot keep 3 points apart'
        >>> [remedy.text for remedy in session.problem.remedies]
        ['Use 3 clusters', 'Take back answer 3', 'Use Adaptive PCK-means']
        >>> session.problem.remedies[0].apply()
        >>> session.problem is None, session.history.undo_label
        (True, '3 clusters')
        """
        return self._feasibility.problem

    def preview(self, answer: Choice) -> Preview:
        """What an answer to the open question would change; nothing is recorded.

        The clustering is fitted from where the session's own fit would start. If the answer is
        given then, it is shown without another fit.

        Parameters
        ----------
        answer : "must", "cannot" or "unknown"; else what `place` or `sort` is given
            Of a placement a row of its representatives, None or "unknown"; of a sorting piles, as a
            list of lists of rows, or "unknown".

        Raises
        ------
        InputError
            If no question is open, or this is no answer to it, or the clustering shown is not that
            of the present answers.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [4.4], [8.0], [9.0], [10.0]]
        >>> session = Session(X, "pckmeans", "random", n_clusters=2)
        >>> i, j = session.propose()[0].pair
        >>> must = session.preview("must")
        >>> following = must.next_question
        >>> must.violated, session.preview("unknown").moved, session.answers
        (0, 0, ())
        >>> _ = session.answer(i, j, "must", source="question")
        >>> session.labels.tolist() == must.labels.tolist(), session.propose() == [following]
        (True, True)
        """
        return self._engine.part(Previews).preview(answer)

    # ------------------------------------------------------------------ listening, keeping

    def subscribe(self, callback: Callable[[Event], None]) -> Callable[[], None]:
        """Call ``callback(event)`` whenever something happens; the result ends that.

        It is called in whichever thread it happens in, and may call the session.
        """
        return self._engine.listeners.add(callback)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the whole session, history included, into one file that `load` reads.

        The file is replaced at once or left as it was. Its form is that of a journal, so it can
        also be passed as ``path=`` to go on in it.
        """
        target, own = _checked_path(path), self._engine.journal.path
        with self._engine.lock:
            data = self._engine.journal.contents()
        if own is None or target.resolve() != own.resolve():
            write_whole(target, data)

    def close(self) -> None:
        """End: abandon the running fit and release the journal."""
        self._engine.retire(CLOSED)


def engine_of(session: Session) -> Engine:
    """The engine of a session, for what shows it; it is no part of the interface for users."""
    return session._engine


def _checked_path(path: Any) -> Path:
    if not isinstance(path, (str, os.PathLike)) or str(path) == "":
        raise InputError(f"path={path!r} must be the name of a file, a text or a Path")
    return Path(path).expanduser()
