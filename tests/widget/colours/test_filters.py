"""Which points keep their colour: ranges, kinds, the selection, and what other features set."""

import xml.etree.ElementTree as ElementTree
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pandas as pd
import pytest

from jupyter_sscluster.widget.core import static_output
from jupyter_sscluster.widget.core.interaction import RowFilter

RNG = np.random.default_rng(1)
N = 90
FRAME = pd.DataFrame(
    {
        "age": RNG.integers(18, 85, N).astype(float),
        "income": RNG.normal(size=N),
        "town": RNG.choice([f"town {k}" for k in range(12)], N),
    }
)
AGES, TOWNS = FRAME["age"].to_numpy(), FRAME["town"].to_numpy()
LOW = int(AGES.min())


@pytest.fixture
def page(explore):
    return explore(FRAME, n_clusters=3, tooltip=["town"])


def bright(page):
    return (np.frombuffer(page.explorer.layer.fills, dtype=np.uint8) < 128).tolist()


def between(page, low, high):
    page.send("colour", name="age")
    return page.send("filter", verb="range", name="age", low=low - LOW, high=high - LOW)


def of_kind(page, kind, on=True):
    page.send("colour", name="town")
    return page.send("filter", verb="kind", name="town", kind=kind, on=on)


def test_filters_combine_by_and_the_kinds_of_a_column_by_or(page):
    state = between(page, 30, 52)
    inside = (AGES >= 30) & (AGES <= 52)
    assert bright(page) == inside.tolist()
    assert state["filters"]["count"] == f"{inside.sum()} of {N} points"
    counts = pd.Series(TOWNS).value_counts(sort=False)
    names = counts.iloc[np.argsort(-counts.to_numpy(), kind="stable")].index
    of_kind(page, 0)
    assert bright(page) == (inside & (names[0] == TOWNS)).tolist()
    state = of_kind(page, 1)
    both = inside & np.isin(TOWNS, names[:2])
    assert bright(page) == both.tolist()
    sizes = np.bincount(page.labels[both], minlength=3).tolist()
    assert state["filters"]["sizes"] == sizes
    assert state["status"] == (
        f"{both.sum()} of {N} points shown in colour: age 30–52, town = {names[0]}, {names[1]}. "
        "The clustering is unchanged."
    )
    of_kind(page, -1)
    assert bright(page) == (inside & np.isin(TOWNS, [*names[:2], *names[7:]])).tolist()
    for kind in (-1, 0, 1):
        of_kind(page, kind, on=False)
    assert bright(page) == inside.tolist()
    state = page.send("filter", verb="clear")
    assert state["filters"]["sizes"] is None
    assert all(bright(page))


def test_filters_outlive_the_colour_and_leave_the_clusters_theirs(page):
    between(page, 30, 52)
    before = bright(page)
    page.send("colour", name="cluster")
    assert bright(page) == before
    codes = np.frombuffer(page.explorer.layer.fills, dtype=np.uint8)
    assert set(codes) == {17, 17 + 128}


def test_filters_change_neither_clusters_nor_history(page):
    before = page.labels.tolist(), page.state["can_undo"]
    between(page, 30, 52)
    of_kind(page, 0)
    assert before == (page.labels.tolist(), page.state["can_undo"])


def test_what_leaves_nothing_says_so_and_asks_nothing(page):
    between(page, LOW, LOW + 2)
    page.explorer.interaction.filters["own"] = RowFilter("Own", "rows", np.empty(0, dtype=np.intp))
    state = page.send("filter", verb="ask")
    assert state["error"] == "no points are left to ask about; take a filter away first"
    assert state["filters"]["nothing"] == f"No point has age {LOW}–{LOW + 2} and Own rows."
    assert not any(bright(page))
    assert not state["filters"]["asking"]


def test_a_filter_of_another_feature_is_a_chip_like_the_others(page):
    rows = np.array([3, 8, 40], dtype=np.intp)
    page.explorer.interaction.filters["search"] = RowFilter("text", "road", rows)
    page.explorer._context.event_loop.show()
    assert page.state["filters"]["chips"] == [{"key": "search", "what": "text", "value": "road"}]
    assert np.flatnonzero(bright(page)).tolist() == rows.tolist()
    page.send("filter", verb="drop", key="search")
    assert page.explorer.layer.fills == b""


def test_questions_are_kept_among_what_is_left(page):
    between(page, 60, 84)
    page.send("filter", verb="ask")
    page.send("suggest")
    question = page.settled()["question"]
    assert {question["i"], question["j"]} & set(np.flatnonzero(AGES >= 60))
    page.send("filter", verb="clear")
    assert not page.state["filters"]["asking"]
    assert page.explorer.interaction.rows_asked_about is None


