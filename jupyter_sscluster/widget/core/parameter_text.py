"""What the page calls parameters, their values and what they may be."""

import inspect
import re
from functools import cache, lru_cache
from typing import Any

import numpy as np

from jupyter_sscluster import _catalogue
from jupyter_sscluster._number_text import number_text, signed
from jupyter_sscluster._validation import Anything, Choice, Either, Flag, Int, Nullable, Real

LABELS = {
    "n_clusters": "K",
    "init": "Seeding",
    "labels_init": "First clusters",
    "n_init": "Restarts",
    "p": "Power of Minkowski",
    "max_iter": "Max. iterations",
    "tol": "Tolerance",
    "per_cluster_metric": "One metric per cluster",
    "weight_penalty": "Learn weights from pairs",
    "clip": "No negative costs",
    "exclude": "Do not propagate to",
    "max_pairs": "Max. inferred pairs",
    "max_rounds": "Max. rounds",
    "max_metric_steps": "Max. metric updates",
    "n_estimators": "Ensemble size",
    "final": "Last step",
    "constrained": "Pairs in the last step",
    "gamma": "Cost of slack",
    "dead_end": "If no cluster is allowed",
    "soft": "All pairs soft",
    "min_size": "Smallest cluster",
    "max_size": "Largest cluster",
    "time_limit": "Time limit (s)",
    "mip_gap": "Accepted gap to the optimum",
    "infer_last": "Infer the last neighbourhood",
    "n_neighbors": "Neighbours",
    "linkage": "Distance of clusters",
    "max_samples": "Sample size",
    "n_components": "Number of landmarks",
    "n_directions": "Directions kept",
    "to_stated": "Add to given pairs",
    "keep": "Run kept",
    "entailed": "Include implied pairs",
    "member": "Compare new points with",
    "order": "Order of visits",
    "propagate": "Use inferred pairs",
    "propagated_weight": "Weight of inferred pairs",
    "refit_every": "Refit after … answers",
}
"""Where the name with spaces for underscores would not do."""

_PART = "a decimal is a share of all rows. No cluster may be empty."
HELP = {
    "init": "How the first centres are chosen.",
    "min_size": f"Least number of rows in a cluster; {_PART}",
    "max_size": f"Greatest number of rows in a cluster; {_PART}",
    "sparsity": "How few features have weight: from 1 (one feature) to the root of their number "
    "(all that explain anything). gap chooses by the gap statistic, gap-sd fewer features.",
}
"""Where a class takes more than a page can offer, and its description speaks of that."""

OPTIONS = {
    "kmeans_plusplus": "k-means++",
    "kmeans": "k-means",
    "dkm": "DKM",
    "robin": "ROBIN",
    "itml": "ITML",
    "rca": "RCA",
    "fast": "fast",
    "paper": "the paper's pseudo-code",
    "reference": "the reference implementation",
    "local_rbf": "Gaussian, local scaling",
    "manhattan": "Manhattan",
    "chebyshev": "Chebyshev",
    "euclidean": "Euclidean",
    "minkowski": "Minkowski",
    "seuclidean": "standardised Euclidean",
    "mahalanobis": "Mahalanobis",
}
QUOTES = "'\""
NUMBER = re.compile(r"-?[\d.]+(e[+-]?\d+)?")
ANSWERS = {"True": "On", "False": "Off", "None": "Empty"}
HELP_LENGTH = 260
"""Characters of a parameter's description; sentences beyond are left to the documentation."""


def label(name: str) -> str:
    """What the form calls a parameter."""
    return LABELS.get(name) or name.replace("_", " ").capitalize()


def option(value: Any) -> str:
    """What a menu calls one of the values of a parameter."""
    if value is None or isinstance(value, (bool, np.bool_)):
        return {None: "none", True: "on", False: "off"}[None if value is None else bool(value)]
    text = str(value)
    if NUMBER.fullmatch(text):
        return signed(text)
    return OPTIONS.get(text) or text.replace("_", " ")


def refused(name: str, value: Any, rule: Any) -> str:
    """Why the form does not take a value, and what it would take."""
    shown = repr(value) if isinstance(value, str) else option(value)
    return f"{label(name)}: {shown} must be {allowed(rule)}"


def step(text: str | None) -> str | None:
    """What an undo step is called: a parameter and its value as in the form."""
    if text is None or text.startswith(("answer ", "answers ")):
        return text
    return _statements(text, set(re.findall(r"(?:^|, )(\w+) = ", text)))


