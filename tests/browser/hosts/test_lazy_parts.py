"""Parts of the page that come when they are wanted: ahead of need, late, never."""

import pytest

from ..page import IRIS, KERNEL

# Parts are kept back until the test lets them go.
HELD_BACK = """
from IPython.display import HTML, display
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster.widget.core import layer
held, sent = [], []
def send_part(self, name, send=layer.Layer.send_part):
    if held is not None: return held.append((self, name))
    sent.append(name)
    send(self, name)
layer.Layer.send_part = send_part
layer.UNASKED = 9999
def let_go():
    global held
    waiting, held = held, None
    for one, name in waiting: one.send_part(name)
# what a part that has come asks for, if there is a need
needed = ("cluster_names", "many_clusters", "first_run", "check", "rows", "helpers", "reach")
ahead = [name for name in layer.PARTS if name not in needed]
explorer = ClusterExplorer(load_iris().data, n_clusters=3)
other = ClusterExplorer(load_iris().data[:60], n_clusters=2)
display(HTML("<i class=parts-held-back></i>"))
explorer
"""

FIND = ".ssc-find"


def wait_until_asked(page, widgets: int) -> None:
    """Wait until so many widgets have asked for what comes ahead; none has done so twice."""
    for _ in range(200):
        asked, of_each = map(int, page.python("print(len(held), len(ahead))").split())
        if asked >= widgets * of_each:
            break
        page.tab.wait_for_timeout(50)
    assert asked == widgets * of_each
    assert page.python("print(len(set(held)) == len(held))").strip() == "True"


@pytest.mark.parametrize("front_end", ["lab", "classic"])
def test_a_part_comes_ahead_of_need_and_what_was_wanted_before_opens_then(
    open_notebook, request, front_end
):
    server = request.getfixturevalue(front_end)
    page = open_notebook(server, [HELD_BACK, "explorer", "other"], height=1700)
    page.wait_until_drawn(3)
    # nobody has asked for anything: each widget wants its part once, however many views it has
    wait_until_asked(page, 2)
    boxes = page.root(0).locator(f"{FIND}, .ssc-export, .ssc-detail")
    assert boxes.count() == 0
    page.button("Export", 0).click()
    page.button("Keys", 1).click()
    page.settle()
    assert page.root(0).get_by_role("dialog").count() == 0
    assert page.root(0).get_by_role("button", name="Next question").first.is_enabled()

    page.python("let_go()")
    page.root(0).get_by_role("dialog", name="Export").wait_for()
    page.root(1).get_by_role("dialog", name="Keys").wait_for()
    assert page.root(0).get_by_role("dialog", name="Keys").is_hidden()
    page.root(2).locator(FIND).wait_for(state="attached")
    once = "print(all(sent.count(name) == 2 for name in ahead))"
    assert page.python(once).strip() == "True"
    page.button("Close", 1).click()
    page.root(1).get_by_role("dialog", name="Keys").wait_for(state="hidden")


def test_a_part_that_the_kernel_takes_with_it_is_said_to_be_missing(open_notebook, lab):
    page = open_notebook(lab, [HELD_BACK], height=1000)
    wait_until_asked(page, 1)
    page.root().get_by_role("region", name="Clustering plot").focus()
    page.tab.evaluate(f"() => {KERNEL}.restart()")
    page.root().get_by_text("Disconnected.").wait_for(timeout=30_000)
    page.press("?")
    said = page.wait_for_status("run the cell again")
    assert said.startswith("Disconnected")
    assert page.root().get_by_role("dialog").count() == 0


BUSY = """
import time
from IPython.display import display
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
explorer = ClusterExplorer(load_iris().data, n_clusters=3)
display(explorer)
time.sleep(12)
"""


def test_a_kernel_at_work_on_other_cells_sends_the_parts_by_itself(use_notebook, lab):
    page = use_notebook(
        lab, ["from jupyter_sscluster import ClusterExplorer", IRIS.format(more="")]
    )
    page.replace_cells([BUSY])
    page.tab.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")
    page.root().locator(FIND).wait_for(state="attached", timeout=10_000)
    assert page.tab.evaluate(f"() => {KERNEL}.status") == "busy"
    # what needs no kernel works while it is busy
    page.button("Zoom in").click()
    page.tab.wait_for_selector(".ssc-root[data-ssc-closer]")
    page.python("")
