"""The gallery: short scripts, run when the site is made, with what they print and draw."""

from __future__ import annotations

import ast
import io
import runpy
import warnings
from contextlib import redirect_stdout
from pathlib import Path

import drawing
import matplotlib as mpl
from matplotlib import pyplot

FOLDER = Path(__file__).parents[1] / "examples"


def scripts() -> list[Path]:
    """The scripts, in the order of their names."""
    return sorted(FOLDER.glob("*.py"))


def pages() -> dict[str, str]:
    """The Markdown of the gallery and of each script, by path without the ending."""
    found = scripts()
    made = {f"examples/{path.stem}": page(path) for path in found}
    rows = ["| example | about |", "|---|---|"]
    for path in found:
        title, text = _docstring(path)
        about = " ".join(text.split()).split(". ")[0].rstrip(".")
        rows.append(f"| [{title}]({path.stem}.md) | {about}. |")
    toc = ["```{toctree}", ":hidden:", "", *(path.stem for path in found), "```"]
    intro = "Short scripts, each about one topic, with the output they print and draw."
    made["examples/index"] = "\n".join(["# Examples", "", intro, "", *rows, "", *toc, ""])
    return made


def page(path: Path) -> str:
    """A script with what it is about, its code, and what came of it."""
    title, text = _docstring(path)
    said, pictures = run(path)
    parts = [f"# {title}", text, f"```python\n{_code(path)}\n```"]
    if said:
        parts += ["It prints:", f"```text\n{said}\n```"]
    parts += [f'```{{raw}} html\n<div class="drawn">{svg}</div>\n```' for svg in pictures]
    parts.append(f"`docs/examples/{path.name}`")
    return "\n\n".join(part for part in parts if part) + "\n"


def run(path: Path) -> tuple[str, list[str]]:
    """What a script prints, and the figures that it leaves open, as SVG."""
    mpl.use("Agg")
    pyplot.close("all")
    out = io.StringIO()
    with redirect_stdout(out), mpl.rc_context(drawing.STYLE), warnings.catch_warnings():
        warnings.filterwarnings("error", category=DeprecationWarning)
        runpy.run_path(str(path), run_name="__main__")
        figures = [pyplot.figure(number) for number in pyplot.get_fignums()]
        alt = f"{_docstring(path)[0]}: what the script draws"
        pictures = [drawing.as_svg(figure, alt) for figure in figures]
    pyplot.close("all")
    return out.getvalue().rstrip(), pictures


def _docstring(path: Path) -> tuple[str, str]:
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    title, _, rest = text.partition("\n\n")
    return title.rstrip("."), rest


def _code(path: Path) -> str:
    source = path.read_text("utf-8")
    first = ast.parse(source).body[0]
    assert first.end_lineno is not None
    return "\n".join(source.splitlines()[first.end_lineno :]).strip()
