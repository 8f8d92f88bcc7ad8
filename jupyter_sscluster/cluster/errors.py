"""Errors of clusterers that must satisfy every constraint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jupyter_sscluster._validation import InputError


class Infeasible(InputError):
    """No clustering can satisfy the constraints; `witness` lists pairs or points that prove it."""

    def __init__(self, message: str, witness: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.witness = list(witness)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.witness)


class NotFound(RuntimeError):
    """No clustering that keeps the constraints was found, though one may exist."""


class UnsettledClasses(InputError):
    """Classes are needed, but the pairs do not determine the relations of all their points."""
