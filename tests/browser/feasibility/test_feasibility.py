"""Too few clusters, and a clusterer that fails: the remedies, by keyboard, in both front ends."""

import pytest

from ..page import IRIS
from ..pictures import HIDE_LAB, WIDE

CLIQUE = """
from itertools import combinations
pairs = [*combinations((57, 64, 106, 118), 2)]
for pair in pairs[:-1]:
    explorer.session.answer(*pair, 'cannot')
explorer.session.wait(20)
explorer.session.answer(*pairs[-1], 'cannot')
explorer.session.wait(20)
"""

FAILING = """
import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin
class Mixture(ClusterMixin, BaseEstimator):
    title = 'MyMixture'
    def __init__(self, n_clusters=3, random_state=None):
        self.n_clusters, self.random_state = n_clusters, random_state
    def fit(self, X, y=None, *, constraints=None):
        if len(constraints) > 1 and self.random_state != 1:
            raise np.linalg.LinAlgError('3-th leading minor is not positive definite')
        self.labels_ = np.digitize(X[:, 2], [2.5, 4.9])
        return self
"""

FOCUSED = "() => document.activeElement.textContent"


def card(page, view=0):
    return page.root(view).get_by_role("region", name="Not fitted")


@pytest.mark.parametrize("server", ["lab", "classic"])
def test_too_few_clusters_are_left_by_enter_and_undone_in_two_views(use_notebook, server, request):
    cells = [IRIS.format(more="clusterer='copkmeans'"), "explorer"]
    page = use_notebook(request.getfixturevalue(server), cells)
    page.wait_until_drawn(2)
    page.root().locator(".ssc-figure").focus()
    page.python(CLIQUE)
    before = page.kernel()["labels"]
    card(page).get_by_text("3 clusters cannot keep 4 points apart").wait_for()
    card(page, 1).get_by_text("3 clusters cannot keep 4 points apart").wait_for()
    page.wait_for_colours(before)
    assert page.root().get_by_role("region", name="Question").is_hidden()
    page.tab.wait_for_function("() => document.activeElement.textContent.startsWith('Use 4')")
    card(page).get_by_text("Keeps all 6 constraints.").wait_for()
    assert page.tab.evaluate(FOCUSED) == "Use 4 clustersKeeps all 6 constraints."
    spin = page.root().get_by_role("spinbutton", name="Number of clusters")
    assert spin.get_attribute("aria-invalid") == "true"
    page.press("Enter")
    state = page.wait_for(lambda s: s["n_clusters"] == 4)
    card(page).wait_for(state="hidden")
    card(page, 1).wait_for(state="hidden")
    page.wait_for_colours(state["labels"])
    assert page.root().get_by_role("button", name="Fewer clusters").get_attribute("title")
    page.press("Control+z")
    card(page).wait_for()
    page.wait_for_colours(before)
    page.tab.wait_for_function("() => document.activeElement.textContent.startsWith('Use 4')")
    page.press("Tab")
    page.press("Enter")
    state = page.wait_for(lambda s: s["answers"] == 5)
    assert state["n_clusters"] == 3
    card(page).wait_for(state="hidden")
    assert page.cell_types() == ["code", "code"]


def test_a_clusterer_that_accepts_violations_offers_the_same_ways_in_its_notice(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    page.python(CLIQUE)
    notice = page.root().get_by_role("alert").filter(has_text="3 clusters cannot keep 4 points")
    notice.wait_for()
    assert card(page).is_hidden()
    for width, height in ((1350, 760), (1400, 1000), (1080, 900)):
        page.tab.set_viewport_size({"width": width, "height": height})
        page.settle()
        box, name = notice.bounding_box(), f"at {width} pixels"
        under = [
            (x, y)
            for _, x, y, _ in page.dots()
            if box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]
        ]
        assert under == [], name
    page.tab.set_viewport_size({"width": 700, "height": 1000})
    page.settle()
    assert notice.bounding_box()["height"] < 120, "its words have room"
    notice.get_by_role("button", name="Take back answer 6").click()
    page.wait_for(lambda s: s["answers"] == 5)
    notice.wait_for(state="hidden")


def test_a_clusterer_that_fails_says_why_and_tries_again(use_notebook, lab):
    page = use_notebook(lab, [FAILING + IRIS.format(more="clusterer=Mixture()")])
    page.python("explorer.session.answer(41, 57, 'cannot'); explorer.session.wait(20)")
    page.python("explorer.session.answer(60, 106, 'cannot'); explorer.session.wait(20)")
    card(page).get_by_text("Answer 2 is recorded; the last clustering stays.").wait_for()
    assert card(page).locator("pre").is_hidden()
    card(page).get_by_text("What it said").click()
    card(page).get_by_text("LinAlgError: 3-th leading minor").wait_for()
    card(page).get_by_role("button", name="Try again from other starts").click()
    card(page).wait_for(state="hidden")
    assert page.kernel()["answers"] == 2


def test_pictures_of_what_is_in_the_way(use_notebook, lab, picture, pictures):
    cells = [IRIS.format(more="clusterer='copkmeans'")]
    page = use_notebook(lab, cells, **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.rest()
    page.python(CLIQUE)
    page.root().locator(".ssc-figure").focus()
    card(page).get_by_text("Keeps all 6 constraints.").wait_for()
    pictures(page, "too-few")
    page.tab.set_viewport_size({"width": 900, "height": 1300})
    page.rest()
    pictures(page, "too-few-700")
    page.tab.set_viewport_size(WIDE)
    page.python("explorer.session.set_clusterer('pckmeans')")
    page.root().get_by_role("alert").get_by_text("3 clusters cannot keep").wait_for()
    pictures(page, "too-few-notice")
    page = use_notebook(lab, [FAILING + IRIS.format(more="clusterer=Mixture()")], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.python("explorer.session.answer(41, 57, 'cannot'); explorer.session.wait(20)")
    page.python("explorer.session.answer(60, 106, 'cannot'); explorer.session.wait(20)")
    card(page).get_by_text("What it said").click()
    picture(page, "failed")
