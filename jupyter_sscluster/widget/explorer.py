"""The widget: a session, the figure that shows its points, and the layer that takes input."""

from __future__ import annotations

from typing import Any

import numpy as np
from comm import DummyComm
from ipywidgets import Box
from traitlets import Bunch

from jupyter_sscluster.projections.projection_spec import spec_of
from jupyter_sscluster.session import Session
from jupyter_sscluster.session.engine.input_data import prepared
from jupyter_sscluster.session.sample.sample import shown_rows
from jupyter_sscluster.widget.core import messages, registry, text as wording
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import Dispatcher
from jupyter_sscluster.widget.core.figure import Plot
from jupyter_sscluster.widget.core.height import Sized, check_height
from jupyter_sscluster.widget.core.interaction import Interaction
from jupyter_sscluster.widget.core.layer import Layer
from jupyter_sscluster.widget.core.row_content.columns import split_columns
from jupyter_sscluster.widget.core.row_content.replies import Replies, asked_rows
from jupyter_sscluster.widget.core.row_content.shown_values import plotted, shown_values
from jupyter_sscluster.widget.core.row_content.tooltips import Tips
from jupyter_sscluster.widget.core.row_places import state_by_place
from jupyter_sscluster.widget.core.static_output import Still
from jupyter_sscluster.widget.core.traits import FromSession
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.core.view_state import label_bytes, view_state
from jupyter_sscluster.widget.features.axes.columns import columns as axis_columns
from jupyter_sscluster.widget.features.axes.saved import reopened
from jupyter_sscluster.widget.features.axes.trait import HasProjection, first_projection
from jupyter_sscluster.widget.features.clusters.worker import Planner
from jupyter_sscluster.widget.features.comparison.state import label_bytes as compared_bytes
from jupyter_sscluster.widget.features.export.files import Exporting
from jupyter_sscluster.widget.features.fit_steps.worker import Walker
from jupyter_sscluster.widget.features.oracle_run.worker import Player
from jupyter_sscluster.widget.features.selection.trait import Selecting

FIRST_FIT = 1.0
"""Seconds for which the constructor waits, so that the first picture has its colours."""

LINES = 300
"""Links that bqplot holds, the newest: it draws them where our layer is missing, each as a node."""

registry.modules("handlers")  # each adds its messages to the table

OBSERVABLE = ("labels", "constraints", "question", "placement", "sorting")


