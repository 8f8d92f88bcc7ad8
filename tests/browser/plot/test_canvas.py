"""A canvas in place of nodes: colours, the tip, a lasso, a question and undo are the same on it."""

import pytest

from .zoom import NEAR


@pytest.mark.parametrize("limits", [(10, 5000), (10, 20)], ids=["marks", "squares"])
def test_a_canvas_is_used_as_nodes_are(use_notebook, lab, limits):
    page = use_notebook(lab, [NEAR.format(limits=limits)])
    first = page.kernel()["labels"]
    page.wait_for_colours(first)
    index = page.apart(1)[0]
    page.tab.mouse.move(*page.place(index))
    page.root().get_by_role("tooltip").get_by_text(f"Point {index} ·").wait_for()
    page.root().get_by_role("radio", name="Lasso").check(force=True)
    left = sorted(page.dots(), key=lambda dot: dot[1])[:10]
    page.lasso([dot[0] for dot in left])
    page.wait_for_status("points selected")
    held = page.python("print(len(explorer.selection))").strip()
    page.root().get_by_role("menuitem").filter(has_text="All must-link").click()
    state = page.wait_for(lambda s: s["must"])
    assert len(state["must"]) == int(held) - 1
    page.wait_for_colours(state["labels"])
    page.root().get_by_role("radio", name="Select").check(force=True)
    page.button("Next question").click()
    page.wait_for(lambda s: s["question"])
    page.root().get_by_text("Why this pair:").wait_for()
    page.press("c")
    state = page.wait_for(lambda s: s["cannot"])
    page.wait_for_colours(state["labels"])
    page.press("Escape")
    page.press("Control+z")
    page.press("Control+z")
    page.wait_for(lambda s: not s["must"] and not s["cannot"])
    page.wait_for_colours(first)
