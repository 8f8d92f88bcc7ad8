"""Pairs proposed together: a list on the page, gone through by keyboard in any order."""

import json

from ..page import IRIS
from ..pictures import HIDE_LAB, WIDE
from ..question_types.cards import choose

BATCH = """import json as _json
explorer.session.wait(20)
print(_json.dumps([[list(map(int, each.query.pair)), each.said]
                   for each in explorer.session.questions.batch]))"""

KEYS = {"must": "m", "cannot": "c", "unknown": "s"}


def choose_list(page):
    choose(page, "List")
    page.press("n")
    page.root().locator(".ssc-pairs").wait_for()
    page.wait_for_status("pair 1 of 10")


def batch(page):
    return json.loads(page.python(BATCH))


def at(page):
    """Which pair of the list is asked about, by its place."""
    return page.root().evaluate(
        "root => [...root.querySelectorAll('.ssc-pairs li')]"
        ".findIndex(row => row.querySelector('[aria-current]'))"
    )


def go(page, key, place):
    page.press(key)
    page.wait_for_status(f"pair {place + 1} of 10")
    page.settle()
    assert at(page) == place


def test_a_list_is_gone_through_in_any_order_by_keyboard(use_notebook, server):
    page = use_notebook(server, [IRIS.format(more="")])
    choose_list(page)
    pairs = [pair for pair, _ in batch(page)]
    assert len(pairs) == 10 and at(page) == 0
    go(page, "ArrowDown", 1)
    go(page, "ArrowDown", 2)
    page.press("s")
    page.wait_for_status("pair 4 of 10")
    go(page, "ArrowUp", 1)
    page.press("s")
    page.wait_for_status("pair 4 of 10")  # the third is answered
    page.root().get_by_text("10 pairs, 2 answered").wait_for()
    assert [said for _, said in batch(page)][:4] == [None, "unknown", "unknown", None]
    marked = page.root().locator(".ssc-pairs [data-said]")
    assert (
        marked.all_inner_texts() == [f"{i} – {j}\ndon't know" for i, j in (pairs[1], pairs[2])]
        or marked.count() == 2
    )
    page.press("Control+z")  # what is undone is asked about again
    page.root().locator(".ssc-pairs li:nth-child(2) [aria-current]").wait_for()
    truth = [k for k in range(3) for _ in range(50)]
    for _ in range(10):
        page.settle()
        now = page.kernel()["question"]
        left = [pair for pair, said in batch(page) if said is None]
        if now is None or now not in pairs:
            break
        page.press("m" if truth[now[0]] == truth[now[1]] else "c")
        page.wait_for(lambda state, before=now: state["question"] not in (before, None))
        assert now in left
    page.root().get_by_text("10 pairs, 0 answered").wait_for()
    assert all(pair not in pairs for pair, _ in batch(page)), "another list follows"
    assert page.cell_types() == ["code"]


def test_pictures_of_a_list(use_notebook, lab, pictures):
    page = use_notebook(lab, [IRIS.format(more="")], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    choose_list(page)
    page.press("m")
    page.wait_for_status("pair 2 of 10")
    page.press("ArrowDown")
    page.wait_for_status("pair 3 of 10")
    page.press("s")
    page.wait_for_status("pair 4 of 10")
    page.settle()
    pictures(page, "list")
    page.tab.set_viewport_size({"width": 900, "height": 1300})
    page.rest()
    pictures(page, "list-700")
