"""Which links that lead away still lead somewhere: `python docs/site/links.py build/docs`.

Sphinx asks them all. What it found is told a line each; where nothing at all can be reached, in one
sentence, as it is then the network that is missing and not the pages.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FINE = ("working", "redirected", "unchecked", "ignored")
UNREACHED = ("NameResolution", "Failed to resolve", "Connection", "Max retries", "timed out")
"""What is said of an address of which no answer came."""

Link = dict[str, Any]


def told(links: Iterable[Link]) -> list[str]:
    """What is wrong with these links, a line each; one sentence where none got an answer."""
    away = [link for link in links if link["status"] not in ("unchecked", "ignored")]
    wrong = [link for link in away if link["status"] not in FINE]
    if wrong and len(wrong) == len(away) and all(map(_is_unreached, wrong)):
        return [
            f"linkcheck: none of {len(wrong)} addresses could be reached, {wrong[0]['uri']} for one"
            "; run it where there is a network (links inside the site are followed by make docs)"
        ]
    return [f"{link['filename']}:{link['lineno']}: {link['uri']}: {link['info']}" for link in wrong]


def _is_unreached(link: Link) -> bool:
    return any(word in link["info"] for word in UNREACHED)


def asked(built: Path) -> list[Link]:
    """Every link, as Sphinx found it."""
    found = built / "links"
    places = ["-c", str(Path(__file__).parents[1]), "-d", str(built / "doctrees")]
    command = [sys.executable, "-m", "sphinx", "-Q", "-b", "linkcheck", *places]
    subprocess.run([*command, str(built / "source"), str(found)], check=False)
    lines = (found / "output.json").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


if __name__ == "__main__":
    said = told(asked(Path(sys.argv[1])))
    print("\n".join(said) or "Every link leads somewhere.")
    sys.exit(bool(said))
