"""The replay page, opened from disk: nothing is asked for, and every step is the session's."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import Session
from jupyter_sscluster.export import write_replay_page
from jupyter_sscluster.export.pictures.palette import VALUES, fill_of
from jupyter_sscluster.export.pictures.scene import Fills
from jupyter_sscluster.session.colours.scale import NO_VALUE, OUT, OWN

from ..pictures import AXE

NASTY = "<img src=x onerror=alert(1)>"
LINKS = [(41, 57, "cannot"), (13, 25, "must"), (53, 87, "must"), (23, 64, "unknown")]
LINKS += [(87, 146, "must"), (131, 144, "must"), (50, 109, "cannot"), (60, 106, "cannot")]
CODES = np.resize([0, 7, NO_VALUE, OUT + 3, OWN], 150).astype(np.uint8)
KINDS = [(NO_VALUE, "no value")]
FILLS = Fills(CODES, f"Coloured by {NASTY}.", NASTY, ["18", "84"], KINDS)


@pytest.fixture(scope="module")
def session():
    names = [f"{NASTY}{row}" for row in range(150)]
    session = Session(load_iris().data, "pckmeans", n_clusters=3, names=names)
    for link in LINKS:
        session.answer(*link, source="question")
    session.set_n_clusters(4)
    session.remove(2)
    return session


@pytest.fixture
def opened(browser, session, tmp_path):
    """A page from disk, in a browser that reports whatever it asks for and whatever fails."""
    contexts = []

    def opener(fills=None, **options):
        path = tmp_path / "replay.html"
        write_replay_page(session, path, fills=fills)
        context = browser.new_context(**options)
        contexts.append(context)
        tab = context.new_page()
        tab.asked, tab.failed = [], []
        tab.on("request", lambda request: tab.asked.append(request.url))
        tab.on("pageerror", lambda error: tab.failed.append(str(error)))
        tab.on("console", lambda said: tab.failed.append(said.text))
        tab.goto(path.as_uri())
        tab.locator(".dot[data-cluster]").first.wait_for(state="attached")
        return tab

    yield opener
    for context in contexts:
        context.close()


def labels_on(tab):
    dots = tab.locator(".dot").evaluate_all(
        "dots => dots.map(dot => [Number(dot.dataset.index), Number(dot.dataset.cluster)])"
    )
    return [cluster for _, cluster in sorted(dots)]


def links_on(tab):
    return tab.locator(".link").evaluate_all(
        "links => links.map(link => [Number(link.dataset.answer), link.dataset.kind,"
        " 'violated' in link.dataset])"
    )


def test_the_slider_shows_every_step_as_it_was(opened, session):
    tab = opened(viewport={"width": 1200, "height": 760})
    slider = tab.get_by_role("slider", name="Step")
    last = len(session.history.steps) - 1
    assert slider.input_value() == str(last) == slider.get_attribute("max")
    for place in (last, 0, 1, last // 2, last - 1):
        slider.fill(str(place))
        step = session.history.steps[place]
        assert labels_on(tab) == step.record.labels.tolist()
        told = [answer for answer in step.answers if answer.kind != "unknown"]
        against = [
            (step.record.labels[a.i] == step.record.labels[a.j]) != (a.kind == "must") for a in told
        ]
        expected = [
            [answer.number, answer.kind, bool(bad)]
            for answer, bad in zip(told, against, strict=True)
        ]
        assert links_on(tab) == expected
        assert tab.locator("tbody tr").count() == len(told)
        sizes = [int(text) for text in tab.locator(".legend .muted").all_inner_texts()]
        assert sizes == np.bincount(step.record.labels, minlength=step.settings.n_clusters).tolist()
        assert step.cause[1:30] in tab.get_by_role("status").inner_text()
    assert tab.asked == [tab.url]
    assert tab.failed == []


def test_the_keyboard_is_enough(opened, session):
    tab = opened()
    last = len(session.history.steps) - 1
    at = "() => Number(document.documentElement.dataset.step)"
    for key, place in [("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)]:
        tab.keyboard.press(key)
        assert tab.evaluate(at) == place
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    assert tab.evaluate(at) == 0, "the first button goes one step back"
    tab.keyboard.press("End")
    assert tab.evaluate(at) == last
    tab.get_by_role("slider").focus()
    tab.keyboard.press("ArrowLeft")
    assert tab.evaluate(at) == last - 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 400])
def test_it_has_no_faults_and_needs_no_other_host(opened, scheme, width, request):
    tab = opened(FILLS, color_scheme=scheme, viewport={"width": width, "height": 800})
    tab.get_by_role("slider").fill("6")
    story = tab.get_by_role("status").inner_text()
    assert f"Do {NASTY}131 and {NASTY}144 belong together?" in story
    assert "Answered a question, " in story
    assert tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    folder = request.getfixturevalue("tmp_path")
    tab.screenshot(path=str(_place(folder) / f"replay-{scheme}-{width}.png"), full_page=True)
    assert tab.locator("img").count() == 0
    assert tab.asked == [tab.url]
    assert tab.failed == []
    # the page's own policy forbids scripts that are added, as axe-core would be
    free = tab.context.browser.new_context(
        bypass_csp=True, color_scheme=scheme, viewport={"width": width, "height": 800}
    )
    try:
        page = free.new_page()
        page.goto(tab.url)
        page.add_script_tag(path=str(AXE))
        found = page.evaluate(
            "async () => (await axe.run()).violations.map(v => [v.id, v.nodes[0].html])"
        )
    finally:
        free.close()
    assert found == []


def _place(folder):
    import os
    from pathlib import Path

    place = Path(os.environ.get("SSCLUSTER_PICTURES", folder))
    place.mkdir(parents=True, exist_ok=True)
    return place


def test_colours_of_the_moment_are_shown_and_told(opened, session):
    tab = opened(replace(FILLS, lasting=False), viewport={"width": 1200, "height": 760})
    dots = "dots => dots.map(dot => [dot.getAttribute('fill'), getComputedStyle(dot).stroke])"
    fills, edges = zip(*tab.locator(".dot").evaluate_all(dots), strict=True)
    assert [*fills[4::5]] == [fill_of(int(cluster)) for cluster in session.labels[4::5]]
    assert fills[:4] == (VALUES[0], VALUES[7], "none", "none")
    linked = {row for link in LINKS for row in link[:2]}
    free = [row for row in range(0, 150, 5) if row not in linked]
    clusters = {(int(session.labels[row]), edges[row]) for row in free}
    assert len(clusters) == len({edge for _, edge in clusters}) == session.n_clusters
    assert tab.locator(".dot[data-out]").count() == 30
    told = tab.get_by_role("list", name=f"Coloured by {NASTY}.")
    parts = [part.split() for part in told.locator("li").all_inner_texts()]
    assert parts[1:3] == [["18", "84"], ["no", "value"]]
    tab.get_by_role("slider", name="Step").fill("0")
    assert told.count() == 0
    assert tab.locator(".dot[data-out], .dot[data-value]").count() == 0
    assert tab.failed == []
