"""The states that are sent hold to the contract, in every part of it."""

from __future__ import annotations

import copy
from pathlib import Path
from tempfile import TemporaryDirectory
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict
from unittest import mock

import numpy as np
import pandas as pd
import pytest
from agreement import State, faults
from calm_messages import disputed, doubted, too_few
from sklearn.datasets import load_iris

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster.widget.core import contract
from jupyter_sscluster.widget.core.figure import Plot
from jupyter_sscluster.widget.features.axes.projector import Projector


def with_everything(explore) -> list[dict[str, Any]]:
    """States that between them show every part that may be missing."""
    frame = pd.DataFrame(
        np.random.default_rng(0).normal(size=(40, 3)),
        columns=["a", "b", "c"],
        index=[f"row {i}" for i in range(40)],
    )
    page = explore(
        frame,
        n_clusters=2,
        tooltip=lambda i: {"note": f"row {i}", "picture": b"GIF89a"},
        constraints=Constraints(40, must=[(0, 1)]),
    )
    states = [page.state]
    page.explorer.layer.observe(lambda change: states.append(change.new), "state")
    page.send("suggest")
    page.settled()
    page.send("describe", index=3, step=None)
    page.send("link", i=2, j=3, kind="must")
    page.send("link", i=2, j=3, kind="cannot")
    page.send("resolve", choice="soft")
    page.send("link", i=1, j=0, kind="cannot")
    page.send("resolve", choice="take_back_new")
    page.send("select", indices=[0, 1])
    page.send("group", action="cannot_first")
    page.send("select", indices=[20])
    page.send("group", action="cancel")
    page.send("link", i=0, j=0, kind="must")
    page.send("undo")
    page.send("set", what="param", name="max_iter", value=0)
    other_axes(page)
    for clusterer in ("gpkmeans", "sparsekmeans"):
        page.send("set", what="clusterer", value=clusterer)
        page.settled()
    with mock.patch.multiple(Plot, SVG_LIMIT=10, MARKS_LIMIT=20):
        plain = explore()
        plain.send("suggest")
        states.append(plain.settled())
    for shown in (page, plain):
        for shape in ("list", "place", "sort"):
            shown.send("question_type", question_type=shape)
            shown.send("suggest")
            states.append(shown.settled())
    for verb in ({"verb": "open"}, {"verb": "clusterer", "value": "kmeans"}):
        plain.send("compare", **verb)
        plain.settled()
    plain.send("compare", verb="n_clusters", value=5)
    states.append(plain.settled())
    plain.send("link", i=0, j=1, kind="must")
    plain.send("link", i=2, j=3, kind="must")
    plain.send("compare", verb="clusterer", value="seededkmeans")
    states.append(plain.settled())
    too_few(plain)
    states.append(plain.state)
    return [
        *states,
        *taught(explore),
        *disputing(explore),
        *with_new_rows(explore),
        *helped(explore),
    ]


def other_axes(page) -> None:
    """Colours and a filter; axes of one's own, and others on their way."""
    page.send("colour", name="a")
    page.send("filter", verb="range", name="a", low=0, high=5)
    page.send("filter", verb="clear")
    explorer = page.explorer
    explorer.projection = lambda rows: rows[:, :2]
    explorer._context.of(Projector).making = "t-SNE …"
    explorer._context.of(Projector)._show()
    page.wait(lambda state: state["projections"]["making"] is not None)
    explorer._context.of(Projector).making = None


def with_new_rows(explore) -> list[dict[str, Any]]:
    """States with new rows, and with a row left out."""
    X = load_iris().data
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal"
        Session(X[:112], "kmeans", n_clusters=3, path=path).close()
        page = explore(X, clusterer="kmeans", n_clusters=3, path=path)
        states = [page.state]
        page.send("leave_out", indices=[3], reason="")
        states.append(page.settled())
        page.send("place_row", index=page.state["new_rows"]["listed"][0]["index"], cluster=0)
        states.append(page.settled())
        page.explorer.close()
    return states


def disputing(explore) -> list[dict[str, Any]]:
    """A state in which two people disagree."""
    page = explore()
    disputed(page)
    return [page.state]


def helped(explore) -> list[dict[str, Any]]:
    """A state with functions, one of which a person has checked, and a person set aside."""
    page = explore(annotator="Ann")
    session = page.explorer.session
    session.helpers.add(lambda a, b: True, name="no limit", most=None)
    rule = session.helpers.add(lambda a, b: True, name="rule")
    session.answer(0, 1, "must")
    assert session.helpers.wait(20)
    rule.weigh("checked", counts=True, weights=((0.0, 1.0, 1.0),), audited=((0, 1),))
    session.review.set_aside("Ann")
    return [page.settled()]


