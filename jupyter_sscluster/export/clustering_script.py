"""Write a Python script that repeats the clustering without the session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import clone

from jupyter_sscluster._annotated_data import annotated
from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._data_frames import opened
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.fit.any_clusterer import knowledge, pair_keywords, warm_start
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.export.constraint_files import checked_session
from jupyter_sscluster.export.python_expressions import Script, filled
from jupyter_sscluster.session import Check, Session, engine_of
from jupyter_sscluster.session.engine.fit.fitting import given_to_clusterer, inferring
from jupyter_sscluster.session.engine.settings import ready_clusterer
from jupyter_sscluster.session.history.moments import Moment

SMALL = 2_000
"""Values of data up to which the clusterer's own starts are tried first: they are shorter."""


IN_ORDER = "X has its rows in the order of their numbers: see session.rows.order"


class Recipe(NamedTuple):
    """An estimator, its constraints, the labels that it gives, and those of the session's fit."""

    estimator: Any
    constraints: Constraints
    raw: IntArray
    shown: IntArray


def python_code(
    session: Session,
    *,
    dropped: Sequence[Any] = (),
    preprocess: Any = None,
    data: Any = None,
    projection: str | tuple[Any, Any] | None = None,
) -> str:
    """Python that gives the clustering shown again: the same labels with the same numbers.

    Most fits of a session are warm-started from the last clustering. If the clusterer's own starts
    do not give the same labels, the script contains the centres of the warm start.

    Parameters
    ----------
    session : Session
    dropped : sequence
        Names of columns of the user's data that are not clustered.
    preprocess : transformer, optional
        Transforms the other columns into the clustered values; without one the script takes them,
        `session.X`.
    data : data frame or AnnData, optional
        Of the type of the user's data, which decides how columns are dropped; by default pandas.
    projection : str or pair, optional
        As in `projections.coordinates`: the script then computes the positions, too. Two columns
        are those of the user's data.

    Raises
    ------
    InputError
        If nothing has been fitted yet.

    Examples
    --------
    >>> session = Session([[8.0], [9.0], [0.0], [1.0]], "pckmeans", n_clusters=2)
    >>> _ = session.answer(0, 2, "cannot")
    >>> print(python_code(session), end="")
    # X: the data, 4 rows and 1 column
    from jupyter_sscluster import cluster
    <BLANKLINE>
    cannot = [(0, 2)]
    model = cluster.PCKMeans(2, random_state=0)
    labels = model.fit(X, cannot=cannot).labels_
    """
    recipe = _recipe(session, own_starts=projection != "metric")
    script = Script()
    name, arguments = script.estimator(recipe.estimator)
    pairs, lines = _constraint_arguments(recipe, script)
    model = filled(f"model = {name}(", arguments, ")", indent=4)
    fit = filled("labels = model.fit(", ["X", *pairs], ").labels_", indent=4)
    own, frame = engine_of(session).data, opened(data)
    iloc = frame is not None and frame.like_pandas
    made = [*_without(script, dropped, data), *_made(script, preprocess, own.fitted, iloc)]
    script.remarks += [IN_ORDER] if own.order is not None else []
    before, after = _axes(script, projection, sampled=session.sample.rows is not None)
    numbers = _renumbered(recipe, script)
    numbers += _placed(recipe.shown, session.labels)
    body = [*before, *made, *lines, *script.lines, *model, *fit, *numbers, *after]
    rows, columns = session.X.shape
    width = "" if made else f" and {columns} column{'' if columns == 1 else 's'}"
    is_made = own.preprocess is not None and preprocess is None
    what = "session.X, what preprocess= made of the data" if is_made else "the data"
    first = f"# X: {what}, {rows} rows{width}"
    checked = engine_of(session).part(Check).summary
    remarks = [f"# {remark}" for remark in (checked, *script.remarks) if remark]
    return "\n".join([first, *remarks, *script.head(), "", *body, ""]).rstrip() + "\n"


