"""What tried the patience of people who tried the widget: scales, large lassos, two of a kind."""

from .page import IRIS

WINE = """
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler
from jupyter_sscluster import ClusterExplorer
frame = load_wine(as_frame=True).data
frame["cellar"] = ["north", "south"] * 89
{kind}
explorer = ClusterExplorer(frame, n_clusters=3, tooltip=["cellar"], {more})
explorer
"""

BLOBS = """
from sklearn.datasets import make_blobs
from jupyter_sscluster import ClusterExplorer
X, y = make_blobs(1500, 4, centers=3, cluster_std=3.0, random_state=0)
explorer = ClusterExplorer(X, "pckmeans", n_clusters=3)
explorer
"""

ADVICE = 'preprocess="standardise"'


def test_the_advice_on_scales_is_followed_beside_a_column_of_text(use_notebook, lab):
    page = use_notebook(lab, [WINE.format(kind="", more="")])
    note = page.root().get_by_role("alert").filter(has_text=ADVICE)
    note.get_by_role("button", name=f"Copy {ADVICE}").wait_for()
    kind = 'import polars; frame = polars.DataFrame(frame.to_dict("list"))'
    page.replace_cells([WINE.format(kind=kind, more=ADVICE)])
    page.run_all()
    page.wait_until_drawn()
    page.settle()
    assert page.root().get_by_role("alert").filter(has_text="carries").count() == 0
    page.button("Next question").click()
    page.root().get_by_text("Why this pair:").wait_for()
    question = page.root().get_by_role("region", name="Question").inner_text()
    assert "north" in question or "south" in question
    i, j = page.kernel()["question"]
    shown = page.python(
        "from jupyter_sscluster.widget.features.question import state as question\n"
        "bar = explorer.layer.state['question']['features'][0]\n"
        f"print(bar['values'][0], frame[bar['name']][{i}], frame[bar['name']][{j}])"
    ).split()
    assert abs(float(shown[0]) - float(shown[1])) <= 0.001 * abs(float(shown[1])) + 0.001
    page.button("Close question").click()
    row = page.apart(1)[0]
    page.tab.mouse.move(*page.place(row))
    tooltip = page.root().get_by_role("tooltip")
    tooltip.get_by_text(f"Point {row} ·").wait_for()
    given = page.python(f"print(frame['alcohol'][{row}], frame['cellar'][{row}])").split()
    assert all(text in tooltip.inner_text() for text in given)
    kinds = "print(type(explorer.selected).__module__, explorer.labels_frame().columns[-1])"
    assert page.python(kinds).split() == ["polars.dataframe.frame", "cluster"]


def test_a_large_lasso_is_one_row_one_number_and_one_step_back(use_notebook, lab, picture):
    page = use_notebook(lab, [BLOBS])
    dots = page.dots()
    inside = sorted(dots, key=lambda dot: dot[1])[:400]
    page.root().get_by_role("radio", name="Lasso").check(force=True)
    page.lasso([dot[0] for dot in inside], margin=2)
    page.root().get_by_role("menuitem").filter(has_text="All must-link").click()
    made = len(page.wait_for(lambda state: len(state["must"]) > 300)["must"])
    table = page.root().get_by_role("table", name="Constraints")
    row = table.locator("tbody tr:not(.ssc-under, .ssc-because)")
    row.first.wait_for()
    assert row.count() == 1
    assert row.first.inner_text().split()[:3] == ["1", str(made), "links"]
    picture(page, "lasso-one-row")
    page.root().get_by_role("radio", name="Select").check(force=True)
    page.button("Next question").click()
    page.root().get_by_role("button", name="Question 2").wait_for()
    page.button("Close question").click()
    toggle = table.get_by_role("button", name=f"{made} links", exact=True)
    toggle.click()
    assert table.locator("tbody tr.ssc-under").count() == 199
    toggle.click()
    assert table.locator("tbody tr.ssc-under").count() <= 3  # those in doubt
    row.first.hover()
    table.get_by_role("button", name=f"Remove answer 1: {made} links").click()
    page.wait_for(lambda state: not state["must"])
    page.button("Undo").click()
    assert len(page.wait_for(lambda state: state["must"])["must"]) == made


def test_the_older_of_two_widgets_on_a_journal_says_so_at_once(use_notebook, lab):
    cell = IRIS.format(more="path='twice.jsonl'")
    page = use_notebook(lab, [cell, cell.replace("explorer", "newer")])
    page.wait_until_drawn(2)
    page.root(0).get_by_role("alert").filter(has_text="opened again by a newer session").wait_for()
    assert page.button("Next question", 0).is_disabled()
    assert page.button("Next question", 1).is_enabled()
    page.button("Next question", 1).click()
    page.root(1).get_by_text("Why this pair:").wait_for()
    assert page.root(0).get_by_text("Why this pair:").count() == 0
