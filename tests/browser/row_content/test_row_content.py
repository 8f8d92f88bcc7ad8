"""Images and texts large enough to decide by, in the question and at the point; names at once."""

import pytest

from ..pictures import HIDE_LAB, WIDE
from .cells import BOX, IMAGES, TEXTS

NAMED = """
import numpy as np, pandas as pd
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
X = load_iris(as_frame=True).data
X.index = [NAME for i in range(150)]
explorer = ClusterExplorer(X, n_clusters=3)
explorer
"""


def card(page):
    return page.root().get_by_role("region", name="Question")


def ask(page):
    page.root().get_by_role("region", name="Clustering plot").focus()
    page.press("n")
    page.wait_for(lambda s: s["question"])
    card(page).locator(".ssc-why").first.wait_for()
    page.settle()


def in_sight(page, part):
    """Whether an element lies within the side panel and nothing covers its middle."""
    return part.evaluate(
        """e => {
          const box = e.getBoundingClientRect();
          const side = e.closest('.ssc-side').getBoundingClientRect();
          const top = document.elementFromPoint(box.x + box.width / 2, box.bottom - 4);
          return box.bottom <= side.bottom + 1 && box.top >= side.top - 1 && e.contains(top);
        }"""
    )


def test_images_large_enough_to_decide(use_notebook, lab, picture, pictures):
    page = use_notebook(lab, [IMAGES.replace("TOOLTIP", "images")], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    ask(page)
    images = card(page).locator(".ssc-im img")
    assert images.count() == 2
    for image in images.all():
        _, _, width, height = image.evaluate(BOX)
        assert (width >= 128, height) == (True, 128)
        assert image.evaluate("e => getComputedStyle(e).imageRendering") == "pixelated"
    assert card(page).locator(".ssc-feat").count() == 0
    assert in_sight(page, card(page).locator(".ssc-why").first)
    assert in_sight(page, card(page).get_by_role("button", name="Don't know"))
    pictures(page, "images")

    x, y = page.dots()[page.apart(1)[0]][1:3]
    page.tab.mouse.move(x, y)
    thumbnail = page.root().get_by_role("tooltip").locator("img")
    thumbnail.wait_for()
    assert thumbnail.evaluate(BOX)[2:] == [88, 88]
    assert page.root().get_by_role("tooltip").locator(".ssc-num").count() == 0

    page.tab.mouse.move(2, 2)
    card(page).get_by_role("button", name="larger").first.click()
    large = page.root().get_by_role("dialog", name="Image of point")
    assert large.locator("img").evaluate(BOX)[3] > 300
    picture(page, "image-large")
    page.press("Escape")
    large.wait_for(state="hidden")
    assert page.kernel()["question"], "Escape closed the image, not the question"
    focus = page.tab.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert focus.endswith("larger")
    page.tab.set_viewport_size({"width": 760, "height": 1200})
    picture(page, "images-700")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_texts_side_by_side(use_notebook, lab, picture, dark):
    page = use_notebook(lab, [TEXTS.replace("TIMES", "4")], dark=dark, **WIDE)
    page.tab.evaluate(HIDE_LAB)
    theme = "dark" if dark else "light"
    side = page.root().locator(".ssc-side")
    assert side.evaluate(BOX)[2] == 352
    ask(page)
    assert side.evaluate(BOX)[2] == 528
    texts = card(page).get_by_role("region", name="Text of")
    assert texts.count() == 2
    assert "Report" in texts.first.inner_text()
    assert card(page).locator(".ssc-feat").count() == 0
    assert in_sight(page, card(page).locator(".ssc-why").first)
    assert in_sight(page, card(page).get_by_role("button", name="Don't know"))
    tops = {b.evaluate(BOX)[0] for b in card(page).locator(".ssc-asked > .ssc-ans button").all()}
    assert len(tops) == 1, "the answers stand in one row"
    long = next(t for t in texts.all() if t.evaluate("e => e.scrollHeight > e.clientHeight"))
    assert long.evaluate("e => getComputedStyle(e).maskImage") != "none"
    picture(page, f"texts-{theme}")
    long.evaluate("e => e.scrollTo(0, e.scrollHeight)")
    page.tab.wait_for_function(
        "e => getComputedStyle(e).maskImage === 'none'", arg=long.element_handle()
    )

    page.button("Narrower panel").click()
    assert side.evaluate(BOX)[2] == 352
    assert in_sight(page, card(page).get_by_role("button", name="Don't know"))
    page.press("s")
    page.wait_for(lambda s: s["answers"] == 1 and s["question"])
    page.settle()
    assert side.evaluate(BOX)[2] == 352, "the choice is remembered"
    picture(page, f"texts-narrow-panel-{theme}")
    page.button("Wider panel").click()
    assert side.evaluate(BOX)[2] == 528
    page.tab.set_viewport_size({"width": 760, "height": 1300})
    picture(page, f"texts-700-{theme}")


def test_a_pick_goes_by_its_name_at_once(use_notebook, lab):
    """Names too long to travel ahead, and a click before any hover has told one."""
    page = use_notebook(lab, [NAMED.replace("NAME", '"%05d" % (i + 5000) + "x" * 2000')])
    said = page.root().get_by_role("status").first
    for index in page.apart(2):
        page.click_point(index)
        page.tab.wait_for_function(
            "([e, name]) => e.textContent.startsWith(`Point ${name}x`)",
            arg=[said.element_handle(), f"{index + 5000:05d}"],
        )
        assert "selected" in said.inner_text()
        page.press("Escape")


def test_a_slow_a_broken_and_a_huge_tooltip(use_notebook, lab):
    slow = """
import time
def tell(i):
    if i % 3 == 0:
        time.sleep(5)
    if i % 3 == 1:
        raise OSError(f"no file {i}")
    return images[i] if i % 3 == 0 else images[i] + bytes(10_000_000)
"""
    head, last = IMAGES.split("explorer = ")
    page = use_notebook(lab, [head + slow + "explorer = " + last.replace("TOOLTIP", "tell")])
    page.root().locator(".ssc-figure").scroll_into_view_if_needed()
    chosen = {k: next(i for i in page.apart(30) if i % 3 == k) for k in (0, 1, 2)}
    tip = page.root().get_by_role("tooltip")
    _, x, y, _ = page.dots()[chosen[1]]
    page.tab.mouse.move(x, y)
    tip.get_by_text("OSError: no file").wait_for()
    _, x, y, _ = page.dots()[chosen[2]]
    page.tab.mouse.move(x, y)
    tip.get_by_text("at most 4 MB are shown").wait_for()
    _, x, y, _ = page.dots()[chosen[0]]
    page.tab.mouse.move(x, y)
    tip.locator(".ssc-waiting").wait_for()
    page.python("explorer.session.answer(0, 1, 'must')")
    page.wait_for_status("1 constraint", timeout=4000)
    assert tip.locator(".ssc-waiting").count() == 1, "the answer did not wait for the tooltip"
    tip.locator("img").wait_for(timeout=10_000)
    assert page.root().get_by_role("alert").filter(visible=True).count() == 0


def test_long_names_leave_the_state_in_sight(use_notebook, lab):
    name = 'f"Bottle of the vineyard on the southern slope, sample number {i * 10}"'
    page = use_notebook(lab, [NAMED.replace("NAME", name)])
    page.python("explorer.session.answer(0, 60, 'must'); explorer.session.answer(1, 61, 'must')")
    table = page.root().get_by_role("table", name="Constraints")
    table.wait_for()
    page.settle()
    side = page.root().locator(".ssc-side").bounding_box()
    for cell in table.locator("th:last-child, tr[data-answer] td:last-child").all():
        box = cell.bounding_box()
        assert box["x"] + box["width"] <= side["x"] + side["width"]
    button = table.locator(".ssc-pairbtn").last
    assert "sample number" in button.get_attribute("title")
