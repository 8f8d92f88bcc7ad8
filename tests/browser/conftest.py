"""A private Jupyter server, a real browser, and the notebook a newcomer opens.

Every page fails its test when it asks another host for anything or writes an error to the console.
Tests share one page of each front end, and its kernel, unless they ask for a page of their own: the
widget of the test before is closed, and the cells are replaced and run.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlparse

import nbformat
import pytest

from .long_tests import is_long
from .page import NO_HINTS, Page
from .pictures import SHOW_LAB, take, take_both
from .server import serve

FAILED = pytest.StashKey[bool]()
HERE = Path(__file__).parent
NOTEBOOKS = HERE.parents[1] / "notebooks"
FAILURES = HERE.parents[1] / "build" / "failures"
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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what `make test` leaves out; tests of one server run in one process, pictures first."""
    items.sort(key=lambda item: "test_pictures" not in item.name)
    for item in items:
        if HERE not in item.path.parents:
            continue
        if is_long(item.name):
            item.add_marker(pytest.mark.thorough)
        for server in {"classic", "voila"} & {*item.fixturenames, *_parameters(item)}:
            item.add_marker(pytest.mark.xdist_group(server))


def _parameters(item) -> list:
    found = getattr(item, "callspec", None)
    return [value for value in found.params.values() if isinstance(value, str)] if found else []


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


@pytest.fixture(params=["lab", "classic"])
def server(request):
    """Both front ends, one after the other."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def pages(browser):
    """The page of each front end that tests share, by the front end's address."""
    kept = {}
    yield kept
    for page in kept.values():
        page.tab.context.close()  # its kernel ends with the server, which may be gone by now


@pytest.fixture
def open_notebook(browser, request):
    """Open a notebook of its own: `open_notebook(server, cells, dark=..., width=...)`."""
    opened = []

    def opener(server, cells, *, dark=False, width=1400, height=1000, run=True) -> Page:
        name = f"{_name(request)}-{len(opened)}"
        opened.append(_opened(browser, server, cells, name, dark, (width, height)))
        if run:
            opened[-1].run_all()
            opened[-1].wait_until_drawn()
        return opened[-1]

    yield opener
    for page in opened:
        _keep_a_failure(page, request)
        _close(page)
    for page in opened:
        _check(page.log)


@pytest.fixture
def use_notebook(browser, pages, request):
    """Run cells in the page that is shared: `use_notebook(server, cells, dark=..., height=...)`."""
    used = []

    def user(server, cells, *, dark=False, width=1400, height=1000) -> Page:
        if page := pages.get(server.base):
            page.tab.set_viewport_size({"width": width, "height": height})
            page.paint(dark=dark)
            page.tab.evaluate(SHOW_LAB)
            page.tab.mouse.move(2, 2)
            page.replace_cells(cells)
        else:
            page = _opened(browser, server, cells, _name(request), dark, (width, height))
            pages[server.base] = page
        if page not in used:
            used.append(page)
        page.run_all()
        page.wait_until_drawn()
        return page

    yield user
    for page in used:
        _keep_a_failure(page, request)
        if request.node.stash.get(FAILED, True) or page.log.errors or page.log.foreign:
            del pages[page.server.base]  # who knows what state it is in
            _close(page)
        _check(page.log)


@pytest.fixture
def picture(tmp_path):
    """Take a picture: `picture(page, name)`; the widget must have no faults then."""
    return lambda page, name: take(page, _folder(tmp_path), name)


@pytest.fixture
def pictures(tmp_path):
    """Take a picture in each theme: `pictures(page, name)`."""
    return lambda page, name: take_both(page, _folder(tmp_path), name)


def _folder(ours: Path) -> Path:
    folder = Path(os.environ.get("SSCLUSTER_PICTURES", ours))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def pytest_terminal_summary(terminalreporter):
    """Figures that a test has measured, which processes cannot print themselves."""
    for report in terminalreporter.getreports("passed"):
        for name, figure in report.user_properties:
            if name == "measured" and report.when == "call":
                terminalreporter.write_line(figure)


def _name(request) -> str:
    return request.node.name.split("[")[0]


def _opened(browser, server, cells, name, dark, size) -> Page:
    path = server.root / f"{name}.ipynb"
    nbformat.write(_notebook(cells), path)
    context = browser.new_context(
        viewport=dict(zip(("width", "height"), size, strict=True)),
        color_scheme="dark" if dark else "light",
    )
    context.add_init_script(NO_HINTS)
    log = SimpleNamespace(foreign=[], errors=[])
    context.route(lambda url: not _local(url), lambda route: _refuse(route, log))
    tab = context.new_page()
    if rate := os.environ.get("SSCLUSTER_SLOW"):  # as on a machine so many times slower
        context.new_cdp_session(tab).send("Emulation.setCPUThrottlingRate", {"rate": float(rate)})
    tab.on("pageerror", lambda error: _note(f"{error}\n{error.stack}", log))
    tab.on("console", lambda said: said.type == "error" and _note(said.text, log))
    page = Page(tab, server, path.name, log)
    page.open(dark=dark)
    log.errors.clear()  # what the front end logs while it starts is its own
    return page


def _keep_a_failure(page, request) -> None:
    """What the page of a failed test looked like, and held, in build/failures."""
    if not request.node.stash.get(FAILED, True):
        return
    FAILURES.mkdir(parents=True, exist_ok=True)
    name = "".join(sign if sign.isalnum() else "-" for sign in request.node.name)
    with suppress(Exception):  # the page itself may be what failed
        page.tab.screenshot(path=FAILURES / f"{name}.png")
        (FAILURES / f"{name}.html").write_text(page.tab.content(), encoding="utf8")


def _close(page) -> None:
    page.shut_down_kernel()
    page.tab.context.close()


def _check(log) -> None:
    assert log.foreign == [], f"requests to another host: {log.foreign}"
    assert log.errors == [], f"errors in the console: {log.errors}"


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
