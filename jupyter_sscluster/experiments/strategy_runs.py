"""Learning curves: how good a clustering gets, question by question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from sklearn.base import clone

from jupyter_sscluster import _catalogue
from jupyter_sscluster._validation import InputError, Real, check_count
from jupyter_sscluster.active.question_types.cost_model import CostModel
from jupyter_sscluster.active.question_types.placement_and_sorting import QUESTION_TYPES
from jupyter_sscluster.experiments.active_classifiers import (
    STRATEGY,
    ClassifierRun,
    named_classifiers,
)
from jupyter_sscluster.experiments.coerce_input import checked
from jupyter_sscluster.experiments.parallel_runs import package, run_all
from jupyter_sscluster.experiments.question_plan import QuestionPlan
from jupyter_sscluster.experiments.simulated_questioning import StrategyRun


def label_economy(
    data: Mapping[str, tuple[Any, Any]],
    strategies: Any = ("random", "npu"),
    clusterers: Any = ("pckmeans",),
    seeds: int | Iterable[int] = 10,
    *,
    classifiers: Any = (),
    budget: int = 100,
    step: int = 5,
    checkpoints: Iterable[int] | None = None,
    holdout: float = 0.0,
    noise: float = 0.0,
    start: int = 0,
    asker: Any = None,
    question_type: str = "pair",
    size: int = 4,
    cost: CostModel | None = None,
    at_seconds: Iterable[float] | None = None,
    n_jobs: int | None = None,
    path: Any = None,
    progress: bool = True,
    as_frame: bool = False,
) -> Any:
    """What answers are worth: scores after 0, 5, 10, … questions.

    For every data set, strategy, clusterer and seed the strategy runs once, with that clusterer,
    to the whole budget; then the clusterer is fitted afresh to the first 0, 5, 10, … of its answers
    and scored. So the same seed gives the same hold-out, the same noise and the same start to all
    strategies, and `compare` may compare them in pairs.

    Scores are the adjusted Rand index (`ari`), the pairwise F (`f`) and the normalised mutual
    information (`nmi`), on all rows, on those that occur in no pair asked (`…_untouched`), and on
    the hold-out (`…_holdout`). A strategy that asks about the difficult points leaves easy ones
    untouched, so only the hold-out says what answers are worth elsewhere.

    Parameters
    ----------
    data : mapping of name to (X, y)
        y holds a class for each row.
    strategies, clusterers : names of the catalogue, or mapping of name to estimator
        The number of classes is given to those that have `n_clusters`, the seed to those that have
        `random_state`.
    seeds : int or iterable of int, default 10
        So many repeats, or these.
    classifiers : names, or mapping of name to classifier, default ()
        Active classifiers beside these: "k-nearest neighbours", "label spreading", "logistic
        regression", "random forest", or others of scikit-learn's kind. A person names the class of
        one point after another: the medoids of k-means, then the point of least margin. Each takes
        the seconds of a placement among all classes; `strategy` is "least margin", and `clusterer`
        the name of the classifier, which predicts the classes of the rows that nobody named.
    budget, step : int, default 100 and 5
        Questions asked, and after how many of them the clusterer is scored.
    checkpoints : iterable of int, optional
        Scored after these numbers of questions instead.
    holdout : float, default 0
        Share of every class that the strategy never sees; the clusterer is fitted to all rows.
    noise : float, default 0
        Share of wrong answers.
    start : int, default 0
        Number of true pairs, drawn at random, that are known before the first question.
    asker : name of a clusterer, or estimator, optional
        What the strategies go by while they ask; by default the clusterer that is scored. With it
        all clusterers are scored on the same answers.
    question_type : {"pair", "place", "sort"}, default "pair"
        What questions look like; every strategy must offer it.
    size : int, default 4
        Points of a sorting.
    cost : CostModel, optional
        What a question costs a person.
    at_seconds : iterable of float, optional
        Scored after so many seconds of a person, too; instead, where no `checkpoints` are given.
    n_jobs : int, optional
        Processes, as in joblib: -1 is one a core; by default one, or what a
        `joblib.parallel_config` around the call says, with any backend.
    path : str or Path, optional
        A file to which every finished run is appended as a line of JSON. Runs that it holds, with
        the same data and parameters, are not done again.
    progress : bool, default True
        Whether a line says how many runs are done and how long the rest takes: on standard error,
        or in the notebook.
    as_frame : bool, default False
        Whether to return a pandas DataFrame.

    Returns
    -------
    list of dict, or DataFrame
        One record a run and number of questions: `data`, `strategy`, `clusterer`, `question_type`,
        `seed`, `holdout`, `noise`, `start`, `questions`, `asked` (fewer if nothing was left to
        ask), `actions` and `person_seconds` by the cost model, `at_seconds` if it was scored for
        that, the scores (None where there are no two such rows, or where the clusterer failed:
        `failed` says why), `n_untouched`, `seconds` of the whole strategy run and `fit_seconds`, of
        processor time.

    Raises
    ------
    InputError
        If a name, a number or the data are no good or a package is missing; before anything runs.

    >>> from sklearn.datasets import load_iris
    >>> iris = load_iris(return_X_y=True)
    >>> runs = label_economy({"iris": iris}, ["random"], seeds=1, budget=10, progress=False)
    >>> [(run["questions"], round(run["ari"], 2)) for run in runs]
    [(0, 0.73), (5, 0.7...), (10, 0.7...)]
    """
    frame = package("pandas", "as_frame=True") if as_frame else None
    bar = package("tqdm.auto", "progress=True").tqdm if progress else None
    for name, share in (("holdout", holdout), ("noise", noise)):
        if not Real(0.0, 1.0).check(share) or (name == "holdout" and share == 1):
            raise InputError(f"{name}={share!r} must be a share, from 0 to less than 1")
    points = _checkpoints(budget, step, () if at_seconds and checkpoints is None else checkpoints)
    limits = _limits(at_seconds)
    if not points and not limits:
        raise InputError("checkpoints are empty; give at least one number of questions")
    shaped = QuestionPlan(
        question_type, check_count(size, "size"), cost or CostModel(), points, limits
    )
    known = check_count(start, "start", 0)
    setting = (("holdout", float(holdout)), ("noise", float(noise)), ("start", known))
    asking, grouping = _offering(question_type, strategies), _named("clusterers", clusterers)
    by = None if asker is None else _catalogue.make("clusterers", asker)
    rivals = named_classifiers(classifiers)
    if rivals and known:
        raise InputError(f"start={known}: active classifiers know no pairs; leave start out")
    tasks = list(_tasks(data, asking, grouping, by, _seeds(seeds), shaped, setting))
    tasks += _classifying(
        data, rivals, _seeds(seeds), shaped._replace(question_type="place"), setting
    )
    file = None if path is None else Path(path)
    done = run_all(tasks, file, n_jobs, bar)
    records = [task.asking.completed(record) for task in tasks for record in done[task.key]]
    return frame.DataFrame(records) if frame is not None else records


def _tasks(
    data: Mapping[str, tuple[Any, Any]],
    strategies: dict[str, Any],
    clusterers: dict[str, Any],
    asker: Any,
    seeds: list[int],
    shaped: QuestionPlan,
    setting: tuple[tuple[str, float], ...],
) -> Iterator[StrategyRun]:
    for data_name, (raw, labels) in _pairs(data):
        X, y = checked(data_name, raw, labels)
        for seed, (first, strategy), (second, clusterer) in product(
            seeds, strategies.items(), clusterers.items()
        ):
            given = {"n_clusters": int(y.max()) + 1, "random_state": seed}
            scored = _with(clusterer, given)
            yield StrategyRun(
                names=(data_name, first, second),
                X=X,
                y=y,
                strategy=_with(strategy, given),
                clusterer=scored,
                asker=scored if asker is None else _with(asker, given),
                seed=seed,
                setting=setting,
                asking=shaped,
            )


def _classifying(
    data: Mapping[str, tuple[Any, Any]],
    classifiers: dict[str, Any],
    seeds: list[int],
    shaped: QuestionPlan,
    setting: tuple[tuple[str, float], ...],
) -> Iterator[ClassifierRun]:
    for data_name, (raw, labels) in _pairs(data):
        X, y = checked(data_name, raw, labels)
        for seed, (name, classifier) in product(seeds, classifiers.items()):
            names = (data_name, STRATEGY, name)
            yield ClassifierRun(
                names, X, y, classifier, classifier, classifier, seed, setting, shaped
            )


def _pairs(data: Any) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Names, and (X, y) of each."""
    rule = 'a mapping of names to (X, y), such as {"iris": load_iris(return_X_y=True)}'
    if not isinstance(data, Mapping) or not data:
        raise InputError(f"data of type {type(data).__name__} must be {rule}, and at least one")
    for name, both in data.items():
        if not isinstance(both, (tuple, list)) or len(both) != 2:
            raise InputError(f"data[{name!r}] is no pair (X, y); data must be {rule}")
        yield name, (both[0], both[1])


