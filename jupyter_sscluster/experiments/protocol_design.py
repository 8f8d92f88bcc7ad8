"""What an experiment is, as data: sets, folds, supervision, methods and scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from sklearn.base import clone

from jupyter_sscluster import _catalogue
from jupyter_sscluster._validation import InputError, check_count, is_number
from jupyter_sscluster.experiments.scoring import SCORES

Params = Mapping[str, Any]

TOLD = ("labels", "pairs", "share", "questions")
KINDS = ("both", "must", "cannot")
PREPARED = ("raw", "standardise", "unit")
CHOSEN = ("tuned", "honest")


@dataclass(frozen=True)
class Method:
    """A clusterer, and a strategy where questions are asked, with parameters.

    Parameters
    ----------
    name : str
        What records and figures call it.
    clusterer : str or estimator
        Name in the catalogue; an estimator of your own does as well.
    params : mapping
        Its parameters. `n_clusters` and `random_state` are set where they are not given here.
    each : mapping of set to mapping, optional
        Parameters that differ from set to set.
    strategy : str or estimator, optional
        What asks, where the protocol is about questions.
    asking : mapping, optional
        Its parameters.
    grid : (parameter, values), optional
        The clusterer is fitted with each value. Two methods come of it: "… (tuned)" takes what
        scores best on the rows that count, in each fold by itself, "… (honest)" what does on the
        others, by inner folds where the protocol has some. Of values that score the same the one
        is taken that stands nearest to the clusterer's default, or to the last where that is not
        among them. A third, "… (of the set)", is one value for all folds: see `of_the_set`.
    first : (strategy, number), optional
        What asks so many questions before `strategy`, which goes on from the answers: one that
        needs no clustering, say, before one that clusters again and again (Švehla 2018, chapter 3,
        introduction). Levels count the questions of both.
    batch : int, default 1
        So many questions of `strategy` are chosen before any of them is answered.
    reordered : bool, default False
        Whether the rows are fitted in another order, drawn for each fold: what is found should not
        depend on it (Vouros and Vasilaki 2020, section 3).

    >>> Method("k-means", "kmeans").names
    ('k-means',)
    >>> Method("sparse", "sparsekmeans", grid=("sparsity", (1.1, 2.0))).names
    ('sparse (tuned)', 'sparse (honest)')
    """

    name: str
    clusterer: Any
    params: Params = field(default_factory=dict)
    each: Mapping[str, Params] = field(default_factory=dict)
    strategy: Any = None
    asking: Params = field(default_factory=dict)
    grid: tuple[str, tuple[Any, ...]] | None = None
    first: tuple[Any, int] | None = None
    batch: int = 1
    reordered: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names that its records have."""
        if self.grid is None:
            return (self.name,)
        return tuple(f"{self.name} ({how})" for how in CHOSEN)


