"""The site has a page for everything, its code runs, and its check finds what it is for."""

import re
import subprocess
import sys
from base64 import b64decode, b64encode
from importlib import import_module
from inspect import getdoc
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from jupyter_sscluster import Session
from jupyter_sscluster.datasets.study_data_sets import SETS
from jupyter_sscluster.experiments import PROTOCOLS, read

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
WRITTEN = [*sorted(DOCS.glob("guide/*.md")), *sorted(DOCS.glob("coming_from/*.md"))]
WRITTEN += [DOCS / "install.md"]
COST = re.compile(r"\bO\(|\bcosts?\b|\btakes?\b|\btook\b|\btimes as\b|\bseconds?\b", re.IGNORECASE)
LIMIT = re.compile(
    r"prefer|first choice|quick choice|the choice|do not|for few|use it", re.IGNORECASE
)


@pytest.fixture(scope="module")
def site():
    """The programs that make the site, by name."""
    for package in ("matplotlib", "sphinx", "nbclient"):
        pytest.importorskip(package, reason="pip install '.[docs]'")
    sys.path.insert(0, str(DOCS / "site"))
    yield import_module
    sys.path.remove(str(DOCS / "site"))


def blocks(path: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_code_of_the_guide_prints_what_it_says(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    known = {}
    for block in blocks(path):
        exec(compile(block, path.name, "exec"), known)
        said = [line[2:] for line in block.splitlines() if line.startswith("# ")]
        assert capsys.readouterr().out.splitlines() == said


def test_every_export_has_a_page(site):
    reference, methods = site("reference"), site("methods")
    made = {*reference.pages()}
    made |= {f"methods/{kind}/{name}" for kind in methods.KINDS for name in methods.entries(kind)}
    docstrings = site("docstrings")
    for room in docstrings.rooms():
        for name in import_module(f"jupyter_sscluster.{room}").__all__:
            assert reference.place(room, name) in made, (room, name)


def test_the_reference_lists_every_export_of_every_module(site):
    reference, docstrings = site("reference"), site("docstrings")
    index = reference.pages()["reference/index"]
    rows = dict(re.findall(r"^\| \[(\w+)\]\S+ \| .*? \| (.*?) \|$", index, flags=re.MULTILINE))
    modules = {path.parent.name for path in ROOT.glob("jupyter_sscluster/*/__init__.py")}
    assert set(rows) == set(docstrings.rooms()) == modules
    for room, names in rows.items():
        exported = import_module(f"jupyter_sscluster.{room}").__all__
        assert re.findall(r"\[(\w+)\]", names) == exported, room


def test_the_reference_has_every_type_of_the_contract(site):
    page = site("reference").pages()["reference/messages"]
    sources = site("contract").sources()
    features = (
        path.parent.name for path in ROOT.glob("jupyter_sscluster/widget/features/*/contract.py")
    )
    assert set(sources) == {"core", *features}
    for path in sources.values():
        for name in re.findall(r"^class (\w+)", path.read_text("utf-8"), re.MULTILINE):
            assert f"**`{name}`** " in page, (path, name)
    assert "| `n_rows` | `int` | How many rows there are, which labels and files are of. |" in page


def test_the_page_of_session_leads_from_a_task_to_each_member(site):
    reference = site("reference")
    listed = " ".join(reference.TASKS.values()).split()
    assert sorted(listed) == sorted(name for name in dir(Session) if not name.startswith("_"))
    page = reference.pages()["reference/session/Session"]
    assert "| Save | {py:obj}`save <jupyter_sscluster.session.Session.save>`, " in page


@pytest.mark.parametrize("kind", ["clusterers", "strategies", "seedings"])
def test_a_page_has_a_picture_of_each_set_and_a_place_in_the_list(kind, site):
    methods, sets = site("methods"), site("sets")
    found = methods.entries(kind)
    quick = {"clusterers": "pckmeans", "strategies": "minmax", "seedings": "dkm"}[kind]
    page = methods.page(kind, found[quick])
    assert page.count("<svg role=") == len(sets.planes()) == 4
    assert len(set(re.findall(r'\bid="([^"]+)"', page))) == len(re.findall(r'\bid="', page))
    index = methods.index(kind)
    assert all(f"({name}.md)" in index for name in found)


@pytest.mark.parametrize("kind", ["clusterers", "strategies"])
def test_a_docstring_says_what_it_costs_what_it_is_for_and_where_it_is_from(kind, site):
    methods = site("methods")
    for name, entry in methods.entries(kind).items():
        text = getdoc(entry)
        assert COST.search(text), name
        assert LIMIT.search(text), name
        assert "References\n----------" in text, name


def test_what_was_measured_is_read_off_the_tables(site):
    measured = site("measured")
    text = "\n".join(measured.sections("clusterers", "MPCKMeans"))
    assert "## What it costs" in text and "1,000,000 rows" in text
    assert len(re.findall(r"^\| (?:20|100) \|", text, re.M)) == 2
    assert measured.sections("clusterers", "NoSuchClusterer") == []


def test_every_chart_and_table_of_a_page_of_results_is_made(site):
    charts, results = site("charts"), site("results")
    text = "\n".join(path.read_text("utf-8") for path in DOCS.glob("*.md"))
    made = charts.with_charts(results.with_data(text))
    assert set(charts.PLACE.findall(text)) == set(charts.CHARTS)
    assert made.count('<figure class="chart"') == len(charts.CHARTS)
    tables = [path for path in results.DATA.rglob("*") if path.is_file()]
    assert made.count('<details class="data">') == len(tables)


def test_printed_tables_are_saved_as_files(tmp_path):
    table = "| a | b |\n|---|---|\n| 1 | **2, 3** |"
    printed = f"# Fits\n\nAll rows, with a comma:\n\n{table}\n\n```\nx\n```\n"
    program = [sys.executable, ROOT / "benchmarks" / "save_tables.py", tmp_path / "data"]
    subprocess.run(program, input=printed, text=True, check=True)
    files = {path.name: path.read_text("utf-8") for path in (tmp_path / "data").iterdir()}
    assert files == {"01-all-rows-with-a-comma.csv": 'a,b\n1,"2, 3"\n', "02-fits.txt": "x\n"}


def test_docstrings_become_text_that_sphinx_reads(site):
    docstrings = site("docstrings")
    assert docstrings.escaped("Σ_j |K| over *strong components*, `labels_` of a_") == (
        r"Σ_j \|K\| over *strong components*, ``labels_`` of a\_"
    )
    assert docstrings.escaped("`PCKMeans`") == (
        ":py:obj:`PCKMeans <jupyter_sscluster.cluster.PCKMeans>`"
    )
    lines = ["Minimises", "", "    a * b", "", "over c.", "", "Attributes", "----------"]
    made = docstrings.readable([*lines, "Those of `Base`, and", "", "x : int"])
    typeset = '    <div class="formula">a * b</div>'
    assert made[2:6] == [".. raw:: html", "", typeset, ""]
    assert docstrings.typeset("½ ‖x_i - μ_{c_i}‖²_{A_{c_i}} <= w^t_ij n_ log_(x)") == (
        "½ ‖x<sub>i</sub> - μ<sub>c<sub>i</sub></sub>‖²<sub>A<sub>c<sub>i</sub></sub></sub> "
        "&lt;= w<sup>t</sup><sub>ij</sub> n_ log_(x)"
    )
    assert made.index("**Attributes:** those of ``Base``, and those below.") < made.index(
        "Attributes"
    )


def test_scripts_of_the_gallery_say_what_they_are_about_and_draw_it(site):
    examples = site("examples")
    assert len(examples.scripts()) >= 10
    assert [path.name for path in examples.scripts() if "plot" not in path.read_text("utf-8")] == []
    path = DOCS / "examples" / "02_what_follows.py"
    said, pictures = examples.run(path)
    page = examples.page(path, said, pictures)
    assert page.startswith("# What follows from a few pairs\n") and "It prints:" in page
    assert page.count('<div class="drawn">') == len(pictures) == 1
    alone = examples.alone(pictures[0])
    assert "currentColor" not in alone and 'width="100%"' not in alone


def test_every_paper_of_a_method_leads_to_its_page(site):
    papers, methods = site("papers"), site("methods")
    page = papers.page()
    for author in ("Wagstaff", "Basu", "Bilenko", "Švehla", "Dumančić", "Xiong", "Shental"):
        assert author in page
    assert "| Firmani, D." in page and "| Srivastava" not in page
    listed = set(re.findall(r"\((methods/\w+/\w+)\.md\)", page))
    for kind in ("clusterers", "strategies"):
        for name, entry in methods.entries(kind).items():
            if [*papers.references(getdoc(entry))]:
                assert f"methods/{kind}/{name}" in listed
    studies, _, every = page.partition("## All papers")
    for name in PROTOCOLS:
        assert f"`python -m jupyter_sscluster.experiments run {name}` | [" in studies
    heads = re.findall(r"^### (.*)$", studies, re.M)
    names, verdicts = site("papers").PAPER_NAMES, re.findall(r"^.*The main one, .*$", studies, re.M)
    assert [*names] == heads and len(verdicts) == len(heads)
    for study, methods in names.items():
        part = studies.partition(f"### {study}\n")[2].partition("### ")[0]
        for name, printed in methods.items():
            assert re.search(rf"^\| {re.escape(printed)} \| {re.escape(name)} \| `\w+`", part, re.M)
    for name, each in SETS.items():
        if each.made is None and not re.search(r"\d \+ noise|digits \d+ \d+", name):
            assert f"| {name} | " in studies and f"| {each.address} |\n" in studies
    printed = (DOCS / "reproduction.md").read_text()
    assert len(heads) == 5 and all(f"\n### {head}\n" in printed for head in heads)
    rows = [line for line in every.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 35 and all("](methods/" in row for row in rows)


def test_every_printed_figure_that_there_are_records_of_leads_to_them():
    text = (DOCS / "reproduction.md").read_text("utf-8")
    rows = set(re.findall(r"^\|.*\| (.*) \| `([\w-]+)` \|$", text, re.M))
    kept = {record["protocol"] for record in read(DOCS / "records")}
    assert rows == {(PROTOCOLS[name].printed, name) for name in kept if PROTOCOLS[name].printed}
    drawn = re.findall(r"`([\w-]+\.svg)`", text)
    assert len(drawn) >= 7
    further = {path.name for path in (DOCS / "images/reproduction/further").iterdir()}
    assert set(drawn) <= further
    assert not any(f"reproduction/{name}" in text for name in further)


def test_references_are_split_by_paper(site):
    text = (
        "What it does.\n\nReferences\n----------\nAda, B. & Cy,\nDoe, E. (2001). One. A, 1-2.\n"
        "Eve, F. (2002). Two.\n\nA remark.\n\nExamples\n--------\nGo, G. (2003). No.\n"
    )
    assert [*site("papers").references(text)] == [
        "Ada, B. & Cy, Doe, E. (2001). One. A, 1-2.",
        "Eve, F. (2002). Two.",
    ]


def test_a_property_keeps_what_stands_before_a_colon(site):
    from sphinx.ext.napoleon import NumpyDocstring

    said = ["The clusterer as it will be fitted: a copy.", "", "It is new each time."]
    lines = NumpyDocstring(said, what="property", name="Session.clusterer").lines()
    assert lines[0] == "a copy."  # what napoleon makes of it
    site("docstrings")._rejoin(None, "property", "Session.clusterer", None, None, lines)
    assert [line for line in lines if line] == [said[0], said[2]]


def test_pictures_of_notebooks_become_lighter_and_look_the_same(site):
    Image = pytest.importorskip("PIL.Image")
    grey = np.random.default_rng(0).integers(0, 256, (64, 64, 1)).astype(np.uint8)
    image = Image.fromarray(np.concatenate([grey.repeat(3, 2), np.full_like(grey, 255)], 2))
    image.save(file := BytesIO(), "PNG")
    before = b64encode(file.getvalue()).decode()
    after = site("lessons").lighter(before)
    assert len(after) < len(before) / 2
    seen = np.asarray(Image.open(BytesIO(b64decode(after))).convert("L"), int)
    assert abs(seen - grey[..., 0]).max() <= 2
    assert site("lessons").lighter(after) == after


def test_what_stands_around_the_pages_needs_no_script_and_no_other_file(site, tmp_path):
    publish = site("publish")
    publish.write(tmp_path)
    text = (tmp_path / "404.html").read_text("utf-8")
    assert "<script" not in text and "<link" not in text and "<h1>" in text
    from matplotlib.image import imread

    assert imread(tmp_path / "card.png").shape[:2] == (630, 1200)
    assert (tmp_path / "card.png").stat().st_size < 150_000


def test_the_landing_page_leads_everywhere(site):
    text = (DOCS / "index.md").read_text("utf-8")
    listed = (DOCS / "coming_from" / "index.md").read_text("utf-8")
    tools = {path.stem for path in DOCS.glob("coming_from/*.md")} - {"index"}
    assert len(tools) == 7
    for name in tools:
        assert f"(coming_from/{name}.md)" in text and f"({name}.md)" in listed
    assert '<iframe class="replay" loading="lazy" src="replay/iris.html" title=' in text
    for place in ("papers.md", "limits.md", "examples/index.md", "guide/texts.md", "hosts.md"):
        assert f"({place})" in text


def test_the_check_weighs_pages_with_what_they_load(site, tmp_path):
    check = site("check")
    (tmp_path / "a.html").write_text('<h1>A</h1><img src="b.png">')
    (tmp_path / "b.png").write_bytes(bytes(check.LARGEST - 1000))
    assert check.problems(tmp_path) == []
    (tmp_path / "c.html").write_text('<h1>C</h1><img src="d.png">')
    (tmp_path / "d.png").write_bytes(bytes(check.LARGEST))
    (found,) = check.problems(tmp_path)
    assert found.startswith("c.html: weighs ")


def test_the_check_finds_dead_links_and_requests(site, tmp_path):
    check = site("check")
    (tmp_path / "a.html").write_text(
        '<h1 id="top-of-a">A</h1><a href="b.html#there">b</a><a href="c.html">c</a>'
        '<a href="https://example.org/">away</a><script src="https://example.org/x.js"></script>'
    )
    (tmp_path / "b.html").write_text('<a href="a.html#top-of-a">a</a><a href="#nowhere">b</a>')
    (tmp_path / "s.css").write_text("@import url(//fonts.example.org/f.css); a { b: url(c.png) }")
    found = check.problems(tmp_path)
    assert [line.split(": ")[0] for line in found] == ["a.html"] * 3 + ["b.html", "s.css"]
    for part, line in zip(
        ["asks", "b.html#there", "c.html", "#nowhere", "asks"], found, strict=True
    ):
        assert part in line


def test_links_that_lead_away_are_told_one_by_one_and_a_missing_network_as_such(site):
    told = site("links").told
    link = {
        "filename": "a.md",
        "lineno": 3,
        "uri": "https://a.org",
        "status": "working",
        "info": "",
    }
    gone = link | {"status": "?", "info": "404 Client Error: Not Found"}
    unheard = link | {"status": "?", "info": "Max retries exceeded: Failed to resolve 'a.org'"}
    inside = link | {"status": "unchecked", "uri": "#a"}
    assert told([link, inside]) == []
    assert told([link, gone, unheard]) == [
        "a.md:3: https://a.org: 404 Client Error: Not Found",
        "a.md:3: https://a.org: Max retries exceeded: Failed to resolve 'a.org'",
    ]
    (sentence,) = told([unheard, unheard, inside])
    assert sentence.startswith("linkcheck: none of 2 addresses could be reached, https://a.org for")
    assert "run it where there is a network" in sentence
