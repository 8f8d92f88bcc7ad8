"""One interactive run, headless: answers, fits, undo, history and a journal."""

from .groups import apart_links, label_links, spanning_links
from .history.records import Answer, Event, FitRecord
from .journal.lines import JournalError
from .session import Session

__all__ = [
    "Answer",
    "Event",
    "FitRecord",
    "JournalError",
    "Session",
    "apart_links",
    "label_links",
    "spanning_links",
]
