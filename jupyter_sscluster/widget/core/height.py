"""How high the widget is."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from traitlets import Bunch, HasTraits, TraitType, observe

from jupyter_sscluster._validation import InputError

FILL = "fill"
LEAST = 320
"""Pixels below which the plot would be too low to work in."""


def check_height(height: Any) -> int | str | None:
    """Pixels, "fill", or None for the height that suits the contents."""
    if height is None or (isinstance(height, str) and height == FILL):
        return height
    whole = isinstance(height, Integral) and not isinstance(height, bool)
    if whole and int(height) >= LEAST:
        return int(height)
    raise InputError(
        f'height={height!r} must be a whole number of pixels, {LEAST} or more, or "fill" for the '
        "room around the widget; leave it out for the height that suits the contents"
    )


class Height(TraitType[Any, Any]):
    """A height that was checked."""

    default_value = None
    info_text = 'pixels, "fill" or None'

    def validate(self, obj: Any, value: Any) -> int | str | None:
        """Refuse what is no height."""
        return check_height(value)


class Sized(HasTraits):
    """A widget whose `layer` tells every view how high to be."""

    height = Height(help='Pixels, "fill" for the room around the widget, or None.')

    @observe("height")
    def _resize(self, change: Bunch) -> None:
        layer = self.__dict__.get("layer")
        if layer is not None:
            layer.height = change.new
