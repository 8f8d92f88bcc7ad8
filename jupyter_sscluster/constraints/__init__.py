"""What is known about pairs of points."""

from ._pairs import LARGEST_WEIGHT as LARGEST_WEIGHT, check_pairs as check_pairs
from .conflict import ConflictError
from .constraints import Constraints
from .sources import as_constraints, check_constraints as check_constraints

__all__ = ["ConflictError", "Constraints", "as_constraints"]
