"""Files for directories, services and journals have the required fields, and agree."""

import json
import re
import shlex
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import nbformat
import pytest
import yaml

import jupyter_sscluster

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = PYPROJECT["project"]
HOME = PROJECT["urls"]["Homepage"]
VERSION = jupyter_sscluster.__version__
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TOP = {
    *("benchmarks", "binder", "conda", "docs", "js", "jupyter_sscluster", "notebooks", "paper"),
    *("tests", "LICENSE", "Makefile", "hatch_build.py", "pyproject.toml", "codemeta.json"),
    *("CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "README.md", "SECURITY.md"),
}
LOCAL = {"build", "dist", "test-results"}
CODEMETA = {
    *("applicationCategory", "author", "codeRepository", "continuousIntegration", "description"),
    *("developmentStatus", "issueTracker", "keywords", "license", "name", "operatingSystem"),
    *("programmingLanguage", "readme", "releaseNotes", "runtimePlatform", "softwareRequirements"),
    *("softwareVersion", "version"),
}
"""Terms of CodeMeta 3.0 that are used."""
SECTIONS = [
    *("Summary", "Statement of need", "State of the field", "Software design"),
    *("Research impact statement", "AI usage disclosure", "Acknowledgements", "References"),
]


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def required(lines: list[str]) -> dict[str, str]:
    """Names of packages with their bounds; a bound may follow a space."""
    return {re.match(r"[\w-]+", line)[0]: re.sub(r"^[\w-]+\s*", "", line) for line in lines}


def test_only_what_has_a_reason_stands_at_the_top():
    found = {path.name for path in ROOT.iterdir() if path.name[0] != "."} - LOCAL
    assert {name for name in found if not name.endswith(".egg-info")} <= TOP
    assert found >= TOP


# --------------------------------------------------------------------------- packages


def test_the_recipe_requires_what_the_project_requires():
    recipe = yaml.safe_load(text("conda/recipe.yaml"))
    run = required(recipe["requirements"]["run"])
    assert run.pop("python") == PROJECT["requires-python"]
    assert run == required(PROJECT["dependencies"])
    host = required(recipe["requirements"]["host"])
    assert host["hatchling"] == required(PYPROJECT["build-system"]["requires"])["hatchling"]
    import hatch_build

    assert hatch_build.NODE_WHEEL.endswith(host["nodejs"])
    assert recipe["context"]["version"] == VERSION
    assert recipe["package"]["name"] == PROJECT["name"]
    assert recipe["build"]["noarch"] == "python"
    assert recipe["about"]["license"] == PROJECT["license"]
    assert (ROOT / recipe["about"]["license_file"]).is_file()
    assert recipe["about"]["homepage"] == HOME


def test_what_the_recipe_tries_works():
    recipe = yaml.safe_load(text("conda/recipe.yaml"))
    imports, script = recipe["tests"]
    for name in imports["python"]["imports"]:
        __import__(name)
    python, flag, program = shlex.split(script["script"][0])
    assert (python, flag) == ("python", "-c")
    exec(program, {})


# --------------------------------------------------------------------------- services


def test_the_site_is_built_by_the_same_command_everywhere():
    read_the_docs = yaml.safe_load(text(".readthedocs.yaml"))
    commands = read_the_docs["build"]["commands"]
    pages = yaml.safe_load(text(".github/workflows/site.yml"))
    assert read_the_docs["version"] == 2
    assert set(read_the_docs["build"]["tools"]) == {"python", "nodejs"}
    assert "make docs" in commands
    steps = pages["jobs"]["build"]["steps"]
    assert "make docs" in [step.get("run") for step in steps]
    assert steps[-1]["with"]["path"] == "build/docs/html"
    assert any("build/docs/html" in command for command in commands)
    assert "$(BUILT)/html" in MAKEFILE and "BUILT = build/docs\n" in MAKEFILE
    assert pages["jobs"]["deploy"]["permissions"] == {"pages": "write", "id-token": "write"}
    assert pages["jobs"]["deploy"]["environment"]["name"] == "github-pages"


def test_binder_installs_the_clone():
    extras = re.fullmatch(r"\.\[([\w,]+)\]", text("binder/requirements.txt").strip())[1]
    assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])
    version = re.fullmatch(r"python-(3\.\d+)", text("binder/runtime.txt").strip())[1]
    assert f"Programming Language :: Python :: {version}" in PROJECT["classifiers"]


def test_a_container_makes_the_environment_of_the_project():
    container = json.loads(text(".devcontainer/devcontainer.json"))
    assert {"name", "image", "features", "postCreateCommand"} <= set(container)
    command, target = container["postCreateCommand"].split()
    assert command == "make" and re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)
    version = container["image"].partition(":")[2]
    assert f"Programming Language :: Python :: {version}" in PROJECT["classifiers"]


