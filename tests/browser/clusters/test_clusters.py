"""The card of a cluster: its name, what sets it apart, and the edits, each with its undo."""

import json

import pytest

from ..pictures import HIDE_LAB, WIDE, faults
from .card import CELL, entry, of, session, take, wait_for

MANY = """
import numpy as np
from jupyter_sscluster import ClusterExplorer
X = np.random.default_rng(0).normal(size=(310, 2)) * 9
explorer = ClusterExplorer(X, "pckmeans", n_clusters=31)
explorer
"""


def test_a_cluster_is_taken_in_hand_named_and_put_away(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    name, label = take(page, 0)
    card = page.root().get_by_role("region", name=name)
    size = session(page)["labels"].count(label)
    card.get_by_text(f"{size} of 150 points · 3 links").wait_for()
    strips = card.get_by_role("img").all()
    assert 1 <= len(strips) <= 5
    assert "petal" in strips[0].get_attribute("aria-label")
    assert entry(page, name).get_attribute("aria-pressed") == "true"
    page.press("F2")
    field = card.get_by_label("Name of the cluster")
    assert field.evaluate("field => field === document.activeElement")
    page.tab.keyboard.type("<b>Setosa</b> m 🌸")
    page.press("Escape")
    assert field.input_value() == name and session(page)["names"][label] == name
    page.press("F2")
    page.tab.keyboard.type("<b>Setosa</b> m 🌸")
    page.press("Enter")
    wait_for(page, lambda s: s["names"][label] == "<b>Setosa</b> m 🌸")
    entry(page, "<b>Setosa</b> m 🌸").wait_for()
    assert page.root().locator(".ssc-legend .ssc-called b").count() == 0
    page.press("Control+z")
    wait_for(page, lambda s: s["names"][label] == name)
    page.press("Escape")
    page.root().get_by_role("region", name="Question").wait_for()
    assert entry(page, name).get_attribute("aria-pressed") == "false"
    assert page.cell_types() == ["code"]


def test_a_name_that_is_taken_is_refused_with_the_rule(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    name, _ = take(page, 0)
    other, _ = of(page, 50)
    field = page.root().get_by_label("Name of the cluster")
    field.fill(other)
    field.press("Enter")
    page.root().get_by_text("is the name of another cluster already").wait_for()
    page.wait_for(lambda _: field.input_value() == name)


def test_pointing_at_an_entry_dims_the_other_points(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    name, label = of(page, 0)
    rows = [row for row, cluster in enumerate(session(page)["labels"]) if cluster == label]
    entry(page, name).hover()
    page.root().locator("[data-keep]").first.wait_for(state="attached")
    found = page.root().evaluate(
        "root => [...root.querySelectorAll('path.dot[data-index]')].map(dot => "
        "[Number(dot.dataset.index), dot.matches('[data-keep]'), getComputedStyle(dot).opacity])"
    )
    assert sorted(i for i, keep, _ in found if keep) == rows
    page.tab.mouse.move(2, 2)
    page.root().locator("[data-keep]").first.wait_for(state="detached")


def test_a_merge_is_previewed_done_as_listed_and_undone(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    name, label = take(page, 50)
    before = session(page)
    other = before["labels"][60] if before["labels"][60] != label else before["labels"][110]
    partner = before["names"][other]
    planned, size = json.loads(
        page.python(
            "import json\n"
            f"plan = explorer.session.clusters.plan_merge({label}, {other})\n"
            "print(json.dumps([plan.links, len(plan.parts[0])]))"
        )
    )
    page.button("Merge with…").click()
    menu = page.root().get_by_role("menu", name="Merge with")
    item = menu.get_by_role("menuitem", name=partner)
    item.get_by_text("joins ").wait_for()
    item.focus()
    page.wait_for_status(f"Merging {name} with {partner} would add {len(planned)} must-link")
    page.root().get_by_text(f"{size} points, K becomes 3").wait_for()
    lines = page.root().locator(".ssc-planned [data-kind=must]").get_attribute("d")
    assert lines.count("M") == len(planned)
    faults(page)
    item.click()
    after = wait_for(page, lambda s: s["k"] == 3)
    assert after["links"] == [*before["links"], *planned]
    assert size in [after["labels"].count(label) for label in range(3)]
    page.wait_for_colours(after["labels"])
    page.press("Control+z")
    again = wait_for(page, lambda s: s["k"] == 4)
    assert again == before
    page.wait_for_colours(before["labels"])


def test_what_is_apart_says_by_which_answers(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    take(page, 57)
    setosa, _ = of(page, 41)
    page.button("Merge with…").click()
    item = page.root().get_by_role("menu", name="Merge with").get_by_role("menuitem", name=setosa)
    item.get_by_text("apart by answer").wait_for()
    assert item.get_attribute("aria-disabled") == "true"
    before = session(page)
    item.click(force=True)
    page.press("Escape")
    assert session(page) == before


def test_a_split_is_previewed_done_and_undone_by_keyboard(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    _, label = take(page, 0)
    before = session(page)
    page.button("Split…").focus()
    page.press("Enter")
    page.root().get_by_text("If split:").wait_for()
    page.wait_for_status("into two would add 1 cannot-link and set K to 5")
    page.press("Enter")
    after = wait_for(page, lambda s: s["k"] == 5)
    rows = [row for row, cluster in enumerate(before["labels"]) if cluster == label]
    assert len({after["labels"][row] for row in rows}) == 2
    assert len(after["links"]) == len(before["links"]) + 1
    page.wait_for_colours(after["labels"])
    page.press("Control+z")
    assert wait_for(page, lambda s: s["k"] == 4) == before


def test_a_part_is_split_off_by_lasso(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    name, label = take(page, 0)
    rows = [row for row, cluster in enumerate(session(page)["labels"]) if cluster == label]
    places = {i: (x, y) for i, x, y, _ in page.dots()}
    part = sorted(rows, key=lambda row: places[row][1])[:8]
    page.button("Split…").click()
    page.root().get_by_role("menuitem", name="With the lasso…").click()
    page.lasso(part)
    menu = page.root().get_by_role("menu", name="selected")
    menu.get_by_role("menuitem", name=f"Split off from {name}").click()
    after = wait_for(page, lambda s: s["k"] == 5)
    inside = {after["labels"][row] for row in part}
    assert len(inside) == 1 and len({after["labels"][row] for row in rows}) == 2


def test_points_of_the_card_are_picked_and_its_points_selected(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    name, label = take(page, 0)
    card = page.root().get_by_role("region", name=name)
    typical = json.loads(
        page.python(
            f"import json; print(json.dumps(explorer.session.clusters.describe({label}).typical))"
        )
    )
    card.get_by_role("button", name=str(typical[0]), exact=True).click()
    page.wait_for_status(f"Point {typical[0]}")
    page.press("Escape")
    size = session(page)["labels"].count(label)
    page.button("Select its points").click()
    page.wait_for_status(f"{size} points selected")


def test_many_clusters_are_in_a_list_that_is_sorted_and_searched(use_notebook, lab, pictures):
    page = use_notebook(lab, [MANY], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.root().get_by_role("button", name="31 clusters").click()
    grid = page.root().get_by_role("grid", name="Clusters")
    grid.get_by_role("row", selected=True).wait_for()
    page.wait_for_status("Enter opens it, typing finds a name.")
    assert grid.get_attribute("aria-rowcount") == "32"
    assert grid.get_by_role("row").count() < 25
    page.press("ArrowDown")
    page.settle()
    pictures(page, "cluster-list")
    page.press("End")
    last = grid.get_by_role("row", selected=True)
    box, row = grid.bounding_box(), last.bounding_box()
    assert box["y"] <= row["y"] and row["y"] + row["height"] <= box["y"] + box["height"] + 1
    page.root().get_by_label("Sort by").select_option("name")
    grid.get_by_role("columnheader", name="Name").and_(
        page.root().locator("[aria-sort]")
    ).wait_for()
    grid.focus()
    page.press("Home")
    page.wait_for_status("Cluster 1: ")
    for letter in "31":
        page.press(letter)
    page.wait_for_status("Cluster 31: ")
    page.press("Enter")
    page.root().get_by_role("region", name="Cluster 31").wait_for()
    faults(page)


def test_label_as_shows_all_clusters_and_a_new_one(use_notebook, lab):
    page = use_notebook(lab, [MANY])
    page.root().get_by_role("radio", name="Lasso").check(force=True)
    places = {i: (x, y) for i, x, y, _ in page.dots()}
    page.lasso(sorted(places, key=lambda row: places[row][0])[:5])
    page.root().get_by_role("menuitem", name="Label as…").click()
    menu = page.root().get_by_role("menu", name="points selected")
    assert menu.get_by_role("menuitem").count() == 33
    scrolls = menu.locator(".ssc-list").evaluate(
        "list => [list.scrollHeight > list.clientHeight, list.dataset.below]"
    )
    assert scrolls[0] and scrolls[1] == "true"
    page.press("End")
    menu.get_by_role("menuitem", name="New cluster").click()
    after = wait_for(page, lambda s: s["links"])
    joined = {row for i, j, kind in after["links"] if kind == "must" for row in (i, j)}
    (label,) = {after["labels"][row] for row in joined}
    assert {row for row, each in enumerate(after["labels"]) if each == label} >= joined
    for i, j, kind in after["links"]:
        assert kind == "must" or after["labels"][i] != after["labels"][j]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures_of_a_cluster_in_hand(use_notebook, lab, picture, dark):
    theme = "dark" if dark else "light"
    page = use_notebook(lab, [CELL], dark=dark, **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.settle()
    _, label = of(page, 0)
    page.python(f"explorer.session.clusters.rename({label}, 'Setosa')")
    take(page, 57)
    for width in (1350, 1080, 880):
        page.tab.set_viewport_size({**WIDE, "width": width})
        page.settle()
        picture(page, f"card-{width}-{theme}")
        page.button("Merge with…").click()
        page.root().get_by_text("If merged:").wait_for()
        picture(page, f"merge-{width}-{theme}")
        page.press("Escape")
