"""Learning curves of query strategies on one data set, with a table and a plot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jupyter_sscluster._validation import InputError, InputTypeError
from jupyter_sscluster.experiments.coerce_input import as_records
from jupyter_sscluster.experiments.curve_summaries import MeanCurve, Record, curves, mean_curve
from jupyter_sscluster.experiments.parallel_runs import package
from jupyter_sscluster.experiments.strategy_runs import label_economy

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
"""Okabe and Ito's colours, which the colour-blind can tell apart."""

NAMES = {"ari": "adjusted Rand index", "f": "pairwise F", "nmi": "normalised mutual information"}


@dataclass(frozen=True, eq=False)
class LearningCurve:
    """What `learning_curve` returns: the score of each strategy after each number of questions.

    Attributes
    ----------
    records : list of dict
        One a run and number of questions, as `label_economy` returns them.
    """

    records: list[Record]

    @property
    def frame(self) -> Any:
        """The records as a pandas DataFrame."""
        return package("pandas", "frame").DataFrame(self.records)

    def plot(self, score: str = "ari", ax: Any = None) -> Any:
        """Draw the mean score by number of questions, with bands of one standard error.

        Parameters
        ----------
        score : str, default "ari"
            Column of the table.
        ax : matplotlib Axes, optional
            Where to draw; by default a new figure.

        Returns
        -------
        matplotlib Axes
        """
        return draw(self.records, score, ax=ax)

    def __repr__(self) -> str:
        ends = [
            f"{key[1]} {curve.mean[0]:.2f} → {curve.mean[-1]:.2f}"
            for key, curve in curves(self.records).items()
        ]
        asked = max(record["questions"] for record in self.records)
        n_seeds = len({record["seed"] for record in self.records})
        return f"LearningCurve({', '.join(ends)}; ari, {asked} questions, {n_seeds} seeds)"


def learning_curve(
    X: Any,
    y: Any,
    *,
    clusterer: Any = "adaptivepckmeans",
    strategies: Any = ("robustnpu", "random"),
    budget: int = 50,
    n_seeds: int = 5,
    progress: bool = False,
    **options: Any,
) -> LearningCurve:
    """Compare query strategies: how good the clustering is after each number of answers.

    Each strategy asks up to `budget` questions, which the true labels answer, and the clusterer is
    fitted and scored after every 5 of them. To compare on several data sets, or with several
    clusterers, use `label_economy`.

    Parameters
    ----------
    X : array or DataFrame, shape (n_samples, n_features)
    y : array, shape (n_samples,)
        The true class of each row.
    clusterer : name or estimator, default "adaptivepckmeans"
    strategies : list of names, strategies or functions of a snapshot, or mapping of names to them
        By default "robustnpu" and "random".
    budget : int, default 50
        Number of questions.
    n_seeds : int, default 5
        Number of repeats.
    progress : bool, default False
        Whether to show a progress bar.
    **options
        Any other parameter of `label_economy`, such as `noise=0.1` or `n_jobs=-1`.

    Returns
    -------
    LearningCurve
        `.plot()` draws it, `.frame` is a table.

    Raises
    ------
    InputError
        If an argument cannot be used; before anything runs.

    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> learning_curve(X, y, strategies=["npu", "random"], budget=10, n_seeds=2)
    LearningCurve(npu 0.73 → ..., random 0.73 → ...; ari, 10 questions, 2 seeds)
    """
    title = clusterer if isinstance(clusterer, str) else type(clusterer).__name__
    records = label_economy(
        {"data": (X, y)},
        named_strategies(strategies),
        {title: clusterer},
        n_seeds,
        budget=budget,
        progress=progress,
        **options,
    )
    return LearningCurve(as_records(records))


def named_strategies(strategies: Any) -> dict[str, Any]:
    """Strategies by name; those given without one are named after their title or class."""
    if isinstance(strategies, Mapping):
        return dict(strategies)
    if isinstance(strategies, str) or not isinstance(strategies, Iterable):
        strategies = [strategies]
    found = dict[str, Any]()
    for each in strategies:
        name = each if isinstance(each, str) else _called(each)
        if name in found:
            raise InputError(
                f"two strategies are called {name!r}; pass a mapping of names to strategies"
            )
        found[name] = each
    return found


def _called(strategy: Any) -> str:
    title = getattr(strategy, "title", None) or getattr(strategy, "__name__", None)
    return title if isinstance(title, str) else type(strategy).__name__


def draw(runs: Iterable[Any], score: str = "ari", *, ax: Any = None) -> Any:
    """Draw learning curves: mean scores, with bands of one standard error.

    Parameters
    ----------
    runs : records of `label_economy`, a DataFrame of them, or the curves of `Session.run_oracle`
        Several data sets get a panel each.
    score : str, default "ari"
    ax : matplotlib Axes, optional
        Where to draw one data set; by default a new figure.

    Returns
    -------
    matplotlib Axes, or an array of them where there are several data sets

    Raises
    ------
    InputError
        If there is nothing to draw, or matplotlib is missing.
    """
    panels = _panels(runs, score)
    if not panels:
        raise InputError(f"no record has a {score!r}; there is nothing to draw")
    if ax is None:
        size = (5.0 * len(panels), 3.5)
        drawn = package("matplotlib.pyplot", "draw").subplots(
            1, len(panels), figsize=size, layout="constrained", squeeze=False
        )[1][0]
    elif len(panels) > 1:
        raise InputError(f"ax= is one panel, and there are {len(panels)} data sets: leave it out")
    else:
        drawn = [ax]
    for axes, (name, lines) in zip(drawn, panels.items(), strict=True):
        for number, (label, curve) in enumerate(lines.items()):
            _line(axes, label, curve, COLOURS[number % len(COLOURS)])
        axes.set(xlabel="questions", ylabel=NAMES.get(score, score), title=name)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
    return drawn[0] if len(panels) == 1 else drawn


def _panels(runs: Iterable[Any], score: str) -> dict[str, dict[str, MeanCurve]]:
    """Curves by the title of a panel and the label of a line."""
    listed: Sequence[Any] = runs if isinstance(runs, (list, tuple)) else as_records(runs)
    if listed and all(hasattr(each, "title") and hasattr(each, "scores") for each in listed):
        return {"": {each.title: _of_one_run(each.scores) for each in listed}}
    if not all(isinstance(each, Mapping) for each in listed):
        raise InputTypeError(
            "draw needs the records of label_economy, or the curves of Session.run_oracle; "
            f"got a {type(listed[0]).__name__}"
        )
    found = curves(listed, score) if listed else {}
    name: Callable[[Any], str] = (
        (lambda key: str(key[1]))
        if len({key[2] for key in found}) == 1
        else lambda key: f"{key[1]} × {key[2]}"
    )
    panels = dict[str, dict[str, MeanCurve]]()
    for key, curve in found.items():
        panels.setdefault("" if key[0] == "data" else str(key[0]), {})[name(key)] = curve
    return panels


def _of_one_run(scores: Sequence[float | None]) -> MeanCurve:
    """The curve of a single run, without an error; questions whose fit failed are left out."""
    known = {at: [score] for at, score in enumerate(scores) if score is not None}
    return mean_curve(known)


def _line(axes: Any, label: str, curve: MeanCurve, colour: str) -> None:
    low, high = curve.mean - curve.error, curve.mean + curve.error
    axes.plot(curve.questions, curve.mean, color=colour, marker="o", markersize=3, label=label)
    axes.fill_between(curve.questions, low, high, color=colour, alpha=0.2, linewidth=0)
