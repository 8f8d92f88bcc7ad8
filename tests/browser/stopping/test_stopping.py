"""Whether it is enough: the card, the bars, and points shaded by what is unsure."""

from ..page import IRIS
from ..pictures import HIDE_LAB, WIDE

ANSWERED = """
from jupyter_sscluster import Session
y, beside = iris.target.to_numpy(), Session(iris.data, n_clusters=3, strategy='npu')
for _ in range({n}):
    beside.propose()
    i, j = beside.question.pair
    kind = 'must' if y[i] == y[j] else 'cannot'
    beside.answer(i, j, kind)
    explorer.session.answer(i, j, kind)
    explorer.session.wait(20)
"""

LEVELS = """() => [0, 1, 2, 3].map(k => document.querySelectorAll(
  `.ssc-root path.dot[data-u${k}]`).length)"""

FILLS = """() => [0, 1, 2, 3].map(k => {
  const dot = document.querySelector(`.ssc-root path.dot[data-u${k}]`);
  return dot && getComputedStyle(dot).fillOpacity;
})"""


def switch(page):
    return page.root().get_by_role("switch", name="Show doubtful points")


def test_points_are_shaded_as_the_session_is_unsure_of_them(use_notebook, server):
    page = use_notebook(server, [IRIS.format(more="")])
    page.python(ANSWERED.format(n=10))
    page.root().get_by_text("Can you stop?").wait_for()
    switch(page).focus()
    page.press("Enter")
    page.tab.wait_for_function("() => document.querySelector('.ssc-root[data-ssc-shade]')")
    page.tab.wait_for_function("() => document.querySelector('.ssc-root path.dot[data-u2]')")
    page.settle()
    print_counts = (
        "import numpy as np; u = explorer.session.stopping.uncertainty;"
        "print(np.bincount(u.levels, minlength=4).tolist(), u.n_unsure)"
    )
    counts, unsure = page.python(print_counts).strip().rsplit(" ", 1)
    assert str(page.tab.evaluate(LEVELS)) == counts
    assert switch(page).inner_text().endswith(f"{unsure} points")
    fills = page.tab.evaluate(FILLS)
    assert [fill for fill in fills if fill] == [
        wanted for wanted, fill in zip(("0", "0.34", "0.67", "1"), fills, strict=True) if fill
    ]
    page.press("Enter")
    page.tab.wait_for_function("() => !document.querySelector('.ssc-root path.dot[data-u2]')")


def test_what_is_unknown_is_said(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="strategy='random'")])
    page.python("explorer.session.answer(0, 1, 'must')")
    switch(page).click()
    page.root().get_by_role("region", name="Progress").get_by_text(
        "Random does not say how sure it is; NPU does."
    ).wait_for()


def test_pictures_of_enough(use_notebook, lab, pictures):
    page = use_notebook(lab, [IRIS.format(more="")], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.python(ANSWERED.format(n=12))
    page.root().get_by_text("Can you stop?").wait_for()
    switch(page).click()
    page.tab.wait_for_function("() => document.querySelector('.ssc-root path.dot[data-u2]')")
    pictures(page, "enough")
    page.tab.set_viewport_size({"width": 900, "height": 1300})
    page.rest()
    pictures(page, "enough-700")


SQUARES = """
from jupyter_sscluster.widget.core.figure import Plot
Plot.SVG_LIMIT, Plot.MARKS_LIMIT = 10, 20
"""
RESTORED = "Plot.SVG_LIMIT, Plot.MARKS_LIMIT = 1000, 5000"

# How far the pixel in the middle of each point is from the ground, by index.
INK = """() => {
  const canvas = document.querySelector('.ssc-canvas'), box = canvas.getBoundingClientRect();
  const scale = canvas.width / box.width, context = canvas.getContext('2d');
  const ground = getComputedStyle(document.querySelector('.ssc-probe')).backgroundColor
    .match(/\\d+/g).slice(0, 3).map(Number);
  return canvas.points().map(([i, x, y]) => {
    const { data } = context.getImageData(
      Math.round((x - box.x) * scale) - 1, Math.round((y - box.y) * scale) - 1, 2, 2);
    const far = k => Math.hypot(...ground.map((value, c) => data[4 * k + c] - value));
    return [i, x, y, Math.max(...[0, 1, 2, 3].map(far))];
  });
}"""


def test_squares_are_shaded_too(use_notebook, server):
    page = use_notebook(server, [SQUARES + IRIS.format(more="")])
    page.tab.wait_for_function("() => document.querySelector('.ssc-canvas[data-kind=squares]')")
    page.python(ANSWERED.format(n=10))
    page.root().get_by_text("Can you stop?").wait_for()
    plain = {int(i): ink for i, _, _, ink in page.tab.evaluate(INK)}
    switch(page).click()
    page.tab.wait_for_function("() => document.querySelector('.ssc-root[data-ssc-shade]')")
    page.settle()
    levels = [
        int(v)
        for v in page.python(
            "print(*explorer.session.stopping.uncertainty.levels.tolist())"
        ).split()
    ]
    inked = page.tab.evaluate(INK)
    linked = page.python(
        "print(*{int(r) for a in explorer.session.answers for r in (a.i, a.j)})"
    ).split()
    alone = [
        (int(i), ink)
        for i, x, y, ink in inked
        if str(int(i)) not in linked
        and not any(j != i and abs(a - x) < 5 and abs(b - y) < 5 for j, a, b, _ in inked)
    ]
    shares = {k: [ink / plain[i] for i, ink in alone if levels[i] == k] for k in (0, 1, 2, 3)}
    assert shares[0] and max(shares[0]) < 0.5, "what is sure is faint"
    deeper = [each for k in (2, 3) for each in shares[k]]
    assert deeper and min(deeper) > 0.6, "what is unsure is not"
    page.python(RESTORED)  # other tests use this kernel
