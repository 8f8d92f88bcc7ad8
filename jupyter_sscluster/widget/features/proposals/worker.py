"""Shows one proposal after the other, and records what a person says of each."""

from functools import partial
from typing import Any

import numpy as np

from jupyter_sscluster.session.proposals.proposals import SOURCE, Proposal
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.interaction import Conflict
from jupyter_sscluster.widget.core.messages import Message, MessageError, field, handles, reads
from jupyter_sscluster.widget.core.recording import recorded
from jupyter_sscluster.widget.core.threads import BackgroundTask
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.proposals import text as words

VERDICTS = ("accept", "reject", "skip")

KNOWN = 20
"""Proposals that were shown last: a key may be on its way that is about one of them."""

NOTHING: dict[str, Any] = {
    "type": "proposal",
    "key": "",
    "kind": "merge",
    **{"a": "", "b": "", "clusters": ["", ""], "cluster_ids": [0, 0]},
    **{"features": [], "extra": [], "sides": [], "link": "must", "why": ["", "", ""]},
    **{"effects": ["", "", ""], "note": ["", ""], "status": "", "reviewed": 0, "total": 0},
}


@reads("proposal")
def ask(context: Context, message: Message) -> None:
    """A view shows the proposals, or the clusters are others by now."""
    context.of(Reviewer).show(opened=bool(field(message, "opened")))


@handles("decide_proposal")
def decide(context: Context, message: Message) -> None:
    """A person has said what becomes of a proposal."""
    verdict = field(message, "verdict")
    if verdict not in VERDICTS:
        raise MessageError(f"verdict={verdict!r} must be one of {', '.join(VERDICTS)}")
    context.of(Reviewer).decide(field(message, "key"), verdict)


class Reviewer(FeatureWorker):
    """Shows a proposal until it is decided, though a fit ends meanwhile that makes other ones.

    One whose answer was undone is shown again.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._task = BackgroundTask(context.owner_thread, "ssc-proposals")
        self._shown: Proposal | None = None
        self._known: dict[str, Proposal] = {}
        self._decided: list[Proposal] = []

    def show(self, *, opened: bool) -> None:
        """Tell the proposal that is next; what the clusterer proposes is worked out beside."""
        proposals = self._context.session.proposals
        if opened and not len(proposals):
            proposals.restore_skipped()
        self._task.run_instead(partial(list, proposals), self._found)

    def decide(self, key: Any, verdict: str) -> None:
        """Record it, and tell the next one at once; the fit runs behind."""
        proposals = self._context.session.proposals
        proposal = self._known.get(key) if isinstance(key, str) else None
        if proposal is not None and not proposals.is_settled(proposal):
            kind = "must" if (verdict == "accept") == (proposal.kind == "merge") else "cannot"
            give = partial(getattr(proposals, verdict), proposal)

            def conflict(error: Any) -> Conflict:
                return Conflict(error, ((*proposal.pair, kind),), SOURCE)

            if not recorded(self._context, give, conflict):
                return
            self._decided.append(proposal)
            self._shown = None
        self._task.give_up()
        self._found(None)  # those of the fit shown are known: the next comes before the fit

    def arrived(self, point: int) -> None:
        """The text or image of one of the two rows has come."""
        if self._shown is not None and point in self._shown.pair:
            self.show(opened=False)

    def close(self) -> None:
        """Propose no more."""
        self._task.close()

    def _found(self, outcome: Any) -> None:
        if isinstance(outcome, BaseException):
            raise outcome
        view, proposals = self._context.view(), self._context.session.proposals
        proposal = self._shown = self._next()
        if proposal is None:
            self._context.layer.send(_none(view))
            return
        self._known = dict([*self._known.items()][-KNOWN:]) | {proposal.key: proposal}
        self._context.layer.send(card(view, proposal, len(proposals)))

    def _next(self) -> Proposal | None:
        proposals, last = self._context.session.proposals, self._decided
        reviewed = proposals.reviewed
        if last and last[-1].key not in reviewed and proposals.is_open(last[-1]):
            return last.pop()  # its answer was undone
        shown = self._shown
        if shown is not None and shown.key not in reviewed and proposals.is_open(shown):
            return shown
        return next(iter(proposals), None)


def _none(view: View) -> dict[str, Any]:
    """Why there is no proposal: all are reviewed, or the clusterer makes none."""
    proposals = view.session.proposals
    reviewed = proposals.reviewed
    text = words.done(reviewed.values()) if reviewed else proposals.why_none or words.NONE
    first = view.shown.numbers[0]
    return {
        **NOTHING,
        "i": first,
        "j": first,
        "text": text,
        "status": text,
        "reviewed": len(reviewed),
        "total": len(reviewed),
    }


def card(view: View, proposal: Proposal, n_open: int) -> dict[str, Any]:
    """One proposal: the two typical rows side by side, and what the answers do."""
    i, j = proposal.pair
    proposals = view.session.proposals
    reviewed = proposals.reviewed
    skipped = "skipped" in reviewed.values()
    fresh = sum(each.key not in reviewed for each in proposals) if skipped else n_open
    total = len(reviewed) + fresh
    place = total - (fresh or n_open) + 1
    n_clusters = int(np.count_nonzero(view.cluster_sizes))
    after = words.n_clusters_after(proposal, n_clusters, (view.labels[[i, j]] >= 0).tolist())
    view.tips.want([i, j])
    extra = [view.tips.added(row, patience=0.0) for row in (i, j)]
    ids = [view.cluster_of(i), view.cluster_of(j)]
    names = (_called(view, ids[0]), _called(view, ids[1]))
    return {
        "type": "proposal",
        "key": proposal.key,
        "text": words.TITLES[proposal.kind],
        "kind": proposal.kind,
        "i": i,
        "j": j,
        "a": view.name(i),
        "b": view.name(j),
        "clusters": [f"{len(rows):,}" for rows in (proposal.rows, proposal.other_rows)],
        "cluster_ids": ids,
        "features": [] if any(each.rich for each in extra) else view.differences(i, j),
        "extra": [each.state() for each in extra],
        "sides": [
            view.shown.among(np.asarray(rows)).tolist()
            for rows in (proposal.rows, proposal.other_rows)
        ],
        "link": "must" if proposal.kind == "merge" else "cannot",
        "why": list(words.why(proposal)),
        "effects": list(words.effects(proposal, after, total - place)),
        "note": list(words.note(proposal, after)),
        "status": words.status(proposal, names, place, total),
        "reviewed": place - 1,
        "total": total,
    }


def _called(view: View, cluster: int) -> str:
    """The name of a cluster as it is, "no cluster" for none."""
    names = view.cluster_names
    return names[cluster] if cluster < len(names) else view.cluster_called(cluster)


def start(context: Context) -> Reviewer:
    """What shows the proposals of one widget."""
    return Reviewer(context)
