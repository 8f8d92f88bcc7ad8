"""One run of a protocol: a method on a fold, at every level of supervision."""

import json
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.model_selection import StratifiedKFold

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.experiments.finished_runs import Record
from jupyter_sscluster.experiments.protocol_design import (
    CHOSEN,
    Method,
    Params,
    Protocol,
    estimator,
)
from jupyter_sscluster.experiments.scoring import PARTS, measured, of_pairs, scored
from jupyter_sscluster.experiments.statistics import SAME
from jupyter_sscluster.experiments.supervision import (
    Supervision,
    told,
    told_about,
    told_in_order,
)

FOLDS, DRAW, INNER, ORDER = range(4)


@dataclass(frozen=True, eq=False)
class ProtocolRun:
    """A method on a data set, in a fold of a repeat."""

    protocol: Protocol
    data: str
    X: NDArray[np.float64]
    y: NDArray[np.int64]
    noise: tuple[int, ...]
    method: Method
    repeat: int
    fold: int

    @cached_property
    def key(self) -> str:
        """What tells this run from every other one, data and parameters included."""
        digest = blake2b(digest_size=12)
        for part in (np.ascontiguousarray(self.X, dtype="<f8"), self.y.astype("<i8")):
            digest.update(str(part.shape).encode())
            digest.update(part.tobytes())
        of, method = self.protocol, self.method
        setting = [of.told, of.levels, of.folds, of.scores, of.kinds, of.start, of.seed]
        setting += [of.inner] if of.inner else []  # runs without it keep their keys
        setting += [{"noise": of.noise}] if of.noise else []
        who: list[Any] = [
            method.name,
            *map(_told_of, (method.clusterer, method.strategy)),
            repr(method.grid),
        ]
        if method.first is not None:  # runs without it keep their keys
            who += [_told_of(method.first[0]), method.first[1]]
        who += [{"batch": method.batch}] if method.batch > 1 else []
        who += ["reordered"] if method.reordered else []
        params = {**method.params, **method.each.get(self.data, {})}
        who += [_plain(params), _plain(method.asking), repr(self.noise)]
        place = [self.data, self.repeat, self.fold]
        digest.update(json.dumps([setting, who, place]).encode())
        return digest.hexdigest()

    @property
    def seed(self) -> int:
        """Seed of this fold, the same for all methods."""
        return self._seed(DRAW, self.fold)

    def run(self) -> list[Record]:
        """One record for each level, and for each way to choose a parameter."""
        train, test = self._split()
        try:
            given = self._clusterer, self.X, self.y, train, self.seed
            levels = [*told(self.protocol, self.method, *given)]
        except Exception as error:  # a strategy may fail in any way; its run is a result
            reason = f"{type(error).__name__}: {error}"
            return [self._failed(kind, level, reason) for kind, level in self._wanted()]
        records = list[Record]()
        for shown in levels:
            records += self._at(shown, train, test, records)
        return records

    def _wanted(self) -> list[tuple[str, float]]:
        of = self.protocol
        kinds = of.kinds if of.told == "share" else ("both",)
        return [(kind, level) for kind in kinds for level in of.levels]

    def _split(self) -> tuple[IntArray, IntArray]:
        """Rows that may be told about, and test rows."""
        everyone = np.arange(len(self.y))
        if not self.protocol.folds:
            return everyone, everyone[:0]
        folds = StratifiedKFold(
            self.protocol.folds, shuffle=True, random_state=self._seed(FOLDS, 0)
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a class with fewer rows than there are folds
            rows: tuple[IntArray, IntArray] = [*folds.split(self.X, self.y)][self.fold]
        return rows

    def _seed(self, purpose: int, fold: int) -> int:
        parts = [self.protocol.seed, crc32(self.data.encode()), self.repeat, fold, purpose]
        return int(np.random.default_rng(parts).integers(2**31))

    @property
    def _clusterer(self) -> Any:
        n_clusters = int(self.y.max()) + 1
        return estimator(self.method, self.data, n_clusters=n_clusters, random_state=self.seed)

    def _at(
        self, shown: Supervision, train: IntArray, test: IntArray, before: list[Record]
    ) -> list[Record]:
        """Records of a level; a clusterer that uses nothing told has those of the one before."""
        if before and getattr(self._clusterer, "uses_constraints", True) is False:
            changes: Record = {"kind": shown.kind, "level": shown.level, "n_told": shown.n_told}
            changes |= of_pairs(shown.constraints, self.y)
            changes |= {f"{score}_untouched": None for score in self.protocol.scores}
            return [{**r, **changes} for r in before[-len(self.method.names) :]]
        if self.method.grid is None:
            return [self._record(self.method.name, self._clusterer, shown, test)]
        return self._chosen(shown, train, test)

    def _chosen(self, shown: Supervision, train: IntArray, test: IntArray) -> list[Record]:
        """The value that is best on the rows that count, and the one that is best on the others."""
        name, values = self.method.grid or ("", ())
        found = list[Record]()
        for value in values:
            fit = self._clusterer.set_params(**{name: value})
            record = self._record("", fit, shown, test, train)
            if self.protocol.inner:
                record["by_training"] = self._inner(fit, shown, train)
            found.append(record | {"value": value})
        default = getattr(type(self._clusterer)(), name, None)
        tried = {self.protocol.score: [_rounded(r.get(self.protocol.score)) for r in found]}
        kept = list[Record]()
        for way, by in zip(CHOSEN, (self.protocol.score, "by_training"), strict=True):
            chosen = best([record.get(by) for record in found], values, default)
            record = {**found[chosen], "method": f"{self.method.name} ({way})"}
            noisy = [r["noise_weight"] for r in found if r.get("noise_weight") is not None]
            record |= {"noise_weight": max(noisy)} if noisy else {}
            weights = [r["weights"] for r in found if r.get("weights")]
            if weights:
                record["weights"] = [round(w, DIGITS) for w in np.mean(weights, axis=0).tolist()]
            kept.append(record | ({"tried": tried} if way == CHOSEN[0] else {}))
        return kept

    def _inner(self, clusterer: Any, shown: Supervision, train: IntArray) -> float | None:
        """Mean score on inner folds of the training rows, each with what is told outside it."""
        folds = StratifiedKFold(
            self.protocol.inner, shuffle=True, random_state=self._seed(INNER, self.fold)
        )
        score, scores = self.protocol.scores[0], list[float | None]()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for kept, left_out in folds.split(train, self.y[train]):
                try:
                    labels = _fitted(
                        clone(clusterer), self.X, told_about(shown, train[kept])
                    ).labels_
                except Exception:  # the value cannot be judged, as where its own fit fails
                    return None
                scores += dict(scored(self.y, labels, train[left_out], "", (score,))).values()
        decided = [value for value in scores if value is not None]
        return float(np.mean(decided)) if decided else None

    def _record(
        self,
        name: str,
        clusterer: Any,
        shown: Supervision,
        test: IntArray,
        train: IntArray | None = None,
    ) -> Record:
        who = {**self._place(name, shown.kind, shown.level), "n_told": shown.n_told}
        begun = time.process_time()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                fitted = self._fitted(clusterer, shown)
        except Exception as error:  # a clusterer may fail in any way; its run goes on
            return {**who, **self._empty(), "failed": f"{type(error).__name__}: {error}"}
        spent = time.process_time() - begun
        everyone = np.arange(len(self.y))
        untouched = np.setdiff1d(everyone, shown.rows)
        for part, rows in zip(PARTS, (everyone, untouched, test), strict=True):
            who |= scored(self.y, fitted.labels_, rows, part, self.protocol.scores)
        if train is not None:
            [(_, who["by_training"])] = scored(
                self.y, fitted.labels_, train, "", self.protocol.scores[:1]
            )
        who |= {"n_clusters": len(np.unique(fitted.labels_)), "seconds": spent}
        if self.method.strategy is not None:
            who["asking_seconds"] = shown.seconds
        who |= of_pairs(shown.constraints, self.y)
        return who | measured(fitted, shown.n_told, self.noise)

    def _fitted(self, clusterer: Any, shown: Supervision) -> Any:
        """The clusterer, fitted; where the method says so to the rows in another order."""
        if not self.method.reordered:
            return _fitted(clusterer, self.X, shown)
        order = np.random.default_rng([self.seed, ORDER]).permutation(len(self.X))
        fitted = _fitted(clusterer, self.X[order], told_in_order(shown, order))
        labels = np.empty_like(fitted.labels_)
        labels[order] = fitted.labels_
        fitted.labels_ = labels
        return fitted

    def _failed(self, kind: str, level: float, reason: str) -> Record:
        who = self._place(self.method.name, kind, level)
        return {**who, "n_told": None, **self._empty(), "failed": reason}

    def _place(self, name: str, kind: str, level: float) -> Record:
        return {
            "protocol": self.protocol.name,
            "data": self.data,
            "method": name,
            "repeat": self.repeat,
            "fold": self.fold,
            "kind": kind,
            "level": level,
        }

    def _empty(self) -> Record:
        return {score + part: None for part in PARTS for score in self.protocol.scores}


DIGITS = 4
"""Of the scores of all values of a grid."""


def best(scores: Sequence[float | None], values: Sequence[Any], default: Any) -> int:
    """The place of the highest score; of several, of the one that stands nearest to the default.

    Where the default is not among the values, the last one stands for it: what is told is kept
    with any of many values, and the first of these would be as good as drawn.

    >>> best([1.0, 1.0, 0.5], [1.1, 2.0, None], None)
    1
    >>> best([1.0, None, 1.0], [1.1, 2.0, None], None)
    2
    """
    found = np.array([-np.inf if score is None else score for score in scores])
    if not np.isfinite(found).any():
        found = np.zeros(len(found))
    usual = list(values).index(default) if default in values else len(values) - 1
    ties = np.flatnonzero(found >= found.max() - SAME)
    return int(ties[np.argmin(np.abs(ties - usual))])


def _rounded(score: float | None) -> float | None:
    return None if score is None else round(score, DIGITS)


def _told_of(entry: Any) -> str:
    """A name of the catalogue, or an estimator with the parameters that are no defaults."""
    return entry if isinstance(entry, str) else " ".join(repr(entry).split())


def _plain(params: Params) -> list[str]:
    """What was given, and no default: a parameter that is new to a class changes no run."""
    return [f"{name}={' '.join(repr(value).split())}" for name, value in sorted(params.items())]


def _fitted(clusterer: Any, X: NDArray[np.float64], shown: Supervision) -> Any:
    if shown.labels is not None:
        return clusterer.fit(X, shown.labels)
    return clusterer.fit(X, constraints=shown.constraints)
