"""One interactive run, headless: answers, fits, undo, history and a journal."""

from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.lines import JournalError

from .annotators.agreement import Agreement
from .annotators.audit import Audit
from .annotators.disagreements import Disagreement
from .clusters.plans import ClusterPlan
from .comparison.comparison import Comparison
from .engine.records import Event, FitRecord
from .feasibility.problem import Trouble
from .feasibility.remedies import WayOut
from .groups import apart_links, label_links, spanning_links
from .history.moments import Branch, Moment
from .oracle_run.oracle_run import AutomaticRun, Curve
from .preview.outcome import Outcome
from .questions.questions import BatchPair
from .review.review import SecondThought
from .review.suspicions import AnswerSuspicions, Suspicion
from .session import Session, engine_of
from .stopping.stopping import Enough

__all__ = [
    "Agreement",
    "Answer",
    "AnswerSuspicions",
    "Audit",
    "AutomaticRun",
    "BatchPair",
    "Branch",
    "ClusterPlan",
    "Comparison",
    "Curve",
    "Disagreement",
    "Enough",
    "Event",
    "FitRecord",
    "JournalError",
    "Moment",
    "Outcome",
    "SecondThought",
    "Session",
    "Suspicion",
    "Trouble",
    "WayOut",
    "apart_links",
    "engine_of",
    "label_links",
    "spanning_links",
]
