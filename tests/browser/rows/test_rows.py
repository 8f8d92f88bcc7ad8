"""New rows by the keyboard alone: looked at, placed, accepted, left out and put back."""

from ..page import DOTS
from ..pictures import HIDE_LAB, WIDE, faults

FIRST = """
import numpy as np
from pathlib import Path
from tempfile import mkdtemp
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer, Session
iris = load_iris(as_frame=True)
path = Path(mkdtemp()) / "answers.jsonl"
order = np.random.default_rng(4).permutation(150)
first, later = iris.data.iloc[order[:112]], iris.data.iloc[order[112:]]
whole = iris.data.iloc[order]
session = Session(first, "adaptivepckmeans", n_clusters=3, path=path)
kinds = iris.target.iloc[order].to_numpy()
for query in session.ask(9):
    query.answer("must" if kinds[query.i] == kinds[query.j] else "cannot")
before = session.labels.copy()
session.close()
"""

SECOND = """
explorer = ClusterExplorer(whole, "adaptivepckmeans", n_clusters=3, path=path)
explorer
"""

STATE = """
rows = explorer.session.rows
print(len(rows.tray), len(rows.tray.to_look_at), len(rows.excluded), len(explorer.session.answers))
"""


def counts(page):
    """New rows, those of them to look at, rows left out, answers."""
    page.python("explorer.session.wait()")
    return [int(each) for each in page.python(STATE).split()]


def wait_for(page, place, number):
    """Wait until one of the counts is this number."""
    for _ in range(200):
        found = counts(page)
        if found[place] == number:
            return found
        page.tab.wait_for_timeout(50)
    raise AssertionError(found)


def test_new_rows_are_looked_at_by_keyboard(use_notebook, lab, pictures):
    page = use_notebook(lab, [FIRST, SECOND], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    section = page.root().get_by_role("region", name="New rows")
    section.get_by_text("38 new rows:").wait_for()
    n_look = counts(page)[1]
    assert 3 <= n_look <= 15
    section.get_by_text(f"{38 - n_look} placed, {n_look} to look at").wait_for()
    section.get_by_text("Your 9 answers, names and colours stay as they were.").wait_for()
    section.locator("li").first.focus()
    page.press("ArrowDown")
    page.press("ArrowUp")
    page.wait_for_status("Row ")
    page.settle()
    pictures(page, "new-rows")
    digit = section.locator("li[aria-current] kbd").first.inner_text()
    page.press(digit)
    assert wait_for(page, 3, 10)[2] == 0
    assert counts(page)[0] == 37
    page.press("Control+z")
    wait_for(page, 3, 9)
    page.press("a")
    page.wait_for_status("new rows accepted. Ctrl+Z takes that back.")
    left = counts(page)
    assert left[0] == left[1] == n_look
    assert page.python("print((explorer.labels[:112] == before).all())").strip() == "True"
    page.settle()
    pictures(page, "new-rows-accepted")
    page.press("o")
    wait_for(page, 0, n_look - 1)
    page.root().get_by_role("region", name="Clustering plot").focus()
    page.press("Control+z")
    page.press("Control+z")
    wait_for(page, 0, 38)
    faults(page)


def test_rows_are_left_out_and_put_back_by_keyboard(use_notebook, lab, pictures):
    page = use_notebook(lab, [FIRST, SECOND], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    section = page.root().get_by_role("region", name="New rows")
    section.get_by_text("38 new rows:").wait_for()
    section.get_by_role("button", name="Leave out…").click()
    field = section.get_by_role("textbox")
    field.type("broken sensor")
    field.press("Enter")
    page.wait_for_status("· no other point changed cluster ·")
    assert counts(page)[2] == 1
    page.python("i = int(explorer.session.answers[0].i); explorer.session.rows.exclude([i])")
    entry = page.root().locator(".ssc-outleg")
    wait_for(page, 2, 2)
    entry.focus()
    page.press("Enter")
    section = page.root().get_by_role("region", name="Rows left out")
    section.get_by_text("2 of 150 rows").wait_for()
    section.get_by_text("broken sensor").wait_for()
    page.press("End")
    page.press("Home")
    page.wait_for_status("Backspace puts it back.")
    page.settle()
    pictures(page, "rows-left-out")
    page.press("Backspace")
    wait_for(page, 2, 1)
    page.press("Backspace")
    wait_for(page, 2, 0)
    section.wait_for(state="hidden")
    faults(page)


LIVE = """
explorer = ClusterExplorer(first.assign(kind=kinds[:112].astype(str)), "adaptivepckmeans",
                           n_clusters=3, tooltip="kind", color="kind",
                           names=[f"a{k}" for k in range(112)])
explorer
"""

ADD = """
explorer.extend(later.assign(kind=kinds[112:].astype(str)), names=[f"b{k}" for k in range(38)])
"""


def test_rows_added_under_a_widget_appear_at_once(use_notebook, lab, picture):
    page = use_notebook(lab, [FIRST, LIVE], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.wait_until_drawn()
    before = page.dots()
    assert len(before) == 112
    page.python(ADD)
    section = page.root().get_by_role("region", name="New rows")
    page.wait_for_status("38 rows added · no other point changed cluster")
    section.get_by_text("38 new rows:").wait_for()
    page.tab.wait_for_function(
        f"() => ({DOTS})(document.querySelector('.ssc-root')).length === 150"
    )
    after = page.dots()
    assert [dot[0] for dot in after] == list(range(150))
    assert [dot[3] for dot in after[:112]] == [dot[3] for dot in before]
    picture(page, "rows-added-live")
    section.locator("li").first.focus()
    page.press("a")
    page.wait_for_status("new rows accepted.")
    page.root().get_by_role("region", name="Clustering plot").focus()
    page.press("Control+z")
    page.press("Control+z")
    page.root().locator(".ssc-outleg").get_by_text("38").wait_for()
    page.press("Control+Shift+z")
    page.root().locator(".ssc-newleg").get_by_text("38").wait_for()
    faults(page)
