"""Makes the source of the site: `python docs/site build/docs pages`, and then `... notebooks`.

Written pages are copied. Pages of methods, the reference, examples, replays and notebooks with
their outputs are made, the same every time.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import charts
import docstrings
import examples
import lessons
import methods
import papers
import publish
import reference
import replays
import results

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
HOME = "https://github.com/jupyter-sscluster/jupyter_sscluster/blob/main/"
NAMES = (
    r"README|CONTRIBUTING|SECURITY|LICENSE|CITATION|benchmarks|tests|jupyter_sscluster|pyproject|codemeta"
    r"|conda|binder|paper|notebooks/hosts|\.\w+"
)
FOLDERS = ("guide", "methods", "development", "coming_from")
OUTSIDE = re.compile(rf"\]\((?:\.\./)+(?=(?:{NAMES})(?!\w))")


def pages(out: Path) -> None:
    """Make `out`/source without the notebooks, and tell how long each part took."""
    source = out / "source"
    shutil.rmtree(source, ignore_errors=True)
    parts: dict[str, Callable[[], None]] = {
        "written pages": lambda: copy(source),
        "methods": lambda: write_methods(source),
        "papers": lambda: write(source, {"papers": papers.page()}),
        "around the pages": lambda: publish.write(source / "extra"),
        "reference": lambda: write(source, reference.pages()),
        "examples": lambda: write_examples(source),
        "replays": lambda: write_replays(source),
    }
    for name, make in parts.items():
        start = perf_counter()
        make()
        print(f"{name}: {perf_counter() - start:.1f} s", flush=True)


def notebooks(out: Path) -> None:
    """Add the notebooks, run where that was not done before, to `out`/source."""
    lessons.write(out / "source" / "notebooks", out / "notebooks")


def copy(source: Path) -> None:
    """The written pages, with links that lead to pages of the site or to the repository."""
    for path in [*DOCS.glob("*.md"), *(p for name in FOLDERS for p in DOCS.glob(f"{name}/*.md"))]:
        _copy(path, source / path.relative_to(DOCS))
    _copy(ROOT / "CHANGELOG.md", source / "changelog.md")
    shutil.copytree(DOCS / "images", source / "images")
    results.copy(source / "extra" / "data")


def _copy(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    text = OUTSIDE.sub(f"]({HOME}", path.read_text("utf-8"))
    text = re.sub(r"\]\(([\w./-]+)\)", lambda found: _link(found[1], path.parent), text)
    text = charts.with_charts(results.with_data(text))
    if "%folders%" in text:
        text = text.replace("%folders%", docstrings.folders())
    for kind in methods.KINDS:
        text = text.replace(f"%{kind}%", str(len(methods.entries(kind))))
    if "%others%" in text:
        links = [f"* [{_title(DOCS / f'{name}.md')}]({name}.md)." for name in others()]
        text = text.replace("%others%", "\n".join(links)).replace("%names%", "\n".join(others()))
    target.write_text(text, "utf-8")


def _link(target: str, folder: Path) -> str:
    """A link to a file that is no page and no picture leads to the repository."""
    place = (folder / target).resolve()
    kept = place.suffix == ".md" or "images" in place.parts or not place.exists()
    return f"]({target})" if kept else f"]({HOME}{place.relative_to(ROOT).as_posix()})"


def others() -> list[str]:
    """Pages that lie in docs/ and are in no list that a person wrote."""
    listed = set[str]()
    for path in DOCS.glob("*.md"):
        for toctree in re.findall(r"```\{toctree\}(.*?)```", path.read_text("utf-8"), re.S):
            listed |= set(toctree.split())
    return sorted(path.stem for path in DOCS.glob("*.md") if path.stem not in {*listed, "index"})


def _title(path: Path) -> str:
    return path.read_text("utf-8").partition("\n")[0].lstrip("# ")


def write(source: Path, pages: dict[str, str]) -> None:
    """Write pages, given by their paths without the ending."""
    for name, text in pages.items():
        path = source / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def write_methods(source: Path) -> None:
    """A page a clusterer, strategy and seeding, and their lists."""
    for kind in methods.KINDS:
        found = methods.entries(kind)
        pages = {f"methods/{kind}/{name}": methods.page(kind, e) for name, e in found.items()}
        write(source, pages | {f"methods/{kind}/index": methods.index(kind)})


def write_examples(source: Path) -> None:
    """The gallery, a page a script, and a picture of each for the gallery."""
    made, pictures = examples.pages()
    write(source, made)
    folder = source / "extra" / "picture"
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in pictures.items():
        (folder / f"{name}.svg").write_text(svg, "utf-8")


def write_replays(source: Path) -> None:
    """The replays themselves, which Sphinx copies as they are, and the page that lists them."""
    replays.write(source / "extra" / "replay")
    write(source, {"replays/index": replays.index()})


if __name__ == "__main__":
    {"pages": pages, "notebooks": notebooks}[sys.argv[2]](Path(sys.argv[1]).resolve())
