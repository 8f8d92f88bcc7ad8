"""Experiments: learning curves of strategies and clusterers, and the protocols of five studies."""

from jupyter_sscluster.active.question_types.cost_model import CostModel

from .curve_summaries import area_under_curve, curves, questions_needed
from .figures import plot, save
from .learning_curves import LearningCurve, draw, learning_curve
from .protocol_design import Method, Protocol
from .record_files import pack, read
from .report import write_report
from .run_protocol import run
from .statistics import Effect, Interval, corrected_interval, effect, holm, wilcoxon
from .strategy_comparison import PairedComparison, compare
from .strategy_runs import label_economy
from .studies import PROTOCOLS, protocol
from .value_of_the_set import of_each_value, of_the_set

__all__ = [
    "Protocol",
    "Method",
    "PROTOCOLS",
    "protocol",
    "run",
    "plot",
    "save",
    "read",
    "pack",
    "write_report",
    "of_the_set",
    "of_each_value",
    "Interval",
    "corrected_interval",
    "wilcoxon",
    "holm",
    "Effect",
    "effect",
    "learning_curve",
    "LearningCurve",
    "label_economy",
    "CostModel",
    "curves",
    "questions_needed",
    "area_under_curve",
    "compare",
    "PairedComparison",
    "draw",
]
