"""The built site in a browser: no faults, no request to elsewhere, no page wider than a phone."""

import os
from pathlib import Path

import pytest

from ..pictures import AXE

SITE = Path(__file__).parents[3] / "build" / "docs" / "html"
STORY = "notebooks/stories/01_texts"
PAGES = [
    *("index", "guide/index", "coming_from/bertopic", "examples/index", "limits", "papers"),
    *(STORY, "reference/session/Session", "search", "404"),
    *("methods/clusterers/pckmeans", "guide/conflict", "replays/index", "coming_from/index"),
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
        asked = "?q=Wagstaff" if name == "search" else ""
        tab.goto((SITE / f"{name}.html").as_uri() + asked)
        if name == "search":
            tab.get_by_text("Search finished").first.wait_for()
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
            for late in tab.locator("article :is(img, iframe):visible").all():
                late.scroll_into_view_if_needed()
            tab.wait_for_timeout(500)
            tab.evaluate("scrollTo(0, 0)")
            path = Path(folder) / f"site-{name.replace('/', '-')}-{size}-{tab.theme}.png"
            tab.screenshot(path=str(path), full_page=True)
    assert [url for url in tab.asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.fixture
def plain(browser):
    """A page of a phone without script."""
    phone = {"width": 400, "height": 800}
    context = browser.new_context(java_script_enabled=False, viewport=phone)
    yield context.new_page()
    context.close()


def test_the_first_screen_says_what_for_whom_and_how_to_begin(plain):
    plain.goto((SITE / "index.html").as_uri())
    for words in ("semi-supervised clustering", "It is for", "pip install jupyter_sscluster"):
        box = plain.locator("article").get_by_text(words).first.bounding_box()
        assert box is not None and box["y"] + box["height"] <= 800, words


def links(page, place):
    """The pages to which one click in the text of a page leads, by what the link says."""
    page.goto((SITE / place).as_uri())
    found = page.locator("article a:visible").evaluate_all(
        "all => all.map(a => [a.innerText.trim(), a.href.split('#')[0]])"
    )
    root = f"{SITE.as_uri()}/"
    return {text: to.removeprefix(root) for text, to in found if to.startswith(root)}


def test_two_clicks_lead_to_the_page_of_a_paper_a_kind_of_data_and_a_tool(plain):
    first = links(plain, "index.html")
    assert {
        "Tables (pandas, polars)": "guide/tables.html",
        "Texts and embeddings": "guide/texts.html",
        "Single cells": "notebooks/07_single_cells.html",
        "Images": "guide/images.html",
        "Photographs of individuals": "notebooks/stories/03_photographs.html",
        "Find your paper": "papers.html",
    }.items() <= first.items()
    tools = {path.name for path in (SITE / "coming_from").glob("*.html")} - {"index.html"}
    assert tools == {to[12:] for to in first.values() if to.startswith("coming_from/")}
    assert f"{STORY}.html" in links(plain, first["Texts and embeddings"]).values()
    assert "notebooks/stories/02_single_cells.html" in links(plain, first["Single cells"]).values()
    assert first["Photographs of individuals"] in links(plain, first["Images"]).values()
    papers = [*links(plain, first["Find your paper"]).values()]
    kinds = {to.split("/")[1] for to in papers if to.startswith("methods/")}
    assert len(papers) > 20 and kinds == {"clusterers", "strategies", "seedings"}


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
