"""What the page's own code sends and reads, found in its text.

The text is not parsed: a key is read where any object's key of that name is, so that a key with a
name of its own, such as `labels_itemsize`, is watched more closely than `name` or `i`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "js" / "src"
OTHERS = ("contract", "replay")
"""The contract names everything; the replay page reads what is written into it, and no state."""

COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
COMPARED = re.compile(r'[!=]==\s*"\w+"')
LITERAL = re.compile(r'"(\w+)"')
SENT = re.compile(r"\b(?:send\(|once\([^{}]*)\{([^{}]*)\}\)")
"""A message as it is sent, or given to `once` as the answer to a question."""

CASES = r'((?:case "\w+":\s*)+)return [\w.]+\($'
PATTERN = re.compile(r"\{([^{}();]*)\}\s*(?::|=(?![=>]))")
"""Braces before a type or a value: what is taken out of an object, if they hold names alone."""

TAKEN = re.compile(r"(?<!\.)(?<!\bthis)\.(\w+)\b(?!\(|\s*=(?![=>]))")
"""A key of an object that is neither called, nor assigned to, nor a field of the page's own."""

BY_NAME = re.compile(r"\bconst (\w+) = \(\w+: keyof \w+\)")
"""A function that takes out of an object whatever key it is told."""

INTERFACE = re.compile(r"\binterface \w+[^{]*\{.*?\n\}", re.DOTALL)


@cache
def texts() -> tuple[str, ...]:
    """Every file of the page without comments and without the folders of others."""
    paths = sorted(path for path in SOURCES.rglob("*.ts") if path.parent.name not in OTHERS)
    return tuple(COMMENT.sub("", path.read_text("utf-8")) for path in paths)


def sent(field: str, sources: tuple[str, ...]) -> set[str]:
    """The words that some message of the page carries in `field`."""
    found = set()
    for text in sources:
        for message in SENT.finditer(text):
            for part in message[1].split(","):
                name, _, value = (side.strip() for side in part.partition(":"))
                if name == field:
                    found |= _words(value or name, text, message.start())
    return found


def _words(value: str, text: str, place: int = 0) -> set[str]:
    """The literals in an expression; for a variable, those of its cases, its value or its type."""
    if not value.isidentifier():
        return set(LITERAL.findall(COMPARED.sub("", value)))
    cases = re.search(CASES, text[: place + len("send(")])
    if cases:
        return set(LITERAL.findall(cases[1]))
    given = re.findall(rf"\bconst {value} =([^;]*);", text)
    typed = re.findall(rf'\b{value}: ("\w+"(?: \| "\w+")*)', text)
    return {word for line in given + typed for word in LITERAL.findall(COMPARED.sub("", line))}


def read(sources: tuple[str, ...]) -> set[str]:
    """The keys that the page takes out of some object: `.key`, `{ key } = …`, `({ key }: …)`."""
    found = set()
    for source in sources:
        text = re.sub(r"\$\{(\w+)\}", r"$<\1>", INTERFACE.sub("", source))
        found |= set(TAKEN.findall(text))
        for function in BY_NAME.findall(text):
            found |= set(re.findall(rf'\b{function}\("(\w+)"\)', text))
        for pattern in PATTERN.finditer(text):
            for part in pattern[1].split(","):
                found |= set(re.findall(r"^\s*(\w+)\s*(?:[:=]|$)", part))
                found |= _spelled(part, text)
    return found


def _spelled(part: str, text: str) -> set[str]:
    """[`can_${way}`] takes one key for every value that `way` may have."""
    # The inner braces are < > by now, so that a pattern ends at its own brace.
    template = re.match(r"\s*\[`(\w*)\$<(\w+)>(\w*)`", part)
    if template is None:
        return set()
    before, variable, after = template.groups()
    return {before + word + after for word in _words(variable, text)}
