"""What a newcomer reads, and the hints that are given once."""

from ..page import IRIS
from ..pictures import HIDE_LAB, WIDE, faults


def hint(page, number):
    return page.root().get_by_role("note").filter(has_text=f"{number} of 3")


def test_a_newcomer_is_told_three_things_once(open_notebook, lab, pictures, picture):
    cell = IRIS.format(more="random_state=0")
    page = open_notebook(lab, [cell], run=False, **WIDE)
    page.tab.evaluate("() => localStorage.removeItem('ssc-hints')")
    page.tab.evaluate(HIDE_LAB)
    page.run_all()
    page.wait_until_drawn()
    hint(page, 1).wait_for()
    page.root().get_by_text("were put into 3 clusters by their values alone.").wait_for()
    assert page.status() == "150 points in 3 clusters. Press N for the first question."
    pictures(page, "first-run")
    page.widen_to(360, 1100)
    assert hint(page, 1).locator("xpath=..").get_attribute("class") == "ssc-top"
    picture(page, "first-run-360")
    page.tab.set_viewport_size(WIDE)
    page.settle()

    page.root().locator(".ssc-figure").focus()
    page.press("n")
    page.shown_question()
    hint(page, 2).wait_for()
    pictures(page, "first-run-2")
    hint(page, 2).get_by_role("button", name="Got it").click()
    hint(page, 2).wait_for(state="detached")
    for _ in range(12):  # until an answer moves points
        page.press("c")
        page.settle()
        page.dismiss_conflict()
        if hint(page, 3).count():
            break
    hint(page, 3).wait_for()
    faults(page)
    page.press("Control+z")
    hint(page, 3).wait_for(state="detached")

    page.replace_cells([cell])
    page.run_all()
    page.wait_until_drawn()
    page.root().get_by_text("were put into 3 clusters by their values alone.").wait_for()
    assert page.root().get_by_role("note").count() == 0
