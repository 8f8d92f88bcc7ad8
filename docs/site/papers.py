"""The page that leads from a paper to the method that it describes."""

from __future__ import annotations

import inspect
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import methods
import results

from jupyter_sscluster.datasets.study_data_sets import SETS
from jupyter_sscluster.experiments import PROTOCOLS
from jupyter_sscluster.experiments.protocol_design import Method, Protocol, asker, estimator

START = re.compile(r"^[A-ZŠÅ][\w'’-]+(?: [A-Z][\w-]+)?, [A-Z]\.")
MAIN = {
    "svehla": ("S", "S9, NPU"),
    "eaton": ("E", "E1, iris"),
    "vouros": ("V", "V1"),
    "atwa": ("A", "A1"),
    "okabe": ("O", "O1, iris"),
}
"""The letter of a study's claims, and the claim about the method that it is for."""
SAID = (
    ("holds", "holds", "hold"),
    ("fails", "fails", "fail"),
    ("undecided", "is undecided", "are undecided"),
    ("not run", "was not run", "were not run"),
)
YEAR = re.compile(r"\((\d{4})[a-z]?\)")
HEAD = """# Papers

Five studies are repeated with their own protocols, and [a verdict](reproduction.md) is given on
each of their claims. After them stand all publications whose methods are implemented here.

## Repeat a study

[From a paper to its figure](reproduction.md#from-a-paper-to-its-figure) draws a figure from the
records in the repository, without a run. A command of the tables below runs a protocol and writes a
folder `results`; `python -m jupyter_sscluster.experiments report` makes its figures and tables of
that. `--repeats 1` is for a first look, and `--seed 1` for other draws. `--openml` fetches data
sets that scikit-learn does not bring, `--data FOLDER` reads them from files, and `--skip-missing`
leaves them out.
"""
DATA = """
## Data of the studies

scikit-learn brings iris, wine, wdbc and digits389, and the synthetic sets are generated. The others
are read from a folder that `--data` names: a header, a row a line, the class in the last column.

| data set | rows, features, classes | file | to be had at |
|---|---|---|---|
"""
PAPER_NAMES = {
    "Švehla 2018": {
        "k-means": "K-MEANS++",
        "Seeded": "SEEDED-KMEANS",
        "Constrained": "CONSTRAINED-KMEANS",
        "COP, as printed": "COP-KMEANS",
        "PCK, as printed": "PCK-MEANS",
        "MPCK, as printed": "MPCK-MEANS",
        "MK": "MK-MEANS",
        "Random": "random pairs",
        "Explore-Consolidate": "EXPLORE & CONSOLIDATE",
        "Min-Max": "MIN-MAX",
        "NPU": "NPU",
    },
    "Eaton 2005": {
        "PCK": "PCK-Means",
        "MPCK": "MPCK-Means",
        "GPK full, g = .5": "GPK-Means, full propagation",
        "GPK reduced, g = .5": "GPK-Means, reduced propagation",
    },
    "Vouros and Vasilaki 2020": {
        "k-means, DKM++": "LKM, Lloyd's k-means",
        "sparse, DKM++": "SKM, sparse k-means",
        "PCK, DKM++": "PCKM",
        "MPCK, DKM++": "MPCKM",
        "PCSK, DKM++": "PCSKM",
    },
    "Atwa and Emam 2019": {
        "MMD": "the proposed method",
        "NPU": "NPU",
        "ASC, propagated": "ASC",
        "Min-Max": "Min-Max",
        "Random": "Random",
    },
    "Okabe and Yamada 2012": {
        "Active": "the proposed method",
        "Random": "random sampling",
    },
}
"""The names that the papers have, by the names of the methods in protocols and figures."""
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
    listed = "\n".join(rows)
    return HEAD + "".join([*_studies(), DATA, *_data()]) + METHODS + listed + "\n"


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
        yield f"\n### {study}\n\n{source}. {_verdicts([name for name, _ in protocols])} "
        yield f"[Figures and verdicts](reproduction.md#{anchor}).\n\n"
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
            what = protocol.title + f" ({protocol.printed})" * bool(protocol.printed)
            yield f"| {what} | {command} | {', '.join(links)} |\n"
        yield "\n| in the paper | in the figures | class | parameters |\n|---|---|---|---|\n"
        yield from _names(PAPER_NAMES[study], [protocol for _, protocol in protocols])


def _verdicts(protocols: list[str]) -> str:
    """How many claims of a study hold, and whether its main one does."""
    letter, main = MAIN[protocols[0].partition("-")[0]]
    rows = results.read("reproduction/01-all-verdicts.csv")
    own = {row["claim"]: row for row in rows if row["claim"].startswith(letter)}
    counts = Counter(row["verdict"].partition(",")[0] for row in own.values())
    said = ", ".join(
        f"{counts[verdict]} {one if counts[verdict] == 1 else many}"
        for verdict, one, many in SAID
        if counts[verdict]
    )
    verdict = own[main]["verdict"].partition(",")[0]
    return f'Of {len(own)} claims {said}. The main one, "{own[main]["as printed"]}": {verdict}.'


def _names(names: dict[str, str], protocols: list[Protocol]) -> Iterator[str]:
    """A row for each method of a paper: its class, what asks, and what parameters they have."""
    known = dict[str, tuple[Protocol, Method]]()
    for protocol in protocols:
        for method in protocol.methods:
            known.setdefault(method.name, (protocol, method))
    for name, printed in names.items():
        protocol, method = known[name]
        made = [type(estimator(method, protocol.sets[0])).__name__]
        given = [_given(method.params, method.each)]
        if method.strategy is not None:
            made.append(type(asker(method, None)).__name__)
            given.append(_given(method.asking, {}))
        if method.grid is not None:
            given[0] += f", {method.grid[0]} of {', '.join(map(str, method.grid[1]))}"
        shown = "; ".join(text for text in given if text) or "defaults"
        yield f"| {printed} | {name} | {', '.join(f'`{each}`' for each in made)} | {shown} |\n"


def _given(params: Mapping[str, Any], each: Mapping[str, Any]) -> str:
    """Parameters that are no defaults, and the names of those that differ by set."""
    shown = [f"`{name}={' '.join(repr(value).split())}`" for name, value in params.items()]
    differing = dict.fromkeys(name for given in each.values() for name in given)
    return ", ".join([*shown, *(f"`{name}` by data set" for name in differing)])


def _data() -> Iterator[str]:
    """A row for each data set that is read from a file; samples of one kind share a row."""
    for name, each in SETS.items():
        is_sample = re.match(r"digits \d+ (?!1$)", name)
        if each.made is not None or is_sample:
            continue
        shape = ", ".join(map(str, each.shape))
        first = re.sub(r"_01$", "_01 to _10", each.file)
        shown = re.sub(r" 1$", " 1 to 10", name) if name.startswith("digits") else name
        yield f"| {shown} | {shape} | `{first}.csv` | {each.address} |\n"


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