def test_the_legend_counts_what_the_other_filters_leave(page):
    between(page, 30, 52)
    page.send("colour_legend", find="")
    scale = page.sent[-1]["scale"]
    inside = ((AGES >= 30) & (AGES <= 52)).sum()
    assert (scale["chosen"], scale["chosen_texts"]) == ([30 - LOW, 52 - LOW], ["30", "52"])
    assert scale["said"] == f"30 to 52 · {inside} of {N} points"
    of_kind(page, 0)
    page.send("colour_legend", find="")
    kinds = page.sent[-1]["kinds"]
    assert sum(each["count"] for each in kinds) == inside
    first, total = kinds[0]["count"], (kinds[0]["name"] == TOWNS).sum()
    assert [each["on"] for each in kinds] == [True] + [False] * (len(kinds) - 1)
    page.send("colour", name="age")
    page.send("colour_legend", find="")
    scale = page.sent[-1]["scale"]
    assert scale["said"] == f"30 to 52 · {first} of {N} points"
    assert scale["about"].startswith(f"age: {total} values from {LOW} to ")


@pytest.fixture
def growing(explore):
    """Of 43 rows 40 are shown; the others are beyond the scale, and change which kind is first."""
    numbers = np.append(np.linspace(10.0, 50.0, 40), [0.0, 48.5, 90.0])
    towns = np.array([*("a" * 8 + "b" * 7 + "cdcdcdcdcd" + "efefefefggghhii" + "bbi")])
    frame = pd.DataFrame({"number": numbers, "town": towns})
    return explore(frame, n_clusters=2, tooltip=["town"], sample=range(40)), numbers, towns


def grow(page):
    for row in (40, 41, 42):
        page.explorer.session.answer(0, row, "cannot")
        page.settled()


def test_points_shown_later_pass_the_same_range(growing):
    page, numbers, _ = growing
    page.send("colour", name="number")
    page.send("filter", verb="range", name="number", low=40, high=100)
    assert bright(page) == (numbers[:40] >= 26).tolist()
    grow(page)
    assert bright(page) == (numbers >= 26).tolist()
    page.send("colour_legend", find="")
    assert page.sent[-1]["scale"]["chosen"] == [29, 100]
    assert page.state["filters"]["chips"][0]["value"] == "26–90"


@pytest.mark.parametrize(("kind", "named"), [(0, "a"), (1, "b"), (-1, "hi")])
def test_points_shown_later_pass_the_same_kinds(growing, kind, named):
    page, _, towns = growing
    page.send("colour", name="town")
    page.send("filter", verb="kind", name="town", kind=kind, on=True)
    page.send("colour", name="cluster")
    assert bright(page) == np.isin(towns[:40], [*named]).tolist()
    grow(page)
    assert bright(page) == np.isin(towns, [*named]).tolist()
    page.send("colour", name="town")
    page.send("colour_legend", find="")
    on = [each["name"] for each in page.sent[-1]["kinds"] if each["on"]]
    assert on == ([named] if kind >= 0 else ["2 others"])


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"verb": "range", "name": "age", "low": 5, "high": 3}, "high=3 must be"),
        ({"verb": "range", "name": "town", "low": 0, "high": 1}, "'town' is not what colours"),
        ({"verb": "kind", "name": "age", "kind": 0, "on": True}, "'age' has no kinds"),
        ({"verb": "selection"}, "no points are selected"),
        ({"verb": "turn"}, "verb"),
    ],
)
def test_what_cannot_be_filtered_is_refused(page, message, said):
    page.send("colour", name="age")
    page.raw({"type": "filter", **message})
    assert said in page.state["error"]
    assert page.state["filters"]["chips"] == []


def test_the_still_picture_shows_colours_and_filters_of_the_moment(page, monkeypatch):
    made, events = [], SimpleNamespace(register=Mock(), unregister=Mock())
    shell = SimpleNamespace(kernel=Mock(), events=events)
    monkeypatch.setattr(static_output, "get_ipython", lambda: shell)
    monkeypatch.setattr(static_output, "display", lambda data, **_: made.append(data))
    page.explorer._repr_mimebundle_()
    between(page, 30, 52)
    assert len(made) == 1
    page.explorer.close()
    text, picture = made[-1]["text/plain"], made[-1]["image/svg+xml"]
    assert "Coloured by age: " in text
    assert " shown in colour: age 30–52. The clustering is unchanged." in text
    found = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}g")
    pale = sum(len(list(group)) for group in found if group.get("opacity") == ".3")
    assert pale == N - ((AGES >= 30) & (AGES <= 52)).sum()
    assert page.explorer.color_by == "age"


def test_questions_among_filtered_points_that_differ_are_about_both(page):
    interaction, changed = page.explorer.interaction, np.array([3, 8, 40])
    page.explorer.interaction.filters["own"] = RowFilter("Own", "rows", np.array([8, 40, 41]))
    interaction.compared = SimpleNamespace(rows_asked_about=changed.tolist())
    assert interaction.rows_asked_about == [3, 8, 40]
    interaction.asks_filtered = True
    assert interaction.rows_asked_about == [8, 40]
    interaction.compared = None
    assert interaction.rows_asked_about == [8, 40, 41]