def allowed(rule: Any) -> str:
    """What a rule allows, in words that follow "must be"."""
    if isinstance(rule, Nullable):
        return f"{allowed(rule.rule)}, or empty"
    if isinstance(rule, Either):
        shown = [part for part in rule.rules if not isinstance(part, Anything)] or rule.rules
        return ", or ".join(map(allowed, shown))
    if isinstance(rule, Choice):
        *first, last = map(option, rule.options)
        return f"{', '.join(first)} or {last}" if first else last
    if isinstance(rule, Flag):
        return "on or off"
    if isinstance(rule, Int):
        return f"a whole number{_bounds(rule.low, rule.high, 'from')}"
    if isinstance(rule, Real):
        return f"a number{_bounds(rule.low, rule.high, 'above' if rule.low_open else 'from')}"
    return str(rule.describe())


@lru_cache(maxsize=512)
def explained(cls: type, name: str, rule: Any) -> str:
    """A parameter in a few sentences: what it does, and what it may be."""
    said = HELP.get(name) or _description(cls, name)
    said = re.sub(r"\b(True|False|None)\b", lambda m: ANSWERS[m[1]], said.replace("`", ""))
    said = re.sub(r'"(\w+)"', lambda m: f'"{option(m[1])}"', said)
    sentences = re.split(r"(?<=[.;]) (?=\S)", on_screen(said, cls))
    text = ""
    for sentence in sentences:
        if text and len(text) + len(sentence) > HELP_LENGTH:
            break
        text = f"{text} {sentence}".strip()
    rest = allowed(rule)
    return f"{re.sub(';$', '.', text)} {rest[:1].upper()}{rest[1:]}.".strip()


def on_screen(text: str, *estimators: Any) -> str:
    """A sentence with the names that the screen shows instead of Python's.

    Classes of the catalogue go by their titles; the parameters of these estimators, and their
    values, by what the form calls them.

    >>> from jupyter_sscluster.cluster import COPKMeans
    >>> on_screen("COPKMeans: n_init=0, or n_clusters >= 4 with order='index'", COPKMeans)
    'COP-k-means: Restarts = 0, or K ≥ 4 with Order of visits = index'
    """
    titles = _titles()
    text = re.sub(r"\b([A-Z]\w+)\b(?:\(\))?", lambda m: titles.get(m[1], m[0]), text)
    names = {"n_clusters"}.union(*(getattr(own, "parameter_ranges", {}) for own in estimators))
    bare = "|".join(sorted((name for name in names if "_" in name), key=len, reverse=True))
    return re.sub(rf"\b({bare})\b", lambda m: label(m[1]), _statements(text, names))


def _statements(text: str, names: set[str]) -> str:
    """A text in which `name=value` is told as in the form."""
    if not names:
        return text
    listed = "|".join(sorted(names, key=len, reverse=True))
    value = r"'[^']*'|\"[^\"]*\"|[\w.+-]*\w"
    return re.sub(rf"\b({listed}) ?(<=|>=|=|<|>) ?({value})", _statement, text)


def _statement(found: re.Match[str]) -> str:
    name, sign, value = found.groups()
    sign = {"<=": "≤", ">=": "≥"}.get(sign, sign)
    known = {"None": "none", "True": "on", "False": "off"}
    return f"{label(name)} {sign} {known.get(value) or option(value.strip(QUOTES))}"


def _bounds(low: Any, high: Any, word: str) -> str:
    low, high = (_number(end) for end in (low, high))
    if low is None:
        return "" if high is None else f" up to {high}"
    if high is None:
        return f" {word} {low}" if word == "above" else f", {low} or more"
    return f" above {low} and at most {high}" if word == "above" else f" from {low} to {high}"


def _number(value: Any) -> Any:
    return number_text(value, 6) if isinstance(value, float) else value


@cache
def _titles() -> dict[str, str]:
    known = [*_catalogue.clusterers().values(), *_catalogue.strategies().values()]
    return {cls.__name__: getattr(cls, "title", cls.__name__) for cls in known}


@cache
def _description(cls: type, name: str) -> str:
    """What a class says of a parameter in its docstring, or the class that it comes from."""
    entry = re.compile(rf"^(?:\w+, )*{name}(?:, \w+)* : .*\n((?:(?:    .*)?\n)*)", re.MULTILINE)
    for known in cls.__mro__:
        text = inspect.cleandoc(vars(known).get("__doc__") or "")
        found = entry.search(f"{text}\n")
        if found:
            return " ".join(found[1].split())
    return ""
