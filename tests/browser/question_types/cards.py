"""Questions about several points, as a person meets them on the page: asked, and read off it."""

import json

CELL = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
iris = load_iris(as_frame=True)
rows = iris.data.rename(columns=lambda name: name.removesuffix(" (cm)"))
explorer = ClusterExplorer(rows, n_clusters=3{more})
"""
SHOW = "\nexplorer"
TRUTH = [k for k in range(3) for _ in range(50)]
STATE = """import json as _json
_s = explorer.session
_s.wait(20)
_q = _s.question
_p = _q if hasattr(_q, 'point') else None
_o = _q if hasattr(_q, 'points') else None
print(_json.dumps(dict(
    placement=_p and [int(_p.point), *map(int, _p.representatives)],
    sorting=_o and [[int(v) for v in _o.points], [int(v) for v in _o.cards]],
    answers=[[int(a.i), int(a.j), a.kind] for a in _s.answers],
    steps=len(_s.history.branch_fits))))"""
PILES = """root => [...root.querySelectorAll('.ssc-pile')].map(pile =>
  [...pile.querySelectorAll('.ssc-facename')].map(name => Number(name.textContent)))"""


def state_of(page):
    return json.loads(page.python(STATE))


def wait_for(page, holds):
    for _ in range(300):
        state = state_of(page)
        if holds(state):
            page.settle()
            return state
        page.tab.wait_for_timeout(50)
    raise AssertionError(f"still {state}")


def title(page, text):
    return page.root().locator(".ssc-qtitle:visible", has_text=text)


def choose(page, form):
    """Another form of question, by keyboard."""
    page.root().get_by_role("button", name="Ask for:").focus()
    page.press("Enter")
    menu = page.root().get_by_role("menu", name="Type of question")
    menu.wait_for()
    page.press("Home")
    for _ in range(["Pair", "List", "Place", "Sort"].index(form)):
        page.press("ArrowDown")
    page.press("Enter")
    menu.wait_for(state="hidden")
    page.root().get_by_role("button", name=f"Ask for: {form}").wait_for()


def asked(page, form):
    """Have a question of a form asked, by keyboard."""
    choose(page, form)
    page.press("n")
    title(page, "Where does point" if form == "Place" else "Sort").wait_for()
    page.settle()


def piles(page):
    return page.root().evaluate(PILES)


def in_hand(page):
    return int(page.root().locator(".ssc-card[aria-current]").get_attribute("data-row"))
