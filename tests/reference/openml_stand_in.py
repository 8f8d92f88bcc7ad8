"""A small OpenML on this machine, which scikit-learn's own loader asks."""

import hashlib
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

from sklearn.datasets import _openml


class StandIn:
    """Serves one table, with an id column, under a number; `asked` lists the paths."""

    def __init__(self, number, columns, rows):
        self.number, self.columns, self.rows, self.asked = number, columns, rows, []
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                stand_in.asked.append(self.path)
                body = stand_in.answer(self.path)
                self.send_response(200 if body else 404)
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def redirect(self, monkeypatch, tmp_path):
        """Have scikit-learn's loader ask here, and keep what it gets in that folder."""

        def here(request):
            url = re.sub(r"^https?://[^/]*", self.url, request.full_url)
            return urlopen(Request(url))

        monkeypatch.setattr(_openml, "urlopen", here)
        monkeypatch.setenv("SCIKIT_LEARN_DATA", str(tmp_path))

    @property
    def arff(self):
        lines = ["@relation stand_in"]
        lines += [f"@attribute {name} {kind}" for name, kind in self.columns]
        lines += ["@data", *(",".join(map(str, row)) for row in self.rows), ""]
        return "\n".join(lines).encode()

    def answer(self, path):
        """The body of an answer; None where there is nothing."""
        if path.startswith("/data/v1/download"):
            return self.arff
        found = re.fullmatch(rf"/api/v1/json/data/(features/|qualities/|){self.number}", path)
        if not found:
            return None
        said = {"": self.description, "features/": self.features, "qualities/": self.qualities}
        return json.dumps(said[found[1]]()).encode()

    def description(self):
        told = {
            "id": str(self.number),
            "name": "stand_in",
            "version": "1",
            "description": "A table that stands in for another.",
            "format": "ARFF",
            "status": "active",
            "url": "https://www.openml.org/data/v1/download/1/stand_in.arff",
            "file_id": "1",
            "default_target_attribute": self.columns[-1][0],
            "md5_checksum": hashlib.md5(self.arff).hexdigest(),
        }
        return {"data_set_description": told}

    def features(self):
        told = [
            {
                "index": str(at),
                "name": name,
                "data_type": "numeric" if kind == "numeric" else "nominal",
                "is_target": str(at == len(self.columns) - 1).lower(),
                "is_ignore": "false",
                "is_row_identifier": "false",
                "number_of_missing_values": "0",
            }
            for at, (name, kind) in enumerate(self.columns)
        ]
        return {"data_features": {"feature": told}}

    def qualities(self):
        told = [{"name": "NumberOfInstances", "value": str(len(self.rows))}]
        return {"data_qualities": {"quality": told}}