def test_the_notebook_for_colab_runs_elsewhere_too(tmp_path, monkeypatch):
    notebook = nbformat.read(ROOT / "notebooks/hosts/colab.ipynb", as_version=4)
    nbformat.validate(notebook)
    monkeypatch.chdir(tmp_path)
    known = {}
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in cells:
        assert cell.outputs == [] and cell.execution_count is None
        exec(cell.source, known)
    assert len(known["explorer"].labels) == 150
    assert "enable_custom_widget_manager" in cells[0].source


def test_the_notebook_for_marimo_runs_as_a_program():
    program = text("notebooks/hosts/marimo_notebook.py")
    compile(program, "marimo_notebook.py", "exec")
    assert program.count("@app.cell\n") == 3 and "app.run()" in program
    marimo = pytest.importorskip("marimo", reason="marimo is not among what the tests install")
    path = ROOT / "notebooks/hosts/marimo_notebook.py"
    spec = spec_from_file_location("marimo_notebook", path)
    notebook = module_from_spec(spec)
    spec.loader.exec_module(notebook)
    assert isinstance(notebook.app, marimo.App)
    _, variables = notebook.app.run()
    assert len(variables["explorer"].labels) == 150


# --------------------------------------------------------------------------- citation


def test_descriptions_of_the_software_agree():
    codemeta = json.loads(text("codemeta.json"))
    zenodo = json.loads(text(".zenodo.json"))
    citation = yaml.safe_load(text("CITATION.cff"))
    authors = [author["name"] for author in PROJECT["authors"]]
    assert codemeta["@context"] == "https://w3id.org/codemeta/3.0"
    assert set(codemeta) - {"@context", "@type"} == CODEMETA
    wanted = [each["name"] + each["version"] for each in codemeta["softwareRequirements"]]
    assert wanted == PROJECT["dependencies"]
    assert codemeta["description"] == PROJECT["description"]
    assert codemeta["keywords"] == zenodo["keywords"] == PROJECT["keywords"]
    assert codemeta["license"].endswith(f"/{PROJECT['license']}")
    assert zenodo["license"] == PROJECT["license"].lower()
    assert codemeta["codeRepository"] == citation["repository-code"] == HOME
    assert [each["identifier"] for each in zenodo["related_identifiers"]] == [HOME]
    assert zenodo["title"] == citation["title"]
    assert zenodo["upload_type"] == "software" and zenodo["creators"]
    versions = [codemeta["version"], codemeta["softwareVersion"], zenodo["version"]]
    assert [*versions, citation["version"]] == [VERSION] * 4
    for found in (codemeta["author"], zenodo["creators"], citation["authors"]):
        assert [each["name"] for each in found] == authors


def test_the_preferred_citation_is_that_of_the_software():
    citation = yaml.safe_load(text("CITATION.cff"))
    preferred = citation["preferred-citation"]
    for key in ("title", "authors", "version", "license", "repository-code", "type"):
        assert preferred[key] == citation[key]


# --------------------------------------------------------------------------- community and paper


@pytest.mark.parametrize("name", ["CODE_OF_CONDUCT", "SUPPORT", "GOVERNANCE"])
def test_rules_of_the_community_take_a_minute(name):
    lines = text(f".github/{name}.md").splitlines()
    assert lines[0].startswith("# ")
    assert 5 <= len([line for line in lines[1:] if line]) <= 10
    for target in re.findall(r"\]\(([\w./-]+)\)", "\n".join(lines)):
        assert (ROOT / ".github" / target).exists(), target


def paper() -> tuple[dict, str]:
    _, head, body = text("paper/paper.md").split("---\n", 2)
    return yaml.safe_load(head), body


def test_the_paper_has_the_sections_that_the_journal_asks_for():
    head, body = paper()
    assert re.findall(r"^# (.*)$", body, re.MULTILINE) == SECTIONS
    assert 750 <= len(body.split()) <= 1750
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= set(head)
    assert "`" not in head["title"]


def test_authors_and_disclosures_are_left_open_and_that_is_said():
    head, body = paper()
    assert head["authors"] == head["affiliations"] == []
    assert "authors: [] # left open" in text("paper/paper.md")
    for section in ("AI usage disclosure", "Acknowledgements"):
        assert body.partition(f"# {section}\n")[2].strip().startswith("Left open")


def test_the_paper_cites_what_the_list_has():
    _, body = paper()
    cited = set(re.findall(r"@([\w-]+)", body))
    entries = re.findall(r"^@\w+\{([\w-]+),$", text("paper/paper.bib"), re.MULTILINE)
    assert len(entries) == len(set(entries))
    assert cited == set(entries)
    assert text("paper/paper.bib").count("{") == text("paper/paper.bib").count("}")


def test_the_counts_of_the_paper_are_those_of_the_catalogue():
    from jupyter_sscluster import _catalogue

    _, body = paper()
    clusterers, strategies = re.findall(r"(\d+) (?:clusterers with|strategies that)", body)
    assert int(clusterers) == len(_catalogue.clusterers())
    assert int(strategies) == len(_catalogue.strategies())
