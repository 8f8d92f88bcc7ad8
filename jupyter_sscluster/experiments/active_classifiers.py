"""Active classifiers: what the same seconds of a person are worth without any clustering."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.semi_supervised import LabelSpreading

from jupyter_sscluster._arrays import Array, HashableData, IntArray, Integers
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import NoisyOracle, Oracle
from jupyter_sscluster.active.noisy_answers.medoids import medoids
from jupyter_sscluster.experiments.question_plan import Answer, QuestionRound, RecordingOracle
from jupyter_sscluster.experiments.simulated_questioning import StrategyRun

STRATEGY = "least margin"
"""The strategy in the records of active classifiers."""

FEATURES = 30
"""Principal components that nearest neighbours are looked for in, at most."""


def classifiers() -> dict[str, Any]:
    """Those that `label_economy` knows by name."""
    return {
        "k-nearest neighbours": KNeighborsClassifier(5, weights="distance"),
        "label spreading": LabelSpreading("knn", n_neighbors=10),
        "logistic regression": LogisticRegression(max_iter=1000),
        "random forest": RandomForestClassifier(100),
    }


def named_classifiers(chosen: Any) -> dict[str, Any]:
    """Classifiers by name, from names or a mapping of names to estimators."""
    known = classifiers()
    chosen = [chosen] if isinstance(chosen, str) else chosen
    if not isinstance(chosen, dict):
        unknown = [name for name in chosen if name not in known]
        if unknown:
            raise InputError(
                f"classifiers={chosen!r}: {unknown[0]!r} is none of {', '.join(map(repr, known))}; "
                "pass a mapping of names to classifiers for others"
            )
        chosen = {name: known[name] for name in chosen}
    for name, classifier in chosen.items():
        if not hasattr(classifier, "predict_proba"):
            raise InputError(
                f"classifiers[{name!r}] of type {type(classifier).__name__} has no predict_proba, "
                "by which the next point is chosen; leave it out, or pass one that has it, such "
                "as LogisticRegression()"
            )
    return dict(chosen)


@dataclass(frozen=True, eq=False)
class ClassifierRun(StrategyRun):
    """Shown one point, a person names its class; the next is the one of least margin.

    The first are the medoids of k-means, one a class. An answer is (row, the first row that was
    said to be of its class, "must"), by which a class has no number of its own. The `clusterer` is
    the classifier, and so is the `asker`.
    """

    def _rounds(self, askable: IntArray) -> list[QuestionRound]:
        oracle: Any = Oracle(self.y[askable], None)
        if self.said["noise"]:
            oracle = NoisyOracle(oracle, self.said["noise"], self.seed)
        watched = RecordingOracle(oracle, self.asking)
        X, rounds = self.X[askable], list[QuestionRound]()
        place, left = dict[int, int](), set(range(len(X)))
        n_classes = int(self.y.max()) + 1
        first = iter(medoids(HashableData.of(X), n_classes, self.seed, n_classes))
        while left and watched.remaining > 0:
            row = self._next(X, place, first, left)
            left.remove(row)
            shown = sorted(set(place.values()))
            found = watched.place(row, shown) if shown else None
            place[row] = row if found is None else int(found)
            answer = int(askable[row]), int(askable[place[row]]), "must"
            rounds.append(QuestionRound([answer], 1, n_classes))
        return rounds

    def _next(self, X: Array, place: dict[int, int], first: Iterator[int], left: set[int]) -> int:
        """The medoids, then the row whose two likeliest classes are nearest to each other."""
        for row in first:
            return row
        rows = np.array(sorted(left))
        shares = class_shares(self.asker, X, place, self.seed)[rows]
        if shares.shape[1] == 1:
            return int(np.random.default_rng([self.seed, len(place)]).choice(rows))
        highest = np.sort(shares, axis=1)
        return int(rows[np.argmin(highest[:, -1] - highest[:, -2])])

    def _labels(self, answers: Sequence[Answer]) -> Integers:
        place = {row: stands_for for row, stands_for, _ in answers}
        if not place:
            return np.zeros(len(self.X), dtype=np.int64)
        shares = class_shares(self.clusterer, self.X, place, self.seed)
        labels: Integers = shares.argmax(axis=1)
        labels[list(place)] = np.unique(list(place.values()), return_inverse=True)[1]
        return labels


def class_shares(classifier: Any, X: Array, place: dict[int, int], seed: int) -> Array:
    """Probabilities of the classes met (n, classes), the classes in the order of their rows."""
    rows = np.fromiter(place, dtype=np.intp)
    met, y = np.unique(list(place.values()), return_inverse=True)
    if len(met) == 1:
        return np.ones((len(X), 1))
    model = clone(classifier)
    if "random_state" in model.get_params():
        model.set_params(random_state=seed)
    if isinstance(model, KNeighborsClassifier):
        model.set_params(n_neighbors=min(model.n_neighbors, len(rows)))
        shown = min(FEATURES, *X.shape)
        model = make_pipeline(PCA(shown, random_state=seed), model)
        model[0].fit(X)
        model[1].fit(model[0].transform(X[rows]), y)
        return np.asarray(model.predict_proba(X))
    if isinstance(model, LabelSpreading):
        unlabelled = np.full(len(X), -1)
        unlabelled[rows] = y
        with np.errstate(invalid="ignore", divide="ignore"):
            model.fit(X, unlabelled)
        return np.asarray(np.nan_to_num(model.label_distributions_))
    return np.asarray(model.fit(X[rows], y).predict_proba(X))
