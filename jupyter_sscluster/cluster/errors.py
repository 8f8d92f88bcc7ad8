"""Errors of clusterers that must satisfy every constraint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jupyter_sscluster._validation import InputError


class Infeasible(InputError):
    """No clustering can keep the constraints, and this is proved.

    Attributes
    ----------
    witness : list
        The proof: the pairs or points that cannot be satisfied together.
    """

    def __init__(self, message: str, witness: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.witness = list(witness)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.witness)


class NotFound(RuntimeError):
    """No clustering that keeps the constraints was found, though one may exist."""


class UnsettledClasses(InputError):
    """Pairs that do not say of all their points which go together, where classes are needed."""