@dataclass(frozen=True)
class Protocol:
    """An experiment as data; `run` makes records of it.

    Every fold of every repeat is one draw: of the test rows, of the labels or pairs that are told
    (a smaller level tells part of what a larger one does) and of the seed, the same for all
    methods. Only rows outside the test fold are ever told anything about; all rows are clustered.

    Parameters
    ----------
    name, title : str
    sets : tuple of str
        Names of data sets, see `jupyter_sscluster.datasets.load`.
    methods : tuple of Method
    told : {"pairs", "labels", "share", "questions"}, default "pairs"
        What a level is: a number of random pairs, a share of the labels from 0 to 1, per cent of
        all pairs, or a number of questions that the method's strategy asks.
    levels : tuple of numbers
    folds : int, default 5
        Stratified. With 0 there are no test rows: all rows count, and those that nothing was told
        about.
    repeats : int, default 20
    preprocess : {"standardise", "unit", "raw"}, default "standardise"
        Of every feature: mean 0 and variance 1, from 0 to 1, or nothing.
    scores : tuple of {"ari", "f", "nmi", "gnmi"}, default ("ari",)
        Adjusted Rand index, pairwise F, mutual information normalised by the arithmetic or the
        geometric mean; the first is the one that claims and figures are about.
    kinds : tuple of {"both", "must", "cannot"}, default ("both",)
        With `told="share"`: half must-links and half cannot-links, or one kind alone.
    inner : int, default 0
        With a `grid`: folds of the training rows by which the honest value is chosen, each told
        what lies outside it alone. With 0 it is chosen by the score on all training rows, those
        that pairs tell about included.
    start : int, default 0
        With questions: so many random pairs are known before the first.
    noise : float, default 0
        With labels or pairs: how likely each that is told is wrong. Of pairs that contradict each
        other the cannot-links are told softly.
    rows : int, default 0
        Maximum number of rows of a set; of a larger one so many are drawn, always the same. 0: all.
    seed : int, default 0
    source, printed, differs : str
        Where it is described, which figures or tables are printed there, and what is done
        differently here.
    drawn : tuple of str, default ()
        Further fields of records that a report draws, such as "seconds".
    against : str, default ""
        A method that figures of scores compare all others with.

    Raises
    ------
    InputError
        If it contradicts itself.

    >>> mine = Protocol(
    ...     "mine",
    ...     sets=("iris",),
    ...     methods=(Method("k-means", "kmeans"), Method("PCK-means", "pckmeans")),
    ...     levels=(0, 50),
    ...     folds=3,
    ...     repeats=1,
    ... )
    >>> mine.with_(repeats=2).n_runs
    12
    """

    name: str
    sets: tuple[str, ...]
    methods: tuple[Method, ...]
    levels: tuple[float, ...]
    told: str = "pairs"
    folds: int = 5
    repeats: int = 20
    preprocess: str = "standardise"
    scores: tuple[str, ...] = ("ari",)
    kinds: tuple[str, ...] = ("both",)
    inner: int = 0
    start: int = 0
    noise: float = 0.0
    rows: int = 0
    seed: int = 0
    title: str = ""
    source: str = ""
    printed: str = ""
    differs: str = ""
    drawn: tuple[str, ...] = ()
    against: str = ""

    def __post_init__(self) -> None:
        _one_of("told", self.told, TOLD)
        _one_of("preprocess", self.preprocess, PREPARED)
        for score in _some("scores", self.scores):
            _one_of("scores", score, tuple(SCORES))
        for kind in _some("kinds", self.kinds):
            _one_of("kinds", kind, KINDS)
        for name in ("sets", "methods", "levels"):
            _some(name, getattr(self, name))
        check_count(self.repeats, "repeats", 1)
        for name in ("folds", "inner", "start", "rows", "seed"):
            check_count(getattr(self, name), name, 0)
        if self.folds == 1:
            raise InputError("folds=1 leaves no rows to learn from; use at least 2, or 0 for none")
        if self.inner == 1:
            raise InputError("inner=1 leaves no rows to learn from; use at least 2, or 0 for none")
        if not (is_number(self.noise) and 0 <= self.noise <= 1):
            raise InputError(f"noise={self.noise!r} must be a number from 0 to 1")
        if self.noise and self.told not in ("labels", "pairs"):
            raise InputError(
                f"noise={self.noise!r} is about labels and pairs, and told={self.told!r}; give one "
                "of these, or noise=0; label_economy(noise=) has wrong answers to questions"
            )
        self._check_methods()

    def _check_methods(self) -> None:
        names = [name for method in self.methods for name in method.names]
        if len(set(names)) < len(names):
            raise InputError(f"methods {names} must have different names")
        for method in self.methods:
            estimator(method)
            if (method.strategy is None) == (self.told == "questions"):
                what = "needs a strategy, which asks the" if self.told == "questions" else "has a"
                rest = "questions" if self.told == "questions" else "strategy, but nothing is asked"
                raise InputError(
                    f"method {method.name!r} {what} {rest}; give strategy= with told='questions', "
                    "and only then"
                )
            check_count(method.batch, f"the batch of method {method.name!r}", 1)
            if method.first is None:
                continue
            if method.strategy is None or len(method.first) != 2:
                raise InputError(
                    f"method {method.name!r} has first={method.first!r}, which must be a strategy "
                    "and its number of questions, before those of strategy="
                )
            check_count(method.first[1], f"the questions of first in {method.name!r}", 1)

    def with_(self, **changes: Any) -> Self:
        """The same with other values of some fields."""
        known = [each.name for each in fields(self)]
        for name in changes:
            _one_of("field", name, tuple(known))
        return replace(self, **changes)

    @property
    def score(self) -> str:
        """The field of a record that counts: on the test rows where there are any."""
        return self.scores[0] + ("_holdout" if self.folds else "")

    @property
    def n_runs(self) -> int:
        """Number of runs, each of a method on a fold."""
        return len(self.sets) * self.repeats * max(self.folds, 1) * len(self.methods)


def estimator(method: Method, data: str = "", **given: Any) -> Any:
    """The clusterer of a method on a set, with these parameters where nothing else sets them."""
    params = {**method.params, **method.each.get(data, {})}
    if method.grid is not None and method.grid[0] not in params:
        params[method.grid[0]] = method.grid[1][0]
    return _made("clusterers", method.clusterer, params, given)


def asker(method: Method, clusterer: Any, **given: Any) -> Any:
    """The strategy of a method, which goes by this clusterer."""
    return _made(
        "strategies", method.strategy, dict(method.asking), {**given, "clusterer": clusterer}
    )


def first_asker(method: Method, clusterer: Any, **given: Any) -> Any:
    """The strategy that asks before that of a method, or None."""
    if method.first is None:
        return None
    return _made("strategies", method.first[0], {}, {**given, "clusterer": clusterer})


def _made(kind: str, entry: Any, params: dict[str, Any], given: dict[str, Any]) -> Any:
    made = clone(_catalogue.make(kind, entry))
    known = made.get_params(deep=False)
    params = {**{name: value for name, value in given.items() if name in known}, **params}
    unknown = [name for name in params if name not in known]
    if unknown:
        raise InputError(
            f"{type(made).__name__} has no parameter {unknown[0]!r}; it has {', '.join(known)}"
        )
    return made.set_params(**params)


def _some(name: str, values: Any) -> tuple[Any, ...]:
    if not isinstance(values, tuple) or not values or len(set(map(repr, values))) < len(values):
        raise InputError(f"{name}={values!r} must be a tuple of different values, at least one")
    return values


def _one_of(name: str, value: Any, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise InputError(f"{name}={value!r} must be one of {', '.join(map(repr, allowed))}")