class ClusterExplorer(HasProjection, Sized, Selecting, Exporting, Box):
    """Steer a clustering on a plot: link points, answer questions, watch the clusters follow.

    Parameters
    ----------
    X : array-like or data frame of shape (n_samples, n_features)
        The data. A frame (pandas, polars, PyArrow, modin) gives names to features and, by its
        index if it has one, to points.
    clusterer, strategy : str, class or instance, optional
        By default adaptive PCK-means and robust NPU.
    n_clusters : int, optional
        By default the clusterer's own, else an estimate.
    constraints : Constraints, optional
        What is known at the start.
    path : str or Path, optional
        Journal of the answers. Run the same cell again, and they are back.
    names : sequence of str, optional
        Row names, such as a column of a frame without an index.
    tooltip : callable, sequence, or column names of X, optional
        What else to show about a point: a function of the row number, one value a row, or columns
        of `X` that are shown and not clustered. Values are text or images (bytes of a PNG, JPEG,
        GIF or WebP file of at most 4 MB, or an image of Pillow's); a mapping gives several of them
        names. Text is never taken as markup. Images and long texts take the place of the features.
        A function is called when a point is shown, in a thread of its own, and its value is kept.
    y_true : array-like of shape (n_samples,), optional
        True labels, for teaching: the score is then the agreement with them.
    preprocess : scikit-learn transformer, optional
        Such as ``StandardScaler()``, a Pipeline or a ColumnTransformer: fitted to `X`, and what
        comes out is clustered. Tooltips, bars and names of features stay those of `X`.
    projection : str, pair of column names, array, DataFrame or callable, optional
        What the axes show at first; see the attribute.
    random_state : int
        Seed of everything that draws.
    height : int or "fill", optional
        Pixels, or the room around the widget: that of the notebook's window, or of an output view.
        By default what suits the contents, and all of an output view. May be set later.
    sample : int or sequence of rows, optional
        For large data: how many points are shown and asked about, or which rows. They are drawn
        once, those in pairs are always among them, and the clusterer is fitted to all rows; a link
        with another row shows that as well. `labels`, row numbers and files are of all rows. `X`
        may be a memory map or a Dask array or frame then.
    annotator : str, optional
        Who answers, where several people do: each answer is signed, and the table says by whom.

    Attributes
    ----------
    session : Session
        The truth; everything the page does can be done there.
    labels, constraints, question, placement, sorting
        The session's present values. `explorer.observe(f, "labels")` calls `f` on every change.
        Rows and clusters count from 0 here: "Cluster 1" on the screen is 0 in `labels`. A row's
        name stands for its number wherever a row is taken: `session.answer("ann", "bob", "must")`.
    selection : tuple of int
        The rows that the lasso holds; settable, observable, and linkable with `traitlets.link`.
    selected
        Those rows of `X`, as it was given.
    projection
        What the axes show, and may be set: "pca", "tsne", "umap", "metric" (that which the
        clusterer has learned), "discriminant" (what sets the clusters apart), two columns such as
        ("petal length", "petal width"), or coordinates of your own: an array (n_samples, 2), a
        DataFrame of two columns, or a function of the rows that gives one. It is made beside the
        notebook's thread; where it fails the axes stay, and this is what it was before. The axes
        never change the clustering. The session's file keeps a name or two columns, so that they
        are shown again.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from jupyter_sscluster import ClusterExplorer
    >>> explorer = ClusterExplorer(load_iris().data, n_clusters=3)    # doctest: +SKIP
    >>> explorer.session.answer(50, 100, "cannot")                    # doctest: +SKIP
    >>> explorer.constraints.cannot                                   # doctest: +SKIP
    array([[ 50, 100]])
    """

    labels = FromSession(help="The cluster of every point, (n_samples,) int.")
    constraints = FromSession(help="What is known about pairs.")
    question = FromSession(help="The query that waits for an answer, or None.")
    placement = FromSession(help="The question where a point belongs, or None.")
    sorting = FromSession(help="The question how points are sorted, or None.")

    _parts: tuple[Any, ...] = ()

    def __init__(
        self,
        X: Any,
        clusterer: Any = None,
        strategy: Any = None,
        n_clusters: int | None = None,
        *,
        constraints: Any = None,
        path: Any = None,
        names: Any = None,
        tooltip: Any = None,
        y_true: Any = None,
        preprocess: Any = None,
        projection: Any = None,
        random_state: int = 0,
        height: int | str | None = None,
        annotator: str | None = None,
        sample: Any = None,
        **unknown: Any,
    ) -> None:
        _refuse(unknown)
        height = check_height(height)
        options = {
            "clusterer": clusterer,
            "strategy": strategy,
            "n_clusters": n_clusters,
            "constraints": constraints,
            "path": path,
            "names": names,
            "y_true": y_true,
            "random_state": random_state,
            "annotator": annotator,
            "sample": sample,
        }
        try:
            self._build(X, preprocess, tooltip, projection, options)
        except BaseException:
            self._release()
            raise
        super().__init__(children=[self.layer, self._plot.figure])
        self.add_class("ssc-root")
        self.height = height
        self.layer.on_msg(self._receive)
        self.session.wait(FIRST_FIT)
        self.interaction.notice = wording.restored(self.view().answered)
        self.dispatcher = self._part(
            Dispatcher(self.session, self.interaction, self.publish, self._replies.foretell)
        )
        self._player = self._part(Player(self.session, self.interaction, self.dispatcher.show))
        self._context = Context(
            self.session,
            self.interaction,
            self.dispatcher,
            self.view,
            self._replies,
            self.send_file,
            self.projector,
            self._player,
            self._part(Walker(self.session, self._plot, self.projector, self.layer)),
            self._part(Planner()),
        )
        self.dispatcher.show()
        self._show_projection(self._wish, self._given_wish)

    def _build(
        self, X: Any, preprocess: Any, tooltip: Any, projection: Any, options: dict[str, Any]
    ) -> None:
        self._given = X
        X, columns, tooltip, taken = split_columns(X, tooltip)
        rows = prepared(X, preprocess, sampled=options["sample"] is not None)
        self._made_by = (taken, rows.preprocess)
        seen = rows if not rows.in_blocks else rows.seen_through(lambda: self.session.shown)
        shown = shown_values(X, seen)
        columns |= shown.texts
        tips = Tips(shown.numbers, shown.features, columns, tooltip, arrived=self._arrived)
        self._tips = self._part(tips)
        self.layer = self._part(Layer())
        axes = axis_columns(seen, shown)
        given = None if projection is None else spec_of(projection, axes.names, len(rows))
        self.layer.columns = axes.names
        if options["sample"] is None:
            every = shown_rows(rows.values, None, None)
            first = first_projection(given, *plotted(rows, shown), axes, every)
        # late: from here on there may be a journal on disk
        self.session = self._part(Session(rows, background=True, **options))
        self._given_wish, self._wish = given, reopened(given, self.session.kept_axes, axes.names)
        if options["sample"] is not None or self._wish is not given:
            some = self.session.shown
            first = first_projection(self._wish, *plotted(seen, shown), axes, some)
        self._plot = self._part(Plot(first))
        self._still = self._part(Still(self.picture))
        self._tips.names = self.session.names
        self.layer.rows = lambda: self.session.shown
        self.layer.tell_names(self.session.shown.names)
        self.interaction = Interaction(shape=self.session.last_shape)
        self._replies = Replies(self.layer, self.session, self._tips, self.view)
        self._part(self._start_projector(axes, self._wish, given))
        self._revision = 0
        self._announced = self._values()

    # ------------------------------------------------------------------ what the page shows

    def view(self) -> View:
        """The session's present values, as the panels see them."""
        return View(self.session, self.interaction, self._tips, self._plot, self.projector)

    def publish(self) -> None:
        """Bring every view of this widget up to date, and tell observers what has changed."""
        self._show_more()
        view = self.view()
        self._revision += 1
        self._replies.ahead(asked_rows(self.session))
        state = state_by_place(view.shown, view_state(view, self._revision))
        with self.layer.hold_sync():
            self.layer.labels = label_bytes(view)
            self.layer.xy = self._plot.xy
            self.layer.compared, self.layer.differing = compared_bytes(view)
            self.layer.state = state
        self._plot.show_links(state["links"][-LINES:])
        self._still.changed()
        self._take_selection()
        self._announce()

    def _show_more(self) -> None:
        """Show rows that have come in by answers since."""
        shown = self.session.shown
        if self.projector.show_more():
            self.layer.tell_names(shown.names)

    def close(self) -> None:
        """Stop working, release the journal, and remove the widget from the page."""
        self._release()
        super().close()

    def __repr__(self) -> str:
        if not self._parts:
            return "ClusterExplorer, closed"
        view = self.view()
        points = wording.count(self.session.n_samples, "point")
        clusters = wording.count(len(view.cluster_sizes), "cluster")
        some = wording.points_shown(view.shown)
        told = ", ".join(filter(None, [f"{points} in {clusters}", view.kept_text, some]))
        summary = f"ClusterExplorer: {told}."
        return f"{summary} {wording.NO_FRONT_END}" if isinstance(self.comm, DummyComm) else summary

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        self.layer.shown()
        if isinstance(bundle, dict):
            bundle |= self.beside(repr(self))
        return bundle

    def _display_(self) -> Layer:
        """What marimo shows, which knows no boxes: the layer, which draws the points itself."""
        return self.layer

    # ------------------------------------------------------------------ inside

    def _receive(self, layer: Layer, content: Any, buffers: Any) -> None:
        if messages.is_quiet(content):
            if not messages.handle(self._context, content):
                self.dispatcher.show()
            return
        with self.dispatcher.acting():
            messages.handle(self._context, content)

    def _arrived(self, point: int) -> None:
        if self._parts:
            self.dispatcher.foreteller.arrived(point)
            if self._replies.arrived(point):
                self.dispatcher.show()

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in OBSERVABLE}

    def _announce(self) -> None:
        before, self._announced = self._announced, self._values()
        for name, new in self._announced.items():
            old = before[name]
            same = np.array_equal(new, old) if name == "labels" else new == old
            if new is not old and not same:
                change = Bunch(name=name, old=old, new=new, owner=self, type="change")
                self.notify_change(change)

    def _part(self, part: Any) -> Any:
        self._parts = (part, *self._parts)
        return part

    def _release(self) -> None:
        parts, self._parts = self._parts, ()
        for part in parts:
            part.close()


def _refuse(unknown: dict[str, Any]) -> None:
    if unknown:
        known = ", ".join(ClusterExplorer.__init__.__kwdefaults__ or ())
        raise TypeError(
            f"ClusterExplorer does not know {next(iter(unknown))!r}; besides X, clusterer, "
            f"strategy and n_clusters it takes {known}"
        )