def _without(script: Script, dropped: Sequence[Any], data: Any) -> list[str]:
    """The line that takes the values, or leaves columns out."""
    own = annotated(data)
    if own is not None:
        return [f"X = {own.code}"]
    if not dropped:
        return []
    frame = opened(data)
    keyword = "columns=" if frame is None or frame.like_pandas else ""
    drop = "drop" if frame is None or hasattr(frame.native, "drop") else "drop_columns"
    return [f"X = X.{drop}({keyword}{script.value(list(dropped))})"] if dropped else []


def _made(script: Script, preprocess: Any, fitted: IntArray | None, iloc: bool) -> list[str]:
    """Lines that make the values that are clustered of the person's data.

    The transformer is fitted to the first rows where others were added later.
    """
    if preprocess is None:
        return []
    name, arguments = script.estimator(preprocess)
    lines = filled(f"preprocess = {name}(", arguments, ")", indent=4)
    tables, script.lines = script.lines, []
    lines = [*tables, *lines]
    sparse = 'X = X.toarray() if hasattr(X, "toarray") else X'
    if fitted is None:
        return [*lines, "X = preprocess.fit_transform(X)", sparse]
    chosen = f":{len(fitted)}" if np.array_equal(fitted, np.arange(len(fitted))) else "rows"
    which = filled("rows = [", [*map(str, fitted.tolist())], "]") if chosen == "rows" else []
    part = f"X.iloc[{chosen}]" if iloc else f"X[{chosen}]"
    return [*lines, *which, f"X = preprocess.fit({part}).transform(X)", sparse]


def _axes(script: Script, projection: Any, *, sampled: bool) -> tuple[list[str], list[str]]:
    """Lines that compute the positions of the points, before or after preprocessing."""
    if projection is None:
        return [], []
    if sampled:
        script.remarks.append("the plot shows some of the rows only")
        return [], []
    script.rooms.add("projections")
    needs = {"metric": ["labels=model.labels_", "model=model"], "discriminant": ["labels=labels"]}
    arguments = ["X", script.value(projection), *needs.get(str(projection), [])]
    lines = filled("xy = projections.coordinates(", arguments, ")", indent=4)
    return (lines, []) if isinstance(projection, tuple) else ([], lines)


def _recipe(session: Session, *, own_starts: bool) -> Recipe:
    """What the script is made of; the clusterer's own starts may lead to another metric."""
    record = checked_session(session).history.current_fit
    steps = session.history.steps
    if record is not None and record.placed:  # rows came or went since the last fit
        made = [step.record for step in steps if step.record and not step.record.placed]
        record = made[-1] if made else None
    if record is None:
        raise InputError("nothing has been fitted yet; wait for the first clustering")
    place = next((k for k, s in enumerate(steps) if _is_of(s, record.fit)), None)
    step = steps[-1] if place is None else steps[place]
    fitted = engine_of(session).fits.model(record.fit)
    known = given_to_clusterer(session.X, step.constraints, inferring(step.settings))
    own = ready_clusterer(step.settings)
    if own_starts and session.X.size <= SMALL:
        raw = _fitted(own, session, known)
        if _same_groups(raw, record.labels):
            return Recipe(own, known, raw, record.labels)
    if fitted is not None:
        return Recipe(fitted, known, np.asarray(fitted.labels_), record.labels)
    before = steps[place - 1].record if place else None
    labels = None if before is None or record.fresh else before.labels
    start = warm_start(own, session.X, labels, step.settings.n_clusters, column="pairwise")
    gone_on = clone(own).set_params(**start)
    return Recipe(gone_on, known, _fitted(gone_on, session, known), record.labels)


def _is_of(step: Moment, fit: int) -> bool:
    return step.own and step.record is not None and step.record.fit == fit


def _fitted(estimator: Any, session: Session, known: Constraints) -> IntArray:
    fresh = clone(estimator)
    try:
        fresh.fit(session.X, **knowledge(fresh, known))
    except Exception:  # it has been fitted once; another start may fail where that one did not
        return np.empty(0, dtype=np.int64)
    return np.asarray(fresh.labels_)


