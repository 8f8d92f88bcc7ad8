"""The widget in the room that it is given: heights, full screen, a toolbar of one row."""

import pytest

from ..page import IRIS, TWO_FRAMES
from ..pictures import HIDE_LAB

BAR = """root => {
  const bar = root.querySelector('.ssc-bar');
  const right = bar.getBoundingClientRect().right;
  const rows = new Set([...bar.querySelectorAll('select, button, input[type=radio]')]
    .filter(part => part.offsetWidth)
    .map(part => part.getBoundingClientRect())
    .map(box => Math.round((box.top + box.bottom - bar.getBoundingClientRect().top * 2) / 48)));
  return {
    rows: rows.size,
    beyond: [...bar.querySelectorAll('*')].filter(part =>
      part.getBoundingClientRect().right > right + .5).length,
    height: bar.offsetHeight,
    words: [...bar.querySelectorAll('.ssc-opt')].filter(part => part.offsetWidth)
      .map(part => part.textContent),
  };
}"""

OUTPUT_VIEW = """async () => {
  const app = window.jupyterapp;
  app.shell.currentWidget.content.activeCellIndex = 0;
  await app.commands.execute('notebook:create-output-view');
}"""

CLOSE_VIEW = """() => {
  const { shell } = window.jupyterapp, all = [...shell.widgets('main')];
  all.find(each => each.content.hasClass('jp-LinkedOutputView')).close();
  shell.activateById(all.find(each => each.sessionContext).id);
}"""

REFUSE = "() => Promise.reject(new Error('no'))"


def height(page, view=0):
    return page.root(view).bounding_box()["height"]


def full(page):
    """Which views take the whole window, by what the eye sees."""
    size = page.tab.viewport_size
    boxes = [page.root(i).bounding_box() for i in range(page.tab.locator(".ssc-root").count())]
    return [(box["width"], box["height"]) == (size["width"], size["height"]) for box in boxes]


def wait_for_full(page, wanted):
    for _ in range(200):
        if full(page) == wanted:
            return
        page.tab.wait_for_timeout(50)
    raise AssertionError(f"{full(page)}, not {wanted}")


@pytest.mark.parametrize("server", ["lab", "classic"])
def test_a_height_in_pixels_and_all_that_the_window_has(use_notebook, server, request):
    server = request.getfixturevalue(server)
    page = use_notebook(server, [IRIS.format(more="height=700")])
    assert height(page) == 700
    plot, dots = page.root().locator(".ssc-figure"), page.dots()
    assert plot.bounding_box()["height"] > 540, "the plot takes what is gained"
    page.python("explorer.height = 'fill'")
    page.tab.wait_for_function("() => document.querySelector('.ssc-root').offsetHeight > 760")
    filled = height(page)
    assert filled < 1000
    page.root().scroll_into_view_if_needed()
    box = page.root().bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 1001, "all of it is in sight at once"
    page.tab.set_viewport_size({"width": 1400, "height": 800})
    page.tab.wait_for_function(
        "before => document.querySelector('.ssc-root').offsetHeight === before - 200", arg=filled
    )
    page.python("explorer.height = None")
    page.tab.wait_for_function("() => document.querySelector('.ssc-root').offsetHeight < 620")
    assert len(dots) == 150


@pytest.mark.parametrize("server", ["lab", "classic"])
def test_full_screen_is_one_views_own_and_escape_ends_it(use_notebook, server, request):
    page = use_notebook(request.getfixturevalue(server), [IRIS.format(more=""), "explorer"])
    page.wait_until_drawn(2)
    before = page.root().bounding_box()
    page.root().get_by_role("button", name="Full screen").click()
    wait_for_full(page, [True, False])
    point = page.apart(1)[0]
    page.click_point(point)
    assert f"Point {point}" in page.wait_for_status("selected")
    page.press("n")
    page.shown_question()
    page.press("Escape")
    wait_for_full(page, [False, False])
    assert page.kernel()["question"], "the question stays"
    assert page.root().bounding_box()["width"] == before["width"]
    page.press("f")
    wait_for_full(page, [True, False])
    page.button("More").click()
    page.root().get_by_role("menuitem", name="Leave full screen").click()
    wait_for_full(page, [False, False])
    assert page.cell_types() == ["code", "code"]


