"""One run of an experiment: a strategy asks, and its answers are scored in portions."""

import json
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from jupyter_sscluster._arrays import IntArray, Integers
from jupyter_sscluster.active import NoisyOracle, Oracle
from jupyter_sscluster.active.question_types.oracle_loop import recorded
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.experiments.question_plan import (
    Answer,
    QuestionPlan,
    QuestionRound,
    RecordingOracle,
    flat,
    rounds_of,
)
from jupyter_sscluster.experiments.scoring import PARTS, scored

Record = dict[str, Any]

SCORES = ("ari", "f", "nmi")


@dataclass(frozen=True, eq=False)
class StrategyRun:
    """A strategy with a clusterer on a data set under a seed."""

    names: tuple[str, str, str]
    X: NDArray[np.float64]
    y: NDArray[np.int64]
    strategy: Any
    clusterer: Any
    asker: Any
    seed: int
    setting: tuple[tuple[str, float], ...]
    asking: QuestionPlan

    @property
    def said(self) -> Record:
        """The setting by name: holdout, noise, start."""
        return dict(self.setting)

    @property
    def key(self) -> str:
        """What tells this run from every other one, data and parameters included."""
        digest = blake2b(digest_size=16)
        for part in (np.ascontiguousarray(self.X, dtype="<f8"), self.y.astype("<i8")):
            digest.update(str(part.shape).encode())
            digest.update(part.tobytes())
        told = [self.names, _described(self.strategy), _described(self.clusterer), self.seed]
        told += [_described(self.asker), self.asking.counted, self.setting, *self.asking.described]
        digest.update(json.dumps(told).encode())
        return digest.hexdigest()

    def run(self) -> list[Record]:
        """One record for each number of questions."""
        askable, held = self._split()
        begun = time.process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            rounds, given = self._rounds(askable), self._given(askable)
        seconds = time.process_time() - begun
        records, scored = list[Record](), dict[int, Record]()
        names = Record(zip(("data", "strategy", "clusterer"), self.names, strict=True))
        names |= {"question_type": self.asking.question_type, "seed": self.seed, **self.said}
        for counts in self.asking.points(rounds):
            asked = counts["asked"]
            if asked not in scored:
                scored[asked] = self._scores([*given, *flat(rounds[:asked])], held)
            records.append({**names, **counts, "seconds": seconds, **scored[asked]})
        return records

    def _split(self) -> tuple[IntArray, IntArray]:
        """Rows that may be asked about, and rows that never are: a share of every class."""
        rng = np.random.default_rng([self.seed, 1])
        held = [
            rng.permutation(np.flatnonzero(self.y == k))[: round(self.said["holdout"] * size)]
            for k, size in enumerate(np.bincount(self.y))
        ]
        rows = np.sort(np.concatenate(held))
        return np.setdiff1d(np.arange(len(self.y)), rows), rows

    def _first(self, askable: IntArray) -> Constraints:
        """What is known before the first question, about the askable rows."""
        return Constraints.from_labels(self.y[askable], int(self.said["start"]), self.seed)

    def _given(self, askable: IntArray) -> list[Answer]:
        """The same as answers about rows of all data."""
        first = self._first(askable)
        kinds = {"must": first.must, "cannot": first.cannot}
        return [(*pair, kind) for kind, of in kinds.items() for pair in askable[of].tolist()]

    def _rounds(self, askable: IntArray) -> list[QuestionRound]:
        """The questions asked, as rows of all data, and what their answers told."""
        oracle: Any = Oracle(self.y[askable], None)
        if self.said["noise"]:
            oracle = NoisyOracle(oracle, self.said["noise"], self.seed)
        strategy = clone(self.strategy)
        if "clusterer" in strategy.get_params(deep=False):
            strategy.set_params(clusterer=clone(self.asker))
        shaped = self.asking.question_type != "pair"
        options = (
            {"question_type": self.asking.question_type, "size": self.asking.size} if shaped else {}
        )
        watched, known = RecordingOracle(oracle, self.asking), self._first(askable)
        fitted = strategy.fit(self.X[askable], watched, constraints=known, **options)
        return rounds_of(fitted, askable)

    def _scores(self, answers: Sequence[Answer], held: IntArray) -> Record:
        touched = {point for i, j, _ in answers for point in (i, j)}
        untouched = np.setdiff1d(np.arange(len(self.y)), [*touched])
        begun = time.process_time()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                labels = self._labels(answers)
        except Exception as error:  # a clusterer may fail in any way; its run goes on
            empty = {score + part: None for part in PARTS for score in SCORES}
            return {**empty, "failed": f"{type(error).__name__}: {error}"}
        spent = {"fit_seconds": time.process_time() - begun, "n_untouched": len(untouched)}
        everyone = np.arange(len(self.y))
        parts = zip(PARTS, (everyone, untouched, held), strict=True)
        found = (scored(self.y, labels, rows, part, SCORES) for part, rows in parts)
        return dict(chain.from_iterable(found)) | spent

    def _labels(self, answers: Sequence[Answer]) -> Integers:
        """Clusters of all rows, the answers being known."""
        must, cannot = (
            [(i, j) for i, j, said in answers if said == kind] for kind in ("must", "cannot")
        )
        known = Constraints(len(self.y), must, cannot, conflicts="soft")
        if self.asking.question_type != "pair":
            known = recorded(Constraints(len(self.y)), answers)
        labels: Integers = clone(self.clusterer).fit(self.X, constraints=known).labels_
        return labels


def _described(estimator: Any) -> list[Any]:
    """Class and parameters as plain values."""
    kind = type(estimator)
    params = {name: _plain(value) for name, value in estimator.get_params(deep=True).items()}
    return [f"{kind.__module__}.{kind.__qualname__}", sorted(params.items())]


def _plain(value: Any) -> str:
    return repr(value.tolist()) if isinstance(value, np.ndarray) else repr(value)
