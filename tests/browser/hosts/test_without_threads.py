"""The main job where Python starts no thread and locks no file, as where it runs in a browser."""

import pytest

FROM_HERE_ON = """
import sys, threading, types, warnings
started = threading.Thread.start
def start(thread):
    if type(thread).__module__.startswith("zmq."):  # the kernel's own, started when it needs one
        return started(thread)
    refused.append(thread.name)
    raise RuntimeError("can't start new thread")
refused = []
threading.Thread.start = start
for name in ("fcntl", "msvcrt"):
    sys.modules[name] = types.ModuleType(name)
"""

CELL = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
iris = load_iris(as_frame=True)
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always", UserWarning)
    explorer = ClusterExplorer(iris.data, n_clusters=3, y_true=iris.target, path={path!r})
explorer
"""

AGAIN = """
threading.Thread.start = started
for name in ("fcntl", "msvcrt"):
    sys.modules.pop(name)
"""


@pytest.fixture
def page(use_notebook, lab, tmp_path):
    page = use_notebook(lab, [FROM_HERE_ON, CELL.format(path=str(tmp_path / "answers.jsonl"))])
    yield page
    page.python(AGAIN)


def test_the_main_job_goes_to_its_end(page, tmp_path):
    i, j = page.apart(2)
    page.click_point(i)
    page.press("c")
    page.click_point(j)
    page.wait_for_status("1 constraint")
    page.wait_for_colours(page.kernel()["labels"])

    page.button("Next question").click()
    first = page.shown_question()
    page.press("m" if first[0] // 50 == first[1] // 50 else "c")
    page.wait_for(lambda s: s["question"] not in (first, None))
    assert "…" not in page.root().get_by_role("region", name="Question").inner_text()

    page.python("explorer.projection = 'tsne'")
    page.wait_for_status("t-SNE")
    page.button("More").click()
    page.root().get_by_role("menuitem", name="Simulate answers").click()
    panel = page.root().get_by_role("region", name="Simulate answers")
    field = panel.get_by_role("spinbutton", name="Number of questions")
    field.fill("3")
    field.press("Enter")
    panel.get_by_role("button", name="Play").click()
    state = page.wait_for(lambda s: s["answers"] == 5, timeout=40)
    page.wait_for_status("Question 3 of 3")
    page.wait_for_colours(page.kernel()["labels"])
    page.button("Undo").click()
    state = page.wait_for(lambda s: s["answers"] == 2)
    page.wait_for_colours(state["labels"])
    assert len((tmp_path / "answers.jsonl").read_text("utf-8").splitlines()) > 5
    assert page.python("print(len(said), 'cannot be locked' in str(said[0].message))") == "1 True\n"
    assert (
        page.python("print('session fit' in refused, len(explorer.session.answers))") == "True 2\n"
    )
