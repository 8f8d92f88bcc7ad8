"""Parts of the page: sent when asked for, by themselves where nobody can ask, of one build."""

import threading

import pytest

from jupyter_sscluster.widget.core import layer as module
from jupyter_sscluster.widget.core.layer import PARTS, Layer

SOON = 0.05
LATE = 10.0


class Sent(list):
    """What was sent, and a signal once every part was."""

    def __init__(self):
        self.all = threading.Event()

    def take(self, content, buffers=None):
        self.append((content["name"], bytes(buffers[0])))
        if len(self) == len(PARTS):
            self.all.set()


@pytest.fixture
def sent(bundle, monkeypatch):
    found = Sent()
    monkeypatch.setattr(Layer, "send", lambda self, *args: found.take(*args))
    return found


@pytest.fixture
def in_a_kernel(monkeypatch):
    """A page could be listening."""
    monkeypatch.setattr(module, "DummyComm", type(None))
    monkeypatch.setattr(module, "UNASKED", SOON)


def code(name):
    return f"export default {{}} // {name}".encode()


def test_parts_are_of_the_build_that_the_core_is_of(sent, bundle):
    layer = Layer()
    for name in PARTS:
        (bundle / f"{name}.js").write_text("newer")
        layer.send_part(name)
    assert sent == [(name, code(name)) for name in PARTS]


def test_a_missing_part_is_said_at_once(bundle):
    (bundle / f"{PARTS[0]}.js").unlink()
    with pytest.raises(RuntimeError, match=f"{PARTS[0]}.js is missing"):
        Layer()


def test_parts_go_out_by_themselves_where_the_kernel_is_too_busy_to_be_asked(sent, in_a_kernel):
    layer = Layer()
    layer.shown()
    assert sent.all.wait(LATE)
    assert sent == [(name, code(name)) for name in PARTS]
    layer.close()


def test_a_page_that_has_asked_is_not_sent_everything_again(sent, in_a_kernel, monkeypatch):
    monkeypatch.setattr(module, "UNASKED", LATE)
    layer = Layer()
    layer.shown()
    timer = layer._unasked
    layer.send_part(PARTS[0])
    timer.join(LATE / 2)
    assert not timer.is_alive()
    assert [name for name, _ in sent] == [PARTS[0]]


def test_nothing_is_sent_once_the_widget_is_closed_or_where_there_is_no_page(sent, monkeypatch):
    layer = Layer()
    layer.shown()
    assert layer._unasked is None
    monkeypatch.setattr(module, "DummyComm", type(None))
    monkeypatch.setattr(module, "UNASKED", LATE)
    layer.shown()
    timer = layer._unasked
    layer.close()
    timer.join(LATE / 2)
    assert not timer.is_alive()
    assert sent == []
