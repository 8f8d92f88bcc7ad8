"""What a question is worth: learning curves over strategies, clusterers and data, compared."""

from .analysis import Comparison, area_under_curve, compare, curves, questions_needed
from .cost import CostModel
from .drawing import draw
from .economy import label_economy

__all__ = [
    "label_economy",
    "CostModel",
    "curves",
    "questions_needed",
    "area_under_curve",
    "compare",
    "Comparison",
    "draw",
]
