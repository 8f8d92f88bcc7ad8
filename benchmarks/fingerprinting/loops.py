"""Loops of `fingerprints.py`: strategies, oracles and sessions with their journals."""

import itertools
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from fingerprinting.cases import SITUATIONS, STRATEGIES, sample
from fingerprinting.digests import Case, Words

from jupyter_sscluster import Constraints, Session, active, cluster
from jupyter_sscluster.session import apart_links, links_to_cluster, spanning_links


def strategy_cases(sets: list[str], n_answers: int = 15) -> Iterator[Case]:
    for name, (title, params) in itertools.product(sets, STRATEGIES):
        X, y = sample(name)
        X, y = X[:90], y[:90]
        k = len(np.unique(y))
        known = Constraints.from_labels(y, 12, random_state=1)
        shown = f"{name}/{title}({','.join(f'{a}={v}' for a, v in params.items())})"

        def asking(title: str = title, params: Any = params, k: int = k, by: str = "PCK") -> Any:
            clusterer = getattr(cluster, f"{by}Means")(k, n_init=2, random_state=0)
            return getattr(active, title)(clusterer, k, random_state=0, **params)

        for by in ("PCK", "MPCK"):
            yield (
                f"strategy/fit/{by}/{shown}",
                lambda asking=asking, X=X, y=y, by=by: asked(asking(by=by), X, y, n_answers),
            )
        for told, value in (("nothing", Constraints(len(y))), ("some", known)):
            yield (
                f"strategy/propose/{told}/{shown}",
                lambda asking=asking, X=X, v=value, k=k: proposed(asking(), X, v, k),
            )


def asked(strategy: Any, X: np.ndarray, y: np.ndarray, n: int) -> Any:
    strategy.fit(X, oracle=active.Oracle(y, max_queries_cnt=n))
    return strategy, Words("reason", [a.reason for a in strategy.queries_])


def proposed(strategy: Any, X: np.ndarray, known: Constraints, k: int) -> Any:
    clusterer = cluster.PCKMeans(k, n_init=2, random_state=0).fit(X, constraints=known)
    snapshot = active.Snapshot(X, known, clusterer.labels_, clusterer, unknown=[(3, 1)])
    queries = strategy.propose(snapshot, n_pairs=5)
    return [queries, strategy.scores(snapshot)], Words("reason", [q.reason for q in queries])


def oracle_cases() -> Iterator[Case]:
    X, y = sample("wine")
    kinds = {
        "noisy": lambda: active.NoisyOracle(active.Oracle(y, None), 0.3, random_state=2),
        "doubt": lambda: active.AbstainingOracle(
            active.Oracle(y, None), 0.3, active.border_doubt(X, y), random_state=2
        ),
        "abstaining": lambda: active.AbstainingOracle(active.Oracle(y, None), 0.3, random_state=2),
        "recorded": lambda: active.RecordedOracle(SITUATIONS["many"](y)),
    }
    for name, make in kinds.items():
        yield (
            f"oracle/{name}",
            lambda make=make: [
                oracle.query(i, i + 7) for oracle in [make()] for i in range(len(y) - 7)
            ],
        )
    yield "oracle/border_doubt", lambda: active.border_doubt(X, y)


SESSIONS = [
    ("iris", "pckmeans", "npu"),
    ("wine", "mpckmeans", "minmax"),
    ("glass", "constrainedagglomerative", "random"),
    ("crabs", "copkmeans", "exploreconsolidate"),
    ("spiral", "rcakmeans", "asc"),
    ("protein", "pccc", "mmdbatch"),
]


def session_cases(runs: list[tuple[str, str, str]]) -> Iterator[Case]:
    for name, clusterer, strategy in runs:
        yield (
            f"session/{name}/{clusterer}/{strategy}",
            lambda run=(name, clusterer, strategy): session(*run),
        )


def session(name: str, clusterer: str, strategy: str, n_actions: int = 20) -> Any:
    """Questions, answers, undo, redo and settings, with a journal that is read again."""
    X, y = sample(name)
    X, y, said = X[:80], y[:80], list[str]()
    seen: list[Any] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.journal"
        run = Session(X, clusterer, strategy, n_clusters=len(set(y)), path=path, y_true=y)
        for step in range(n_actions):
            seen.append(act(run, step, y, said))
            run.wait()
            seen += [run.labels, run.constraints, _fits(run)[-1], len(run.answers)]
        seen.append(links_to_cluster(run, range(5, 25), 1))
        seen.append(spanning_links(run.constraints, range(5, 25), X))
        seen.append(apart_links(run.constraints, range(5, 12), range(30, 40)))
        run.save(Path(folder) / "saved.journal")
        run.close()
        texts = [journal(Path(folder) / f"{stem}.journal") for stem in ("run", "saved")]
        again = Session(X, path=path)
        seen += [again.labels, again.constraints, list(again.answers), again.propose(2)]
        again.close()
        loaded = Session.load(Path(folder) / "saved.journal", X)
        seen += [loaded.labels, _fits(loaded)[-1]]
        loaded.close()
    return [seen, texts], Words("reason", said)


def act(run: Session, step: int, y: np.ndarray, said: list[str]) -> Any:
    """One of the things that a person does; every third question is answered by a doubt."""
    if step in (5, 9, 10):
        return run.undo()
    if step in (6, 11):
        return run.redo()
    if step == 7:
        return run.answer_many([(0, 40), (2, 41, "unknown")], "unknown")
    if step == 13:
        return run.answer(1, 50, "must" if y[1] == y[50] else "cannot", weight=2.0, soft=True)
    if step == 15:
        return getattr(run, "remove" if hasattr(run, "remove") else "take_back")(
            run.answers[0].number
        )
    if step == 16:
        return getattr(run, "fit" if hasattr(run, "fit") else "refit")(fresh=True)
    if step == 17:
        return run.set_n_clusters(run.n_clusters + 1)
    queries = run.propose(n_pairs=1)
    said += [query.reason for query in queries]
    if not queries:
        return None
    i, j = queries[0].pair
    run.answer(i, j, "must" if y[i] == y[j] else "cannot")
    return queries


def _fits(run: Session) -> Any:
    """The records of the fits; `history` was a tuple of them before."""
    return getattr(run.history, "fits", run.history)


RENAMED = {"algorithm", "as_printed", "released"}
"""Parameters of 7ccf221 and of today that say which variant of a clusterer is fitted."""


def journal(path: Path) -> list[str]:
    """The text of a journal, without seconds, times of day and renamed parameters."""
    texts = []
    for text in path.read_text().splitlines():
        entry = json.loads(text, object_hook=_without_renamed)
        entry |= {key: 0 for key in ("seconds", "time") if key in entry}
        for key in ("add", "answers"):
            entry[key] = [[*row[:6], 0, *row[7:]] for row in entry.get(key, [])]
        texts.append(json.dumps(entry))
    return texts


def _without_renamed(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in RENAMED}
