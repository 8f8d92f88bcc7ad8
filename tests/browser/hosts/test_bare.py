"""The main job on a bare page: anywidget's loader, a shadow tree, a strict policy, no Jupyter."""

import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import ClusterExplorer

from ..page import NO_HINTS, Page
from ..pictures import AXE, MISNAMED
from ..question_types.cards import asked
from .bare import Loop, served

STYLE = "style-src-elem"
"""anywidget hangs every style sheet into the page's head as an element, which this policy refuses;
the widget brings its own along, and needs none there."""

IN_SHADOW = "{ include: [{ fromShadowDom: ['#host', '.ssc-root'] }] }"
DRAWN = "root => !!root.querySelector('.ssc-canvas')?.points && !!root.querySelector('.ssc-find')"


class Bare(Page):
    """The page, and the explorer behind it."""

    explorer: ClusterExplorer

    def kernel(self):
        session = self.explorer.session
        session.wait(20)
        question = session.question
        return {
            "must": session.constraints.must.tolist(),
            "cannot": session.constraints.cannot.tolist(),
            "labels": session.labels.tolist(),
            "answers": len(session.answers),
            "question": None if question is None else [int(row) for row in question.pair],
        }

    def settle(self):
        self.tab.wait_for_timeout(400)  # what comes fades in

    def active(self):
        """The class or text of what has the focus, in the shadow tree."""
        return self.tab.evaluate(
            "() => { const a = document.querySelector('#host').shadowRoot.activeElement;"
            " return a && (a.getAttribute('aria-label') || a.textContent); }"
        )


@pytest.fixture(scope="module")
def loop():
    loop = Loop()
    yield loop
    loop.end()


@pytest.fixture(scope="module")
def explorer(loop):
    iris = load_iris(as_frame=True)
    made = loop.do(lambda: ClusterExplorer(iris.data, n_clusters=3, y_true=iris.target))
    yield made
    loop.do(made.close)


@pytest.fixture
def page(browser, explorer, loop):
    errors = []
    with served(explorer, loop) as address:
        context = browser.new_context(viewport={"width": 1400, "height": 900})
        context.add_init_script(NO_HINTS)
        tab = context.new_page()
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.on("console", lambda said: said.type == "error" and errors.append(said.text))
        page = Bare(tab, None, "", None)
        page.explorer = explorer
        tab.goto(address)
        page.root().wait_for()
        page.settle_drawn = lambda: tab.wait_for_function(
            f"() => ({DRAWN})(document.querySelector('#host').shadowRoot)", timeout=30_000
        )
        page.settle_drawn()
        yield page
        refused = tab.evaluate("() => window.violations")
        assert [each for each in refused if not each.startswith(f"{STYLE}: inline ")] == []
        assert len(refused) <= 1
        tab.goto("about:blank")
        context.close()
    known = ("/news", "favicon", "inline style")
    assert [error for error in errors if not any(each in error for each in known)] == []


def previews_seen(page):
    """Wait until what each answer would do stands beside it."""
    page.tab.wait_for_function(
        "() => { const effects = document.querySelector('#host').shadowRoot"
        ".querySelectorAll('.ssc-asked .ssc-effect');"
        " return effects.length && [...effects].every(e => /move|fitted/.test(e.textContent)); }"
    )
    page.settle()


def faults(page):
    """What axe-core finds in the shadow tree."""
    if not page.tab.evaluate("() => !!window.axe"):
        page.tab.evaluate(AXE.read_text())  # as no script of the page, whose policy would refuse it
    return page.root().evaluate(MISNAMED) + page.tab.evaluate(
        f"async () => (await axe.run({IN_SHADOW})).violations.map(v =>"
        " [v.id, v.help, v.nodes.map(n => n.html.slice(0, 200))])"
    )


def test_the_main_job_in_a_shadow_tree_under_a_strict_policy(page):
    tab, root = page.tab, page.root()
    assert root.evaluate("e => getComputedStyle(e).display") == "grid", "the style has arrived"
    assert faults(page) == []
    assert len(page.dots()) == 150
    assert len(set(page.colours())) == 3
    i, j = page.apart(2)
    page.click_point(i)
    assert page.active() == "Clustering plot", "the plot has the focus"
    page.press("c")
    page.click_point(j)
    state = page.wait_for(lambda s: s["cannot"])
    assert state["cannot"] == [sorted([i, j])]
    page.wait_for_status("1 constraint")

    page.press("n")
    card = root.get_by_role("region", name="Question")
    card.get_by_text("belong together?").first.wait_for()
    first = page.wait_for(lambda s: s["question"])["question"]
    previews_seen(page)
    assert faults(page) == []
    page.press("m" if first[0] // 50 == first[1] // 50 else "c")
    page.wait_for(lambda s: s["question"] not in (None, first))
    assert page.kernel()["answers"] == 2

    tab.locator("#beside").click()
    tab.keyboard.type("mc")
    assert tab.locator("#beside").input_value() == "mc", "keys of others are not ours"
    assert page.kernel()["answers"] == 2

    root.get_by_role("radio", name="Lasso").check(force=True)
    page.lasso([dot[0] for dot in sorted(page.dots(), key=lambda dot: dot[1])[:8]])
    root.get_by_text("points selected").first.wait_for()
    page.settle()
    assert faults(page) == []
    page.press("Escape")
    page.press("Escape")
    root.locator(".ssc-figure").focus()
    page.press("Control+z")
    page.wait_for(lambda s: s["answers"] == 1)


def test_a_dark_page_has_a_dark_widget(page):
    ground = "e => getComputedStyle(e).backgroundColor"
    assert page.root().evaluate(ground) == "rgb(255, 255, 255)"
    page.tab.evaluate("() => document.body.classList.add('dark')")
    page.tab.wait_for_function(
        "() => document.querySelector('#host').shadowRoot.querySelector('.ssc-root')"
        ".dataset.jpThemeLight === 'false'"
    )
    assert page.root().evaluate(ground) == "rgb(30, 30, 30)"
    page.root().locator(".ssc-figure").focus()
    page.press("n")
    previews_seen(page)
    assert faults(page) == []


def test_a_view_that_ends_leaves_nothing(page):
    host = "document.querySelector('#host').shadowRoot"
    assert page.tab.evaluate(f"() => {host}.adoptedStyleSheets.length") == 2
    page.tab.evaluate("() => window.end()")
    page.tab.wait_for_function(
        f"() => !{host}.adoptedStyleSheets.length && !{host}.querySelector('.ssc-root')"
    )


def test_the_menu_forms_and_questions_of_other_types_have_no_faults_either(page):
    root = page.root()
    page.button("More").click()
    menu = root.get_by_role("menu").first
    menu.wait_for()
    assert faults(page) == []
    page.press("ArrowDown")
    assert root.evaluate(
        "e => e.getRootNode().activeElement?.getAttribute('role')?.startsWith('menuitem')"
    )
    page.press("Escape")
    assert page.active() == "More", "and the focus is back on the button"

    for opened in ("Parameters", "Export"):
        page.button(opened).click()
        page.settle()
        assert faults(page) == [], opened
        page.press("Escape")
    for form in ("Place", "Sort"):
        asked(page, form)
        assert faults(page) == [], form
