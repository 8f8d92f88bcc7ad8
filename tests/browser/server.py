"""One Jupyter server for a front end, with its own folders, port and token."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FASTER = """from jupyter_sscluster.session.questions import question_times
question_times.FASTER = float("{}")
"""
"""How many times as much another type of question must tell per second for the page to turn to it.

Without end for tests: how fast one answers must not decide of which type the next question is.
"""


@dataclass(frozen=True)
class Server:
    """Where the front end answers, and the folder its notebooks live in."""

    kind: str
    base: str
    token: str
    root: Path

    def address(self, notebook: str) -> str:
        """The page of a notebook."""
        if self.kind == "voila":
            return f"{self.base}/voila/render/{notebook}"
        place = f"lab/tree/{notebook}" if self.kind == "lab" else f"notebooks/{notebook}"
        reset = "&reset" if self.kind == "lab" else ""
        return f"{self.base}/{place}?token={self.token}{reset}"


def serve(kind: str, folder: Path) -> Iterator[Server]:
    """Start `jupyter lab`, `jupyter notebook` or `voila`, yield it, stop it."""
    root = folder / "root"
    root.mkdir()
    port, token = _free_port(), secrets.token_hex(16)
    log = (folder / "server.log").open("w")
    process = subprocess.Popen(
        _command(kind, port, token, root),
        env=_environment(folder),
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    server = Server(kind, f"http://127.0.0.1:{port}", token, root)
    try:
        _wait_for(server, process, folder / "server.log")
        yield server
    finally:
        _stop(process)
        log.close()


def _command(kind: str, port: int, token: str, root: Path) -> list[str]:
    if kind == "voila":
        address = ["--Voila.ip=127.0.0.1", f"--port={port}", "--no-browser"]
        return [sys.executable, "-m", "voila", str(root), *address]
    app = "LabApp" if kind == "lab" else "JupyterNotebookApp"
    return [
        *(sys.executable, "-m", "jupyter", kind),
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        "--ServerApp.open_browser=False",
        f"--ServerApp.root_dir={root}",
        "--ServerApp.allow_root=True",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        f"--{app}.expose_app_in_browser=True",
    ]


def _environment(folder: Path) -> dict[str, str]:
    notifications = folder / "settings" / "@jupyterlab" / "apputils-extension"
    notifications.mkdir(parents=True)
    (notifications / "notification.jupyterlab-settings").write_text(
        '{"fetchNews": "false", "checkForUpdates": false}'
    )
    startup = folder / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "one_type.py").write_text(FASTER.format("inf"))
    package = Path(__file__).parents[2]
    return dict(
        os.environ,
        JUPYTER_CONFIG_DIR=str(folder / "config"),
        JUPYTER_DATA_DIR=str(folder / "data"),
        JUPYTER_RUNTIME_DIR=str(folder / "runtime"),
        IPYTHONDIR=str(folder / "ipython"),
        JUPYTERLAB_SETTINGS_DIR=str(folder / "settings"),
        JUPYTERLAB_WORKSPACES_DIR=str(folder / "workspaces"),
        PYTHONPATH=os.pathsep.join([str(package), os.environ.get("PYTHONPATH", "")]),
        OMP_NUM_THREADS="1",
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(server: Server, process: subprocess.Popen, log: Path) -> None:
    end = time.monotonic() + 90
    first = "/voila/tree" if server.kind == "voila" else f"/api/status?token={server.token}"
    while True:
        try:
            urllib.request.urlopen(server.base + first, timeout=2)
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(log.read_text()[-3000:]) from None
            time.sleep(0.1)


def _stop(process: subprocess.Popen) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
