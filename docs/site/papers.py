"""The page that leads from a paper to the method that it describes."""

from __future__ import annotations

import inspect
import re
import unicodedata
from collections.abc import Iterator

import methods

from jupyter_sscluster.experiments import PROTOCOLS
from jupyter_sscluster.experiments.protocol_design import Protocol

START = re.compile(r"^[A-ZŠÅ][\w'’-]+(?: [A-Z][\w-]+)?, [A-Z]\.")
YEAR = re.compile(r"\((\d{4})[a-z]?\)")
HEAD = """# Papers

Five studies are repeated with their own protocols, and [a verdict](reproduction.md) is given on
each of their claims. After them stand all publications whose methods are implemented here.

## Repeat a study

A command of the table runs a protocol and writes a folder `results`; `python -m
jupyter_sscluster.experiments report` makes its figures and tables of that. `--repeats 1` is for a
first look. `--openml` fetches the data sets that scikit-learn does not bring, `--data FOLDER`
reads them from files, and `--skip-missing` leaves them out.
"""
METHODS = """
## All papers

Sorted by first author. Follow the link to a method for its formula, cost and weaknesses.

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
    return HEAD + "".join(_studies()) + METHODS + "\n".join(rows) + "\n"


def _studies() -> Iterator[str]:
    """A heading and a table of commands for each study that is repeated."""
    by_source: dict[str, list[tuple[str, Protocol]]] = {}
    for name, protocol in PROTOCOLS.items():
        by_source.setdefault(protocol.source, []).append((name, protocol))
    for source, protocols in by_source.items():
        study = f"{source.partition(',')[0]} {YEAR.findall(source)[0]}"
        if " and " in source.partition("(")[0]:
            second = source.partition("(")[0].split(" and ")[1].partition(",")[0]
            study = study.replace(" ", f" and {second} ", 1)
        anchor = re.sub(r"[^\w]+", "-", study.lower())
        yield f"\n### {study}\n\n{source}. [Figures and verdicts](reproduction.md#{anchor}).\n\n"
        yield "| what is compared | command | methods |\n|---|---|---|\n"
        for name, protocol in protocols:
            links = dict.fromkeys(
                f"[{methods.title(methods.entries(kind)[key])}](methods/{kind}/{key}.md)"
                for kind, attribute in (("clusterers", "clusterer"), ("strategies", "strategy"))
                for method in protocol.methods
                if isinstance(key := getattr(method, attribute), str)
                and key in methods.entries(kind)
            )
            command = f"`python -m jupyter_sscluster.experiments run {name}`"
            yield f"| {protocol.title} | {command} | {', '.join(links)} |\n"


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
