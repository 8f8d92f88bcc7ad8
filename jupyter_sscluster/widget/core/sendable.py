"""Texts of people, as the page may receive them."""

from __future__ import annotations

from typing import Any

from jupyter_sscluster.export.pictures.scene import shown_signs


def sendable(value: Any) -> Any:
    r"""The value, with U+FFFD for signs that no page shows, such as half a surrogate pair.

    A message with half a pair cannot be encoded, so nothing of it would arrive.

    >>> sendable({"names": ["a\ud800", "b"], "n": 2})
    {'names': ['a\ufffd', 'b'], 'n': 2}
    """
    if isinstance(value, str):
        return value if value.isprintable() else shown_signs(value)
    if isinstance(value, dict):
        return {key: sendable(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [sendable(each) for each in value]
    return value
