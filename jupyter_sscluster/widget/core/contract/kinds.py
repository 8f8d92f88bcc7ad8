"""Words that both directions use."""

from __future__ import annotations

from typing import Annotated, Literal

Kind = Literal["must", "cannot"]
AnswerKind = Literal["must", "cannot", "unknown"]
ParamValue = str | int | float | bool | None
Point = Annotated[int, "point"]
"""A point by its place among those shown; `core/row_places.py` makes it of a row's number."""
