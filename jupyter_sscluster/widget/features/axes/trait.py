"""`projection` of an explorer: what the axes show, settable and observable."""

from __future__ import annotations

from typing import Any

import numpy as np
from traitlets import Bunch, HasTraits, TraitType

from jupyter_sscluster.projections.features import project
from jupyter_sscluster.projections.inputs import ProjectionInputs
from jupyter_sscluster.projections.projection import Projection
from jupyter_sscluster.projections.projection_spec import ProjectionSpec, spec_of_shown
from jupyter_sscluster.session.sample.sample import Shown
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.axes.columns import Columns
from jupyter_sscluster.widget.features.axes.projector import Projector, granted_to, is_quick


class Projected(TraitType[Any, Any]):
    """What was wished for last; setting it has it made. What cannot be had is refused."""

    info_text = "a projection"

    def get(self, obj: Any, cls: Any = None) -> Any:
        """A name, two column names, or coordinates as they were given."""
        projector = obj.__dict__.get("projector")
        return None if projector is None else projector.value

    def set(self, obj: Any, value: Any) -> None:
        """Have it shown as soon as it is made."""
        obj.projector.set(value)


class HasProjection(HasTraits):
    """The part of an explorer that knows what its axes show."""

    projection = Projected(help="What the axes show: a name, two columns, or coordinates.")

    projector: Projector

    def _start_projector(
        self, columns: Columns, wish: ProjectionSpec | None, given: ProjectionSpec | None
    ) -> Projector:
        """The projector; what is wished for at the start may be what was shown last."""
        explorer: Any = self
        plot = explorer._plot
        first = spec_of_shown(plot.projection, columns.names)
        if wish is not None and is_quick(wish):
            first = wish
        self.projector = Projector(
            explorer.session,
            explorer.interaction,
            plot,
            columns,
            first,
            given,
            summary=lambda: _summary(explorer.view()),
            show=lambda: explorer.dispatcher.show(),
            announce=self._announce_projection,
        )
        return self.projector

    def _show_projection(self, wish: ProjectionSpec | None, given: ProjectionSpec | None) -> None:
        """Begin with what takes longer than a first picture may wait for."""
        if wish is None or is_quick(wish):
            self.projector.measure()
        elif wish is given:
            self.projector.begin(wish)
        else:
            self.projector.begin_again(wish)

    def _announce_projection(self, old: Any, new: Any) -> None:
        change = Bunch(name="projection", old=old, new=new, owner=self, type="change")
        self.notify_change(change)


def first_projection(
    wish: ProjectionSpec | None, X: Any, features: list[str], columns: Columns, shown: Shown
) -> Projection:
    """What the plot shows first: what is wished for, where that takes no time."""
    if wish is None or not is_quick(wish):
        return project(shown.of(X), features)
    none, table = np.empty(0, dtype=np.intp), shown.of(columns.table)
    return granted_to(shown, wish, ProjectionInputs(shown.of(X), table, columns.names, none))


def _summary(view: View) -> str:
    clusters = wording.count(len(view.cluster_sizes), "cluster")
    return f"{clusters}, {view.kept_text}"
