"""A private Jupyter server, a real browser, and the notebook a newcomer opens.

Every page fails its test when it asks another host for anything or writes an error to the console.
"""

import os
import shutil
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlparse

import nbformat
import pytest

from .page import Page
from .server import serve

HERE = Path(__file__).parent
NOTEBOOKS = HERE.parents[1] / "notebooks"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
JUPYTERS_OWN = (
    "Canceled future for",  # what JupyterLab says of its debugger when a kernel goes away
    "(reading 'schema')",  # Notebook 7 starts its shortcuts late, on a page without a widget too
)


def _chromium() -> str | None:
    named = os.environ.get("CHROMIUM")
    return named or shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=_chromium(), args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    yield from serve("lab", tmp_path_factory.mktemp("lab"))


@pytest.fixture(scope="session")
def classic(tmp_path_factory):
    yield from serve("notebook", tmp_path_factory.mktemp("notebook"))


@pytest.fixture
def open_notebook(browser, request):
    """Open a notebook in a front end: `open_notebook(server, cells, dark=..., width=...)`."""
    opened = []

    def opener(server, cells, *, dark=False, width=1400, height=1000, run=True) -> Page:
        path = server.root / f"{request.node.name.split('[')[0]}-{len(opened)}.ipynb"
        nbformat.write(_notebook(cells), path)
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        log = SimpleNamespace(foreign=[], errors=[])
        context.route(lambda url: not _local(url), lambda route: _refuse(route, log))
        tab = context.new_page()
        tab.on("pageerror", lambda error: _note(f"{error}\n{error.stack}", log))
        tab.on("console", lambda said: said.type == "error" and _note(said.text, log))
        page = Page(tab, server, path.name, log)
        opened.append((context, page))
        page.open(dark=dark)
        log.errors.clear()  # what the front end logs while it starts is its own
        if run:
            page.run_all()
            page.wait_until_drawn()
        return page

    yield opener
    problems = [(page.log.foreign, page.log.errors) for _, page in opened]
    for context, page in opened:
        page.shut_down_kernel()
        context.close()
    for foreign, errors in problems:
        assert foreign == [], f"requests to another host: {foreign}"
        assert errors == [], f"errors in the console: {errors}"


def _notebook(cells) -> nbformat.NotebookNode:
    if isinstance(cells, Path):
        return nbformat.read(cells, 4)
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    book.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    return book


def _local(url: str) -> bool:
    parts = urlparse(url)
    return parts.hostname in ("127.0.0.1", "localhost", None) or parts.scheme in ("data", "blob")


def _refuse(route, log) -> None:
    log.foreign.append(route.request.url)
    route.abort()


def _note(text: str, log) -> None:
    if not any(own in text for own in JUPYTERS_OWN):
        log.errors.append(text)
