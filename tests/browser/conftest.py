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

from .page import Page
from .pictures import take, take_both
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
NOTEBOOK_7 = {
    "test_the_notebook_a_newcomer_opens",
    "test_a_walk_from_zoom_to_files",
    "test_a_canvas_with_contents_links_and_a_selection_both_ways",
    "test_a_whole_session_by_keyboard_alone",
    "test_a_question_and_the_keys_are_brought_into_view",
    "test_a_height_in_pixels_and_all_that_the_window_has",
    "test_a_reopened_notebook_shows_a_picture_of_the_present",
}
"""Tests that `make test` runs in Notebook 7 too: walks, and what depends on the front end."""

LONG = {
    "100000",
    "20000",
    "940",
    "adaptivepckmeans",
    "dark",
    "lab-50-20-10",
    "marks",
    "tablet",
    "test_200_random_actions_with_branches",
    "test_click_to_repainted_points",
    "test_frames_while_the_wheel_turns",
    "test_from_key_to_next_question",
    "test_ten_sortings_by_keyboard_alone_record_what_was_announced",
    "test_twenty_placements_by_keyboard_alone_record_what_was_announced",
}
"""Tests, or parameters of tests, that only `make test-all` takes."""

BELOW = {
    "test_a_canvas_shows_what_would_move": "tests/browser/preview/test_answers.py",
    "test_a_clusterer_that_accepts_violations_offers_the_same_ways_in_its_notice": (
        "js/test/features/feasibility/feasibility.test.ts"
    ),
    "test_a_cluster_that_must_links_hold_together_is_not_split": (
        "tests/session/clusters/test_merge_and_split.py"
    ),
    "test_a_dont_know_is_kept_and_not_asked_again": "tests/session/test_answers_and_undo.py",
    "test_a_kernel_killed_while_sorting_loses_nothing_that_was_recorded": (
        "tests/browser/hosts/test_life_of_a_widget.py"
    ),
    "test_a_name_that_is_taken_is_refused_with_the_rule": (
        "tests/session/clusters/test_cluster_names.py"
    ),
    "test_a_part_that_the_kernel_takes_with_it_is_said_to_be_missing": (
        "js/test/core/lazy_bundle.test.ts"
    ),
    "test_another_clusterer_and_a_change_of_the_session": (
        "tests/widget/comparison/test_comparison_worker.py"
    ),
    "test_other_strategies_wrong_answers_and_until_nothing_is_left": (
        "tests/widget/oracle_run/test_oracle_run_worker.py"
    ),
    "test_python_sets_it_and_hears_of_it": "tests/widget/axes/test_projection.py",
    "test_questions_are_kept_among_the_points_that_differ": (
        "tests/widget/comparison/test_comparison_worker.py"
    ),
    "test_squares_are_shaded_too": "tests/browser/stopping/test_stopping.py",
    "test_the_main_job_on_a_canvas": "tests/browser/plot/test_canvas.py",
    "test_the_question_is_the_strategys": "tests/widget/question/test_questions.py",
    "test_three_undos_restore_the_first_labels": "tests/session/test_answers_and_undo.py",
    "test_two_views_agree_and_without_true_labels_it_says_what_is_needed": (
        "js/test/features/oracle_run/oracle_run.test.ts"
    ),
    "test_what_cannot_be_had_says_why_and_can_be_reached": (
        "js/test/features/axes/axes_menu.test.ts"
    ),
    "test_what_never_ends_is_cancelled_and_what_fails_says_why": (
        "tests/widget/axes/test_axes_in_background.py"
    ),
    "test_without_a_path_the_banner_says_that_answers_were_not_saved": (
        "tests/widget/test_explorer.py"
    ),
}
"""Tests that only `make test-all` takes too, and where the same is tested with less."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what `make test` leaves out."""
    for item in items:
        if HERE not in item.path.parents:
            continue
        name, _, parameters = item.name.rstrip("]").partition("[")
        called = {name, parameters, *parameters.split("-")}
        if called & LONG or name in BELOW or ("classic" in called and name not in NOTEBOOK_7):
            item.add_marker(pytest.mark.thorough)


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

    def opener(server, cells, *, dark=False, width=1400, height=1000) -> Page:
        name = f"{_name(request)}-{len(opened)}"
        opened.append(_opened(browser, server, cells, name, dark, (width, height)))
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
