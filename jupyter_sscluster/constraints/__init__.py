"""What is known about pairs of points."""

from .as_constraints import as_constraints
from .conflict import ConflictError
from .constraints import Constraints

__all__ = ["ConflictError", "Constraints", "as_constraints"]
