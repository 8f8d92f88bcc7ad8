"""One interactive run, headless: answers, fits, undo, history and a journal."""

from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.lines import JournalError

from .again.second_thoughts import SecondThought
from .automatic.run import AutomaticRun, Curve
from .batches import BatchPair
from .comparing import Comparison
from .engine.records import Event, FitRecord
from .enough.judging import Enough
from .foreseeing.outcomes import Outcome
from .groups import apart_links, label_links, spanning_links
from .hand.plans import ClusterPlan
from .history.moments import Branch, Moment
from .people.agreement import Agreement
from .people.audit import Audit
from .people.disagreeing import Disagreement
from .session import Session
from .suspicions import AnswerSuspicions, Suspicion
from .ways.trouble import Trouble
from .ways.ways import WayOut

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
    "label_links",
    "spanning_links",
]
