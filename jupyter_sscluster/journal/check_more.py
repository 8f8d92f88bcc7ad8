"""The operation by which more rows of one cluster are checked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal.checks import Checks, Stratum
from jupyter_sscluster.journal.timeline import Timeline


@dataclass(frozen=True)
class CheckMore:
    """Further rows of one cluster are checked, which is a stratum from then on."""

    name: ClassVar[str] = "check more"
    stratum: Stratum
    cause: str
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The timeline with these rows to be checked; `InputError` where no check was begun."""
        before = timeline.state.checks
        if before is None:
            raise InputError("no check was begun; begin one with session.check()")
        n_rows = max(before.n_rows, len(before.rows)) + len(self.stratum.drawn)
        checks = replace(before, more=(*before.more, self.stratum), n_rows=n_rows)
        return with_checks(timeline, checks, self.cause, self.when)


def with_checks(timeline: Timeline, checks: Checks, cause: str, when: float | None) -> Timeline:
    """The timeline with these checks; the clustering and what is asked stay as they are."""
    state = replace(timeline.state, checks=checks, cause=cause, when=when)
    return timeline.push(replace(state, kind="settings", asked=None))
