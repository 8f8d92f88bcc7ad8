"""Words that both directions use."""

from __future__ import annotations

from typing import Literal

Kind = Literal["must", "cannot"]
AnswerKind = Literal["must", "cannot", "unknown"]
ParamValue = str | int | float | bool | None
