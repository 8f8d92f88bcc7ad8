"""Nothing moves under the pointer, what opens is in view, and what was opened stays open."""

import pytest

from ..page import IRIS
from ..pictures import HIDE_LAB

IN_VIEW = """element => {
  let [top, bottom] = [0, innerHeight];
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (box === document.body || getComputedStyle(box).overflowY === 'visible') continue;
    const frame = box.getBoundingClientRect();
    [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
  }
  const { top: y, bottom: end } = element.getBoundingClientRect();
  return y >= top - 1 && end <= bottom + 1;
}"""

STANDING = """root => ['.ssc-figure', '.ssc-side', '.ssc-status', '.ssc-bar']
  .map(name => root.querySelector(name).getBoundingClientRect())
  .map(({left, top}) => [left, top])"""

DEAD_END = """
explorer.session.set_clusterer('constrainedagglomerative')
rows = [0, 30, 60, 90, 120]
explorer.session.answer_many([(i, j) for i in rows for j in rows if i < j], 'cannot')
"""

FOCUSED = """() => {
  const held = document.activeElement;
  const place = ['ssc-bar', 'ssc-figure', 'ssc-side', 'ssc-status']
    .find(name => held.closest('.' + name));
  return [place ?? null, held.getAttribute('aria-label') ?? held.textContent];
}"""


def wait_until_in_view(page, part):
    part.wait_for()
    page.tab.wait_for_function(IN_VIEW, arg=part.element_handle())


def section(page, name):
    return page.root().get_by_role("region", name=name)


def head(page, name):
    return page.root().locator(".ssc-head", has_text=name)


@pytest.mark.parametrize("server", ["lab", "classic"])
def test_a_question_and_the_keys_are_brought_into_view(use_notebook, server, request):
    page = use_notebook(request.getfixturevalue(server), [IRIS.format(more="")], width=800)
    page.tab.set_viewport_size({"width": 800, "height": 560})
    page.root().locator(".ssc-bar").scroll_into_view_if_needed()
    page.root().locator(".ssc-figure").focus()
    must = page.root().get_by_role("button", name="Same cluster")
    below = page.root().locator(".ssc-side")
    assert not below.evaluate(IN_VIEW), "there must be something to bring"
    page.press("n")
    wait_until_in_view(page, must)
    page.rest()  # the page has come to its end, and does not move on when it is scrolled back
    page.press("Escape")
    must.wait_for(state="hidden")
    page.rest()  # the panel has become shorter, which moves what is below it
    page.root().locator(".ssc-bar").scroll_into_view_if_needed()
    page.root().locator(".ssc-figure").focus()
    page.press("?")
    keys = page.root().get_by_role("dialog", name="Keys")
    wait_until_in_view(page, keys.get_by_text("(must-link)"))


