"""The notebooks as pages: run once for each version of them and of the package.

Stories take minutes. They are run where SSCLUSTER_STORIES is set, as by `make docs`, or by
`make test-all`; other builds show those that were run before, and the others without outputs.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import importlib.util
import io
import json
import os
import re
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbclient import NotebookClient
from PIL import Image

import jupyter_sscluster

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
CACHE = ROOT / "build" / "docs" / "notebooks"
VIEW = "application/vnd.jupyter.widget-view+json"
PICTURE = "image/png"

STORIES = FOLDER / "stories"

NEEDS = {"07_single_cells": "anndata"}
"""Packages that a notebook needs and that not every Python has."""


def missing(name: str) -> str | None:
    """The package that a notebook needs, if it is not installed."""
    needed = NEEDS.get(name)
    return None if needed is None or importlib.util.find_spec(needed) else needed


def names() -> list[str]:
    """The notebooks, in the order of their numbers."""
    return [path.stem for path in sorted(FOLDER.glob("[0-9]*.ipynb"))]


def stories() -> list[str]:
    """The stories, in the order of their numbers."""
    return [path.stem for path in sorted(STORIES.glob("[0-9]*.ipynb"))]


def write(folder: Path, cache: Path, jobs: int = 2) -> None:
    """Write every notebook with its outputs into a folder; those run before come from the cache."""
    (folder / "stories").mkdir(parents=True, exist_ok=True)
    for name in stories():
        path = STORIES / f"{name}.ipynb"
        run = _place(path, cache).exists() or "SSCLUSTER_STORIES" in os.environ
        text = _executed(path, cache) if run else path.read_text("utf-8")
        (folder / "stories" / f"{name}.ipynb").write_text(text, "utf-8")
    with ThreadPoolExecutor(jobs) as pool:
        ran = pool.map(lambda name: _executed(FOLDER / f"{name}.ipynb", cache), names())
        for name, text in zip(names(), ran, strict=True):
            (folder / f"{name}.ipynb").write_text(text, "utf-8")
    rows = [f"* [{_title(FOLDER / f'{name}.ipynb')}]({name}.ipynb)" for name in names()]
    told = [f"* [{_title(STORIES / f'{name}.ipynb')}](stories/{name}.ipynb)" for name in stories()]
    pages = [*names(), *(f"stories/{name}" for name in stories())]
    toc = ["```{toctree}", ":hidden:", "", *pages, "```"]
    parts = [INTRODUCTION, *rows, "", STORIES_INTRODUCTION, *told, "", *toc, ""]
    (folder / "index.md").write_text("\n".join(parts), "utf-8")


INTRODUCTION = """# Notebooks

Lessons of less than a minute each, from the folder `notebooks`. `make demo` opens the first one in
JupyterLab. The pages here show a still picture in place of each widget.
"""


STORIES_INTRODUCTION = """## Stories

From raw data to a labelled table, a checked result, a figure and a replay, ten minutes each, from
the folder `notebooks/stories`. Data are part of installed packages, or simulated as described.
"""


def without_widgets(notebook: Any) -> Any:
    """The notebook with still, light pictures only: a page without a kernel has no use for more."""
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        kept = []
        for output in cell.get("outputs", []):
            if VIEW in output.get("data", {}):
                continue
            if PICTURE in (data := output.get("data", {})):
                data[PICTURE] = lighter(data[PICTURE])
            kept.append(output)
        if cell.cell_type == "code":
            cell.outputs = kept
            cell.metadata = {}
    return notebook


def lighter(picture: str) -> str:
    """A PNG in base64 with at most 256 colours, as long as that is smaller."""
    image = Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB")
    out = io.BytesIO()
    image.quantize(256, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return min(picture, base64.b64encode(out.getvalue()).decode(), key=len)


def _executed(path: Path, cache: Path) -> str:
    there = _place(path, cache)
    if there.exists():
        return there.read_text("utf-8")
    if missing(path.stem):
        return path.read_text("utf-8")
    notebook: Any = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    with TemporaryDirectory() as place:
        client = NotebookClient(
            notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": place}}
        )
        client.execute(stderr=subprocess.DEVNULL)  # a kernel's own words, not those of a cell
    return keep(path, notebook, cache)


def keep(path: Path, notebook: Any, cache: Path = CACHE) -> str:
    """Keep a notebook that has been run, such as by a test, and return it as text."""
    cache.mkdir(parents=True, exist_ok=True)
    there = _place(path, cache)
    text = json.dumps(without_widgets(notebook), indent=1, ensure_ascii=False)
    part = there.with_suffix(f".{os.getpid()}.part")
    part.write_text(text, "utf-8")
    part.replace(there)
    for old in {*cache.glob(f"{path.stem}-*.ipynb")} - {there}:
        old.unlink(missing_ok=True)
    return text


def _place(path: Path, cache: Path) -> Path:
    return cache / f"{path.stem}-{_digest([path.read_bytes(), _version().encode()])}.ipynb"


@functools.cache
def _version() -> str:
    return _digest(_sources())


def _sources() -> Iterable[bytes]:
    package = Path(jupyter_sscluster.__file__).parent
    for path in sorted(package.rglob("*.py")):
        yield path.read_bytes()


def _digest(parts: Iterable[bytes]) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.hexdigest()[:16]


def _title(path: Path) -> str:
    text = "".join(json.loads(path.read_text("utf-8"))["cells"][0]["source"])
    match = re.match(r"# (.*)", text)
    return match[1] if match else path.stem
