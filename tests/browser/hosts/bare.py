"""A page that is no notebook: a widget's layer in a shadow tree, a kernel behind plain requests.

anywidget's own front end, as installed, loads the module and binds it to a model; the page has
for it what it takes from @jupyter-widgets/base, and the element that it draws in lies in a shadow
tree. As a program this serves one such page to look at: `python -m tests.browser.hosts.bare`.
"""

import asyncio
import base64
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import anywidget

HERE = Path(__file__).parent
POLICY = (
    "default-src 'self'; script-src 'self' blob:; style-src 'self'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'"
)
"""No `unsafe-eval`, no style in the page's markup; `blob:` is how anywidget loads any widget."""

PATIENCE = 10.0
FRONT = Path(anywidget.__file__).parent / "nbextension" / "index.js"
"""What anywidget is in a page."""

FIRST = ("_esm", "_css", "_anywidget_id")
TRAITS = ("state", "labels", "xy", "compared", "differing", "height", "names", "columns")
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A bare page</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css"></head>
<body><h1>A bare page</h1><p><label>Beside it <input id="beside"></label></p>
<div id="host"></div><script type="module" src="/bare.js"></script></body></html>
"""
STYLE = "body{margin:16px;font:14px sans-serif}body.dark{background:#111;color:#eee}"


class Loop:
    """A thread with an event loop, as a kernel has: a widget is made and told things in it."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def do(self, work: Callable[[], Any]) -> Any:
        """What `work` gives, done in the thread after what was there before."""

        async def done() -> Any:
            return work()

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(60)

    def end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


class Kernel:
    """What a page is told of a widget's layer: its traits, and messages, in order."""

    def __init__(self, layer, loop: Loop) -> None:
        self.layer, self.loop = layer, loop
        self._news: list[dict] = []
        self._more = threading.Condition()
        loop.do(self._listen)

    def _listen(self) -> None:
        self.layer.observe(self._changed, TRAITS)
        self.layer.send = self._sent

    def state(self) -> dict:
        """What the model begins with."""
        names = (*TRAITS, *FIRST)
        return self.loop.do(lambda: {name: _packed(getattr(self.layer, name)) for name in names})

    def since(self, number: int) -> list[dict]:
        """The news from a number on; waits a while for some."""
        with self._more:
            self._more.wait_for(lambda: len(self._news) > number, PATIENCE)
            return self._news[number:]

    def hear(self, message: dict) -> None:
        """A message of the page."""
        data = {"method": "custom", "content": message}
        self.loop.do(lambda: self.layer._handle_msg({"content": {"data": data}, "buffers": []}))

    def _changed(self, change) -> None:
        self._tell({"name": change.name, "value": _packed(change.new)})

    def _sent(self, content, buffers=()) -> None:
        packed = [_packed(bytes(each)) for each in buffers or ()]
        self._tell({"message": content, "buffers": packed})

    def _tell(self, news: dict) -> None:
        with self._more:
            self._news.append(news)
            self._more.notify_all()


def _packed(value):
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    return value


class Handler(BaseHTTPRequestHandler):
    """The page, the widget's module, and the way to the kernel."""

    kernel: Kernel

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        known: dict[str, tuple[str, Callable[[], str]]] = {
            "/": ("text/html", lambda: PAGE),
            "/page.css": ("text/css", lambda: STYLE),
            "/bare.js": ("text/javascript", lambda: (HERE / "bare.js").read_text()),
            "/anywidget.js": ("text/javascript", FRONT.read_text),
            "/state": ("application/json", lambda: json.dumps(self.kernel.state())),
            "/news": ("application/json", lambda: json.dumps(self.kernel.since(int(query)))),
        }
        if path not in known:
            self.send_error(404)
            return
        kind, text = known[path]
        self._reply(kind, text())

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        self.kernel.hear(json.loads(self.rfile.read(length)))
        self._reply("application/json", "null")

    def _reply(self, kind: str, text: str) -> None:
        data = text.encode()
        with suppress(ConnectionError):  # the page has gone
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Content-Security-Policy", POLICY)
            self.end_headers()
            self.wfile.write(data)

    def log_message(self, *args) -> None:
        """Say nothing."""


@contextmanager
def served(explorer, loop: Loop) -> Iterator[str]:
    """The address of a page that shows an explorer, which was made in the loop."""
    handler = type("Served", (Handler,), {"kernel": Kernel(explorer.layer, loop)})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    from sklearn.datasets import load_iris

    from jupyter_sscluster import ClusterExplorer

    iris, there = load_iris(as_frame=True), Loop()
    shown = there.do(lambda: ClusterExplorer(iris.data, n_clusters=3, y_true=iris.target))
    with served(shown, there) as address:
        input(f"{address}: Enter ends it.")
    there.end()
