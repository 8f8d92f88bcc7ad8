"""By finger: points are linked, the plot is zoomed; what glides, and what several widgets share."""

import pytest

from ..axes.menu import NAMES, X, stand_at
from ..page import DOTS, IRIS
from ..pictures import HIDE_LAB, faults
from ..row_content.cells import IMAGES
from .zoom import at_rest, places


class Fingers:
    """What a browser hears of fingers on its screen."""

    def __init__(self, page):
        self._cdp = page.tab.context.new_cdp_session(page.tab)
        emulated = {"enabled": True, "maxTouchPoints": 2}
        self._cdp.send("Emulation.setTouchEmulationEnabled", emulated)

    def heard(self, kind, *at):
        points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(at)]
        self._cdp.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

    def lift(self):
        """Leave the screen, which is one for a pointer again."""
        self._cdp.detach()

    def tap(self, x, y):
        self.heard("Start", (x, y))
        self.heard("End")

    def tap_on(self, part):
        part.scroll_into_view_if_needed()
        box = part.bounding_box()
        self.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.fixture
def fingers():
    """Fingers on the screen of a page, until the test ends: `fingers(page)`."""
    put = []

    def put_on(page) -> Fingers:
        put.append(Fingers(page))
        return put[-1]

    yield put_on
    for each in put:
        each.lift()


def beyond(page):
    """Controls that reach out of the widget, or lie under one another."""
    return page.root().evaluate(
        """root => {
          const all = root.getBoundingClientRect(), found = [];
          for (const part of root.querySelectorAll('button, select, input')) {
            const box = part.getBoundingClientRect();
            if (!part.checkVisibility() || !box.width || part.closest('.ssc-seg')) continue;
            if (box.right > all.right + 1 || box.left < all.left - 1)
              found.push(part.outerHTML.slice(0, 120));
          }
          return found;
        }"""
    )


@pytest.mark.parametrize("width", [430, 1000], ids=["phone", "tablet"])
def test_two_points_are_linked_by_finger_and_the_link_is_taken_back(
    use_notebook, lab, fingers, width
):
    page = use_notebook(lab, [IRIS.format(more="")], width=1000, height=1100)
    page.tab.evaluate(HIDE_LAB)
    page.tab.set_viewport_size({"width": width, "height": 1100})
    page.settle()
    finger = fingers(page)
    plot = page.root().locator(".ssc-figure")
    note = page.root().locator(".ssc-note")
    for kind, key in (("must", "Must-link"), ("cannot", "Cannot-link")):
        plot.scroll_into_view_if_needed()
        i, j = page.apart(2)
        finger.tap(*page.place(i))
        note.get_by_role("button", name=key).wait_for()
        finger.tap_on(note.get_by_role("button", name=key))
        note.filter(has_text=f"{key} from {i}").wait_for()
        finger.tap(*page.place(j))
        held = page.wait_for(lambda s, kind=kind: s[kind])
        assert held[kind] == [sorted((i, j))]
        finger.tap_on(page.button("Undo"))
        page.wait_for(lambda s, kind=kind: s[kind] == [])
    assert beyond(page) == []


def test_two_fingers_zoom_about_the_middle_between_them(use_notebook, lab, fingers):
    page = use_notebook(lab, [IRIS.format(more="")])
    two, before = fingers(page), places(page)
    box = page.root().locator(".ssc-figure").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    two.heard("Start", (x - 40, y), (x + 40, y))
    for apart in (50, 60, 70, 80):
        two.heard("Move", (x - apart, y), (x + apart, y))
    two.heard("End")
    at_rest(page)
    after = places(page)
    assert 20 < len(after) < 150
    for i, (px, py) in after.items():
        bx, by = before[i]
        assert (px - x, py - y) == pytest.approx((2 * (bx - x), 2 * (by - y)), abs=3)
    assert page.kernel()["answers"] == 0


def test_images_take_the_place_of_few_points(use_notebook, lab, picture):
    page = use_notebook(lab, [IMAGES.replace("TOOLTIP", "images")])
    thumbs = page.root().locator(".ssc-thumbs g")
    assert thumbs.count() == 0
    page.root().locator(".ssc-figure").focus()
    for _ in range(12):
        page.press("+")
        page.tab.wait_for_selector(".ssc-root[data-ssc-nodes]")
        if len(page.dots()) <= 50:
            break
    page.tab.wait_for_function(
        f"""() => {{
          const root = document.querySelector('.ssc-root[data-ssc-nodes]');
          const thumbs = document.querySelectorAll('.ssc-thumbs g').length;
          return root && thumbs > 3 && thumbs === ({DOTS})(root).length;
        }}"""
    )
    seen = places(page)
    rows = thumbs.evaluate_all("all => all.map(each => Number(each.dataset.row))")
    assert sorted(rows) == sorted(seen)
    for thumb, row in zip(thumbs.all(), rows, strict=True):
        at = thumb.locator("rect").bounding_box()
        middle = (at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        assert middle == pytest.approx(seen[row], abs=2.5)
    picture(page, "thumbnails")
    page.press("0")
    page.tab.wait_for_function("() => !document.querySelector('.ssc-thumbs g')")


# The clock moves by 20 ms with each frame: a glide has its frames on the slowest machine.
SLOW_CLOCK = """() => {
  const own = performance.now.bind(performance);
  let now = own();
  performance.now = () => now;
  window.ownClock = () => { performance.now = own; };
  window.seen = new Set();
  const look = () => {
    now += 20;
    const dots = (DOTS)(document.querySelector('.ssc-root'));
    const dot = dots.find(([index]) => index === 100);
    if (dot) window.seen.add(dot[1].toFixed(0));
    window.looking = requestAnimationFrame(look);
  };
  look();
}""".replace("DOTS", DOTS)
PAST = "() => { cancelAnimationFrame(window.looking); window.ownClock(); return window.seen.size; }"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_points_glide_to_other_axes_unless_motion_is_unwanted(use_notebook, lab, motion):
    page = use_notebook(lab, [IRIS.format(more="")])
    page.tab.emulate_media(reduced_motion=motion)
    page.tab.evaluate(SLOW_CLOCK)
    page.python(f"explorer.projection = ({NAMES[3]!r}, {NAMES[1]!r})")
    page.wait_for_status("Axes: Two features.")
    stand_at(page, X[:, [3, 1]])
    seen = page.tab.evaluate(PAST)
    if motion == "reduce":
        assert seen <= 3, "before and after, and nothing between"
    else:
        assert seen > 3, "something between"


def test_two_widgets_and_two_views_of_one_have_no_faults_together(use_notebook, lab):
    one = IRIS.format(more="")
    page = use_notebook(lab, [one, one.replace("explorer", "other"), "explorer"])
    page.wait_until_drawn(3)
    for view in (0, 1):
        page.button("Next question", view).click()
        page.root(view).get_by_text("Why this pair:").wait_for()
    page.settle()
    faults(page)
    ids = page.tab.evaluate("() => [...document.querySelectorAll('.ssc-root [id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    about = page.tab.locator("[aria-label='Clustering plot, widget 2']").get_attribute(
        "aria-describedby"
    )
    assert page.root(1).locator(f"#{about}").count() == 1
