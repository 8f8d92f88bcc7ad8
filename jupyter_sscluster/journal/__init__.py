"""The file of a session: answers, the steps that change them, and the lines they are kept in."""

from .answer import Answer
from .lines import JournalError

__all__ = ["Answer", "JournalError"]
