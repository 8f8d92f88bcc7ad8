"""The glossary's words hold everywhere, and what the guide for contributors names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "CONTRIBUTING.md"
PROSE = ["README.md", "docs/**/*.md", "notebooks/**/*.ipynb"]
SOURCES = ["jupyter_sscluster/**/*.py", "js/src/**/*.ts"]

SKLEARN = "cluster_centers_"
"""The attribute is called as scikit-learn calls it."""

ALLOWED = {
    # A public value of a parameter, and the name of that index's variant in the literature.
    "centroid": {"jupyter_sscluster/metrics/dunn.py"},
    # Public parameters `released` of three clusterers, and what carries their values on.
    "released": {
        "jupyter_sscluster/cluster/mpckmeans.py",
        "jupyter_sscluster/cluster/pckmeans.py",
        "jupyter_sscluster/cluster/pcskmeans.py",
        "jupyter_sscluster/cluster/_parts/mpck/distance_penalty.py",
        "jupyter_sscluster/widget/core/parameter_text.py",
        "jupyter_sscluster/experiments/studies/eaton.py",
        "jupyter_sscluster/experiments/studies/vouros.py",
    },
    # A Potts model has an energy: that is what the comparison is about.
    "energy": {"jupyter_sscluster/cluster/_parts/soft/uniform_violation_costs.py"},
    # Where readers of that paper look for the word it has.
    "chunklet": {"jupyter_sscluster/cluster/rcakmeans.py"},
}
"""Files in which a word of the last column may stand, and why."""


def glossary() -> list[list[str]]:
    """The rows of the table: word, meaning, words that are not used for it."""
    section = GUIDE.read_text(encoding="utf-8").split("\n## Words\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def never() -> list[str]:
    """The words that must not come back."""
    return [word.strip() for row in glossary() for word in row[2].split(",") if word.strip()]


def pattern(word: str) -> re.Pattern[str]:
    """The word or its plural, in prose or as a part of a name."""
    return re.compile(rf"(?<![^\W_]){re.escape(word)}s?(?![^\W_])", re.IGNORECASE)


def files(*patterns: str) -> list[Path]:
    return sorted(path for each in patterns for path in ROOT.glob(each))


def guide_without_glossary() -> str:
    before, after = GUIDE.read_text(encoding="utf-8").split("\n## Words\n")
    return before + after[after.index("\n## ") :]


def test_there_is_a_glossary_of_words_that_differ():
    words = [word.strip() for row in glossary() for word in row[0].split(",")]
    assert len(glossary()) >= 20
    assert len(set(words)) == len(words)
    assert not set(words) & set(never())


@pytest.mark.parametrize("word", never())
def test_a_word_that_is_not_ours_does_not_come_back(word):
    texts = {path: path.read_text(encoding="utf-8") for path in files(*SOURCES, *PROSE)}
    texts[GUIDE] = guide_without_glossary()
    assert len(texts) > 200
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{number}: {line.strip()[:90]}"
        for path, text in texts.items()
        if path.relative_to(ROOT).as_posix() not in ALLOWED.get(word, ())
        for number, line in enumerate(text.splitlines(), 1)
        if pattern(word).search(line.replace(SKLEARN, ""))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("word", "path"), [(w, p) for w, ps in ALLOWED.items() for p in sorted(ps)]
)
def test_no_exception_is_left_over(word, path):
    assert pattern(word).search((ROOT / path).read_text(encoding="utf-8"))


def test_names_and_plurals_are_found_too():
    for text in ("two sweeps", "def _sweep(", "n_sweeps = 3", "Sweep"):
        assert pattern("sweep").search(text)
    assert not pattern("center").search("the centre")
    assert not pattern("spare").search("sparse")


def named() -> list[str]:
    """What the guide sets in code, without blocks of code."""
    text = re.sub(r"^```.*?^```", "", GUIDE.read_text(encoding="utf-8"), flags=re.S | re.M)
    return sorted(set(re.findall(r"`([^`\n]+)`", text)))


def tracked() -> list[str]:
    """Files and folders of the repository, but not what is built or installed."""
    tops = ["jupyter_sscluster", "js", "tests", "benchmarks", "docs", "notebooks", ".github"]
    skipped = {"node_modules", "__pycache__", "static", "dist"}
    found = [path for path in ROOT.iterdir() if path.is_file()]
    for top in tops:
        found += [ROOT / top, *(ROOT / top).rglob("*")]
    names = [p.relative_to(ROOT) for p in found if p.exists()]
    return [f"/{name.as_posix()}" for name in names if not skipped & set(name.parts)]


def is_path(token: str) -> bool:
    ends = (".py", ".ts", ".md", ".toml", ".yml", ".yaml", ".json", "/")
    return " " not in token and "=" not in token and token.endswith(ends)


def test_every_path_that_the_guide_names_exists():
    paths = [token for token in named() if is_path(token)]
    assert len(paths) > 20
    known = tracked()
    for token in paths:
        glob = re.escape("/" + token.strip("/")).replace(r"<name>", r"\w+") + "$"
        assert any(re.search(glob, name) for name in known), token


def test_every_folder_of_the_package_is_in_the_guide_and_the_other_way_round():
    trees = re.findall(r"^```\n(cluster/.*?)^```", GUIDE.read_text(encoding="utf-8"), re.S | re.M)
    room, told = "", set()
    for line in trees[0].splitlines():
        name = line.split()[0]
        if line.startswith(" "):
            told.add(room + name)
        else:
            room = name
    package = ROOT / "jupyter_sscluster"
    inside = [p.parent for p in package.rglob("__init__.py") if p.parent.parent != package]
    folders = {f"{p.relative_to(package).as_posix()}/" for p in inside if p != package}
    assert told == folders - {"cluster/_parts/"}


def test_every_name_that_the_guide_sets_in_code_is_somewhere_in_the_code():
    names = [token.lstrip("@") for token in named() if re.fullmatch(r"@?[A-Za-z_]\w+", token)]
    assert len(names) > 20
    ends = {".py", ".ts", ".toml", ".json", ".mjs"}
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / name[1:] for name in tracked())
        if path.is_file() and (path.suffix in ends or path.name == "Makefile")
    )
    assert [name for name in names if not re.search(rf"(?<!\w){name}(?!\w)", text)] == []
