import os
import sys
import threading
from collections import defaultdict
from types import ModuleType

import pytest
from fuzzing import ROUND, Fuzzing
from repeatable import draw_again, fewer_examples, load_profile
from sklearn.datasets import load_iris

load_profile()


def pytest_configure(config):
    """A round of `make fuzz` runs property tests only, on many new examples."""
    if ROUND in os.environ:
        config.pluginmanager.register(Fuzzing.of_this_round())


SEEDS = 1
"""Of a test that is repeated with many seeds, so many are part of `make test`."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """The other seeds and examples are left to `make test-all`."""
    fewer_examples(items)
    seeds = defaultdict[str, list[int]](list)
    for item in items:
        if hasattr(item, "callspec") and "seed" in item.callspec.params:
            seed, test = item.callspec.params["seed"], item.nodeid.partition("[")[0]
            met = seeds[test]
            if seed not in met:
                met.append(seed)
            if met.index(seed) >= SEEDS:
                item.add_marker(pytest.mark.thorough)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With `--dist loadgroup`, tests that share what takes long to make stay in one process."""
    if config.getvalue("dist") != "loadgroup":
        return None
    from groups import Grouped

    return Grouped(config, log)


def pytest_runtest_setup(item):
    """Every test starts from the same numbers, whatever ran before it."""
    draw_again()


@pytest.fixture(autouse=True, scope="session")
def fits_are_made():
    """A fit that is made twice is made twice: what is remembered of the first would hide faults."""
    from jupyter_sscluster.cluster import beliefclustering

    beliefclustering.REMEMBERED = 0


@pytest.fixture
def bundle(tmp_path, monkeypatch):
    """A bundle for the kernel's side to read, whether or not the real one is built."""
    from jupyter_sscluster.widget.core import layer

    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "layer.js").write_text("export default {}")
    (folder / "layer.css").write_text("")
    for name in layer.PARTS:
        (folder / f"{name}.js").write_text(f"export default {{}} // {name}")
    monkeypatch.setattr(layer, "STATIC", folder)
    return folder


@pytest.fixture
def no_threads(monkeypatch):
    """Python as it is in a browser: it has the modules, but starts no thread and locks no file."""

    def start(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    for name in ("fcntl", "msvcrt"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))


@pytest.fixture(autouse=True)
def questions_of_one_type(monkeypatch):
    """How fast a test answers must not decide of which type the next question is."""
    from jupyter_sscluster.session.questions import question_times

    monkeypatch.setattr(question_times, "FASTER", float("inf"))


@pytest.fixture
def explore(bundle):
    """Opens explorers, on iris and with three clusters unless told otherwise, and closes them."""
    from fake_page import Page

    from jupyter_sscluster import ClusterExplorer

    opened = []

    def open_one(X=None, **options):
        if X is None:
            X = load_iris().data
            options.setdefault("n_clusters", 3)
        opened.append(Page(ClusterExplorer(X, **options)))
        opened[-1].settled()
        return opened[-1]

    yield open_one
    for page in opened:
        page.explorer.close()
    assert [fault for page in opened for fault in page.faults] == []


@pytest.fixture
def page(explore):
    """A page with an explorer of iris."""
    return explore()
