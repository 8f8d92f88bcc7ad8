"""The built site in a browser: no faults, no request to elsewhere, no page wider than a phone."""

import os
from pathlib import Path

import pytest

from ..pictures import AXE

SITE = Path(__file__).parents[3] / "build" / "docs" / "html"
PAGES = [
    *("index", "methods/clusterers/pckmeans", "guide/conflict", "papers", "limits"),
    *("examples/index", "replays/index", "coming_from/index", "coming_from/bertopic", "404"),
]
SIZES = {"wide": (1280, 900), "phone": (400, 800)}

pytestmark = pytest.mark.skipif(not SITE.exists(), reason="the site is not built: make docs")


@pytest.fixture(scope="module", params=["light", "dark"])
def tab(browser, request):
    context = browser.new_context(color_scheme=request.param)
    tab = context.new_page()
    tab.asked = []
    tab.on("request", lambda asked: tab.asked.append(asked.url))
    tab.theme = request.param
    yield tab
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_faults_and_fits(tab, name):
    for size, (width, height) in SIZES.items():
        tab.set_viewport_size({"width": width, "height": height})
        tab.goto((SITE / f"{name}.html").as_uri())
        if name != "404":
            assert tab.evaluate("document.documentElement.dataset.theme") == tab.theme
        tab.wait_for_load_state("networkidle")
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        tab.add_script_tag(path=str(AXE))
        found = tab.evaluate(
            "async () => (await axe.run({iframes: false})).violations.map(v =>"
            " [v.id, v.help, v.nodes.map(n => n.html.slice(0, 200))])"
        )
        assert found == [], found
        if folder := os.environ.get("SSCLUSTER_PICTURES"):
            path = Path(folder) / f"site-{name.replace('/', '-')}-{size}-{tab.theme}.png"
            tab.screenshot(path=str(path), full_page=True)
    assert [url for url in tab.asked if not url.startswith(("file:", "data:", "blob:"))] == []


def test_a_page_is_there_without_script(browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((SITE / "index.html").as_uri())
    assert page.locator("h1").is_visible()
    assert page.get_by_text("pip install jupyter_sscluster").is_visible()
    assert page.get_by_role("link", name="BERTopic").first.is_visible()
    context.close()


@pytest.mark.parametrize(
    ("words", "title"),
    [("Wagstaff", "COP-k-means"), ("Bilenko Mooney", "MPCK-means"), ("Dumančić", "COBRAS")],
)
def test_the_search_finds_the_names_of_a_paper(tab, words, title):
    tab.goto(f"{(SITE / 'search.html').as_uri()}?q={words}")
    found = tab.locator("#search-results li a")
    found.first.wait_for()
    tab.get_by_text("Search finished").first.wait_for()
    assert any(title in text for text in found.all_inner_texts())


def test_the_replay_of_the_landing_page_plays(tab):
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.goto((SITE / "index.html").as_uri())
    tab.locator("iframe.replay").scroll_into_view_if_needed()
    frame = tab.frame_locator("iframe.replay")
    slider = frame.locator("input[type=range]").first
    slider.press("Home")
    first = frame.locator("body").inner_text()
    slider.press("End")
    assert frame.locator("body").inner_text() != first


def test_a_replay_moves(tab):
    tab.goto((SITE / "replay" / "iris.html").as_uri())
    slider = tab.locator("input[type=range]").first
    slider.focus()
    tab.keyboard.press("Home")
    first = tab.locator("body").inner_text()
    tab.keyboard.press("End")
    assert tab.locator("body").inner_text() != first
