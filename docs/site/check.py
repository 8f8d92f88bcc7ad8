"""What must hold of the built site: `python docs/site/check.py build/docs/html`.

Every link inside the site leads somewhere, no page asks another machine for anything, and none is
heavier than half a megabyte, as servers send it.
"""

from __future__ import annotations

import gzip
import re
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
NAMED = {"canonical", "next", "prev", "search", "author", "index", "help"}
"""Kinds of `<link>` that name a page and load nothing."""


class Page(HTMLParser):
    """The names, the links and the loaded addresses of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element is called, where it leads and what it loads."""
        values = {name: value or "" for name, value in attrs}
        self.ids |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        address = values.get(LOADED.get(tag, ""))
        if address and not (tag == "link" and values.get("rel", "") in NAMED):
            self.loaded.append(address)


LARGEST = 500_000
"""Bytes of a page with all that it loads, texts compressed."""
PACKED = {".png", ".webp", ".woff2", ".jpg"}


@cache
def weight(path: Path) -> int:
    """The bytes of a file as servers send it."""
    data = path.read_bytes()
    return len(data if path.suffix in PACKED else gzip.compress(data, 6))


def total(path: Path, page: Page) -> int:
    """The bytes of a page and of every file that it loads itself."""
    own = (urlsplit(url).path for url in page.loaded if not urlsplit(url).scheme)
    places = {(path.parent / unquote(url)).resolve() for url in own}
    return weight(path) + sum(weight(place) for place in places if place.is_file())


def problems(root: Path) -> list[str]:
    """What is wrong with the site in a folder, a line each."""
    paths = [path for path in sorted(root.rglob("*.html")) if "_static" not in path.parts]
    pages = {path: Page(path.read_text("utf-8")) for path in paths}
    if not pages:
        return [f"{root}: no page"]
    found = []
    for path, page in pages.items():
        where = path.relative_to(root).as_posix()
        found += [f"{where}: asks for {url}" for url in page.loaded if is_foreign(url)]
        if (size := total(path, page)) > LARGEST:
            found.append(f"{where}: weighs {size} bytes with what it loads, more than {LARGEST}")
        for url in [*page.links, *page.loaded]:
            if not is_foreign(url) and (wrong := _wrong(url, path, root, pages)):
                found.append(f"{where}: {url}: {wrong}")
    for style in sorted(root.rglob("*.css")):
        for url in re.findall(
            r"""(?:@import\s+["']|url\(\s*["']?)([^"')]+)""", style.read_text("utf-8")
        ):
            if is_foreign(url):
                found.append(f"{style.relative_to(root).as_posix()}: asks for {url}")
    return found


def is_foreign(url: str) -> bool:
    """Whether an address lies on another machine."""
    return bool(urlsplit(url).netloc)


def _wrong(url: str, path: Path, root: Path, pages: dict[Path, Page]) -> str:
    parts = urlsplit(url)
    if parts.scheme in {"mailto", "data", "javascript"}:
        return ""
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if parts.path.startswith("/"):
        return "an address from the root, which breaks where the site lies in a folder"
    if target.is_dir():
        target /= "index.html"
    if not target.is_relative_to(root.resolve()) and target != path:
        return "leads out of the site"
    if not target.exists():
        return "no such file"
    anchor = unquote(parts.fragment)
    known = pages.get(target) or pages.get(root / target.relative_to(root.resolve()))
    if anchor and known is not None and anchor not in known.ids and anchor != "top":
        return "no such place on that page"
    return ""


if __name__ == "__main__":
    wrong = problems(Path(sys.argv[1]).resolve())
    print("\n".join(wrong) or "every link leads somewhere, and nothing is asked of other machines")
    sys.exit(bool(wrong))
