"""Saves the tables that a program prints in Markdown as CSV files, one each.

    python benchmarks/clusterer_grid.py | python benchmarks/save_tables.py docs/data/grid

A file is named after its number and the heading or the sentence above the table. Blocks of plain
text become text files.
"""

import csv
import re
import sys
from collections.abc import Iterator
from itertools import count, pairwise
from pathlib import Path


def blocks(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The tables and blocks of text, each with the heading or sentence above it."""
    title, heading, block, inside = "", "", list[str](), False
    for before, line in pairwise(["", *lines, ""]):
        fence = line.startswith("```")
        if (inside and not fence) or (not inside and line.startswith("|")):
            block.append(line)
            continue
        if block:
            yield title or heading, block
            block, title = [], ""
        inside = inside ^ fence
        if line.startswith("#"):
            heading, title = line.strip("# "), ""
        elif line.strip() and not fence and not before.strip():
            title = line.strip()


def slug(title: str) -> str:
    """At most nine words of a title, fit for the name of a file."""
    words = re.findall(r"[a-z0-9]+", title.lower())
    return "-".join(words[:9])


def save(folder: Path, lines: list[str]) -> None:
    """Write every table and block of text into a folder, in order."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers = count(1)
    for title, block in blocks(lines):
        name = f"{next(numbers):02}-{slug(title)}"
        if not block[0].startswith("|"):
            (folder / f"{name}.txt").write_text("\n".join([*block, ""]), "utf-8")
            continue
        rows = [[cell.strip(" *") for cell in line.strip().strip("|").split("|")] for line in block]
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([rows[0], *rows[2:]])


if __name__ == "__main__":
    save(Path(sys.argv[1]), sys.stdin.read().splitlines())