def _same_groups(a: IntArray, b: IntArray) -> bool:
    if len(a) != len(b):
        return False
    pairs = np.unique(np.column_stack([a, b]), axis=0)
    return len(pairs) == len(np.unique(a)) == len(np.unique(b))


def _constraint_arguments(recipe: Recipe, script: Script) -> tuple[list[str], list[str]]:
    """The keywords of `fit`, and the lines that define their values."""
    known, estimator = recipe.constraints, recipe.estimator
    if not (len(known) or len(known.noise)) or not knowledge(estimator, known):
        return [], []
    tables = [
        ("must", known.must, known.must_weights),
        ("cannot", known.cannot, known.cannot_weights),
    ]
    alike = all(np.all(weights == 1) for _, _, weights in tables)
    soft = len(known.soft_must) + len(known.soft_cannot)
    keywords = pair_keywords(estimator)
    picked = known.by_hand[: None if getattr(estimator, "heeds_by_hand", False) else 0]
    plain = not (soft or len(known.noise) or len(picked))
    if alike and plain and keywords is not None:
        given = [
            (keyword, name, pairs)
            for keyword, (name, pairs, _) in zip(keywords, tables, strict=True)
            if len(pairs)
        ]
        return (
            [f"{keyword}={name}" for keyword, name, _ in given],
            [line for _, name, pairs in given for line in _pairs(name, pairs)],
        )
    script.rooms.add("Constraints")
    noise = f", noise={known.noise.tolist()}" if len(known.noise) else ""
    lines = [f"known = Constraints({known.n_samples}{noise})"]
    tables += [("must", known.soft_must, known.soft_must_weights)]
    tables += [("cannot", known.soft_cannot, known.soft_cannot_weights)]
    for place, (name, pairs, weights) in enumerate(tables):
        lines += _stated(name, pairs, weights, place > 1) if len(pairs) else []
    if len(picked):
        lines += [*_pairs("by_hand", picked), "known = known.with_by_hand(by_hand)"]
    return ["constraints=known"], lines


def _pairs(name: str, pairs: IntArray) -> list[str]:
    return filled(f"{name} = [", [str((i, j)) for i, j in pairs.tolist()], "]")


def _stated(name: str, pairs: IntArray, weights: np.ndarray, soft: bool) -> list[str]:
    lines = _pairs("pairs", pairs)
    arguments = ["pairs", f'"{name}"']
    if not np.all(weights == 1):
        lines += filled("weights = [", [repr(weight) for weight in weights.tolist()], "]")
        arguments.append("weights")
    arguments += ["soft=True"] if soft else []
    return [*lines, *filled("known = known.add_pairs(", arguments, ")", indent=4)]


def _placed(fitted: IntArray, shown: IntArray) -> list[str]:
    """Lines that put rows where they stand that came or went since the fit."""
    rows = np.flatnonzero(fitted != shown)
    lines = ["labels = labels.copy()"] if len(rows) else []
    for label in np.unique(shown[rows]):
        chosen = [str(row) for row in rows[shown[rows] == label].tolist()]
        lines += filled("labels[[", chosen, f"]] = {label}", indent=4)
    return lines


def _renumbered(recipe: Recipe, script: Script) -> list[str]:
    """Lines that give the clusters the numbers that the session has given them."""
    raw, shown = recipe.raw, recipe.shown
    if not _same_groups(raw, shown):
        script.remarks.append("this clusterer does not give the same labels every time")
        return []
    found, first = np.unique(raw, return_index=True)
    numbers = shown[first]
    if np.array_equal(found, numbers):
        return []
    script.imports.add("import numpy as np")
    if np.array_equal(found, np.arange(len(found))):
        return [f"labels = np.array({numbers.tolist()})[labels]"]
    if np.array_equal(found, np.arange(-1, len(found) - 1)):  # -1 takes the last number
        return [f"labels = np.array({[*numbers[1:].tolist(), -1]})[labels]"]
    ranks = "_, labels = np.unique(labels, return_inverse=True)"
    return [ranks, f"labels = np.array({numbers.tolist()})[labels]"]