def test_where_the_browser_refuses_the_screen_the_page_is_taken(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    page.click_point(page.apart(1)[0])
    with page.instead("Element.prototype", "requestFullscreen", REFUSE):
        page.press("f")
        wait_for_full(page, [True])
    # above all of the host: what is in the corner of the window is ours
    assert page.tab.evaluate("() => !!document.elementFromPoint(6, 6).closest('.ssc-root')")
    page.press("Escape")
    page.press("Escape")
    wait_for_full(page, [False])


def test_an_output_view_is_filled_and_follows_its_size(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")], width=1920, height=1080)
    assert height(page) < 620
    page.click_point(page.apart(1)[0])
    page.tab.evaluate(OUTPUT_VIEW)
    page.wait_until_drawn(2)
    view = page.tab.locator(".jp-LinkedOutputView")
    view.locator(".ssc-root[data-ssc-sized]").wait_for()
    for window in (1080, 1300):
        page.tab.set_viewport_size({"width": 1920, "height": window})
        page.tab.evaluate(TWO_FRAMES)
        outer, inner = view.bounding_box(), view.locator(".ssc-root").bounding_box()
        left_over = outer["height"] - inner["height"]
        assert -1 <= left_over < 40, f"{left_over} pixels of {outer['height']} are left over"
    assert height(page) < 620, "the notebook's own view keeps its height"
    page.tab.evaluate(CLOSE_VIEW)


def test_the_toolbar_is_one_row_above_840_whatever_the_title(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    page.tab.evaluate(HIDE_LAB)
    page.python("explorer.session.set_clusterer('constrainedcompletelink')")
    page.root().get_by_role("combobox", name="Clusterer").filter(has_text="Constrained").wait_for()
    page.kernel()
    seen = {}
    for width in (1500, 1280, 1040, 900, 843):
        page.widen_to(width)
        seen[width] = page.root().evaluate(BAR)
        assert (seen[width]["rows"], seen[width]["beyond"]) == (1, 0), (width, seen[width])
        assert seen[width]["height"] == 49
    assert seen[1500]["words"] == ["Clusterer", "Parameters…", "Strategy", "N"]
    assert seen[1280]["words"] == ["Clusterer", "Strategy", "N"]
    assert seen[1040]["words"] == seen[900]["words"] == []
    menu = page.root().get_by_role("combobox", name="Clusterer")
    assert menu.get_attribute("title").startswith("Constrained complete-link")
    page.widen_to(840)
    assert page.root().evaluate(BAR)["rows"] == 2
    for width in (1280, 1500):
        page.widen_to(width)
        assert page.root().evaluate(BAR) == seen[width], "the words come back"
    page.widen_to(320)
    assert page.root().evaluate(BAR)["beyond"] == 0
    mode = page.root().locator(".ssc-bar .ssc-seg label:has(:checked)")
    assert mode.bounding_box()["width"] > 28, "the modes have nothing left to show"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_room_can_read_it_and_questions_are_answered_without_the_side_panel(
    use_notebook, lab, picture, dark
):
    """A beamer of 1280 × 720 at 150 %: 853 × 480, by keyboard alone."""
    page = use_notebook(lab, [IRIS.format(more="")], width=853, height=480, dark=dark)
    theme = "dark" if dark else "light"
    page.root().scroll_into_view_if_needed()
    page.click_point(page.apart(1)[0])
    page.press("f")
    wait_for_full(page, [True])
    page.button("More").focus()
    page.press("Enter")
    page.press("p")  # Presentation size
    picture(page, f"more-{theme}")
    page.press("Enter")
    page.root().and_(page.tab.locator("[data-ssc-large]")).wait_for()
    assert full(page) == [True]
    page.root().locator(".ssc-figure").focus()
    page.press("n")
    page.wait_for(lambda s: s["question"])
    page.press("b")
    assert page.root().locator(".ssc-side").is_hidden()
    assert page.root().evaluate(BAR)["beyond"] == 0
    for answers in range(1, 4):
        i, j = page.kernel()["question"]
        assert f"points {i} and {j}. Press M, C or S." in page.wait_for_status(
            f"points {i} and {j}"
        )
        page.press("c")
        page.wait_for(lambda s, n=answers: s["answers"] == n and s["question"])
    picture(page, f"large-{theme}")
    page.press("b")
    page.root().get_by_role("button", name="Same cluster").wait_for()
    picture(page, f"large-question-{theme}")
