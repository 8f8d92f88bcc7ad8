"""Sentences about an earlier state."""

from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.history.moments import Stop, line
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.parameter_text import step as called
from jupyter_sscluster.widget.core.view import View

START = "the start"
CAUSE_LENGTH = 60
STILL = "nothing changes while you look"


class MomentText:
    """Where a moment stands: on which branch, after which answer, and what comes after it."""

    def __init__(self, view: View, step: int) -> None:
        session = view.session
        self._view, self._session, self.moment = view, session, session.history.at(step)
        self._stops = line(engine_of(session), step)
        self._place = next(k for k, stop in enumerate(self._stops) if stop.step == step)
        self._branches = session.history.branches
        self._is_present = (
            self._stops[-1].step == line(engine_of(session), session.history.step)[-1].step
        )

    @property
    def _stop(self) -> Stop:
        return self._stops[self._place]

    @property
    def _before(self) -> Stop | None:
        return self._stops[self._place - 1] if self._place else None

    def _action(self, stop: Stop) -> int:
        """The number that the page gives to the last answer by then; 0 if there was none."""
        return engine_of(self._session).timeline.action_of(stop.number) if stop.number else 0

    @property
    def _answered(self) -> bool:
        """Whether an answer led to this moment."""
        return self._before is not None and self._stop.number > self._before.number

    @property
    def _on_branch(self) -> str:
        """Told of branches other than the present one."""
        return "" if self._is_present else f"branch {self.moment.branch}, "

    @property
    def _cause(self) -> str:
        """What was done, as the page calls it."""
        return called(self._view.renumbered(self.moment.cause)) or ""

    @property
    def _numbered(self) -> str:
        """``answer 6 of 9``; empty before the first answer."""
        number, last = self._action(self._stop), self._action(self._stops[-1])
        return f"answer {number} of {last}" if number else ""

    @property
    def where(self) -> str:
        """For the note on the plot: ``after answer 6 of 9``."""
        if not self._place:
            return START
        after = f"after {self._numbered}" if self._numbered else ""
        what = "" if self._answered else wording.shortened(self._cause, CAUSE_LENGTH)
        return self._on_branch + ", ".join(part for part in (what, after) if part)

    @property
    def place(self) -> str:
        """For the head of the section: ``answer 6 of 9``."""
        return self._on_branch + self._numbered if self._answered else self.where

    @property
    def told(self) -> tuple[str, str]:
        """What was done, and the rest of the sentence: how many points that has moved."""
        record, before = self.moment.record, self._before
        fitted = self.moment.own and (before is None or before.record is not record)
        if not self.moment.own:
            moved = "This fit was skipped; the one before it is shown."
        elif before is None:
            moved = ""
        else:
            number = record.moved if fitted and record is not None else 0
            moved = f"{wording.count(number, 'point') if number else 'No point'} moved."
        lead, _, rest = self._cause.partition(": ") if self._answered else (self._cause, "", "")
        said = f": {rest}. {moved}" if rest else f". {moved}"
        return lead[:1].upper() + lead[1:], said.rstrip()

    @property
    def left(self) -> str:
        """What becomes of later moments if one branches here; else where the branch began."""
        present = {stop.step for stop in line(engine_of(self._session), self._session.history.step)}
        if self.moment.step not in present:
            return self._fork(present)
        later = self._stops[self._place + 1 :]
        if not later:
            return ""
        last, first = self._action(later[-1]), self._action(self._stop)
        new = [self._action(stop) for stop in later if self._action(stop) > first]
        if not new:
            return "What came after stays in the history as another branch."
        answers = f"answer {last}" if new[0] == last else f"answers {new[0]}–{last}"
        stay = "stays" if new[0] == last else "stay"
        return f"{answers[:1].upper()}{answers[1:]} {stay} in the history as another branch."

    def _fork(self, present: set[int]) -> str:
        """Where the way to this moment and the present line part."""
        common = [stop for stop in self._stops if stop.step in present][-1]
        other = sorted(step for step in present if step > common.step)
        own = [stop.step for stop in self._stops if stop.step not in present]
        number = max(self._session.history.at(step).branch for step in (*own[:1], *other[:1]))
        action = self._action(common)
        return f"Branch {number} began at {f'answer {action}' if action else START}."

    @property
    def verb(self) -> str:
        """What the button that goes there is called."""
        branch = self.moment.branch
        if self.moment.step != self._branches[branch - 1].end:
            return "Continue from here"
        return f"Switch to branch {branch}" if len(self._branches) > 1 else "Go to the end"

    @property
    def branched(self) -> str:
        """Said once it is the present moment, and others come after it."""
        next_branch = len(self._branches) + 1
        return f"Now at {self.where}. Your next answer starts branch {next_branch}."

    @property
    def switched(self) -> str:
        """Said once it is the present moment, at the end of a branch."""
        return f"Now at the end of branch {self.moment.branch}."