def test_nothing_scrolls_while_the_pointer_is_down(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")], width=800, height=560)
    page.tab.evaluate(HIDE_LAB)
    page.root().locator(".ssc-bar").scroll_into_view_if_needed()
    page.settle()
    box = page.root().locator(".ssc-figure").bounding_box()
    page.tab.mouse.move(box["x"] + box["width"] - 30, box["y"] + 20)
    page.tab.mouse.down()
    page.press("n")
    page.wait_for(lambda s: s["question"])
    page.settle()
    assert page.root().locator(".ssc-figure").bounding_box()["y"] == box["y"]
    page.tab.mouse.up()
    wait_until_in_view(page, page.root().get_by_role("button", name="Same cluster"))


def test_a_notice_that_comes_while_linking_moves_and_covers_nothing(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    first, second = page.apart(2)
    page.click_point(first)
    page.press("c")
    before, dots = page.root().evaluate(STANDING), page.dots()
    page.python(DEAD_END)
    notice = page.root().get_by_role("alert").filter(has_text="cannot keep 5 points apart")
    notice.wait_for()
    page.settle()
    assert page.root().evaluate(STANDING) == before
    apart = [abs(new[2] - old[2]) for new, old in zip(page.dots(), dots, strict=True)]
    assert max(apart) < 3, "another shape is centred elsewhere, and that is all"
    box = notice.bounding_box()
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    under = [i for i, x, y, _ in dots if box["x"] < x < right and box["y"] < y < bottom]
    assert len(under) <= 5, "it lies where few points are"
    page.click_point(second)
    page.root().locator("tr[data-answer='11']", has_text="Cannot-link").wait_for()
    page.button("Dismiss").click()
    notice.wait_for(state="hidden")
    assert page.root().evaluate(STANDING)[0] == before[0]


def test_what_was_opened_during_a_question_stays_open_and_alive(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    page.click_point(page.apart(1)[0])
    page.press("n")
    page.wait_for(lambda s: s["question"])
    page.settle()
    assert head(page, "Progress").get_attribute("aria-expanded") == "false"
    head(page, "Progress").click()
    curves = section(page, "Progress").locator(".ssc-chart:not(.ssc-bars)")
    wait_until_in_view(page, curves)
    fits = page.root().locator(".ssc-chart > div").first.locator("circle.ssc-d")
    for answers in range(1, 4):
        before = fits.count()
        page.press("c")
        page.wait_for(lambda s, n=answers: s["answers"] == n and s["question"])
        page.tab.wait_for_function(
            "n => document.querySelectorAll('.ssc-chart > :first-child .ssc-d').length > n",
            arg=before,
        )
        assert head(page, "Progress").get_attribute("aria-expanded") == "true"
        assert curves.evaluate(IN_VIEW)
    head(page, "Constraints").click()
    page.press("s")
    page.wait_for(lambda s: s["answers"] == 4 and s["question"])
    assert head(page, "Constraints").get_attribute("aria-expanded") == "true"


def test_a_refused_value_stays_in_its_field_with_the_reason(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more='clusterer="pckmeans", strategy="npu"')])
    page.button("Parameters").click()
    form = page.root().get_by_role("dialog", name="Parameters")
    weight = form.get_by_label("Constraint weight")
    weight.fill("-1")
    weight.press("Enter")
    reason = form.get_by_text("−1 must be a number, 0 or more, or auto.", exact=True)
    reason.wait_for()
    assert (weight.input_value(), weight.get_attribute("aria-invalid")) == ("-1", "true")
    assert reason.get_attribute("id") in weight.get_attribute("aria-describedby")
    field, told = weight.bounding_box(), reason.bounding_box()
    assert 0 <= told["y"] - field["y"] - field["height"] < 8, "the reason is at the field"
    box, plot = form.bounding_box(), page.root().locator(".ssc-figure").bounding_box()
    assert box["x"] >= plot["x"] + plot["width"] - 2, "the form hides the plot"
    strategy = form.get_by_role("group", name="NPU")
    assert strategy.bounding_box()["height"] > 120, "the strategy's part is a sliver"
    weight.fill("2")
    weight.press("Enter")
    reason.wait_for(state="hidden")
    assert weight.get_attribute("aria-invalid") is None
    assert page.python("print(explorer.session.clusterer.constraint_weight)").strip() == "2"


def test_remove_covers_nothing_of_its_row(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    page.python("explorer.session.answer(0, 1, 'must'); explorer.session.answer(50, 100, 'cannot')")
    row = page.root().get_by_role("table", name="Constraints").locator("tbody tr").first
    row.wait_for()
    row.hover()
    state = row.get_by_text("kept").bounding_box()
    button = row.get_by_role("button", name="Remove answer").bounding_box()
    assert button["x"] >= state["x"] + state["width"]
    side = page.root().locator(".ssc-side").bounding_box()
    assert button["x"] + button["width"] <= side["x"] + side["width"]


@pytest.mark.parametrize("server", ["lab", "classic"])
def test_tab_goes_from_the_toolbar_to_the_plot_to_the_side_to_the_status(
    use_notebook, server, request
):
    page = use_notebook(request.getfixturevalue(server), [IRIS.format(more="")])
    page.root().get_by_role("combobox", name="Clusterer").focus()
    seen = []
    for _ in range(40):
        place, name = page.tab.evaluate(FOCUSED)
        seen += [place] if place and seen[-1:] != [place] else []
        if name == "Full screen":
            break
        page.press("Tab")
    assert seen == ["ssc-bar", "ssc-figure", "ssc-side", "ssc-status"]
