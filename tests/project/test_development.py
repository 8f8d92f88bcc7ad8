"""The pages for contributors: short, complete, and true of the repository."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs/development").glob("*.md"))]
TEXTS = {page: page.read_text("utf-8") for page in PAGES}
ENDS = (".py", ".ts", ".md", ".toml", ".yml", ".yaml", ".json", ".css", "/")
TOPS = ["jupyter_sscluster", "js", "tests", "benchmarks", "docs", "notebooks", ".github"]
TOPS += ["conda", "binder", "paper", ".devcontainer"]
SKIPPED = {"node_modules", "__pycache__", "static", "dist", "build"}
BUILT = {
    "js/src/features/",
    "widget/features/",
    "contract.py",
    "handlers.py",
    "text.py",
    "state.py",
}


def in_code() -> set[str]:
    """What the pages set in code, blocks aside."""
    texts = (re.sub(r"^```.*?^```", "", text, flags=re.S | re.M) for text in TEXTS.values())
    return {code for text in texts for code in re.findall(r"`([^`\n]+)`", text)}


def files() -> list[str]:
    found = [ROOT / name for name in TOPS] + [path for path in ROOT.iterdir() if path.is_file()]
    found += [path for name in TOPS for path in (ROOT / name).rglob("*")]
    names = (path.relative_to(ROOT) for path in found)
    return [f"/{name.as_posix()}" for name in names if not SKIPPED & set(name.parts)]


def test_contributing_is_one_page():
    assert len(TEXTS[ROOT / "CONTRIBUTING.md"].splitlines()) <= 70


def test_the_glossary_explains_each_term_once():
    text = TEXTS[ROOT / "docs/development/glossary.md"]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|[^|]*\|$", text, flags=re.MULTILINE)[1:]
    terms = [term.strip() for row in rows for term in row[0].split(",")]
    assert len(rows) >= 20
    assert len(set(terms)) == len(terms)
    assert all(len(meaning) > 10 for _, meaning in rows)


def test_every_path_on_these_pages_exists():
    paths = {code for code in in_code() if code.endswith(ENDS) and not re.search(r"[ =<*]", code)}
    known = files()
    assert len(paths) > 20
    assert [
        path
        for path in sorted(paths - BUILT)
        if not any(f"{name}/".endswith(f"/{path.strip('/')}/") for name in known)
    ] == []


def test_every_dependency_has_a_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = chain(project["dependencies"], *project["optional-dependencies"].values())
    names = {re.match(r"[\w-]+", line).group() for line in wanted}
    text = TEXTS[ROOT / "docs/development/dependencies.md"]
    assert [name for name in sorted(names) if f"`{name}`" not in text] == []


def test_every_link_to_a_file_leads_somewhere():
    for page, text in TEXTS.items():
        for target in re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", text):
            assert (page.parent / target).exists(), (page.name, target)
