"""Images that travel within a value; nothing is fetched, and nothing is made smaller."""

import base64
import re
from typing import Any

IMAGES = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif"}
DATA_IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+")

LARGEST = 4_000_000
"""Bytes of an image that is shown; the page keeps every image that it was sent."""

THUMBNAIL = 200_000
"""Bytes of an image that is drawn in place of a point, where many are shown at once."""


def image_address(value: Any) -> str | None:
    """The image as a ``data:`` address, or None if the value is no image. Nothing is fetched."""
    value = _drawn(value)
    if isinstance(value, (bytes, bytearray)):
        kind = _kind(bytes(value[:12]))
        return kind and f"data:image/{kind};base64,{base64.b64encode(value).decode()}"
    if isinstance(value, str) and value.startswith("data:") and DATA_IMAGE.fullmatch(value):
        return value
    return None


def image_size(address: str) -> int:
    """Bytes of the image at a ``data:`` address."""
    return len(address[address.index(",") + 1 :]) * 3 // 4


def too_large(size: int) -> str:
    """Why an image is not shown, and what to do."""
    return (
        f"The image has {size / 1e6:.1f} MB, and at most {LARGEST // 1_000_000} MB are shown: "
        "give tooltip= a smaller one."
    )


def _drawn(value: Any) -> Any:
    """What an object draws of itself as PNG, such as an image of Pillow's; else the value."""
    draw = getattr(type(value), "_repr_png_", None)
    return value if draw is None else draw(value)


def _kind(start: bytes) -> str | None:
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        return "webp"
    return next((kind for head, kind in IMAGES.items() if start.startswith(head)), None)
