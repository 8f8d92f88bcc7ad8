"""The still picture: points, links, axes and legend as SVG, the same in words; data are text."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import Session
from jupyter_sscluster.export.pictures import palette, scene as pictures
from jupyter_sscluster.export.pictures.fills import LINE, PALE
from jupyter_sscluster.export.pictures.scene import Fills, default_projection, scene
from jupyter_sscluster.export.pictures.summary import bundle, summary
from jupyter_sscluster.export.pictures.svg import MARKED, MOST, rows_drawn, svg, ticks
from jupyter_sscluster.session.colours.scale import NO_VALUE, OUT, OWN

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"
NASTY = '</title><script>alert("1")</script>&\x00\ud800'


@pytest.fixture(scope="module")
def session():
    data = load_iris()
    names = [f"{NASTY}{row}" for row in range(150)]
    session = Session(data.data, "pckmeans", n_clusters=3, names=names)
    for i, j, kind in [(41, 57, "cannot"), (13, 25, "must"), (60, 106, "cannot")]:
        session.answer(i, j, kind)
    session.clusters.rename(0, f"{NASTY[:-2]}cluster")
    return session


def test_the_palette_is_the_pages():
    page = (ROOT / "js/src/plot/palette.ts").read_text("utf-8")
    fills = re.findall(r'"(#[0-9A-F]{6}|var\(--ssc-ink\))"', page)
    assert [fill if fill.startswith("#") else "#000000" for fill in fills] == [*palette.FILLS]
    assert tuple(re.findall(r'"(M[^"]+Z)"', page)) == palette.SHAPES


def test_the_colours_of_values_are_the_pages():
    styles = (ROOT / "js/src/features/colours/colours.css").read_text("utf-8")
    light = re.findall(r"--ssc-v\d+: (#[0-9a-f]{6});", styles)[: len(palette.VALUES)]
    assert light == [value.lower() for value in palette.VALUES]
    printed = (ROOT / "js/src/plot/value_colours.ts").read_text("utf-8")
    assert tuple(re.findall(r'"(#[0-9A-Fa-f]{6})"', printed)) == palette.VALUES
    assert f"SPOT = {palette.SPOT};" in printed
    assert f"NONE = {NO_VALUE};" in printed
    assert f"OWN = {OWN};" in printed
    assert f"OUT = {OUT};" in printed


@pytest.mark.parametrize("times", [1, 20], ids=["marks", "squares"])
def test_the_picture_has_the_fills_of_the_moment(session, times):
    whole = scene(session)
    n = 150 * times
    codes = np.resize([3, OWN, NO_VALUE, OUT + 3, 8], n).astype(np.uint8)
    kinds = [(8, NASTY), (NO_VALUE, "no value")]
    fills = Fills(codes, "Coloured by <age>.", "age", ["18", "84"], kinds)
    labels = np.tile(whole.labels, times)
    places = np.tile(whole.places, (times, 1))
    shown = replace(whole, fills=fills, labels=labels, places=places, links=[])
    drawn = ElementTree.fromstring(svg(shown))
    groups = [g for g in drawn.iter(f"{SVG}g") if g.get("stroke-width")]
    found = dict.fromkeys([palette.VALUES[3], *palette.FILLS[:3], "none", palette.VALUES[8]], 0)
    for g in groups:
        for mark in g:
            found[g.get("fill")] += mark.get("d", "h2v2h-2z").count("h2v2h-2z")
    own = np.bincount(labels[codes == OWN]).tolist()
    assert [*found.values()] == [n // 5, *own, 2 * n // 5, n // 5]
    filtered = [g.get("opacity") for g in groups]
    assert filtered == [".3"] * 3 + [None] * (len(groups) - 3)
    edges = {g.get("stroke") for g in groups[3:]}
    assert edges == {palette.edge_of(cluster) for cluster in range(3)}
    if times > 1:
        squares = [mark.get("fill") for g in groups for mark in g if g.get("fill") != "none"]
        assert {*squares} == {None, palette.spot_of(3), palette.spot_of(8)}
        hollow = [mark.get("fill") for g in groups if g.get("fill") == "none" for mark in g]
        assert hollow == [LINE] * 3 + [PALE] * 3
    texts = ["".join(text.itertext()) for text in drawn.iter(f"{SVG}text")]
    assert {"age", "18", "84", "no value"} < {*texts}
    swatches = [rect.get("fill") for rect in drawn.iter(f"{SVG}rect")][1:]
    assert swatches == [*palette.VALUES[:8], palette.VALUES[8], "none"]


def test_the_fills_are_told_in_words(session):
    fills = Fills(np.full(150, OUT + OWN, np.uint8), "0 of 150 points <shown>.")
    found = bundle(session, fills=fills)
    assert found["text/plain"].split("\n")[0].endswith(" 0 of 150 points <shown>.")
    assert " 0 of 150 points &lt;shown&gt;.</p>" in found["text/html"]


def test_the_picture_has_every_point_link_and_cluster(session):
    drawn = ElementTree.fromstring(svg(scene(session)))
    groups = [g for g in drawn.iter(f"{SVG}g") if g.get("stroke-width") == "1.25"]
    assert [len(list(g)) for g in groups] == np.bincount(session.labels).tolist()
    assert [g.get("fill") for g in groups] == [*palette.FILLS[:3]]
    shapes = {f"#{path.get('id')}" for path in drawn.iter(f"{SVG}path") if path.get("id")}
    assert {mark.get("href") for g in groups for mark in g} == shapes == {"#m0", "#m1", "#m2"}
    lines = [p for p in drawn.iter(f"{SVG}path") if p.get("stroke") in ("#212121", "#d32f2f")]
    assert len(lines) == 3
    assert sum(line.get("stroke") == "#d32f2f" for line in lines) == len(scene(session).violated)
    assert [bool(line.get("stroke-dasharray")) for line in lines] == [True, False, True]
    texts = ["".join(text.itertext()) for text in drawn.iter(f"{SVG}text")]
    assert any("script" in text for text in texts)
    assert any("of variance" in text for text in texts)
    assert "−1" in texts
    assert drawn.find(f".//{SVG}script") is None


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.rows, self.said = set(), 0, ""

    def handle_starttag(self, tag, attributes):
        self.found.add(tag)
        self.rows += tag == "tr"
        assert not [name for name, _ in attributes if name.startswith("on")]

    def handle_data(self, data):
        self.said += data


def test_the_page_has_picture_words_and_table_and_no_markup_of_people(session):
    made = bundle(session)
    assert set(made) == {"text/html", "image/svg+xml", "text/plain"}
    page = Tags()
    page.feed(made["text/html"])
    assert page.found == {"div", "style", "p", "img", "table", "thead", "tbody", "tr", "th", "td"}
    assert page.rows == 4
    assert "cannot-link" in page.said
    assert not re.search(r"(?:src|href)=\"(?!data:)", made["text/html"])
    for text in made.values():
        text.encode("utf-8")


def test_the_words_are_the_present_ones(session):
    first, *rest = summary(session).splitlines()
    assert first.startswith("150 points in 3 clusters by PCK-means: ")
    assert [line.split(":")[0] for line in rest] == ["answer 3", "answer 2", "answer 1"]
    assert "No constraints yet." in summary(Session([[0.0], [1.0]], "pckmeans", n_clusters=2))


def test_places_that_are_shown_are_not_made_again(session, monkeypatch):
    shown = default_projection(session)
    words = summary(session)
    monkeypatch.setattr(pictures, "default_projection", None)
    assert bundle(session, shown)["text/plain"] == words


@pytest.mark.parametrize("n", [1, 2, MARKED, MARKED + 1, MOST + 1000])
def test_few_and_many_points(n):
    X = np.random.default_rng(0).normal(size=(n, 3))
    session = Session(X, "kmeans", n_clusters=min(n, 2))
    if n > 1:
        session.answer(0, n - 1, "must")
    text = svg(scene(session))
    drawn = ElementTree.fromstring(text)
    assert drawn.get("height")
    assert len(text) < (100_000 if n <= MARKED else 130_000)
    squares = text.count("h2v2h-2z")
    assert squares == (0 if n <= MARKED else min(n, MOST))
    assert len(np.unique(rows_drawn(n))) == min(n, MOST)


def test_ticks_are_round_and_between_the_bounds():
    assert ticks(2.0, 2.0) == []
    for low, high in [(-3.2, 3.9), (0, 1e-7), (-1e9, 2e9), (0.1, 0.3)]:
        values = [value for value, _ in ticks(low, high)]
        assert 4 <= len(values) <= 12
        assert low <= values[0] and values[-1] <= high


def test_answers_are_called_by_their_actions():
    session = Session([[0.0], [1.0], [2.0], [9.0]], "pckmeans", n_clusters=2)
    session.answer_many([(0, 1), (1, 2)], "must")
    session.answer(0, 3, "cannot")
    heads = [line.split(":")[0] for line in summary(session).splitlines()[1:]]
    assert heads == ["answer 2", "answer 1", "answer 1"]