def _named(kind: str, chosen: Any) -> dict[str, Any]:
    """Estimators by name, from names or a mapping."""
    if isinstance(chosen, str) or not isinstance(chosen, Iterable):
        chosen = [chosen]
    if not isinstance(chosen, Mapping):
        chosen = {name: name for name in chosen}
    if not chosen or not all(isinstance(name, str) for name in chosen):
        raise InputError(
            f"{kind}={chosen!r} must be names of the catalogue, or a mapping of names to "
            "estimators, and at least one"
        )
    return {name: _catalogue.make(kind, entry) for name, entry in chosen.items()}


def _with(estimator: Any, given: dict[str, Any]) -> Any:
    """A copy that knows the number of classes and the seed, where it has these parameters."""
    known = estimator.get_params(deep=False)
    return clone(estimator).set_params(**{k: v for k, v in given.items() if k in known})


def _seeds(seeds: int | Iterable[int]) -> list[int]:
    if isinstance(seeds, Iterable):
        listed = [check_count(seed, "seed", 0) for seed in seeds]
        if not listed or len(set(listed)) < len(listed):
            raise InputError(f"seeds={listed} must be different, and at least one")
        return listed
    return list(range(check_count(seeds, "seeds", 1)))


def _checkpoints(budget: int, step: int, given: Iterable[int] | None) -> tuple[int, ...]:
    if given is None:
        high = check_count(budget, "budget", 0)
        given = [*range(0, high, check_count(step, "step", 1)), high]
    return tuple(sorted({check_count(point, "checkpoint", 0) for point in given}))


def _limits(at_seconds: Iterable[float] | None) -> tuple[float, ...]:
    given = [] if at_seconds is None else list(at_seconds)
    for seconds in given:
        if not Real(0.0).check(seconds):
            raise InputError(f"at_seconds={given} must be numbers of seconds, at least 0")
    return tuple(sorted({float(seconds) for seconds in given}))


def _offering(question_type: str, strategies: Any) -> dict[str, Any]:
    """Strategies by name, all of which offer this type of question."""
    found = _named("strategies", strategies)
    if question_type not in QUESTION_TYPES:
        raise InputError(
            f"question_type={question_type!r} must be one of {', '.join(map(repr, QUESTION_TYPES))}"
        )
    for name, strategy in found.items():
        if question_type != "pair" and question_type not in getattr(strategy, "question_types", ()):
            raise InputError(
                f'strategy {name!r} does not offer question_type={question_type!r}; "npu" does'
            )
    return found
