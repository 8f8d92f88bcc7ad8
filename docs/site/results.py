"""Full tables of a page of results: CSV files in docs/data, shown on demand."""

from __future__ import annotations

import csv
import re
import shutil
from html import escape
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"
PLACE = re.compile(r"<!-- data: ([\w/]+) -->")


def copy(target: Path) -> None:
    """Copy the files, so that pages can link to them."""
    shutil.copytree(DATA, target, dirs_exist_ok=True)


def with_data(text: str) -> str:
    """A page in which every `<!-- data: folder -->` is a list of that folder's tables."""
    return PLACE.sub(lambda found: folded(found[1]), text)


def folded(folder: str) -> str:
    """The tables of a folder, each folded under its title, with a link to the file."""
    paths = sorted(path for path in (DATA / folder).iterdir() if path.is_file())
    return "\n".join(["```{raw} html", *(_folded(path) for path in paths), "```"])


def read(name: str) -> list[dict[str, str]]:
    """The rows of a CSV file in docs/data."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _folded(path: Path) -> str:
    title = path.stem.partition("-")[2].replace("-", " ").capitalize()
    address = f"data/{path.relative_to(DATA).as_posix()}"
    link = f'<a href="{address}">{path.suffix[1:].upper()}</a>'
    shown = _table(path) if path.suffix == ".csv" else _text(path)
    return f'<details class="data"><summary>{escape(title)}</summary><p>{link}</p>{shown}</details>'


def _text(path: Path) -> str:
    return f"<pre>{escape(path.read_text('utf-8')).replace(chr(10) * 2, chr(10))}</pre>"


def _table(path: Path) -> str:
    with path.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    parts = [_row(head, "th"), *(_row(row, "td") for row in rows)]
    return f'<div class="wide"><table class="table">{"".join(parts)}</table></div>'


def _row(cells: list[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"
