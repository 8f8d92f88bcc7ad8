"""The gallery: short scripts, run when the site is made, with what they print and draw."""

from __future__ import annotations

import ast
import io
import re
import runpy
import warnings
from contextlib import redirect_stdout
from html import escape
from pathlib import Path

import drawing
import matplotlib as mpl
from matplotlib import pyplot

FOLDER = Path(__file__).parents[1] / "examples"


def scripts() -> list[Path]:
    """The scripts, in the order of their names."""
    return sorted(FOLDER.glob("*.py"))


def pages() -> tuple[dict[str, str], dict[str, str]]:
    """The Markdown of the gallery and of each script by path, and a picture of each by its name."""
    found = scripts()
    made, pictures, cards = {}, {}, []
    for path in found:
        said, drawn = run(path)
        title, text = _docstring(path)
        made[f"examples/{path.stem}"] = page(path, said, drawn)
        pictures[path.stem] = alone(drawn[0])
        about = " ".join(text.split()).split(". ")[0].rstrip(".")
        cards.append(
            f'<a href="{path.stem}.html"><img class="dark-light" loading="lazy" '
            f'src="../picture/{path.stem}.svg" alt="">'
            f"<strong>{escape(title)}</strong>{escape(about)}.</a>"
        )
    toc = ["```{toctree}", ":hidden:", "", *(path.stem for path in found), "```"]
    intro = "Short scripts, each about one topic, with the output they print and draw."
    gallery = ["```{raw} html", '<div class="cards gallery">', *cards, "</div>", "```"]
    made["examples/index"] = "\n".join(["# Examples", "", intro, "", *gallery, "", *toc, ""])
    return made, pictures


def alone(svg: str) -> str:
    """A picture as a file of its own, in a grey that is seen on white and on black."""
    sized = re.sub(r'width="100%"', "", svg, count=1)
    return sized.replace("currentColor", "#7a7a7a")


def page(path: Path, said: str, pictures: list[str]) -> str:
    """A script with what it is about, its code, and what came of it."""
    title, text = _docstring(path)
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
