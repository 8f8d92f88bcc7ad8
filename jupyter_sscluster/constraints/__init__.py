"""What is known about pairs of points."""

from .conflict import ConflictError
from .constraints import Constraints
from .sources import as_constraints

__all__ = ["ConflictError", "Constraints", "as_constraints"]
