"""Two clusterings side by side: what is ringed, what is pointed at, what is used and asked."""

import json

import pytest

from ..page import AT_REST
from ..pictures import HIDE_LAB, WIDE

CELL = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
iris = load_iris(as_frame=True).data
iris.columns = [c.removesuffix(" (cm)") for c in iris.columns]
explorer = ClusterExplorer(iris, "pckmeans", n_clusters=3)
for i, j, kind in [(41, 57, "cannot"), (13, 25, "must"), (53, 87, "must"), (23, 64, "cannot"),
                   (87, 146, "must"), (131, 144, "must"), (50, 109, "cannot"), (118, 132, "must"),
                   (60, 106, "must")]:
    explorer.session.answer(i, j, kind)
explorer.session.wait()
explorer
"""

NOW = """
import json
s = explorer.session
s.wait(20)
compared = explorer.interaction.compared
found = compared and compared.found
query = s.question
print(json.dumps(dict(
    labels=s.labels.tolist(), undo=s.history.undo_label, clusterer=type(s.clusterer).__name__,
    compared=compared is not None,
    idle=compared is None or not (compared.running or compared.stale),
    differ=found.changed.tolist() if found else [],
    other=found.other.labels.tolist() if found else [],
    title=found and f"They agree on {found.n_agree} of {s.n_samples}",
    index=found and f"{found.adjusted_rand:.2f}",
    question=query and [int(row) for row in query.pair],
)))
"""

MARKS = """root => ({
  rings: [...root.querySelectorAll('.ssc-differ')].map(g => Number(g.dataset.number)),
  first: [...root.querySelectorAll('path.dot[data-differ]')].map(dot => Number(dot.dataset.index)),
  second: (root.querySelector('.ssc-other canvas')?.points?.() ?? []).map(point => point[3]),
  cursors: [...root.querySelectorAll('.ssc-differ .ssc-cursor')].map(g => g.childElementCount > 0),
})"""

# Rings around all that differs stand in both plots, and the points of the second.
DRAWN = f"""number => {{
  const {{rings, first, second}} = ({MARKS})(document.querySelector('.ssc-root'));
  return second.length > 0 && first.length === number && rings.every(each => each === number);
}}"""

PLACES = "root => root.querySelector('.ssc-other canvas').points()"


def session(page):
    return json.loads(page.python(NOW))


def marks(page):
    return page.root().evaluate(MARKS)


def compare(page):
    """Open the comparison, and wait until it is there."""
    page.button("More").click()
    page.root().get_by_role("menuitem", name="Compare with another clusterer").click()
    return shown(page)


def shown(page):
    """What the kernel has found, once the page shows it."""
    page.wait_for(lambda _: session(page)["idle"])
    now = session(page)
    page.root().get_by_text(now["title"], exact=True).wait_for()
    page.settle()
    return now


def point_at(page, index):
    """Point at a point of the second plot until it is marked in both plots and in the table.

    All three are looked at together: while the page still moves, another point comes under the
    pointer between one look and the next.
    """
    row = page.root().locator(f'tr[data-point="{index}"][data-lit]')
    for _ in range(30):
        x, y = next(each[1:3] for each in page.root().evaluate(PLACES) if each[0] == index)
        page.tab.mouse.move(x + 1, y)
        page.tab.mouse.move(x, y)
        page.tab.wait_for_timeout(500)
        named = page.status().startswith(f"Point {index} ")
        if named and row.count() and marks(page)["cursors"] == [True, True]:
            return
    pytest.fail(f"pointed at {index}, and the page says: {page.status()}, {marks(page)['cursors']}")


@pytest.mark.parametrize("front_end", ["lab", "classic"])
def test_what_differs_is_ringed_pointed_at_and_used(use_notebook, front_end, request):
    page = use_notebook(request.getfixturevalue(front_end), [CELL])
    before = session(page)
    now = compare(page)
    assert (now["title"], now["undo"]) == ("They agree on 133 of 150", before["undo"])
    differ = [i for i in range(150) if now["labels"][i] != now["other"][i]]
    page.tab.wait_for_function(DRAWN, arg=len(differ))
    page.tab.evaluate(AT_REST)
    told = marks(page)
    assert now["differ"] == told["first"] == differ
    assert told["rings"] == [len(differ)] * 2
    assert told["second"] == now["other"]
    assert page.root().get_by_text(now["index"], exact=True).count() == 1

    # pointed at in the second plot, in the table, and by the keyboard: marked in both plots
    index = differ[0]
    point_at(page, index)
    page.root().locator(f'tr[data-point="{differ[1]}"]').hover()
    page.wait_for_status(f"Point {differ[1]} ")
    assert {"PCK-means", "MPCK-means"} <= set(page.status().split())

    # zoom moves both
    page.button("Zoom in").click()
    page.tab.wait_for_function(
        """() => {
          const root = document.querySelector('.ssc-root');
          const [one, other] = [...root.querySelectorAll('.ssc-ticks')].map(g => g.textContent);
          return root.hasAttribute('data-ssc-closer') && one === other;
        }"""
    )
    page.button("Show all").click()

    page.button("Use this one").click()
    page.root().get_by_role("region", name="Compare").wait_for(state="hidden")
    used = session(page)
    assert (used["labels"], used["clusterer"]) == (now["other"], "MPCKMeans")
    assert (used["undo"], used["compared"]) == ("clusterer MPCK-means", False)
    page.wait_for_colours(now["other"])
    page.button("Undo").click()
    page.wait_for_colours(before["labels"])
    assert session(page)["undo"] == before["undo"]


def test_questions_are_kept_among_the_points_that_differ(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    now = compare(page)
    page.button("Ask only about these").click()
    for _ in range(3):
        page.root().get_by_role("button", name="Same cluster").wait_for()
        asked = session(page)
        assert set(asked["question"]) & set(now["differ"])
        page.root().get_by_text("that differ").wait_for()
        page.press("s")
        page.wait_for(
            lambda _, asked=asked: session(page)["question"] not in (None, asked["question"])
        )
        now = session(page)
    # back to the comparison, which has kept up, and away again
    page.root().get_by_title("Back to the comparison").click()
    shown(page)
    page.press("Escape")
    page.button("Ask about all points").click()
    page.wait_for(lambda _: not session(page)["compared"])


def test_another_clusterer_and_a_change_of_the_session(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    compare(page)
    page.root().get_by_label("Clusterer to compare with").select_option("seededkmeans")
    page.root().get_by_text("nothing says whether").wait_for()
    assert page.button("Use this one").is_disabled()
    page.root().get_by_label("Clusterer to compare with").select_option("kmeans")
    page.wait_for(lambda _: session(page)["idle"] and session(page)["other"])
    page.button("Parameters of the other clusterer").click()
    count = page.root().get_by_label("Number of clusters to compare with")
    count.fill("5")
    count.press("Enter")
    page.wait_for(lambda _: session(page)["idle"] and len(set(session(page)["other"])) == 5)
    page.press("Escape")
    page.button("Undo").click()
    now = shown(page)
    assert marks(page)["rings"] == [len(now["differ"])] * 2
    assert now["differ"] == [i for i in range(150) if now["labels"][i] != now["other"][i]]
    page.button("Close comparison").click()
    page.wait_for(lambda _: not session(page)["compared"])
    page.root().get_by_role("region", name="Compare").wait_for(state="hidden")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures(use_notebook, lab, picture, dark):
    page = use_notebook(lab, [CELL], dark=dark, **WIDE)
    page.tab.evaluate(HIDE_LAB)
    compare(page)
    name = "dark" if dark else "light"
    picture(page, f"compare-{name}")
    for width in (900, 700):
        page.root().evaluate("(root, width) => { root.style.width = `${width}px`; }", width)
        page.tab.wait_for_function(
            "wide => document.querySelector('.ssc-root').dataset.sscWidth === wide",
            arg="narrow" if width == 700 else "medium",
        )
        picture(page, f"compare-{width}-{name}")
