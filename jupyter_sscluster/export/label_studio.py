"""Tasks for Label Studio with the clusters or the pairs of a session, and their answers back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.files.text_files import read_text
from jupyter_sscluster.export.constraint_files import checked_session
from jupyter_sscluster.export.labels import Labels
from jupyter_sscluster.session import Session, engine_of
from jupyter_sscluster.session.engine.cluster_names import NO_CLUSTER, name_of

PAIR_CONFIG = """<View>
  <Text name="a" value="$a"/>
  <Text name="b" value="$b"/>
  <Choices name="relation" toName="a" choice="single">
    <Choice value="must"/>
    <Choice value="cannot"/>
  </Choices>
</View>
"""
"""The labeling interface for tasks of `label_studio_pairs`."""


def label_studio_config(session: Session) -> str:
    """Write the labeling interface for tasks of `label_studio_tasks`: a text and the clusters.

    Raises
    ------
    InputError
        If `session` is none.
    """
    names = [*checked_session(session).clusters.names, NO_CLUSTER]
    choices = "".join(f"    <Choice value={quoteattr(name)}/>\n" for name in names)
    return (
        '<View>\n  <Text name="text" value="$text"/>\n'
        f'  <Choices name="cluster" toName="text" choice="single">\n{choices}'
        "  </Choices>\n</View>\n"
    )


def label_studio_tasks(session: Session) -> str:
    """Write a task for each row, with its cluster as a prediction, as JSON for Label Studio.

    The text is that of `texts=`, else the row's name. Rows of no cluster have the choice "No
    cluster"; those left out are no tasks.

    Raises
    ------
    InputError
        If `session` is none.
    """
    names = checked_session(session).clusters.names
    tasks = []
    for row, label in enumerate(session.labels.tolist()):
        if row in session.rows.excluded:
            continue
        result = _choice("cluster", "text", name_of(label, names))
        prediction = {"model_version": "jupyter_sscluster", "result": [result]}
        data = {"row": row, "text": _text(session, row)}
        tasks.append({"data": data, "predictions": [prediction]})
    return json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"


def read_label_studio(
    path: str | PathLike[str],
    n_samples: int | None = None,
    cluster_names: Sequence[str] | None = None,
) -> Labels:
    """Read labels from a file that Label Studio exported as JSON.

    The last annotation of a task that was not skipped counts, else its prediction.

    Parameters
    ----------
    path : str or Path
    n_samples : int, optional
        By default as many as the highest row says. Rows without a task have the label -1.
    cluster_names : sequence of str, optional
        Names of the clusters in the order of their numbers; by default the choices in the order of
        the alphabet.

    Raises
    ------
    InputError
        If the file is no such export, or has a choice that `cluster_names` do not name.
    """
    chosen = {row: name for row, name in _chosen(path, "cluster", "row") if name is not None}
    highest = max(chosen, default=-1) + 1
    n_rows = highest if n_samples is None else n_samples
    if highest > n_rows:
        raise InputError(
            f"{path} has row {highest - 1}, and there are {n_rows} rows; pass "
            f"n_samples={highest}, or an export of this data"
        )
    found = sorted({*chosen.values()} - {NO_CLUSTER})
    names = found if cluster_names is None else [*cluster_names]
    for name in found:
        if name not in names:
            raise InputError(
                f"{path} has the choice {name!r}, which cluster_names do not name; add it to "
                "cluster_names, or leave cluster_names out"
            )
    labels = np.full(n_rows, -1, dtype=np.int64)
    for row, name in chosen.items():
        labels[row] = -1 if name == NO_CLUSTER else names.index(name)
    return Labels(labels, None, tuple(name_of(label, names) for label in labels.tolist()))


def label_studio_pairs(session: Session, pairs: Iterable[tuple[int, int]] = ()) -> str:
    """Write a task for each pair in force, annotated, and for each of `pairs`, open, as JSON.

    The interface is `PAIR_CONFIG`. Others can so answer the questions of a session:
    ``[query.pair for query in session.propose(20)]``. Label Studio has no weights; soft statements
    are written as the others are.

    Raises
    ------
    InputError
        If `session` is none.
    """
    known = checked_session(session).constraints
    tables = [("must", known.must), ("cannot", known.cannot)]
    tables += [("must", known.soft_must), ("cannot", known.soft_cannot)]
    tasks = []
    for kind, table in tables:
        for i, j in table.tolist():
            result = [_choice("relation", "a", kind)]
            tasks.append(_pair(session, i, j) | {"annotations": [{"result": result}]})
    tasks += [_pair(session, int(i), int(j)) for i, j in pairs]
    return json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"


def read_label_studio_pairs(path: str | PathLike[str], n_samples: int) -> Constraints:
    """Read pairs from a file that Label Studio exported as JSON; open tasks say nothing.

    Raises
    ------
    InputError
        If the file is no such export or names a row that there is not; `ConflictError` if answers
        contradict each other.
    """
    links: dict[str, list[tuple[int, int]]] = {"must": [], "cannot": []}
    for pair, kind in _chosen(path, "relation", "pair"):
        if kind in links:
            links[kind].append(tuple(pair))
        elif kind is not None:
            raise InputError(f"{path} has the choice {kind!r}; it must be must or cannot")
    return Constraints(n_samples, must=links["must"], cannot=links["cannot"])


def _pair(session: Session, i: int, j: int) -> dict[str, Any]:
    texts = {"a": _text(session, i), "b": _text(session, j)}
    return {"data": {"pair": [i, j], **texts}}


def _choice(name: str, to_name: str, value: str) -> dict[str, Any]:
    about = {"from_name": name, "to_name": to_name, "type": "choices"}
    return about | {"value": {"choices": [value]}}


def _text(session: Session, row: int) -> str:
    engine = engine_of(session)
    texts = engine.data.texts
    return engine.display_name(row) if texts is None else str(texts[row] or "")


def _chosen(path: str | PathLike[str], name: str, key: str) -> list[tuple[Any, str | None]]:
    """What each task is about, and the choice that counts; None where there is none."""
    text = read_text(path)
    try:
        tasks = json.loads(text)
        return [(task["data"][key], _last(task, name)) for task in tasks]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(
            f"{path} is no export of such tasks ({type(error).__name__}: {error}); export the "
            "project from Label Studio as JSON"
        ) from error


def _last(task: dict[str, Any], name: str) -> str | None:
    given = [each for each in task.get("annotations", ()) if not each.get("was_cancelled")]
    for each in [*reversed(given), *task.get("predictions", ())]:
        for part in each.get("result", ()):
            if part["from_name"] == name and part["value"].get("choices"):
                return str(part["value"]["choices"][0])
    return None
