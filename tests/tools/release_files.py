"""Keeps the files of a release: `python tests/tools/release_files.py`, once, before its tag.

The folder has the release's number. It is never written anew, and every later release opens it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import load_iris

import jupyter_sscluster
from jupyter_sscluster import Session
from jupyter_sscluster.active import Sorting
from jupyter_sscluster.export import (
    constraints_csv,
    constraints_json,
    labels_csv,
    read_answers,
    read_labels,
    read_model,
)
from jupyter_sscluster.journal.viewed import Viewed
from jupyter_sscluster.session import engine_of

RELEASES = Path(__file__).parents[1] / "promises" / "earlier_files" / "releases"
N_FIRST = 110


def data() -> tuple[np.ndarray, list[str], np.ndarray]:
    """120 flowers of iris in mixed order, their names and species."""
    X, y = load_iris(return_X_y=True)
    rows = np.arange(120) * 77 % 150
    return X[rows], [f"flower {number}" for number in range(120)], y[rows]


def corrected() -> np.ndarray:
    """The same rows, of which one was measured again."""
    X = data()[0].copy()
    X[50, 0] = np.round(X[50, 0] + 0.1, 1)
    return X


def worked(folder: Path) -> Session:
    """A session in which every operation of a journal occurs."""
    X, names, y = data()
    first = slice(N_FIRST)
    session = Session(
        X[first], "pckmeans", "npu", n_clusters=3, names=names[first], path=folder / "work.jsonl",
        annotator="Ann",
    )  # fmt: skip
    for _ in range(6):
        session.propose()
        i, j = session.question.pair
        session.answer(i, j, "must" if y[i] == y[j] else "cannot")
    session.answer(1, 2, "unknown")
    session.answer(3, 4, "must" if y[3] == y[4] else "cannot", weight=2.5, soft=True)
    session.annotators.current = "Bo"
    session.answer_many([(5, 6), (7, 8)], "cannot", soft=True)
    session.undo()
    session.undo()
    session.answer(9, 10, "must" if y[9] == y[10] else "cannot")
    session.review.confirm(1)
    session.undo()
    session.redo()
    session.history.branch_from(session.history.step - 1)
    session.review.set_aside("Ann")
    session.review.count_again("Ann")
    session.clusters.rename(0, "small = ½")
    session.noise.add([20, 21])
    session.noise.remove([21])
    session.set_clusterer("adaptivepckmeans")
    session.set_strategy("robustnpu")
    session.fit()
    engine_of(session).view(Viewed(("Feature 2", "Feature 3")))
    session.rows.extend(X[N_FIRST:], names[N_FIRST:])
    session.rows.exclude([30, 31], "broken sensor")
    session.rows.include([31])
    session.rows.tray.accept()
    _checked(session, y)
    session.close()
    arguments = {"n_clusters": 3, "names": names, "path": folder / "work.jsonl"}
    return Session(corrected(), "pckmeans", "minmax", changed="keep", **arguments)


def _checked(session: Session, y: np.ndarray) -> None:
    """Sort the cards, place twelve rows and tell the session about them."""
    check = session.check(30)
    placed = 0
    while (asked := check.question) is not None and placed < 12:
        if isinstance(asked, Sorting):
            piles: dict[int, list[int]] = {}
            for row in (*asked.cards, *asked.points):
                piles.setdefault(int(y[row]), []).append(row)
            check.sort(pile for pile in piles.values() if len(pile) > 1)
        else:
            same = [card for card in asked.representatives if y[card] == y[asked.point]]
            check.place(asked.point, same[0] if same else None)
            placed += 1
    check.more(0, 2)
    check.tell()


def picture(session: Session) -> dict[str, Any]:
    """What must be the same in every later release."""
    return {
        "labels": session.labels.tolist(),
        "answers": [[a.number, a.i, a.j, a.kind, a.weight, a.soft, a.source]
                    for a in session.answers],
        "constraints": [session.constraints.must.tolist(), session.constraints.cannot.tolist()],
        "noise": session.constraints.noise.tolist(),
        "names": list(session.clusters.names),
        "annotators": list(session.annotators.names),
        "excluded": {str(row): reason for row, reason in session.rows.excluded.items()},
        "check": list(map(int, session.check().rows)),
        "clusterer": type(session.clusterer).__name__,
        "strategy": type(session.strategy).__name__,
        "undo": session.history.undo_label,
    }  # fmt: skip


def opened(folder: Path) -> dict[str, Any]:
    """What the files of a release say when they are opened."""
    X = np.loadtxt(folder / "data.csv", delimiter=",")
    names = [f"flower {number}" for number in range(len(X))]
    labels = read_labels(folder / "labels.csv")
    model = read_model(folder / "model.json")
    return {
        name: picture(Session.load(folder / name, X, names=names))
        for name in ("work.jsonl", "work.session")
    } | {
        "labels.csv": [labels.labels.tolist(), list(labels.cluster_names or ())],
        "model.json": model.predict(X).tolist(),
        "constraints.csv": _answers(folder / "constraints.csv"),
        "constraints.json": _answers(folder / "constraints.json"),
    }


def _answers(path: Path) -> list[list[Any]]:
    return [[a.number, a.i, a.j, a.kind, a.weight, a.soft, a.source] for a in read_answers(path)]


def write(folder: Path) -> None:
    """Write the files of this release; FileExistsError where they are kept already."""
    folder.mkdir(parents=True)
    np.savetxt(folder / "data.csv", corrected(), delimiter=",", fmt="%.1f")
    session = worked(folder)
    session.save(folder / "work.session")
    texts = {
        "constraints.csv": constraints_csv(session),
        "constraints.json": constraints_json(session),
        "labels.csv": labels_csv(session, session.clusters.names),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8", newline="")
    session.export_model(folder / "model.json")
    session.close()
    expected = json.dumps(opened(folder), indent=None, ensure_ascii=False)
    (folder / "expected.json").write_text(expected + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    write(RELEASES / (sys.argv[1] if len(sys.argv) > 1 else jupyter_sscluster.__version__))
