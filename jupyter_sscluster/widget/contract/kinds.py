"""Words that both directions use."""

from __future__ import annotations

from typing import Annotated, Literal

Kind = Literal["must", "cannot"]
AnswerKind = Literal["must", "cannot", "unknown"]
ParamValue = str | int | float | bool | None
Point = Annotated[int, "point"]
"""A point by its place among those shown; `widget/points.py` makes it of a row's number."""
