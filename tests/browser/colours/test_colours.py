"""Points coloured by a column: fill is the column, shape and outline stay the cluster."""

import numpy as np
import pytest

from ..pictures import HIDE_LAB, WIDE
from .table import CUSTOMERS, FILLS, choose, legend, open_menu

CELL = CUSTOMERS.format(n=420, more="")


def fills(page):
    return page.root().evaluate(FILLS)


def test_a_column_colours_the_points_and_nothing_else_changes(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    page.settle()
    before, labels = fills(page), page.kernel()["labels"]
    heard = "heard = []\nexplorer.observe(lambda change: heard.append(change.new), 'color_by')"
    page.python(heard)
    choose(page, "age")
    page.wait_for_status("Coloured by age: 18 to 80, 9 points have none.")
    legend(page, "age").get_by_role("img", name="age: 411 values from 18 to 80").wait_for()
    after = fills(page)
    edges = {}
    for cluster, (_, edge) in zip(labels, after, strict=True):
        edges.setdefault(cluster, set()).add(edge)
    assert all(len(own) == 1 for own in edges.values())
    assert len({edge for own in edges.values() for edge in own}) == 4
    assert len({fill for fill, _ in after}) == 9
    assert page.kernel()["labels"] == labels
    assert page.button("Undo").is_disabled()
    page.python("explorer.color_by = None")
    page.wait_for_status("Coloured by cluster.")
    assert legend(page, "age").count() == 0
    assert fills(page) == before
    assert page.python("print(heard)").strip() == "['age', 'cluster']"


def test_kinds_by_keyboard_alone(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    page.root().get_by_role("button", name="Colour by: Cluster").focus()
    page.press("Enter")
    menu = page.root().get_by_role("dialog", name="Colour by")
    menu.get_by_role("menuitemradio", name="town 19 kinds").wait_for()
    page.tab.wait_for_function("() => document.activeElement.textContent.startsWith('Cluster')")
    page.press("t")
    page.press("t")
    assert menu.locator(":focus").inner_text().startswith("town")
    page.press("Enter")
    page.wait_for_status("Coloured by town: fill is the town, shape and outline are the cluster.")
    assert len({fill for fill, _ in fills(page)}) == 8
    legend(page, "town").get_by_text("Goes with the clusters").wait_for()
    page.press("Escape")
    page.root().get_by_role("region", name="Question").wait_for()
    assert page.python("print(explorer.color_by)").strip() == "town"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures_of_colours(use_notebook, lab, picture, dark):
    theme = "dark" if dark else "light"
    page = use_notebook(lab, [CELL], dark=dark, **WIDE)
    page.tab.evaluate(HIDE_LAB)
    open_menu(page)
    picture(page, f"colours-menu-{theme}")
    page.press("Escape")
    choose(page, "age")
    legend(page, "age").get_by_text("By cluster").wait_for()
    picture(page, f"colours-number-{theme}")
    choose(page, "town")
    legend(page, "town").get_by_text("Goes with the clusters").wait_for()
    picture(page, f"colours-kinds-{theme}")
    page.widen_to(360, 1300)
    picture(page, f"colours-360-{theme}")


CHANGE = """name => new Promise(done => {
  const canvas = document.querySelector('.ssc-canvas');
  const item = [...document.querySelectorAll('.ssc-colourmenu [role=menuitemradio]')]
    .find(each => each.textContent.startsWith(name));
  const begun = performance.now();
  new MutationObserver((_, watch) => { watch.disconnect();
    requestAnimationFrame(() => done(performance.now() - begun)); })
    .observe(canvas, {attributeFilter: ['data-painted']});
  item.click();
})"""


@pytest.mark.parametrize("n", [2000, 10_000, 100_000])
def test_time_from_choice_to_repainted_points(use_notebook, lab, record_property, n):
    page = use_notebook(lab, [CUSTOMERS.format(n=n, more="")])
    page.settle()
    spent = []
    for name in ("age", "income", "town", "visits", "age", "town", "income"):
        open_menu(page)
        page.rest()
        spent.append(page.tab.evaluate(CHANGE, name))
        page.settle()
    record_property(
        "measured", f"colour to repaint, n = {n}: median {np.median(spent):.0f} ms of {len(spent)}"
    )
    print(n, [round(each) for each in spent])