def taught(explore) -> list[dict[str, Any]]:
    """States of automatic answers, before the first and after some; a point is in no cluster.

    And one of more clusters than there are colours.
    """
    many = explore(clusterer="kmeans", n_clusters=30).settled()
    page = explore(y_true=np.arange(150) // 50)
    page.send("no_cluster", indices=[5])
    states = [page.settled()]
    page.send("oracle_goal", value=2)
    page.send("oracle_play")
    page.send("oracle_goal", value=None)
    return [*states, page.state, many]


NEVER = {
    "Cluster.about",  # takes texts, see clusters/test_descriptions.py
    "Enough.expected: float",  # once every class has been met
    "Fit.text",  # whether a fit is caught on its way is a matter of time
    "Fit.fraction",
    "State.fit: Fit",
    "OtherClusterer.fit: Fit",
    "Step.answer: NoneType",  # where others entail what was said
    "Step.number: NoneType",
    "Param.low: NoneType",  # of a clusterer from another package
    "Curves.kept[]: NoneType",  # a score may be unknown, and both curves are drawn alike
}
"""What the states above need not show."""


def test_states_of_every_kind_hold_to_the_contract(explore):
    states = [*with_everything(explore), doubted(explore())]
    assert [fault for state in states for fault in faults(state, State)] == []
    seen = {part for state in states for part in parts(state, State)}
    assert possible(State) - seen <= NEVER, "not shown by any of the states"


def possible(wanted: Any, where: str = "") -> set[str]:
    """Every field of an object and its parts; where a field is a union, every member."""
    found: set[str] = set()
    for one in members(wanted):
        found |= {f"{where}: {one.__name__}"} if len(members(wanted)) > 1 else set()
        for name, field in get_type_hints(one).items() if is_typeddict(one) else ():
            found |= {f"{one.__name__}.{name}"}
            found |= possible(field, f"{one.__name__}.{name}")
        if get_origin(one) in (list, tuple):
            found |= possible(get_args(one)[0], f"{where}[]")
    return found


def parts(value: Any, wanted: Any, where: str = "") -> set[str]:
    """Those of them that a value shows."""
    found: set[str] = set()
    for one in [member for member in members(wanted) if not faults(value, member)]:
        found |= {f"{where}: {one.__name__}"} if len(members(wanted)) > 1 else set()
        for name, field in get_type_hints(one).items() if is_typeddict(one) else ():
            if name in value:
                found |= {f"{one.__name__}.{name}"}
                found |= parts(value[name], field, f"{one.__name__}.{name}")
        for entry in value if get_origin(one) in (list, tuple) else ():
            found |= parts(entry, get_args(one)[0], f"{where}[]")
    return found


def members(wanted: Any) -> tuple[Any, ...]:
    """The members of a union that are worth telling apart."""
    is_union = get_origin(wanted) is UnionType and wanted != contract.ParamValue
    return get_args(wanted) if is_union else (wanted,)


# --------------------------------------------------------------------------- the comparison itself


def renamed(state: dict[str, Any]) -> None:
    state["settings"]["clusters"] = state["settings"].pop("n_clusters")


def added(state: dict[str, Any]) -> None:
    state["clusters"][0]["colour"] = "red"


def retyped(state: dict[str, Any]) -> None:
    state["clusters"][0]["size"] = "50"


def counted_as_true(state: dict[str, Any]) -> None:
    state["can_undo"] = 1


def not_a_number(state: dict[str, Any]) -> None:
    state["progress"]["curve"]["kept"] = [float("nan")]


def too_long(state: dict[str, Any]) -> None:
    state["settings"]["clusterers"][0] = ["kmeans", "K-means"]


def no_such_word(state: dict[str, Any]) -> None:
    state["settings"]["params"][0]["type"] = "integer"


def of_numpy(state: dict[str, Any]) -> None:
    state["n"] = np.int64(150)


@pytest.mark.parametrize(
    "change",
    [renamed, added, retyped, counted_as_true, not_a_number, too_long, no_such_word, of_numpy],
)
def test_a_state_that_differs_is_found_out(page, change):
    state = copy.deepcopy(page.state)
    assert faults(state, State) == []
    change(state)
    assert faults(state, State)


def test_a_literal_is_one_of_its_words():
    assert faults("must", Literal["must", "cannot"]) == []
    assert faults("unknown", Literal["must", "cannot"])
