"""Two moments of the past beside each other, and what is said of a point of one of them."""

import pytest

from ..pictures import HIDE_LAB, WIDE
from .slider import ANSWERS, SHOW, START, moments, slider

CHANGED = """
s.set_n_clusters(5); note()
s.clusters.rename(0, "Far away"); note()
s.set_n_clusters(2); note()
"""

RINGS = """() => (document.querySelector('.ssc-root .ssc-moved .ssc-ring')
  ?.getAttribute('d')?.match(/M/g) ?? []).length"""


def rows(shown, one, two):
    """The rows in which two moments differ."""
    return [i for i, (a, b) in enumerate(zip(shown[one][0], shown[two][0], strict=True)) if a != b]


def wait_for_rings(page, number):
    page.tab.wait_for_function(f"() => ({RINGS})() === {number}")


@pytest.mark.parametrize(("server", "dark"), [("lab", False), ("classic", True)])
def test_two_moments_are_compared_and_points_named_as_they_were(
    use_notebook, request, picture, server, dark
):
    page = use_notebook(
        request.getfixturevalue(server), [START + ANSWERS + CHANGED + SHOW], dark=dark, **WIDE
    )
    page.tab.evaluate(HIDE_LAB)
    shown, line, *_ = moments(page)
    assert line == list(range(13))
    slider(page).focus()
    for _ in range(2):
        page.press("ArrowLeft")
    page.wait_for_colours(shown[10][0])  # 5 clusters, none of them named by hand
    differ = rows(shown, 10, 9)
    assert len(differ) > 10
    page.press("Shift+ArrowLeft")
    page.wait_for_colours(shown[9][0])
    wait_for_rings(page, len(differ))
    text = f"{len(differ)} points differ from 5 clusters, after answer 9 of 9"
    assert text in slider(page).get_attribute("aria-valuetext")
    found = page.root().get_by_role("button", name=text, pressed=True).bounding_box()
    side = page.root().locator(".ssc-side").bounding_box()
    assert found["x"] + found["width"] < side["x"] + side["width"], "a long name is cut off"
    assert page.root().locator(".ssc-compared").count() == 1
    picture(page, f"two-moments-{'dark' if dark else 'light'}")
    box = slider(page).bounding_box()
    page.tab.mouse.click(box["x"] + box["width"] * 8 / 320, box["y"] + box["height"] / 3)
    page.wait_for_colours(shown[0][0])
    wait_for_rings(page, len(rows(shown, 10, 0)))
    page.root().get_by_role("button", name="Compare with now").press("Enter")
    wait_for_rings(page, len(rows(shown, 12, 0)))

    slider(page).press("End")
    page.wait_for_colours(shown[12][0])
    point = shown[11][0].index(0)
    tip = page.root().get_by_role("tooltip")
    for key, step, name in (("ArrowLeft", 11, "Far away"), ("ArrowLeft", 10, "cluster 1")):
        slider(page).press(key)
        page.wait_for_colours(shown[step][0])
        page.tab.mouse.move(*page.place(point))
        tip.get_by_text(f"Point {point} · {name}").wait_for()
