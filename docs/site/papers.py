"""The page that leads from a paper to the method that it describes."""

from __future__ import annotations

import inspect
import re
import unicodedata
from collections.abc import Iterator

import methods

START = re.compile(r"^[A-ZŠÅ][\w'’-]+(?: [A-Z][\w-]+)?, [A-Z]\.")
YEAR = re.compile(r"\((\d{4})[a-z]?\)")
HEAD = """# Papers

The publications whose methods are implemented here, sorted by first author. Follow the link to a
method for its formula, cost and weaknesses. [Five studies](reproduction.md) are repeated with
their own protocols.

| paper | methods |
|---|---|
"""


def page() -> str:
    """The Markdown of the page: one row a paper."""
    found: dict[str, tuple[str, list[str]]] = {}
    for kind in methods.KINDS:
        for key, entry in methods.entries(kind).items():
            link = f"[{methods.title(entry)}](methods/{kind}/{key}.md)"
            for paper in references(inspect.getdoc(entry) or ""):
                found.setdefault(_key(paper), (paper, []))[1].append(link)
    rows = (f"| {paper} | {', '.join(links)} |" for _, (paper, links) in sorted(found.items()))
    return HEAD + "\n".join(rows) + "\n"


def references(docstring: str) -> Iterator[str]:
    """The papers of the section References, one after the other."""
    section = re.search(r"^References\n-+\n(.*?)(?=^\w[\w ]*\n-{3,}$|\Z)", docstring, re.M | re.S)
    if section is None:
        return
    paper: list[str] = []
    for line in [*section[1].splitlines(), ""]:
        begins = bool(START.match(line)) and not (paper and not paper[-1].endswith("."))
        if paper and (begins or not line.strip() or line.startswith((">>>", " "))):
            yield _joined(paper)
            paper = []
        if begins or (paper and line.strip()):
            paper.append(line.strip())


def _joined(lines: list[str]) -> str:
    return " ".join(lines).replace("|", "\\|").replace("*", "\\*")


def _key(paper: str) -> str:
    """First author and year, and the title as far as it tells papers of one year apart."""
    year = YEAR.search(paper)
    author = paper.split(",")[0]
    title = re.sub(r"\W", "", paper[year.end() :])[:20] if year else ""
    key = unicodedata.normalize("NFKD", f"{author} {year[1] if year else ''} {title}")
    return "".join(letter for letter in key if not unicodedata.combining(letter)).lower()
