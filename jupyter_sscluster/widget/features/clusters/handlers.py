"""The list of all clusters: sorted and counted beside the kernel's thread, and told to the page."""

from functools import partial
from typing import Any

from jupyter_sscluster.session.clusters.overview import ORDERS, Order, Overview, ordered, overview
from jupyter_sscluster.session.engine.cluster_names import own_name
from jupyter_sscluster.widget.core.background_diagnostics import moment_of
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, MessageError, field, reads
from jupyter_sscluster.widget.core.text import percent
from jupyter_sscluster.widget.core.threads import BackgroundTask
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.clusters import text as words


@reads("list_clusters")
def list_clusters(context: Context, message: Message) -> None:
    """A view shows the list of all clusters, or has typed part of a name."""
    by, text = field(message, "by"), field(message, "text")
    if by not in ORDERS:
        raise MessageError(f"by={by!r} must be one of {', '.join(ORDERS)}")
    if not isinstance(text, str):
        raise MessageError(f"text={text!r} must be a text: part of a name, or nothing")
    context.of(ClusterLister).tell(by, text)


class ClusterLister:
    """Counts doubts and links of all clusters, once for each clustering and its answers."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._task = BackgroundTask(context.owner_thread, "ssc-cluster-list")
        self._known: tuple[object, Overview] | None = None

    def tell(self, by: Order, text: str) -> None:
        """Tell the list, in place of one that is under way."""
        moment = moment_of(self._context.session)
        if self._known is not None and self._known[0] == moment:
            self._reply(by, text, self._known[1])
        else:
            work = partial(_counted, self._context.view())
            self._task.run_instead(work, partial(self._found, moment, by, text))

    def close(self) -> None:
        """Count no more."""
        self._task.close()

    def _found(self, moment: object, by: Order, text: str, outcome: Any) -> None:
        if isinstance(outcome, BaseException):
            raise outcome
        if moment_of(self._context.session) == moment:  # else the page asks again by itself
            self._known = moment, outcome
            self._reply(by, text, outcome)

    def _reply(self, by: Order, text: str, found: Overview) -> None:
        self._context.layer.send(listed(self._context.view(), by, text, found))


def _counted(view: View) -> Overview:
    """Doubts are those of the rows shown, in which both ends of each link are."""
    shown, most = view.shown, len(view.cluster_sizes)
    linked = [each for each in view.answers if each.kind != "unknown"]
    places = [(shown.place(each.i), shown.place(each.j)) for each in linked]
    return overview(shown.X, view.labels_shown, most, places)


def listed(view: View, by: Order, text: str, found: Overview) -> dict[str, Any]:
    """The list as the page shows it."""
    names = view.cluster_names
    order = ordered(found, names, by, text)
    named = sum(name != own_name(cluster) for cluster, name in enumerate(names))
    return {
        "type": "cluster_list",
        "by": by,
        "text": text,
        "rows": [
            {
                "id": cluster,
                "doubt": round(float(found.doubt[cluster]), 4),
                "percent": percent(float(found.doubt[cluster])),
                "links": int(found.links[cluster]),
            }
            for cluster in order
        ],
        "foot": words.named(named, len(names)) if order else words.no_name(text),
    }
