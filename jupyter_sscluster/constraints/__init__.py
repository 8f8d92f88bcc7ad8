"""Must-link and cannot-link constraints."""

from .conflict import ConflictError
from .constraints import Constraints
from .merge_constraints import as_constraints, check_constraints as check_constraints
from .pair_checks import LARGEST_WEIGHT as LARGEST_WEIGHT, check_pairs as check_pairs
from .pair_folds import PairKFold

__all__ = ["ConflictError", "Constraints", "PairKFold", "as_constraints"]
